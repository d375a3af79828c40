r"""The person's own PATH: the folder of the unpacked exe stands in it, so that a new terminal knows `wpf-agent`.

Sources: Microsoft's pages "Environment Variables" (HKEY_CURRENT_USER\Environment is the person's part of PATH) and
"WM_SETTINGCHANGE" (what tells Explorer that it changed).
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

KEY = "Environment"
"""Below HKEY_CURRENT_USER."""
VALUE = "Path"
HWND_BROADCAST, WM_SETTINGCHANGE, SMTO_ABORTIFHUNG = 0xFFFF, 0x001A, 0x0002
PATIENCE_MS = 1_000
"""How long one window may take to hear of it."""


def has(folder: Path, key: str = KEY) -> bool:
    """Return whether the person's PATH names a folder; False where there is no registry."""
    return sys.platform == "win32" and any(_is(folder, entry) for entry in _read(key)[0].split(";"))


def add(folder: Path, key: str = KEY) -> bool:
    """Put a folder at the end of the person's PATH, and return whether that changed it.

    Raises:
        OSError: the registry cannot be written.
    """
    if sys.platform != "win32" or has(folder, key):
        return False
    held, kind = _read(key)
    _write(";".join([*filter(None, held.split(";")), str(folder)]), kind, key)
    return True


def remove(folder: Path, key: str = KEY) -> bool:
    """Take a folder out of the person's PATH, and return whether that changed it; what else is in it stays as it is.

    Raises:
        OSError: the registry cannot be written.
    """
    if not has(folder, key):
        return False
    held, kind = _read(key)
    _write(";".join(entry for entry in held.split(";") if not _is(folder, entry)), kind, key)
    return True


def _is(folder: Path, entry: str) -> bool:
    """Whether an entry, as it stands there, names the folder."""
    named = os.path.expandvars(entry.strip().strip('"')).rstrip("\\/")
    return os.path.normcase(named) == os.path.normcase(str(folder))


def _read(key: str) -> tuple[str, int]:
    """The value as it stands, its variables not replaced, and its kind."""
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
            text, kind = winreg.QueryValueEx(opened, VALUE)
            return str(text), kind
    except FileNotFoundError:
        return "", winreg.REG_EXPAND_SZ


def _write(text: str, kind: int, key: str) -> None:
    import winreg

    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as opened:
        if text:
            winreg.SetValueEx(opened, VALUE, 0, kind, text)
        else:
            winreg.DeleteValue(opened, VALUE)
    answer = ctypes.c_size_t()
    ctypes.windll.user32.SendMessageTimeoutW(
        HWND_BROADCAST, WM_SETTINGCHANGE, 0, KEY, SMTO_ABORTIFHUNG, PATIENCE_MS, ctypes.byref(answer)
    )
