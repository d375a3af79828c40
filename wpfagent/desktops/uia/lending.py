"""Memory lent to another program, for messages whose answers stand there; the words that a field shows while empty.

Source: Microsoft's documentation of EM_GETCUEBANNER: an edit control of the common controls' version 6 tells them by
it alone, and by no property of UI Automation.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wpfagent.core.errors import AppNotResponding
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.natives import ask
from wpfagent.desktops.uia.win32 import HANDLE, kernel32

VM_OPERATION, VM_READ, VM_WRITE = 0x0008, 0x0010, 0x0020
COMMIT_RESERVE, RELEASE, READ_WRITE = 0x3000, 0x8000, 0x04
LENT_BYTES = 512
EM_GETCUEBANNER = 0x1502
EDIT_CLASS, EDIT_OF_FORMS = "edit", ".edit."
MOST_CUE = LENT_BYTES // ctypes.sizeof(ctypes.c_wchar)


class Lent:
    """A few bytes in another program's memory."""

    def __init__(self, process: int, place: int) -> None:
        self._process, self.place = process, place

    def put(self, value: ctypes.Structure | ctypes.Array[Any]) -> None:
        """Write it there."""
        kernel32.WriteProcessMemory(self._process, self.place, ctypes.byref(value), ctypes.sizeof(value), None)

    def take(self, into: ctypes.Structure | ctypes.Array[Any]) -> None:
        """Read what stands there."""
        kernel32.ReadProcessMemory(self._process, self.place, ctypes.byref(into), ctypes.sizeof(into), None)


@contextmanager
def lent_to(hwnd: int) -> Iterator[Lent | None]:
    """Lend some bytes in the memory of a window's program; None where it does not allow that.

    They stay lent where it did not answer in time: it may still write its answer there.
    """
    process = kernel32.OpenProcess(VM_OPERATION | VM_READ | VM_WRITE, False, windows.owner_ids(hwnd)[0])
    if not process:
        yield None
        return
    try:
        place = kernel32.VirtualAllocEx(process, None, LENT_BYTES, COMMIT_RESERVE, READ_WRITE)
        yield Lent(process, place) if place else None
        if place:
            kernel32.VirtualFreeEx(process, place, 0, RELEASE)
    finally:
        kernel32.CloseHandle(HANDLE(process))


def cue_of(hwnd: int) -> str:
    """Return the words that an edit control shows while it is empty; "" for another window, or where it has none."""
    kind = windows.class_of(hwnd).lower() if hwnd else ""
    if kind != EDIT_CLASS and EDIT_OF_FORMS not in kind:
        return ""
    words = ctypes.create_unicode_buffer(MOST_CUE)
    try:
        with lent_to(hwnd) as lent:
            if lent is None or not ask(hwnd, EM_GETCUEBANNER, lent.place, MOST_CUE):
                return ""
            lent.take(words)
    except AppNotResponding:
        return ""
    return words.value
