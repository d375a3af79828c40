"""Bringing the index up to date: what is new is read, what is gone is forgotten, in steps that each hold by themselves.

One process writes at a time; who comes meanwhile waits a little, then answers with what is there. Killed at any moment
the index is as it was after the last step.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from wpfagent.core.errors import Busy
from wpfagent.testing.artifacts import locked
from wpfagent.testing.search.kinds import ROOTS
from wpfagent.testing.search.source import SourceReader, is_running
from wpfagent.testing.search.store import FOLDER, Damaged, Entry, Store, add_entries, drop_entries
from wpfagent.testing.search.texts import read_object

TOGETHER = 4_000
"""Entries that are written in one transaction."""
_BETWEEN = "//"
"""Stands in no path of a folder: ten thousand of them are read as one text."""
ENDED = "ended"
"""The stamp of a session that is final: it is not looked at again."""
HELD_S = 5.0
"""How long is waited for another process that updates."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far the index is.

    Args:
        complete: whether all records are in it.
        waiting: how many sessions and tickets are not yet.
        rebuilt: whether it was damaged, or of another version, and made anew.
    """

    complete: bool
    waiting: int = 0
    rebuilt: bool = False


def update(
    artifacts: Path,
    *,
    budget_s: float | None = None,
    held_s: float = HELD_S,
    on_progress: Callable[[int, int], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Freshness:
    """Bring the index up to date, the newest records first.

    Args:
        artifacts: the artifacts folder, links resolved.
        budget_s: so long at most, the rest the next time; None until all is done.
        held_s: how long to wait for another process that updates.
        on_progress: told how many of how many folders were read.
        clock: seconds.

    Raises:
        StorageFailed, Busy: the index cannot be written.
    """
    if not any((artifacts / root).is_dir() for root in ROOTS):
        Store(artifacts).delete()
        return Freshness(True)
    rebuilt = False
    try:
        with locked(artifacts / FOLDER, timeout_s=held_s):
            store = Store(artifacts)
            until = clock() + budget_s if budget_s is not None else None
            for _ in range(2):
                try:
                    with store.writing() as db:
                        waiting = _Update(db, artifacts, until, clock, on_progress).run()
                    return Freshness(not waiting, waiting, rebuilt)
                except Damaged:
                    store.delete()
                    rebuilt = True
            raise Busy(f"{store.path} was damaged twice in a row.", hint="Delete it; it is made anew.")
    except Busy:
        if not Store(artifacts).exists():
            raise
        return Freshness(False)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the index knows of a folder."""

    number: int
    profile: str | None
    stamp: str | None


@dataclass(slots=True)
class _Update:
    db: sqlite3.Connection
    artifacts: Path
    until: float | None
    clock: Callable[[], float]
    on_progress: Callable[[int, int], None] | None

    def run(self) -> int:
        """Read what is new and forget what is gone; return how many folders are left for the next time."""
        (paths,) = self.db.execute(f"SELECT group_concat(path, '{_BETWEEN}') FROM sources").fetchone()
        read, found = set(paths.split(_BETWEEN) if paths else ()), set(_sources(self.artifacts))
        self._forget(sorted(read - found))
        rows = self.db.execute("SELECT path, id, profile, stamp FROM sources WHERE stamp IS NOT ?", (ENDED,))
        known = {path: _Known(*rest) for path, *rest in rows}
        new = sorted(found - read, key=_session_of, reverse=True)
        changed = [path for path, of in known.items() if of.stamp != _stamp_of(self.artifacts, path)] + new
        done = 0
        while done < len(changed):
            done += self._together(changed[done:], known)
            if self.on_progress is not None:
                self.on_progress(done, len(changed))
            if self.until is not None and self.clock() > self.until:
                break
        return len(changed) - done

    def _together(self, found: list[str], known: Mapping[str, _Known]) -> int:
        """Read folders in one transaction until it is large enough; return how many."""
        entries: list[Entry] = []
        count = 0
        self.db.execute("BEGIN IMMEDIATE")
        try:
            for source in found:
                entries += self._read(source, known.get(source))
                count += 1
                if len(entries) >= TOGETHER or (self.until is not None and self.clock() > self.until):
                    break
            add_entries(self.db, entries)
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise
        return count

    def _read(self, path: str, known: _Known | None) -> list[Entry]:
        folder, stamp = self.artifacts / path, _stamp_of(self.artifacts, path)
        is_ticket = path.startswith("tickets/")
        facts = read_object(folder / ("ticket.json" if is_ticket else "session.json"))
        profile = _profile_of(self.artifacts, path, facts)
        if known is not None and (is_ticket or known.profile != profile):
            self._drop(known.number)
            known = None
        number = known.number if known is not None else self._add(path, profile)
        reader = SourceReader(self.db, self.artifacts, path, number, profile)
        try:
            running = not is_ticket and is_running(folder, facts)
            entries = reader.ticket(facts) if is_ticket else reader.session(facts, running=running)
        except OSError:
            self._drop(number)  # pruned meanwhile, or held by somebody: the next time
            return []
        final = not is_ticket and "ended" in facts
        kept = ENDED if final else None if reader.waits else stamp
        self.db.execute("UPDATE sources SET stamp = ? WHERE id = ?", (kept, number))
        return entries

    def _add(self, path: str, profile: str | None) -> int:
        made = self.db.execute("INSERT INTO sources (path, profile) VALUES (?, ?)", (path, profile))
        return int(made.lastrowid or 0)

    def _forget(self, paths: list[str]) -> None:
        for start in range(0, len(paths), 50):
            self.db.execute("BEGIN IMMEDIATE")
            for path in paths[start : start + 50]:
                for (number,) in self.db.execute("SELECT id FROM sources WHERE path = ?", (path,)).fetchall():
                    self._drop(number)
            self.db.execute("COMMIT")

    def _drop(self, number: int) -> None:
        drop_entries(self.db, "file IN (SELECT id FROM files WHERE source = ?)", number)
        self.db.execute("DELETE FROM files WHERE source = ?", (number,))
        self.db.execute("DELETE FROM sources WHERE id = ?", (number,))


def _session_of(path: str) -> str:
    """A path without its root: session ids sort by time."""
    return path.partition("/")[2]


def _stamp_of(artifacts: Path, path: str) -> str:
    """What tells that a ticket, or a session that has not ended, has changed."""
    names = ("ticket.json",) if path.startswith("tickets/") else ("session.json", "steps.jsonl", "runner.log")
    said = []
    for name in (*names, ""):
        try:
            found = os.stat(os.path.join(artifacts, path, name))
        except OSError:
            continue  # not every record has each
        said.append(f"{found.st_mtime_ns}:{found.st_size}")
    return " ".join(said)


def _profile_of(artifacts: Path, path: str, facts: dict[str, object]) -> str | None:
    if path.startswith("tickets/"):
        facts = read_object(artifacts / "sessions" / path.split("/")[1] / "session.json")
    profile = facts.get("profile")
    return profile if isinstance(profile, str) else None


def _sources(artifacts: Path) -> Iterator[str]:
    """The folders of all sessions and tickets, by their paths in the artifacts."""
    yield from (f"sessions/{name}" for name in _names(artifacts / "sessions"))
    for session in _names(artifacts / "tickets"):
        if session != "index.json":
            names = _names(artifacts / "tickets" / session)
            yield from (f"tickets/{session}/{name}" for name in names)


def _names(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]
    except OSError:
        return []  # nothing was recorded yet
