"""What native controls do and tell by window messages of their own, which UI Automation has no pattern for.

Only messages that reach other processes: numbers, and the text that Windows hands over. None waits for a hung program.
Source: Microsoft's documentation of LVM_EDITLABEL, DM_GETDEFID, EM_SETSEL, EM_SETMODIFY, WM_GETTEXT, WM_MDIACTIVATE,
CB_GETLBTEXT and TBM_GETPOS.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from ctypes import wintypes
from typing import NamedTuple

from wpfagent.core.errors import AppNotResponding, InvalidArgument, Unsupported
from wpfagent.core.model import Control, Rect
from wpfagent.core.named_by_order import WINFORMS
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.com import Automation, Element
from wpfagent.desktops.uia.win32 import GA_PARENT, ULONG_PTR, user32
from wpfagent.desktops.uia.windows import (
    GWL_STYLE,
    SMTO_ABORTIFHUNG,
    WM_NCHITTEST,
    children_of,
    class_of,
    focus_of,
    rect_of,
    root_of,
    style_of,
    title_of,
)

LIST_VIEW, MDI_CLIENT, TRACK_BAR, COMBO_BOX = "syslistview32", "mdiclient", "msctls_trackbar32", "combobox"
TOOL_TIP = "tooltips_class32"
"""Parts of the window classes, in small letters; Windows Forms puts its own around them."""
HTTRANSPARENT = -1
LVS_EDITLABELS = 0x0200
LVM_GETITEMCOUNT, LVM_GETNEXTITEM, LVM_GETTOPINDEX, LVM_GETCOUNTPERPAGE, LVM_EDITLABEL, LVM_ISGROUPVIEWENABLED = (
    0x1000 + 4, 0x1000 + 12, 0x1000 + 39, 0x1000 + 40, 0x1000 + 118, 0x1000 + 175,
)  # fmt: skip
LVNI_FOCUSED, LVNI_SELECTED, LVM_GETSELECTEDCOUNT = 0x1, 0x2, 0x1032
ES_NUMBER, EM_GETLIMITTEXT = 0x2000, 0x00D5
EM_SETSEL, EM_SETMODIFY, LAST_PLACE = 0x00B1, 0x00B9, 0x7FFFFFFF
EDIT, LABEL = "edit", ".static."
WM_MDIACTIVATE, WM_MDIGETACTIVE = 0x0222, 0x0229
TBS_VERT = 0x0002
TBM_GETPOS, TBM_GETRANGEMIN, TBM_GETRANGEMAX, TBM_GETLINESIZE = 0x0400, 0x0401, 0x0402, 0x0418
LEGACY_PATTERN, SELFLAG_TAKEFOCUS, SELFLAG_TAKESELECTION, STATE_SELECTED = 10018, 1, 2, 2
SB_PAGEUP, SB_PAGEDOWN, MOST_PAGES = 2, 3, 200
TREE_VIEW, TVS_HASBUTTONS, TVS_LINESATROOT, TVM_GETINDENT, TVM_GETIMAGELIST = "systreeview32", 0x1, 0x4, 0x1106, 0x1108
TVSIL_NORMAL, TVSIL_STATE, PICTURE = 0, 2, 17  # a picture is 16 pixels wide, mostly
BARS = ((0x00200000, 0x0115, 1, 3), (0x00100000, 0x0114, 0, 2))
"""Of each scroll bar: the style of who has it, its message, and its axis' place in a rectangle and its length's."""
DIALOG, DM_GETDEFID, IDOK = "#32770", 0x0400, 1
BS_TYPEMASK, DEFAULT_STYLES = 0xF, frozenset({0x1, 0xD, 0xF})
"""BS_DEFPUSHBUTTON, BS_DEFSPLITBUTTON, BS_DEFCOMMANDLINK."""
WM_GETTEXT, MOST_TEXT = 0x000D, 1_000
CBS_OWNERDRAW, CBS_HASSTRINGS = 0x0030, 0x0200
CB_GETCOUNT, CB_GETLBTEXT, CB_GETLBTEXTLEN, MOST_LISTED = 0x0146, 0x0148, 0x0149, 500
COMBO_LIST, WS_VISIBLE, AT_EDGE = "combolbox", 0x10000000, 8
LB_GETTOPINDEX, LB_SETTOPINDEX, LB_GETITEMHEIGHT = 0x018E, 0x0197, 0x01A1
ANSWER_MS = 2_000
NO_ITEM = -1


class Range(NamedTuple):
    """Where a track bar stands, and what it goes by."""

    value: int
    minimum: int
    maximum: int
    step: int


def edit_label(automation: Automation, element: Element, control: Control, *, only_asked: bool) -> None:
    """Open the editor of the label of a list view's item, which has the focus.

    Args:
        automation: of the thread that asks.
        element: the item's.
        control: the item.
        only_asked: whether only to raise where its list allows no editing.

    Raises:
        Unsupported: it stands in no list view whose labels may be edited, or lacks the focus; nothing was done.
        AppNotResponding: the list view does not answer.
    """
    hwnd = _window_around(automation, element)
    if LIST_VIEW not in class_of(hwnd).lower() or not user32.GetWindowLongW(hwnd, GWL_STYLE) & LVS_EDITLABELS:
        raise Unsupported(f"The label of {control.describe()} cannot be edited.")
    if only_asked:
        return
    place = ctypes.c_int(ask(hwnd, LVM_GETNEXTITEM, ULONG_PTR(-1).value, LVNI_FOCUSED)).value
    chosen = ctypes.c_int(ask(hwnd, LVM_GETNEXTITEM, ULONG_PTR(-1).value, LVNI_SELECTED)).value
    is_only = focus_of(hwnd) == hwnd and chosen == place and ask(hwnd, LVM_GETSELECTEDCOUNT, 0, 0) == 1
    if not element.CurrentHasKeyboardFocus and not (
        is_only and automation.pattern(element, "SelectionItem").CurrentIsSelected
    ):
        raise Unsupported(f"{control.describe()} has not the focus.")
    if place == NO_ITEM or not ask(hwnd, LVM_EDITLABEL, place, 0):
        raise Unsupported(f"The list opened no field for the label of {control.describe()}.")


def select_text(element: Element, control: Control, *, at_end: bool) -> None:
    """Select all of a field's text, or put the caret at its end.

    Raises:
        Unsupported: the field is no window of its own.
    """
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    if not hwnd:
        raise Unsupported(f"{control.describe()} is no native field.")
    ask(hwnd, EM_SETSEL, LAST_PLACE if at_end else 0, LAST_PLACE)


def check_text(element: Element, control: Control, text: str) -> None:
    """Return where a native field would take a text from the keyboard: what is set goes past its limits.

    Source: dotnet/wpf, WindowsEditBox.SetValue, which refuses the same.

    Raises:
        InvalidArgument: it takes digits only, or not so many characters.
    """
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    kind = class_of(hwnd).lower() if hwnd else ""
    if kind != EDIT and f".{EDIT}." not in kind:  # Windows Forms derives its text box's class from it
        return
    if style_of(hwnd) & ES_NUMBER and any(map(str.isalpha, text)):
        raise InvalidArgument(f"{control.describe()} takes digits only.")
    most = ask(hwnd, EM_GETLIMITTEXT, 0, 0)
    if most and len(text) > most:
        raise InvalidArgument(f"{control.describe()} takes {most} characters at most, not {len(text)}.")


def mark_modified(element: Element) -> None:
    """Mark a native field as changed by its user: setting its text takes the mark away, by which programs take it."""
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    if hwnd and EDIT in class_of(hwnd).lower():
        with suppress(AppNotResponding):  # the text was set: what came of it is watched for
            ask(hwnd, EM_SETMODIFY, 1, 0)


def make_current(automation: Automation, element: Element, control: Control, *, only_asked: bool) -> None:
    """Make a cell of a grid the current one, which scrolls it into view, as a click on it does.

    Raises:
        Unsupported: it cannot be done without a click; or, where it is only asked, it is not told to be selected.
    """
    found = element.GetCurrentPattern(LEGACY_PATTERN)
    if not found:
        raise Unsupported(f"{control.describe()} is made the current one by a click only.")
    legacy = found.QueryInterface(automation.core.IUIAutomationLegacyIAccessiblePattern)
    if only_asked:
        if not legacy.CurrentState & STATE_SELECTED:
            raise Unsupported(f"{control.describe()} is not told to be selected.")
        return
    legacy.Select(SELFLAG_TAKEFOCUS | SELFLAG_TAKESELECTION)


def come_up(element: Element, control: Control) -> None:
    """Bring a window that stands in another one in front of the others there.

    Raises:
        Unsupported: it stands in no window that holds others.
    """
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    client = holder_of(hwnd)
    if not client:
        raise Unsupported(f"{control.describe()} stands in no window that holds others.")
    if ask(client, WM_MDIGETACTIVE, 0, 0) != hwnd:
        ask(client, WM_MDIACTIVATE, hwnd, 0)


def check_default(element: Element, control: Control) -> None:
    """Return where Enter, where the focus is now, may press a native button that has not the focus itself.

    Source: IsDialogMessage presses what DM_GETDEFID names in the dialog around the focus, IDOK where it names nothing;
    the default button has the style of one, whichever dialog or library made it.

    Raises:
        Unsupported: it presses another button, or none.
    """
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    parent = _parent_of(hwnd)
    focus = focus_of(hwnd)
    number = user32.GetDlgCtrlID(hwnd) if hwnd else 0
    is_default = number == IDOK or style_of(hwnd) & BS_TYPEMASK in DEFAULT_STYLES
    if not is_default and class_of(parent) == DIALOG:
        is_default = ask(parent, DM_GETDEFID, 0, 0) & 0xFFFF == number
    if not (is_default and parent) or (focus and not user32.IsChild(parent, focus)):
        raise Unsupported(f"Enter does not press {control.describe()}.")


def _parent_of(hwnd: int) -> int:
    return int(user32.GetAncestor(hwnd, GA_PARENT) or 0) if hwnd else 0


def holder_of(hwnd: int) -> int:
    """Return the window that holds a window among others (0: none does)."""
    client = _parent_of(hwnd)
    return client if client and MDI_CLIENT in class_of(client).lower() else 0


def scroll_around(element: Element, control: Control) -> None:
    """Scroll the windows around a control, by pages of their scroll bars, until its middle shows in each.

    Raises:
        Unsupported: it has no window of its own.
    """
    hwnd = holder = int(element.CurrentNativeWindowHandle or 0)
    if not hwnd:
        raise Unsupported(f"{control.describe()} has no window of its own.")
    top = root_of(hwnd)
    while holder and holder != top:
        holder = int(user32.GetAncestor(holder, GA_PARENT) or 0)
        for style, message, start, length in BARS:
            if style_of(holder) & style:
                _scroll_by_pages(holder, hwnd, message, start, length)


def _scroll_by_pages(holder: int, hwnd: int, message: int, start: int, length: int) -> None:
    for _ in range(MOST_PAGES):
        inside, around = rect_of(hwnd), rect_of(holder)
        middle = inside[start] + inside[length] // 2
        if around[start] <= middle < around[start] + around[length]:
            return
        ask(holder, message, SB_PAGEDOWN if middle > around[start] else SB_PAGEUP, 0)
        if rect_of(hwnd) == inside:
            return


def range_of(hwnd: int) -> Range | None:
    """Return where a track bar stands; None for another window, or one that does not answer."""
    if TRACK_BAR not in class_of(hwnd).lower():
        return None
    try:
        asked = (TBM_GETPOS, TBM_GETRANGEMIN, TBM_GETRANGEMAX, TBM_GETLINESIZE)
        held = Range(*(ctypes.c_int(ask(hwnd, message, 0, 0)).value for message in asked))
    except AppNotResponding:
        return None
    is_upright = class_of(hwnd).startswith(WINFORMS) and user32.GetWindowLongW(hwnd, GWL_STYLE) & TBS_VERT
    # System.Windows.Forms.TrackBar counts an upright one from its lower end, and tells it minimum + maximum - value.
    return held._replace(value=held.minimum + held.maximum - held.value) if is_upright else held


def shown_in(hwnd: int, window_class: str) -> str | None:
    """Return what a combo box or tool tip shows; None for a window of another class, or one that does not answer."""
    if window_class not in class_of(hwnd).lower():
        return None
    buffer, answer = ctypes.create_unicode_buffer(MOST_TEXT), ULONG_PTR()
    place = ctypes.addressof(buffer)
    sent = user32.SendMessageTimeoutW(
        hwnd, WM_GETTEXT, MOST_TEXT, place, SMTO_ABORTIFHUNG, ANSWER_MS, ctypes.byref(answer)
    )
    return buffer.value if sent else None


def listed_in(hwnd: int) -> list[str] | None:
    """Return the items of a combo box, open or closed; None for another window, or one that does not answer.

    None too where it draws its items from data of its own: what it tells as their texts is that data.
    """
    if COMBO_BOX not in class_of(hwnd).lower():
        return None
    if style_of(hwnd) & CBS_OWNERDRAW and not style_of(hwnd) & CBS_HASSTRINGS:
        return None
    with suppress(AppNotResponding):
        count = ctypes.c_int(ask(hwnd, CB_GETCOUNT, 0, 0)).value
        return [_listed(hwnd, number) for number in range(min(count, MOST_LISTED))]
    return None


def item_place(hwnd: int, text: str) -> tuple[int, int] | None:
    """Return the point of an item of a combo box whose list is always open, scrolled into view; None of another one."""
    lists = [c for c in children_of(hwnd) if class_of(c).lower() == COMBO_LIST and style_of(c) & WS_VISIBLE]
    listed = listed_in(hwnd) if lists else None
    if not listed or text not in listed:
        return None
    number, box = listed.index(text), rect_of(lists[0])

    def middle() -> int:
        shown = range(ask(lists[0], LB_GETTOPINDEX, 0, 0), number + 1)
        heights = [ask(lists[0], LB_GETITEMHEIGHT, n, 0) for n in shown]
        return box.y + sum(heights[:-1]) + heights[-1] // 2 if heights else box.y - 1

    if not box.y < middle() < box.bottom - AT_EDGE:
        ask(lists[0], LB_SETTOPINDEX, number, 0)
    return box.x + AT_EDGE, middle()


def _listed(hwnd: int, number: int) -> str:
    length = ctypes.c_int(ask(hwnd, CB_GETLBTEXTLEN, number, 0)).value
    buffer = ctypes.create_unicode_buffer(max(0, length) + 1)
    ask(hwnd, CB_GETLBTEXT, number, ctypes.addressof(buffer))
    return buffer.value


def is_named_by_label(hwnd: int, name: str) -> bool:
    """Return whether a button of Windows Forms shows no words, and has the name of a label.

    Source: `Control.ControlAccessibleObject.Name` takes the label before in the tab order, wherever it stands.
    """
    if not hwnd or title_of(hwnd):
        return False
    labels = (child for child in children_of(root_of(hwnd)) if LABEL in class_of(child).lower())
    return any(title_of(label).replace("&&", "\0").replace("&", "").replace("\0", "&") == name for label in labels)


def sign_place(automation: Automation, item: Element, text: Rect) -> tuple[int, int] | None:
    """Return the point of the sign left of an item of a native tree, and of its pictures; None where none is shown.

    Source: Microsoft's documentation of tree-view styles, TVM_GETINDENT and TVM_GETIMAGELIST.
    """
    hwnd = _window_around(automation, item)
    if TREE_VIEW not in class_of(hwnd).lower() or not style_of(hwnd) & TVS_HASBUTTONS:
        return None
    above = automation.walker.GetParentElement(item)
    if above and int(above.CurrentNativeWindowHandle or 0) == hwnd and not style_of(hwnd) & TVS_LINESATROOT:
        return None
    pictures = sum(PICTURE for kind in (TVSIL_NORMAL, TVSIL_STATE) if ask(hwnd, TVM_GETIMAGELIST, kind, 0))
    return text.x - pictures - ask(hwnd, TVM_GETINDENT, 0, 0) // 2, text.center[1]


def _window_around(automation: Automation, element: Element) -> int:
    """The window that an element is drawn in (0: none)."""
    found = element
    while found:
        if hwnd := int(found.CurrentNativeWindowHandle or 0):
            return hwnd
        found = automation.walker.GetParentElement(found)
    return 0


def reached_at(x: int, y: int) -> int:
    """Return the window that a click reaches below one that lets the mouse through; 0 where it hits the uppermost one.

    WindowFromPoint asks none of another process. Group boxes do (WM_NCHITTEST: HTTRANSPARENT), and the pages' side of a
    tab control that lies over them.
    """
    uppermost = user32.WindowFromPoint(wintypes.POINT(x, y)) or 0
    top = root_of(uppermost)
    if uppermost == top or not _lets_through(uppermost, x, y):
        return 0
    reached = top
    for hwnd in children_of(top):  # each before what is in it, the uppermost first
        inside = _parent_of(hwnd) == reached and rect_of(hwnd).contains(x, y) and user32.IsWindowEnabled(hwnd)
        if inside and not _lets_through(hwnd, x, y):
            reached = hwnd
    return reached


def part_at(automation: Automation, below: int, x: int, y: int) -> Element:
    """Return the deepest element at a point; with `below`, what `reached_at` told, by the places in that window alone.

    The other windows in that one are no parts of it.
    """
    if not below:
        return automation.client.ElementFromPoint(wintypes.POINT(x, y))
    element = automation.root(below)
    request = automation.request((uia.BOUNDING_RECT, uia.WINDOW_HANDLE), uia.ELEMENT)
    while True:
        inside = element.FindAllBuildCache(uia.CHILDREN, automation.true_condition, request)
        for part in map(inside.GetElement, range(inside.Length)):
            box = part.CachedBoundingRectangle
            if box.left <= x < box.right and box.top <= y < box.bottom and not part.CachedNativeWindowHandle:
                element = part
                break
        else:
            return element


def _lets_through(hwnd: int, x: int, y: int) -> bool:
    with suppress(AppNotResponding):
        return ctypes.c_ssize_t(ask(hwnd, WM_NCHITTEST, 0, (y & 0xFFFF) << 16 | x & 0xFFFF)).value == HTTRANSPARENT
    return False


def ask(hwnd: int, message: int, first: int, second: int) -> int:
    """Send a window a message that carries numbers; return the answer. Raises AppNotResponding."""
    answer = ULONG_PTR()
    if not user32.SendMessageTimeoutW(hwnd, message, first, second, SMTO_ABORTIFHUNG, ANSWER_MS, ctypes.byref(answer)):
        raise AppNotResponding("A control does not answer the messages of its window.")
    return int(answer.value)
