"""A difference of two trees, spelled out: what is new, lost, disabled, changed, which windows opened or closed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.diff import Difference, diff
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.testing.report.texts import listing, mapping, number, short, text_of, word_of

SHOWN = 8
KEPT = 200
MARKED = 6
"""So many changed elements are outlined in the picture; more would hide it."""
GROUPS = (
    ("windows_opened", "opened", "new"),
    ("opened", "opened", "new"),
    ("windows_closed", "closed", "lost"),
    ("closed", "closed", "lost"),
    ("titles", "titles", "altered"),
    ("disabled", "disabled", "lost"),
    ("enabled", "enabled", "new"),
    ("changed", "altered", "altered"),
    ("vanished", "lost", "lost"),
    ("lost", "lost", "lost"),
    ("appeared", "new", "new"),
    ("new", "new", "new"),
)
"""A key of the record, the label of its group, and how the group looks."""
_WITH_ID = re.compile(r"(.*) \(automation_id ([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that changed: the element, its AutomationId, and for a property its name, old and new value."""

    what: str
    id: str = ""
    key: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """What changed in one way: the lines that are shown, those that are folded, how many are only in the record."""

    label: str
    look: str
    lines: tuple[Line, ...]
    folded: tuple[Line, ...] = ()
    more: int = 0

    @property
    def count(self) -> int:
        """How many changed in this way."""
        return len(self.lines) + len(self.folded) + self.more


def groups_of(found: Mapping[str, Any]) -> tuple[Group, ...]:
    """Return what a recorded difference or an action's evidence says of changes."""
    groups: dict[tuple[str, str], list[Line]] = {}
    counts: dict[tuple[str, str], int] = {}
    windows = found.get("windows")
    merged = {**{k: v for k, v in mapping(windows).items() if k in ("opened", "closed", "titles")}, **found}
    for key, label, look in GROUPS:
        items = listing(merged.get(key))
        for item in items:
            for line in _lines(item):
                disabled = line.key == "enabled" and line.new == "false"
                group = ("disabled", "lost") if disabled and look == "altered" else (label, look)
                groups.setdefault(group, []).append(line)
        extra = number(merged.get(f"{key}_count"))
        if extra is not None and items:
            counts[label, look] = counts.get((label, look), 0) + max(0, int(extra) - len(items))
    return tuple(
        Group(
            label,
            look,
            tuple(lines[:SHOWN]),
            tuple(lines[SHOWN:KEPT]),
            max(0, len(lines) - KEPT) + counts.get((label, look), 0),
        )
        for (label, look), lines in groups.items()
    )


def between(before: Snapshot, after: Snapshot) -> Difference:
    """Return the difference of two trees of one session."""
    return diff(before, after)


def marks(change: Difference) -> list[Rect]:
    """Return where changed elements lie, when they are few enough to be outlined."""
    rects = {c.control.bounding_rect for c in change.changed if c.control.bounding_rect and c.control.visible}
    rects |= {w.rect for w in change.opened if not w.popup}
    return sorted(rects) if len(rects) <= MARKED else []


def same_element(element: Mapping[str, Any], tree: Snapshot) -> Control | None:
    """Return the one element of a tree that a recorded element is: by AutomationId, else by name, and its type."""
    for key in ("automation_id", "name"):
        wanted = element.get(key)
        if not isinstance(wanted, str) or not wanted:
            continue
        kind = element.get("control_type")
        found = [c for c in tree.controls if getattr(c, key) == wanted and kind in (None, c.control_type)]
        if len(found) == 1:
            return found[0]
    return None


def named(element: str) -> tuple[str, str]:
    """Return an element's description without its AutomationId, and that id."""
    found = _WITH_ID.fullmatch(element)
    return (found[1], found[2]) if found else (element, "")


def _lines(item: Any) -> list[Line]:
    if not isinstance(item, dict):
        pair = listing(item)
        if len(pair) == 2:
            return [Line("", "", "", text_of(pair[0]), text_of(pair[1]))]
        return [Line(*named(short(text_of(item), 300)))]
    known = next((item[k] for k in ("element", "name", "title", "automation_id") if isinstance(item.get(k), str)), "")
    what = named(short(text_of(known), 300))
    if "property" in item:
        old, new = (short(word_of(item.get(key)), 400) for key in ("old", "new"))
        return [Line(*what, text_of(item["property"]), old, new)]
    made = []
    for key, pair in item.items():
        values = listing(pair)
        if len(values) == 2:
            made.append(Line(*what, key, short(word_of(values[0]), 400), short(word_of(values[1]), 400)))
    return made or [Line(*what) if what[0] else Line(short(text_of(item), 300))]
