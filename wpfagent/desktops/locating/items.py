"""Items of lists, trees, tabs and combo boxes by what a person reads in them, and the item around a caption.

A caption stands in the texts of an item (`core.captions`); UI Automation itself finds an item only by its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wpfagent.core.captions import ITEMS, NAMED_BY_TEXTS, PRESSED, is_part, is_telling, texts_of
from wpfagent.core.errors import StaleRef, Unsupported
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.desktops.base import Budget, Conditions, Desktop
from wpfagent.desktops.locating.composites import is_cell, opens_more
from wpfagent.desktops.locating.nearest import TYPED

CLIMB = 4
"""How many elements may stand between a text and the item that it names."""
MOST_TEXTS_ASKED = 8
"""Of so many matches each text is asked what it stands in."""
READ = 5_000
"""How many elements of one container are read at once."""
_THROUGH = frozenset({"Custom", "Group", "Image", "Text"})
"""What a template puts around a text without being an item itself."""
_CELLS = ("GridItem", "TableItem")
SURFACES = frozenset({"Custom", "Group", "List", "Pane"})
"""The control types of surfaces that hold other elements."""


def item_named_by(desktop: Desktop, text: Control, timeout_s: float, within: Control | None = None) -> Control | None:
    """Return the item, cell, button or tool tip whose caption this text makes; None where it stands by itself.

    So it does within the item in which it was looked for. A bare sign is the name of nothing that has words: the cross
    on a tab closes it.
    """
    above = desktop.parent(text, timeout_s=timeout_s)
    for _ in range(CLIMB):
        if above is None or (within is not None and above.ref == within.ref):
            return None
        if above.control_type in NAMED_BY_TEXTS:
            is_caption = above.name == text.name or (above.own_name is not None and is_telling(text.name))
            return above if is_caption and is_part(above, text) else None
        if above.name == text.name and (above.can(*_CELLS) or above.control_type == "ToolTip"):
            return above
        if above.control_type not in _THROUGH:
            return None
        above = desktop.parent(above, timeout_s=timeout_s)
    return None


def item_of(desktop: Desktop, control: Control, *patterns: str, timeout_s: float) -> Control | None:
    """Return the nearest element from a control upwards that has one of these patterns; None at the item's border.

    A caption, a picture, a cell, the tick or arrow inside of an item: what is meant is the item. So it is where a tick
    or button has the words that the item is called by.
    """
    if control.control_type in PRESSED and not control.can(*patterns):
        around = item_named_by(desktop, control, timeout_s)
        return around if around is not None and around.name == control.name and around.can(*patterns) else None
    above: Control | None = control
    for _ in range(CLIMB + 1):
        if above is None:
            return None
        if above.can(*patterns):
            return above if above.control_type not in ITEMS or is_part(above, control) else None
        if above.control_type in ITEMS or not (above.control_type in _THROUGH or above.can(*_CELLS)):
            return None
        above = desktop.parent(above, timeout_s=timeout_s)
    return None


def ancestors(desktop: Desktop, control: Control, most: int, timeout_s: float) -> Iterator[Control]:
    """Yield what a control stands in, the nearest first, at most so many; each is read when it is asked for."""
    for _ in range(most):
        above = desktop.parent(control, timeout_s=timeout_s)
        if above is None:
            return
        yield above
        control = above


def field_around(desktop: Desktop, part: Control, timeout_s: float, kinds: Sequence[str] = TYPED) -> Control | None:
    """Return the field whose template a control is a part of: what empties it, the surface that its text stands on."""
    around = ancestors(desktop, part, CLIMB, timeout_s)
    holder = next((above for above in around if above.control_type not in SURFACES), None)
    return holder if holder is not None and holder.control_type in kinds else None


def row_around(desktop: Desktop, control: Control, timeout_s: float) -> str:
    """Return the ref of the row of a list, table or tree that a control stands in; nothing where it stands in none."""
    around = ancestors(desktop, control, 2 * CLIMB + 1, timeout_s)
    return next((above.ref for above in around if above.control_type in ROW_TYPES), "")


def row_of_cell(desktop: Desktop, cell: Control | None, timeout_s: float) -> Control | None:
    """Return the row that a cell with words is a part of: those name what else stands in the row; None elsewhere."""
    if cell is None or not is_cell(cell) or not cell.name:
        return None
    row = desktop.parent(cell, timeout_s=timeout_s)
    return row if row is not None and row.control_type in ROW_TYPES else None


def find_named(desktop: Desktop, container: Control, text: str, left: Callable[[], float]) -> Control | None:
    """Return a container's real item with this caption or text, or one that the system finds by its own name.

    Args:
        desktop: where.
        container: the list, tree, tab or combo box.
        text: what a person reads: the whole caption, else one of the texts of the item.
        left: how many seconds a call may take.
    """
    named = own_named(desktop, container, text, left())
    if named is not None:
        return named
    snapshot = desktop.snapshot((), within=container, budget=Budget(READ, left()), timeout_s=left())
    return shown_item(snapshot, [i for i, c in enumerate(snapshot.controls) if c.control_type in ITEMS], text)


def own_named(desktop: Desktop, container: Control, name: str, timeout_s: float) -> Control | None:
    """Return a container's item with this own name, realised, found in one call; None where there is none."""
    if container.can("ItemContainer"):
        try:
            item = desktop.find_item(container, after=None, prop="name", value=name, timeout_s=timeout_s)
        except Unsupported:
            return None
        return desktop.realize(item, timeout_s=timeout_s) if item is not None else None
    # A virtual list of Windows Forms holds thousands of items in its tree: the system finds one by its name.
    found = desktop.find(Conditions(name=name), windows=(), within=container, limit=5, timeout_s=timeout_s)
    return next((c for c in found if c.control_type in ITEMS), None)


