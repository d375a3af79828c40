"""What of a record can be searched: the texts of a session, a step, a ticket, a tree, a log.

Only files that passed the masks are read, so nothing else gets into the index.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.testing.search.words import plain

STEP_LENGTH = 4_000
"""Characters of a step, a session or a ticket that count; what is longer is a trace that its log holds too."""
SCREEN_LENGTH = 16_000
"""Characters of one entry of a tree or a scenario; a longer one makes several."""
LOG_LENGTH = 4_000
"""The same of a log."""
_STEP = (
    "subject", "note", "args", "selector", "element", "evidence", "target", "error", "findings", "verdict", "ticket",
    "check", "reason",
)  # fmt: skip
_SESSION = ("scenario", "profile", "caller", "client", "target_spec", "outcome", "reason", "tickets", "note")
_TICKET = ("title", "summary", "actual", "expected", "oracle", "steps", "cause", "signature", "hypotheses", "session")
_SHOWN = ("name", "value", "help_text", "automation_id")
_DULL = frozenset({"bounding_rect", "class_name", "folder", "signature", "time", "screen", "uia", "ref"})
"""Keys whose texts nobody looks for."""
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file that is one entry of the index.

    Args:
        body: its text.
        line: where it begins in its file, from 1; None where lines mean nothing.
        time: when, as Unix time in milliseconds; None where it does not say.
    """

    body: str
    line: int | None = None
    time: int | None = None


def text_of_step(line: Mapping[str, Any]) -> str:
    """Return the text of one line of steps.jsonl."""
    return _joined((line.get(k) for k in _STEP), STEP_LENGTH)


def text_of_session(facts: Mapping[str, Any]) -> str:
    """Return the text of a session.json."""
    return _joined((facts.get(k) for k in _SESSION), STEP_LENGTH)


def text_of_ticket(facts: Mapping[str, Any]) -> str:
    """Return the text of a ticket.json."""
    return _joined((facts.get(k) for k in ("id", *_TICKET)), STEP_LENGTH)


def pieces_of_tree(tree: Mapping[str, Any]) -> list[Piece]:
    """Return the texts of a tree: what its windows and elements show, and their AutomationIds."""
    found: dict[str, None] = {}
    for window in listed(tree.get("windows")):
        found[str(window.get("title") or "")] = None
    for control in listed(tree.get("controls")):
        for key in _SHOWN:
            if text := control.get(key):
                found[str(text)] = None
    return [Piece(body) for body in _cut(found, SCREEN_LENGTH)]


def pieces_of_log(lines: Iterable[str], first: int) -> Iterator[Piece]:
    """Return the lines of a log, some together.

    Args:
        lines: whole lines.
        first: the number of the first of them, from 1.
    """
    held: list[str] = []
    start, length = first, 0
    for number, line in enumerate(lines, first):
        if held and length + len(line) > LOG_LENGTH:
            yield _piece(held, start)
            held, start, length = [], number, 0
        held.append(line)
        length += len(line)
    if held:
        yield _piece(held, start)


def _piece(lines: list[str], start: int) -> Piece:
    times = (milliseconds(found[0]) for line in lines if (found := _ISO.match(line)))
    return Piece(plain(" ".join(lines))[: LOG_LENGTH * 4], start, next(times, None))


def milliseconds(text: Any) -> int | None:
    """Return a time as ISO 8601 in milliseconds since 1970; None for anything else."""
    try:
        return round(dt.datetime.fromisoformat(str(text)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None


def read_object(path: Path | str) -> dict[str, Any]:
    """Return the object that a JSON file holds; an empty one where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return object_of(file.read())
    except OSError:
        return {}


def object_of(raw: bytes) -> dict[str, Any]:
    """Return the object that a JSON text says; an empty one where it is broken."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def listed(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a JSON list; none where it is no list."""
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _joined(values: Iterable[Any], limit: int) -> str:
    """The texts in these values, each once: what another one says already is left out."""
    made = ""
    for text in map(plain, (t for v in values for t in _leaves(v))):
        if text and text not in made:
            made = f"{made} {text}" if made else text
        if len(made) > limit:
            break
    return made[:limit]


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, held in value.items():
            if key not in _DULL:
                yield from _leaves(held)
    elif isinstance(value, list):
        for held in value:
            yield from _leaves(held)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def _cut(texts: Iterable[str], limit: int) -> Iterator[str]:
    """The texts joined, in pieces of about so many characters, cut where there is a blank."""
    whole = plain(" ".join(texts))
    while len(whole) > limit:
        at = whole.rfind(" ", 1, limit) if " " in whole[1:limit] else limit
        yield whole[:at]
        whole = whole[at:].lstrip()
    if whole:
        yield whole
