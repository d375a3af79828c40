"""The Win32 functions that the desktop calls: prototypes, structures and flags, nothing else.

Own library objects, so that prototypes set here do not meet those of other packages.
"""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from typing import Any

user32 = ctypes.WinDLL("user32", use_last_error=True)
kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
advapi32 = ctypes.WinDLL("advapi32", use_last_error=True)
gdi32 = ctypes.WinDLL("gdi32", use_last_error=True)
ole32 = ctypes.WinDLL("ole32")
oleaut32 = ctypes.WinDLL("oleaut32")

HANDLE, HWND, DWORD, BOOL, UINT = wintypes.HANDLE, wintypes.HWND, wintypes.DWORD, wintypes.BOOL, wintypes.UINT
INT, LONG, LPVOID, LPWSTR, WPARAM, LPARAM = (
    ctypes.c_int, ctypes.c_long, ctypes.c_void_p, wintypes.LPWSTR, wintypes.WPARAM, wintypes.LPARAM,
)  # fmt: skip
ULONG_PTR = ctypes.c_size_t
ENUM_WINDOWS_PROC = ctypes.WINFUNCTYPE(BOOL, HWND, LPARAM)
HOOK_PROC = ctypes.WINFUNCTYPE(ctypes.c_ssize_t, INT, ctypes.c_size_t, ctypes.c_ssize_t)
ERROR_ACCESS_DENIED = 5
GA_PARENT = 1


class FileTime(ctypes.Structure):
    """FILETIME: 100 ns steps since 1601."""

    _fields_ = (("low", DWORD), ("high", DWORD))

    @property
    def ticks(self) -> int:
        """The time as one number."""
        return int(self.high) << 32 | int(self.low)


