"""What is drawn in front of what in one window: dialogs, drawers and toasts that have no window of their own.

UI Automation tells places, and in the order of the tree what is drawn later stands later. Within one layer things stand
beside or in one another; where a later one lies across the edges of an earlier one, a layer in front begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from wpfagent.core.captions import PRESSED
from wpfagent.core.model import AREAS, ROW_TYPES, Control, Rect, Snapshot
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.core.placed import NEARLY, union, wider

LAID_OUT = PRESSED | {"ComboBox", "Edit", "Text"}
"""What a layout keeps apart: only what is painted over it crosses its edges."""
HOLDING = frozenset({"Custom", "Group", "Pane", "Tab", "TabItem", "Window"})
"""What a layer may be, or stand in; what is in a list, a menu or a field is a part of that."""
SURFACES = HOLDING - {"Tab"}
INNER_WINDOWS = "mdiclient"
"""Part of the class of what holds windows in a window, from front to back, in small letters."""
NATIVE = 42
"""How the runtime id of what has a window of its own begins: the system tells what a point hits there."""
NEIGHBOURS = 48
"""So many pixels may lie between the parts of one layer."""
SEVERAL = 2
EDGE = 2
"""So many pixels may what stands in something reach over its edge."""
SHOWS = 0.25
"""What shows more of itself than this beside a layer can be used there."""


class Front(NamedTuple):
    """A layer: where its elements stand in the tree, the place that they take, and what says what it is.

    From `end_of_own` on a layer over it may follow in the tree, which stands in the same element.
    """

    first: int
    end: int
    end_of_own: int
    box: Rect
    title: Control


class _Tree(NamedTuple):
    """Of each control where its parent stands, and what shows of it where it is laid out by itself; else None."""

    controls: Sequence[Control]
    parents: list[int]
    shown: list[Rect | None]


def over(snapshot: Snapshot, control: Control) -> Control | None:
    """Return what says which layer lies over an element, so that hardly any of it shows; None where none does."""
    return _title_over(snapshot, fronts(snapshot), control)


def covered(snapshot: Snapshot, found: Sequence[Front], controls: Sequence[Control]) -> set[str]:
    """Return the refs of the elements that one of a tree's layers lies over, so that hardly any of them shows."""
    return {c.ref for c in controls if _title_over(snapshot, found, c) is not None}


def _title_over(snapshot: Snapshot, found: Sequence[Front], control: Control) -> Control | None:
    at, rect = snapshot.index_of(control.ref), control.bounding_rect
    if at is None or not control.visible or rect is None or rect.is_empty:
        return None
    end = at + len(snapshot.subtree(at))
    for front in reversed(found):
        hidden = rect.intersection(front.box)
        is_behind = end <= front.first and control.hwnd == front.title.hwnd
        if is_behind and hidden.contains(*rect.center) and _area(hidden) > (1 - SHOWS) * _area(rect):
            return front.title
    return None


def layers(snapshot: Snapshot, found: Sequence[Front]) -> list[Snapshot]:
    """Return a tree by its layers, each with what it stands in; the tree itself where it has one only."""
    if not found:
        return [snapshot]
    parents = _parents(snapshot.controls)
    inside: dict[int, set[int]] = {}
    for index in range(len(snapshot)):
        kept, at = inside.setdefault(_front_of(found, index), set()), index
        while at >= 0 and at not in kept:
            kept.add(at)
            at = parents[at]
    return [replace(snapshot, controls=tuple(snapshot.controls[i] for i in sorted(kept))) for kept in inside.values()]


def fronts(snapshot: Snapshot) -> tuple[Front, ...]:
    """Return the layers that lie over others, in the order of the tree."""
    tree = _laid_out(snapshot.controls)
    crossings = sorted(_crossings(tree), key=lambda pair: (pair[1], pair[0]))
    looked_at: dict[tuple[int, int], bool] = {}
    for below, above in crossings:
        if not any(is_one and below < first <= above < end for (first, end), is_one in looked_at.items()):
            found = _extent(tree, below, above)
            looked_at[found] = _lies_across(crossings, *found)
    ranges = sorted(found for found, is_one in looked_at.items() if is_one)
    made = (_front(tree, ranges, place) for place in range(len(ranges)))
    return tuple(front for front in made if front is not None and not _is_crossed_itself(tree, crossings, front))


def _lies_across(crossings: Sequence[tuple[int, int]], first: int, end: int) -> bool:
    """Whether several elements of a layer lie across several below it: a title may lie across the edge of its field."""
    across = [(below, above) for below, above in crossings if below < first <= above < end]
    return min(len({below for below, _ in across}), len({above for _, above in across})) >= SEVERAL


def _is_crossed_itself(tree: _Tree, crossings: Sequence[tuple[int, int]], front: Front) -> bool:
    """Whether what is used in a layer lies across its like there: it is drawn freely, as the nodes of a graph are."""
    return any(
        front.first <= below and above < front.end_of_own
        and all(tree.controls[i].control_type != "Text" for i in (below, above))
        for below, above in crossings
    )  # fmt: skip


