"""What a run remembers of its last actions: the evidence before and after each, for the ticket of a failure."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.model import Control, Picture, Snapshot
from wpfagent.desktops.target import Target
from wpfagent.testing.oracles.base import Finding

KEPT = 3
"""So many entries keep their trees and pictures."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How an application looked at one time.

    Args:
        time: ISO 8601.
        snapshot: its tree; None when it could not be read.
        picture: its top window; None when it could not be taken.
        missing: why something of this is missing; '' when nothing is.
    """

    time: str
    snapshot: Snapshot | None = None
    picture: Picture | None = None
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action or check that went through the gate.

    Args:
        n: its number in the record.
        subject: in words.
        fields: as `steps.jsonl` keeps it: durable selectors, masked secrets.
        control: the element as it was found.
        acted: whether it may have changed the program; reads and checks do not.
        before: how the application was before.
        after: and afterwards.
        findings: what the oracles found.
    """

    n: int
    subject: str
    fields: Mapping[str, Any]
    control: Control | None = None
    acted: bool = False
    before: Moment | None = None
    after: Moment | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Incident:
    """A failure as it is handed to whoever writes tickets.

    Args:
        finding: what is wrong; the strongest when several oracles saw the same.
        also: what the other oracles said of the same moment, warnings too.
        entry: the action or check after which it was seen.
        cause: the last action that may have changed the program, `entry` itself where it acted, or the one before where
            the finding belongs to that; its before and after are the evidence.
        after: how the application looks now.
        target: the application.
    """

    finding: Finding
    also: tuple[Finding, ...]
    entry: Entry
    cause: Entry
    after: Moment
    target: Target


@dataclass(slots=True)
class Trail:
    """The last entries, and what was reported already."""

    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=KEPT))
    last_act: Entry | None = None
    act_before: Entry | None = None
    reported: set[tuple[str, str, str]] = field(default_factory=set)

    def add(self, entry: Entry) -> None:
        """Remember an entry."""
        self.entries.append(entry)
        if entry.acted:
            self.act_before, self.last_act = self.last_act, entry

    def cause_of(self, finding: Finding, entry: Entry) -> Entry:
        """Return the action that a finding belongs to; what it was seen at, where nothing was done."""
        earlier = self.act_before if finding.of_action_before else None
        return earlier or self.last_act or entry

    def fresh(self, target: Target, findings: list[Finding]) -> tuple[Finding, ...]:
        """Return what was not reported before for this target, and remember it."""
        new = [f for f in findings if (target.identity, f.oracle, f.key) not in self.reported]
        self.reported.update((target.identity, f.oracle, f.key) for f in new)
        return tuple(new)
