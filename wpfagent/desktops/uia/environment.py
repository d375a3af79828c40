"""What the machine is: Windows and its build, languages, monitors with their resolution."""

from __future__ import annotations

import ctypes
import winreg
from ctypes import wintypes
from typing import Any

from wpfagent.desktops.uia.win32 import BOOL, DWORD, LPARAM, LPWSTR, kernel32, user32

ntdll = ctypes.WinDLL("ntdll")
VERSION_KEY = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion"
FIRST_WINDOWS_11 = 22_000
"""The registry calls Windows 11 Windows 10; the build tells."""
MUI_LANGUAGE_NAME = 0x8
LOCALE_NAME_MAX_LENGTH = 85
LOCALE_SSHORTDATE, DATE_FORM_LENGTH = 0x1F, 80
MONITORINFOF_PRIMARY = 0x1
MDT_EFFECTIVE_DPI = 0
DEFAULT_DPI = 96


class OsVersion(ctypes.Structure):
    """OSVERSIONINFOW."""

    _fields_ = (
        ("size", DWORD), ("major", DWORD), ("minor", DWORD), ("build", DWORD), ("platform", DWORD),
        ("service_pack", ctypes.c_wchar * 128),
    )  # fmt: skip


class MonitorInfo(ctypes.Structure):
    """MONITORINFO."""

    _fields_ = (("size", DWORD), ("monitor", wintypes.RECT), ("work", wintypes.RECT), ("flags", DWORD))


MONITOR_PROC = ctypes.WINFUNCTYPE(BOOL, wintypes.HMONITOR, wintypes.HDC, ctypes.POINTER(wintypes.RECT), LPARAM)
user32.EnumDisplayMonitors.argtypes = (wintypes.HDC, ctypes.c_void_p, MONITOR_PROC, LPARAM)
user32.GetMonitorInfoW.argtypes = (wintypes.HMONITOR, ctypes.POINTER(MonitorInfo))
kernel32.GetUserDefaultLocaleName.argtypes = (LPWSTR, ctypes.c_int)
kernel32.GetLocaleInfoEx.argtypes = (LPWSTR, DWORD, LPWSTR, ctypes.c_int)


def describe_environment(*, elevated: bool | None) -> dict[str, Any]:
    """Return `os`, `os_build`, `language`, `locale`, `short_date`, `monitors` and `elevated`.

    Args:
        elevated: whether this process runs as administrator.
    """
    name, build = _system()
    return {
        "os": name,
        "os_build": build,
        "language": _language(),
        "locale": _locale(),
        "short_date": _short_date(),
        "monitors": _monitors(),
        "elevated": elevated,
    }


def _system() -> tuple[str, str]:
    found = OsVersion(size=ctypes.sizeof(OsVersion))
    ntdll.RtlGetVersion(ctypes.byref(found))  # GetVersionEx answers what the manifest allows it to
    name = _registry("ProductName") or f"Windows {found.major}.{found.minor}"
    if found.build >= FIRST_WINDOWS_11:
        name = name.replace("Windows 10", "Windows 11")
    release = _registry("DisplayVersion") or _registry("ReleaseId")
    revision = _registry("UBR")
    said = f"{name} {release}".rstrip()
    if hasattr(ntdll, "wine_get_version"):
        ntdll.wine_get_version.restype = ctypes.c_char_p
        said = f"Wine {ntdll.wine_get_version().decode('ascii')} as {said}"
    return said, f"{found.major}.{found.minor}.{found.build}" + (f".{revision}" if revision else "")


def _registry(name: str) -> str:
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, VERSION_KEY) as key:
            return str(winreg.QueryValueEx(key, name)[0])
    except OSError:
        return ""


def _language() -> str:
    """The language that Windows shows this user first: `ja-JP`."""
    count, size = wintypes.ULONG(), wintypes.ULONG()
    ask = kernel32.GetUserPreferredUILanguages
    if ask(MUI_LANGUAGE_NAME, ctypes.byref(count), None, ctypes.byref(size)) and size.value:
        held = ctypes.create_unicode_buffer(size.value)
        if ask(MUI_LANGUAGE_NAME, ctypes.byref(count), held, ctypes.byref(size)) and held.value:
            return held.value
    return _locale()


def _locale() -> str:
    """What numbers and dates are written by: `de-DE`."""
    held = ctypes.create_unicode_buffer(LOCALE_NAME_MAX_LENGTH)
    return held.value if kernel32.GetUserDefaultLocaleName(held, LOCALE_NAME_MAX_LENGTH) else ""


def _short_date() -> str:
    """How this user writes a date in numbers: `M/d/yyyy`."""
    held = ctypes.create_unicode_buffer(DATE_FORM_LENGTH)
    return held.value if kernel32.GetLocaleInfoEx(None, LOCALE_SSHORTDATE, held, DATE_FORM_LENGTH) else ""


def _monitors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    def add(monitor: int, _context: Any, _rect: Any, _value: int) -> bool:
        info = MonitorInfo(size=ctypes.sizeof(MonitorInfo))
        if user32.GetMonitorInfoW(monitor, ctypes.byref(info)):
            r = info.monitor
            found.append(
                {
                    "rect": [r.left, r.top, r.right - r.left, r.bottom - r.top],
                    "dpi": _dpi(monitor),
                    "primary": bool(info.flags & MONITORINFOF_PRIMARY),
                }
            )
        return True

    user32.EnumDisplayMonitors(None, None, MONITOR_PROC(add), 0)
    return sorted(found, key=lambda m: not m["primary"])


def _dpi(monitor: int) -> int:
    try:
        shcore = ctypes.WinDLL("shcore")
        x, y = wintypes.UINT(), wintypes.UINT()
        failed = shcore.GetDpiForMonitor(
            wintypes.HMONITOR(monitor), MDT_EFFECTIVE_DPI, ctypes.byref(x), ctypes.byref(y)
        )
    except (OSError, AttributeError):  # before Windows 8.1
        return DEFAULT_DPI
    return DEFAULT_DPI if failed else x.value