def _front_of(found: Sequence[Front], index: int) -> int:
    """Return the place of the last layer that an element stands in; -1 where it stands in none."""
    return next((at for at in range(len(found) - 1, -1, -1) if found[at].first <= index < found[at].end), -1)


def _parents(controls: Sequence[Control]) -> list[int]:
    parents: list[int] = []
    stack: list[int] = []
    for index, control in enumerate(controls):
        while stack and controls[stack[-1]].depth >= control.depth:
            stack.pop()
        parents.append(stack[-1] if stack else -1)
        stack.append(index)
    return parents


def _laid_out(controls: Sequence[Control]) -> _Tree:
    parents = _parents(controls)
    shown: list[Rect | None] = []
    areas: list[Rect | None] = []
    free: list[bool] = []
    for control, parent in zip(controls, parents, strict=True):
        rect, area = control.bounding_rect, areas[parent] if parent >= 0 else None
        rect = rect.intersection(area) if rect is not None and area is not None else rect
        is_free = parent < 0 or (free[parent] and controls[parent].control_type in HOLDING)
        free.append(is_free and INNER_WINDOWS not in control.class_name.lower())
        # What stands wholly beside an area that holds it does not show there: a drawer waits outside of its page.
        ends_there = control.can("Scroll") or control.control_type in AREAS
        areas.append(rect if ends_there and rect is not None and not rect.is_empty else area)
        has_place = rect is not None and not rect.is_empty and control.visible
        shown.append(rect if is_free and has_place and not _is_native(control) else None)
    return _Tree(controls, parents, shown)


def _is_native(control: Control) -> bool:
    return (len(control.runtime_id) == 2 and control.runtime_id[0] == NATIVE) or control.class_name.startswith(WINFORMS)


def _crossings(tree: _Tree) -> Iterator[tuple[int, int]]:
    """Yield where an earlier and a later element stand of which the later one lies across the edges of the other."""
    placed = [(r, i) for i, r in enumerate(tree.shown) if r and tree.controls[i].control_type in LAID_OUT]
    placed.sort(key=lambda at: at[0].y)
    open_now: list[tuple[Rect, int]] = []
    for rect, index in placed:
        open_now = [at for at in open_now if at[0].bottom - NEARLY > rect.y]
        for other, place in open_now:
            if _crosses(rect, other) and _may_cross(tree.controls[index], tree.controls[place]):
                yield min(index, place), max(index, place)
        open_now.append((rect, index))


def _may_cross(one: Control, other: Control) -> bool:
    return one.hwnd == other.hwnd and not one.control_type == other.control_type == "Text"


def _crosses(one: Rect, other: Rect) -> bool:
    common = one.intersection(other)
    if common.width <= NEARLY or common.height <= NEARLY:
        return False
    return not any(
        inner.x >= outer.x - EDGE and inner.right <= outer.right + EDGE
        and inner.y >= outer.y - EDGE and inner.bottom <= outer.bottom + EDGE
        for inner, outer in ((one, other), (other, one))
    )  # fmt: skip


def _extent(tree: _Tree, below: int, above: int) -> tuple[int, int]:
    """Return where the layer of the later of two elements begins and ends: what holds it, or its row of siblings."""
    low, high = below, above
    while tree.parents[low] != tree.parents[high]:
        if tree.controls[low].depth > tree.controls[high].depth:
            low = tree.parents[low]
        elif tree.controls[high].depth > tree.controls[low].depth:
            high = tree.parents[high]
        else:
            low, high = tree.parents[low], tree.parents[high]
    if high != above:
        return high, _end(tree, high)
    parent = tree.parents[high]
    first, rect = high, tree.shown[high]
    for index in range(high - 1, below, -1):
        if tree.parents[index] != parent or (place := tree.shown[index]) is None:
            continue
        if rect is None or place.y > rect.y + NEARLY or place.bottom < rect.y - NEIGHBOURS:
            break  # what is laid out goes on downwards
        first, rect = index, place
    return first, _end(tree, parent) if parent >= 0 else len(tree.controls)


def _end(tree: _Tree, index: int) -> int:
    depth = tree.controls[index].depth
    below = range(index + 1, len(tree.controls))
    return next((at for at in below if tree.controls[at].depth <= depth), len(tree.controls))


def _front(tree: _Tree, ranges: Sequence[tuple[int, int]], place: int) -> Front | None:
    """Return a layer with the place that its own elements take, without those of layers over it."""
    first, end = ranges[place]
    later = [index for index, _ in ranges[place + 1 :] if index < end]
    end_of_own = min(later, default=end)
    own = [(rect, i) for i in range(first, end_of_own) if (rect := tree.shown[i]) is not None]
    own = [(rect, i) for rect, i in own if tree.controls[i].control_type not in SURFACES | ROW_TYPES]
    if not own:
        return None
    box, left = own[0][0], [rect for rect, _ in own[1:]]
    while near := [rect for rect in left if not rect.intersection(wider(box, NEIGHBOURS)).is_empty]:
        left = [rect for rect in left if rect not in near]
        box = union((box, *near))
    titles = [i for _, i in own if tree.controls[i].control_type == "Text"] or [own[0][1]]
    return Front(first, end, end_of_own, box, tree.controls[titles[0]])


def _area(rect: Rect) -> int:
    return rect.width * rect.height
