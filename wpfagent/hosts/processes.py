"""Which process a number means: its start time tells it from a later one that got the same number."""

from __future__ import annotations

import os
import sys
from pathlib import Path

QUERY_LIMITED = 0x1000
STILL_ACTIVE = 259
TICKS_A_SECOND = 1e7


def started(pid: int) -> float | None:
    """Return when a process started, on a clock of the system's own; None where there is none.

    The number only serves to be compared with another of this function.
    """
    return _started_on_windows(pid) if sys.platform == "win32" else _started_elsewhere(pid)


def desktop_of_user() -> str:
    """Return a name for this logon session and integrity level: programs of another cannot be driven from here."""
    if sys.platform != "win32":
        return f"user-{os.getuid()}"
    import ctypes

    session = ctypes.c_ulong()
    ctypes.windll.kernel32.ProcessIdToSessionId(os.getpid(), ctypes.byref(session))
    return f"session-{session.value}{'-elevated' if ctypes.windll.shell32.IsUserAnAdmin() else ''}"


def _started_on_windows(pid: int) -> float | None:
    import ctypes
    from ctypes import wintypes

    kernel32 = ctypes.WinDLL("kernel32")
    kernel32.OpenProcess.restype = wintypes.HANDLE
    handle = wintypes.HANDLE(kernel32.OpenProcess(QUERY_LIMITED, False, pid))
    if not handle:
        return None
    try:
        code, created, unused = wintypes.DWORD(), wintypes.FILETIME(), wintypes.FILETIME()
        kernel32.GetExitCodeProcess(handle, ctypes.byref(code))
        if code.value != STILL_ACTIVE:
            return None
        times = (created, unused, unused, unused)
        kernel32.GetProcessTimes(handle, *(ctypes.byref(t) for t in times))
        ticks: int = created.dwHighDateTime << 32 | created.dwLowDateTime
        return ticks / TICKS_A_SECOND
    finally:
        kernel32.CloseHandle(handle)


def _started_elsewhere(pid: int) -> float | None:
    """The clock ticks since the machine started, as Linux tells them; elsewhere only whether it runs."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return None if fields[0] in "ZX" else float(fields[19])
    except (OSError, IndexError, ValueError):
        pass
    if os.path.isdir("/proc/self"):
        return None
    try:
        os.kill(pid, 0)
    except OSError:
        return None
    return 0.0
