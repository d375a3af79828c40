"""The oracles `slow_response`, `exit_code` and `process_survives`."""

from __future__ import annotations

from typing import Any

import pytest
from observed import control, ended, observed, window

from wpfagent.core.errors import AppNotResponding, InvalidArgument
from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.exit_code import ExitCode, ExitCodeSettings
from wpfagent.testing.oracles.process_exited import ProcessExited
from wpfagent.testing.oracles.process_survives import ProcessSurvives, ProcessSurvivesSettings
from wpfagent.testing.oracles.slow_response import SlowResponse, SlowResponseSettings

BUTTON = control("Ponder", "Button", automation_id="Ponder")


class Clicks:
    """Clicks one after the other, each with how long the UI thread was busy."""

    def __init__(self, **settings: Any) -> None:
        self.oracle = SlowResponse(SlowResponseSettings(**settings))
        self.time_s = self.idle_s = 0.0

    def busy(self, *times_ms: int, idle: float = 1.0, **given: Any) -> Finding | None:
        found = None
        for busy_ms in times_ms:
            self.time_s += busy_ms / 1000 + 0.1
            self.idle_s += (busy_ms / 1000 + 0.1) * idle
            seen = {"effect": "confirmed", "control": BUTTON, **given}
            usage = Usage(1, 1, idle_s=self.idle_s)
            found = self.oracle.check(observed(busy_ms=busy_ms, time_s=self.time_s, usage=usage, **seen))
        return found


def test_an_answer_that_takes_far_longer_than_the_others_is_slow() -> None:
    clicks = Clicks()
    assert clicks.busy(40, 60, 30, 2_900) is None
    found = clicks.busy(4_000)
    assert found is not None
    assert (found.severity, found.details["usual_ms"]) == ("failure", 50)


def test_too_few_others_or_others_that_are_slow_too_only_warn() -> None:
    assert getattr(Clicks().busy(4_000), "severity", None) == "warning"
    assert getattr(Clicks().busy(900, 1_000, 1_100, 3_500), "severity", None) == "warning"


def test_a_loaded_machine_makes_it_uncertain() -> None:
    assert getattr(Clicks().busy(250, 250, 250, 4_000, idle=0.02), "severity", None) == "warning"
    assert getattr(Clicks().busy(250, 250, 250, 4_000, idle=0.5), "severity", None) == "failure"
    at_its_end = Clicks()
    at_its_end.busy(250)
    assert getattr(at_its_end.busy(250, 250, 4_000, idle=0.0), "severity", None) == "warning"
    assert getattr(Clicks().busy(60, 60, 60, 4_000, idle=0.02), "severity", None) == "failure"


def test_what_is_slow_again_on_a_loaded_machine_on_which_others_are_not_is_slow() -> None:
    clicks, other = Clicks(), control("Other", "Button", automation_id="Other")
    clicks.busy(250, 250, 250, idle=0.02, control=other)
    assert getattr(clicks.busy(4_000, idle=0.02), "severity", None) == "warning"
    assert getattr(clicks.busy(4_000, idle=0.02), "severity", None) == "failure"
    slow = Clicks()
    slow.busy(1_000, 1_100, 1_000, idle=0.02, control=other)
    assert [getattr(slow.busy(4_000, idle=0.02), "severity", None) for _ in range(2)] == ["warning"] * 2


def test_from_freezing_on_it_is_the_business_of_not_responding() -> None:
    assert Clicks().busy(40, 40, 40, 5_000) is None
    assert Clicks().busy(40, 40, 40, 4_000, freeze_ms=4_000) is None
    clicks = Clicks()
    clicks.busy(40, 40, 40)
    assert clicks.busy(4_000, error=AppNotResponding("no answer"), effect=None) is None


def test_a_file_dialog_may_take_its_time_and_the_limit_can_be_set() -> None:
    dialog = window(200, "Open", class_name="#32770", owner=100)
    clicks = Clicks()
    clicks.busy(40, 40, 40)
    assert clicks.busy(4_000, windows=(dialog, window())) is None
    assert Clicks(limit_ms=500).busy(40, 40, 40, 600) is not None
    with pytest.raises(InvalidArgument):
        SlowResponseSettings(limit_ms=0)