def shown_item(snapshot: Snapshot, places: Sequence[int], text: str) -> Control | None:
    """Return the item, of those at these places, with this caption, else the first that shows this text or value."""
    items = [snapshot.controls[place] for place in places]
    fitting = [c for c in items if c.name == text] or [c for c in items if c.text.strip() == text.strip()]
    if fitting:
        return fitting[0]
    return next((snapshot.controls[i] for i in places if text in texts_of(snapshot.controls, i)), None)


def captions(desktop: Desktop, container: Control, timeout_s: float, *, in_view: bool = False) -> list[str]:
    """Return the captions of a container's real items, in order, each once.

    Args:
        desktop: where.
        container: the list, tree, tab or combo box.
        timeout_s: how long reading may take.
        in_view: only those that show now: a list may keep the items of the pages before for a while.
    """
    try:
        snapshot = desktop.snapshot((), within=container, budget=Budget(READ, timeout_s), timeout_s=timeout_s)
    except StaleRef:
        return []
    found = [c for c in snapshot if c.control_type in ITEMS and c.text]
    rect = snapshot.controls[0].bounding_rect if in_view and snapshot.controls else None
    if rect is not None:
        shown = [c for c in found if c.bounding_rect is not None and rect.contains(*c.bounding_rect.center)]
        found = shown or found
    return list(dict.fromkeys(c.text for c in found))


def without_inner_words(desktop: Desktop, found: list[Control], timeout_s: float) -> list[Control]:
    """Leave out texts that are only a part of what a button says, where others are called so as a whole."""
    whole = [c for c in found if c.control_type != "Text"]
    if not whole or len(found) > MOST_TEXTS_ASKED:
        return found
    parts = set()
    for text in found:
        above = desktop.parent(text, timeout_s=timeout_s) if text.control_type == "Text" else None
        if above is not None and above.control_type in PRESSED and above.name != text.name:
            parts.add(text.ref)
    return [c for c in found if c.ref not in parts]


def framed_by(desktop: Desktop, frame: Control, timeout_s: float) -> Control | None:
    """Return what a frame, which is drawn around what it holds, stands in beside it; None for one that holds it itself.

    Source: Win32's group box (BS_GROUPBOX) is a window of its own, beside those that it is drawn around.
    """
    if frame.control_type != "Group" or desktop.children(frame, limit=1, timeout_s=timeout_s):
        return None
    return desktop.parent(frame, timeout_s=timeout_s)


def in_buttons(desktop: Desktop, found: list[Control], timeout_s: float) -> list[Control]:
    """Return the texts that stand in a button, of texts alike: who presses means none that merely stands there."""
    if not 1 < len(found) <= MOST_TEXTS_ASKED:
        return found
    above = [(text, desktop.parent(text, timeout_s=timeout_s)) for text in found]
    return [text for text, around in above if around is not None and around.control_type in PRESSED] or found


def items_not_words(desktop: Desktop, found: list[Control], timeout_s: float) -> list[Control]:
    """Return the items that texts are the captions of instead of these, where others are called so as well."""
    if len(found) < 2 or len(found) > MOST_TEXTS_ASKED:
        return found
    named = (item_named_by(desktop, c, timeout_s) if c.control_type == "Text" else None for c in found)
    meant = (item or control for control, item in zip(found, named, strict=True))
    return list({c.ref: c for c in meant}.values())  # a minimised window's have no place that tells them to be one


def opened_by(desktop: Desktop, button: Control, timeout_s: float) -> Control:
    """Return the expander that a button is the head of; the control itself elsewhere."""
    above = desktop.parent(button, timeout_s=timeout_s) if opens_more(button) else None
    is_head = above is not None and above.control_type == "Group" and above.can("ExpandCollapse")
    return above if above is not None and is_head else button
