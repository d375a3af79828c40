"""Pictures of simulated windows, drawn with Pillow: plausible enough that a person sees what is there."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from wpfagent.core.model import Picture, Rect
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Screen
from wpfagent.desktops.simulated.layout import TITLE_BAR
from wpfagent.desktops.simulated.pen import INK, Pen

_GREY, _LINE, _FACE, _PAPER = "#8f8f8f", "#ababab", "#e6e6e6", "#ffffff"
_WINDOW, _BLUE, _PALE, _DESK = "#f3f3f3", "#0067c0", "#cce4f7", "#3a6ea5"
_BADGE = "simulated"


def draw_screen(screen: Screen[Element], whole: Rect, part: Rect) -> Picture:
    """Return a picture of a part of the screen, with the windows over each other as they lie."""
    pen = Pen(Rect(whole.x, whole.y, whole.width, whole.height), _DESK)
    for window in reversed(screen.order):
        if not window.minimized:
            _draw(pen, window)
    return pen.picture(part, "simulated")


def draw_window(window: Frame[Element], part: Rect | None) -> Picture:
    """Return a picture of one window alone; `part` is a rectangle of the screen inside it.

    The whole window's is kept until something in the application changes.
    """
    window.arrange()
    application = window.application
    state = application.version, application.touches, window.rect, application.screen.foreground is window
    if part is None and window.drawn is not None and window.drawn[0] == state:
        return window.drawn[1]
    pen = Pen(window.rect, _WINDOW)
    _draw(pen, window)
    picture = pen.picture(part or window.rect, "simulated")
    if part is None:
        window.drawn = state, picture
    return picture


def _draw(pen: Pen, window: Frame[Element]) -> None:
    window.arrange()
    pen.clip = window.rect
    if window.popup:
        pen.box(window.rect, _PAPER, _LINE)
        top = window.anchor or window.root
        for child in top.exposed():
            if not child.is_part:
                _draw_element(pen, child)
        return
    _draw_frame(pen, window)
    for child in window.root.exposed():
        _draw_element(pen, child)


def _draw_frame(pen: Pen, window: Frame[Element]) -> None:
    rect, active = window.rect, window.application.screen.foreground is window
    pen.box(rect, _WINDOW, _BLUE if active else _GREY)
    pen.box(Rect(rect.x, rect.y, rect.width, TITLE_BAR), _PAPER, _BLUE if active else _GREY)
    pen.text(Rect(rect.x + 10, rect.y, rect.width - 240, TITLE_BAR), window.title, INK if active else _GREY)
    buttons = "x" if window.root.kind == "Dialog" else "_ox"
    for i, shape in enumerate(reversed(buttons)):
        pen.glyph(shape, rect.right - 24 - 46 * i, rect.y + 15)
    badge = Rect(rect.right - 46 * len(buttons) - 76, rect.y + 7, 68, 16)
    pen.box(badge, "#fff4ce", "#d8b400")
    pen.text(badge, _BADGE, "#6b5900", align="center", size=10)


def _draw_element(pen: Pen, element: Element) -> None:
    if element.clip.is_empty and element.peer is not None and not element.exposed():
        return
    pen.clip = element.clip
    draw = _DRAW.get(element.kind, _draw_other if element.peer is not None else _draw_panel)
    if not element.clip.is_empty and not element.is_part:
        draw(pen, element)
        if element.window.focus is element and element.window.has_focus(element):
            pen.clip = element.clip
            pen.dashes(element.rect)
    if element.kind == "ComboBox" or (element.kind == "MenuItem" and element.expanded):
        return
    for child in element.exposed():
        if not child.is_part:
            _draw_element(pen, child)


def _ink(element: Element) -> str:
    return INK if element.is_enabled else _GREY


def _draw_panel(pen: Pen, element: Element) -> None:
    own = element.attributes
    fill = own.get("Background", own.get("Fill", ""))
    if fill or "BorderBrush" in own or element.kind in ("Rectangle", "Ellipse"):
        pen.box(element.rect, pen.colour(fill), pen.colour(own.get("BorderBrush", "")))
    if text := element.painted.get("Text", ""):
        colour = pen.colour(element.painted.get("Foreground", "")) or INK
        pen.text(element.rect, text, colour, align="center", size=int(float(element.painted.get("FontSize", "12"))))


def _draw_button(pen: Pen, element: Element) -> None:
    pressed = element.kind == "ToggleButton" and element.checked
    default = element.attributes.get("IsDefault", "").lower() == "true"
    edge = _BLUE if (pressed or default) and element.is_enabled else _LINE
    flat = element.parent is not None and element.parent.kind == "ToolBar"
    pen.box(element.rect, _PALE if pressed else _WINDOW if flat and not pressed else _FACE, edge)
    pen.text(element.rect, element.text, _ink(element), align="center")


def _draw_mark(pen: Pen, element: Element) -> None:
    rect = element.rect
    box = Rect(rect.x + 1, rect.y + rect.height // 2 - 7, 14, 14)
    if element.kind == "RadioButton":
        pen.ellipse(box, _PAPER, _ink(element))
        if element.checked:
            pen.ellipse(Rect(box.x + 4, box.y + 4, 6, 6), _BLUE, _BLUE)
    else:
        pen.box(box, _PAPER, _ink(element))
        if element.checked:
            pen.line([(box.x + 3, box.y + 7), (box.x + 6, box.y + 10), (box.x + 11, box.y + 3)], _BLUE, 2)
        elif element.checked is None:
            pen.box(Rect(box.x + 3, box.y + 3, 8, 8), _BLUE, _BLUE)
    pen.text(Rect(rect.x + 20, rect.y, rect.width - 20, rect.height), element.text, _ink(element))


def _draw_box(pen: Pen, element: Element) -> None:
    rect = element.rect
    shown = "●" * len(element.text) if element.kind == "PasswordBox" else element.text
    pen.box(rect, _PAPER if element.is_enabled and not element.read_only else _WINDOW, _LINE)
    tall = rect.height > 34
    inside = Rect(rect.x + 5, rect.y + (3 if tall else 0), rect.width - 10, rect.height)
    pen.text(inside, shown, _ink(element), top=tall)
    if element.kind == "DatePicker":
        pen.box(Rect(rect.right - 22, rect.y + 4, 16, rect.height - 8), _FACE, _LINE)
        pen.text(Rect(rect.right - 22, rect.y + 4, 16, rect.height - 8), "15", INK, align="center", size=9)


def _draw_combo(pen: Pen, element: Element) -> None:
    rect = element.rect
    pen.box(rect, _PAPER if element.editable else _FACE, _LINE)
    pen.text(Rect(rect.x + 6, rect.y, rect.width - 26, rect.height), element.text, _ink(element))
    pen.glyph("v", rect.right - 12, rect.y + rect.height // 2)


def _draw_item(pen: Pen, element: Element) -> None:
    if element.is_selected:
        pen.box(element.rect, _PALE, _PALE)
    pen.text(
        Rect(element.rect.x + 4, element.rect.y, element.rect.width, element.rect.height), element.text, _ink(element)
    )


def _draw_branch(pen: Pen, element: Element) -> None:
    rect = element.rect
    if element.is_selected:
        pen.box(Rect(rect.x + 16, rect.y, rect.width - 16, rect.height), _PALE, _PALE)
    if element.children:
        pen.glyph("v" if element.expanded else ">", rect.x + 8, rect.y + rect.height // 2)
    pen.text(Rect(rect.x + 18, rect.y, rect.width, rect.height), element.text, _ink(element))


def _draw_list(pen: Pen, element: Element) -> None:
    pen.box(element.rect, _PAPER, _LINE)
    table = element.table
    total = len(table.data) if table else len(element.children)
    in_view, offset = (table.in_view, table.offset) if table else (element.in_view, element.offset)
    if element.kind != "TreeView" and total > in_view:
        _draw_scroll_bar(pen, element.rect, total, in_view, offset)


def _draw_viewer(pen: Pen, element: Element) -> None:
    if element.extent > element.rect.height:
        _draw_scroll_bar(pen, element.rect, element.extent, element.rect.height, element.offset)


def _draw_scroll_bar(pen: Pen, rect: Rect, total: int, in_view: int, offset: int) -> None:
    track = Rect(rect.right - 13, rect.y + 1, 12, rect.height - 2)
    pen.box(track, "#f0f0f0", "#f0f0f0")
    size = max(16, track.height * in_view // max(1, total))
    y = track.y + (track.height - size) * offset // max(1, total - in_view)
    pen.box(Rect(track.x + 2, y, 8, size), "#c2c2c2", "#c2c2c2")


def _draw_cell(pen: Pen, element: Element) -> None:
    selected = element.parent is not None and element.parent.is_selected
    pen.box(element.rect, _PALE if selected else _PAPER, "#dddddd")
    pen.text(
        Rect(element.rect.x + 4, element.rect.y, element.rect.width - 6, element.rect.height),
        element.text,
        _ink(element),
    )


def _draw_header(pen: Pen, element: Element) -> None:
    pen.box(element.rect, _FACE, _LINE)
    pen.text(Rect(element.rect.x + 4, element.rect.y, element.rect.width - 6, element.rect.height), element.text, INK)


def _draw_tabs(pen: Pen, element: Element) -> None:
    rect = element.rect
    pen.box(Rect(rect.x, rect.y + 26, rect.width, rect.height - 26), _PAPER, _LINE)


def _draw_tab(pen: Pen, element: Element) -> None:
    rect = element.rect
    pen.box(rect, _PAPER if element.selected else _FACE, _LINE)
    if element.selected:
        pen.line([(rect.x + 1, rect.bottom - 1), (rect.right - 2, rect.bottom - 1)], _PAPER, 2)
        pen.line([(rect.x, rect.y + 1), (rect.right - 1, rect.y + 1)], _BLUE, 2)
    pen.text(rect, element.text, _ink(element), align="center")


def _draw_menu_item(pen: Pen, element: Element) -> None:
    rect, top = element.rect, element.parent is not None and element.parent.kind == "Menu"
    if element.expanded:
        pen.box(rect, _PALE, _BLUE)
    if top:
        pen.text(rect, element.text, _ink(element), align="center")
        return
    if element.checkable and element.checked:
        pen.glyph("+", rect.x + 11, rect.y + rect.height // 2)
    pen.text(Rect(rect.x + 24, rect.y, rect.width, rect.height), element.text, _ink(element))
    if element.children:
        pen.glyph(">", rect.right - 10, rect.y + rect.height // 2)


def _draw_strip(pen: Pen, element: Element) -> None:
    pen.box(element.rect, _WINDOW if element.kind != "StatusBar" else _FACE, None)
    pen.line([(element.rect.x, element.rect.bottom - 1), (element.rect.right, element.rect.bottom - 1)], "#dcdcdc", 1)


def _draw_group(pen: Pen, element: Element) -> None:
    rect = element.rect
    if element.kind == "Expander":
        pen.ellipse(Rect(rect.x + 4, rect.y + 3, 18, 18), _PAPER, _LINE)
        pen.glyph("^" if element.expanded else "v", rect.x + 13, rect.y + 12)
        pen.text(Rect(rect.x + 28, rect.y, rect.width, 25), element.text, _ink(element))
        return
    pen.box(Rect(rect.x, rect.y + 9, rect.width, rect.height - 9), None, "#cfcfcf")
    width = pen.width(element.text) + 8
    behind = _PAPER if any(e.kind == "TabItem" for e in element.ancestors()) else _WINDOW
    pen.box(Rect(rect.x + 8, rect.y, width, 18), behind, None)
    pen.text(Rect(rect.x + 12, rect.y, width, 18), element.text, _ink(element))


def _draw_slider(pen: Pen, element: Element) -> None:
    rect = element.rect
    y = rect.y + rect.height // 2
    pen.box(Rect(rect.x + 4, y - 2, rect.width - 8, 4), _FACE, _LINE)
    share = (element.value - element.minimum) / ((element.maximum - element.minimum) or 1)
    pen.box(
        Rect(rect.x + 2 + int(share * (rect.width - 14)), y - 9, 10, 18), _BLUE if element.is_enabled else _GREY, _BLUE
    )


def _draw_progress(pen: Pen, element: Element) -> None:
    rect = element.rect
    pen.box(rect, _FACE, _LINE)
    share = (element.value - element.minimum) / ((element.maximum - element.minimum) or 1)
    if share > 0:
        pen.box(Rect(rect.x + 1, rect.y + 1, max(1, int(share * (rect.width - 2))), rect.height - 2), "#06b025", None)


def _draw_text(pen: Pen, element: Element) -> None:
    size = int(float(element.attributes.get("FontSize", "12") or 12))
    colour = pen.colour(element.attributes.get("Foreground", "")) or INK
    wraps = element.kind == "DialogText" or element.attributes.get("TextWrapping", "NoWrap") != "NoWrap"
    if element.children and element.kind == "TextBlock":
        _draw_around_links(pen, element)
        return
    rect = element.rect if element.kind != "Label" else Rect(element.rect.x + 5, element.rect.y, *element.rect[2:])
    pen.text(rect, element.text, colour if element.is_enabled else _GREY, size=size, wraps=wraps)


def _draw_around_links(pen: Pen, element: Element) -> None:
    """Write the words between the links of a text where the links leave room."""
    x, rest = element.rect.x, element.text
    for link in element.children:
        before, _, rest = rest.partition(link.text)
        pen.text(element.rect._replace(x=x, width=max(0, link.rect.x - x)), before, _ink(element))
        x = link.rect.right + 4
    pen.text(element.rect._replace(x=x, width=max(0, element.rect.right - x)), rest.strip(), _ink(element))


def _draw_link(pen: Pen, element: Element) -> None:
    pen.text(element.rect, element.text, _BLUE if element.is_enabled else _GREY)
    pen.line(
        [
            (element.rect.x, element.rect.bottom - 2),
            (element.rect.x + pen.width(element.text), element.rect.bottom - 2),
        ],
        _BLUE,
        1,
    )


def _draw_image(pen: Pen, element: Element) -> None:
    rect = element.rect
    pen.box(rect, "#dff0ff", _LINE)
    pen.ellipse(Rect(rect.right - rect.width // 3, rect.y + 5, rect.width // 5, rect.width // 5), "#ffd45e", None)
    left, middle, right = rect.x + rect.width // 3, rect.x + rect.width // 2, rect.right - 3
    hills = [(rect.x + 2, rect.bottom - 4), (left, rect.y + rect.height // 2)]
    pen.line([*hills, (middle, rect.bottom - rect.height // 4), (right, rect.bottom - 6)], "#3f8f4f", 2)


def _draw_separator(pen: Pen, element: Element) -> None:
    rect = element.rect
    if rect.width > rect.height:
        pen.line([(rect.x, rect.y + rect.height // 2), (rect.right, rect.y + rect.height // 2)], _LINE, 1)
    else:
        pen.line([(rect.x + rect.width // 2, rect.y + 2), (rect.x + rect.width // 2, rect.bottom - 2)], _LINE, 1)


def _draw_other(pen: Pen, element: Element) -> None:
    """What has no look of its own: nothing where it only holds others, else a dotted box with its kind."""
    if not element.children and element.kind not in ("UserControl", "ItemsControl", "Frame", "StatusBarItem"):
        pen.dashes(element.rect)
        pen.text(element.rect, element.text or element.kind, _GREY, align="center")
    elif element.kind == "StatusBarItem" and not element.children:
        pen.text(Rect(element.rect.x + 4, *element.rect[1:]), element.text, INK)


def _draw_nothing(_pen: Pen, _element: Element) -> None:
    """Rows and headers are drawn by their cells."""


_DRAW: MappingProxyType[str, Callable[[Pen, Element], None]]


_DRAW = MappingProxyType(
    {
        **dict.fromkeys(("Button", "RepeatButton", "ToggleButton"), _draw_button),
        **dict.fromkeys(("CheckBox", "RadioButton"), _draw_mark),
        **dict.fromkeys(("TextBox", "PasswordBox", "RichTextBox", "DatePicker"), _draw_box),
        **dict.fromkeys(("ListBoxItem", "ListViewItem", "ComboBoxItem"), _draw_item),
        **dict.fromkeys(("ListBox", "ListView", "DataGrid", "TreeView"), _draw_list),
        **dict.fromkeys(("DataGridCell", "GridViewCell"), _draw_cell),
        **dict.fromkeys(("DataGridColumnHeader", "GridViewColumnHeader"), _draw_header),
        **dict.fromkeys(("DataGridColumnHeadersPresenter", "GridViewHeaderRowPresenter"), _draw_nothing),
        **dict.fromkeys(("DataGridRow", "GridViewRow", "ContextMenu"), _draw_nothing),
        **dict.fromkeys(("Menu", "ToolBar", "StatusBar"), _draw_strip),
        **dict.fromkeys(("GroupBox", "Expander"), _draw_group),
        **dict.fromkeys(("TextBlock", "Label", "AccessText", "DialogText"), _draw_text),
        "ComboBox": _draw_combo,
        "TreeViewItem": _draw_branch,
        "ScrollViewer": _draw_viewer,
        "TabControl": _draw_tabs,
        "TabItem": _draw_tab,
        "MenuItem": _draw_menu_item,
        "Slider": _draw_slider,
        "ProgressBar": _draw_progress,
        "Hyperlink": _draw_link,
        "Image": _draw_image,
        "Separator": _draw_separator,
    }
)
