"""Which .NET this computer has for WPF programs, read from folders and the registry; nothing is started."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

DESKTOP = Path("shared", "Microsoft.WindowsDesktop.App")
FRAMEWORK_KEY = r"SOFTWARE\Microsoft\NET Framework Setup\NDP\v4\Full"
FRAMEWORK_4_8 = 528_040
"""The value `Release` of .NET Framework 4.8; Source: Microsoft, "How to determine which versions are installed"."""


def desktop_runtime(environ: Mapping[str, str] | None = None) -> str:
    """Return the version of the newest .NET desktop runtime for 64-bit programs; '' without one.

    Args:
        environ: the environment; the process's own by default.
    """
    environ = os.environ if environ is None else environ
    roots = [environ.get("DOTNET_ROOT"), os.path.join(environ.get("PROGRAMFILES", r"C:\Program Files"), "dotnet")]
    found = [
        folder.name
        for root in roots
        if root and (Path(root) / DESKTOP).is_dir()
        for folder in (Path(root) / DESKTOP).iterdir()
        if re.match(r"\d+\.\d+\.\d+", folder.name)
    ]
    return max(found, key=_order, default="")


def framework() -> str:
    """Return `4.8` or `4.8.1` where .NET Framework is at least that; '' elsewhere, and on systems without it."""
    if sys.platform != "win32":
        return ""
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, FRAMEWORK_KEY) as key:
            release = int(winreg.QueryValueEx(key, "Release")[0])
    except (OSError, ValueError):
        return ""
    if release < FRAMEWORK_4_8:
        return ""
    return "4.8" if release < 533_320 else "4.8.1"


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version)[:3])
