"""Files as version 0.1.0 wrote them, laid out in a folder of this test's own, and a command line that works on them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wpfagent.entries.cli import main

WRITTEN = Path(__file__).parent / "v0_1"
CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder: profiles.json, exploration.yaml, `artifacts` with two failures, and the files of every client."""
    shutil.copytree(WRITTEN, tmp_path, dirs_exist_ok=True)
    (tmp_path / "record").rename(tmp_path / "artifacts")
    for folder in (tmp_path / "registered").iterdir():
        folder.rename(tmp_path / folder.name)
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.suffix != ".png":
            text = path.read_text(encoding="utf-8")
            laid = text.replace("@HERE@", tmp_path.as_posix()).replace("@CHECKOUT@", CHECKOUT.as_posix())
            path.write_text(laid, encoding="utf-8", newline="\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WPF_AGENT_PROFILES", raising=False)
    monkeypatch.setenv("WPF_AGENT_ARTIFACTS", str(tmp_path / "artifacts"))
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def cli(old: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Call the command line on the simulated desktop; return the exit code and what it printed."""

    def call(*argv: str | Path) -> tuple[int, str]:
        code = main([*map(str, argv), "--desktop", "simulated"])
        return code, capsys.readouterr().out

    return call


def index_of(folder: Path) -> list[dict[str, Any]]:
    """Return the tickets that the index lists."""
    tickets: list[dict[str, Any]] = json.loads((folder / "artifacts/tickets/index.json").read_text("utf-8"))["tickets"]
    return tickets
