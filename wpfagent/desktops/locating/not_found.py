"""What is said where a selector names nothing, or several elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wpfagent.core.captions import NAMED_BY_TEXTS, is_telling
from wpfagent.core.errors import ElementNotFound, SelectorAmbiguous
from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo
from wpfagent.core.placed import in_one_line
from wpfagent.core.selector import Selector, suggest
from wpfagent.desktops.locating.nearest import plain

OPENED = frozenset({"Group", "TreeItem"})
"""What shows what is in it once it is opened, in its place: expanders, branches."""
MOST_CLOSED = 6
"""So many of what is closed are named."""
MOST_OTHERS = 3
"""So many elements of other kinds are named."""


def not_found(selector: Selector, tree: Snapshot, windows: Sequence[WindowInfo], *, extended: bool) -> ElementNotFound:
    """Return the error that says what was sought, where, what is called like it, and what is closed.

    Args:
        selector: what was sought.
        tree: what there is.
        windows: where it was sought.
        extended: whether `bounding_rect` may be used.
    """
    near = suggest(selector, tree)
    listed = [repr(n) for values in near.values() for n in values]
    titles = [w.title for w in windows if not w.popup]
    where = f"in {', '.join(map(repr, titles[:3]))}" if titles else "(the target has no window)"
    hint = "Nothing is named like it: list the controls to see what is there."
    if selector.bounding_rect is not None and not extended:
        hint = "bounding_rect is used in extended mode only (--mode extended)."
    elif listed:
        hint = f"Nearest: {', '.join(listed)}."
    if line := in_line_of(selector, tree):
        hint = f"These words name nothing that tells of itself; in their line there is: {', '.join(line)}."
    if others := of_other_kinds(selector, tree):
        hint = f"Of another kind there is: {', '.join(others)}."
    if selector.row is not None and selector.part_of_row is not None:
        hint = f"{hint} A row may show more once it is selected."
    if closed := closed_parts(tree):
        hint = f"{hint} It may be in what is closed: {', '.join(closed)}."
    return ElementNotFound(
        f"No element matches {selector.describe()} {where}.",
        hint=hint,
        details={"nearest": near, "windows": titles},
    )


def of_other_kinds(selector: Selector, tree: Snapshot) -> list[str]:
    """Return what is called as was sought and is of another kind, in words: frameworks differ in them."""
    name = (selector.name or "").casefold()
    if not name or selector.control_type is None:
        return []
    called = [c for c in tree.controls if c.visible and c.name.casefold() == name]
    others = [c for c in called if c.control_type not in (selector.control_type, "Text")] or called
    return list(dict.fromkeys(c.describe() for c in others if c.control_type != selector.control_type))[:MOST_OTHERS]


def in_line_of(selector: Selector, tree: Snapshot) -> list[str]:
    """Return what stands right of the words of a label in their line, in words: none of it is what the label names."""
    words = plain(selector.label or "")
    labels = [c for c in tree.controls if words and c.visible and c.control_type == "Text" and plain(c.name) == words]
    here = labels[0].bounding_rect if len(labels) == 1 and selector.name is None else None
    if here is None:
        return []
    named = (c for c in tree.controls if c.visible and c.hwnd == labels[0].hwnd and is_telling(c.name))
    placed = ((c.describe(), c.bounding_rect) for c in named if c.control_type in NAMED_BY_TEXTS - ROW_TYPES)
    return [told for told, r in placed if r and r.x >= here.right and in_one_line(here, r)][:MOST_OTHERS]


def closed_parts(tree: Snapshot) -> list[str]:
    """Return what might hold more than shows, in words: expanders and branches that are closed, tabs behind others."""
    shown = [c for c in tree.controls if c.visible and is_telling(c.name)]
    shut = [c for c in shown if c.control_type in OPENED and c.expanded == "collapsed"]
    shut += [c for c in shown if c.control_type == "TabItem" and c.selected is False]
    return [c.describe() for c in shut[:MOST_CLOSED]]


def ambiguous(selector: Selector, found: Sequence[Control], *, is_all: bool) -> SelectorAmbiguous:
    """Return the error that lists the first of several matches; not `is_all`: there are more than were found."""
    return SelectorAmbiguous(
        f"{len(found)}{'' if is_all else '+'} elements match {selector.describe()}: {with_places(found)}.",
        details={"matches": [brief(c) for c in found[:20]]},
    )


def too_few(selector: Selector, found: Sequence[Control]) -> ElementNotFound:
    """Return the error that an index counts more matches than there are."""
    return ElementNotFound(
        f"index {selector.index} of {selector.describe()}: only {len(found)} match.",
        details={"matches": [brief(c) for c in found[:10]]},
    )


def brief(control: Control) -> dict[str, Any]:
    """Return what an error's details say of an element."""
    keys = ("ref", "automation_id", "name", "control_type", "class_name", "enabled", "visible", "bounding_rect")
    return {k: v for k, v in control.to_dict().items() if k in keys}


def with_places(found: Sequence[Control]) -> str:
    """Return the first few of several controls, each with where it lies."""
    return "; ".join(with_place(c) for c in found[:6])


def with_place(control: Control) -> str:
    """Return an element in words, with where it lies and its ref."""
    rect = control.bounding_rect
    return control.describe() + (f" at {rect.x},{rect.y}" if rect else "") + f" [{control.ref}]"
