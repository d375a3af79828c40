"""A plain Win32 window, made with nothing but ctypes: the toolkit that has no UI Automation of its own.

UI Automation gives each control its dialog id as AutomationId (menu items: `Item 201`); the log has the same number.

| id  | control                        | events                                                   |
|-----|--------------------------------|----------------------------------------------------------|
| 101 | push button "Apply"            | click                                                    |
| 102 | edit "Name"                    | text_raw, text_changed (when the focus leaves)           |
| 103 | multi-line edit "Notes"        | the same                                                 |
| 104 | password edit                  | the same                                                 |
| 105 | check box "Active"             | toggled                                                  |
| 106 | three-state check box "Shared" | toggled                                                  |
| 107 | radio button "Small"           | toggled                                                  |
| 108 | radio button "Large"           | toggled                                                  |
| 109 | combo box (drop-down list)     | selected                                                 |
| 110 | list box                       | selected                                                 |
| 111 | list view (report, 3 rows)     | selected                                                 |
| 112 | trackbar 0-100                 | value_changed                                            |
| 113 | static text: the last event    |                                                          |
| 114 | push button "Ask"              | click; dialog_shown, dialog_closed (message box, Yes/No) |
| 115 | edit "From", 116 edit "Until"  | as 102; both labels stand before both in the tab order   |
| 117 | group box around the lists     |                                                          |
| 118 | edit "Street", 119 edit "Town" | as 102; each label comes behind its edit in the order    |
| 130 | an editor that it draws itself | typed (value: all of its text), only by the keyboard     |
| 201 | menu File > Apply              | click                                                    |
| 202 | menu File > Exit               | click, destructive; the window closes                    |
| 203 | menu Edit > View > Word wrap   | click                                                    |

Also `app_started` and `app_exiting`. Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import wintypes
from typing import Any, NamedTuple

from native_window import WNDPROC, NativeWindow, run_program
from truth_log import TruthLog

TABSTOP, BORDER, GROUP = 0x10000, 0x800000, 0x20000
WM_DESTROY, WM_COMMAND, WM_NOTIFY, WM_HSCROLL, WM_CLOSE = 0x2, 0x111, 0x4E, 0x114, 0x10
BN_CLICKED, EN_KILLFOCUS, EN_CHANGE, CBN_SELCHANGE, LBN_SELCHANGE = 0, 0x200, 0x300, 1, 1
WM_SETFOCUS, WM_KILLFOCUS, WM_GETDLGCODE, WM_CHAR, WM_LBUTTONDOWN, DLGC_WANTALLKEYS = 0x7, 0x8, 0x87, 0x102, 0x201, 4
LVN_ITEMCHANGED, LVIS_SELECTED = -101, 2
STATES = ("off", "on", "indeterminate")


class ControlSpec(NamedTuple):
    """A child window."""

    id: int
    class_name: str
    text: str
    style: int
    box: tuple[int, int, int, int]


CONTROLS = (
    ControlSpec(117, "BUTTON", "Lists", 0x7, (290, 0, 280, 226)),
    ControlSpec(120, "STATIC", "Name", 0, (12, 14, 60, 20)),
    ControlSpec(102, "EDIT", "", TABSTOP | BORDER | 0x80, (80, 12, 200, 22)),
    ControlSpec(121, "STATIC", "Notes", 0, (12, 44, 60, 20)),
    ControlSpec(103, "EDIT", "", TABSTOP | BORDER | 0x1004 | 0x200000, (80, 42, 200, 60)),
    ControlSpec(122, "STATIC", "Password", 0, (12, 112, 64, 20)),
    ControlSpec(104, "EDIT", "", TABSTOP | BORDER | 0xA0, (80, 110, 200, 22)),
    ControlSpec(105, "BUTTON", "Active", TABSTOP | 0x3, (12, 142, 120, 22)),
    ControlSpec(106, "BUTTON", "Shared", TABSTOP | 0x6, (140, 142, 120, 22)),
    ControlSpec(107, "BUTTON", "Small", TABSTOP | GROUP | 0x9, (12, 168, 120, 22)),
    ControlSpec(108, "BUTTON", "Large", 0x9, (140, 168, 120, 22)),
    ControlSpec(109, "COMBOBOX", "", TABSTOP | GROUP | 0x3, (12, 198, 268, 160)),
    ControlSpec(112, "msctls_trackbar32", "Volume", TABSTOP, (12, 230, 268, 30)),
    ControlSpec(110, "LISTBOX", "", TABSTOP | BORDER | 0x1, (300, 12, 160, 90)),
    ControlSpec(111, "SysListView32", "", TABSTOP | BORDER | 0x1 | 0x8, (300, 110, 260, 110)),
    ControlSpec(101, "BUTTON", "Apply", TABSTOP, (300, 232, 100, 26)),
    ControlSpec(114, "BUTTON", "Ask", TABSTOP, (410, 232, 100, 26)),
    ControlSpec(113, "STATIC", "Ready", 0, (12, 270, 540, 20)),
    ControlSpec(124, "STATIC", "From:", 0, (12, 298, 60, 20)),
    ControlSpec(125, "STATIC", "Until:", 0, (12, 326, 60, 20)),
    ControlSpec(115, "EDIT", "", TABSTOP | BORDER | 0x80, (80, 296, 200, 22)),
    ControlSpec(116, "EDIT", "", TABSTOP | BORDER | 0x80, (80, 324, 200, 22)),
    ControlSpec(118, "EDIT", "", TABSTOP | BORDER | 0x80, (372, 296, 180, 22)),
    ControlSpec(126, "STATIC", "Street", 0, (300, 298, 60, 20)),
    ControlSpec(119, "EDIT", "", TABSTOP | BORDER | 0x80, (372, 324, 180, 22)),
    ControlSpec(127, "STATIC", "Town", 0, (300, 326, 60, 20)),
    ControlSpec(130, "DrawnEditor", "", TABSTOP | BORDER, (372, 356, 180, 40)),
    ControlSpec(131, "STATIC", "Script", 0, (300, 358, 60, 20)),
)
COMBO_ITEMS = ("Apple", "Banana", "Cherry")
LIST_ITEMS = ("Monday", "Tuesday", "Wednesday")
ROWS = (("Anna", "Oslo"), ("Ben", "Lima"), ("Chiyo", "京都"))


class LVCOLUMN(ctypes.Structure):
    """LVCOLUMNW, its first fields and what the system fills up."""

    _fields_ = [
        ("mask", wintypes.UINT),
        ("format", ctypes.c_int),
        ("width", ctypes.c_int),
        ("text", wintypes.LPWSTR),
        ("rest", ctypes.c_int * 8),
    ]


class LVITEM(ctypes.Structure):
    """LVITEMW, likewise."""

    _fields_ = [
        ("mask", wintypes.UINT),
        ("item", ctypes.c_int),
        ("sub_item", ctypes.c_int),
        ("state", wintypes.UINT),
        ("state_mask", wintypes.UINT),
        ("text", wintypes.LPWSTR),
        ("rest", ctypes.c_void_p * 8),
    ]


class NMHDR(ctypes.Structure):
    """NMHDR: who tells something, and what."""

    _fields_ = [("hwnd", wintypes.HWND), ("id", ctypes.c_size_t), ("code", ctypes.c_int)]


class NMLISTVIEW(ctypes.Structure):
    """NMLISTVIEW: what a list view tells about an item."""

    _fields_ = [
        ("header", NMHDR),
        ("item", ctypes.c_int),
        ("sub_item", ctypes.c_int),
        ("new_state", wintypes.UINT),
        ("old_state", wintypes.UINT),
        ("changed", wintypes.UINT),
    ]


class PlainWindow(NativeWindow):
    """The window, its controls and what they do."""

    class_name, size, place = "PlainWin32Window", (590, 460), (100, 100)

    def __init__(self, log: TruthLog, *, title: str, pos: tuple[int, int] | None) -> None:
        self._uncommitted: set[int] = set()
        self._script = ""
        self._editor = WNDPROC(self._on_editor)
        super().__init__(log, title=title, pos=pos)

    def _load(self) -> None:
        ctypes.WinDLL("comctl32").InitCommonControls()
        self._register("DrawnEditor", self._editor, background=6)  # COLOR_WINDOW + 1

    def _make_menu(self) -> int:
        bar, file, edit, view = (self.user32.CreateMenu(), *(self.user32.CreatePopupMenu() for _ in range(3)))
        for menu, flags, item, text in (
            (file, 0, 201, "&Apply"),
            (file, 0, 202, "E&xit"),
            (view, 0, 203, "&Word wrap"),
            (edit, 0x10, view, "&View"),
            (bar, 0x10, file, "&File"),
            (bar, 0x10, edit, "&Edit"),
        ):
            self.user32.AppendMenuW(menu, flags, item, text)
        return int(bar)

    def _make_controls(self) -> None:
        for spec in CONTROLS:
            self._add(*spec)
        for text in COMBO_ITEMS:
            self._send(109, 0x143, 0, ctypes.c_wchar_p(text))  # CB_ADDSTRING
        for text in LIST_ITEMS:
            self._send(110, 0x180, 0, ctypes.c_wchar_p(text))  # LB_ADDSTRING
        for index, text in enumerate(("Name", "City")):
            column = LVCOLUMN(mask=0x6, width=120, text=text)
            self._send(111, 0x1061, index, ctypes.byref(column))  # LVM_INSERTCOLUMNW
        for row, (name, city) in enumerate(ROWS):
            first, second = LVITEM(mask=0x1, item=row, text=name), LVITEM(sub_item=1, text=city)
            self._send(111, 0x104D, 0, ctypes.byref(first))  # LVM_INSERTITEMW
            self._send(111, 0x1074, row, ctypes.byref(second))  # LVM_SETITEMTEXTW

    def _tell(self, event: str, control: int, value: Any = None) -> None:
        self.log.write(event, str(control), value)
        if event != "text_raw":
            self.user32.SetWindowTextW(wintypes.HWND(self.controls[113]), f"{event} {control} {value}")

    # -- messages -----------------------------------------------------------------------------------------------------
    def _on_message(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        if message == WM_COMMAND:
            self._on_command(wparam & 0xFFFF, wparam >> 16)
        elif message == WM_HSCROLL and lparam == self.controls.get(112):
            self._tell("value_changed", 112, self._send(112, 0x400))  # TBM_GETPOS
        elif message == WM_NOTIFY:
            self._on_notify(ctypes.cast(lparam, ctypes.POINTER(NMLISTVIEW)).contents)
        elif message == WM_DESTROY:
            self.user32.PostQuitMessage(0)
        return int(self.user32.DefWindowProcW(hwnd, message, wparam, lparam))

    def _on_editor(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        if message == WM_LBUTTONDOWN:
            self.user32.SetFocus(wintypes.HWND(hwnd))
        elif message == WM_SETFOCUS:
            self.user32.CreateCaret(wintypes.HWND(hwnd), None, 1, 16)
            self.user32.SetCaretPos(4, 4)
        elif message == WM_KILLFOCUS:
            self.user32.DestroyCaret()
        elif message == WM_CHAR:
            self._script += chr(wparam)
            self._tell("typed", 130, self._script)
        elif message == WM_GETDLGCODE:
            return DLGC_WANTALLKEYS
        return int(self.user32.DefWindowProcW(hwnd, message, wparam, lparam))

    def _on_command(self, control: int, code: int) -> None:
        if control in (102, 103, 104, 115, 116, 118, 119):
            self._on_edit(control, code)
        elif control in (105, 106, 107, 108) and code == BN_CLICKED:
            self._tell("toggled", control, STATES[self._send(control, 0xF0)])  # BM_GETCHECK
        elif control == 109 and code == CBN_SELCHANGE:
            self._tell("selected", control, COMBO_ITEMS[self._send(control, 0x147)])  # CB_GETCURSEL
        elif control == 110 and code == LBN_SELCHANGE:
            self._tell("selected", control, LIST_ITEMS[self._send(control, 0x188)])  # LB_GETCURSEL
        elif control in (101, 114, 201, 202, 203) and code in (BN_CLICKED, 1):
            self._on_click(control)

    def _on_edit(self, control: int, code: int) -> None:
        if code == EN_CHANGE:
            self._uncommitted.add(control)
            self._tell("text_raw", control, self._text(control))
        elif code == EN_KILLFOCUS and control in self._uncommitted:
            self._uncommitted.discard(control)
            self._tell("text_changed", control, self._text(control))

    def _on_click(self, control: int) -> None:
        self._tell("click", control)
        if control == 114:
            self.log.write("dialog_shown", "MessageBox", "Question", opener="114", text="Shall we go on?")
            answer = {6: "Yes", 7: "No"}[self.user32.MessageBoxW(self.hwnd, "Shall we go on?", "Question", 0x24)]
            self.log.write("dialog_closed", "MessageBox", answer, opener="114", title="Question")
        elif control == 202:
            self.log.write("destructive", "202", "Exit")
            self.user32.PostMessageW(wintypes.HWND(self.hwnd), WM_CLOSE, 0, 0)

    def _on_notify(self, note: NMLISTVIEW) -> None:
        is_selected = note.new_state & ~note.old_state & LVIS_SELECTED
        if (note.header.id, note.header.code) == (111, LVN_ITEMCHANGED) and is_selected:
            self._tell("selected", 111, ROWS[note.item][0])


if __name__ == "__main__":
    sys.exit(run_program(PlainWindow, "A plain Win32 window.", "Plain Win32"))
