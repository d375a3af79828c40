"""What a run remembers of its last actions, and a failure with the evidence that its ticket needs."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wpfagent.core.model import Control, Picture, Rect, Snapshot
from wpfagent.desktops.target import Target
from wpfagent.testing.oracles.base import Finding

if TYPE_CHECKING:
    from wpfagent.testing.record.read import Session

KEPT = 3
"""How many entries keep their trees and pictures."""


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

    def shows(self, now: Snapshot) -> bool:
        """Whether nothing has changed since; `is` first: comparing hundreds of controls takes its time."""
        left = self.snapshot
        return left is now or (left is not None and left.windows == now.windows and left.controls == now.controls)

    def rect_of(self, control: Control | None) -> Rect | None:
        """Return where a control was in it; as it was when it was found where there is no tree."""
        if control is None or self.snapshot is None:
            return control.bounding_rect if control is not None else None
        return next((c.bounding_rect for c in self.snapshot if c.ref == control.ref), None)

    def find(self, selector: Mapping[str, Any]) -> Control | None:
        """Return the element that a durable selector names; None when there is none, or not just one."""
        wanted = {k: selector[k] for k in ("automation_id", "name", "control_type") if selector.get(k)}
        if not wanted or selector.get("row") is not None:
            return None
        if "automation_id" in wanted:
            wanted.pop("name", None)
        fitting = [c for c in self.snapshot or () if all(getattr(c, k) == v for k, v in wanted.items())]
        return fitting[0] if len(fitting) == 1 else None


NOTHING_BEFORE = Moment("", missing="nothing had been done before")


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
class FailureEvent:
    """A failure: what is wrong, the step after which it was seen, and the evidence.

    The recorder makes it of what it keeps in memory. `tickets.failure.opened` adds what the session's record has: its
    lines, secrets masked, and the difference between before and after.

    Args:
        finding: what is wrong; the strongest when several oracles saw the same.
        also: what the other oracles said of the same moment, warnings too.
        entry: the action or check after which it was seen.
        cause: the last action that may have changed the program, `entry` itself where it acted, or the one before where
            the finding belongs to that; its before and after are the evidence.
        after: how the application looks now.
        target: the application.
        before: how it looked before that action.
        session: the record, its lines up to the failure; None before it was read.
        difference: between before and after.
        sources: folders with the program's source code.
    """

    finding: Finding
    also: tuple[Finding, ...]
    entry: Entry
    cause: Entry
    after: Moment
    target: Target
    before: Moment = NOTHING_BEFORE
    session: Session | None = None
    difference: Mapping[str, Any] = field(default_factory=dict)
    sources: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that the oracles said of this moment, the strongest first."""
        return (self.finding, *self.also)

    @property
    def record(self) -> Session:
        """The session's record, once it was read."""
        assert self.session is not None
        return self.session

    @property
    def lines(self) -> tuple[Mapping[str, Any], ...]:
        """The record's lines up to the failure."""
        return self.record.steps

    @property
    def line(self) -> Mapping[str, Any]:
        """The line of the action or check after which it was seen."""
        return self.entry.fields

    @property
    def cause_line(self) -> Mapping[str, Any]:
        """The line of the last action that may have changed the program."""
        return self.cause.fields

    @property
    def selector(self) -> Mapping[str, Any]:
        """The selector that the failed action or check is about; {} where it names none."""
        named: Mapping[str, Any] = self.line.get("selector") or {}
        return named

    @property
    def looks(self) -> tuple[Moment, ...]:
        """How the program looked: when the failure was seen, and before."""
        return self.after, self.before


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
