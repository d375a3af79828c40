"""A Win32 window of the common controls and the common dialogs, made with nothing but ctypes.

| caption or label  | control                       | events                                                      |
|-------------------|-------------------------------|-------------------------------------------------------------|
| Animals           | tree view, labels are edited  | selected, expanded (value: the item), renamed (value: text) |
| Day, Week, Month  | tab control                   | selected (value: the tab)                                   |
| Copies            | edit with an up-down, 1 to 50 | number, turned                                              |
| Due               | date and time picker          | dated (value: yyyy-mm-dd)                                   |
| Shortcut          | hot key                       | hot_key (value: the code of the key and of its modifiers)   |
| Letter            | rich edit                     | text_raw                                                    |
| Open, Paste       | tool bar                      | clicked                                                     |
| Font, Colour      | buttons: the common dialogs   | chosen (value: the face; the colour as r,g,b); cancelled    |
| Find, Folder      | the same                      | find (value: text); chosen (value: the folder); cancelled   |
| Options           | button: a property sheet      | applied (value: the pages' ticks), cancelled                |

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from ctypes import wintypes
from typing import Any

from native_window import NativeWindow, run_program
from truth_log import TruthLog

TREE, TABS, COPIES, SPIN, DUE, HOT_KEY, LETTER, TOOLS, STATUS = range(301, 310)
FONT, COLOUR, FIND, FOLDER, OPTIONS = range(320, 325)
OPEN, PASTE = 340, 341
TABSTOP, BORDER, CLIPSIBLINGS, DTS_SHOWNONE = 0x10000, 0x800000, 0x4000000, 0x2
WM_COMMAND, WM_NOTIFY, EN_CHANGE = 0x111, 0x4E, 0x300
ANIMALS = {"Mammals": ("Cat", "Dog"), "Birds": ("Crow", "Finch")}
PAGES = ("Day", "Week", "Month")
TICKS = {"General": "Start with Windows", "Sounds": "Play a sound"}
BUTTONS = {FONT: "Font", COLOUR: "Colour", FIND: "Find", FOLDER: "Folder", OPTIONS: "Options"}
LABELS = {"Animals": (12, 44), "Copies": (220, 84), "Due": (220, 120), "Shortcut": (220, 156), "Letter": (220, 190)}


class Note(ctypes.Structure):
    """NMHDR."""

    _fields_ = [("hwnd", wintypes.HWND), ("id", ctypes.c_size_t), ("code", ctypes.c_int)]


class SpinNote(ctypes.Structure):
    """NMUPDOWN."""

    _fields_ = [("header", Note), ("position", ctypes.c_int), ("delta", ctypes.c_int)]


class TreeItem(ctypes.Structure):
    """TVITEMW."""

    _fields_ = [
        ("mask", wintypes.UINT), ("item", ctypes.c_void_p), ("state", wintypes.UINT), ("state_mask", wintypes.UINT),
        ("text", ctypes.c_void_p), ("text_max", ctypes.c_int), ("image", ctypes.c_int), ("selected", ctypes.c_int),
        ("children", ctypes.c_int), ("param", ctypes.c_ssize_t),
    ]  # fmt: skip


class TreeInsert(ctypes.Structure):
    """TVINSERTSTRUCTW."""

    _fields_ = [("parent", ctypes.c_void_p), ("after", ctypes.c_void_p), ("item", TreeItem)]


class TreeNote(ctypes.Structure):
    """NMTREEVIEWW."""

    _fields_ = [("header", Note), ("action", wintypes.UINT), ("old", TreeItem), ("new", TreeItem)]


class LabelNote(ctypes.Structure):
    """NMTVDISPINFOW."""

    _fields_ = [("header", Note), ("item", TreeItem)]


class TabItem(ctypes.Structure):
    """TCITEMW."""

    _fields_ = [
        ("mask", wintypes.UINT), ("state", wintypes.DWORD), ("state_mask", wintypes.DWORD), ("text", wintypes.LPWSTR),
        ("text_max", ctypes.c_int), ("image", ctypes.c_int), ("param", ctypes.c_ssize_t),
    ]  # fmt: skip


class DateNote(ctypes.Structure):
    """NMDATETIMECHANGE."""

    _fields_ = [("header", Note), ("flags", wintypes.DWORD), ("when", wintypes.WORD * 8)]


class ToolButton(ctypes.Structure):
    """TBBUTTON."""

    _fields_ = [
        ("bitmap", ctypes.c_int), ("command", ctypes.c_int), ("state", ctypes.c_ubyte), ("style", ctypes.c_ubyte),
        ("reserved", ctypes.c_ubyte * 6), ("data", ctypes.c_void_p), ("text", ctypes.c_wchar_p),
    ]  # fmt: skip


class PropertyPage(ctypes.Structure):
    """PROPSHEETPAGEW, of the first version."""

    _fields_ = [
        ("size", wintypes.DWORD), ("flags", wintypes.DWORD), ("instance", wintypes.HINSTANCE),
        ("template", ctypes.c_void_p), ("icon", ctypes.c_void_p), ("title", wintypes.LPCWSTR),
        ("procedure", ctypes.c_void_p), ("param", ctypes.c_ssize_t), ("callback", ctypes.c_void_p),
        ("references", ctypes.c_void_p),
    ]  # fmt: skip


class PropertySheet(ctypes.Structure):
    """PROPSHEETHEADERW, of the first version."""

    _fields_ = [
        ("size", wintypes.DWORD), ("flags", wintypes.DWORD), ("parent", wintypes.HWND),
        ("instance", wintypes.HINSTANCE), ("icon", ctypes.c_void_p), ("caption", wintypes.LPCWSTR),
        ("pages", wintypes.UINT), ("start", ctypes.c_void_p), ("page", ctypes.POINTER(PropertyPage)),
        ("callback", ctypes.c_void_p),
    ]  # fmt: skip


class LogFont(ctypes.Structure):
    """LOGFONTW."""

    _fields_ = [("numbers", ctypes.c_long * 5), ("bytes", ctypes.c_ubyte * 8), ("face", ctypes.c_wchar * 32)]


class ChooseFont(ctypes.Structure):
    """CHOOSEFONTW."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("dc", ctypes.c_void_p), ("font", ctypes.POINTER(LogFont)),
        ("points", ctypes.c_int), ("flags", wintypes.DWORD), ("colour", wintypes.DWORD), ("param", ctypes.c_ssize_t),
        ("hook", ctypes.c_void_p), ("template", wintypes.LPCWSTR), ("instance", wintypes.HINSTANCE),
        ("style", wintypes.LPWSTR), ("type", wintypes.WORD), ("pad", wintypes.WORD), ("least", ctypes.c_int),
        ("most", ctypes.c_int),
    ]  # fmt: skip


