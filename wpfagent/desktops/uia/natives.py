"""What native controls do and tell by window messages of their own, which UI Automation has no pattern for.

Only messages that carry numbers: they reach other processes as they are. None waits for a hung program.
Source: Microsoft's documentation of LVM_EDITLABEL, WM_MDIACTIVATE and TBM_GETPOS.
"""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from wpfagent.core.errors import AppNotResponding, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.uia.com import Automation, Element
from wpfagent.desktops.uia.win32 import ULONG_PTR, user32
from wpfagent.desktops.uia.windows import GWL_STYLE, SMTO_ABORTIFHUNG, class_of

LIST_VIEW, MDI_CLIENT, TRACK_BAR = "syslistview32", "mdiclient", "msctls_trackbar32"
"""Parts of the window classes, in small letters; Windows Forms puts its own around them."""
LVS_EDITLABELS = 0x0200
LVM_GETNEXTITEM, LVM_EDITLABEL = 0x1000 + 12, 0x1000 + 118
LVNI_FOCUSED = 0x1
WM_MDIACTIVATE, WM_MDIGETACTIVE = 0x0222, 0x0229
TBM_GETPOS, TBM_GETRANGEMIN, TBM_GETRANGEMAX, TBM_GETLINESIZE = 0x0400, 0x0401, 0x0402, 0x0418
ANSWER_MS = 2_000
NO_ITEM = -1
GA_PARENT = 1


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
    if not element.CurrentHasKeyboardFocus:
        raise Unsupported(f"{control.describe()} has not the focus.")
    place = ctypes.c_int(_ask(hwnd, LVM_GETNEXTITEM, ULONG_PTR(-1).value, LVNI_FOCUSED)).value
    if place == NO_ITEM or not _ask(hwnd, LVM_EDITLABEL, place, 0):
        raise Unsupported(f"The list opened no field for the label of {control.describe()}.")


def come_up(element: Element, control: Control) -> None:
    """Bring a window that stands in another one in front of the others there.

    Raises:
        Unsupported: it stands in no window that holds others.
    """
    hwnd = int(element.CurrentNativeWindowHandle or 0)
    client = int(user32.GetAncestor(hwnd, GA_PARENT) or 0) if hwnd else 0
    if not client or MDI_CLIENT not in class_of(client).lower():
        raise Unsupported(f"{control.describe()} stands in no window that holds others.")
    if _ask(client, WM_MDIGETACTIVE, 0, 0) != hwnd:
        _ask(client, WM_MDIACTIVATE, hwnd, 0)


def range_of(hwnd: int) -> Range | None:
    """Return where a track bar stands; None for another window, or one that does not answer."""
    if TRACK_BAR not in class_of(hwnd).lower():
        return None
    try:
        asked = (TBM_GETPOS, TBM_GETRANGEMIN, TBM_GETRANGEMAX, TBM_GETLINESIZE)
        return Range(*(ctypes.c_int(_ask(hwnd, message, 0, 0)).value for message in asked))
    except AppNotResponding:
        return None


def _window_around(automation: Automation, element: Element) -> int:
    """The window that an element is drawn in (0: none)."""
    found = element
    while found:
        if hwnd := int(found.CurrentNativeWindowHandle or 0):
            return hwnd
        found = automation.walker.GetParentElement(found)
    return 0


def _ask(hwnd: int, message: int, first: int, second: int) -> int:
    answer = ULONG_PTR()
    if not user32.SendMessageTimeoutW(hwnd, message, first, second, SMTO_ABORTIFHUNG, ANSWER_MS, ctypes.byref(answer)):
        raise AppNotResponding("A control does not answer the messages of its window.")
    return int(answer.value)
