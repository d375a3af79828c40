"""Items by what a person reads: one of a list by its text, one deep in a tree by the texts on the way to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wpfagent.actions.doing import Doing
from wpfagent.actions.items.grouped import in_closed_group
from wpfagent.actions.items.meant import labelled_by
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotFound, Unsupported
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.core.selector import ROW_CONTAINERS, nearest
from wpfagent.desktops.base import Budget
from wpfagent.desktops.locating import items, rows
from wpfagent.desktops.locating.composites import is_cell
from wpfagent.desktops.locating.items import READ

FILLED_S = 3.0
"""How long an empty list may take to show items."""
LOADED_S = 3.0
"""How long a branch may take to load what is in it."""


def named_item(doing: Doing, control: Control, text: str | None) -> Control:
    """Return the item with this text, else the item that a control is or is a part of.

    Raises:
        ElementNotFound: the list has no such item; its items are named.
        Unsupported: the control is no item, nor in one.
    """
    if text is not None:
        control = labelled_by(doing, control, lambda c: c.control_type in ROW_CONTAINERS)
        item = _item(doing, control, text)
        if item is not None:
            return item
        if (item := in_closed_group(doing, control, lambda: _item(doing, control, text))) is not None:
            return item
        seen = items.captions(doing.desktop, control, doing.left_s)
        if not seen:  # an empty list may be filled yet
            item = doing.until(lambda: _item(doing, control, text), FILLED_S).value
        if item is None:
            raise no_item(control, text, seen or items.captions(doing.desktop, control, doing.left_s))
        return item
    if control.can("SelectionItem") and not is_cell(control):
        return control
    if control.can("GridItem", "TableItem"):
        row = doing.desktop.grid_row(control, timeout_s=doing.left_s)
        if row is not None and row.can("SelectionItem"):
            return row
    if control.can("SelectionItem"):
        return control  # of a grid that selects cells, not rows
    item = items.item_of(doing.desktop, control, "SelectionItem", timeout_s=doing.left_s) or _row_head(doing, control)
    if item is not None or control.control_type in ROW_TYPES:
        return item or control  # a click chooses an item of a list that only shows what it holds, or nothing does
    raise Unsupported(
        f"{control.describe()} is no item that can be selected.",
        hint="Name the item itself, or give item_text for a list, tree or tab.",
    )


def _row_head(doing: Doing, row: Control) -> Control | None:
    """Return what chooses its row when it is clicked: the row's header, or its first cell where no headers are shown.

    None where this is no such row.
    """
    first = doing.desktop.children(row, limit=1, timeout_s=doing.left_s) if row.control_type == "Custom" else []
    is_head = bool(first) and (first[0].control_type == "Header" or first[0].can("GridItem"))
    return first[0] if is_head and first[0].can("Invoke") else None


def _item(doing: Doing, control: Control, text: str) -> Control | None:
    found = items.find_named(doing.desktop, control, text, lambda: doing.left_s)
    return found if found is not None else rows.find_row(doing.desktop, control, (("", text),), doing.deadline)


def no_item(container: Control, text: str, seen: list[str], way: str = "") -> ElementNotFound:
    """Return the error that says which items there are; `way`: the branches on the way to them."""
    near = nearest(text, seen) or seen[:10]
    return ElementNotFound(
        f"{container.describe()} has no item {text!r}" + (f" below {way}." if way else "."),
        hint=f"Nearest: {', '.join(map(repr, near))}." if near else "It shows no items.",
        details={"nearest": {"items": near}, "items": seen[:50]},
    )


def in_branches(
    doing: Doing, tree: Control, path: Sequence[str], expand: Callable[[Doing, Control], object]
) -> Control:
    """Return the item at the end of a path from the top of a tree.

    Args:
        doing: the action's context.
        tree: the tree, or a branch of it.
        path: the items' texts.
        expand: opens a branch.

    Raises:
        ElementNotFound: a branch has no such item; its items are named.
    """
    item = tree
    for depth, text in enumerate(path):
        if depth and item.expanded in ("collapsed", "partially_expanded"):
            expand(doing, item)
        item = doing.show(_child(doing, item, text, " > ".join(path[:depth])))
    return item


def _child(doing: Doing, above: Control, text: str, way: str) -> Control:
    def probe() -> Control | None:
        shown = _below(doing, above)
        return items.shown_item(shown, _topmost(shown), text)

    found = doing.until(probe, LOADED_S if above.control_type == "TreeItem" else wait.SETTLE_S).value
    if found is not None:
        return found
    shown = _below(doing, above)
    raise no_item(above, text, [t for at in _topmost(shown) if (t := shown.controls[at].text.strip())], way)


def _below(doing: Doing, above: Control) -> Snapshot:
    """Return what is below a tree or a branch, under its captions."""
    if not above.can("ItemContainer", "Selection", "ExpandCollapse"):
        raise Unsupported(f"{above.describe()} has no branches.", hint="Name the tree, or an item of it.")
    return doing.desktop.snapshot((), within=above, budget=Budget(READ, doing.left_s), timeout_s=doing.left_s)


def _topmost(shown: Snapshot) -> list[int]:
    """Return the places of the items that lie in no other item but the first element."""
    found: list[int] = []
    index = 1
    while index < len(shown.controls):
        is_item = shown.controls[index].control_type in ("TreeItem", "ListItem", "DataItem")
        if is_item:
            found.append(index)
        index += len(shown.subtree(index)) if is_item else 1
    return found