class ChooseColour(ctypes.Structure):
    """CHOOSECOLORW."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("instance", wintypes.HWND), ("result", wintypes.DWORD),
        ("custom", ctypes.c_void_p), ("flags", wintypes.DWORD), ("param", ctypes.c_ssize_t), ("hook", ctypes.c_void_p),
        ("template", wintypes.LPCWSTR),
    ]  # fmt: skip


class FindReplace(ctypes.Structure):
    """FINDREPLACEW."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("instance", wintypes.HINSTANCE), ("flags", wintypes.DWORD),
        ("what", ctypes.c_void_p), ("with_", ctypes.c_void_p), ("what_length", wintypes.WORD),
        ("with_length", wintypes.WORD), ("param", ctypes.c_ssize_t), ("hook", ctypes.c_void_p),
        ("template", wintypes.LPCWSTR),
    ]  # fmt: skip


class BrowseInfo(ctypes.Structure):
    """BROWSEINFOW."""

    _fields_ = [
        ("owner", wintypes.HWND), ("root", ctypes.c_void_p), ("name", ctypes.c_void_p), ("title", wintypes.LPCWSTR),
        ("flags", wintypes.UINT), ("callback", ctypes.c_void_p), ("param", ctypes.c_ssize_t), ("image", ctypes.c_int),
    ]  # fmt: skip


