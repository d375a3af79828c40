"""Which of several elements of one name is meant where one is a part of another: what a person sees as one control."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wpfagent.core.captions import ITEMS, PRESSED
from wpfagent.core.model import Control
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.core.placed import stands_at

BARS = ("MenuBar", "StatusBar", "ToolBar")
SURFACES = ("Pane", "ScrollBar")
"""What Windows Forms names by a label as well, at which it may stand."""
CAPTION_TYPES = ("Text", "Image")
USED = ("Invoke", "ExpandCollapse", "Toggle", "Value")
"""What an item can do that does more than hold, or choose, what it holds."""

FRAME_BUTTONS = ("Close", "Minimize-Restore", "Maximize-Restore")
"""The ids of the buttons in a title bar, which Windows makes; they have no class."""
OPENED = ("Group", "MenuBar", "SplitButton")
"""What a button of its own opens. Of WPF's ribbon a menu button is a MenuBar."""


def without_parts(found: Sequence[Control]) -> list[Control]:
    """Return the matches without those that are merely a part of another, or merely what another stands in.

    A button or label holds a text of its name; an expander or menu holds the button that opens it, a tab its header;
    an expander is all that a group of a list holds, a frame all that a part of a window does; an item that can only be
    chosen, and a cell, has its name from the button in it; a bar of Windows Forms is called as a label elsewhere; a
    button in the title bar is not meant where the window has another of its name; a property is called as its editor.
    """
    left = list(found)
    parts = (_is_stray_bar, _is_of_frame, _is_header, _is_in_group, _is_in_alike, _is_holder, _is_editor)
    for is_part in (*parts, _is_around_link, _is_around_frame, _is_caption):
        left = [c for place, c in enumerate(left) if not is_part(place, c, left)]
    return left


def is_cell(control: Control) -> bool:
    """Return whether this is a cell of a grid."""
    return control.control_type == "Custom" and control.can("GridItem", "TableItem")


def is_called_by_value(control: Control, able: Collection[str]) -> bool:
    """Return whether a control is called by the value it shows: a cell that only its place names, a split button.

    Of a combo box without a label, or a button that is made of one, WPF tells that alone; who presses or opens it
    by its words means it.

    Args:
        control: what shows a value.
        able: the patterns of what is to be done.
    """
    is_opened = not {"Invoke", "ExpandCollapse"}.isdisjoint(able)
    return control.can("GridItem") or (is_opened and control.control_type == "ComboBox" and not control.can("Value"))


def opens_more(control: Control) -> bool:
    """Return whether this is a button that stays down while what it opened is shown."""
    return control.control_type == "Button" and control.can("Toggle") and not control.can("ExpandCollapse")


def _is_stray_bar(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is a bar or panel that has its name from a label, another match, that stands somewhere else."""
    rect = control.bounding_rect
    is_surface = control.control_type in SURFACES and control.class_name.startswith(WINFORMS)
    if rect is None or not (is_surface or control.control_type in BARS):
        return False
    said = (c.bounding_rect for c in found if c.control_type == "Text" and c.hwnd == control.hwnd)
    labels = [place for place in said if place is not None]
    if is_surface:
        return bool(labels) and not any(stands_at(place, rect) for place in labels)
    return any(rect.intersection(place).is_empty for place in labels)


def _is_of_frame(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is a button of the title bar, and its window has one of the same name."""
    others = (c for c in found if c.control_type == "Button" and c.hwnd == control.hwnd)
    return _is_frame_button(control) and not all(map(_is_frame_button, others))


def _is_frame_button(control: Control) -> bool:
    return control.automation_id in FRAME_BUTTONS and not control.class_name


def _is_header(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is the button that opens another match, an expander or a menu, or a tab's own header."""
    if control.control_type == "Header":
        return _lies_in(control, found, lambda c: c.control_type == "TabItem")
    return control.control_type == "Button" and _lies_in(
        control, found, lambda c: c.control_type in OPENED and c.can("ExpandCollapse")
    )


def _is_in_group(place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is the expander that another match, which opens as well, is made of."""
    if control.control_type != "Group" or not control.can("ExpandCollapse"):
        return False
    return _lies_in(control, found[:place], lambda c: c.control_type == "Group" and c.can("ExpandCollapse"))


def _is_in_alike(place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this stands in another match of its kind: the arrows of a number's field, a panel within a panel.

    Windows Forms calls both spinners, and each panel by the label before it, also the only one in a panel.
    """
    kind = control.control_type
    return kind in ("Pane", "Spinner") and _lies_in(control, found[:place], lambda c: c.control_type == kind)


def _is_holder(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is an item, or a grid's cell, that only holds another match, which is pressed."""
    is_bare_item = control.control_type in ITEMS and not control.can(*USED)
    if not (is_bare_item or (is_cell(control) and control.own_name is not None)):
        return False
    return any(c.control_type in PRESSED and _lies_in(c, [control], lambda _: True) for c in found)


def _is_editor(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is the field in which another match, a property beside it in its row, is edited."""
    return control.control_type == "Edit" and _lies_in(
        control, found, lambda c: c.control_type == "TreeItem" and c.can("Value")
    )


def _is_around_link(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is the text that another match, a link, is all of: the text fills its column, the link does not."""
    links = [c for c in found if c.control_type == "Hyperlink"]
    return control.control_type == "Text" and any(_lies_in(link, [control], lambda _: True) for link in links)


def _is_around_frame(_place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this is the part of a window that another match, a titled frame, is all of: it is called as that is."""
    frames = [c for c in found if c.control_type == "Group"]
    return control.control_type == "Custom" and any(_lies_in(frame, [control], lambda _: True) for frame in frames)


def _is_caption(place: int, control: Control, found: Sequence[Control]) -> bool:
    """Whether this text or picture is the caption of another match."""
    if control.control_type not in CAPTION_TYPES:
        return False
    labels = [c for c in found[:place] if c.control_type == "Text" and c.class_name != control.class_name]
    whole = [c for c in found if c.control_type not in CAPTION_TYPES]
    return _lies_in(control, [*whole, *labels], lambda _: True)


def _lies_in(part: Control, wholes: Sequence[Control], fits: Callable[[Control], bool]) -> bool:
    rect = part.bounding_rect
    return rect is not None and any(
        c.hwnd == part.hwnd and c.bounding_rect is not None and c.bounding_rect.contains(*rect.center)
        for c in wholes
        if c is not part and fits(c)
    )


def lies_in(part: Control, whole: Control) -> bool:
    """Return whether the middle of a control lies in another one, of the same window."""
    return _lies_in(part, (whole,), lambda _: True)
