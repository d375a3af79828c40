"""The oracles of the process: it ended, it crashed, it does not answer."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest
from observed import STACK, control, ended, observed, window

from wpfagent.core.errors import AppNotResponding
from wpfagent.core.exit_codes import name_of
from wpfagent.core.model import Liveness
from wpfagent.desktops.target import exited
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.not_responding import NotResponding, NotRespondingSettings
from wpfagent.testing.oracles.parts.event_log import Reading, parse_event, select
from wpfagent.testing.oracles.process_exited import ProcessExited, ProcessExitedSettings
from wpfagent.testing.oracles.unhandled_exception import UnhandledException

EVENTS = Path(__file__).parents[2] / "data" / "events"


# -- process_exited -------------------------------------------------------------------------------------------------


def exit_of(seen: Observation, oracle: ProcessExited | None = None, **settings: Any) -> Any:
    return (oracle or ProcessExited(ProcessExitedSettings(**settings))).check(seen)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (0xE0434352, "0xE0434352 .NET unhandled exception"),
        (-532462766, "0xE0434352 .NET unhandled exception"),
        (0xC0000005, "0xC0000005 STATUS_ACCESS_VIOLATION"),
        (0xC00000FD, "0xC00000FD STATUS_STACK_OVERFLOW"),
        (3, "3"),
        (0xDEADBEEF, "0xDEADBEEF"),
    ],
)
def test_an_exit_with_an_error_code_is_a_failure_that_names_it(code, name):
    assert name_of(code) == name
    found = exit_of(ended(code))
    assert found.severity == "failure"
    assert name in found.title


def test_an_exit_with_0_is_fine_only_after_what_asks_for_it():
    button = control("Exit", "Button", automation_id="ExitButton")
    assert exit_of(ended(0, control=button, subject="click Button 'Exit'")) is None
    assert exit_of(ended(0, subject="click MenuItem '終了(X)'")) is None
    assert exit_of(ended(0, action="close_window", subject="close_window 'OrderDesk'")) is None
    assert exit_of(ended(0)).severity == "warning"
    assert exit_of(ended(0, is_test=True)).severity == "failure"


def test_the_answer_to_the_programs_question_ends_it_as_well():
    oracle = ProcessExited()
    assert exit_of(observed(action="close_window", subject="close_window"), oracle) is None
    assert exit_of(ended(0, subject="click Button 'No'"), oracle) is None


def test_a_step_of_a_test_that_finds_no_program_is_a_failure_though_it_ended_well():
    error = exited("OrderDesk.exe", 4711, 0)
    oracle = ProcessExited()
    assert exit_of(ended(0, subject="click Button 'Exit'", is_test=True), oracle) is None
    assert exit_of(ended(0, is_test=True, error=error), oracle).severity == "failure"
    assert exit_of(ended(0, is_test=True, error=error, action="close_window"), oracle) is None


def test_an_end_that_was_asked_for_is_left_to_exit_code_but_for_a_crash():
    assert exit_of(ended(3, action="close_window", subject="close_window")) is None
    assert exit_of(ended(3, subject="click Button 'Exit'")) is None
    assert exit_of(ended(0xE0434352, subject="click Button 'Exit'")).severity == "failure"
    assert exit_of(ended(1, action="quit_application", subject="quit_application")) is None
    assert exit_of(ended(3), allowed_codes=(3,)).severity == "warning"
    assert exit_of(ended(None)).severity == "failure"


def test_a_program_that_runs_has_not_ended():
    assert exit_of(observed()) is None


# -- not_responding -------------------------------------------------------------------------------------------------


def test_a_handler_that_takes_too_long_is_named_with_its_time():
    found = NotResponding().check(observed(busy_ms=6_200))
    assert found is not None
    assert "6200 ms" in found.title
    assert found.details["handler"] == "click Button 'Save' (automation_id SaveButton)"
    assert not found.details["still_hung"]


def test_a_slow_handler_below_the_limit_is_none_and_the_limit_can_be_set():
    assert NotResponding().check(observed(busy_ms=4_900)) is None
    assert NotResponding(NotRespondingSettings(freeze_ms=800)).check(observed(busy_ms=900)) is not None
    assert NotResponding().check(observed(busy_ms=900, freeze_ms=800)) is not None


def test_an_action_that_gave_up_early_on_a_program_that_recovered_fails_only_in_a_test():
    slow = {"error": AppNotResponding("It does not answer."), "busy_ms": 1_500}
    assert NotResponding().check(observed(**slow)) is None
    in_test = NotResponding().check(observed(**slow, is_test=True))
    assert in_test is not None
    assert not in_test.details["still_hung"]
    assert NotResponding().check(observed(**{**slow, "busy_ms": 4_990})) is not None
    assert NotResponding().check(observed(**slow, liveness=Liveness(True, False))) is not None


def test_one_hang_is_reported_once_and_a_second_one_again():
    oracle = NotResponding()
    hung = observed(liveness=Liveness(True, responding=False), error=AppNotResponding("It does not answer."))
    keys = []
    for seen in (hung, hung, observed(), hung):
        found = oracle.check(seen)
        keys.append(found.key if found else None)
    assert keys == ["hang 1", "hang 1", None, "hang 2"]


def test_a_program_that_ended_does_not_hang():
    gone = ended(3, error=AppNotResponding("It does not answer."))
    assert NotResponding().check(gone) is None


# -- unhandled_exception --------------------------------------------------------------------------------------------


def judge(seen: Observation, oracle: UnhandledException | None = None) -> Any:
    return (oracle or UnhandledException()).check(seen)


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The Application log holds what the test puts in: names of recorded events."""
    held: dict[str, Any] = {"names": [], "problem": "", "asked": 0}

    def events_for(pid: int, exe: str, since: float, until: float) -> Reading:
        held["asked"] += 1
        texts = [(EVENTS / f"{n}.xml").read_text(encoding="utf-8") for n in held["names"]]
        return Reading(select(map(parse_event, texts), 7432, exe), held["problem"])

    monkeypatch.setattr(sys.modules["wpfagent.testing.oracles.unhandled_exception"], "events_for", events_for)
    return held


