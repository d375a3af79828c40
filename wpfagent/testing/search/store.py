"""The index file: SQLite, its tables, and what is done when it is damaged or from another time.

`<artifacts>/search/index.sqlite`. Everything in it can be made again from the records, so a damaged file is deleted.
An entry's number is its time in sixteenths of a millisecond: the newest come first without sorting.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wpfagent.core import wait
from wpfagent.core.errors import Busy, StorageFailed
from wpfagent.core.files import MOVE_S
from wpfagent.testing.search.words import fold, short_grams, tag

FOLDER = "search"
FILE = "index.sqlite"
PER_MS = 16
"""Entries of one millisecond that keep their order by time."""
WAIT_S = 10.0
"""How long a writer waits for the file where another one holds it."""
VERSION = f"1 {unicodedata.unidata_version}"
"""Of the tables, and of how texts are folded: an index of another one is made anew."""
_SCHEMA = """
CREATE TABLE meta (version TEXT NOT NULL);
CREATE TABLE sources (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, profile TEXT, stamp TEXT);
CREATE TABLE files (id INTEGER PRIMARY KEY, source INTEGER NOT NULL, path TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    modified INTEGER NOT NULL, step INTEGER, size INTEGER NOT NULL, lines INTEGER NOT NULL);
CREATE INDEX files_by_source ON files (source);
CREATE INDEX files_by_kind ON files (kind, modified);
CREATE INDEX files_by_time ON files (modified);
CREATE TABLE entries (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, beside INTEGER, step INTEGER, line INTEGER,
    time INTEGER NOT NULL, tags TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX entries_by_file ON entries (file);
CREATE VIRTUAL TABLE long_words USING fts5 (text, content='', detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE short_words USING fts5 (text, content='', detail=none, tokenize='ascii');
"""
_TABLES = frozenset({"meta", "sources", "files", "entries", "long_words", "short_words"})
_BETWEEN = "\n"
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH})
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class Damaged(Exception):
    """The index cannot be read; it has to be made anew."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text of the index.

    Args:
        file: the number of the file that it stands for.
        beside: of the file that shows the same: the tree of a picture.
        step: the step that it belongs to.
        line: where it begins in its file.
        time: Unix time in milliseconds.
        tags: facts that are searched with it.
        body: the text.
    """

    file: int
    beside: int | None
    step: int | None
    line: int | None
    time: int
    tags: tuple[str, ...]
    body: str


class Store:
    """The index file of one artifacts folder; nothing is made before it is opened for writing.

    Args:
        artifacts: the artifacts folder.
    """

    def __init__(self, artifacts: Path) -> None:
        self.folder = artifacts / FOLDER
        self.path = self.folder / FILE

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that only reads. Raises Damaged, Busy, StorageFailed."""
        with self._translated(), closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as db:
            self._prepare(db)
            _check(db)
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that writes; the file is made where there is none. Raises Damaged, Busy, StorageFailed."""
        with self._translated(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            self._prepare(db)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("PRAGMA secure_delete=ON")
            if not db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                db.executescript(f"BEGIN; {_SCHEMA} INSERT INTO meta VALUES ('{VERSION}'); COMMIT;")
            _check(db)
            yield db

    def exists(self) -> bool:
        """Return whether there is one."""
        return self.path.is_file()

    def delete(self) -> None:
        """Delete the index; others may read it for a moment. Raises StorageFailed."""
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"):
            path = self.folder / name
            if not wait.until(partial(_removed, path), wait.RealClock(), timeout_s=MOVE_S).ok:
                raise StorageFailed(f"{path} cannot be deleted: another program holds it.", hint="End that program.")

    def size(self) -> int:
        """Return how many bytes it takes."""
        return sum(p.stat().st_size for p in self.folder.glob(f"{FILE}*"))

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute(f"PRAGMA busy_timeout={round(WAIT_S * 1000)}")
        db.execute("PRAGMA cache_size=-65536")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """SQLite's errors as ours."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
            if code & 0xFF in _BUSY:
                raise Busy(f"Another program holds {self.path}.", hint="Try again when it has ended.") from error
            if code & 0xFF in _DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ:
                raise Damaged(str(error)) from error
            raise StorageFailed(
                f"{self.path} cannot be read or written: {error}.",
                hint="Free some space, or choose another folder with --artifacts.",
            ) from error
        except UnicodeDecodeError as error:
            raise Damaged(str(error)) from error


def _check(db: sqlite3.Connection) -> None:
    """Raise Damaged where tables are missing, or are of another version."""
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not there >= _TABLES:
        raise Damaged(f"it lacks {', '.join(sorted(_TABLES - there))}")
    found = db.execute("SELECT version FROM meta").fetchone()
    if found != (VERSION,):
        raise Damaged(f"it is of version {found}")


def _removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        return False
    return True


# -- entries ----------------------------------------------------------------------------------------------------------


def add_entries(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Add texts, the oldest first: the full-text tables take ascending numbers in one go."""
    longs, shorts = [], []
    for entry in sorted(entries, key=lambda e: e.time):
        number = _insert(db, entry)
        folded = fold(entry.body)
        longs.append((number, _long_text(folded, entry.tags)))
        shorts.append((number, _short_text(folded, entry.tags)))
    for table, rows in (("long_words", longs), ("short_words", shorts)):
        rows.sort()
        db.executemany(f"INSERT INTO {table} (rowid, text) VALUES (?, ?)", rows)


def _insert(db: sqlite3.Connection, entry: Entry) -> int:
    number = entry.time * PER_MS
    row = (entry.file, entry.beside, entry.step, entry.line, entry.time, _BETWEEN.join(entry.tags), entry.body)
    while not db.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (number, *row)).rowcount:
        number += 1
    return number


def drop_entries(db: sqlite3.Connection, where: str, *values: object) -> None:
    """Forget texts, by a condition on `entries`."""
    rows = db.execute(f"SELECT id, tags, body FROM entries WHERE {where} ORDER BY id", values).fetchall()
    folded = [(number, tags.split(_BETWEEN), fold(body)) for number, tags, body in rows]
    for table, text in (("long_words", _long_text), ("short_words", _short_text)):
        db.executemany(
            f"INSERT INTO {table} ({table}, rowid, text) VALUES ('delete', ?, ?)",
            ((number, text(body, tags)) for number, tags, body in folded),
        )
    db.executemany("DELETE FROM entries WHERE id = ?", ((number,) for number, _, _ in rows))


def _long_text(folded: str, tags: Sequence[str]) -> str:
    return f"{folded}\n{''.join(map(tag, tags))}"


def _short_text(folded: str, tags: Sequence[str]) -> str:
    return f"{short_grams(folded)} {' '.join(map(tag, tags))}"