def test_what_is_suspected_needs_no_others() -> None:
    first = Clicks().busy(40, 40, 40, 4_000)
    assert first is not None
    assert getattr(Clicks(suspect=first.details["suspect"]).busy(4_000), "severity", None) == "failure"


# -- exit_code --------------------------------------------------------------------------------------------------------


def end(code: int | None, **given: Any) -> list[str]:
    """The oracles that find something wrong with an end."""
    seen = ended(code, **given)
    found = [ExitCode().check(seen), ProcessExited().check(seen)]
    return [f.oracle for f in found if f is not None]


@pytest.mark.parametrize(
    "asked",
    [
        {"action": "close_window", "subject": "close_window 'OrderDesk'"},
        {"action": "send_keys", "subject": "send_keys 'Alt+F4'"},
        {"subject": "click MenuItem 'Exit'"},
        {"subject": "click MenuItem '終了(X)'"},
    ],
)
def test_an_end_that_was_asked_for_must_have_code_0(asked: dict[str, Any]) -> None:
    assert end(3, **asked) == ["exit_code"]
    assert end(0, **asked) == []
    assert end(0xE0434352, **asked) == ["process_exited"]


def test_an_end_that_nobody_asked_for_is_the_business_of_process_exited() -> None:
    assert end(3) == ["process_exited"]
    assert end(1, action="quit_application", subject="quit_application") == []


def test_a_code_may_be_allowed_and_the_end_is_the_same_fault_after_any_action() -> None:
    seen = ended(3, action="close_window", subject="close_window")
    assert ExitCode(ExitCodeSettings(allowed_codes=(3,))).check(seen) is None
    found = ExitCode().check(seen)
    assert found is not None
    assert not found.of_last_action


def test_the_answer_to_the_programs_question_ends_it_as_well() -> None:
    oracle = ExitCode()
    oracle.check(observed(action="close_window", subject="close_window"))
    found = oracle.check(ended(3, subject="click Button 'No'"))
    assert found is not None


# -- process_survives -------------------------------------------------------------------------------------------------


def survive(*seen: tuple[float, dict[str, Any]], **settings: Any) -> list[Finding | None]:
    oracle = ProcessSurvives(ProcessSurvivesSettings(**settings))
    return [oracle.check(observed(time_s=time_s, **given)) for time_s, given in seen]


CLOSED: dict[str, Any] = {"windows": (), "after": None, "action": "click", "subject": "click MenuItem 'Exit'"}
LOOK: dict[str, Any] = {"windows": (), "after": None, "before": None, "action": "glance", "subject": "click 'Exit'"}


def test_a_process_that_runs_on_without_a_window_is_found_when_its_time_is_over() -> None:
    first, second = survive((1.0, CLOSED), (6.1, LOOK))
    assert first is None
    assert second is not None
    assert (second.severity, second.details["passed_ms"]) == ("failure", 5_100)
    assert survive((1.0, CLOSED), (2.0, LOOK)) == [None, None]
    assert survive((1.0, CLOSED), (2.0, LOOK), settle_ms=500)[1] is not None


def test_a_window_that_comes_back_or_a_process_that_ends_is_healthy() -> None:
    back = {"windows": (window(),)}
    assert survive((1.0, CLOSED), (2.0, back), (9.0, back)) == [None] * 3
    oracle = ProcessSurvives()
    assert oracle.check(observed(time_s=1.0, **CLOSED)) is None
    assert oracle.check(ended(0, time_s=9.0)) is None


def test_after_anything_but_an_exit_it_only_warns_and_without_a_window_before_it_says_nothing() -> None:
    hidden = {**CLOSED, "subject": "click Button 'Minimise to tray'"}
    found = survive((1.0, hidden), (9.0, LOOK))[1]
    assert found is not None
    assert found.severity == "warning"
    assert survive((1.0, LOOK), (9.0, LOOK)) == [None, None]
