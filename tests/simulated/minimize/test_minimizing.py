"""Noisy runs into the planted bugs, minimised on the simulated desktop."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.simulated.minimize.noisy_runs import WAYS, Finder, Way, step
from wpfagent.core.errors import InvalidArgument
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.replaying import Replays
from wpfagent.runs.minimize.steps import Item, Steps, is_idle, item_of, state_before
from wpfagent.runs.minimize.ticket import Minimised, Place, minimize_failure, minimize_ticket
from wpfagent.runs.minimize.trials import Limits, Silent
from wpfagent.runs.replay_file import parse_recording, read_recording
from wpfagent.runs.verify import recording_of
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.complete import missing_parts
from wpfagent.testing.tickets.store import IndexEntry


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    return Finder(tmp_path)


def place(finder: Finder) -> Place:
    return Place(finder.desktop, finder.folder / "artifacts", profiles=finder.profiles)


def minimize(finder: Finder, entry: IndexEntry, **given: Any) -> Minimised:
    return minimize_ticket(entry, finder.store, place(finder), **given)


def acted(made: Minimised) -> list[Mapping[str, Any]]:
    """The actions that are left, checks not counted."""
    return [i.action for i in made.items if "check" not in i.recorded]


def way_of(name: str) -> Way:
    return next(w for w in WAYS if w.bug.id == name)


def ticket_of(finder: Finder, way: Way, *, length: int) -> IndexEntry:
    entry = next((e for seed in range(5) if (e := finder.find(way, seed, length=length)) is not None), None)
    assert entry is not None, "no noisy run reached the bug"
    return entry


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.bug.id)
def test_a_noisy_run_shrinks_to_about_the_shortest_way(finder: Finder, way: Way) -> None:
    entry = ticket_of(finder, way, length=14)
    made = minimize(finder, entry)
    assert (made.shrunk.outcome, made.reproduced, made.attempts) == ("minimised", 5, 5)
    assert way.shortest <= len(acted(made)) <= way.shortest + 1
    assert len(made.items) < made.shrunk.before


def test_forty_steps_shrink_to_the_shortest_way_and_the_ticket_says_so(finder: Finder) -> None:
    way = way_of("timeout-format")
    entry = ticket_of(finder, way, length=40)
    whole = recording_of(entry)
    made = minimize(finder, entry)
    assert len(acted(made)) == way.shortest
    assert made.shrunk.trials <= 70
    ticket = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))
    assert ticket["minimised"] == {
        "from": len(whole.acts), "to": 4, "trials": made.shrunk.trials, "reproduced": 5, "attempts": 5,
    }  # fmt: skip
    assert [s["number"] for s in ticket["steps"]] == [1, 2, 3, 4, 5]
    text = (entry.folder / "ticket.md").read_text(encoding="utf-8")
    assert f"reproduces 5/5, minimised from {len(whole.acts)} to 4 steps in {made.shrunk.trials} trials" in text
    assert missing_parts(entry.folder) == []
    assert len(read_recording(str(entry.folder)).acts) == 4
    assert len(read_recording(str(entry.folder / "repro.full.actions.json")).acts) == len(whole.acts)
    (scenario,) = load_scenarios(str(entry.folder / "scenario.yaml"))
    assert len(scenario.steps) == 4
    assert (finder.store.last().reproduced, finder.store.last().attempts) == (5, 5)


def test_the_scenario_that_is_left_fails_now(finder: Finder) -> None:
    way = way_of("open-quote")
    entry = ticket_of(finder, way, length=6)
    made = minimize(finder, entry)
    assert acted(made)[0]["args"]["text"] == '"'
    from wpfagent.runs.scenario import facts_of, run_scenario
    from wpfagent.safety.policy import Policy
    from wpfagent.testing.tickets.recorded import open_recorded

    (scenario,) = load_scenarios(str(entry.folder / "scenario.yaml"))
    with open_recorded(
        finder.desktop, finder.folder / "artifacts", policy=Policy("scenario"), profiles=finder.profiles,
        facts=facts_of(scenario, None), spec=scenario.target,
    ) as recorded:  # fmt: skip
        result = run_scenario(scenario, recorded.gate)
    assert result.outcome == "failed"
    assert [f.id for f in recorded.filed] == [entry.id], "the same ticket, once more"


def test_minimising_again_keeps_the_longer_beginning(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("open-quote"), length=6)
    first = minimize(finder, entry)
    second = minimize(finder, entry)
    facts = finder.store.ticket(entry).minimised
    assert facts is not None
    assert (facts["from"], facts["to"]) == (first.shrunk.before, 1)
    assert facts["trials"] == first.shrunk.trials + second.shrunk.trials


def test_every_trial_starts_a_fresh_application_and_ends_it(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("order-button-gone"), length=6)
    minimize(finder, entry)
    assert finder.desktop.processes() == []


def test_trials_file_no_tickets_and_raise_no_count(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("stale-customer"), length=10)
    minimize(finder, entry)
    assert [(e.id, e.count) for e in finder.store.entries()] == [(entry.id, 1)]


def test_a_mended_program_is_not_reproduced_and_the_ticket_stays(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("open-quote"), length=6)
    path = entry.folder / "repro.actions.json"
    before = path.read_text(encoding="utf-8").replace('\\"Berlin', "Berlin")
    path.write_text(before, encoding="utf-8")
    made = minimize(finder, entry)
    assert (made.shrunk.outcome, made.exit_code, made.shrunk.trials) == ("not_reproduced", 3, 5)
    assert path.read_text(encoding="utf-8") == before
    assert finder.store.ticket(entry).minimised is None


@pytest.mark.parametrize("replays", [1, 3])
def test_interrupted_while_it_is_proved_it_keeps_what_was_seen(finder: Finder, replays: int) -> None:
    class Impatient(Silent):
        def proved(self, number: int, of: int) -> None:
            if number == replays:
                raise KeyboardInterrupt

    entry = ticket_of(finder, way_of("stale-customer"), length=14)
    made = minimize(finder, entry, listener=Impatient())
    assert (made.shrunk.outcome, made.exit_code) == ("interrupted", 130)
    assert (made.reproduced, made.attempts) == (replays, replays)
    assert made.scenario
    assert len(read_recording(str(entry.folder)).acts) == len(made.items) < made.shrunk.before


def test_an_interrupted_run_keeps_the_best_so_far(finder: Finder) -> None:
    class Impatient(Silent):
        def reduced(self, before: Sequence[Item], after: Sequence[Item]) -> None:
            raise KeyboardInterrupt

    entry = ticket_of(finder, way_of("stale-customer"), length=14)
    made = minimize(finder, entry, listener=Impatient())
    assert (made.shrunk.outcome, made.exit_code) == ("interrupted", 130)
    assert len(made.items) < made.shrunk.before
    assert (made.reproduced, made.attempts) == (1, 1), "no more than was seen"
    assert len(read_recording(str(entry.folder)).acts) == len(made.items)


def test_a_budget_ends_it_early_and_what_is_left_is_proved(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("stale-customer"), length=14)
    made = minimize(finder, entry, options=Options(limits=Limits(4)))
    assert made.shrunk.trials == 4
    assert "4 steps" in made.describe() or "trials are used up" in made.describe()
    assert made.reproduced == made.attempts == 5


def test_the_simple_form_tries_only_the_last_steps(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("open-quote"), length=8)
    made = minimize(finder, entry, options=Options("last:2"))
    assert len(made.items) == 2
    assert made.shrunk.trials == 2


def test_a_file_without_a_ticket_is_minimised_for_the_first_failure_that_is_seen(finder: Finder) -> None:
    steps = [step("click", "OrdersTab"), step("click", "CustomersTab"), step("type_text", "SearchBox", text='"x')]
    actions = [{"tool": s["action"], "args": {"selector": s["selector"], **s.get("args", {})}} for s in steps]
    recording = parse_recording({"target_spec": {"profile": "demo"}, "actions": actions}, "actions.json")
    made = minimize_failure(recording, place(finder))
    assert [a["args"]["text"] for a in acted(made)] == ['"']
    assert (made.session / "repro.actions.json").is_file()
    assert (made.session / "scenario.yaml").is_file()


def test_an_application_that_cannot_be_started_anew_is_refused(finder: Finder) -> None:
    recording = parse_recording(
        {"target_spec": {"title_re": "Order"}, "actions": [{"tool": "click", "args": {"selector": {"name": "OK"}}}]},
        "actions.json",
    )
    with pytest.raises(InvalidArgument, match="can be started"):
        minimize_failure(recording, place(finder))


# -- the adapter ------------------------------------------------------------------------------------------------------


def test_a_step_that_cannot_be_performed_makes_a_trial_unresolved(finder: Finder) -> None:
    entry = ticket_of(finder, way_of("archive-recount"), length=4)
    steps = Steps.of(recording_of(entry))
    from wpfagent.testing.tickets.recorded import open_recorded

    with open_recorded(
        finder.desktop, finder.folder / "artifacts", policy=place(finder).policy, profiles=finder.profiles, facts={},
        spec=steps.recording.target_spec,
    ) as recorded:  # fmt: skip
        recorder_of(recorded.gate).on_incident = None
        replays = Replays(steps, recorded.gate, signature=entry.signature)
        cocoa = next(i for i in steps.items if "CocoaNode" in i.text)
        trial = replays.test([steps.items[0], cocoa, steps.items[-1]])
        assert (trial.outcome, trial.stopped) == ("unresolved", 1)
        assert replays.test(steps.items).outcome == "fails"
        assert replays.test(steps.items[:1]).outcome == "passes"
        assert replays.test([]).outcome == "passes"


@pytest.mark.parametrize(
    ("tool", "recorded", "idle"),
    [
        ("click", {"effect": "no_op"}, True),
        ("click", {"effect": "confirmed"}, False),
        ("click", {"effect": "no_op", "findings": ["error_dialog"]}, False),
        ("click", {}, False),
        ("read_text", {"n": 3}, True),
        ("wait_for", {"check": "expected", "ok": True}, True),
        ("wait_for", {"check": "expected", "ok": False}, False),
    ],
)
def test_what_had_no_effect_is_known(tool: str, recorded: Mapping[str, Any], idle: bool) -> None:
    assert is_idle(item_of(0, {"tool": tool, "args": {}, "recorded": recorded})) is idle


def test_secrets_are_filled_in_for_trials_and_stand_nowhere_else() -> None:
    action = {"tool": "type_text", "args": {"selector": {"automation_id": "UserBox"}, "text": "${secret:user}!"}}
    recording = parse_recording({"target_spec": {"profile": "demo"}, "actions": [action]}, "actions.json")
    steps = Steps.of(recording, {"user": "hunter2"})
    assert steps.put_together(steps.items).acts[0].request.args["text"] == "hunter2!"
    assert "hunter2" not in json.dumps(steps.data_of(steps.items))
    assert "hunter2" not in repr(steps)


def test_the_state_that_a_run_recorded_is_known_before_each_step() -> None:
    from wpfagent.testing.record.actions import actions_of
    from wpfagent.testing.record.read import Session

    line = {
        "n": 1,
        "action": "click",
        "args": {},
        "selector": {"automation_id": "A"},
        "effect": "confirmed",
        "state": "5f",
    }
    data = actions_of(Session(Path("20261121"), {"target_spec": {"profile": "demo"}}, (line,)))
    assert [state_before(i) for i in Steps.of(parse_recording(data, "actions.json")).items] == ["5f"]
