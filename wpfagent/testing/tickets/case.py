"""What a ticket is made from: the failure, and the session's record up to it. Secrets are masked in all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wpfagent.core.model import Control, Picture, Rect, Snapshot
from wpfagent.testing.record.actions import came_too_late
from wpfagent.testing.record.read import Session, read_session
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import Entry, Incident, Moment
from wpfagent.testing.record.tree import snapshot_of, tree_of
from wpfagent.testing.tickets.difference import difference_of

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """How the program looked: its tree and its picture as they may be seen, and why one of them is missing."""

    snapshot: Snapshot | None = None
    picture: Picture | None = None
    missing: str = ""

    def rect_of(self, control: Control | None) -> Rect | None:
        """Return where a control was in it; as it was when it was found where there is no tree."""
        if control is None or self.snapshot is None:
            return control.bounding_rect if control is not None else None
        return next((c.bounding_rect for c in self.snapshot if c.ref == control.ref), None)


@dataclass(frozen=True, slots=True)
class Case:
    """A failure and the record up to it.

    Args:
        incident: what failed.
        session: the record, its lines up to the failure.
        line: the line of the action or check after which it was seen.
        cause: the line of the last action that may have changed the program.
        before: how the program looked before that action.
        after: how it looked when the failure was seen.
        difference: between the two.
        sources: folders with the program's source code.
    """

    incident: Incident
    session: Session
    line: Line
    cause: Line
    before: Look
    after: Look
    difference: Mapping[str, Any]
    sources: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The record's lines up to the failure."""
        return self.session.steps

    @property
    def selector(self) -> Mapping[str, Any]:
        """The selector that the failed action or check is about; {} where it names none."""
        named: Mapping[str, Any] = self.line.get("selector") or {}
        return named

    def found(self, selector: Mapping[str, Any], look: Look) -> Control | None:
        """Return the element of a look that a durable selector names; None when there is none, or not just one."""
        wanted = {k: selector[k] for k in ("automation_id", "name", "control_type") if selector.get(k)}
        if not wanted or selector.get("row") is not None:
            return None
        if "automation_id" in wanted:
            wanted.pop("name", None)
        fitting = [c for c in look.snapshot or () if all(getattr(c, k) == v for k, v in wanted.items())]
        return fitting[0] if len(fitting) == 1 else None


def open_case(incident: Incident, writer: SessionWriter, sources: tuple[str, ...] = ()) -> Case:
    """Return what a ticket about this failure is made from. Raises StorageFailed."""
    record = read_session(Path(writer.folder))
    lines = {int(line["n"]): line for line in record.steps if int(line.get("n", 0)) <= incident.entry.n}
    for entry in (incident.cause, incident.entry):
        if entry.n not in lines:
            lines[entry.n] = {"n": entry.n, "subject": entry.subject, **writer.masks.mask(entry.fields)}
    facts = {**record.facts, **writer.masks.mask(writer.facts)}
    session = replace(record, facts=facts, steps=tuple(lines[n] for n in sorted(lines)))
    before = _look(writer, incident.cause.before or incident.entry.before)
    after = _look(writer, incident.after)
    return Case(
        incident,
        session,
        lines[incident.entry.n],
        lines[incident.cause.n],
        before,
        after,
        difference_of(before.snapshot, after.snapshot, before.missing or after.missing),
        sources,
    )


def operated(case: Case) -> tuple[Entry, Line]:
    """Return the action that was tried last: the failed one, or the one before a failed check."""
    incident = case.incident
    if "action" in case.line and case.line.get("selector") and not came_too_late(case.line):
        return incident.entry, case.line
    return incident.cause, case.cause


def _look(writer: SessionWriter, moment: Moment | None) -> Look:
    if moment is None:
        return Look(missing="nothing had been done before")
    snapshot = moment.snapshot
    picture = writer.cover.covered(moment.picture, snapshot) if moment.picture is not None else None
    seen = snapshot_of(tree_of(snapshot, writer.masks)) if snapshot is not None else None
    return Look(seen, picture, moment.missing)
