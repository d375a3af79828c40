"""Adding, changing and removing profiles: what is written, and that a refusal leaves the file alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FORM, CommandLine
from wpfagent.core.model import ProcessInfo, Rect, WindowInfo
from wpfagent.profiles.file import entry_of_running


def held(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["profiles"])


def test_the_first_profile_makes_the_file_with_its_schema_beside_it(cli: CommandLine) -> None:
    path = cli.folder / "team" / "profiles.json"
    assert cli("profiles", "add", "Form", "--exe", FORM, "--profiles", path).code == 0
    assert held(path) == [{"name": "Form", "launch": {"exe": str(FORM)}}]
    schema = json.loads((path.parent / json.loads(path.read_text("utf-8"))["$schema"]).read_text("utf-8"))
    assert schema["$defs"]["ProfileTimeouts"]["properties"]["freeze_ms"]["description"]
    assert cli("controls", "--profile", "Form", "--profiles", path).code == 0


def test_without_a_file_the_users_own_one_is_made_and_found_from_everywhere(cli: CommandLine) -> None:
    assert cli("profiles", "add", "App", "--process", "App.exe").code == 0
    made = cli("profiles", "list", "--json").json
    assert [p["name"] for p in made["profiles"]] == ["demo", "App"]
    assert Path(made["file"]).is_relative_to(cli.folder / "home")


def test_values_are_set_by_dotted_keys_and_the_rest_of_the_file_stays(cli: CommandLine) -> None:
    path = cli.folder / "profiles.json"
    other = {"name": "Other", "match": {"process": "O.exe"}, "logs": ["*.log"]}
    path.write_text(json.dumps({"$schema": "x.json", "version": 1, "profiles": [other]}), encoding="utf-8")
    added = cli("profiles", "add", "App", "--process", "App.exe", "--title-re", "^App",
                "--set", "timeouts.action_ms=20000",
                "--set", 'launch={"exe": "App.exe", "env": {"A": "1"}}')  # fmt: skip
    assert added.code == 0, added.err
    edited = cli("profiles", "edit", "App", "--set", "safety.mode=extended", "--unset", "launch.env")
    assert edited.code == 0, edited.err
    assert held(path) == [other, {"name": "App", "match": {"process": "App.exe", "title_re": "^App"},
                                  "timeouts": {"action_ms": 20000}, "launch": {"exe": "App.exe"},
                                  "safety": {"mode": "extended"}}]  # fmt: skip
    assert json.loads(path.read_text("utf-8"))["$schema"] == "x.json"
    assert cli("profiles", "remove", "Other", "--json").json["removed"] == "Other"
    assert [p["name"] for p in held(path)] == ["App"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "App", "--process", "B.exe"), "is taken"),
        (("add", "demo", "--process", "B.exe"), "built-in demo"),
        (("add", "New"), "found or started"),
        (("add", "New", "--process", "B.exe", "--set", "timeouts.acton_ms=1"), "action_ms"),
        (("add", "New", "--process", "B.exe", "--set", "timeouts.action_ms=soon"), "action_ms"),
        (("add", "New", "--process", "B.exe", "--set", "nothing"), "KEY=VALUE"),
        (("edit", "App", "--unset", "launch"), "no 'launch'"),
        (("edit", "App", "--unset", "match"), "neither match nor launch"),
        (("edit", "App", "--set", "name.first=x"), "'name' holds"),
        (("edit", "App", "--set", "match.title_re=["), "title_re"),
        (("edit", "App"), "Nothing to change"),
        (("edit", "Ap", "--set", "name=x"), "App"),
        (("remove", "demo"), "built in"),
        (("remove", "Ap"), "App"),
    ],
)
def test_what_cannot_be_is_refused_and_the_file_stays_as_it_was(
    cli: CommandLine, words: tuple[str, ...], said: str
) -> None:
    path = cli.folder / "profiles.json"
    path.write_text('{"profiles": [{"name": "App", "match": {"process": "App.exe"}}]}', encoding="utf-8")
    before = path.read_bytes()
    called = cli("profiles", *words)
    assert called.code in (2, 3)
    assert said in called.err
    assert path.read_bytes() == before
    assert sorted(p.name for p in cli.folder.glob("*.json*")) == ["profiles.json"]


def test_a_broken_file_is_not_touched(cli: CommandLine) -> None:
    path = cli.folder / "profiles.json"
    path.write_text('{"profiles": [', encoding="utf-8")
    assert "no valid JSON" in cli("profiles", "add", "App", "--process", "A.exe").err
    assert path.read_text(encoding="utf-8") == '{"profiles": ['


def test_a_running_application_fills_the_profile(form: CommandLine) -> None:
    called = form("profiles", "add", "Mine", "--from-running", "--json")
    assert called.code == 0, called.out
    profile = called.json["profile"]
    assert profile["match"]["process"] == FORM.name
    assert Path(profile["launch"]["exe"]) == FORM
    assert form("controls", "--profile", "Mine").code == 0


def test_which_of_several_applications_is_asked_of_a_person_and_told_to_a_program(
    form: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = form.desktop.launch(str(FORM)).pid
    ambiguous = form("profiles", "add", "Mine", "--from-running", "--json").json
    assert ambiguous["error"]["code"] == "target_ambiguous"
    assert {c["pid"] for c in ambiguous["error"]["details"]["candidates"]} >= {other}
    assert form("profiles", "add", "Other", "--from-running", "--pid", str(other)).code == 0
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _prompt: "3")
    assert "none of them" in form("profiles", "add", "Mine", "--from-running").err
    monkeypatch.setattr("builtins.input", lambda _prompt: "2")
    assert form("profiles", "add", "Mine", "--from-running").code == 0


def window(title: str) -> WindowInfo:
    return WindowInfo(1, 7, "dotnet.exe", title, "HwndWrapper", Rect(0, 0, 9, 9))


@pytest.mark.parametrize("host", ["dotnet.exe", "pythonw3.11.exe", "Python.exe"])
def test_a_host_is_found_by_the_title_too_and_is_not_started(host: str) -> None:
    entry = entry_of_running("App", window("list 1 - Order Desk (1)"), ProcessInfo(7, host, rf"C:\x\{host}"))
    assert entry["match"] == {"process": host, "title_re": r"Order Desk \(1\)"}
    assert "launch" not in entry


def test_the_schema_is_printed_for_editors(cli: CommandLine) -> None:
    assert cli("profiles", "schema").json["$defs"]["Profile"]["properties"]["launch"]