class MemoryCounters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS_EX."""

    _fields_ = (
        ("size", DWORD), ("faults", DWORD), ("peak_working_set", ULONG_PTR), ("working_set", ULONG_PTR),
        ("peak_paged_pool", ULONG_PTR), ("paged_pool", ULONG_PTR), ("peak_nonpaged_pool", ULONG_PTR),
        ("nonpaged_pool", ULONG_PTR), ("pagefile", ULONG_PTR), ("peak_pagefile", ULONG_PTR), ("private", ULONG_PTR),
    )  # fmt: skip


class ProcessEntry(ctypes.Structure):
    """PROCESSENTRY32W."""

    _fields_ = (
        ("size", DWORD), ("usage", DWORD), ("pid", DWORD), ("heap", ULONG_PTR), ("module", DWORD), ("threads", DWORD),
        ("parent", DWORD), ("priority", LONG), ("flags", DWORD), ("exe", ctypes.c_wchar * 260),
    )  # fmt: skip


class GuiThreadInfo(ctypes.Structure):
    """GUITHREADINFO."""

    _fields_ = (
        ("size", DWORD), ("flags", DWORD), ("active", HWND), ("focus", HWND), ("capture", HWND), ("menu_owner", HWND),
        ("move_size", HWND), ("caret", HWND), ("caret_rect", wintypes.RECT),
    )  # fmt: skip


class ScrollInfo(ctypes.Structure):
    """SCROLLINFO."""

    _fields_ = (
        ("size", UINT), ("mask", UINT), ("minimum", INT), ("maximum", INT), ("page", UINT), ("position", INT),
        ("track", INT),
    )  # fmt: skip


class MouseInput(ctypes.Structure):
    """MOUSEINPUT."""

    _fields_ = (
        ("dx", LONG), ("dy", LONG), ("data", DWORD), ("flags", DWORD), ("time", DWORD), ("extra", ULONG_PTR),
    )  # fmt: skip


class KeyInput(ctypes.Structure):
    """KEYBDINPUT."""

    _fields_ = (
        ("key", wintypes.WORD), ("scan", wintypes.WORD), ("flags", DWORD), ("time", DWORD), ("extra", ULONG_PTR),
    )  # fmt: skip


class _InputUnion(ctypes.Union):
    _fields_ = (("mouse", MouseInput), ("key", KeyInput))


class Input(ctypes.Structure):
    """INPUT."""

    _anonymous_ = ("u",)
    _fields_ = (("type", DWORD), ("u", _InputUnion))


class KeyHook(ctypes.Structure):
    """KBDLLHOOKSTRUCT."""

    _fields_ = (("key", DWORD), ("scan", DWORD), ("flags", DWORD), ("time", DWORD), ("extra", ULONG_PTR))


class MouseHook(ctypes.Structure):
    """MSLLHOOKSTRUCT."""

    _fields_ = (("point", wintypes.POINT), ("data", DWORD), ("flags", DWORD), ("time", DWORD), ("extra", ULONG_PTR))


class BitmapInfoHeader(ctypes.Structure):
    """BITMAPINFOHEADER."""

    _fields_ = (
        ("size", DWORD), ("width", LONG), ("height", LONG), ("planes", wintypes.WORD), ("bits", wintypes.WORD),
        ("compression", DWORD), ("image_size", DWORD), ("x_per_meter", LONG), ("y_per_meter", LONG),
        ("colors_used", DWORD), ("colors_important", DWORD),
    )  # fmt: skip


def _declare(library: ctypes.WinDLL, *prototypes: tuple[Any, ...]) -> None:
    for name, result, *arguments in prototypes:
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments


_RECT_P, _DWORD_P, _POINT = ctypes.POINTER(wintypes.RECT), ctypes.POINTER(DWORD), wintypes.POINT
_FILETIME_P = ctypes.POINTER(FileTime)
_declare(
    user32,
    ("EnumWindows", BOOL, ENUM_WINDOWS_PROC, LPARAM),
    ("EnumChildWindows", BOOL, HWND, ENUM_WINDOWS_PROC, LPARAM),
    ("GetScrollInfo", BOOL, HWND, INT, ctypes.POINTER(ScrollInfo)),
    ("IsWindow", BOOL, HWND),
    ("IsChild", BOOL, HWND, HWND),
    ("GetDlgCtrlID", INT, HWND),
    ("IsWindowVisible", BOOL, HWND),
    ("IsWindowEnabled", BOOL, HWND),
    ("IsIconic", BOOL, HWND),
    ("IsHungAppWindow", BOOL, HWND),
    ("InternalGetWindowText", INT, HWND, LPWSTR, INT),
    ("GetClassNameW", INT, HWND, LPWSTR, INT),
    ("GetWindowRect", BOOL, HWND, _RECT_P),
    ("GetWindow", HWND, HWND, UINT),
    ("GetAncestor", HWND, HWND, UINT),
    ("GetLastActivePopup", HWND, HWND),
    ("GetWindowLongW", LONG, HWND, INT),
    ("GetClassLongW", DWORD, HWND, INT),
    ("GetWindowThreadProcessId", DWORD, HWND, _DWORD_P),
    ("GetForegroundWindow", HWND),
    ("GetClipboardOwner", HWND),
    ("GetClipboardSequenceNumber", DWORD),
    ("SetForegroundWindow", BOOL, HWND),
    ("SetWindowPos", BOOL, HWND, HWND, INT, INT, INT, INT, UINT),
    ("BringWindowToTop", BOOL, HWND),
    ("AttachThreadInput", BOOL, DWORD, DWORD, BOOL),
    ("ShowWindowAsync", BOOL, HWND, INT),
    ("GetGUIThreadInfo", BOOL, DWORD, ctypes.POINTER(GuiThreadInfo)),
    ("PostMessageW", BOOL, HWND, UINT, WPARAM, LPARAM),
    ("SendMessageTimeoutW", ctypes.c_ssize_t, HWND, UINT, WPARAM, LPARAM, UINT, UINT, ctypes.POINTER(ULONG_PTR)),
    ("WindowFromPoint", HWND, _POINT),
    ("GetSystemMetrics", INT, INT),
    ("OpenInputDesktop", HANDLE, DWORD, BOOL, DWORD),
    ("CloseDesktop", BOOL, HANDLE),
    ("GetUserObjectInformationW", BOOL, HANDLE, INT, LPVOID, DWORD, _DWORD_P),
    ("SendInput", UINT, UINT, ctypes.POINTER(Input), INT),
    ("GetKeyState", ctypes.c_ushort, INT),
    ("SetWindowsHookExW", HANDLE, INT, HOOK_PROC, HANDLE, DWORD),
    ("UnhookWindowsHookEx", BOOL, HANDLE),
    ("CallNextHookEx", ctypes.c_ssize_t, HANDLE, INT, WPARAM, LPARAM),
    ("GetMessageW", INT, ctypes.POINTER(wintypes.MSG), HWND, UINT, UINT),
    ("SetTimer", ctypes.c_size_t, HWND, ctypes.c_size_t, UINT, LPVOID),
    ("RegisterHotKey", BOOL, HWND, INT, UINT, UINT),
    ("UnregisterHotKey", BOOL, HWND, INT),
    ("MapVirtualKeyW", UINT, UINT, UINT),
    ("VkKeyScanW", ctypes.c_short, ctypes.c_wchar),
    ("GetWindowDC", HANDLE, HWND),
    ("GetDC", HANDLE, HWND),
    ("ReleaseDC", INT, HWND, HANDLE),
    ("PrintWindow", BOOL, HWND, HANDLE, UINT),
    ("GetGuiResources", DWORD, HANDLE, DWORD),
)
_declare(
    kernel32,
    ("OpenProcess", HANDLE, DWORD, BOOL, DWORD),
    ("VirtualAllocEx", ctypes.c_size_t, HANDLE, LPVOID, ctypes.c_size_t, DWORD, DWORD),
    ("VirtualFreeEx", BOOL, HANDLE, LPVOID, ctypes.c_size_t, DWORD),
    ("ReadProcessMemory", BOOL, HANDLE, LPVOID, LPVOID, ctypes.c_size_t, LPVOID),
    ("WriteProcessMemory", BOOL, HANDLE, LPVOID, LPVOID, ctypes.c_size_t, LPVOID),
    ("OpenThread", HANDLE, DWORD, BOOL, DWORD),
    ("CloseHandle", BOOL, HANDLE),
    ("WaitForSingleObject", DWORD, HANDLE, DWORD),
    ("GetExitCodeProcess", BOOL, HANDLE, _DWORD_P),
    ("TerminateProcess", BOOL, HANDLE, UINT),
    ("GetProcessTimes", BOOL, HANDLE, _FILETIME_P, _FILETIME_P, _FILETIME_P, _FILETIME_P),
    ("GetThreadTimes", BOOL, HANDLE, _FILETIME_P, _FILETIME_P, _FILETIME_P, _FILETIME_P),
    ("QueryFullProcessImageNameW", BOOL, HANDLE, DWORD, LPWSTR, _DWORD_P),
    ("K32GetProcessMemoryInfo", BOOL, HANDLE, ctypes.POINTER(MemoryCounters), DWORD),
    ("GetSystemTimes", BOOL, _FILETIME_P, _FILETIME_P, _FILETIME_P),
    ("GetProcessHandleCount", BOOL, HANDLE, _DWORD_P),
    ("CreateToolhelp32Snapshot", HANDLE, DWORD, DWORD),
    ("Process32FirstW", BOOL, HANDLE, ctypes.POINTER(ProcessEntry)),
    ("Process32NextW", BOOL, HANDLE, ctypes.POINTER(ProcessEntry)),
    ("ProcessIdToSessionId", BOOL, DWORD, _DWORD_P),
    ("GetCurrentProcessId", DWORD),
    ("GetModuleHandleW", HANDLE, LPWSTR),
    ("GetCurrentThreadId", DWORD),
)
_declare(
    gdi32,
    ("CreateCompatibleDC", HANDLE, HANDLE),
    ("CreateCompatibleBitmap", HANDLE, HANDLE, INT, INT),
    ("SelectObject", HANDLE, HANDLE, HANDLE),
    ("DeleteObject", BOOL, HANDLE),
    ("DeleteDC", BOOL, HANDLE),
    ("BitBlt", BOOL, HANDLE, INT, INT, INT, INT, HANDLE, INT, INT, DWORD),
    ("GetDIBits", INT, HANDLE, HANDLE, UINT, UINT, LPVOID, LPVOID, UINT),
)
_declare(advapi32, ("OpenProcessToken", BOOL, HANDLE, DWORD, ctypes.POINTER(HANDLE)))
_declare(advapi32, ("GetTokenInformation", BOOL, HANDLE, INT, LPVOID, DWORD, _DWORD_P))
_declare(ole32, ("CoInitializeEx", LONG, LPVOID, DWORD))
_declare(oleaut32, ("SysFreeString", None, ctypes.c_wchar_p))
_declare(oleaut32, ("SafeArrayDestroy", LONG, LPVOID))
