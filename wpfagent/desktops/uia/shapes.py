"""The bare shape of a branch of the tree, and which of its rows show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.com import Element

MANY_ROWS = 200
"""Of a list with more children only those in view are told, where that is asked for."""
ROWS = frozenset({uia.CONTROL_TYPE_IDS[name] for name in ("Custom", "DataItem", "Group", "ListItem", "TreeItem")})
"""The control types of what is left out there; a header or a scroll bar is told wherever it is."""

Shape = tuple[int, Sequence[Any]]
"""A branch of the tree: (number of its elements, the shapes of its children)."""
LEAF: Shape = (1, ())


def shows_in(row: Element, view: Any) -> bool:
    """Return whether a row lies in what shows of its list; what is no row counts as shown."""
    box = row.CachedBoundingRectangle
    across = max(box.left, view.left) < min(box.right, view.right)
    down = max(box.top, view.top) < min(box.bottom, view.bottom)
    return (across and down) or row.CachedControlType not in ROWS


def shape_of(element: Element) -> Shape:
    """Return the shape of a branch that was fetched bare."""
    children = element.GetCachedChildren()
    if not children:
        return LEAF
    get_element = children.GetElement
    inner = [shape_of(get_element(index)) for index in range(children.Length)]
    return 1 + sum(shape[0] for shape in inner), inner


def holds_long_list(shape: Shape) -> bool:
    """Return whether an element of a branch has so many children that only those in view are told."""
    size, inner = shape
    return size > MANY_ROWS and (len(inner) > MANY_ROWS or any(map(holds_long_list, inner)))
