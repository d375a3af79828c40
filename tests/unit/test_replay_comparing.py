"""When a step went differently, and when it did not."""

from __future__ import annotations

from typing import Any

import pytest

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import AppExited, ElementNotFound
from wpfagent.core.model import Control
from wpfagent.desktops.target import find_by_title
from wpfagent.gate.request import Reply
from wpfagent.runs.adapting import with_other_numbers
from wpfagent.runs.comparing import Came, compare
from wpfagent.runs.replay_file import Recording, parse_recording

CLICK = {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}}
ELEMENT = {"automation_id": "SaveButton", "control_type": "Button", "name": "Save 3"}


def recording(recorded: dict[str, Any], **more: dict[str, Any]) -> Recording:
    actions = [{**CLICK, "recorded": recorded}, *({**CLICK, "recorded": r} for r in more.values())]
    return parse_recording({"actions": actions}, "f.json")


def reply(effect: str = "confirmed", opened: tuple[str, ...] = (), **control: Any) -> Came:
    element = Control("e1", **{"automation_id": "SaveButton", "control_type": "Button", **control})
    evidence = {"windows_opened": list(opened)} if opened else {}
    return Came(Reply("click", None, None, "automation_id", "", effect, evidence, 1, control=element))  # type: ignore[arg-type]


def said(made: Recording, came: Came, index: int = 0) -> str:
    found = compare(made.acts[index], came, made)
    return str(found) if found is not None else ""


@pytest.mark.parametrize(("was", "now"), [("confirmed", "no_op"), ("no_op", "confirmed")])
def test_contrary_effects_differ(was: str, now: str) -> None:
    assert said(recording({"effect": was}), reply(now)) == f"step 1 (click SaveButton): recorded {was}, now {now}"


@pytest.mark.parametrize(("was", "now"), [("confirmed", "unverifiable"), ("unverifiable", "no_op"), ("no_op", "no_op")])
def test_what_could_not_be_seen_contradicts_nothing(was: str, now: str) -> None:
    assert said(recording({"effect": was}), reply(now)) == ""


def test_another_element_differs_and_another_name_does_not() -> None:
    made = recording({"effect": "confirmed", "element": ELEMENT})
    assert said(made, reply(name="Save 4")) == ""
    assert "on Button SaveButton, now on CheckBox SaveButton" in said(made, reply(control_type="CheckBox"))
    assert "now on Button StoreButton" in said(made, reply(automation_id="StoreButton"))


def test_a_window_differs_only_when_it_never_opened_in_the_recorded_run() -> None:
    made = recording({"effect": "confirmed"}, later={"effect": "confirmed", "windows_opened": ["Order 12"]})
    assert said(made, reply(opened=("Order 13",))) == ""
    assert "recorded opened no window, now opened 'Sorry'" in said(made, reply(opened=("Sorry",)))


def test_what_could_be_done_and_now_cannot_ends_the_run() -> None:
    made = recording({"effect": "confirmed"})
    found = compare(made.acts[0], Came(error=ElementNotFound("No element.")), made)
    assert found is not None
    assert found.ends
    assert found.seen == "element_not_found"
    assert compare(recording({"error": "element_not_found"}).acts[0], Came(error=ElementNotFound("x")), made) is None


def test_after_the_cause_of_the_failure_a_mended_program_goes_its_own_way() -> None:
    made = recording({"effect": "no_op", "findings": ["expectation_not_met"]})
    assert said(made, reply("confirmed", opened=("Done",))) == ""
    crashed = recording({"error": "app_exited", "findings": ["process_exited"]})
    assert said(crashed, reply("confirmed")) == ""
    assert said(crashed, Came(error=AppExited("ended"))) == ""


def test_a_check_that_held_and_no_longer_does_differs() -> None:
    check = {
        "tool": "wait_for",
        "args": {"until": {"window_exists": "Card"}},
        "recorded": {"check": "expected", "ok": True},
    }
    made = parse_recording({"actions": [check]}, "f.json")
    failed = Came(verdict=Verdict(False, "a window 'Card'", "none"))
    assert "recorded held, now not met (expected a window 'Card'; seen none)" in said(made, failed)
    assert said(made, Came(verdict=Verdict(True, "", ""))) == ""


def test_an_action_that_nobody_recorded_differs_only_where_it_cannot_be_done() -> None:
    made = parse_recording({"actions": [CLICK]}, "f.json")
    assert said(made, reply("no_op")) == ""
    assert "recorded possible, now element_not_found" in said(made, Came(error=ElementNotFound("x")))


@pytest.mark.parametrize(
    ("recorded", "now", "fits"),
    [
        ("Orders (12)", "Orders (7)", True),
        ("^Orders 12$", "Orders 7", True),
        ("^Orders \\d{1,2}$", "Orders 7", True),
        ("Orders 12 [draft", "Orders 7 [draft", True),
        ("Orders 12", "Customers 7", False),
        ("Orders", "Orders 7", True),
    ],
)
def test_a_title_fits_with_other_numbers(recorded: str, now: str, fits: bool) -> None:
    from wpfagent.core.model import Rect, WindowInfo

    window = WindowInfo(1, 1, "a.exe", now, "Window", Rect(0, 0, 9, 9))
    assert bool(find_by_title(with_other_numbers(recorded), [window])) is fits
