"""One folder of a record as the index reads it: what is new in it since it was read last.

Files that grow by lines are read on from where they ended; a step that names a tree waits until the tree is written.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from wpfagent.core.files import is_marked
from wpfagent.testing.search import texts
from wpfagent.testing.search.kinds import kind_of
from wpfagent.testing.search.store import Entry, drop_entries
from wpfagent.testing.search.texts import Piece, milliseconds, pieces_of_log, pieces_of_tree, read_object

UNMASKED = "app.stderr.log"
"""What a program writes past the masks; it is masked when its session ends."""
_EVIDENCE = re.compile(r"(?:uia|screens)/[\w.-]+", re.ASCII)
MS = 1_000_000
"""Nanoseconds of a millisecond."""
LARGEST = 64_000_000
"""Bytes of a file that is read."""


@dataclass(slots=True)
class Known:
    """What the index knows of a file: its number, when it changed, how far it was read, how many lines that was."""

    number: int
    modified: int
    size: int
    lines: int


@dataclass(slots=True)
class SourceReader:
    """Reads what is new in a folder.

    Args:
        db: the index, open for writing.
        artifacts: the artifacts folder, links resolved.
        path: the folder in it: `sessions/<id>` or `tickets/<session id>/<ticket id>`.
        number: the source's number in the index.
        profile: the application whose record it is.

    Attributes:
        waits: whether a step was left for the next time: its tree is still being written.
    """

    db: sqlite3.Connection
    artifacts: Path
    path: str
    number: int
    profile: str | None
    entries: list[Entry] = field(default_factory=list)
    waits: bool = False
    _known: dict[str, Known] = field(default_factory=dict)
    _start: int = 0
    _real: dict[str, bool] = field(default_factory=dict)

    def session(self, facts: Mapping[str, Any], *, running: bool) -> list[Entry]:
        """Return the entries of what is new in a session; of one that is running what is written by now."""
        self._begin(milliseconds(facts.get("started")))
        self._whole("session.json", [Piece(texts.text_of_session(facts))], None)
        self._steps(running=running)
        self._logs(masked="ended" in facts, running=running)
        self._scenarios()
        return self.entries

    def ticket(self, facts: Mapping[str, Any]) -> list[Entry]:
        """Return the entries of what is new in a ticket."""
        self._begin(milliseconds(facts.get("created")))
        step = next((s["n"] for s in reversed(texts.listed(facts.get("steps"))) if isinstance(s.get("n"), int)), None)
        self._whole("ticket.json", [Piece(texts.text_of_ticket(facts))], step)
        for when in ("before", "after"):
            self._screen(f"uia/{when}.json", f"screens/{when}.png", step, self._start)
        self._logs(masked=True, running=False)
        self._scenarios()
        return self.entries

    def _begin(self, started: int | None) -> None:
        rows = self.db.execute("SELECT path, id, modified, size, lines FROM files WHERE source = ?", (self.number,))
        self._known = {path: Known(*rest) for path, *rest in rows}
        self._start = started or _modified(self._at(""))

    # -- kinds of files -----------------------------------------------------------------------------------------------

    def _whole(self, name: str, pieces: Iterable[Piece], step: int | None) -> None:
        """A file that is one text: read anew when it has changed."""
        found, known = self._stat(name), self._known.get(f"{self.path}/{name}")
        if found is None:
            return
        size, modified = found.st_size, found.st_mtime_ns // MS
        if known is not None:
            if (known.size, known.modified) == (size, modified):
                return
            drop_entries(self.db, "file = ?", known.number)
        number = self._file(name, step, modified)
        self._note_read(name, size, 0)
        for piece in pieces:
            self._add(name, number, piece, step)

    def _steps(self, *, running: bool) -> None:
        name = "steps.jsonl"
        read, lines = self._read_to(name)
        number = None
        for raw in self._new_lines(name, read):
            number = self._file(name, None) if number is None else number
            line = texts.object_of(raw)
            if running and any(self._stat(t) is None for t, _ in _screens(line) if t):
                self.waits = True
                break
            read, lines = read + len(raw), lines + 1
            if not line:
                continue
            when = milliseconds(line.get("time"))
            step = line["n"] if isinstance(line.get("n"), int) else lines
            self._add(name, number, Piece(texts.text_of_step(line), lines, when), step)
            for tree, picture in _screens(line):
                self._screen(tree, picture, step, when or self._start)
        self._note_read(name, read, lines)

    def _logs(self, *, masked: bool, running: bool) -> None:
        for name in self._names():
            if kind_of(PurePosixPath(name)) != "log" or (name == UNMASKED and not masked):
                continue
            read, lines = self._read_to(name)
            whole = list(self._new_lines(name, read, last=not running))
            if not whole:
                continue
            number = self._file(name, None)
            decoded = [raw.decode(errors="replace") for raw in whole]
            for piece in pieces_of_log(decoded, lines + 1):
                self._add(name, number, piece, None)
            self._note_read(name, read + sum(map(len, whole)), lines + len(whole))

    def _scenarios(self) -> None:
        for name in self._names():
            if kind_of(PurePosixPath(name)) == "scenario":
                lines = (raw.decode(errors="replace") for raw in self._new_lines(name, 0, last=True))
                self._whole(name, pieces_of_log(lines, 1), None)

    def _screen(self, tree: str, picture: str, step: int | None, when: int) -> None:
        """A tree and the picture of the same moment: one text, which stands for both."""
        if all(f"{self.path}/{n}" in self._known for n in (picture, tree) if n):
            return
        found = {n: held for n in (picture, tree) if n and (held := self._stat(n)) is not None}
        there, numbers = list(found), [self._file(n, step, when) for n in found]
        if tree not in found or found[tree].st_size > LARGEST:
            return  # what was on screen is not known
        beside = numbers[1] if len(numbers) > 1 else None
        for piece in pieces_of_tree(read_object(self._at(tree))):
            self._add(there[0], numbers[0], Piece(piece.body, None, when), step, beside)

    # -- files --------------------------------------------------------------------------------------------------------

    def _add(self, name: str, number: int, piece: Piece, step: int | None, beside: int | None = None) -> None:
        if not piece.body:
            return
        kinds = [str(kind_of(PurePosixPath(name)))] + (["snapshot"] if beside is not None else [])
        tags = (f"root:{self.path.partition('/')[0]}", *(f"kind:{k}" for k in kinds), profile_tag(self.profile))
        when = piece.time if piece.time is not None else self._start
        self.entries.append(Entry(number, beside, step, piece.line, when, tags, piece.body))

    def _file(self, name: str, step: int | None, modified: int | None = None) -> int:
        """The number of a file, new or known."""
        path = f"{self.path}/{name}"
        if (known := self._known.get(path)) is not None:
            return known.number
        when = modified if modified is not None else _modified(self._at(name))
        made = self.db.execute(
            "INSERT INTO files (source, path, kind, modified, step, size, lines) VALUES (?, ?, ?, ?, ?, 0, 0)",
            (self.number, path, kind_of(PurePosixPath(path)), when, step),
        )
        self._known[path] = Known(int(made.lastrowid or 0), when, 0, 0)
        return self._known[path].number

    def _read_to(self, name: str) -> tuple[int, int]:
        """How far a file of lines was read: bytes and lines; one that has become shorter is read from its start."""
        known = self._known.get(f"{self.path}/{name}")
        if known is None:
            return 0, 0
        found = self._stat(name)
        if known.size > (found.st_size if found is not None else 0):
            drop_entries(self.db, "file = ?", known.number)
            return 0, 0
        return known.size, known.lines

    def _note_read(self, name: str, read: int, lines: int) -> None:
        """Keep how far a file was read."""
        known = self._known.get(f"{self.path}/{name}")
        if known is None or (known.size, known.lines) == (read, lines):
            return
        known.modified, known.size, known.lines = _modified(self._at(name)), read, lines
        self.db.execute(
            "UPDATE files SET size = ?, lines = ?, modified = ? WHERE id = ?",
            (read, lines, known.modified, known.number),
        )

    def _new_lines(self, name: str, read: int, *, last: bool = False) -> Iterator[bytes]:
        """The whole lines after a place; with `last` also one that nobody ends any more."""
        if self._stat(name) is None:
            return
        with open(self._at(name), "rb") as file:
            file.seek(read)
            for raw in file:
                if last or raw.endswith(b"\n"):
                    yield raw

    def _at(self, name: str) -> str:
        return os.path.join(self.artifacts, self.path, name)

    def _stat(self, name: str) -> os.stat_result | None:
        """What the system says of a regular file of this folder; None for one that is not there, and for a link."""
        path = self._at(name)
        folder = os.path.dirname(path)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder) == os.path.normpath(folder)
        try:
            found = os.lstat(path)
        except OSError:
            return None
        return found if self._real[folder] and stat.S_ISREG(found.st_mode) else None

    def _names(self) -> list[str]:
        with os.scandir(self.artifacts / self.path) as found:
            return sorted(e.name for e in found if e.is_file(follow_symlinks=False))


def profile_tag(profile: str | None) -> str:
    """Return the tag of a profile's records; records of no profile have one, too."""
    return f"profile:{profile or ''}"


def is_running(folder: Path, facts: Mapping[str, Any]) -> bool:
    """Return whether a session is still being written."""
    return "ended" not in facts and (not facts or is_marked(str(folder)))


def _screens(line: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The trees that a step names, each with the picture of the same moment; `""` for what it does not name."""
    trees, pictures = line.get("uia"), line.get("screen")
    trees, pictures = trees if isinstance(trees, dict) else {}, pictures if isinstance(pictures, dict) else {}
    return [(_named(trees.get(when)), _named(pictures.get(when))) for when in ("before", "after")]


def _named(name: Any) -> str:
    return name if isinstance(name, str) and _EVIDENCE.fullmatch(name) else ""


def _modified(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns // MS
    except OSError:
        return 0
