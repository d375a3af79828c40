"""Asks before mouse and keyboard are taken: an answer counts, and so does that nobody touches anything."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Literal

from wpfagent.core import wait
from wpfagent.core.wait import Clock

ANSWER_S = 10.0
YES = ("\r", "\n", "y", "Y", "ｙ", "Ｙ")
Answer = Literal["yes", "no", "busy"]


def ask(
    *, key: Callable[[], str] | None = None, touched: Callable[[], int] | None = None, clock: Clock | None = None
) -> Answer:
    """Return what a person says within ten seconds: `yes`, `no`, `busy` for none while somebody uses the computer.

    Without an answer it is `yes` where nobody touched mouse or keyboard meanwhile.

    Args:
        key: the key that was pressed in the terminal since it was last asked, or ''; the terminal's by default.
        touched: a number that changes with each use of mouse or keyboard; Windows' by default.
        clock: the time.
    """
    key, touched = key or _key, touched or _last_input
    before = touched()
    pressed: list[str] = []

    def is_answered() -> bool:
        pressed.append(key())
        return bool(pressed[-1])

    if wait.until(is_answered, clock or wait.RealClock(), timeout_s=ANSWER_S).ok:
        return "yes" if pressed[-1] in YES else "no"
    return "yes" if touched() == before else "busy"


def _key() -> str:
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.getwch() if msvcrt.kbhit() else ""
    return ""


def _last_input() -> int:
    """When mouse or keyboard were last used, in milliseconds since Windows started.

    Source: GetLastInputInfo, Win32.
    """
    if sys.platform != "win32":
        return 0
    import ctypes
    from ctypes import wintypes

    class LastInput(ctypes.Structure):
        _fields_ = (("size", wintypes.UINT), ("time", wintypes.DWORD))

    found = LastInput(ctypes.sizeof(LastInput), 0)
    ctypes.windll.user32.GetLastInputInfo(ctypes.byref(found))
    return int(found.time)
