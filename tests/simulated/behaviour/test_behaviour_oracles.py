"""What a program does over many actions, through the whole chain: found with its fault, and not without."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import Workshop, leave, press

from wpfagent import App
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.scenario import facts_of, run_scenario
from wpfagent.safety.policy import Policy
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded

OTHERS = ("Weigh", "Pick", "Scan")


def every(app: App) -> None:
    press(app, *OTHERS)


def wear_out(app: App) -> None:
    """Press the dead button again and again, with others between; each of many answers to each use."""
    many = (*OTHERS, "Bundle", "Stitch")
    press(app, *many, *many)
    for other in OTHERS:
        press(app, "Route", other)


def work(app: App) -> None:
    app.type_text(text="bad", automation_id="NoteBox")
    press(app, "Work")
    app.type_text(text="other", automation_id="NoteBox")
    for _ in range(5):
        every(app)
        app.gate.desktop.clock.sleep(2)


def keep(app: App) -> None:
    app.type_text(text="remember me", automation_id="NoteBox")
    press(app, "Keep")
    app.click(automation_id="OtherTab")
    app.click(automation_id="EntryTab")
    press(app, "Weigh")


def bundle(app: App) -> None:
    for i in range(7):
        press(app, "Bundle", OTHERS[i % 3])


def stitch(app: App) -> None:
    for i in range(7):
        press(app, "Stitch", OTHERS[i % 3])


def ponder(app: App) -> None:
    every(app)
    press(app, "Ponder")


CASES: dict[str, tuple[str, Callable[[App], None], str]] = {
    "dead_control": ("dead", wear_out, "RouteButton"),
    "stuck_disabled": ("stuck", work, "WorkButton"),
    "entry_lost": ("lost", keep, "NoteBox"),
    "memory_growth": ("leak", bundle, "BundleButton"),
    "handle_growth": ("handles", stitch, "StitchButton"),
    "slow_response": ("slow", ponder, "PonderButton"),
    "exit_code": ("code", leave, "end"),
}


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def names(found: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(f.oracle, f.severity) for f in found]


@pytest.mark.parametrize("oracle", CASES)
def test_a_fault_is_found_once_and_becomes_a_ticket_that_names_its_element(workshop: Workshop, oracle: str) -> None:
    fault, act, element = CASES[oracle]
    found = workshop.write(fault).use(act)
    assert [n for n in names(found) if n[1] == "failure"] == [(oracle, "failure")], [f.actual for f in found]
    (entry,) = workshop.tickets()
    ticket = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["oracle"] == oracle
    assert str(ticket["signature"]["facts"]["about"]).endswith(element)
    assert ticket["hypotheses"], "a good ticket says what may be the cause"


@pytest.mark.parametrize("oracle", CASES)
def test_without_the_fault_the_same_way_finds_nothing(workshop: Workshop, oracle: str) -> None:
    _, act, _ = CASES[oracle]
    assert workshop.write().use(act) == ()


@pytest.mark.parametrize("oracle", ["dead_control", "stuck_disabled", "entry_lost", "memory_growth", "handle_growth"])
def test_a_ticket_shrinks_to_the_steps_that_matter_and_each_replay_shows_it(workshop: Workshop, oracle: str) -> None:
    fault, act, _ = CASES[oracle]
    workshop.write(fault).use(act)
    (entry,) = workshop.tickets()
    made = workshop.minimise(entry)
    known = {"dead_control": 1, "stuck_disabled": 2, "entry_lost": 4, "memory_growth": 2, "handle_growth": 2}
    assert len(made.items) == known[oracle], [i.action for i in made.items]
    assert (made.reproduced, made.attempts) == (5, 5)
    assert made.data["suspects"][oracle]


def test_a_mended_program_is_not_suspected_for_ever(workshop: Workshop) -> None:
    workshop.write("dead").use(wear_out)
    (entry,) = workshop.tickets()
    workshop.write()
    assert workshop.minimise(entry).shrunk.outcome == "not_reproduced"


def test_the_scenario_of_such_a_ticket_fails_now_and_passes_once_it_is_mended(workshop: Workshop) -> None:
    workshop.write("dead").use(wear_out)
    (entry,) = workshop.tickets()
    made = workshop.minimise(entry)
    path = workshop.folder / "ticket.yaml"
    path.write_text(made.scenario, encoding="utf-8")

    def findings() -> list[str]:
        (scenario,) = load_scenarios(str(path))
        with open_recorded(
            SimulatedDesktop(),
            workshop.folder / "artifacts",
            policy=Policy("scenario"),
            profiles={},
            facts=facts_of(scenario, None),
            spec=scenario.target,
            oracles=scenario.oracles,
            take_pictures=False,
        ) as recorded:
            run_scenario(scenario, recorded.gate)
        return [f.oracle for f in recorder_of(recorded.gate).found if f.severity == "failure"]

    assert findings() == ["dead_control"]
    workshop.write()
    assert findings() == []


def test_a_process_that_outlives_its_last_window_is_found_when_its_time_is_over(workshop: Workshop) -> None:
    found = workshop.write().use(leave, survives=True)
    assert names(found) == [("process_survives", "failure")]
    assert workshop.write().use(leave) == ()
