"""The questions: by text, by kind, by time, and what is known of one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from wpfagent.core.errors import PathOutsideScope, StorageFailed
from wpfagent.testing.search.asking import limit_of, place_of, since_of
from wpfagent.testing.search.hits import Hit, Page
from wpfagent.testing.search.kinds import ROOTS, check_kind
from wpfagent.testing.search.metadata import metadata_of
from wpfagent.testing.search.scope import Scope, file_of, resolved, scope_of
from wpfagent.testing.search.source import profile_tag
from wpfagent.testing.search.store import PER_MS, Damaged, Store
from wpfagent.testing.search.update import Freshness, update
from wpfagent.testing.search.words import LONG, holds, long_query, short_query, snippet, words_of

T = TypeVar("T")
_ENTRY = """
SELECT e.id, e.time, e.step, e.line, e.body, f.path, f.kind, b.path
FROM {table} w JOIN entries e ON e.id = w.rowid JOIN files f ON f.id = e.file LEFT JOIN files b ON b.id = e.beside
WHERE w.{table} MATCH ? AND w.rowid < ? AND w.rowid >= ? {within} ORDER BY w.rowid DESC
"""
_WITHIN = (
    """AND w.rowid IN (SELECT i.id FROM files g JOIN entries i ON i.file = g.id WHERE g.path >= ? AND g.path < ?)"""
)
_FILES = """
SELECT f.id, f.modified, f.path, f.kind, f.step FROM files f JOIN sources s ON s.id = f.source
WHERE f.modified >= ? AND (f.modified, f.id) < (?, ?) {where} ORDER BY f.modified DESC, f.id DESC
"""
_END = 2**62


@dataclass(frozen=True)
class Search:
    """Searches the records of one artifacts folder.

    Args:
        folder: the artifacts folder; it need not exist.
        fence: the profiles whose records may be seen; all without any.
        is_shown: whether the record of a session may be seen now; asked of each result.
        budget_s: how long bringing the index up to date may take at most; None until all is done.
        on_progress: told how many of how many records were read.
    """

    folder: Path
    fence: tuple[str, ...] = ()
    is_shown: Callable[[str], bool] = lambda _session: True
    budget_s: float | None = None
    on_progress: Callable[[int, int], None] | None = None

    @cached_property
    def artifacts(self) -> Path:
        """The artifacts folder, links resolved."""
        return resolved(self.folder)

    # -- questions ----------------------------------------------------------------------------------------------------

    def text(
        self, query: str, scope: str, *, kind: str | None = None, since: str | None = None, limit: int | None = None,
        after: str | None = None,
    ) -> Page:  # fmt: skip
        """Return where a text was recorded: every word of it, in any order, case and width aside.

        Args:
            query: plain text; nothing in it is an operator.
            scope: an absolute folder.
            kind: of the files.
            since: ISO 8601; all times without it.
            limit: 100 without it; clamped to 1…1000.
            after: the `next` of the last page.

        Raises:
            InvalidArgument: the text is empty, or an argument is none.
            FileNotFound, PathOutsideScope: of the scope.
            StorageFailed, Busy: the index cannot be made.
        """
        words = words_of(query)
        where, most = scope_of(scope, self.artifacts), limit_of(limit)
        place, oldest = place_of(after, 1), since_of(since) if since is not None else 0
        wanted = check_kind(kind) if kind is not None else None

        def ask(db: sqlite3.Connection) -> Iterator[Hit]:
            for row in self._entries(db, words, where, wanted, place[0] if place else _END, oldest * PER_MS):
                if holds(row[4], words):
                    yield _hit_of(row, where, wanted, words)

        return self._page(ask, where, most)

    def by_kind(self, kind: str, scope: str, *, limit: int | None = None, after: str | None = None) -> Page:
        """Return the files of a kind, the newest first. Raises as `text` does."""
        check_kind(kind)
        where, most, place = scope_of(scope, self.artifacts), limit_of(limit), place_of(after, 2)
        return self._page(lambda db: self._files(db, where, kind, place, 0), where, most)

    def recent(
        self, scope: str, *, since: str | None = None, limit: int | None = None, after: str | None = None
    ) -> Page:
        """Return the files that changed since a time, else in the last seven days. Raises as `text` does."""
        where, most, place = scope_of(scope, self.artifacts), limit_of(limit), place_of(after, 2)
        oldest = since_of(since)
        return self._page(lambda db: self._files(db, where, None, place, oldest), where, most)

    def metadata(self, path: str) -> dict[str, Any]:
        """Return what is known of a file of a record.

        Raises:
            InvalidArgument: the path is empty, relative, or a folder.
            FileNotFound: there is no such file.
            PathOutsideScope: it is no file of a record, or of one that may not be seen.
        """
        real = file_of(path, self.artifacts)
        inside = PurePosixPath(real.relative_to(self.artifacts).as_posix())
        if len(inside.parts) < 3:
            raise PathOutsideScope(f"{path!r} is no file of a session or ticket.", hint="`search` finds them.")
        if not self.is_shown(inside.parts[1]):
            raise PathOutsideScope(f"{path!r} is the record of an application outside the fence.")
        self._update()

        def ask(db: sqlite3.Connection) -> int | None:
            found = db.execute("SELECT step FROM files WHERE path = ?", (str(inside),)).fetchone()
            return found[0] if found is not None else None

        return metadata_of(real, inside, self._asked(ask))

    # -- the index ----------------------------------------------------------------------------------------------------

    def _page(self, ask: Callable[[sqlite3.Connection], Iterator[Hit]], scope: Scope, most: int) -> Page:
        freshness = self._update()

        def first(db: sqlite3.Connection) -> list[Hit]:
            shown: dict[str, bool] = {}
            folders: dict[str, bool] = {}
            found = (h for h in ask(db) if self._is_seen(h, shown) and scope.holds(h.path, folders))
            return list(islice(found, most + 1))

        hits = self._asked(first) or []
        return Page(tuple(hits[:most]), len(hits) > most, freshness)

    def _is_seen(self, hit: Hit, shown: dict[str, bool]) -> bool:
        """Whether its session may be seen now."""
        if hit.session not in shown:
            shown[hit.session] = self.is_shown(hit.session)
        return shown[hit.session]

    def _update(self) -> Freshness:
        return update(self.artifacts, budget_s=self.budget_s, on_progress=self.on_progress)

    def _asked(self, ask: Callable[[sqlite3.Connection], T]) -> T | None:
        """Ask the index; one that is damaged is made anew and asked again. None where nothing was recorded."""
        store = Store(self.artifacts)
        for _ in range(2):
            if not store.exists():
                return None
            try:
                with store.reading() as db:
                    return ask(db)
            except Damaged:
                self._rebuild(store)
        raise StorageFailed(f"{store.path} was damaged twice in a row.", hint="Delete it; it is made anew.")

    def _rebuild(self, store: Store) -> None:
        store.delete()
        self._update()

    def _entries(
        self, db: sqlite3.Connection, words: tuple[str, ...], scope: Scope, kind: str | None, before: int, oldest: int
    ) -> Iterator[tuple[Any, ...]]:
        fenced = tuple(profile_tag(p) for p in self.fence)
        tags = ((f"kind:{kind}",) if kind else (), fenced, (f"root:{scope.prefix}",) if scope.prefix in ROOTS else ())
        is_long = all(len(w) >= LONG for w in words)
        table, query = ("long_words", long_query) if is_long else ("short_words", short_query)
        within, bounds = "", tuple[str, ...]()
        if scope.prefix and scope.prefix not in ROOTS:
            within, bounds = _WITHIN, (f"{scope.prefix}/", f"{scope.prefix}0")
        sql = _ENTRY.format(table=table, within=within)
        with closing(db.execute(sql, (query(words, tags), before, oldest, *bounds))) as rows:
            yield from rows

    def _files(
        self, db: sqlite3.Connection, scope: Scope, kind: str | None, place: tuple[int, ...] | None, oldest: int
    ) -> Iterator[Hit]:
        where = ""
        values: list[Any] = [oldest, *(place or (_END, _END))]
        if kind is not None:
            where, values = "AND f.kind = ?", [*values, kind]
        if scope.prefix:
            where, values = f"{where} AND f.path >= ? AND f.path < ?", [*values, f"{scope.prefix}/", f"{scope.prefix}0"]
        if self.fence:
            where += f" AND s.profile IN ({', '.join('?' * len(self.fence))})"
            values += self.fence
        with closing(db.execute(_FILES.format(where=where), values)) as rows:
            for number, modified, path, of_kind, step in rows:
                yield _hit_at(path, of_kind, modified, scope, f"{modified}-{number}", step=step)


def _hit_of(row: tuple[Any, ...], scope: Scope, kind: str | None, words: tuple[str, ...]) -> Hit:
    number, when, step, line, body, path, of_kind, beside = row
    if kind == "snapshot" and beside is not None:  # the tree was asked for, not the picture
        path, of_kind, beside = beside, "snapshot", None
    hit = _hit_at(path, of_kind, when, scope, str(number), step=step)
    tree = str(scope.artifacts / beside) if beside is not None else None
    return replace(hit, line=line, tree=tree, snippet=snippet(body, words))


def _hit_at(path: str, kind: str, when: int, scope: Scope, place: str, *, step: int | None) -> Hit:
    parts = path.split("/")
    ticket = parts[2] if parts[0] == "tickets" else None
    return Hit(place, str(scope.artifacts / path), kind, when, parts[1], ticket, step)
