"""A Win32 window that asks by the system's own dialogs, from a menu bar, made with nothing but ctypes.

| menu          | dialog                                          | events                                            |
|---------------|-------------------------------------------------|---------------------------------------------------|
| File > Open   | GetOpenFileName, several files                  | chosen (value: the names), cancelled              |
| File > Save   | GetSaveFileName, asks before it overwrites      | chosen (value: the name), cancelled               |
| File > Page   | PageSetupDlg                                    | chosen (value: the left margin in mm), cancelled  |
| File > Print  | PrintDlg                                        | chosen (value: copies), cancelled                 |
| Edit > Replace| ReplaceText, stays open                         | found, replaced (value: what>with), cancelled     |
| Ask > Task    | task dialog: links, radio buttons, a tick       | answered (value: link,radio,tick)                 |
| Ask > Retry   | message box: Abort, Retry, Ignore               | answered (value: the button)                      |

Two fields stand side by side, called by nothing but the words in them while they are empty: typed (value: the text).

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

import ctypes
import sys
import tempfile
from ctypes import wintypes
from pathlib import Path
from typing import Any

from native_parts import FindReplace
from native_window import NativeWindow, run_program
from truth_log import TruthLog

WM_COMMAND, WM_DESTROY = 0x111, 2
FR_DIALOGTERM, FR_REPLACE, FR_REPLACEALL = 0x40, 0x10, 0x20
MENUS = {"File": ("Open", "Save", "Page", "Print"), "Edit": ("Replace",), "Ask": ("Task", "Retry")}
IDS = {item: 100 + n for n, item in enumerate(i for items in MENUS.values() for i in items)}
LINKS = {1001: "Keep both files\nThe new one gets another name.", 1002: "Use the older one\nNothing is copied."}
CHOICES = {2001: "For this file", 2002: "For all files"}
CUES = {11: "Find a file", 12: "Owner's name"}
EM_SETCUEBANNER, EN_CHANGE, BORDER, TABSTOP = 0x1501, 0x300, 0x800000, 0x10000
ANSWERS = {3: "Abort", 4: "Retry", 5: "Ignore"}
MANIFEST = """<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"><dependency><dependentAssembly>
<assemblyIdentity type="win32" name="Microsoft.Windows.Common-Controls" version="6.0.0.0" processorArchitecture="*"
 publicKeyToken="6595b64144ccf1df" language="*"/></dependentAssembly></dependency></assembly>"""
"""Task dialogs are in version 6 of the common controls only."""


class OpenFileName(ctypes.Structure):
    """OPENFILENAMEW."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("instance", wintypes.HINSTANCE),
        ("filter", wintypes.LPCWSTR), ("own_filter", wintypes.LPWSTR), ("own_filter_max", wintypes.DWORD),
        ("filter_index", wintypes.DWORD), ("file", ctypes.c_void_p), ("file_max", wintypes.DWORD),
        ("file_title", wintypes.LPWSTR), ("file_title_max", wintypes.DWORD), ("folder", wintypes.LPCWSTR),
        ("title", wintypes.LPCWSTR), ("flags", wintypes.DWORD), ("file_offset", wintypes.WORD),
        ("extension_offset", wintypes.WORD), ("extension", wintypes.LPCWSTR), ("param", ctypes.c_ssize_t),
        ("hook", ctypes.c_void_p), ("template", wintypes.LPCWSTR), ("reserved", ctypes.c_void_p),
        ("reserved_number", wintypes.DWORD), ("more_flags", wintypes.DWORD),
    ]  # fmt: skip


