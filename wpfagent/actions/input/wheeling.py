"""Items that were scrolled away and have no pattern that brings them back: the wheel is turned over what holds them."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.actions.actionability import check_hit
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.core.errors import Unsupported
from wpfagent.core.model import Control

MOST_ROWS = 2_000
"""So many rows of one holder are looked at."""
ROWS_A_NOTCH = 3
"""By so many lines Windows scrolls at a notch, where nobody has set it otherwise."""
MOST_NOTCHES = 20
MOST_TURNS = 40
"""How often the wheel is turned before the row is given up."""
HOLDERS = ("DataGrid", "List", "Table", "Tree")
"""What holds items, and the editor that one of them opens."""
SHOWN_S = 0.5
"""How long a cell may take to show that was made the current one."""
FAR = 8
"""How many elements may stand between an item and its holder."""


def turn_to(doing: Doing, item: Control) -> Control:
    """Turn the wheel over the element around an item until it shows; return the item as it is now.

    Left as it is: one that shows, has a pattern for it, or stands in nothing that shows other rows of its kind.
    """
    if is_shown(item) or doing.policy.input == "never" or item.can("ScrollItem", "VirtualizedItem"):
        return item
    holder, row = holder_of(doing, item)
    if holder is None or holder.can("Scroll") or not is_shown(holder):
        return item
    if in_grid := _made_current(doing, item):
        return in_grid
    last: tuple[str, ...] = ()
    for _ in range(MOST_TURNS):
        rows = _rows(doing, holder, row)
        shown = [number for number, other in enumerate(rows) if is_shown(other)]
        at = next((number for number, other in enumerate(rows) if other.ref == row.ref), None)
        if at is None or not shown or tuple(rows[n].ref for n in shown) == last or is_shown(doing.read(item)):
            break
        last = tuple(rows[n].ref for n in shown)
        _turn(doing, holder, at - shown[0] if at < shown[0] else max(1, at - shown[-1]))  # its parts lie below a row
        doing.scrolled = True
    return doing.read(item)


def _made_current(doing: Doing, cell: Control) -> Control | None:
    """Make a cell the current one, where its framework scrolls it into view by that; return it as it shows."""
    facts = framework_of(doing.framework(cell))
    if not facts.current_cell_shows or not (cell.can("GridItem") or cell.control_type in facts.edited_in_place):
        return None
    try:
        doing.verb(cell, "make_current")
    except Unsupported:
        return None
    doing.scrolled = True
    return doing.until(lambda: now if is_shown(now := doing.read(cell)) else None, SHOWN_S).value


def holder_of(doing: Doing, item: Control) -> tuple[Control | None, Control]:
    """Return the list, tree or grid that an item stands in (None: in none), and the row of it that holds the item."""
    row, above = item, doing.desktop.parent(item, timeout_s=doing.left_s)
    for _ in range(FAR):
        if above is None or above.control_type in HOLDERS:
            return above, row
        row, above = above, doing.desktop.parent(above, timeout_s=doing.left_s)
    return None, item


def is_shown(control: Control) -> bool:
    """Return whether an element has a place on screen."""
    return control.visible and control.bounding_rect is not None and not control.bounding_rect.is_empty


def _rows(doing: Doing, holder: Control, item: Control) -> Sequence[Control]:
    inside = doing.desktop.children(holder, limit=MOST_ROWS, timeout_s=doing.left_s)
    return [c for c in inside if c.control_type == item.control_type]


def _turn(doing: Doing, holder: Control, rows: int) -> None:
    """Turn the wheel over an element, so that it scrolls by about as many rows."""
    notches = max(1, min(MOST_NOTCHES, abs(rows) // ROWS_A_NOTCH))
    consenting.of_moving(doing, holder, "the wheel")
    doing.give_way()
    doing.bring_to_front(holder)
    assert holder.bounding_rect is not None
    point = holder.bounding_rect.center
    check_hit(holder, point, doing.desktop, doing.app.pid, doing.left_s)
    doing.desktop.mouse_move(*point)
    doing.desktop.mouse_wheel(*point, notches if rows < 0 else -notches)
    doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=holder.hwnd)
