"""`wpf-agent minimize` and `scenario run --minimize`: what they print, what they leave, and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import FORM, CommandLine
from wpfagent.runs.replay_file import read_recording
from wpfagent.testing.tickets.store import TicketStore

STEPS = """steps:
  - {action: type_text, selector: {automation_id: NameBox}, args: {text: Aiko}}
  - {action: read_text, selector: {automation_id: NameBox}}
  - {action: type_text, selector: {automation_id: NameBox}, args: {text: Aiko Mori}}
  - {action: click, selector: {automation_id: CrashButton}}
"""


@pytest.fixture
def ticket(cli: CommandLine, scenario: Callable[[str], Path]) -> Path:
    """The folder of a crash's ticket."""
    assert cli("scenario", "run", scenario(STEPS)).code == 1
    return TicketStore(cli.folder / "artifacts").last().folder


def test_a_ticket_shrinks_to_its_one_step(cli: CommandLine, ticket: Path) -> None:
    called = cli("minimize", ticket.name[-4:])
    assert called.code == 0, called.err
    assert "reproduces 5/5, minimised from 4 to 1 step in " in called.out
    assert "4 -> 3 steps" in called.out
    assert str(ticket / "scenario.yaml") in called.out
    assert [a.describe() for a in read_recording(str(ticket)).acts] == ["click CrashButton"]
    assert cli("replay", "--file", ticket).code == 1
    assert cli("scenario", "run", ticket / "scenario.yaml").code == 1


def test_the_last_ticket_and_json(cli: CommandLine, ticket: Path) -> None:
    called = cli("minimize", "--last", "--json")
    assert called.code == 0
    made = called.json
    assert (made["outcome"], made["from"], made["to"], made["reproduced"]) == ("minimised", 4, 1, 5)
    assert [a["tool"] for a in made["actions"]] == ["click"]
    assert made["ticket"]["id"] == ticket.name


def test_a_file_is_minimised_as_well(cli: CommandLine) -> None:
    ids = ("NameBox", "CrashButton")
    actions = [{"tool": "click", "args": {"selector": {"automation_id": i}}} for i in ids]
    path = cli.folder / "actions.json"
    path.write_text(json.dumps(actions), encoding="utf-8")
    called = cli("minimize", path, "--exe", FORM)
    assert called.code == 0, called.err
    assert "minimised from 2 to 1 step" in called.out


def test_a_failed_scenario_is_minimised_when_asked_for(cli: CommandLine, scenario: Callable[[str], Path]) -> None:
    called = cli("scenario", "run", scenario(STEPS), "--minimize")
    assert called.code == 1, "the scenario failed, whatever became of its ticket"
    assert "minimised from 4 to 1 step" in called.out
    assert TicketStore(cli.folder / "artifacts").last().reproduced == 5


def test_a_failure_that_does_not_come_back_says_so(cli: CommandLine, ticket: Path) -> None:
    path = ticket / "repro.actions.json"
    path.write_text(path.read_text(encoding="utf-8").replace("CrashButton", "SaveButton"), encoding="utf-8")
    called = cli("minimize", ticket)
    assert called.code == 3
    assert "not reproduced, 0 of 5" in called.out


@pytest.mark.parametrize(
    "wrong",
    [("--form", "most"), ("--max-trials", "0"), ("--max-time", "soon"), ("--times", "-1"), ("--form", "last:0")],
)
def test_options_that_make_no_sense_are_refused(cli: CommandLine, ticket: Path, wrong: tuple[str, str]) -> None:
    assert cli("minimize", ticket, *wrong).code == 2


def test_a_simple_form_is_chosen(cli: CommandLine, ticket: Path) -> None:
    called = cli("minimize", ticket, "--form", "halves")
    assert called.code == 0
    assert "minimised from 4 to 1 step in 3 trials" in called.out


def test_an_unknown_ticket_is_refused(cli: CommandLine, ticket: Path) -> None:
    assert cli("minimize", "nothing").code == 2
