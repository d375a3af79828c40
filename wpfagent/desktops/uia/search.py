"""Finding elements: by conditions that the target's process checks, in containers and grids, around an element."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.desktops.base import Conditions, ItemProperty
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia import natives, windows
from wpfagent.desktops.uia.cache import Reader
from wpfagent.desktops.uia.com import Automation, Element, com_error
from wpfagent.desktops.uia.kinds import of_type
from wpfagent.desktops.uia.long_grids import Long, LongList, around, is_row
from wpfagent.desktops.uia.requests import Requests

ITEM_PROPERTIES: dict[ItemProperty, int] = {"name": uia.NAME, "automation_id": uia.AUTOMATION_ID}
MAX_TEXT = 1_000_000
MOST_PARTS, MOST_COLUMNS = 30, 500
HEADER_READS = 50
"""How often a header that was made real is read until it has its name: each read waits for the program's layout."""
LEAVE_AXIS = -1.0
"""UIA_ScrollPatternNoScroll: this axis stays as it is."""


class Search:
    """Searches below elements of one process, on its reader thread."""

    def __init__(self, automation: Automation, requests: Requests, reader: Reader, grids: Mapping[int, Long]) -> None:
        self._automation = automation
        self._requests = requests
        self._reader = reader
        self.grids = grids
        """The long grids of the window that is searched, by their own windows."""
        self._around = around(grids)

    def described(self, element: Element, *, hwnd: int, name: str | None = None) -> Control:
        """Return an element as it is now."""
        return self._reader.control(element.BuildUpdatedCache(self._requests.element), hwnd=hwnd, name=name)

    def again(self, element: Element, control: Control) -> Control:
        """Return an element that was described before as it is now; its access key is asked for once for its name."""
        if self._reader.known_access_key(control) is not None:
            now = self._reader.control(element.BuildUpdatedCache(self._requests.again), hwnd=control.hwnd)
            access_key = self._reader.known_access_key(now)
            if access_key is not None:
                return replace(now, access_key=access_key) if access_key else now
        now = self.described(element, hwnd=control.hwnd)
        self._reader.keep_access_key(now)
        return now

    def find(
        self, root: Element, conditions: Conditions, *, hwnd: int, limit: int, title: str | None = None
    ) -> Iterator[Control]:
        """Yield what matches in a subtree, in document order; `title` replaces the root's own name."""
        if limit <= 0:
            return
        if title is not None:
            top = self.described(root, hwnd=hwnd, name=title or None)
            if matches(top, conditions):
                yield top
                limit -= 1
        scope = uia.SUBTREE if title is None else uia.DESCENDANTS
        if self.grids and self._leads_to_grid(root):
            found = list(islice(self._beside_grids(root, conditions, scope, hwnd=hwnd, limit=limit), limit))
            yield from found or self._out_of_view(conditions, hwnd)
            return
        condition = self._condition(conditions)
        yield from self._matching(root, condition, scope, hwnd=hwnd, limit=limit, named=conditions.name)

    def _leads_to_grid(self, element: Element) -> bool:
        handle = element.CurrentNativeWindowHandle or 0
        return handle in self.grids or handle in self._around

    def _beside_grids(
        self, root: Element, conditions: Conditions, scope: int, *, hwnd: int, limit: int
    ) -> Iterator[Control]:
        """Yield what matches in a subtree that holds long grids, or is one: of these, in what shows of them."""
        if scope == uia.SUBTREE and matches(own := self.described(root, hwnd=hwnd), conditions):
            yield own
        handle = root.CurrentNativeWindowHandle or 0
        if (grid := self.grids.get(handle)) is not None:
            for part in grid.parts(self._automation):
                yield from (c for c in self._whole(part, hwnd, grid) if matches(c, conditions))
            return
        children = root.FindAll(uia.CHILDREN, self._automation.true_condition)
        for index in range(children.Length if children else 0):
            child = children.GetElement(index)
            if self._leads_to_grid(child):
                yield from self._beside_grids(child, conditions, uia.SUBTREE, hwnd=hwnd, limit=limit)
            else:
                yield from self._matching(child, self._condition(conditions), uia.SUBTREE, hwnd=hwnd, limit=limit)

    def _out_of_view(self, conditions: Conditions, hwnd: int) -> Iterator[Control]:
        """Yield the item of a long list that has a name, wherever it is."""
        for grid in self.grids.values():
            if conditions.name and isinstance(grid, LongList):
                yield from self._matching(grid.element, self._condition(conditions), uia.CHILDREN, hwnd=hwnd, limit=1)

    def _whole(self, part: Element, hwnd: int, grid: Long) -> list[Control]:
        try:
            fetched = part.BuildUpdatedCache(self._requests.subtree)
        except (com_error(), ValueError):  # it vanished meanwhile
            return []
        return self._reader.whole(fetched, hwnd=hwnd, in_row=not grid.is_named and is_row(fetched))

    def _matching(
        self, root: Element, condition: Any, scope: int, *, hwnd: int, limit: int, named: str | None = None
    ) -> Iterator[Control]:
        request = self._requests.element
        if limit == 1:
            if found := root.FindFirstBuildCache(scope, condition, request):
                yield self._placed(found, hwnd)
            return
        # What is fetched for each match is dear, and there may be thousands: only the wanted ones get it.
        found = root.FindAllBuildCache(scope, condition, self._requests.live)
        seen: set[str] = set()  # an editor in a list of Windows Forms stands below each of its items
        for index in range(min(limit, found.Length) if found else 0):
            try:
                fresh = found.GetElement(index).BuildUpdatedCache(request)
            except (com_error(), ValueError):  # it vanished since it was found
                continue
            control = self._placed(fresh, hwnd)
            is_stray = named and not control.name and control.own_name is None  # by a label somewhere else
            if control.ref not in seen and not is_stray:
                seen.add(control.ref)
                yield control

    def _placed(self, element: Element, hwnd: int) -> Control:
        # Owned windows and pop-ups also appear inside the tree of the window they belong to.
        handle = element.CachedNativeWindowHandle or 0
        if handle != hwnd and windows.is_top_level(handle):
            return self._reader.control(element, hwnd=handle, name=windows.title_of(handle) or None)
        return self._reader.control(element, hwnd=hwnd)

    def _condition(self, wanted: Conditions) -> Any:
        client = self._automation.client
        equal = (
            (uia.AUTOMATION_ID, wanted.automation_id),
            (uia.NAME, wanted.name),
            (uia.CLASS_NAME, wanted.class_name),
        )
        parts = [client.CreatePropertyCondition(number, value) for number, value in equal if value is not None]
        if wanted.control_type:
            parts.append(of_type(client, wanted.control_type))
        if wanted.control_types:
            kinds = [of_type(client, each) for each in wanted.control_types]
            parts.append(functools.reduce(client.CreateOrCondition, kinds))
        if wanted.keyed:
            parts.append(client.CreateNotCondition(client.CreatePropertyCondition(uia.ACCESS_KEY, "")))
        return functools.reduce(client.CreateAndCondition, parts) if parts else self._automation.true_condition

    # -- containers ---------------------------------------------------------------------------------------------
    def item(
        self, container: Element, after: Element | None, prop: ItemProperty, value: str, *, hwnd: int
    ) -> Control | None:
        """Return the next item of a container, also an unrealised one, that has exactly this property."""
        pattern = self._automation.pattern(container, "ItemContainer")
        found = pattern.FindItemByProperty(after, ITEM_PROPERTIES[prop], value)
        return self._item(found, hwnd) if found else None

    def items(self, container: Element, *, start: int, limit: int, most: int, hwnd: int) -> tuple[list[Control], int]:
        """Return items of a container from a number on, unrealised ones too, and how many there are, at most `most`."""
        if isinstance(self.grids.get(container.CurrentNativeWindowHandle or 0), LongList):
            is_item = self._condition(Conditions(control_type="ListItem"))
            listed = container.FindAll(uia.CHILDREN, is_item)
            count = min(listed.Length, most)
            found = [listed.GetElement(number) for number in range(start, min(count, start + limit))]
            return [self.described(element, hwnd=hwnd) for element in found], count
        if (texts := natives.listed_in(container.CurrentNativeWindowHandle or 0)) is not None:
            shown = texts[start:most][:limit]
            return [Control("", name=text, control_type="ListItem", hwnd=hwnd) for text in shown], len(texts[:most])
        pattern = self._automation.pattern(container, "ItemContainer")
        wanted: list[Element] = []
        count, item = 0, pattern.FindItemByProperty(None, 0, None)
        while item and count < most:
            if start <= count < start + limit:
                wanted.append(item)
            count += 1
            item = pattern.FindItemByProperty(item, 0, None)
        return [self._item(element, hwnd) for element in wanted], count

    def scroll_position(self, element: Element) -> tuple[float | None, float | None]:
        """Return how far a container is scrolled, in percent (horizontal, vertical); None where it does not scroll."""
        if not element.GetCurrentPattern(uia.PATTERN_IDS["Scroll"]):
            return None, None
        pattern = self._automation.pattern(element, "Scroll")
        across = pattern.CurrentHorizontalScrollPercent if pattern.CurrentHorizontallyScrollable else None
        down = pattern.CurrentVerticalScrollPercent if pattern.CurrentVerticallyScrollable else None
        return across, down

    def _item(self, element: Element, hwnd: int) -> Control:
        try:
            fetched = element.BuildUpdatedCache(self._requests.unreal)
            return self._reader.unreal(fetched, hwnd=hwnd) or self.described(element, hwnd=hwnd)
        except com_error():  # some providers tell nothing of an item before it is real
            self._automation.pattern(element, "VirtualizedItem").Realize()
            return self.described(element, hwnd=hwnd)

    def realized(self, element: Element, *, hwnd: int) -> Control:
        """Make an item real and return it; does nothing to a real one."""
        pattern = element.GetCurrentPattern(uia.PATTERN_IDS["VirtualizedItem"])
        if pattern:
            pattern.QueryInterface(self._automation.core.IUIAutomationVirtualizedItemPattern).Realize()
        return self.described(element, hwnd=hwnd)

    # -- grids --------------------------------------------------------------------------------------------------
    def grid_size(self, grid: Element) -> tuple[int, int]:
        """Return (rows, columns)."""
        pattern = self._automation.pattern(grid, "Grid")
        return pattern.CurrentRowCount, pattern.CurrentColumnCount

    def grid_headers(self, grid: Element) -> list[str]:
        """Return the column headers' texts; of a list without columns none."""
        if not grid.GetCurrentPattern(uia.PATTERN_IDS["Table"]):
            header = self._automation.walker.GetFirstChildElement(grid)
            if not header or header.CurrentControlType != uia.CONTROL_TYPE_IDS["Header"]:
                return []
            return [c.name for c in self.children(header, hwnd=0, limit=MOST_COLUMNS) if c.control_type == "HeaderItem"]
        table = self._automation.pattern(grid, "Table")
        headers = table.GetCurrentColumnHeaders()
        if not headers or not headers.Length:
            # WPF makes the headers' peers only when somebody walks to them.
            grid.FindAll(uia.DESCENDANTS, of_type(self._automation.client, "HeaderItem"))
            headers = table.GetCurrentColumnHeaders()
        found = [headers.GetElement(i) for i in range(headers.Length if headers else 0)]
        names = [self.described(header, hwnd=0).name for header in found]
        if "" in names:
            self._name_unrealised(grid, found, names)
        return names

    def _name_unrealised(self, grid: Element, headers: list[Element], names: list[str]) -> None:
        """Fill in the names of headers out of view: each is brought into it once, then the grid is scrolled back."""
        known = self._reader.names.headers
        before: tuple[float | None, float | None] | None = None
        for place, header in enumerate(headers):
            key = self._reader.runtime_id(header)
            if names[place]:
                known[key] = names[place]  # it may be out of view the next time
            pattern = None if names[place] else header.GetCurrentPattern(uia.PATTERN_IDS["VirtualizedItem"])
            if not pattern:
                continue
            if key not in known:
                before = before or self.scroll_position(grid)
                pattern.QueryInterface(self._automation.core.IUIAutomationVirtualizedItemPattern).Realize()
                seen = (self.described(header, hwnd=0).name for _ in range(HEADER_READS))
                known[key] = next((name for name in seen if name), "")
            names[place] = known[key]
        if before is not None and before[0] is not None:
            self._automation.pattern(grid, "Scroll").SetScrollPercent(before[0], LEAVE_AXIS)

    def grid_place(self, cell: Element) -> tuple[int, int]:
        """Return the row and column of a cell."""
        pattern = self._automation.pattern(cell, "GridItem")
        return pattern.CurrentRow, pattern.CurrentColumn

    def grid_cell(self, grid: Element, row: int, column: int, *, hwnd: int) -> Control | None:
        """Return a cell; None outside of the grid."""
        rows, columns = self.grid_size(grid)
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        cell = self._automation.pattern(grid, "Grid").GetItem(row, column)
        return self._item(cell, hwnd) if cell else None

    def grid_texts(self, grid: Element, start: int, end: int, column: int) -> list[str | None]:
        """Return what the cells of a column show, of some rows; None of one whose value does not say it."""
        pattern = self._automation.pattern(grid, "Grid")
        found: list[str | None] = []
        for number in range(start, end):
            try:
                cell = pattern.GetItem(number, column).BuildUpdatedCache(self._requests.shown)
                is_text = cell.CachedControlType == uia.DATA_ITEM
                found.append(cell.GetCachedPropertyValue(uia.VALUE) or None if is_text else None)
            except (com_error(), ValueError):  # one that is not real
                found.append(None)
        return found

    def grid_row(self, cell: Element, *, hwnd: int) -> Control | None:
        """Return the row that a cell belongs to: the nearest item above it, else what holds it inside of the grid.

        A cell that the grid holds itself is its own row, where it is an item.
        """
        request, walker = self._requests.element, self._automation.walker
        held: Element | None = None
        element: Element = walker.GetParentElementBuildCache(cell, request)
        while element and element.CachedNativeWindowHandle != hwnd:
            if uia.CONTROL_TYPES.get(element.CachedControlType) in ROW_TYPES:
                return self._reader.control(element, hwnd=hwnd)
            if element.GetCurrentPattern(uia.PATTERN_IDS["Grid"]):
                break
            held = held or element
            element = walker.GetParentElementBuildCache(element, request)
        if held is not None:
            with self._reader.row():
                return self._reader.with_texts(held, hwnd=hwnd)
        own = self.described(cell, hwnd=hwnd)
        return own if own.control_type in ROW_TYPES else None

    # -- around an element --------------------------------------------------------------------------------------
    def parent(self, element: Element, *, hwnd: int) -> Control | None:
        """Return the parent in the control view; None for a top-level window."""
        if (element.CurrentNativeWindowHandle or 0) == hwnd:
            return None
        found = self._automation.walker.GetParentElementBuildCache(element, self._requests.element)
        if not found:
            return None
        title = windows.title_of(hwnd) if (found.CachedNativeWindowHandle or 0) == hwnd else None
        return self._reader.control(found, hwnd=hwnd, name=title)

    def children(self, element: Element, *, hwnd: int, limit: int) -> list[Control]:
        """Return the first children in the control view; of a long grid, of what shows of it."""
        handle = element.CurrentNativeWindowHandle or 0
        if (grid := self.grids.get(handle)) is not None:
            return [self.described(part, hwnd=hwnd) for part in islice(grid.parts(self._automation), limit)]
        with self._reader.row(bool(self.grids) and element.CurrentControlType == uia.CUSTOM):
            return list(self._matching(element, self._automation.true_condition, uia.CHILDREN, hwnd=hwnd, limit=limit))

    def is_attached(self, element: Element) -> bool:
        """Return whether an element is still part of its window's tree.

        WPF goes on describing an element that was taken out of the tree (a closed tab, a removed panel).
        """
        child = element
        while not child.CurrentNativeWindowHandle:
            parent = self._automation.walker.GetParentElement(child)
            if not parent:
                return False
            if (parent.CurrentNativeWindowHandle or 0) in self.grids:
                return True
            among = parent.FindAll(uia.CHILDREN, self._automation.seen_view)
            runtime_id = self._reader.runtime_id(child)
            if not any(self._reader.runtime_id(among.GetElement(i)) == runtime_id for i in range(among.Length)):
                return False
            child = parent
        return True

    def window_of(self, element: Element) -> int:
        """Return the top-level window that an element is part of (0: none)."""
        walker, request = self._automation.walker, self._requests.element
        found: Element = element.BuildUpdatedCache(request)
        while found:
            if handle := found.CachedNativeWindowHandle:
                return windows.root_of(handle)
            found = walker.GetParentElementBuildCache(found, request)
        return 0

    def text(self, element: Element, control: Control) -> str:
        """Return the whole text: of the document, else the value, the selection, the parts, the name; no password."""
        now = self.described(element, hwnd=control.hwnd)
        if now.is_password:
            return ""
        if now.can("Text"):
            text = self._automation.pattern(element, "Text").DocumentRange.GetText(MAX_TEXT)
            return str(text or "").replace("\r\n", "\n").replace("\r", "\n")
        if now.value is not None and (now.value or not now.can("GridItem")):
            return now.value
        if now.can("Selection") and now.control_type not in ROW_TYPES:
            chosen = self._automation.pattern(element, "Selection").GetCurrentSelection()
            items = [chosen.GetElement(i) for i in range(chosen.Length if chosen else 0)]
            return "\n".join(self.described(item, hwnd=control.hwnd).name for item in items)
        parts = self.children(element, hwnd=control.hwnd, limit=MOST_PARTS) if now.control_type == "StatusBar" else []
        return "\n".join(part.name for part in parts if part.name) or now.name


def matches(control: Control, wanted: Conditions) -> bool:
    """Return whether a control has these properties."""
    if wanted.control_types and control.control_type not in wanted.control_types:
        return False
    if wanted.keyed and not control.access_key:
        return False
    return all(
        expected is None or expected == actual
        for expected, actual in (
            (wanted.automation_id, control.automation_id),
            (wanted.name, control.name),
            (wanted.control_type, control.control_type),
            (wanted.class_name, control.class_name),
        )
    )
