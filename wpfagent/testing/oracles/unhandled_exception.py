"""The oracle `unhandled_exception`: an exception that nobody handled."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.errors import HandlerThrew
from wpfagent.core.exit_codes import is_by_runtime, is_crash, name_of
from wpfagent.core.pattern import compile_re
from wpfagent.dotnet import Thrown
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.observing.log_files import read_tail
from wpfagent.testing.oracles.base import ExceptionFacts, Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.crash_dump import find_dump
from wpfagent.testing.oracles.parts.event_log import NATIVE, Event, Reading, events_for
from wpfagent.testing.oracles.parts.exceptions import is_unhandled, parse_exception
from wpfagent.testing.oracles.parts.thrown import code_of, ending, facts_of, printed_code_of
from wpfagent.testing.runtime.facts import Inside, met_last_resort, own_frames, went_to_caller

FAULTS = frozenset({"System.AccessViolationException", "System.StackOverflowException"})
"""What .NET makes of a fault of native code: the process ends with that fault's status."""
TRIES = 3
"""Windows may write its events a moment after the process ended: so many times they are looked for."""
EARLIER_S = 5.0
"""An event may carry a slightly earlier time than our clock."""


@dataclass(frozen=True, slots=True)
class UnhandledExceptionSettings:
    """Where it looks, and what the program's own handler of last resort is meant for."""

    event_log: bool = field(default=True, metadata={"doc": "whether the Application event log is read"})
    ignore: str | None = field(
        default=None,
        metadata={
            "doc": "a regular expression for `type: message`; what fits is none while the program's handler for what "
            "nobody handled keeps it going"
        },
    )

    def __post_init__(self) -> None:
        compile_re(self.ignore or "", "ignore")

    def means(self, thrown: Thrown) -> bool:
        """Return whether an exception that met the last resort counts."""
        said = f"{thrown.type}: {thrown.message}"
        return self.ignore is None or compile_re(self.ignore, "ignore").search(said) is None


@dataclass(slots=True)
class Tries:
    """How often what ended the program was looked for."""

    count: int = 0


class UnhandledException(Oracle[UnhandledExceptionSettings, Tries]):
    """An exception that nobody handled has ended the program, or would have, had a person done what was done.

    Where a pattern of UI Automation calls the program's handler, an exception of it goes back to the caller; where a
    message does, WPF and Windows Forms give it to the program's handler of last resort, if there is one, and go on: the
    .NET runtime tells of both. All else is read only once the process has ended: what it wrote to stderr where we
    started it, else what its .NET runtime told, else the Application event log; a crash dump is named where one was
    left.
    """

    rank = 10

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        state, memory, baseline = observation.liveness, self.memory, self.baseline
        if state.running and observation.inside is not None:
            for one, is_late in observation.inside.told():
                if went_to_caller(one) or (met_last_resort(one) and self.settings.means(one)):
                    return _survived(observation, one, is_late=is_late)
        if isinstance(observation.error, HandlerThrew):
            is_refusal = _is_refusal(observation.inside, observation.error)
            return _untold(observation, observation.error) if not is_refusal else None
        if state.running and observation.inside is not None:
            return None
        if state.running or state.exit_code == 0 or memory.count >= TRIES:
            return None
        memory.count += 1
        exception = _from_stderr(observation, baseline)
        thrown = _from_runtime(observation)
        if exception is None and thrown is not None:
            exception = facts_of(thrown)
        reading = Reading()
        if exception is None and self.settings.event_log:
            since = baseline.time - EARLIER_S
            reading = events_for(observation.target.pid, observation.target.exe or observation.target.process, since,
                                 time.time() + EARLIER_S)  # fmt: skip
            exception = next((e.exception for e in reading if e.exception is not None), None)
        native = next((e for e in reading if e.provider == NATIVE), None)
        if exception is None and native is None:
            return None
        memory.count = TRIES
        details = _details(observation, baseline, reading)
        if exception is not None:
            is_same = thrown is not None and thrown.type in exception.text
            details |= (code_of(thrown) if thrown is not None and is_same else {}) or printed_code_of(exception)
        return _finding(observation, exception, native, details)


