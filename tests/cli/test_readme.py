"""What README.md and README.ja.md show works: their commands one after the other on the demo, their scenario."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "README.ja.md")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str, has: str) -> str:
    """The first block of a page in this language that holds a text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return next(code for kind, code in FENCE.findall(text) if kind == language and has in code)


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_for_an_application_work_on_the_demo(cli: CommandLine, page: str) -> None:
    pid = cli("launch", "--profile", "demo", "--json").json["pid"]
    lines = blocks(page, "", "wpf-agent attach").splitlines()
    assert len(lines) > 8
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        if "--from-running" in words:  # it asks which; here nobody answers
            words += ["--pid", str(pid)]
        called = cli(*words)
        assert called.code == 0, line + called.out + called.err
    assert (cli.folder / "window.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("page", PAGES)
def test_the_scenario_passes(cli: CommandLine, page: str) -> None:
    (cli.folder / "settings.yaml").write_text(blocks(page, "yaml", "steps:"), encoding="utf-8")
    assert cli("scenario", "run", "--file", "settings.yaml", "--junit", "result.xml").code == 0
    assert cli("scenario", "lint", "--file", "settings.yaml").code == 0


@pytest.mark.parametrize("page", PAGES)
def test_the_python_lines_work_on_the_demo(cli: CommandLine, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wpfagent.testing.front.open_desktop", lambda *_: cli.desktop)
    cli("launch", "--profile", "demo")
    exec(blocks(page, "python", "wpfagent.connect"), {})
