"""A native window of a test program, made with nothing but ctypes: its class, its messages, its child windows."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import wintypes
from typing import Any

from truth_log import TruthLog, option_parser

LRESULT = ctypes.c_ssize_t
WNDPROC = ctypes.WINFUNCTYPE(LRESULT, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
CHILD, VISIBLE, OVERLAPPED = 0x40000000, 0x10000000, 0xCF0000
WM_SETFONT, DEFAULT_GUI_FONT = 0x30, 17


class WNDCLASSEX(ctypes.Structure):
    """WNDCLASSEXW."""

    _fields_ = [
        ("size", wintypes.UINT),
        ("style", wintypes.UINT),
        ("procedure", WNDPROC),
        ("class_extra", ctypes.c_int),
        ("window_extra", ctypes.c_int),
        ("instance", wintypes.HINSTANCE),
        ("icon", wintypes.HANDLE),
        ("cursor", wintypes.HANDLE),
        ("background", wintypes.HANDLE),
        ("menu_name", wintypes.LPCWSTR),
        ("class_name", wintypes.LPCWSTR),
        ("small_icon", wintypes.HANDLE),
    ]


def load_user32() -> Any:
    """Return user32 with the argument types that need to be told on 64 bits."""
    user32 = ctypes.WinDLL("user32", use_last_error=True)
    user32.DefWindowProcW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
    user32.DefWindowProcW.restype = LRESULT
    user32.SendMessageW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, ctypes.c_void_p)
    user32.SendMessageW.restype = LRESULT
    user32.CreateWindowExW.argtypes = (
        wintypes.DWORD, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD,
        ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int,
        wintypes.HWND, wintypes.HMENU, wintypes.HINSTANCE, ctypes.c_void_p,
    )  # fmt: skip
    user32.CreateWindowExW.restype = wintypes.HWND
    user32.CreateMenu.restype = user32.CreatePopupMenu.restype = wintypes.HMENU
    user32.AppendMenuW.argtypes = (wintypes.HMENU, wintypes.UINT, ctypes.c_size_t, wintypes.LPCWSTR)
    user32.LoadCursorW.argtypes = (wintypes.HINSTANCE, ctypes.c_void_p)
    user32.LoadCursorW.restype = wintypes.HANDLE
    user32.IsDialogMessageW.argtypes = (wintypes.HWND, ctypes.POINTER(wintypes.MSG))
    user32.MessageBoxW.argtypes = (wintypes.HWND, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.UINT)
    return user32


class NativeWindow:
    """A top-level window with its child windows, by their ids."""

    class_name: str
    size: tuple[int, int]
    place: tuple[int, int]
    """Where it lies, unless the command line says so."""

    def __init__(self, log: TruthLog, *, title: str, pos: tuple[int, int] | None) -> None:
        self.log = log
        self.user32 = load_user32()
        self.controls: dict[int, int] = {}
        self._procedure = WNDPROC(self._on_message)  # the system calls it as long as the window lives
        kernel32 = ctypes.WinDLL("kernel32")
        kernel32.GetModuleHandleW.restype = wintypes.HINSTANCE
        self._instance = kernel32.GetModuleHandleW(None)
        self._load()
        self._register(self.class_name, self._procedure, background=16)  # COLOR_BTNFACE + 1
        self.hwnd = self.user32.CreateWindowExW(
            0, self.class_name, title, OVERLAPPED, *(pos or self.place), *self.size, None, self._make_menu(),
            self._instance, None,
        )  # fmt: skip
        self._make_controls()
        self.user32.ShowWindow(self.hwnd, 5)
        self.user32.UpdateWindow(self.hwnd)

    def run(self) -> int:
        """Handle messages until the window is destroyed."""
        message = wintypes.MSG()
        while self.user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            if not any(self.user32.IsDialogMessageW(hwnd, ctypes.byref(message)) for hwnd in self._dialogs()):
                self.user32.TranslateMessage(ctypes.byref(message))
                self.user32.DispatchMessageW(ctypes.byref(message))
        return int(message.wParam)

    def _load(self) -> None:
        """Load the libraries that the controls come from."""
        raise NotImplementedError

    def _register(self, name: str, procedure: Any, *, background: int) -> None:
        """Make a class of windows; `background` is a system colour and 1."""
        description = WNDCLASSEX(
            size=ctypes.sizeof(WNDCLASSEX),
            procedure=procedure,
            instance=self._instance,
            cursor=self.user32.LoadCursorW(None, 32512),
            background=background,
            class_name=name,
        )
        if not self.user32.RegisterClassExW(ctypes.byref(description)):
            raise ctypes.WinError(ctypes.get_last_error())

    def _make_menu(self) -> int | None:
        return None

    def _make_controls(self) -> None:
        raise NotImplementedError

    def _on_message(self, hwnd: int, message: int, wparam: int, lparam: int) -> int:
        raise NotImplementedError

    def _dialogs(self) -> tuple[int, ...]:
        """The windows whose keys lead from field to field."""
        return (self.hwnd,)

    def _add(self, number: int, kind: str, text: str, style: int, box: tuple[int, int, int, int]) -> None:
        """Make a child window, in the font of dialogs."""
        gdi32 = ctypes.WinDLL("gdi32")
        gdi32.GetStockObject.restype = ctypes.c_void_p
        self.controls[number] = self.user32.CreateWindowExW(
            0, kind, text, CHILD | VISIBLE | style, *box, self.hwnd, number, self._instance, None
        )
        self._send(number, WM_SETFONT, gdi32.GetStockObject(DEFAULT_GUI_FONT), ctypes.c_void_p(1))

    def _send(self, control: int, message: int, wparam: int = 0, lparam: Any = None) -> int:
        return int(self.user32.SendMessageW(self.controls[control], message, wparam, lparam))

    def _text(self, control: int) -> str:
        buffer = ctypes.create_unicode_buffer(32_768)
        self.user32.GetWindowTextW(wintypes.HWND(self.controls[control]), buffer, len(buffer))
        return buffer.value


def run_program(kind: type[NativeWindow], description: str, title: str) -> int:
    """Show a window until it is destroyed, with the command line and the log of the test programs."""
    options = option_parser(description, title=title).parse_args()
    log = TruthLog(options.log)
    window = kind(log, title=options.title, pos=options.pos)
    log.write("app_started", "", os.getpid(), args=sys.argv[1:])
    code = window.run()
    log.write("app_exiting", "", code)
    return code