def page_template(caption: str) -> Any:
    """Return a dialog template of a page with one check box."""

    def words(text: str) -> bytes:
        return text.encode("utf-16-le") + b"\0\0"

    head = struct.pack("<IIHhhhh", 0x40000040, 0, 1, 0, 0, 180, 80) + b"\0\0\0\0" + words("") + struct.pack("<H", 8)
    head += words("MS Shell Dlg")
    head += b"\0" * (-len(head) % 4)
    item = struct.pack("<IIhhhhH", 0x50010003, 0, 10, 10, 150, 12, 1001) + struct.pack("<HH", 0xFFFF, 0x80)
    return ctypes.create_string_buffer(head + item + words(caption) + b"\0\0")


class PartsWindow(NativeWindow):
    """The window, its controls and what they do."""

    class_name, size, place = "NativeParts", (560, 420), (80, 80)

    def __init__(self, log: TruthLog, *, title: str, pos: tuple[int, int] | None) -> None:
        self.items: dict[int, str] = {}
        self._find = FindReplace()
        self._found = ctypes.create_unicode_buffer(200)
        self._find_message = self._find_window = 0
        super().__init__(log, title=title, pos=pos)

    def _load(self) -> None:
        self.user32.IsDlgButtonChecked.argtypes = (wintypes.HWND, ctypes.c_int)
        ctypes.WinDLL("msftedit")
        self.comctl, self.comdlg = ctypes.WinDLL("comctl32"), ctypes.WinDLL("comdlg32")
        self.comctl.InitCommonControlsEx(ctypes.byref((wintypes.DWORD * 2)(8, 0xFFFF)))
        self.comctl.PropertySheetW.restype = ctypes.c_ssize_t
        self.comdlg.FindTextW.restype = wintypes.HWND
        self._find_message = self.user32.RegisterWindowMessageW("commdlg_FindReplace")

    def _dialogs(self) -> tuple[int, ...]:
        return (self._find_window, self.hwnd) if self._find_window else (self.hwnd,)

    def _make_controls(self) -> None:
        self._label("Animals")
        self._add(TREE, "SysTreeView32", "Animals", TABSTOP | BORDER | 0x0F, (12, 62, 180, 200))
        self._add(TABS, "SysTabControl32", "", TABSTOP | CLIPSIBLINGS, (214, 44, 312, 212))  # over its fields
        self._label("Copies")
        self._add(COPIES, "EDIT", "1", TABSTOP | BORDER | 0x2000, (290, 82, 80, 22))
        self._add(SPIN, "msctls_updown32", "", 0x02 | 0x04 | 0x20 | 0x80, (0, 0, 0, 0))
        self._label("Due")
        self._add(DUE, "SysDateTimePick32", "", TABSTOP | DTS_SHOWNONE, (290, 116, 130, 24))
        self._label("Shortcut")
        self._add(HOT_KEY, "msctls_hotkey32", "", TABSTOP | BORDER, (290, 152, 130, 24))
        self._label("Letter")
        self._add(LETTER, "RICHEDIT50W", "", TABSTOP | BORDER | 0x1004, (290, 188, 230, 60))
        for number, (control, text) in enumerate(BUTTONS.items()):
            self._add(control, "BUTTON", text, TABSTOP, (12 + 100 * number, 280, 92, 28))
        self._add(TOOLS, "ToolbarWindow32", "", 0x100, (0, 0, 0, 0))
        self._add(STATUS, "msctls_statusbar32", "Ready", 0, (0, 0, 0, 0))
        self._fill()

    def _label(self, text: str) -> None:
        self._add(400 + len(self.controls), "STATIC", text, 0, (*LABELS[text], 60, 18))

    def _fill(self) -> None:
        for parent, kids in ANIMALS.items():
            above = self._branch(None, parent)
            for kid in kids:
                self._branch(above, kid)
        for index, text in enumerate(PAGES):
            tab = TabItem(mask=1, text=text)
            self._send(TABS, 0x133E, index, ctypes.byref(tab))  # TCM_INSERTITEMW
        self._send(SPIN, 0x469, self.controls[COPIES])  # UDM_SETBUDDY
        self._send(SPIN, 0x46F, 1, ctypes.c_void_p(50))  # UDM_SETRANGE32
        self._send(LETTER, 0x445, 0, ctypes.c_void_p(1))  # EM_SETEVENTMASK, ENM_CHANGE
        when = (wintypes.WORD * 8)(2026, 3, 4, 5, 0, 0, 0, 0)
        self._send(DUE, 0x1002, 0, ctypes.byref(when))  # DTM_SETSYSTEMTIME
        self._send(DUE, 0x1032, 0, ctypes.c_wchar_p("yyyy-MM-dd"))  # DTM_SETFORMATW
        self._send(TOOLS, 0x41E, ctypes.sizeof(ToolButton))  # TB_BUTTONSTRUCTSIZE
        buttons = (ToolButton * 2)(
            ToolButton(bitmap=-2, command=OPEN, state=4, style=0x10, text="Open"),
            ToolButton(bitmap=-2, command=PASTE, state=4, style=0x10, text="Paste"),
        )
        self._send(TOOLS, 0x444, 2, ctypes.byref(buttons))  # TB_ADDBUTTONSW
        self._send(TOOLS, 0x421)  # TB_AUTOSIZE

    def _branch(self, above: int | None, text: str) -> int:
        buffer = ctypes.create_unicode_buffer(text)
        given = TreeInsert(parent=above, after=0xFFFF0002, item=TreeItem(mask=1, text=ctypes.addressof(buffer)))
        made = self._send(TREE, 0x1132, 0, ctypes.byref(given))  # TVM_INSERTITEMW
        self.items[made] = text
        return made

    def _tell(self, event: str, control: str, value: Any = None) -> None:
        self.log.write(event, control, value)
        if event != "text_raw":
            self.user32.SetWindowTextW(wintypes.HWND(self.controls[STATUS]), f"{event} {control} {value}")

    # -- messages -----------------------------------------------------------------------------------------------------
    def _on_message(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        if message == WM_COMMAND and STATUS in self.controls:
            self._on_command(wparam & 0xFFFF, wparam >> 16)
        elif message == WM_NOTIFY and STATUS in self.controls:
            if self._on_notify(lparam):
                return 1
        elif message == self._find_message:
            self._on_find()
        elif message == 2:
            self.user32.PostQuitMessage(0)
        return int(self.user32.DefWindowProcW(hwnd, message, wparam, lparam))

    def _on_command(self, control: int, code: int) -> None:
        if control == COPIES and code == EN_CHANGE:
            self._tell("number", "Copies", self._text(COPIES))
        elif control == LETTER and code == EN_CHANGE:
            self._tell("text_raw", "Letter", self._text(LETTER))
        elif control == HOT_KEY and code == EN_CHANGE:
            self._tell("hot_key", "Shortcut", self._send(HOT_KEY, 0x402))  # HKM_GETHOTKEY
        elif control in (OPEN, PASTE):
            self._tell("clicked", {OPEN: "Open", PASTE: "Paste"}[control])
        elif control in BUTTONS and code == 0:
            getattr(self, f"_ask_{BUTTONS[control].lower()}")()

    def _on_notify(self, lparam: int) -> bool:
        note = ctypes.cast(lparam, ctypes.POINTER(Note)).contents
        if note.id == TREE and note.code in (-451, -402):  # TVN_SELCHANGEDW
            chosen = ctypes.cast(lparam, ctypes.POINTER(TreeNote)).contents.new.item
            self._tell("selected", "Animals", self.items.get(chosen or 0))
        elif note.id == TREE and note.code == -455:  # TVN_ITEMEXPANDEDW
            told = ctypes.cast(lparam, ctypes.POINTER(TreeNote)).contents
            self._tell("expanded" if told.action == 2 else "collapsed", "Animals", self.items.get(told.new.item or 0))
        elif note.id == TREE and note.code == -460:  # TVN_ENDLABELEDITW
            edited = ctypes.cast(lparam, ctypes.POINTER(LabelNote)).contents.item
            if edited.text:
                text = ctypes.wstring_at(edited.text)
                self.items[edited.item] = text
                self._tell("renamed", "Animals", text)
                return True
        elif note.id == TABS and note.code == -551:  # TCN_SELCHANGE
            self._tell("selected", "Tabs", PAGES[self._send(TABS, 0x130B)])
        elif note.id == SPIN and note.code == -722:  # UDN_DELTAPOS
            turned = ctypes.cast(lparam, ctypes.POINTER(SpinNote)).contents
            self._tell("turned", "Copies", turned.position + turned.delta)
        elif note.id == DUE and note.code == -759:  # DTN_DATETIMECHANGE
            told = ctypes.cast(lparam, ctypes.POINTER(DateNote)).contents
            day = f"{told.when[0]:04}-{told.when[1]:02}-{told.when[3]:02}"
            self._tell("dated", "Due", "none" if told.flags else day)
        return False

    def _on_find(self) -> None:
        if self._find.flags & 0x40:  # FR_DIALOGTERM
            self._find_window = 0
            self._tell("cancelled", "Find")
        else:
            self._tell("find", "Find", self._found.value)

    def _ask_font(self) -> None:
        font = LogFont(face="Tahoma")
        asked = ChooseFont(size=ctypes.sizeof(ChooseFont), owner=self.hwnd, font=ctypes.pointer(font), flags=0x1 | 0x40)
        done = self.comdlg.ChooseFontW(ctypes.byref(asked))
        self._tell("chosen" if done else "cancelled", "Font", font.face if done else None)

    def _ask_colour(self) -> None:
        custom = (wintypes.DWORD * 16)()
        asked = ChooseColour(
            size=ctypes.sizeof(ChooseColour), owner=self.hwnd, custom=ctypes.addressof(custom), flags=0x1 | 0x2
        )
        done = self.comdlg.ChooseColorW(ctypes.byref(asked))
        parts = ",".join(str(asked.result >> shift & 255) for shift in (0, 8, 16))
        self._tell("chosen" if done else "cancelled", "Colour", parts if done else None)

    def _ask_find(self) -> None:
        self._find = FindReplace(
            size=ctypes.sizeof(FindReplace), owner=self.hwnd, flags=1, what=ctypes.addressof(self._found),
            what_length=400,
        )  # fmt: skip
        self._find_window = self.comdlg.FindTextW(ctypes.byref(self._find))

    def _ask_folder(self) -> None:
        shell = ctypes.WinDLL("shell32")
        shell.SHBrowseForFolderW.restype = ctypes.c_void_p
        shell.SHGetPathFromIDListW.argtypes = (ctypes.c_void_p, ctypes.c_wchar_p)
        name = ctypes.create_unicode_buffer(260)
        asked = BrowseInfo(owner=self.hwnd, name=ctypes.addressof(name), title="Where to?", flags=0x41)
        chosen = shell.SHBrowseForFolderW(ctypes.byref(asked))
        path = ctypes.create_unicode_buffer(260)
        if chosen:
            shell.SHGetPathFromIDListW(chosen, path)
        self._tell("chosen" if chosen else "cancelled", "Folder", path.value if chosen else None)

    def _ask_options(self) -> None:
        ticks: dict[str, int] = {}
        procedure_type = ctypes.WINFUNCTYPE(
            ctypes.c_ssize_t, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM
        )
        kept: list[Any] = []
        pages = (PropertyPage * len(TICKS))()
        for page, (title, caption) in zip(pages, TICKS.items(), strict=True):

            def on_page(hwnd: int, message: int, _w: int, lparam: int, title: str = title) -> int:
                is_apply = message == WM_NOTIFY and ctypes.cast(lparam, ctypes.POINTER(Note)).contents.code == -202
                if is_apply:  # PSN_APPLY
                    ticks[title] = self.user32.IsDlgButtonChecked(hwnd, 1001)
                return 0

            template, procedure = page_template(caption), procedure_type(on_page)
            kept += [template, procedure]
            page.size, page.flags, page.instance, page.title = (
                ctypes.sizeof(PropertyPage),
                0x1 | 0x8,
                self._instance,
                title,
            )
            page.template = ctypes.addressof(template)
            page.procedure = ctypes.cast(procedure, ctypes.c_void_p).value
        sheet = PropertySheet(
            size=ctypes.sizeof(PropertySheet), flags=0x8, parent=self.hwnd, instance=self._instance, caption="Options",
            pages=len(TICKS), page=pages,
        )  # fmt: skip
        done = self.comctl.PropertySheetW(ctypes.byref(sheet))
        said = ",".join(f"{title}={on}" for title, on in ticks.items())
        self._tell("applied" if done > 0 else "cancelled", "Options", said if done > 0 else None)


if __name__ == "__main__":
    sys.exit(run_program(PartsWindow, "A Win32 window of common controls.", "Native parts"))