class PageSetup(ctypes.Structure):
    """PAGESETUPDLGW."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("mode", ctypes.c_void_p), ("names", ctypes.c_void_p),
        ("flags", wintypes.DWORD), ("paper", wintypes.POINT), ("least", wintypes.RECT), ("margins", wintypes.RECT),
        ("instance", wintypes.HINSTANCE), ("param", ctypes.c_ssize_t), ("hook", ctypes.c_void_p),
        ("paint", ctypes.c_void_p), ("template", wintypes.LPCWSTR), ("template_handle", ctypes.c_void_p),
    ]  # fmt: skip


class PrintRequest(ctypes.Structure):
    """PRINTDLGW, which is packed by the byte on 32 bits only."""

    _fields_ = [
        ("size", wintypes.DWORD), ("owner", wintypes.HWND), ("mode", ctypes.c_void_p), ("names", ctypes.c_void_p),
        ("dc", ctypes.c_void_p), ("flags", wintypes.DWORD), ("from_page", wintypes.WORD), ("to_page", wintypes.WORD),
        ("least", wintypes.WORD), ("most", wintypes.WORD), ("copies", wintypes.WORD), ("instance", wintypes.HINSTANCE),
        ("param", ctypes.c_ssize_t), ("print_hook", ctypes.c_void_p), ("setup_hook", ctypes.c_void_p),
        ("print_template", wintypes.LPCWSTR), ("setup_template", wintypes.LPCWSTR), ("print_handle", ctypes.c_void_p),
        ("setup_handle", ctypes.c_void_p),
    ]  # fmt: skip


class TaskButton(ctypes.Structure):
    """TASKDIALOG_BUTTON."""

    _pack_ = 1
    _fields_ = [("id", ctypes.c_int), ("text", wintypes.LPCWSTR)]


class TaskDialog(ctypes.Structure):
    """TASKDIALOGCONFIG."""

    _pack_ = 1
    _fields_ = [
        ("size", wintypes.UINT), ("owner", wintypes.HWND), ("instance", wintypes.HINSTANCE), ("flags", ctypes.c_int),
        ("common", ctypes.c_int), ("title", wintypes.LPCWSTR), ("icon", ctypes.c_void_p),
        ("instruction", wintypes.LPCWSTR), ("content", wintypes.LPCWSTR), ("button_count", wintypes.UINT),
        ("buttons", ctypes.POINTER(TaskButton)), ("default", ctypes.c_int), ("radio_count", wintypes.UINT),
        ("radios", ctypes.POINTER(TaskButton)), ("default_radio", ctypes.c_int), ("tick", wintypes.LPCWSTR),
        ("more", wintypes.LPCWSTR), ("more_open", wintypes.LPCWSTR), ("more_closed", wintypes.LPCWSTR),
        ("footer_icon", ctypes.c_void_p), ("footer", wintypes.LPCWSTR), ("callback", ctypes.c_void_p),
        ("param", ctypes.c_ssize_t), ("width", wintypes.UINT),
    ]  # fmt: skip


class Context(ctypes.Structure):
    """ACTCTXW."""

    _fields_ = [
        ("size", wintypes.ULONG), ("flags", wintypes.DWORD), ("source", wintypes.LPCWSTR),
        ("processor", wintypes.USHORT), ("language", wintypes.LANGID), ("folder", wintypes.LPCWSTR),
        ("resource", wintypes.LPCWSTR), ("application", wintypes.LPCWSTR), ("module", wintypes.HMODULE),
    ]  # fmt: skip


def choices(texts: dict[int, str]) -> Any:
    """Return buttons of a task dialog."""
    return (TaskButton * len(texts))(*(TaskButton(number, text) for number, text in texts.items()))


class DialogsWindow(NativeWindow):
    """The window, its menu bar and what it asks."""

    class_name, size, place = "NativeDialogs", (420, 200), (100, 90)

    def __init__(self, log: TruthLog, *, title: str, pos: tuple[int, int] | None) -> None:
        self._find = FindReplace()
        self._what, self._with = ctypes.create_unicode_buffer(200), ctypes.create_unicode_buffer(200)
        self._find_message = self._find_window = 0
        super().__init__(log, title=title, pos=pos)

    def _load(self) -> None:
        self.comdlg = ctypes.WinDLL("comdlg32")
        self.comdlg.ReplaceTextW.restype = wintypes.HWND
        self._find_message = self.user32.RegisterWindowMessageW("commdlg_FindReplace")
        kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel32.CreateActCtxW.restype = ctypes.c_void_p
        kernel32.ActivateActCtx.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        with tempfile.TemporaryDirectory() as folder:
            manifest = Path(folder, "controls.manifest")
            manifest.write_text(MANIFEST, encoding="utf-8")
            given = Context(size=ctypes.sizeof(Context), source=str(manifest))
            made = kernel32.CreateActCtxW(ctypes.byref(given))
        cookie = ctypes.c_size_t()
        if not kernel32.ActivateActCtx(made, ctypes.byref(cookie)):
            raise ctypes.WinError(ctypes.get_last_error())
        self.comctl = ctypes.WinDLL("comctl32")

    def _dialogs(self) -> tuple[int, ...]:
        return (self._find_window, self.hwnd) if self._find_window else (self.hwnd,)

    def _make_menu(self) -> int:
        bar: int = self.user32.CreateMenu()
        for caption, items in MENUS.items():
            menu = self.user32.CreatePopupMenu()
            for item in items:
                self.user32.AppendMenuW(menu, 0, IDS[item], f"&{item}...")
            self.user32.AppendMenuW(bar, 0x10, menu, f"&{caption}")  # MF_POPUP
        return bar

    def _make_controls(self) -> None:
        self._add(1, "STATIC", "Ready", 0, (12, 60, 380, 20))
        for number, (field, cue) in enumerate(CUES.items()):
            self._add(field, "EDIT", "", BORDER | TABSTOP, (12 + 190 * number, 90, 180, 24))
            self.user32.SendMessageW(wintypes.HWND(self.controls[field]), EM_SETCUEBANNER, 1, cue)

    def _on_message(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        if message == WM_COMMAND and not lparam:
            asked = next((item for item, number in IDS.items() if number == wparam & 0xFFFF), None)
            if asked is not None:
                getattr(self, f"_ask_{asked.lower()}")()
        elif message == WM_COMMAND and wparam >> 16 == EN_CHANGE and wparam & 0xFFFF in CUES:
            text = ctypes.create_unicode_buffer(200)
            self.user32.GetWindowTextW(wintypes.HWND(lparam), text, 200)
            self.log.write("typed", CUES[wparam & 0xFFFF], text.value)
        elif message == self._find_message:
            self._on_find()
        elif message == WM_DESTROY:
            self.user32.PostQuitMessage(0)
        return int(self.user32.DefWindowProcW(hwnd, message, wparam, lparam))

    def _tell(self, event: str, control: str, value: Any = None) -> None:
        self.log.write(event, control, value)
        self.user32.SetWindowTextW(wintypes.HWND(self.controls[1]), f"{event} {control} {value}")

    def _on_find(self) -> None:
        flags = self._find.flags
        if flags & FR_DIALOGTERM:
            self._find_window = 0
            self._tell("cancelled", "Replace")
        else:
            replaces = flags & (FR_REPLACE | FR_REPLACEALL)
            said = f"{self._what.value}>{self._with.value}" if replaces else self._what.value
            self._tell("replaced" if replaces else "found", "Replace", said)

    def _ask_file(self, control: str, call: Any, flags: int) -> None:
        name = ctypes.create_unicode_buffer(4_000)
        asked = OpenFileName(
            size=ctypes.sizeof(OpenFileName), owner=self.hwnd, filter="Text files\0*.txt\0All files\0*.*\0",
            file=ctypes.addressof(name), file_max=len(name), flags=flags, extension="txt",
        )  # fmt: skip
        done = call(ctypes.byref(asked))
        parts = [part for part in name[:].split("\0") if part]
        names = parts[1:] if len(parts) > 1 else [part.rpartition("\\")[2] for part in parts]
        self._tell("chosen" if done else "cancelled", control, ",".join(sorted(names)) if done else None)

    def _ask_open(self) -> None:
        self._ask_file("Open", self.comdlg.GetOpenFileNameW, 0x80000 | 0x200 | 0x1000)  # explorer, several, must exist

    def _ask_save(self) -> None:
        self._ask_file("Save", self.comdlg.GetSaveFileNameW, 0x80000 | 0x2)  # explorer, asks before it overwrites

    def _ask_page(self) -> None:
        asked = PageSetup(size=ctypes.sizeof(PageSetup), owner=self.hwnd, flags=0x8 | 0x2)  # in 1/100 mm, margins given
        asked.margins = wintypes.RECT(2_000, 2_000, 2_000, 2_000)
        done = self.comdlg.PageSetupDlgW(ctypes.byref(asked))
        self._tell("chosen" if done else "cancelled", "Page", asked.margins.left // 100 if done else None)

    def _ask_print(self) -> None:
        asked = PrintRequest(size=ctypes.sizeof(PrintRequest), owner=self.hwnd, flags=0x40000, copies=1, most=9)
        done = self.comdlg.PrintDlgW(ctypes.byref(asked))
        failed = self.comdlg.CommDlgExtendedError()
        self._tell("chosen" if done else "failed" if failed else "cancelled", "Print", failed or asked.copies)

    def _ask_replace(self) -> None:
        self._find = FindReplace(
            size=ctypes.sizeof(FindReplace), owner=self.hwnd, flags=1, what=ctypes.addressof(self._what),
            what_length=400, with_=ctypes.addressof(self._with), with_length=400,
        )  # fmt: skip
        self._find_window = self.comdlg.ReplaceTextW(ctypes.byref(self._find))

    def _ask_task(self) -> None:
        links, radios = choices(LINKS), choices(CHOICES)
        asked = TaskDialog(
            size=ctypes.sizeof(TaskDialog), owner=self.hwnd, flags=0x10, common=8, title="Copy",  # links, Cancel
            instruction="A file of this name is there already.", content="What shall be done with it?",
            button_count=len(LINKS), buttons=links, radio_count=len(CHOICES), radios=radios, tick="Do not ask again",
        )  # fmt: skip
        answer, radio, tick = ctypes.c_int(), ctypes.c_int(), wintypes.BOOL()
        self.comctl.TaskDialogIndirect(
            ctypes.byref(asked), ctypes.byref(answer), ctypes.byref(radio), ctypes.byref(tick)
        )
        said = LINKS.get(answer.value, "Cancel").split("\n")[0]
        self._tell("answered", "Task", f"{said},{CHOICES.get(radio.value)},{tick.value}")

    def _ask_retry(self) -> None:
        answer = self.user32.MessageBoxW(self.hwnd, "The drive is not ready.", "Copy", 0x2 | 0x30)
        self._tell("answered", "Retry", ANSWERS[answer])


if __name__ == "__main__":
    sys.exit(run_program(DialogsWindow, "A Win32 window that asks by the system's dialogs.", "Native dialogs"))
