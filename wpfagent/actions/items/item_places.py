"""Where an item is clicked: a tree's own row, a row's first cell, the text of a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wpfagent.actions import actionability
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.core.model import Control, Rect
from wpfagent.core.selector import ROW_CONTAINERS
from wpfagent.desktops.base import Conditions

ROWS = frozenset({"DataItem", "ListItem"})
ITEMS = ROWS | {"TreeItem"}
NAMED = ITEMS | {"TabItem"}
CELL = ("GridItem", "TableItem")
SHOWN = frozenset({"Image", "Text"})
"""What a template shows that passes a click on."""
CELLS = 8
"""How many children of a row are looked at to find a cell, or a text, that shows."""
NAME_PART = 0.4
"""So much of a property's row belongs to its name."""
FIELD = 18
"""So high is the field of a combo box at least."""
BRANCHES = 50
"""How many children of a tree item are looked at to find where its own row ends."""


def clicked(doing: Doing, control: Control) -> Control:
    """Return an item with the place that takes its click, as far as its list shows it.

    WPF tells of an item that is wider than its list the whole place: its middle may lie over what stands beside, and
    so may all of the words in it, as where a rail shows only pictures.
    """
    item = _taking(doing, control)
    at = doing.before.index_of(control.ref) if doing.before is not None and control.control_type in ITEMS else None
    above = doing.before.ancestors(at) if doing.before is not None and at is not None else ()
    frame = next((c.bounding_rect for c in above if c.control_type in ROW_CONTAINERS), None)
    if frame is None or item.bounding_rect is None or frame.contains(*item.bounding_rect.center):
        return item
    places = (place.intersection(frame) for place in (item.bounding_rect, control.bounding_rect) if place is not None)
    shown = next((place for place in places if not place.is_empty), None)
    return item if shown is None else replace(item, bounding_rect=shown)


def is_property(doing: Doing, item: Control) -> bool:
    """Return whether this is a property's row, which is chosen by a click on its name alone."""
    is_row = item.control_type == "TreeItem" and item.can("Value") and not item.can("SelectionItem")
    return is_row and framework_of(doing.framework(item)).properties_by_name


def _taking(doing: Doing, control: Control) -> Control:
    """Return an item with the place that takes its click.

    Of an item that was named by other words in it than its caption, these: they may do something of their own. A tree
    item's own row, its text where there is one: its rectangle holds its branches, and what lies beside the text
    takes no click. A property's name: an editor may lie over its value, and be another row's. A row's first cell; of
    another item its text, where its template does not reach the middle. Of a combo box whose list is always open its
    field, which stands above: a click on the list would choose.
    """
    if control.control_type == "Text" and control.can(*CELL):
        above = doing.desktop.parent(control, timeout_s=doing.left_s)
        beside = doing.desktop.children(above, limit=CELLS, timeout_s=doing.left_s) if above is not None else []
        return _first_of_line(control, control, [c for c in beside if c.can(*CELL)])
    if control.control_type == "ComboBox" and not control.can("ExpandCollapse") and control.bounding_rect is not None:
        rect = control.bounding_rect
        return replace(control, bounding_rect=rect._replace(height=min(rect.height, FIELD)))
    if words := _words_meant(doing, control):
        return replace(control, bounding_rect=words)
    if control.control_type in ROWS and not control.can("GridItem"):
        return actionability.begin_of(control, doing.desktop, doing.left_s) or _shown_part(doing, control)
    if control.control_type != "TreeItem":
        return control
    rect = control.bounding_rect or Rect(0, 0, 0, 0)
    if is_property(doing, control):
        return replace(control, bounding_rect=rect._replace(width=round(rect.width * NAME_PART)))
    children = doing.desktop.children(control, limit=BRANCHES, timeout_s=doing.left_s)
    branches = [c.bounding_rect for c in children if c.control_type == "TreeItem" and c.bounding_rect]
    below = min((r.y for r in branches if r.y > rect.y), default=rect.bottom)
    row = rect._replace(height=below - rect.y)
    texts = _places([c for c in children if c.control_type == "Text"], row)
    return replace(control, bounding_rect=texts[0] if texts else row)


def _words_meant(doing: Doing, item: Control) -> Rect | None:
    """Return where the words show by which an item was named; None where these are its caption."""
    is_named = doing.control is not None and item.ref == doing.control.ref and item.control_type in NAMED
    words = doing.selector.name if doing.selector is not None and is_named else None
    if words in (None, "", item.name, item.own_name):
        return None
    texts = doing.find_all(Conditions(name=words, control_type="Text"), within=item, limit=2)
    places = _places(texts, item.bounding_rect or Rect(0, 0, 0, 0))
    return places[0] if len(places) == 1 else None


def _shown_part(doing: Doing, item: Control) -> Control:
    """Return an item with the place of the cell that it is called by, else of the first one, or of its template.

    What lies beside the cells takes no click; beside a template no menu, no tool tip and no drag of it begins.
    """
    rect = item.bounding_rect or Rect(0, 0, 0, 0)
    inside = doing.desktop.children(item, limit=CELLS, timeout_s=doing.left_s)
    cells = [c for c in inside if c.can(*CELL) and _places([c], rect)]
    if cells:
        called = next((c for c in cells if c.name and c.name == item.name), cells[0])  # the first may be a tick
        return _first_of_line(item, called, cells)
    texts = [c for c in inside if c.control_type == "Text" and _places([c], rect)]
    if len(texts) > 1 and texts[0].name == item.name:  # cells that say only where they are
        return _first_of_line(item, texts[0], texts)
    shown = _places(inside, rect)
    drawn = _places([c for c in inside if c.control_type in SHOWN], rect)
    if not drawn or any(place.contains(*rect.center) for place in shown):
        return item
    return replace(item, bounding_rect=drawn[0])


def _first_of_line(item: Control, cell: Control, cells: Sequence[Control]) -> Control:
    """Return an item with the place of a cell, up to where the next one begins.

    Source: LVM_GETSUBITEMRECT gives the place of the whole row for the first column, and so does Windows Forms.
    """
    rect, around = cell.bounding_rect, item.bounding_rect
    if rect is None or around is None:
        return item
    line = (c.bounding_rect for c in cells if c.bounding_rect is not None)
    rights = [r.x - rect.x for r in line if r.x > rect.x and abs(r.y - rect.y) < rect.height // 2]
    return replace(item, bounding_rect=rect._replace(width=min([rect.width, *rights])).intersection(around))


def _places(parts: Sequence[Control], rect: Rect) -> list[Rect]:
    """Return where parts of an element show in it."""
    places = (c.bounding_rect.intersection(rect) for c in parts if c.bounding_rect is not None)
    return [place for place in places if not place.is_empty]
