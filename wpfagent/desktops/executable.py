"""What the head of an executable's file tells: whether it is a console program.

Source: "PE Format", https://learn.microsoft.com/windows/win32/debug/pe-format (signature, optional header, subsystem).
"""

from __future__ import annotations

import os

HEAD_BYTES = 4096
_OFFSET_AT, _SUBSYSTEM_AT = 0x3C, 24 + 68
_CONSOLE = 3


def is_console_program(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is an executable for a console; such a program may show windows of its own as well."""
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        return False
    start = int.from_bytes(head[_OFFSET_AT : _OFFSET_AT + 4], "little")
    subsystem = head[start + _SUBSYSTEM_AT : start + _SUBSYSTEM_AT + 2]
    return (
        head[:2] == b"MZ" and head[start : start + 4] == b"PE\0\0" and int.from_bytes(subsystem, "little") == _CONSOLE
    )
