"""How large elements want to be: the first half of the layout."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.desktops.simulated.boxes import box_of, pixels
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.panels import Size, flow, tracks_of, uniform
from wpfagent.desktops.simulated.widths import text_width

LINE = 17
ROW = 22

_FIXED: dict[str, Size] = {
    "TextBox": (120, 24), "PasswordBox": (120, 24), "DatePicker": (130, 24), "ComboBox": (120, 24),
    "RichTextBox": (220, 80), "Slider": (120, 24), "ProgressBar": (120, 18), "Image": (48, 48), "Separator": (8, 8),
    "DataGrid": (320, 160), "ListView": (320, 160), "ListBox": (140, 100), "Calendar": (180, 170),
    "Thumb": (10, 10), "GridSplitter": (6, 6), "TreeView": (160, 120), "Frame": (200, 120), "ScrollBar": (14, 14),
    "Rectangle": (0, 0), "Ellipse": (0, 0), "InkCanvas": (120, 80),
}  # fmt: skip
_INSETS: dict[str, tuple[int, int, int, int]] = {
    "Button": (10, 4, 10, 4), "RepeatButton": (10, 4, 10, 4), "ToggleButton": (10, 4, 10, 4), "Label": (5, 5, 5, 5),
    "CheckBox": (20, 1, 2, 1), "RadioButton": (20, 1, 2, 1), "GroupBox": (8, 22, 8, 8), "Expander": (4, 28, 4, 4),
    "ListBoxItem": (4, 2, 4, 2), "ListViewItem": (4, 2, 4, 2), "ComboBoxItem": (4, 2, 4, 2), "MenuItem": (8, 3, 8, 3),
    "TabItem": (10, 5, 10, 5), "TreeViewItem": (18, 2, 4, 2), "StatusBarItem": (4, 3, 4, 3), "ToolBar": (4, 3, 4, 3),
    "StatusBar": (2, 0, 2, 0), "Menu": (2, 0, 2, 0), "TabControl": (2, 30, 2, 2), "DataGridCell": (4, 2, 4, 2),
    "GridViewCell": (4, 2, 4, 2), "DataGridColumnHeader": (4, 3, 4, 3), "GridViewColumnHeader": (4, 3, 4, 3),
}  # fmt: skip


class Sizes:
    """The sizes of a window's elements; each is computed once until something in it differs.

    Args:
        known: sizes by element and by the width that it was given.
    """

    def __init__(self, known: dict[int, dict[int, Size]]) -> None:
        self._sizes = known

    def shown(self, element: Element) -> list[Element]:
        """Return the children that take part: also those of a closed list, which have no place."""
        return [e for e in element.children if e.shown and not e.lost]

    # -- measure ------------------------------------------------------------------------------------------------
    def measure(self, element: Element, width: int) -> Size:
        """Return the size an element wants, its margin included."""
        sizes = self._sizes.setdefault(element.key, {})
        found = sizes.get(width)
        if found is None:
            box = box_of(element)
            left, top, right, bottom = box.margin
            inner = max(0, (box.width if box.width >= 0 else width - left - right))
            wanted = self._natural(element, inner)
            w = min(max(box.width if box.width >= 0 else wanted[0], box.limits[0]), box.limits[2])
            h = min(max(box.height if box.height >= 0 else wanted[1], box.limits[1]), box.limits[3])
            found = sizes[width] = (max(0, w + left + right), max(0, h + top + bottom))
        return found

    def insets(self, element: Element) -> tuple[int, int, int, int]:
        """Return the room between an element's edges and its content: left, top, right, bottom."""
        own = box_of(element).padding
        base = _INSETS.get(element.kind, (0, 0, 0, 0))
        if own is None:
            return base
        if element.kind in ("GroupBox", "Expander", "TabControl"):
            return own[0] + 2, own[1] + base[1], own[2] + 2, own[3] + 2
        if element.kind in ("CheckBox", "RadioButton", "TreeViewItem"):
            return base
        return own

    def _natural(self, element: Element, width: int) -> Size:
        kind = element.kind
        if kind == "TextBox" and (element.attributes.get("AcceptsReturn") or element.attributes.get("TextWrapping")):
            return 160, 64
        if kind in ("ListBox", "ListView") and (heights := self.item_heights(element, self.shown(element), width)):
            return max(_FIXED[kind][0], width), max(_FIXED[kind][1], sum(heights) + 4)
        if kind in _FIXED:
            return _FIXED[kind]
        left, top, right, bottom = self.insets(element)
        if kind == "Expander" and not element.expanded:
            return max(120, text_width(element.text) + 30), top
        if kind == "TabControl":
            tabs = self.shown(element)  # as in WPF, only the page that is shown counts
            sizes = [self.measure_all(t, width) for t in tabs if t.selected]
            headers = sum(text_width(t.text) + 20 for t in tabs)
            return max([headers, *(s[0] for s in sizes)]) + left + right, max(
                (s[1] for s in sizes), default=0
            ) + top + 4
        if kind in ("Menu", "ToolBar", "StatusBar"):
            inner = [self.measure(c, width) for c in self.shown(element)]
            return sum(s[0] for s in inner) + left + right, max((s[1] for s in inner), default=20) + top + bottom
        text = self._text_size(element, width - left - right)
        if kind in ("MenuItem", "TextBlock", "Hyperlink", "TreeViewItem"):
            return text[0] + left + right, text[1] + top + bottom
        content = self.measure_all(element, max(0, width - left - right))
        if kind in ("GroupBox", "Expander"):
            return max(content[0] + left + right, text[0] + 40), content[1] + top + bottom
        return max(text[0], content[0]) + left + right, max(text[1], content[1]) + top + bottom

    def item_heights(self, box: Element, items: Sequence[Element], width: int) -> list[int]:
        """Return how high the items of a list are that hold more than a text each; [] where they are plain rows."""
        if box.table is not None or not any(item.children for item in items):
            return []
        return [max(ROW, self.measure(item, width - 4)[1]) for item in items]

    def _text_size(self, element: Element, width: int) -> Size:
        text = element.text if element.peer and element.peer.caption else ""
        if not text:
            return 0, LINE if element.kind in ("TextBlock", "Label", "Button", "ListBoxItem") else 0
        wide = text_width(text) * (pixels(element.attributes.get("FontSize", ""), 12) / 12)
        lines = text.count("\n") + 1
        if element.attributes.get("TextWrapping", "NoWrap") != "NoWrap" and 0 < width < wide:
            lines, wide = lines + int(wide // width), width
        high = max(LINE, pixels(element.attributes.get("FontSize", ""), 12) + 5)
        return int(wide) + 2, lines * high

    def measure_all(self, element: Element, width: int) -> Size:
        """Return the size that an element's children want together."""
        children = self.shown(element)
        if not children:
            return 0, 0
        kind, own = element.kind, element.attributes
        if kind == "Grid":
            columns, rows = tracks_of(element, children, self.measure, width, -1)
            return sum(columns), sum(rows)
        if kind == "Canvas":
            sizes = [self.measure(c, width) for c in children]
            return (
                max(
                    pixels(c.attributes.get("Canvas.Left", ""), 0) + s[0] for c, s in zip(children, sizes, strict=True)
                ),
                max(pixels(c.attributes.get("Canvas.Top", ""), 0) + s[1] for c, s in zip(children, sizes, strict=True)),
            )
        if kind == "UniformGrid":
            columns_n, rows_n = uniform(element, len(children))
            sizes = [self.measure(c, width // columns_n) for c in children]
            return max(s[0] for s in sizes) * columns_n, max(s[1] for s in sizes) * rows_n
        if kind == "WrapPanel":
            places = flow([self.measure(c, width) for c in children], width)
            return max(r.right for r in places), max(r.bottom for r in places)
        if kind == "DockPanel":
            return self._dock_size(children, width)
        sizes = [self.measure(c, width) for c in children]
        if own.get("Orientation") == "Horizontal":
            return sum(s[0] for s in sizes), max(s[1] for s in sizes)
        return max(s[0] for s in sizes), sum(s[1] for s in sizes)

    def _dock_size(self, children: Sequence[Element], width: int) -> Size:
        w = h = 0
        for child in reversed(children):
            size = self.measure(child, width)
            if child is not children[-1] and child.attributes.get("DockPanel.Dock", "Left") in ("Top", "Bottom"):
                w, h = max(w, size[0]), h + size[1]
            else:
                w, h = w + size[0], max(h, size[1])
        return w, h
