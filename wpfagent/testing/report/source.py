"""A session's or ticket's folder as the report reads it: never outside the folder, never stopped by a broken file."""

from __future__ import annotations

import json
import os
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from wpfagent.core.errors import FileInvalid
from wpfagent.core.model import Rect, Snapshot
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.tree import snapshot_of
from wpfagent.testing.report.texts import mapping

TREES_KEPT = 4
"""One step's after is mostly the next one's before."""
LOG_BYTES = 48_000
"""So much of the end of a log is shown."""
JSON_BYTES = 64_000_000
_NAME = re.compile(r"[\w.\-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Log:
    """The end of a log file; `lost` lines stand before it."""

    name: str
    text: str
    lost: int
    href: str


@dataclass(slots=True)
class Source:
    """A folder with a record.

    Args:
        folder: where it lies.
        facts: what `session.json` (or `ticket.json`) says.
        steps: the lines of `steps.jsonl`.
        torn: whether the last line was cut.
    """

    folder: Path
    facts: Mapping[str, Any] = field(default_factory=dict)
    steps: Sequence[Mapping[str, Any]] = ()
    torn: bool = False
    _trees: OrderedDict[Path, Snapshot | None] = field(default_factory=OrderedDict)

    @property
    def is_exploration(self) -> bool:
        """Whether nobody wrote its steps: what could not be done then says nothing about the program."""
        return "random" in (self.facts.get("caller"), self.facts.get("mode"))

    def inside(self, name: Any) -> Path | None:
        """Return an existing file of this folder by its recorded path; None for anything else."""
        if not isinstance(name, str) or not name or "\0" in name:
            return None
        try:
            path = (self.folder / name).resolve()
            return path if path.is_relative_to(self.folder.resolve()) and path.is_file() else None
        except (OSError, ValueError):
            return None

    def href(self, name: Any) -> str:
        """Return a relative link to a file of this folder; '' when there is none."""
        path = self.inside(name)
        return link(self.folder, path) if path is not None else ""

    def tree(self, name: Any) -> Snapshot | None:
        """Return the tree of a file of this folder; None when there is none that can be read."""
        path = self.inside(name)
        if path is None:
            return None
        if path not in self._trees:
            self._trees[path] = _tree(path)
            if len(self._trees) > TREES_KEPT:
                self._trees.popitem(last=False)
        return self._trees[path]

    def logs(self, *names: str) -> list[Log]:
        """Return the ends of these log files, as far as they exist."""
        return [log for name in names if (path := self.inside(name)) is not None and (log := _log(self, path))]

    def ticket_href(self, ticket: Any) -> str:
        """Return a relative link to the page of a ticket that this session filed; '' when it has none."""
        session = self.facts.get("session_id")
        if not (isinstance(session, str) and isinstance(ticket, str)):
            return ""
        if not (_NAME.fullmatch(session) and _NAME.fullmatch(ticket)):
            return ""
        return page_href(self.folder, self.folder.parent.parent / "tickets" / session / ticket)


def session_source(folder: Path) -> Source:
    """Return a session's folder. Raises FileInvalid when there is no session in it."""
    if not folder.is_dir():
        raise FileInvalid(f"There is no folder {folder}.", hint="`wpf-agent sessions list` shows the sessions.")
    session = read_session(folder)
    if not session.facts and not session.steps:
        raise FileInvalid(f"{folder} holds no session.", hint="`wpf-agent sessions list` shows the sessions.")
    return Source(folder, session.facts, session.steps, session.torn)


def ticket_source(folder: Path) -> Source:
    """Return a ticket's folder. Raises FileInvalid when there is no ticket in it."""
    facts = mapping(_json(folder / "ticket.json"))
    if not facts:
        raise FileInvalid(f"{folder} holds no ticket.json.", hint="`wpf-agent tickets list` shows the tickets.")
    return Source(folder, facts)


def session_of_ticket(folder: Path, session: Any) -> Path | None:
    """Return the folder of the session in which a ticket was first seen, if it is still there."""
    if not isinstance(session, str) or not _NAME.fullmatch(session):
        return None
    found = folder.absolute().parent.parent.parent / "sessions" / session
    return found if found.is_dir() else None


def page_href(start: Path, folder: Path) -> str:
    """Return a relative link to the page in another folder, or to its ticket.md; '' when neither is there."""
    page = next((p for p in (folder / "report.html", folder / "ticket.md") if p.is_file()), None)
    return link(start, page) if page is not None else ""


def link(start: Path, path: Path) -> str:
    """Return a relative link from a folder to a file."""
    try:
        relative = os.path.relpath(path.resolve(), start.resolve())
    except ValueError:  # another drive
        return ""
    return quote(relative.replace(os.sep, "/"), errors="replace")


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > JSON_BYTES:
            return None
        return json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError, RecursionError):
        return None


def _tree(path: Path) -> Snapshot | None:
    try:
        tree = snapshot_of(mapping(_json(path)))
        return tree if tree.windows and _is_sound(tree) else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _is_sound(tree: Snapshot) -> bool:
    """Whether what the difference and the outlines rely on has its type."""
    rects = [w.rect for w in tree.windows] + [c.bounding_rect for c in tree.controls if c.bounding_rect is not None]
    words = [x for c in tree.controls for x in (c.ref, c.name, c.automation_id, c.control_type)]
    words += [x for w in tree.windows for x in (w.title, w.class_name)]
    return (
        all(isinstance(r, Rect) and all(type(side) is int for side in r) for r in rects)
        and all(isinstance(word, str) for word in words)
        and all(type(w.hwnd) is int for w in tree.windows)
    )


def _log(source: Source, path: Path) -> Log | None:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - LOG_BYTES))
            text = file.read().decode("utf-8", errors="replace")
            lost = 0
            if size > LOG_BYTES:
                text = text.partition("\n")[2] or text
                file.seek(0)
                lost = max(0, file.read().count(b"\n") - text.count("\n"))
    except OSError:
        return None
    return Log(path.name, text.rstrip(), lost, link(source.folder, path)) if text.strip() else None
