"""A secret shows in nothing that a run prints or writes, whichever way it is written down."""

from __future__ import annotations

import html
import io
import json
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import FORM, CommandLine

PASSWORD = 'Wr0ng-pässwörd & "q" %x'
SCENARIO = """variables: {password: %s}
steps:
  - {action: type_text, selector: {automation_id: PinBox}, args: {text: '${password}'}}
  - {action: type_text, selector: {automation_id: NameBox}, args: {text: '${password}'}}
  - action: click
    selector: {automation_id: SaveButton}
    expected: {selector: {automation_id: StatusText}, text_equals: '${password}'}
    timeout_ms: 100
"""


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "scenario.yaml":
            yield path.name, path.read_bytes()


def leaks(data: bytes) -> list[str]:
    forms = {PASSWORD, json.dumps(PASSWORD)[1:-1], urllib.parse.quote(PASSWORD), html.escape(PASSWORD), "Wr0ng-p"}
    return [form for form in forms for coding in ("utf-8", "utf-16-le") if form.encode(coding) in data]


@pytest.mark.parametrize("options", [["--json"], ["--annotations"]], ids=["json", "text"])
def test_a_secret_in_a_failed_check_shows_nowhere(
    cli: CommandLine, scenario: Callable[[str], Path], options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scenario(SCENARIO % json.dumps(PASSWORD))
    kept = cli.folder / "artifacts"
    kept.mkdir()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(kept / "summary.md"))
    run = cli("scenario", "run", path, "--junit", kept / "junit.xml", *options)
    assert run.code == 1
    said = run.out + run.err
    for more in (
        ("sessions", "show", "--last"),
        ("tickets", "show", "--last"),
        ("sessions", "open", "--last", "--print"),
    ):
        said += cli(*more).out
    assert "${secret:password}" in said
    assert leaks(said.encode()) == []
    assert {name: leaks(data) for name, data in written(kept) if leaks(data)} == {}


def test_a_secret_in_a_step_of_keys_is_not_told(cli: CommandLine, scenario: Callable[[str], Path]) -> None:
    path = scenario(
        "variables: {token: CtrlX}\nsteps:\n  - {action: wait_window, args: {title: '${token}'}, timeout_ms: 50}\n"
    )
    run = cli("scenario", "run", path)
    assert run.code == 1
    assert "CtrlX" not in run.out + run.err


def test_a_password_for_a_field_that_is_not_there_shows_nowhere(
    cli: CommandLine, scenario: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = {"tool": "type_text", "args": {"selector": {"automation_id": "LoginPasswordBox"}, "text": PASSWORD}}
    line["args"]["timeout_ms"] = 50  # type: ignore[index]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(line) + "\n"))
    run = cli("run", "--exe", FORM, "--json")
    assert "element_not_found" in run.out
    assert leaks((run.out + run.err).encode()) == []
    assert {name: leaks(data) for name, data in written(cli.folder / "artifacts") if leaks(data)} == {}
