"""Which of several controls alike a label and an index mean: those in its line, in its column, in the list it names."""

from __future__ import annotations

from collections.abc import Callable

from wpfagent.core.captions import ITEMS, is_telling
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.core.placed import NEARLY, in_one_line
from wpfagent.core.selector import Selector
from wpfagent.desktops.labels import HOLDERS, TYPED, plain


def meant(
    snapshot: Snapshot, selector: Selector, found: list[Control], fits: Callable[[Control], bool], *, reads: bool
) -> list[Control]:
    """Return what is meant of what a label names: by an index those alike, by who only reads the text behind it.

    Args:
        snapshot: where they are.
        selector: with the label.
        found: what the label names.
        fits: whether a control is one of those that may be meant.
        reads: whether it is only looked at.
    """
    label = selector.label or ""
    if reads and selector.control_type in (None, "Text") and (behind := text_behind(snapshot, label)):
        here = behind[0].bounding_rect
        beside = [c for c in found if here and c.bounding_rect and in_one_line(here, c.bounding_rect)]
        return beside or behind
    if len(found) != 1:
        return found
    if len(arrows := arrows_with(snapshot, found[0], fits)) > 1:
        return arrows  # which of them is meant, only an index says
    if selector.index is None:
        return found
    items = items_below(snapshot, found[0]) if selector.control_type is None else []
    return items or counted(snapshot, label, found[0], fits)


def narrowed(found: list[Control], selector: Selector) -> list[Control]:
    """Return several matches as the keys below the rung that matched narrow them, as far as any is left."""
    if selector.automation_id is not None and selector.name is not None:
        found = [c for c in found if c.name == selector.name] or found
    texts = [c.bounding_rect for c in found if c.control_type == "Text" and c.bounding_rect is not None]
    if texts:  # Windows Forms calls a panel by the label before it in the tab order
        found = [c for c in found if c.control_type != "Pane" or any(_holds(c, place) for place in texts)]
    if len(found) > 1 and (rect := selector.bounding_rect) is not None:
        found = [c for c in found if c.bounding_rect and c.bounding_rect.contains(*rect.center)] or found
    if len(found) > 1 and selector.index is None:
        found = [c for c in found if c.visible] or found
    return found


def _holds(pane: Control, place: Rect) -> bool:
    return pane.bounding_rect is not None and pane.bounding_rect.contains(*place.center)


def counted(snapshot: Snapshot, label: str, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return what an index counts behind a label: the items of the list it names, its line, or the column it heads.

    Args:
        snapshot: where they are.
        label: the words.
        first: what the label names.
        fits: whether a control is one of those that may be meant.
    """
    line = line_from(snapshot, first, fits)
    return line if len(line) > 1 else column_from(snapshot, label, first, fits)


def arrows_with(snapshot: Snapshot, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a button without words, and those above or below it at the same field, from the top: its arrows."""
    rect = first.bounding_rect
    if rect is None or not _is_wordless(first):
        return [first]
    beside = (c.bounding_rect for c in snapshot if c.control_type in TYPED and c.hwnd == first.hwnd)
    field = next((f for f in beside if f is not None and _is_at_side(f, rect)), None)
    if field is None:
        return [first]
    column = [
        (c.bounding_rect.y, c)
        for c in snapshot
        if c.bounding_rect is not None and c.hwnd == first.hwnd and c.visible and _is_wordless(c) and fits(c)
        and abs(c.bounding_rect.x - rect.x) <= NEARLY and _is_at_side(field, c.bounding_rect)
    ]  # fmt: skip
    return [c for _, c in sorted(column, key=lambda at: at[0])] or [first]


def items_below(snapshot: Snapshot, holder: Control) -> list[Control]:
    """Return the items of a labelled list, stars or colours among them; nothing where it is no list."""
    if holder.control_type not in HOLDERS:
        return []
    at = next(i for i, c in enumerate(snapshot.controls) if c.ref == holder.ref)
    return [c for c in snapshot.subtree(at)[1:] if c.control_type in ITEMS]


def line_from(snapshot: Snapshot, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a labelled control and those alike that follow in its line, up to the next words: stars, thumbs, colours.

    Args:
        snapshot: where they are.
        first: what the label names.
        fits: whether a control is one of those that may be meant.
    """
    start = first.bounding_rect
    if start is None:
        return [first]
    line = [
        (c.bounding_rect.x, c)
        for c in snapshot
        if c.bounding_rect is not None and c.visible and c.hwnd == first.hwnd and c.bounding_rect.x > start.x
        and abs(c.bounding_rect.center[1] - start.center[1]) <= NEARLY
    ]  # fmt: skip
    made, reached = [first], start.right
    for left, control in sorted(line, key=lambda at: at[0]):
        if control.control_type == "Text" and left >= reached and is_telling(control.name):
            break
        if control.control_type == first.control_type and control.depth == first.depth and fits(control):
            made.append(control)
            reached = control.bounding_rect.right if control.bounding_rect is not None else reached
    return made


def column_from(snapshot: Snapshot, label: str, first: Control, fits: Callable[[Control], bool]) -> list[Control]:
    """Return a control that a label stands above, and those alike below it, up to the next words: a column of lines."""
    top = first.bounding_rect
    texts = [(c, c.bounding_rect) for c in snapshot if c.control_type == "Text" and c.visible and c.hwnd == first.hwnd]
    if top is None or not any(plain(c.name) == plain(label) and r and r.bottom <= top.y + NEARLY for c, r in texts):
        return [first]
    words = [r.y for c, r in texts if r and is_telling(c.name) and r.y > top.y and _overlap(r, top)]
    end = min((y for y in words if not top.y <= y <= top.bottom), default=None)
    column = [
        (c.bounding_rect.y, c)
        for c in snapshot
        if c.bounding_rect is not None and c.visible and c.hwnd == first.hwnd and c.bounding_rect.y > top.y
        and abs(c.bounding_rect.x - top.x) <= NEARLY and (c.control_type, c.depth) == (first.control_type, first.depth)
        and (end is None or c.bounding_rect.y < end) and fits(c)
    ]  # fmt: skip
    return [first, *(c for _, c in sorted(column, key=lambda at: at[0]))]


def text_behind(snapshot: Snapshot, label: str) -> list[Control]:
    """Return the text that stands right of a label in its line, next to it: what it says is the label's value."""
    words = plain(label)
    for text in snapshot:
        here = text.bounding_rect
        if text.control_type != "Text" or here is None or not text.visible or plain(text.name) != words:
            continue
        line = [
            (c.bounding_rect.x, c)
            for c in snapshot
            if c.bounding_rect is not None and c.visible and c.hwnd == text.hwnd and c.bounding_rect.x >= here.right
            and in_one_line(here, c.bounding_rect)
        ]  # fmt: skip
        nearest = min(line, key=lambda at: at[0], default=(0, text))[1]
        if nearest.control_type == "Text" and nearest is not text and nearest.name.strip():
            return [nearest]
    return []


def _overlap(one: Rect, other: Rect) -> bool:
    return min(one.right, other.right) > max(one.x, other.x)


def _is_wordless(control: Control) -> bool:
    return control.control_type == "Button" and control.can("Invoke") and not is_telling(control.name)


def _is_at_side(field: Rect, rect: Rect) -> bool:
    """Whether something no higher than a field stands at its end, or in it."""
    is_level = field.y - NEARLY <= rect.y and rect.bottom <= field.bottom + NEARLY
    return is_level and field.x < rect.x <= field.right + 2 * NEARLY
