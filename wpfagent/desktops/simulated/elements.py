"""The live elements of a window: state, the control view of the tree, and how each reads as a `Control`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from wpfagent.core.captions import captioned, wants_texts
from wpfagent.core.model import Control, ExpandState, Rect
from wpfagent.desktops.simulated.frames import Frame
from wpfagent.desktops.simulated.peers import Peer, peer_of, split_access_key, toggle_state
from wpfagent.desktops.simulated.tables import Table
from wpfagent.desktops.simulated.widths import text_width

ROW_NAME = "System.Data.DataRowView"
"""A row's Name is its item's ToString(): a class name, as in most real programs."""
NOWHERE = Rect(0, 0, 0, 0)
VIRTUALISING = frozenset(("ListBox", "ListView"))
TEXT_KINDS = frozenset(("TextBox", "PasswordBox", "RichTextBox", "DatePicker"))
Track = tuple[str, float]
"""Of a panel's grid: (`auto` | `star` | `pixel`, amount)."""
_keys = itertools.count(1)


class Element:
    """One element with its state. Layout fills `rect` and `clip`; whoever changes something says so to the window."""

    def __init__(self, kind: str, window: Frame[Element], parent: Element | None = None, *, line: int = 0) -> None:
        self.kind = kind
        self.peer: Peer | None = peer_of(kind)
        self.key = next(_keys)
        self.window = window
        self.parent = parent
        self.line = line
        self.children: list[Element] = []
        self.attributes: dict[str, str] = {}
        self.handlers: dict[str, str] = {}
        self.x_name = self.automation_id = self.own_name = self.help_text = self.access_key = ""
        self.labelled_by: Element | None = None
        self.labels: Element | None = None
        self.context_menu: Element | None = None
        self.part: Element | None = None
        self.painted: dict[str, str] = {}
        self.is_part = False
        self.lost = False
        self._text = ""
        self.checked: bool | None = False
        self.three_state = self.checkable = self.read_only = self.editable = False
        self.value, self.minimum, self.maximum, self.step = 0.0, 0.0, 100.0, 1.0
        self.enabled = self.shown = True
        self.selected = self.expanded = self.realized = False
        self.offset = 0
        self.in_view = 1_000_000
        self.extent = 0
        self.table: Table[Element] | None = None
        self.row = self.column = -1
        self.rect = self.clip = NOWHERE
        self.box: Any = None
        self.tracks: tuple[list[Track], list[Track]] | None = None
        self.select_all = False
        self._described: tuple[int, int, Rect, Rect, Control] | None = None
        window.application.elements[self.key] = self

    # -- text ---------------------------------------------------------------------------------------------------
    @property
    def text(self) -> str:
        """The words it shows: a box's content, a caption without its access key, a cell's text."""
        if self.is_part and self.parent is not None:
            return self.parent.text
        if self.kind in ("DataGridCell", "GridViewCell") and self.table and self.parent:
            data = self.table.data
            return data[self.parent.row][self.column] if self.parent.row < len(data) else ""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        before = self.text
        if self.kind in TEXT_KINDS or (self.peer and self.peer.caption in ("Text", "Title", "")):
            self._text = text
        else:
            self._text, self.access_key = split_access_key(text)
            self._renew_part()
        self.touch()
        if self.kind in TEXT_KINDS or text == before:
            return
        if text_width(before) != text_width(text) or before.count("\n") != text.count("\n"):
            self.window.misplace(self)

    def touch(self) -> None:
        """Note that only this element's own state differs now (what it labels or stands in may take its name)."""
        self.window.application.touches += 1
        self._described = None
        for near in (self.part, self.labels):
            if near is not None:
                near._described = None
        for above in self.ancestors():
            above._described = None

    def outdate(self) -> None:
        """Note that this element and all below it may read otherwise now."""
        self.touch()
        for below in self.all_below():
            below._described = None
        if self.table is not None:
            for row in self.table.rows.values():
                row._described = None
                for below in row.all_below():
                    below._described = None

    def _renew_part(self) -> None:
        if not (self.peer and self.peer.has_text_part):
            return
        before = self.part is not None and self.part.shown
        if self.part is None and self._text:
            self.part = _text_part(self)
        if self.part is not None:
            self.part.shown = bool(self._text)
        if before is not bool(self._text):
            self.window.changed(of=self)

    @property
    def plain_text(self) -> str:
        """What WPF's GetPlainText gives: the caption, or that of a content that is one single element."""
        if self.text or not self.peer or not self.peer.caption:
            return self.text
        return self.children[0].plain_text if len(self.children) == 1 and self.children[0].peer else ""

    @property
    def name(self) -> str:
        """UIA's Name."""
        if self.own_name:
            return self.own_name
        if self.labelled_by is not None:
            return self.labelled_by.name
        if self.kind in ("DataGridRow", "GridViewRow"):
            return ROW_NAME
        return self.plain_text if self.peer and self.peer.caption else ""

    # -- tree ---------------------------------------------------------------------------------------------------
    def exposed(self) -> list[Element]:
        """Return the children that are there now: not those of a closed tab, menu or branch, nor hidden ones."""
        if self.kind in ("ComboBox", "TreeViewItem"):
            found = self.children if self.realized else []
        elif self.kind in ("MenuItem", "Expander"):
            found = self.children if self.expanded else []
        elif self.kind == "TabItem":
            found = self.children if self.selected else []
        elif self.table is not None and self.kind in ("DataGrid", "ListView"):
            found = rows_in_view(self)
        elif self.kind in VIRTUALISING:
            found = self.children[self.offset : self.offset + self.in_view]
        else:
            found = self.children
        if self.part is not None:
            found = [self.part, *found]
        return [e for e in found if e.shown and not e.lost]

    def peers_below(self) -> Iterator[Element]:
        """Yield the children in the control view: panels have no peer, their children stand in their place."""
        for child in self.exposed():
            if child.peer is None:
                yield from child.peers_below()
            else:
                yield child

    def walk(self, depth: int = 0, limit: int | None = None) -> Iterator[tuple[Element, int]]:
        """Yield this element and those below it in the control view, with their depths, in document order."""
        waiting = [(self, depth)]
        while waiting:
            element, at = waiting.pop()
            yield element, at
            if limit is None or at < limit:
                waiting += [(child, at + 1) for child in element.peers_below()][::-1]

    def ancestors(self) -> Iterator[Element]:
        """Yield the parents, nearest first, panels too."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    @property
    def peer_parent(self) -> Element | None:
        """Its parent in the control view."""
        return next((e for e in self.ancestors() if e.peer is not None), None)

    def all_below(self) -> Iterator[Element]:
        """Yield every element below, there or not; rows of a grid only if they were made."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            if element is not self:
                yield element
            waiting += element.children[::-1]
            if element.part is not None:
                waiting.append(element.part)

    @property
    def is_enabled(self) -> bool:
        """Whether it and everything above it is enabled."""
        above: Element | None = self
        while above is not None and above.enabled:
            above = above.parent
        return above is None

    @property
    def is_alive(self) -> bool:
        """Whether UIA could still reach it: its window is open and no closed tab, menu or branch holds it."""
        if not self.window.is_open:
            return False
        below: Element = self
        for above in (self, *self.ancestors()):
            if above.lost:
                return False
            if above is below:
                continue
            if above.table is not None and below.row >= 0 and above.table.rows.get(below.row) is not below:
                return False
            closed = (above.kind == "TabItem" and not above.selected) or (
                above.kind in ("MenuItem", "Expander") and not above.expanded
            )
            if closed and not below.is_part:
                return False
            header = above.table.header if above.table is not None else None
            if below.row < 0 and below not in above.children and below not in (above.part, header):
                return False
            below = above
        return below is self.window.root

    @property
    def is_virtual(self) -> bool:
        """Whether it is an item of a virtualised container that is not in view."""
        above = self.parent
        if above is None:
            return False
        if self.row >= 0 and above.table is not None:
            return not above.table.offset <= self.row < above.table.offset + above.table.in_view
        if above.kind in VIRTUALISING and self in above.children:
            return not above.offset <= above.children.index(self) < above.offset + above.in_view
        return self.table is not None and above.is_virtual

    @property
    def is_selected(self) -> bool:
        """Whether it is selected (a grid keeps the rows' selection)."""
        if self.kind in ("DataGridRow", "GridViewRow") and self.table is not None:
            return self.row in self.table.selected
        if self.kind == "DataGridCell" and self.parent is not None:
            return self.parent.is_selected
        return bool(self.checked) if self.kind == "RadioButton" else self.selected

    def patterns(self) -> tuple[str, ...]:
        """Return the UIA patterns it supports as it is now."""
        found = self.peer.patterns if self.peer else ()
        if self.kind == "MenuItem":
            return ("ExpandCollapse",) if self.children else ("Toggle", *found) if self.checkable else found
        if self.kind == "ComboBox" and self.editable:
            return (*found, "Value")
        if self.kind == "ListView" and self.table is not None:
            return ("Grid", "Table", *found)
        if self.is_virtual:
            return (*found, "VirtualizedItem")
        return found

    @property
    def focusable(self) -> bool:
        """Whether it can take the keyboard focus."""
        return bool(self.peer and self.peer.focusable) and self.attributes.get("Focusable", "").lower() != "false"

    def states(self) -> dict[str, object]:
        """Return what applies of value, toggle_state, selected, expanded, range and read-only."""
        found: dict[str, object] = {}
        for pattern in self.patterns():
            if pattern == "Value":
                found["value"] = None if self.kind == "PasswordBox" else self.text
                found["read_only"] = self.read_only
            elif pattern == "RangeValue":
                found |= {"value": f"{self.value:g}", "minimum": self.minimum, "maximum": self.maximum}
                found |= {"read_only": self.kind == "ProgressBar", "step": self.step}
            elif pattern == "Toggle":
                found["toggle_state"] = toggle_state(self.checked)
            elif pattern == "SelectionItem":
                found["selected"] = self.is_selected
            elif pattern == "ExpandCollapse":
                found["expanded"] = self._expand_state()
        if self.kind == "ComboBox" and not self.editable:  # its Selection pattern tells what it shows
            found["value"] = next((item.text for item in self.children if item.selected), "")
        return found

    def _expand_state(self) -> ExpandState:
        if self.kind == "TreeViewItem" and not self.children:
            return "leaf"
        return "expanded" if self.expanded else "collapsed"

    def describe(self, depth: int) -> Control:
        """Return the element as UI Automation describes it, under its caption."""
        self.window.arrange()
        control, names = self.described(depth), self.window.application.names
        if not wants_texts(control, names):
            return control
        return captioned([e.described(at) for e, at in self.walk(depth)], names)[0]

    def described(self, depth: int) -> Control:
        """Return it under its own name, in a window that has been arranged; kept for as long as nothing differs."""
        known, epoch = self._described, self.window.application.epoch
        if known is None or known[:4] != (epoch, depth, self.rect, self.clip):
            known = self._described = epoch, depth, self.rect, self.clip, self._describe(depth)
        return known[4]

    def _describe(self, depth: int) -> Control:
        virtual = self.is_virtual
        enabled = shown = True
        above: Element | None = self
        while above is not None:
            enabled, shown, above = enabled and above.enabled, shown and above.shown, above.parent
        rect = self.rect if shown and not virtual else NOWHERE
        seen = not (rect.is_empty or self.clip.is_empty)
        return Control(
            ref=f"e{self.key}",
            automation_id=self.automation_id,
            name=self.name,
            control_type=self.control_type,
            class_name=self.class_name,
            enabled=enabled and (self is not self.window.root or self.window.enabled),
            visible=seen and not self.window.minimized,
            bounding_rect=self.clip if seen else None if rect.is_empty else rect,
            patterns=self.patterns(),
            depth=depth,
            help_text=self.help_text,
            access_key=self.access_key,
            focused=self.window.has_focus(self),
            focusable=self.focusable,
            is_password=self.kind == "PasswordBox",
            runtime_id=(7, self.window.application.pid, self.key),
            hwnd=self.window.hwnd,
            pid=self.window.application.pid,
            **self.states(),  # type: ignore[arg-type]  # the states are named as the fields
        )

    @property
    def class_name(self) -> str:
        """UIA's class name: the kind, or the class that the XAML makes."""
        own = self.attributes.get("x:Class", "") if self.kind == "UserControl" else ""
        return own.rpartition(".")[2] or (self.peer.class_name if self.peer else "") or self.kind

    @property
    def control_type(self) -> str:
        """UIA's control type; a ListView with columns is a DataGrid."""
        if self.kind == "ListView" and self.table is not None:
            return "DataGrid"
        return self.peer.control_type if self.peer else "Custom"


