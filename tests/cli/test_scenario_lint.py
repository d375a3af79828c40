"""`wpf-agent scenario lint`: what it prints and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import FORM, SCENARIOS, CommandLine

Write = Callable[[str], Path]
STEP = "steps:\n  - {action: click, selector: {automation_id: ID}}\n"


def test_each_remark_is_a_line_with_file_line_and_kind(cli: CommandLine, scenario: Write) -> None:
    path = scenario(STEP.replace("ID", "SavButton"))
    called = cli("scenario", "lint", path, "--source", FORM)
    assert called.code == 1
    assert f"{path}:4: wrong: automation_id 'SavButton'" in called.out
    assert f"{path}:3: unchecked: " in called.out


def test_advice_alone_ends_with_0(cli: CommandLine, scenario: Write) -> None:
    called = cli("scenario", "lint", scenario(STEP.replace("ID", "DeleteButton")), "--source", FORM)
    assert called.code == 0
    assert ":4: unconfirmed: " in called.out


def test_every_fault_of_every_file_is_shown_and_ends_with_2(cli: CommandLine, scenario: Write) -> None:
    path = scenario("steps:\n  - {action: clik}\n  - {action: click, selectr: {name: x}}\n")
    called = cli("scenario", "lint", path, SCENARIOS / "save.yaml")
    assert called.code == 2
    assert f"{path}:4: invalid: " in called.out
    assert f"{path}:5: invalid: " in called.out
    assert "save.yaml: 2 steps" in called.out


def test_json_holds_the_remarks_as_data(cli: CommandLine, scenario: Write) -> None:
    made = cli("scenario", "lint", scenario(STEP.replace("ID", "DeleteButton")), "--json").json["lint"][0]
    kinds = {r["kind"]: r["line"] for r in made["remarks"]}
    assert kinds == {"unconfirmed": 4, "unchecked": 3}
    assert made["counts"] == {"ok": 0, "wrong": 0, "unknown": 0}


def test_annotations_show_what_is_wrong_as_errors_and_advice_as_warnings(cli: CommandLine, scenario: Write) -> None:
    path = scenario(STEP.replace("ID", "SavButton"))
    out = cli("scenario", "lint", path, "--source", FORM, "--annotations").out
    assert "::error file=scenario.yaml,line=4,title=lint%3A wrong::" in out
    assert "::warning file=scenario.yaml,line=3,title=lint%3A unchecked::" in out


def test_live_looks_at_the_running_application_and_never_starts_one(cli: CommandLine, scenario: Write) -> None:
    path = scenario(STEP.replace("ID", "SavButton"))
    assert cli("scenario", "lint", path, "--live").code == 3
    assert not cli.desktop.processes()
    pid = cli.desktop.launch(str(FORM)).pid
    called = cli("scenario", "lint", path, "--live")
    assert called.code == 1
    assert "nearest: SaveButton" in called.out
    assert [p.pid for p in cli.desktop.processes()] == [pid]


def test_launch_starts_it_for_the_look_and_closes_it(cli: CommandLine, scenario: Write) -> None:
    called = cli("scenario", "lint", scenario(STEP.replace("ID", "SaveButton")), "--live", "--launch")
    assert called.code == 0
    assert "1 ok, 0 wrong" in called.out
    assert not cli.desktop.processes()
    assert cli("scenario", "lint", scenario(STEP), "--launch").code == 2
