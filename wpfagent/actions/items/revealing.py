"""Bringing an element into what the containers around it show of themselves."""

from __future__ import annotations

from collections.abc import Iterator

from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.core.errors import AppNotResponding, StaleRef, Unsupported
from wpfagent.core.model import Control, Rect
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.desktops.locating import frozen
from wpfagent.desktops.locating.composites import is_cell

SCROLL_TRIES = 4
"""How often a container is scrolled to bring an element into it: a page is not the same everywhere."""
HEADERS = frozenset({"Header", "HeaderItem"})
WITH_HEADERS = frozenset({"DataGrid", "Table"})


def reveal(doing: Doing, control: Control) -> Control:
    """Scroll an element into what the containers around it show; return it as it is now.

    WPF says of most elements that were scrolled away that they are on screen: their place tells.
    """
    now = doing.show(control)
    if now.class_name.startswith(WINFORMS) and framework_of(doing.framework(now)).panels_scroll:
        now = _scrolled_around(doing, now)
    for container, has_head, cell in _scrolling(doing, now):
        now = _scrolled_into(doing, now, container, has_head=has_head, cell=cell)
    return now


def _scrolled_around(doing: Doing, control: Control) -> Control:
    """Scroll the panels around a control that have scroll bars and no pattern for them; return it as it is now."""
    try:
        doing.verb(control, "scroll_around")
    except (AppNotResponding, StaleRef, Unsupported):
        return control
    now = doing.read(control)
    doing.scrolled = doing.scrolled or now.bounding_rect != control.bounding_rect
    return now


def _scrolled_into(doing: Doing, now: Control, container: Control, *, has_head: bool, cell: Control | None) -> Control:
    view = _view(doing, container, cell) if has_head else container.bounding_rect
    for _ in range(SCROLL_TRIES):
        if view is None or not now.bounding_rect:
            break
        pages = now.bounding_rect.pages_to(view)
        if pages == (None, None):
            break
        try:
            doing.verb(container, "scroll_by", pages)
        except Unsupported:  # a combo box has the pattern, and nothing to scroll by it
            break
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))
        before, now = now, doing.read(now)
        if before.bounding_rect == now.bounding_rect:
            break
        doing.scrolled = True
    return now


def _view(doing: Doing, container: Control, cell: Control | None) -> Rect | None:
    """Return where a grid shows its rows: below its column headers, and of a cell right of the columns that stay."""
    rect = container.bounding_rect
    first = doing.desktop.children(container, limit=1, timeout_s=doing.left_s)
    head = first[0].bounding_rect if first and first[0].control_type == "Header" else None
    if rect is None or head is None or head.is_empty or not rect.y <= head.y <= head.bottom < rect.bottom:
        return rect
    view = Rect(rect.x, head.bottom, rect.width, rect.bottom - head.bottom)
    if cell is None:
        return view
    headers = doing.desktop.children(first[0], limit=frozen.COLUMNS, timeout_s=doing.left_s)
    return frozen.beside_frozen(view, headers, cell)


def _scrolling(doing: Doing, control: Control) -> Iterator[tuple[Control, bool, Control | None]]:
    """The containers around an element that scroll, the nearest first.

    With each, whether its rows go under a head, and the cell of it that the element is or stands in.
    """
    is_head, cell = control.control_type in HEADERS, control if is_cell(control) else None
    parent = doing.desktop.parent(control, timeout_s=doing.left_s)
    while parent is not None and parent.control_type != "Window":
        is_head = is_head or parent.control_type in HEADERS
        cell = parent if is_cell(parent) else cell
        if parent.can("Scroll"):
            yield parent, parent.control_type in WITH_HEADERS and not is_head, cell
        parent = doing.desktop.parent(parent, timeout_s=doing.left_s)
