"""What a shortcut (.lnk) starts: the shell reads it."""

from __future__ import annotations

import ctypes
import os
from ctypes import wintypes

from comtypes import CoCreateInstance
from comtypes.persist import IPersistFile
from comtypes.shelllink import IShellLinkW, ShellLink

from wpfagent.core.errors import AppNotFound, FileInvalid
from wpfagent.desktops.target import LaunchSpec
from wpfagent.desktops.uia import com

RAW = 0
shell32 = ctypes.WinDLL("shell32", use_last_error=True)
shell32.CommandLineToArgvW.restype = ctypes.POINTER(wintypes.LPWSTR)
shell32.CommandLineToArgvW.argtypes = (wintypes.LPCWSTR, ctypes.POINTER(ctypes.c_int))


def read_shortcut(path: str) -> LaunchSpec:
    """Return the program, arguments and working directory that a shortcut names.

    Raises:
        AppNotFound: there is no such file.
        FileInvalid: it is no shortcut, or it names no program (a Store app, a folder of the shell).
    """
    full = os.path.abspath(path)
    if not os.path.isfile(full):
        raise AppNotFound(f"There is no shortcut {full}.", hint="Give the full path of the program or its shortcut.")
    com.enter_apartment()
    try:
        link = CoCreateInstance(ShellLink._reg_clsid_, interface=IShellLinkW)
        link.QueryInterface(IPersistFile).Load(full, 0)
        exe, args, folder = link.GetPath(RAW), link.GetArguments(), link.GetWorkingDirectory()
    except com.com_error() as error:
        raise FileInvalid(f"{full} cannot be read as a shortcut.", hint="Name the program itself.") from error
    if not exe:
        raise FileInvalid(f"{full} names no program.", hint="Start it, and name its process: `wpf-agent windows`.")
    return LaunchSpec(os.path.expandvars(exe), words_of(args), os.path.expandvars(folder) or None)


def words_of(line: str) -> tuple[str, ...]:
    """Return the arguments of a command line as Windows splits it."""
    if not line.strip():
        return ()
    count = ctypes.c_int()
    words = shell32.CommandLineToArgvW(f"program {line}", ctypes.byref(count))
    try:
        return tuple(words[at] or "" for at in range(1, count.value))
    finally:
        ctypes.windll.kernel32.LocalFree(ctypes.cast(words, ctypes.c_void_p))
