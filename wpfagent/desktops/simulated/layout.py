"""Where elements lie: a small measure and arrange, plausible and free of overlaps, not WPF's own.

`rect` is an element's place on the screen, `clip` the part of it that its ancestors let show.
"""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.model import Rect
from wpfagent.desktops.simulated.boxes import box_of, pixels
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame
from wpfagent.desktops.simulated.measure import LINE, ROW, Sizes
from wpfagent.desktops.simulated.panels import Size, dock, flow, place_grid, uniform
from wpfagent.desktops.simulated.widths import text_width

HEADER = 24
TITLE_BAR = 30
SCREEN = Rect(0, 0, 1600, 1000)
"""The one screen of the simulated desktop."""
SCROLL_BAR = 14
_NOWHERE = Rect(0, 0, 0, 0)


def arrange_window(window: Frame[Element]) -> None:
    """Give every element of a window, and of the pop-ups it anchors, its place."""
    pass_ = Pass(window)
    rect = window.rect
    window.root.rect = window.root.clip = rect
    if window.popup:
        if window.root.children:
            pass_.arrange_menu(window.root.children[0], rect)
    else:
        client = Rect(rect.x + 1, rect.y + TITLE_BAR, max(0, rect.width - 2), max(0, rect.height - TITLE_BAR - 1))
        if window.root.kind == "Dialog":
            pass_.arrange_dialog(window.root, client)
        else:
            for child in pass_.shown(window.root):
                pass_.arrange(child, client, client)
    for popup in reversed(window.application.popups()):
        if popup.owner is window and popup.anchor is not None and not popup.root.children:
            pass_.arrange_popup(popup, popup.anchor)


def place_window(window: Frame[Element], number: int) -> None:
    """Give a new window its size and place: as its XAML says, else as its content needs; dialogs over their owner."""
    root = window.root
    box = box_of(root)
    if root.kind == "Dialog":
        text = root.children[0].text
        width = max(240, text_width(text) + 60, 100 * (len(root.children) - 1) + 40)
        size = (min(width, 700), 120 + LINE * text.count("\n"))
    else:
        needed = Pass(window).measure_all(root, 760)
        size = (
            box.width if box.width > 0 else needed[0] + 2,
            box.height if box.height > 0 else needed[1] + TITLE_BAR + 1,
        )
    width = min(max(size[0], box.limits[0], 160), box.limits[2], SCREEN.width)
    height = min(max(size[1], box.limits[1], 90), box.limits[3], SCREEN.height)
    x, y = 80 + 30 * number, 50 + 30 * number
    if window.owner is not None:
        center = window.owner.rect.center
        x, y = center[0] - width // 2, center[1] - height // 2
    x = min(max(x, SCREEN.x), SCREEN.right - width)
    y = min(max(y, SCREEN.y), SCREEN.bottom - height)
    window.rect = window.restored = Rect(x, y, width, height)
    window.dirty = True


