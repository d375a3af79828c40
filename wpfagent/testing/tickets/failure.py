"""A failure with the session's record up to it, which a ticket is made from. Secrets are masked in all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent.testing.record.actions import came_too_late
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import NOTHING_BEFORE, Entry, FailureEvent, Moment
from wpfagent.testing.record.tree import snapshot_of, tree_of
from wpfagent.testing.tickets.difference import difference_of

Line = Mapping[str, Any]


def opened(failure: FailureEvent, writer: SessionWriter, sources: tuple[str, ...] = ()) -> FailureEvent:
    """Return a failure with its record, masked, and the difference between before and after. Raises StorageFailed."""
    record = read_session(Path(writer.folder))
    lines = {int(line["n"]): line for line in record.steps if int(line.get("n", 0)) <= failure.entry.n}
    for entry in (failure.cause, failure.entry):
        if entry.n not in lines:
            lines[entry.n] = {"n": entry.n, "subject": entry.subject, **writer.masks.mask(entry.fields)}
    before = _masked(writer, failure.cause.before or failure.entry.before)
    after = _masked(writer, failure.after)
    facts = {**record.facts, **writer.masks.mask(writer.facts)}
    made = replace(
        failure,
        before=before,
        after=after,
        session=replace(record, facts=facts, steps=()),
        difference=difference_of(before.snapshot, after.snapshot, before.missing or after.missing),
        sources=sources,
    )
    return with_lines(made, tuple(lines[n] for n in sorted(lines)))


def with_lines(failure: FailureEvent, steps: tuple[dict[str, Any], ...]) -> FailureEvent:
    """Return a failure whose record has these lines."""
    lines = {line["n"]: line for line in steps}
    return replace(
        failure,
        session=replace(failure.record, steps=steps),
        entry=replace(failure.entry, fields=lines[failure.entry.n]),
        cause=replace(failure.cause, fields=lines[failure.cause.n]),
    )


def operated(failure: FailureEvent) -> Entry:
    """Return the action that was tried last: the failed one, or the one before a failed check."""
    line = failure.line
    is_action = "action" in line and bool(line.get("selector")) and not came_too_late(line)
    return failure.entry if is_action else failure.cause


def _masked(writer: SessionWriter, moment: Moment | None) -> Moment:
    """How the program looked, as it may be seen."""
    if moment is None:
        return NOTHING_BEFORE
    snapshot, picture = moment.snapshot, moment.picture
    return replace(
        moment,
        snapshot=snapshot_of(tree_of(snapshot, writer.masks)) if snapshot is not None else None,
        picture=writer.cover.covered(picture, snapshot) if picture is not None else None,
    )
