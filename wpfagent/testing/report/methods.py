"""Which of the program's own methods a run entered, as a section of its session's page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from wpfagent.testing.report.source import Source
from wpfagent.testing.report.texts import listing, mapping, number, short, text_of

FILE_NAME = "methods.json"
SHOWN = 500


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class: (method, the act that entered it first), and the methods that never ran."""

    name: str
    entered: list[tuple[str, str]]
    never: list[str]


def methods_of(source: Source) -> dict[str, Any] | None:
    """Return the numbers and a row for each class, the least entered first; None where nothing is known."""
    path = source.inside(FILE_NAME)
    if path is None:
        return None
    try:
        data = mapping(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None  # a file that somebody changed: the page does without
    rows = [_row(mapping(given)) for given in listing(data.get("classes"))[:SHOWN]]
    rows.sort(key=lambda row: (not row.never, -len(row.never), row.name))
    total = number(data.get("total"))
    entered = int(number(data.get("entered")) or 0)
    unused = [_unused(mapping(given)) for given in listing(data.get("unused"))[:SHOWN]]
    numbers = f"{entered}/{int(total)}" if total else str(entered)
    return {"numbers": numbers, "classes": rows, "unused": unused}


def _unused(given: dict[str, Any] | Any) -> tuple[str, str, str]:
    """A handler or command that never ran: method, the control with what calls it, the control's place."""
    by = (text_of(given.get(key)) for key in ("control", "event", "command"))
    return text_of(given.get("method")), short(" · ".join(filter(None, by)), 120), text_of(given.get("xaml"))


def _row(given: dict[str, Any] | Any) -> ClassRow:
    entered = [(text_of(method), short(text_of(act), 120)) for method, act in mapping(given.get("entered")).items()]
    return ClassRow(text_of(given.get("class")), entered, [text_of(m) for m in listing(given.get("never"))])