class Pass(Sizes):
    """One run over a window that gives its elements their places; what lies as before is left as it is."""

    def __init__(self, window: Frame[Element]) -> None:
        super().__init__(window.sizes)
        self._placed = window.placed

    # -- arrange ------------------------------------------------------------------------------------------------
    def arrange(self, element: Element, slot: Rect, clip: Rect) -> None:
        """Put an element into a slot, and its children into it."""
        if self._placed.get(element.key) == (slot, clip) and element.rect != _NOWHERE:
            return
        self._placed[element.key] = slot, clip
        box = box_of(element)
        left, top, right, bottom = box.margin
        wanted = self.measure(element, slot.width)
        room = Rect(slot.x + left, slot.y + top, max(0, slot.width - left - right), max(0, slot.height - top - bottom))
        w = _extent(
            room.width, wanted[0] - left - right, fixed=box.width >= 0, alignment=box.horizontal, limits=box.limits[::2]
        )
        h = _extent(
            room.height,
            wanted[1] - top - bottom,
            fixed=box.height >= 0,
            alignment=box.vertical,
            limits=box.limits[1::2],
        )
        x = room.x + _shift(room.width - w, box.horizontal)
        y = room.y + _shift(room.height - h, box.vertical)
        element.rect = Rect(x, y, w, h)
        element.clip = element.rect.intersection(clip)
        self._arrange_inside(element)

    def _arrange_inside(self, element: Element) -> None:
        kind, rect, clip = element.kind, element.rect, element.clip
        left, top, right, bottom = self.insets(element)
        inner = Rect(rect.x + left, rect.y + top, max(0, rect.width - left - right), max(0, rect.height - top - bottom))
        if element.part is not None:
            self._arrange_part(element, inner)
        if kind == "TabControl":
            self._arrange_tabs(element, inner, clip)
        elif kind == "TreeView":
            element.extent = self._arrange_branch(element, rect.y + 2 - element.offset, rect.x + 2, rect, clip) - rect.y
            element.extent += element.offset
        elif kind in ("DataGrid", "ListView") and element.table is not None:
            self._arrange_table(element)
        elif kind in ("ListBox", "ListView"):
            self._arrange_items(element)
        elif kind in ("ComboBox", "MenuItem"):
            for child in element.children:
                hide(child)
        elif kind == "ScrollViewer":
            self._arrange_scrolled(element, inner, clip)
        elif kind == "Expander" and not element.expanded:
            for child in element.children:
                hide(child)
        elif kind == "TextBlock":
            for link in self.shown(element):
                before = element.text.partition(link.text)[0]
                width = text_width(link.text) + 2
                self.arrange(link, Rect(rect.x + text_width(before), rect.y, width, rect.height), clip)
        else:
            for child, slot in zip(self.shown(element), self.slots(element, inner), strict=True):
                self.arrange(child, slot, clip)

    def slots(self, element: Element, inner: Rect) -> list[Rect]:
        """Return where the children of a panel, or of a control with content, go."""
        children, kind = self.shown(element), element.kind
        if not children:
            return []
        if kind == "Grid":
            return place_grid(element, children, self.measure, inner)
        if kind == "DockPanel":
            sides = [c.attributes.get("DockPanel.Dock", "Left") for c in children]
            fill = element.attributes.get("LastChildFill", "True") != "False"
            return dock([self.measure(c, inner.width) for c in children], sides, inner, fill=fill)
        if kind == "UniformGrid":
            columns, rows = uniform(element, len(children))
            w, h = inner.width // columns, inner.height // rows
            return [Rect(inner.x + i % columns * w, inner.y + i // columns * h, w, h) for i in range(len(children))]
        sizes = [self.measure(c, inner.width) for c in children]
        if kind == "WrapPanel":
            return [Rect(r.x + inner.x, r.y + inner.y, r.width, r.height) for r in flow(sizes, inner.width)]
        if kind == "Canvas":
            return [
                Rect(inner.x + pixels(c.attributes.get("Canvas.Left", ""), 0),
                     inner.y + pixels(c.attributes.get("Canvas.Top", ""), 0), *s)
                for c, s in zip(children, sizes, strict=True)
            ]  # fmt: skip
        if kind in ("Menu", "ToolBar", "StatusBar") or element.attributes.get("Orientation") == "Horizontal":
            return dock(sizes, ["Left"] * len(sizes), inner, fill=False)
        if len(children) == 1 and kind != "StackPanel":
            return [inner]
        return dock(sizes, ["Top"] * len(sizes), inner, fill=False)

    def _arrange_part(self, element: Element, inner: Rect) -> None:
        part, rect = element.part, element.rect
        assert part is not None
        if element.kind in ("GroupBox", "Expander"):
            inner = Rect(rect.x + 26, rect.y + 3, max(0, rect.width - 30), LINE)
        part.rect = Rect(inner.x, inner.y, min(inner.width, text_width(part.text) + 2), min(inner.height, LINE + 2))
        part.clip = part.rect.intersection(element.clip)

    def _arrange_tabs(self, tabs: Element, inner: Rect, clip: Rect) -> None:
        x = tabs.rect.x
        for tab in self.shown(tabs):
            width = text_width(tab.text) + 20
            tab.rect = Rect(x, tabs.rect.y, width, 27)
            tab.clip = tab.rect.intersection(clip)
            x += width
            if tab.part is not None:
                tab.part.rect = Rect(tab.rect.x + 10, tab.rect.y + 5, width - 20, LINE)
                tab.part.clip = tab.part.rect.intersection(clip)
            for child in tab.children:
                if tab.selected and child.shown and not child.lost:
                    self.arrange(child, inner, clip.intersection(inner))
                else:
                    hide(child)

    def _arrange_branch(self, parent: Element, y: int, x: int, tree: Rect, clip: Rect) -> int:
        for item in self.shown(parent):
            item.rect = Rect(x, y, max(20, tree.right - x - 2), ROW)
            item.clip = item.rect.intersection(clip)
            if item.part is not None:
                item.part.rect = Rect(x + 18, y + 2, min(text_width(item.text) + 2, max(0, item.rect.width - 20)), LINE)
                item.part.clip = item.part.rect.intersection(clip)
            y += ROW
            if item.expanded:
                y = self._arrange_branch(item, y, x + 18, tree, clip)
            else:
                for child in item.children:
                    hide(child)
        return y

    def _arrange_items(self, box: Element) -> None:
        rect = box.rect
        items = self.shown(box)
        heights = self.item_heights(box, items, rect.width) or [ROW] * len(items)
        in_view = max(1, (rect.height - 4) // max(heights, default=ROW))
        if in_view != box.in_view:
            box.in_view = in_view
            box.window.changed(layout=False, of=box)
        box.extent = len(box.children)
        top = rect.y + 2
        for i, (item, height) in enumerate(zip(items, heights, strict=True)):
            if box.offset <= i < box.offset + box.in_view:
                self.arrange(item, Rect(rect.x + 2, top, max(0, rect.width - 4), height), box.clip)
                top += height
            elif not item.rect.is_empty:
                hide(item)

    def _arrange_table(self, grid: Element) -> None:
        table, rect = grid.table, grid.rect
        assert table is not None
        in_view = max(1, (rect.height - HEADER - 4) // ROW)
        offset = max(0, min(table.offset, len(table.data) - in_view))
        if (in_view, offset) != (table.in_view, table.offset):
            table.in_view, table.offset = in_view, offset
            grid.window.changed(layout=False, of=grid)
        widths = _column_widths([c.width for c in table.columns], rect.width - 4 - SCROLL_BAR)
        for index, row in enumerate(grid.exposed()):
            if row.row < 0:
                top, height = rect.y + 1, HEADER
            else:
                top, height = rect.y + 1 + HEADER + (index - (1 if table.header else 0)) * ROW, ROW
            row.rect = Rect(rect.x + 2, top, sum(widths), height)
            row.clip = row.rect.intersection(grid.clip)
            x = row.rect.x
            for cell, width in zip(row.children, widths, strict=True):
                cell.rect = Rect(x, top, width, height)
                cell.clip = cell.rect.intersection(row.clip)
                for editor in cell.children:
                    editor.rect, editor.clip = cell.rect, cell.clip
                if cell.part is not None:
                    cell.part.rect = Rect(x + 4, top + 2, max(0, width - 8), LINE)
                    cell.part.clip = cell.part.rect.intersection(cell.clip)
                x += width

    def _arrange_scrolled(self, viewer: Element, inner: Rect, clip: Rect) -> None:
        for child in self.shown(viewer)[:1]:
            height = max(self.measure(child, inner.width - SCROLL_BAR)[1], inner.height)
            viewer.extent = height
            viewer.offset = max(0, min(viewer.offset, height - inner.height))
            slot = Rect(inner.x, inner.y - viewer.offset, max(0, inner.width - SCROLL_BAR), height)
            self.arrange(child, slot, clip.intersection(inner))

    # -- pop-ups and message boxes ------------------------------------------------------------------------------
    def arrange_popup(self, popup: Frame[Element], anchor: Element) -> None:
        """Put a drop-down below its anchor; a submenu beside it."""
        items = self.shown(anchor)
        sub = anchor.parent is not None and anchor.kind == "MenuItem" and anchor.parent.kind != "Menu"
        width = max([anchor.rect.width if not sub else 80, *(text_width(i.name) + 60 for i in items)])
        x, y = (anchor.rect.right, anchor.rect.y) if sub else (anchor.rect.x, anchor.rect.bottom)
        height = _stack_height(items)
        if y + height > SCREEN.bottom:
            y = max(SCREEN.y, (anchor.rect.bottom if sub else anchor.rect.y) - height)
        popup.rect = popup.root.rect = popup.root.clip = Rect(x, y, width, height)
        self._stack_items(items, popup.rect)

    def arrange_menu(self, menu: Element, rect: Rect) -> None:
        """Put a context menu's items into its pop-up."""
        menu.rect = menu.clip = rect
        self._stack_items(self.shown(menu), rect)

    def menu_size(self, menu: Element) -> Size:
        """Return how large a context menu's pop-up must be."""
        items = self.shown(menu)
        return max([80, *(text_width(i.name) + 60 for i in items)]), _stack_height(items)

    def _stack_items(self, items: Sequence[Element], rect: Rect) -> None:
        y = rect.y + 2
        for item in items:
            height = 8 if item.kind == "Separator" else ROW
            self.arrange(item, Rect(rect.x + 2, y, rect.width - 4, height), rect)
            y += height

    def arrange_dialog(self, dialog: Element, client: Rect) -> None:
        """Lay out a message box: its text, its buttons below on the right."""
        body, *buttons = dialog.children
        body.rect = body.clip = Rect(client.x + 20, client.y + 16, client.width - 40, max(LINE, client.height - 66))
        x = client.right - 12 - 92 * len(buttons)
        for i, button in enumerate(buttons):
            self.arrange(button, Rect(x + 92 * i, client.bottom - 38, 84, 26), client)


def hide(element: Element) -> None:
    """Take the place from an element and all below it."""
    element.rect = element.clip = _NOWHERE
    for child in element.all_below():
        child.rect = child.clip = _NOWHERE


def _stack_height(items: Sequence[Element]) -> int:
    return 4 + sum(8 if i.kind == "Separator" else ROW for i in items)


def _column_widths(given: Sequence[float], width: int) -> list[int]:
    fixed = sum(given)
    free = sum(1 for w in given if not w)
    share = max(50, int((width - fixed) // free)) if free else 0
    return [int(w) or share for w in given]


def _extent(room: int, wanted: int, *, fixed: bool, alignment: str, limits: Sequence[int]) -> int:
    if fixed:
        return wanted
    size = room if alignment == "Stretch" else min(room, wanted)
    return max(0, min(max(size, limits[0]), limits[1]))


def _shift(spare: int, alignment: str) -> int:
    return (
        spare // 2
        if alignment in ("Center", "Stretch") and spare > 0
        else max(0, spare)
        if alignment in ("Right", "Bottom")
        else 0
    )
