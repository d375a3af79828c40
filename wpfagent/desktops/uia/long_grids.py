"""Grids and lists of Windows Forms and Win32 with so many rows that nobody walks through them.

To tell a cell's name a DataGridView counts the visible rows above it, and so it does on the way from a row to the next:
to list all of some thousand rows takes it minutes. A virtual ListView makes each item that it is asked for. So only the
rows in view are told of either. A grid tells any cell by the number of its row at once, and the scroll bar stands for
the first one's; of its rows and cells everything is told but the name, which says nothing beside the value and the
column. A list tells what lies at a point. Win32's list view is asked for each text of each item by a message of its
own; its items are listed without their texts, and it tells which of them show. Of a combo box that is closed none does.
Source: dotnet/winforms, DataGridViewRowAccessibleObject, DataGridViewCellAccessibleObject, ListView; Microsoft's
documentation of LVM_GETTOPINDEX, LVM_GETCOUNTPERPAGE, CB_GETDROPPEDSTATE; dotnet/wpf, WindowsListView.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from ctypes import wintypes
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.errors import AppNotResponding
from wpfagent.core.model import Rect
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.com import Automation, Element, com_error
from wpfagent.desktops.uia.natives import (
    CB_GETCOUNT,
    COMBO_BOX,
    LIST_VIEW,
    LVM_GETCOUNTPERPAGE,
    LVM_GETITEMCOUNT,
    LVM_GETTOPINDEX,
    LVM_ISGROUPVIEWENABLED,
    ask,
)
from wpfagent.desktops.uia.win32 import GA_PARENT, ScrollInfo, user32

MANY_ROWS = 200
"""A grid with more rows is a long one."""
MANY_CHOICES = 20
"""A closed combo box with more items is told without them."""
MOST_SHOWN = 200
"""So many rows show at once at most."""
FAR = 100
"""So many rows beside the place that the scroll bar tells are looked at: their heights may differ."""
FORMS = "windowsforms10."
WINDOW, SCROLL_BAR = f"{FORMS}window.", f"{FORMS}scrollbar."
"""How the window classes of a DataGridView, which other controls have, too, and of a scroll bar begin."""
GRIDS = frozenset({uia.CONTROL_TYPE_IDS["DataGrid"], uia.CONTROL_TYPE_IDS["Table"]})
LIST_ITEM, DATA_ITEM = uia.CONTROL_TYPE_IDS["ListItem"], uia.CONTROL_TYPE_IDS["DataItem"]
SCROLL_BAR_ID, HEADER = uia.CONTROL_TYPE_IDS["ScrollBar"], uia.CONTROL_TYPE_IDS["Header"]
LVS_TYPEMASK, LVS_REPORT, LVS_LIST = 0x3, 0x1, 0x3
SB_CTL, SIF_ALL = 2, 0x17
CB_GETDROPPEDSTATE, CBS_KIND, CBS_SIMPLE = 0x0157, 0x3, 0x1
INSIDE = 12
"""So far from the left edge of a list its items are looked for, and so far apart where there is none."""


@dataclass(slots=True)
class LongGrid:
    """A grid whose rows are told by their numbers, as far as they show."""

    element: Element
    hwnd: int
    is_named: bool = False
    """Whether its rows and cells are told with their names."""

    def parts(self, automation: Automation) -> Iterator[Element]:
        """Yield what shows of it, from top to bottom: the column headers, the rows in view, a scroll bar."""
        first = automation.walker.GetFirstChildElement(self.element)
        while first and first.CurrentControlType == SCROLL_BAR_ID:
            first = automation.walker.GetNextSiblingElement(first)
        rows = _rows(automation, self.element, self.hwnd)
        top = next(rows, None)
        if first and not (top and automation.client.CompareElements(first, top)):
            yield first
        if top:
            yield top
        yield from rows
        last = automation.walker.GetLastChildElement(self.element)
        if last and last.CurrentControlType == SCROLL_BAR_ID:
            yield last


@dataclass(slots=True)
class LongList:
    """A list whose items are told by their places; those that showed are kept until it is scrolled or changes."""

    element: Element
    hwnd: int
    is_native: bool = False
    """Whether it is Win32's own, and no framework's."""
    is_named: bool = True
    _at: tuple[int, ...] = ()
    _items: list[Element] = field(default_factory=list)

    def parts(self, automation: Automation) -> Iterator[Element]:
        """Yield the header and the items in view."""
        first = automation.walker.GetFirstChildElement(self.element)
        if first and first.CurrentControlType not in (LIST_ITEM, DATA_ITEM):
            yield first
        at = (ask(self.hwnd, LVM_GETTOPINDEX, 0, 0), ask(self.hwnd, LVM_GETITEMCOUNT, 0, 0), *_rect(self.element))
        if at != self._at:
            shown = _items_by_number if self.is_native else _items_at
            found = list(shown(automation, self, first))
            if found or not self._items:
                self._at, self._items = at, found
        yield from self._items


@dataclass(slots=True)
class ClosedList:
    """A combo box whose items do not show: its field and its button are told."""

    element: Element
    hwnd: int
    is_named: bool = True

    def parts(self, automation: Automation) -> Iterator[Element]:
        """Yield what stands before its items, and after them."""
        part = automation.walker.GetFirstChildElement(self.element)
        while part and part.CurrentControlType != LIST_ITEM:
            yield part
            part = automation.walker.GetNextSiblingElement(part)
        last = automation.walker.GetLastChildElement(self.element) if part else None
        if last and last.CurrentControlType != LIST_ITEM:
            yield last


Long = LongGrid | LongList | ClosedList


class LongGrids:
    """Knows of one process which of its windows are long grids or lists. For one thread at a time."""

    def __init__(self) -> None:
        self._is_grid: dict[int, bool] = {}
        self._lists: dict[int, LongList] = {}
        self.any = False
        """Whether one was long when it was looked at last."""

    def below(self, automation: Automation, request: Any, hwnd: int) -> dict[int, Long]:
        """Return the long grids and lists that show in a top-level window, by their own windows.

        Args:
            automation: of the thread that asks.
            request: fetches control type and number of rows.
            hwnd: the window.
        """
        found: dict[int, Long] = {}
        for child in windows.children_of(hwnd):
            if self._is_grid.get(child) is False:
                continue
            kind = windows.class_of(child).lower()
            long: Long | None = None
            try:
                if LIST_VIEW in kind:
                    long = self._list(automation, child, is_native=not kind.startswith(FORMS))
                elif COMBO_BOX in kind:
                    long = self._closed(automation, child)
                elif kind.startswith(WINDOW):
                    long = self._grid(automation, request, child)
            except (com_error(), ValueError, AppNotResponding):  # it closed meanwhile, or is busy
                continue
            if long is not None:
                found[child] = long
        self.any = bool(found)
        return found

    def _grid(self, automation: Automation, request: Any, hwnd: int) -> LongGrid | None:
        element = automation.client.ElementFromHandleBuildCache(hwnd, request)
        self._is_grid[hwnd] = element.CachedControlType in GRIDS
        rows = element.GetCachedPropertyValue(uia.GRID_ROW_COUNT) if self._is_grid[hwnd] else 0
        return LongGrid(element, hwnd) if (rows or 0) > MANY_ROWS else None

    def _list(self, automation: Automation, hwnd: int, *, is_native: bool) -> LongList | None:
        if ask(hwnd, LVM_GETITEMCOUNT, 0, 0) <= MANY_ROWS or (is_native and not _is_in_order(hwnd)):
            return None
        if hwnd not in self._lists:
            self._lists[hwnd] = LongList(automation.client.ElementFromHandle(hwnd), hwnd, is_native)
        return self._lists[hwnd]

    def _closed(self, automation: Automation, hwnd: int) -> ClosedList | None:
        is_simple = windows.style_of(hwnd) & CBS_KIND == CBS_SIMPLE
        if is_simple or ask(hwnd, CB_GETDROPPEDSTATE, 0, 0) or ask(hwnd, CB_GETCOUNT, 0, 0) <= MANY_CHOICES:
            return None
        return ClosedList(automation.client.ElementFromHandle(hwnd), hwnd)


def is_row(fetched: Element) -> bool:
    """Return whether an element, fetched with all below it, is a row of cells: that of the column headers is none."""
    if fetched.CachedControlType != uia.CUSTOM:
        return False
    cells = fetched.GetCachedChildren()
    return not (cells and cells.Length > 1 and cells.GetElement(1).CachedControlType == HEADER)


def around(grids: Mapping[int, Long]) -> frozenset[int]:
    """Return the windows that these stand in, up to the top-level one."""
    found: set[int] = set()
    for hwnd in grids:
        above = int(user32.GetAncestor(hwnd, GA_PARENT) or 0)
        while above and above not in found:
            found.add(above)
            above = int(user32.GetAncestor(above, GA_PARENT) or 0)
    return frozenset(found)


def _rows(automation: Automation, grid: Element, hwnd: int) -> Iterator[Element]:
    pattern, view = automation.pattern(grid, "Grid"), _rect(grid)
    count = int(pattern.CurrentRowCount)

    def shown(number: int) -> Element | None:
        cell = pattern.GetItem(number, 0) if 0 <= number < count else None
        row = automation.walker.GetParentElement(cell) if cell else None
        return row if row and not _rect(row).intersection(view).is_empty else None

    if view.is_empty:
        return
    guess = _first(hwnd, count)
    start = next((n for n in _outward(guess, count) if shown(n) is not None), None)
    if start is None:
        return
    while start > 0 and shown(start - 1) is not None:
        start -= 1
    for number in range(start, min(count, start + MOST_SHOWN)):
        row = shown(number)
        if row is None:
            return
        yield row


def _first(hwnd: int, count: int) -> int:
    """The number of the first row that shows, where all are of one height."""
    for child in windows.children_of(hwnd):
        place = windows.rect_of(child)
        if not windows.class_of(child).lower().startswith(SCROLL_BAR) or place.width > place.height:
            continue
        info = ScrollInfo(size=ctypes.sizeof(ScrollInfo), mask=SIF_ALL)
        if user32.GetScrollInfo(child, SB_CTL, ctypes.byref(info)) and info.maximum >= 0:
            return min(count - 1, count * int(info.position) // (int(info.maximum) + 1))
    return 0


def _outward(start: int, count: int) -> Iterator[int]:
    yield start
    for far in range(1, FAR):
        yield from (n for n in (start + far, start - far) if 0 <= n < count)


def _is_in_order(hwnd: int) -> bool:
    """Whether a native list view shows its items one after the other: lines or columns of them, and no groups."""
    view = windows.style_of(hwnd) & LVS_TYPEMASK
    return view in (LVS_REPORT, LVS_LIST) and not ask(hwnd, LVM_ISGROUPVIEWENABLED, 0, 0)


def _items_by_number(automation: Automation, listed: LongList, _: Element | None) -> Iterator[Element]:
    """The items of a native list view that show: one more than a page of them from the first on."""
    top, page = (ask(listed.hwnd, message, 0, 0) for message in (LVM_GETTOPINDEX, LVM_GETCOUNTPERPAGE))
    kinds = [automation.client.CreatePropertyCondition(uia.CONTROL_TYPE, kind) for kind in (LIST_ITEM, DATA_ITEM)]
    items = listed.element.FindAll(uia.CHILDREN, automation.client.CreateOrConditionFromArray(kinds))
    shown = min(items.Length if items else 0, top + min(page + 1, MOST_SHOWN))
    yield from (items.GetElement(number) for number in range(top, shown))


def _items_at(automation: Automation, listed: LongList, header: Element | None) -> Iterator[Element]:
    """The items that lie below each other in what shows of a list; none where something lies over it."""
    container = listed.element
    view = _rect(container)
    y = _rect(header).bottom if header and header.CurrentControlType != LIST_ITEM else view.y
    y = max(y, view.y) + INSIDE // 2
    while y < view.bottom:
        found = automation.client.ElementFromPoint(wintypes.POINT(view.x + INSIDE, y))
        while found and found.CurrentControlType != LIST_ITEM:
            if automation.client.CompareElements(found, container):
                found = None
                break
            found = automation.walker.GetParentElement(found)
        if found:
            yield found
        y = max(y + INSIDE, _rect(found).bottom + INSIDE // 2 if found else 0)


def _rect(element: Element) -> Rect:
    box = element.CurrentBoundingRectangle
    return Rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
