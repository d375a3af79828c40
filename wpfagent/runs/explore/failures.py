"""The failures of an exploration: handed on as from every run, remembered, and known when they come again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.gate.execute import Gate
from wpfagent.runs.explore.results import Found
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.parts.signature import signature_of
from wpfagent.testing.record.cause import cause_facts
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.trail import FailureEvent

BREAKING = frozenset({"not_responding", "process_exited", "error_dialog", "action_failed"})
"""After these a program is not asked to end as it would otherwise."""
DIALOGS = frozenset({"error_dialog", "unhandled_exception"})
"""What comes up as a window that has to be answered."""
HARMLESS = frozenset(
    ("dead_control", "entry_lost", "garbled_text", "memory_growth", "nameless_control", "slow_response", "stated_sum",
     "stuck_disabled")
)  # fmt: skip
"""What leaves the rest of the program as it was: what was set before is worth more than a short way to the failure."""
TELLING, TOLD = 20, 80
"""How long a message has to be that tells an exception from others, and how much of it a dialog has to show."""
HandOn = Callable[[FailureEvent], None]


@dataclass(slots=True)
class Failures:
    """What has failed.

    Args:
        gate: its recorder tells of the failures.
        hand_on: what writes tickets; None writes none.
        found: each failure once, as it was seen first.
        times: how often each was seen, by its signature.
        here: the failures of this run of the application.
        is_over: whether this run has shown something new that may spoil the rest: the next one starts afresh.
    """

    gate: Gate
    hand_on: HandOn | None
    found: list[Found] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)
    here: list[FailureEvent] = field(default_factory=list)
    is_over: bool = False
    _asked: tuple[int, str] | None = None

    def start_over(self) -> None:
        """Begin a run of the application."""
        self.here.clear()
        self.is_over = False
        self._asked = None

    @property
    def is_broken(self) -> bool:
        """Whether the program did more than show something wrong in this run: how it ends then tells nothing new."""
        return any(i.finding.exception is not None or i.finding.oracle in BREAKING for i in self.here)

    def note(self, incident: FailureEvent, *, step: int, run: int, run_step: int) -> Found | None:
        """Take note of a failure; return it where it is new in this exploration. One that is known is only counted.

        Args:
            incident: the failure.
            step: after which step of the exploration.
            run: in which run of the application.
            run_step: after which step of that run.

        Raises:
            StorageFailed: the record cannot be written any more.
        """
        self.here.append(incident)
        signature = signature_of(incident.finding, cause_facts(incident)).id
        breaks = incident.finding.exception is not None or incident.finding.oracle in BREAKING
        if breaks and self._asked and self._asked[0] == run_step - 1:  # its window was answered: that is all
            self._repeat(self._asked[1])
            return None
        known = next((f.signature for f in self.found if _is_shown_by(f.finding, incident.finding)), "")
        if incident.finding.oracle in DIALOGS:
            self._asked = (run_step, known or signature)
        if known:
            self._repeat(known)
            return None
        self.times[signature] += 1
        ticket = self._hand_on(incident)
        if self.times[signature] > 1:
            self._repeat(signature, counted=True)
            return None
        self.is_over = incident.finding.oracle not in HARMLESS
        found = Found(incident.finding, step, run, run_step, time.time(), incident.cause.subject, signature, ticket)
        self.found.append(found)
        return found

    def _repeat(self, signature: str, *, counted: bool = False) -> None:
        """Count a failure that is known already once more."""
        self.times[signature] += not counted
        at = next(i for i, f in enumerate(self.found) if f.signature == signature)
        self.found[at] = replace(self.found[at], times=self.times[signature])

    def _hand_on(self, incident: FailureEvent) -> dict[str, Any] | None:
        if self.hand_on is None:
            return None
        self.hand_on(incident)
        session = recorder_of(self.gate).session
        tickets = session.facts.get("tickets", ()) if session is not None else ()
        return dict(tickets[-1]) if tickets else None


def _is_shown_by(one: Finding, other: Finding) -> bool:
    """Whether one is an exception and the other a dialog that shows its message, whichever was seen first."""
    thrown, shown = (one, other) if one.exception is not None else (other, one)
    if thrown.exception is None or shown.oracle != "error_dialog" or shown.exception is not None:
        return False
    told = " ".join(thrown.exception.message.split())[:TOLD]
    return len(told) >= TELLING and told in " ".join(shown.actual.split())
