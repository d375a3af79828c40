"""Columns of a grid that stay where they are when the others are scrolled: those go under them."""

from __future__ import annotations

from collections.abc import Iterable

from wpfagent.core.model import Control, Rect
from wpfagent.core.placed import NEARLY
from wpfagent.desktops.base import Budget, Desktop
from wpfagent.desktops.locating.composites import is_cell
from wpfagent.desktops.locating.items import ancestors

IN_CELL, INSIDE = 3, 20
"""How deep in a cell lies what is hit, and how much of a cell is read for it."""
COLUMNS = 100
"""So many cells of a row, or headers of a grid, are looked at."""


def in_front(desktop: Desktop, hit: Control, point: tuple[int, int], timeout_s: float) -> Control:
    """Return what shows at a point where a cell was told that is scrolled under another one of its row; else `hit`.

    Source: dotnet/wpf, AutomationPeer.GetPeerFromPointCore asks the last child first, whatever lies over it.
    """
    cell = hit if is_cell(hit) else next(filter(is_cell, ancestors(desktop, hit, IN_CELL, timeout_s)), None)
    row = desktop.parent(cell, timeout_s=timeout_s) if cell is not None else None
    if cell is None or row is None:
        return hit
    beside = desktop.children(row, limit=COLUMNS, timeout_s=timeout_s)
    first = next((c for c in beside if is_cell(c) and _lies_at(c, point)), cell)
    if first.ref == cell.ref:
        return hit
    inside = desktop.snapshot((), within=first, budget=Budget(INSIDE, timeout_s), timeout_s=timeout_s)
    return max((c for c in inside if _lies_at(c, point)), key=lambda c: c.depth, default=first)


def _lies_at(control: Control, point: tuple[int, int]) -> bool:
    return control.visible and control.bounding_rect is not None and control.bounding_rect.contains(*point)


def beside_frozen(view: Rect, headers: Iterable[Control], cell: Control) -> Rect:
    """Return where a grid shows a cell's column: right of those that the others are scrolled under, but for these.

    Args:
        view: where the grid shows its rows.
        headers: those of its columns, in their order.
        cell: the cell.
    """
    places = [c.bounding_rect for c in headers if c.bounding_rect is not None and not c.bounding_rect.is_empty]
    kept = [a for n, a in enumerate(places) if any(a.x < b.right and b.x < a.right - NEARLY for b in places[n + 1 :])]
    edge = max((rect.right for rect in kept), default=view.x)
    here = cell.bounding_rect
    if here is None or not view.x < edge < view.right or any(abs(rect.x - here.x) <= NEARLY for rect in kept):
        return view
    return Rect(edge, view.y, view.right - edge, view.height)
