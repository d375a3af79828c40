"""Which sessions are kept: the newest, those that are being written, those in which a ticket lies."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.files import MARKER, is_marked
from wpfagent.testing.record.read import SessionEntry, last_change, list_sessions, sessions_folder

DAY_S = 86_400.0
UNMARKED_S = 3_600.0
"""A session without an end and without a marker may be running for this long after its last change."""
_DOOMED = ".pruned-"


@dataclass(frozen=True, slots=True)
class Pruned:
    """What pruning came to.

    Args:
        removed: the ids of the sessions that were deleted, or would be.
        spared: the ids of those that were old enough and stay, each with the reason.
        freed_bytes: what the removed ones took.
    """

    removed: tuple[str, ...]
    spared: tuple[tuple[str, str], ...]
    freed_bytes: int


def prune(
    artifacts: str | Path,
    keep: int | None = None,
    older_than_days: float | None = None,
    *,
    dry_run: bool = False,
    with_tickets: bool = False,
    wall: Callable[[], float] = time.time,
) -> Pruned:
    """Delete old sessions; with both limits only what lies beyond both.

    Args:
        artifacts: the artifacts folder.
        keep: so many of the newest stay.
        older_than_days: those that began later than so many days ago stay.
        dry_run: only say what would be deleted.
        with_tickets: also sessions in which a ticket lies; the tickets themselves stay.
        wall: Unix time in seconds.

    Raises:
        InvalidArgument: neither limit is given, or one is below zero.
    """
    if keep is None and older_than_days is None:
        raise InvalidArgument("Pruning needs a limit.", hint="Give --keep N, or --older-than 30d.")
    if (keep or 0) < 0 or (older_than_days or 0) < 0:
        raise InvalidArgument("A limit cannot be below zero.", hint="For example --keep 20.")
    if not dry_run:
        _sweep(sessions_folder(artifacts))
    old = list_sessions(artifacts)[keep or 0 :]
    if older_than_days is not None:
        limit = wall() - older_than_days * DAY_S
        old = tuple(e for e in old if e.started.timestamp() < limit)
    removed: list[str] = []
    spared: list[tuple[str, str]] = []
    freed = 0
    for entry in old:
        reason = _reason_to_stay(entry, Path(artifacts), with_tickets=with_tickets, now=wall())
        size = _size(entry.folder)
        if not reason and not dry_run:
            reason = _delete(entry.folder)
        if reason:
            spared.append((entry.session_id, reason))
        else:
            removed.append(entry.session_id)
            freed += size
    return Pruned(tuple(removed), tuple(spared), freed)


def _reason_to_stay(entry: SessionEntry, artifacts: Path, *, with_tickets: bool, now: float) -> str:
    if is_marked(str(entry.folder)):
        return "it is being written"
    unmarked = "ended" not in entry.facts and not (entry.folder / MARKER).exists()
    if unmarked and now - last_change(entry.folder) < UNMARKED_S:
        return "it may still be written"
    tickets = artifacts / "tickets" / entry.session_id
    if not with_tickets and tickets.is_dir() and any(tickets.iterdir()):
        return "a ticket lies in it"
    return ""


def _delete(folder: Path) -> str:
    """Delete a session's folder; return why it could not be. Renamed first, so that no half of it is ever listed."""
    doomed = folder.with_name(_DOOMED + folder.name)
    try:
        os.replace(folder, doomed)
    except OSError as error:
        return f"it cannot be deleted: {error.strerror or error}"
    shutil.rmtree(doomed, ignore_errors=True)  # what stays is swept away by the next call
    return ""


def _sweep(folder: Path) -> None:
    for rest in folder.glob(f"{_DOOMED}*"):
        shutil.rmtree(rest, ignore_errors=True)


def _size(folder: Path) -> int:
    """How many bytes its files take; one that vanishes meanwhile counts nothing."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(path, name)).st_size
            except OSError:
                continue
    return total