def rows_in_view(grid: Element) -> list[Element]:
    """Return a grid's header and the rows in view, which are made as needed."""
    table = grid.table
    if table is None:
        return []
    if table.header is None and table.columns:
        table.header = _make_header(grid, table)
    last = min(len(table.data), table.offset + table.in_view)
    return [*([table.header] if table.header else []), *(row_of(grid, i) for i in range(table.offset, last))]


def row_of(grid: Element, index: int) -> Element:
    """Return the element of a row; the same one for as long as the grid keeps its data."""
    table = grid.table
    assert table is not None
    if index not in table.rows:
        as_view = grid.kind == "ListView"
        row = Element("GridViewRow" if as_view else "DataGridRow", grid.window, grid)
        row.table, row.row = table, index
        for number, column in enumerate(table.columns):
            cell = Element("GridViewCell" if as_view else "DataGridCell", grid.window, row)
            cell.table, cell.column = table, number
            cell.read_only = column.read_only or grid.read_only
            row.children.append(cell)
            if not as_view:
                cell.part = _text_part(cell)
        table.rows[index] = row
    return table.rows[index]


def _text_part(owner: Element) -> Element:
    """Return the TextBlock that WPF makes for a caption or a cell; it shows its owner's words."""
    part = Element("TextBlock", owner.window, owner)
    part.is_part = True
    return part


def _make_header(grid: Element, table: Table[Element]) -> Element:
    as_view = grid.kind == "ListView"
    header = Element("GridViewHeaderRowPresenter" if as_view else "DataGridColumnHeadersPresenter", grid.window, grid)
    for number, column in enumerate(table.columns):
        cell = Element("GridViewColumnHeader" if as_view else "DataGridColumnHeader", grid.window, header)
        cell.column = number
        cell.text = column.header
        header.children.append(cell)
    return header