def stderr(tmp_path: Path, text: str) -> str:
    path = tmp_path / "app.stderr.log"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_what_stderr_says_comes_first_and_the_log_is_not_asked(tmp_path: Path, events: dict[str, Any]) -> None:
    path = stderr(tmp_path, f"starting\nUnhandled exception. {STACK}\n")
    found = judge(ended(0xE0434352, stderr_path=path))
    assert found.exception.type == "System.FormatException"
    assert found.exception.source == "stderr"
    assert found.exit_code == 0xE0434352
    assert found.details["exit_code_name"] == "0xE0434352 .NET unhandled exception"
    assert events["asked"] == 0


def test_only_what_this_process_wrote_to_stderr_counts(tmp_path: Path, events: dict[str, Any]) -> None:
    old = f"Unhandled exception. {STACK}\n"
    path = stderr(tmp_path, old)
    oracle = UnhandledException(baseline=Baseline(stderr_size=len(old.encode())))
    assert judge(ended(3, stderr_path=path), oracle) is None


def test_an_exception_that_was_only_printed_did_not_end_it(tmp_path: Path, events: dict[str, Any]) -> None:
    path = stderr(tmp_path, f"retrying after\n{STACK}\nretried, all is well\n")
    assert judge(ended(3, stderr_path=path)) is None


@pytest.mark.parametrize("name", ["dotnet-framework-1026-en", "dotnet-framework-1026-ja", "dotnet8-1026-en"])
def test_the_event_log_tells_of_the_exception_in_any_language(name: str, events: dict[str, Any]) -> None:
    events["names"] = ["application-error-1000-win10", name]
    found = judge(ended(0xE0434352))
    assert found.exception.source == "event log"
    assert found.exception.type in ("System.FormatException", "System.InvalidOperationException")
    assert len(found.details["events"]) == 2


def test_a_native_crash_names_code_and_module(events: dict[str, Any]) -> None:
    events["names"] = ["application-error-1000-win10"]
    found = judge(ended(0xC0000005))
    assert found.exception is None
    assert "KERNELBASE.dll" in found.title


def test_a_running_program_and_a_clean_exit_cost_no_look_and_a_late_event_is_looked_for_again(
    events: dict[str, Any],
) -> None:
    assert judge(observed()) is None
    assert judge(ended(0)) is None
    assert events["asked"] == 0
    oracle = UnhandledException()
    assert judge(ended(0xE0434352), oracle) is None
    events["names"] = ["dotnet8-1026-en"]
    assert judge(ended(0xE0434352), oracle) is not None
    assert judge(ended(0xE0434352), oracle) is None
    assert events["asked"] == 2


def test_a_log_that_cannot_be_read_is_said_in_the_details(events: dict[str, Any]) -> None:
    events["names"], events["problem"] = ["application-error-1000-win10"], "It did not answer within 2 s."
    assert judge(ended(0xC0000005)).details["event_log"] == "It did not answer within 2 s."


def test_a_crash_dump_is_named(tmp_path: Path, events: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    (tmp_path / "CrashDumps").mkdir()
    dump = tmp_path / "CrashDumps" / "OrderDesk.exe.4711.dmp"
    dump.write_bytes(b"MDMP")
    (tmp_path / "CrashDumps" / "OrderDesk.exe.471.dmp").write_bytes(b"MDMP")
    events["names"] = ["dotnet8-1026-en"]
    assert judge(ended(0xE0434352), UnhandledException(baseline=Baseline(time=time.time()))).details["dump"] == str(
        dump
    )


def test_windows_that_do_not_answer_are_named() -> None:
    hung = observed(windows=(window(title="Reports", responding=False),), error=AppNotResponding("It is hung."))
    found = NotResponding().check(hung)
    assert found is not None
    assert found.details["windows"] == ["Reports"]