def _survived(observation: Observation, thrown: Thrown, *, is_late: bool) -> Finding:
    exception, code, process = facts_of(thrown), code_of(thrown), observation.target.process
    said, subject = _said(exception), observation.act_of(is_late=is_late)
    told = f"{process} threw an unhandled {exception.type}{said} (stopped by nothing but {thrown.caught_by})."
    if went_to_caller(thrown):
        told = f"{process} threw an unhandled {exception.type}{said} (from a handler that UI Automation had called)."
    return Finding(
        "unhandled_exception",
        f"{process} threw an unhandled {exception.type} after {subject}",
        told,
        f"{process} goes on after {subject}.",
        key=f"{exception.type} in {code['own_frames'][0]}",
        details=code,
        exception=exception,
        of_action_before=is_late,
    )


def _is_refusal(inside: Inside | None, error: HandlerThrew) -> bool:
    """Whether a runtime that tells all tells of no such exception out of the program's own code: the framework refused.

    A cell cannot be edited, for one, while another one is in error.
    """
    if inside is None or inside.lost:
        return False
    code = error.details["hresult"]
    return not any(own_frames(t) for t, _ in inside.told() if f"0x{t.hresult:08X}" == code)


def _untold(observation: Observation, error: HandlerThrew) -> Finding:
    """An exception of which only its number is known: no runtime tells more."""
    process, subject, code = observation.target.process, observation.subject, error.details["hresult"]
    return Finding(
        "unhandled_exception",
        f"{process} threw an unhandled exception after {subject}",
        f"{process} threw an unhandled exception {code} (from a handler that UI Automation had called).",
        f"{process} goes on after {subject}.",
        key=f"{code} after {subject}",
        details={"hresult": code},
    )


def _said(exception: ExceptionFacts) -> str:
    """The first line of an exception's message, to be put behind its type; '' where it has none."""
    return f": {exception.message.splitlines()[0]}" if exception.message else ""


def _from_stderr(observation: Observation, baseline: Baseline) -> ExceptionFacts | None:
    """The exception on stderr, if it is what ended the program: one may also be printed, and the program goes on."""
    if observation.stderr_path is None:
        return None
    text = read_tail(observation.stderr_path, baseline.stderr_size)
    found = parse_exception(text, "stderr") if text else None
    if found is None:
        return None
    code = observation.liveness.exit_code
    by_code = code is not None and _may_end(found.type, code)
    return found if by_code or is_unhandled(text) or text.strip().endswith(found.text) else None


def _from_runtime(observation: Observation) -> Thrown | None:
    """The exception that ended the program, as its runtime told of it.

    None where it ended with a code of its own, or by a fault of native code: what was thrown last was caught then.
    """
    code, thrown = observation.liveness.exit_code, ending(observation.inside)
    return thrown if thrown is not None and (code is None or _may_end(thrown.type, code)) else None


def _may_end(exception: str, code: int) -> bool:
    """Whether an exception of this type ends a process with this code."""
    return is_by_runtime(code) or (exception in FAULTS and is_crash(code))


def _details(observation: Observation, baseline: Baseline, reading: Reading) -> dict[str, Any]:
    target, code = observation.target, observation.liveness.exit_code
    details: dict[str, Any] = {} if code is None else {"exit_code_name": name_of(code)}
    dump = find_dump(target.exe or target.process, target.pid, baseline.time - EARLIER_S)
    if dump is not None:
        details["dump"] = str(dump)
    if reading.events:
        details["events"] = [e.to_dict() for e in reading.events]
    if reading.problem:
        details["event_log"] = reading.problem
    return details


def _finding(
    observation: Observation, exception: ExceptionFacts | None, native: Event | None, details: dict[str, Any]
) -> Finding:
    process, code = observation.target.process, observation.liveness.exit_code
    if exception is not None:
        said = _said(exception)
        title = f"{process} ended with an unhandled {exception.type} after {observation.subject}"
        actual = f"{process} ended with an unhandled {exception.type}{said} (read from: {exception.source})."
    else:
        assert native is not None
        what = name_of(native.code) if native.code is not None else "a fault"
        where = f" in {native.module}" if native.module else ""
        details["module"] = native.module
        title = f"{process} crashed with {what}{where} after {observation.subject}"
        actual = f"{process} crashed with {what}{where}, as the event log says."
        code = code if code is not None else native.code
    return Finding(
        "unhandled_exception",
        title,
        actual,
        f"{process} goes on after {observation.subject}.",
        key="ended",
        details=details,
        exception=exception,
        exit_code=code,
    )
