"""A Win32 window of an office program, made with nothing but ctypes: the controls beside the plain ones.

| caption or label          | control                                    | events                                     |
|---------------------------|--------------------------------------------|--------------------------------------------|
| Parts                     | list view: ticks, labels that are edited   | selected, ticked, renamed, opened, sorted  |
| Journal                   | list view of 400 rows that holds none      | selected                                   |
| Rooms                     | list box, several may be chosen            | rooms (value: those that are)              |
| Crew                      | list box: a click adds, one more removes   | crew (value: those that are)               |
| City, Size                | combo boxes: typed into; always open       | city, size (value: the text)               |
| Areas                     | tree view that is filled when it is opened | selected, expanded, collapsed              |
| Host                      | IP address                                 | host                                       |
| Width                     | track bar                                  | width, where its user moves it             |
| Part                      | edit; a menu and a column are called so    | part, where its user changed and left it   |
| Way                       | combo box that acts when its list closes   | way                                        |
| Pieces, Code              | edits: digits only; capitals only          | pieces, code (value: the text)             |
| Bold, Pin, Sort by, Print | tool bar: a check, a menu, a picture only  | pressed (value: the caption)               |
| Send copy                 | split button                               | pressed, command                           |
| Keep open                 | check box that looks like a button         | ticked                                     |
| Paint                     | button that draws itself                   | pressed                                    |
| Reset view                | text that is clicked                       | pressed                                    |
| Ask                       | button: a dialog with fields               | answered (value: what was entered)         |

The menu View has check marks and a choice; the right button drops a menu down on Parts.
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from ctypes import wintypes
from typing import Any

from native_parts import Note, ToolButton, TreeInsert, TreeItem, TreeNote
from native_window import NativeWindow, run_program
from plain_win32 import LVCOLUMN, LVITEM, NMLISTVIEW

PARTS, JOURNAL, ROOMS, CITY, SIZE, AREAS, HOST, PIECES, CODE, WIDTH, PART, WAY, TOOLS, STATUS, CREW = range(501, 516)
SEND, KEEP, PAINT, RESET, ASK = range(520, 525)
BOLD, PIN, SORT, PRINT = range(540, 544)
OPEN, SHIP_NORTH, SHIP_SOUTH, REMOVE, BY_NAME, BY_DATE, LATER, GRID, SMALL, LARGE, ERASE = range(600, 611)
TABSTOP, BORDER, EDGE = 0x10000, 0x800000, 0x200000
WM_COMMAND, WM_NOTIFY, WM_DRAWITEM, WM_HSCROLL = 0x111, 0x4E, 0x2B, 0x114
STOCK = (("Bolt", "120", "North"), ("Nut", "80", "South"), ("Washer", "15", "North"), ("Screw", "7", "East"))
COMMANDS = {
    OPEN: "Open", SHIP_NORTH: "Ship to North", SHIP_SOUTH: "Ship to South", REMOVE: "Remove part", BY_NAME: "By name",
    BY_DATE: "By date", LATER: "Later", GRID: "Grid lines", SMALL: "Small icons", LARGE: "Large icons",
    ERASE: "Erase parts",
}  # fmt: skip
LABELS = {
    "Parts": (12, 40), "Journal": (350, 40), "Rooms": (12, 220), "City": (150, 220), "Size": (290, 220),
    "Areas": (430, 220), "Host": (12, 350), "Pieces": (12, 382), "Code": (210, 382),
    "Crew": (150, 268), "Width": (430, 362), "Part": (376, 390), "Way": (540, 390),
}  # fmt: skip
WAYS = ("Air", "Road", "Sea")
ROWS, LVS_EX_CHECKBOXES = 400, 0x4


class ViewNote(ctypes.Structure):
    """NMLVDISPINFOW."""

    _fields_ = [("header", Note), ("item", LVITEM)]


class TipNote(ctypes.Structure):
    """NMTTDISPINFOW, its first fields."""

    _fields_ = [("header", Note), ("text", ctypes.c_void_p)]


class DrawItem(ctypes.Structure):
    """DRAWITEMSTRUCT."""

    _fields_ = [
        ("type", wintypes.UINT), ("id", wintypes.UINT), ("item", wintypes.UINT), ("action", wintypes.UINT),
        ("state", wintypes.UINT), ("hwnd", wintypes.HWND), ("dc", ctypes.c_void_p), ("rect", wintypes.RECT),
        ("data", ctypes.c_size_t),
    ]  # fmt: skip


def dialog_template() -> Any:
    """Return a dialog: two labelled fields, a check box, Delete all, OK (the default button) and Close."""

    def words(text: str) -> bytes:
        return text.encode("utf-16-le") + b"\0\0"

    made = struct.pack("<IIHhhhh", 0x80C800C0, 0, 8, 20, 20, 190, 90) + b"\0\0\0\0" + words("Order")
    made += struct.pack("<H", 8) + words("MS Shell Dlg")
    for style, box, number, kind, text in (
        (0x50000000, (8, 10, 50, 10), 0xFFFF, 0x82, "For &whom:"), (0x50810080, (64, 8, 110, 13), 1001, 0x81, ""),
        (0x50000000, (8, 28, 54, 10), 0xFFFF, 0x82, "Amount(&N):"), (0x50812080, (64, 26, 110, 13), 1002, 0x81, ""),
        (0x50010003, (64, 44, 100, 12), 1003, 0x80, "&Urgent"),
        (0x50010000, (4, 66, 50, 15), 1004, 0x80, "Delete all"),
        (0x50010001, (64, 66, 50, 15), 1, 0x80, "OK"), (0x50010000, (124, 66, 50, 15), 2, 0x80, "Close"),
    ):  # fmt: skip
        made += b"\0" * (-len(made) % 4) + struct.pack("<IIhhhhH", style, 0, *box, number)
        made += struct.pack("<HH", 0xFFFF, kind) + words(text) + b"\0\0"
    return ctypes.create_string_buffer(made)


class OfficeWindow(NativeWindow):
    """The window, its controls and what they do."""

    class_name, size, place = "NativeOffice", (720, 520), (60, 60)

    def _load(self) -> None:
        self.comctl = ctypes.WinDLL("comctl32")
        self.comctl.InitCommonControlsEx(ctypes.byref((wintypes.DWORD * 2)(8, 0xFFFF)))
        self.items: dict[int, str] = {}
        self._answer, self._text_of = ctypes.create_unicode_buffer(80), ctypes.create_unicode_buffer("Print labels")
        self.user32.TrackPopupMenu.argtypes = (
            wintypes.HMENU, wintypes.UINT, ctypes.c_int, ctypes.c_int, ctypes.c_int, wintypes.HWND, ctypes.c_void_p,
        )  # fmt: skip
        self.user32.CheckMenuItem.argtypes = (wintypes.HMENU, wintypes.UINT, wintypes.UINT)
        self.user32.CheckMenuRadioItem.argtypes = (wintypes.HMENU, *[wintypes.UINT] * 4)
        self.user32.DialogBoxIndirectParamW.argtypes = (
            wintypes.HINSTANCE, ctypes.c_void_p, wintypes.HWND, ctypes.c_void_p, wintypes.LPARAM,
        )  # fmt: skip
        self.user32.DialogBoxIndirectParamW.restype = ctypes.c_ssize_t
        self.user32.EndDialog.argtypes = (wintypes.HWND, ctypes.c_ssize_t)

    def _make_menu(self) -> int:
        bar, self.view = self.user32.CreateMenu(), self.user32.CreatePopupMenu()
        for menu, flags, item, text in (
            (self.view, 0x8, GRID, "&Grid lines\tCtrl+G"), (self.view, 0x800, 0, None),
            (self.view, 0x8, SMALL, "&Small icons"), (self.view, 0, LARGE, "&Large icons"),
            (self.view, 0, ERASE, "&Erase parts\tCtrl+E"), (bar, 0x10, self.view, "&View"), (bar, 0, OPEN, "&Part"),
        ):  # fmt: skip
            self.user32.AppendMenuW(menu, flags, item, text)
        self.user32.CheckMenuRadioItem(self.view, SMALL, LARGE, SMALL, 0)
        self.user32.CheckMenuItem(self.view, GRID, 0)
        return int(bar)

    def _make_controls(self) -> None:
        self._label("Parts")
        self._add(PARTS, "SysListView32", "", TABSTOP | BORDER | 0x1 | 0x8 | 0x200, (12, 60, 320, 150))
        self._label("Journal")
        self._add(JOURNAL, "SysListView32", "", TABSTOP | BORDER | 0x1 | 0x8 | 0x1000 | 0x4, (350, 60, 330, 150))
        self._label("Rooms")
        self._add(ROOMS, "LISTBOX", "", TABSTOP | BORDER | 0x1 | 0x800, (12, 240, 120, 90))
        self._label("Crew")
        self._add(CREW, "LISTBOX", "", TABSTOP | BORDER | 0x1 | 0x8, (150, 286, 120, 50))
        self._label("City")
        self._add(CITY, "COMBOBOX", "", TABSTOP | 0x2 | EDGE, (150, 240, 120, 120))
        self._label("Size")
        self._add(SIZE, "COMBOBOX", "", TABSTOP | 0x1 | 0x40 | EDGE, (290, 240, 120, 90))
        self._label("Areas")
        self._add(AREAS, "SysTreeView32", "", TABSTOP | BORDER | 0x7, (430, 240, 250, 110))
        self._label("Host")
        self._add(HOST, "SysIPAddress32", "", TABSTOP, (70, 348, 130, 22))
        self._label("Pieces")
        self._add(PIECES, "EDIT", "", TABSTOP | BORDER | 0x2080, (70, 380, 100, 22))
        self._label("Code")
        self._add(CODE, "EDIT", "", TABSTOP | BORDER | 0x88, (260, 380, 100, 22))
        self._send(CODE, 0xC5, 5)  # EM_SETLIMITTEXT
        self._label("Width")
        self._add(WIDTH, "msctls_trackbar32", "", TABSTOP, (490, 356, 190, 28))
        self._label("Part")
        self._add(PART, "EDIT", "", TABSTOP | BORDER | 0x80, (432, 388, 100, 22))
        self._label("Way")
        self._add(WAY, "COMBOBOX", "", TABSTOP | 0x3 | EDGE, (596, 388, 84, 120))
        self._add(SEND, "BUTTON", "Send copy", TABSTOP | 0xC, (12, 414, 110, 28))
        self._add(KEEP, "BUTTON", "Keep open", TABSTOP | 0x1003, (130, 414, 100, 28))
        self._add(PAINT, "BUTTON", "Paint", TABSTOP | 0xB, (238, 414, 90, 28))
        self._add(RESET, "STATIC", "Reset view", 0x100, (345, 420, 80, 18))
        self._add(ASK, "BUTTON", "Ask", TABSTOP, (430, 414, 90, 28))
        self._add(TOOLS, "ToolbarWindow32", "", 0x100 | 0x800, (0, 0, 0, 0))
        self._add(STATUS, "msctls_statusbar32", "Ready", 0, (0, 0, 0, 0))
        self._send(STATUS, 0x404, 2, (ctypes.c_int * 2)(500, -1))  # SB_SETPARTS
        self._send(STATUS, 0x40B, 1, ctypes.c_wchar_p("Online"))  # SB_SETTEXTW
        self._fill()

    def _label(self, text: str) -> None:
        self._add(700 + len(self.controls), "STATIC", text, 0, (*LABELS[text], 54, 18))

    def _fill(self) -> None:
        self._send(PARTS, 0x1036, LVS_EX_CHECKBOXES | 0x20, ctypes.c_void_p(LVS_EX_CHECKBOXES | 0x20))
        for control, columns in ((PARTS, ("Part", "Stock", "Place")), (JOURNAL, ("Entry", "Who"))):
            for index, text in enumerate(columns):
                column = LVCOLUMN(mask=0x6, width=100, text=text)
                self._send(control, 0x1061, index, ctypes.byref(column))  # LVM_INSERTCOLUMNW
        for row, texts in enumerate(STOCK):
            first = LVITEM(mask=0x1, item=row, text=texts[0])
            self._send(PARTS, 0x104D, 0, ctypes.byref(first))  # LVM_INSERTITEMW
            for column, text in enumerate(texts[1:], 1):
                other = LVITEM(sub_item=column, text=text)
                self._send(PARTS, 0x1074, row, ctypes.byref(other))  # LVM_SETITEMTEXTW
        self._send(JOURNAL, 0x102F, ROWS)  # LVM_SETITEMCOUNT
        for control, message, texts in (
            (ROOMS, 0x180, ("Attic", "Cellar", "Hall", "Kitchen")), (CREW, 0x180, ("Ada", "Bo", "Cy")),
            (CITY, 0x143, ("Bergen", "Lima", "Oslo")),
            (SIZE, 0x143, ("Small", "Medium", "Large")), (WAY, 0x143, WAYS),
        ):  # fmt: skip
            for text in texts:
                self._send(control, message, 0, ctypes.c_wchar_p(text))
        for text in ("East", "West"):
            self._branch(None, text, children=1)
        self._send(TOOLS, 0x41E, ctypes.sizeof(ToolButton))  # TB_BUTTONSTRUCTSIZE
        self._send(TOOLS, 0x454, 0, ctypes.c_void_p(0x1))  # TB_SETEXTENDEDSTYLE, TBSTYLE_EX_DRAWDDARROWS
        buttons = (ToolButton * 4)(
            ToolButton(bitmap=-2, command=BOLD, state=4, style=0x12, text="Bold"),
            ToolButton(bitmap=-2, command=PIN, state=4, style=0x10, text="Pin"),
            ToolButton(bitmap=-2, command=SORT, state=4, style=0x90, text="Sort by"),
            ToolButton(bitmap=-2, command=PRINT, state=4, style=0x10, text=None),
        )
        self._send(TOOLS, 0x444, 4, ctypes.byref(buttons))  # TB_ADDBUTTONSW
        self._send(TOOLS, 0x421)  # TB_AUTOSIZE

    def _branch(self, above: int | None, text: str, children: int = 0) -> None:
        buffer = ctypes.create_unicode_buffer(text)
        item = TreeItem(mask=0x41, text=ctypes.addressof(buffer), children=children)
        given = TreeInsert(parent=above, after=0xFFFF0002, item=item)
        self.items[self._send(AREAS, 0x1132, 0, ctypes.byref(given))] = text  # TVM_INSERTITEMW

    def _tell(self, event: str, control: str, value: Any = None) -> None:
        self.log.write(event, control, value)
        self._send(STATUS, 0x40B, 0, ctypes.c_wchar_p(f"{event} {control} {value}"))  # SB_SETTEXTW

    # -- messages -----------------------------------------------------------------------------------------------------
    def _on_message(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        if message == WM_COMMAND and STATUS in self.controls:
            self._on_command(wparam & 0xFFFF, wparam >> 16)
        elif message == WM_NOTIFY and STATUS in self.controls:
            if self._on_notify(lparam):
                return 1
        elif message == WM_HSCROLL and wparam & 0xFFFF != 8:  # by its user, before TB_ENDTRACK
            self._tell("width", "", self._send(WIDTH, 0x400))  # TBM_GETPOS
        elif message == WM_DRAWITEM:
            self._draw(ctypes.cast(lparam, ctypes.POINTER(DrawItem)).contents)
            return 1
        elif message == 2:
            self.user32.PostQuitMessage(0)
        return int(self.user32.DefWindowProcW(hwnd, message, wparam, lparam))

    def _on_command(self, control: int, code: int) -> None:
        if control == ROOMS and code == 1:
            names = ("Attic", "Cellar", "Hall", "Kitchen")
            self._tell("rooms", "Rooms", [n for i, n in enumerate(names) if self._send(ROOMS, 0x187, i) > 0])
        elif control == CREW and code == 1:
            self._tell("crew", "Crew", [n for i, n in enumerate(("Ada", "Bo", "Cy")) if self._send(CREW, 0x187, i) > 0])
        elif control in (CITY, SIZE) and code in (1, 5):
            index = self._send(control, 0x147) if code == 1 else -1
            texts = ("Bergen", "Lima", "Oslo") if control == CITY else ("Small", "Medium", "Large")
            text = texts[index] if index >= 0 else self._text(control)
            self._tell("city" if control == CITY else "size", "", text)
        elif control in (PIECES, CODE) and code == 0x300:
            self._tell("pieces" if control == PIECES else "code", "", self._text(control))
        elif control == PART and code == 0x200 and self._send(PART, 0xB8):  # EN_KILLFOCUS, EM_GETMODIFY
            self._send(PART, 0xB9)  # EM_SETMODIFY
            self._tell("part", "", self._text(PART))
        elif control == WAY and code == 8:  # CBN_CLOSEUP
            self._tell("way", "", WAYS[self._send(WAY, 0x147)])
        elif control == KEEP and code == 0:
            self._tell("ticked", "Keep open", bool(self._send(KEEP, 0xF0)))
        elif control in (SEND, PAINT, RESET) and code == 0:
            self._tell("pressed", "", {SEND: "Send copy", PAINT: "Paint", RESET: "Reset view"}[control])
        elif control == BOLD:
            self._tell("pressed", "", f"Bold {bool(self._send(TOOLS, 0x40A, BOLD))}")  # TB_ISBUTTONCHECKED
        elif control in (PIN, PRINT):
            self._tell("pressed", "", {PIN: "Pin", PRINT: "Print labels"}[control])
        elif control == ASK and code == 0:
            self._ask()
        elif control in COMMANDS:
            self._on_menu(control)

    def _on_menu(self, command: int) -> None:
        if command == GRID:
            was = self.user32.CheckMenuItem(self.view, GRID, 0)
            self.user32.CheckMenuItem(self.view, GRID, 0 if was else 8)
        elif command in (SMALL, LARGE):
            self.user32.CheckMenuRadioItem(self.view, SMALL, LARGE, command, 0)
        self._tell("command", "", COMMANDS[command])

    def _on_notify(self, lparam: int) -> bool:
        note = ctypes.cast(lparam, ctypes.POINTER(Note)).contents
        code = note.code
        if note.id in (PARTS, JOURNAL):
            return self._on_list(note.id, code, lparam)
        if note.id == AREAS:
            self._on_tree(code, lparam)
        elif note.id == HOST and code == -860:  # IPN_FIELDCHANGED
            self._tell("host", "", self._text(HOST))
        elif note.id == TOOLS and code == -710:  # TBN_DROPDOWN
            self._drop(((BY_NAME, "By &name"), (BY_DATE, "By &date")))
        elif note.id == SEND and code == -1248:  # BCN_DROPDOWN
            self._drop(((LATER, "&Later"),))
        elif code == -530:  # TTN_GETDISPINFOW: the id is that of the command
            tip = ctypes.cast(lparam, ctypes.POINTER(TipNote)).contents
            tip.text = ctypes.addressof(self._text_of) if note.id == PRINT else None
        return False

    def _on_list(self, control: int, code: int, lparam: int) -> bool:
        told = ctypes.cast(lparam, ctypes.POINTER(NMLISTVIEW)).contents
        names, owner = [texts[0] for texts in STOCK], "Parts" if control == PARTS else "Journal"
        name = names[told.item] if control == PARTS and 0 <= told.item < len(names) else f"Entry {told.item}"
        if code == -101:  # LVN_ITEMCHANGED
            if told.new_state & ~told.old_state & 0x2:
                self._tell("selected", owner, name)
            now, old = told.new_state >> 12 & 0xF, told.old_state >> 12 & 0xF
            if now and old and now != old:
                self._tell("ticked", name, now == 2)
        elif code == -108:  # LVN_COLUMNCLICK
            self._tell("sorted", owner, told.sub_item)
        elif code == -3 and told.item >= 0:  # NM_DBLCLK
            self._tell("opened", owner, name)
        elif code == -5 and control == PARTS and told.item >= 0:  # NM_RCLICK
            ways = ((SHIP_NORTH, "North"), (SHIP_SOUTH, "South"))
            self._drop(((OPEN, "&Open"), ("Ship to", ways), (REMOVE, "Remove")))
        elif code == -176:  # LVN_ENDLABELEDITW
            edited = ctypes.cast(lparam, ctypes.POINTER(ViewNote)).contents.item
            if edited.text:
                self._tell("renamed", owner, edited.text)
            return bool(edited.text)
        elif code == -177:  # LVN_GETDISPINFOW
            wanted = ctypes.cast(lparam, ctypes.POINTER(ViewNote)).contents.item
            if wanted.mask & 0x1:
                text = f"Entry {wanted.item}" if not wanted.sub_item else ("Anna", "Ben")[wanted.item % 2]
                room = ctypes.cast(ctypes.byref(wanted, LVITEM.text.offset), ctypes.POINTER(ctypes.c_void_p)).contents
                kept = ctypes.create_unicode_buffer(text)
                ctypes.memmove(room.value or 0, kept, ctypes.sizeof(kept))
        return False

    def _on_tree(self, code: int, lparam: int) -> None:
        told = ctypes.cast(lparam, ctypes.POINTER(TreeNote)).contents
        name = self.items.get(told.new.item or 0)
        if code == -454 and told.action == 2 and name in ("East", "West"):  # TVN_ITEMEXPANDINGW: filled only now
            if not self._send(AREAS, 0x110A, 4, ctypes.c_void_p(told.new.item)):
                for text in ("Coast", "Hills"):
                    self._branch(told.new.item, text)
        elif code == -451:
            self._tell("selected", "Areas", name)
        elif code == -455:
            self._tell("expanded" if told.action == 2 else "collapsed", "Areas", name)

    def _drop(self, items: Any) -> None:
        """Show a menu at the pointer; its command comes as WM_COMMAND."""
        menu, point = self._menu(items), wintypes.POINT()
        self.user32.GetCursorPos(ctypes.byref(point))
        self.user32.SetForegroundWindow(self.hwnd)
        self.user32.TrackPopupMenu(menu, 0, point.x, point.y, 0, self.hwnd, None)

    def _menu(self, items: Any) -> int:
        menu = self.user32.CreatePopupMenu()
        for item, text in items:
            if isinstance(item, str):
                self.user32.AppendMenuW(menu, 0x10, self._menu(text), item)
            else:
                self.user32.AppendMenuW(menu, 0, item, text)
        return int(menu)

    def _draw(self, drawn: DrawItem) -> None:
        gdi32 = ctypes.WinDLL("gdi32")
        self.user32.DrawFrameControl(ctypes.c_void_p(drawn.dc), ctypes.byref(drawn.rect), 4, 0x10)
        gdi32.SetBkMode(ctypes.c_void_p(drawn.dc), 1)
        self.user32.DrawTextW(ctypes.c_void_p(drawn.dc), "Paint", -1, ctypes.byref(drawn.rect), 0x25)

    def _ask(self) -> None:
        said: list[Any] = []

        def text_of(hwnd: int, number: int) -> str:
            self.user32.GetDlgItemTextW(wintypes.HWND(hwnd), number, self._answer, 80)
            return self._answer.value

        def on_dialog(hwnd: int, message: int, wparam: int, _: int) -> int:
            if message == WM_COMMAND and wparam & 0xFFFF in (1, 2):
                if wparam & 0xFFFF == 1:
                    urgent = self.user32.IsDlgButtonChecked(wintypes.HWND(hwnd), 1003)
                    said.extend((text_of(hwnd, 1001), text_of(hwnd, 1002), bool(urgent)))
                self.user32.EndDialog(hwnd, wparam & 0xFFFF)
                return 1
            return int(message == 0x110)  # WM_INITDIALOG

        kind = ctypes.WINFUNCTYPE(ctypes.c_ssize_t, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
        procedure, template = kind(on_dialog), dialog_template()
        self.user32.DialogBoxIndirectParamW(self._instance, ctypes.addressof(template), self.hwnd, procedure, 0)
        self._tell("answered", "", said or None)


if __name__ == "__main__":
    sys.exit(run_program(OfficeWindow, "A Win32 window of an office program.", "Native office"))
