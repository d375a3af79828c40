"""Which form of the program runs: the package in a Python, the single exe, or what `init` laid out of that exe.

The single exe unpacks itself at each start. `init` unpacks it once, for what is started again and again, into
`program/` of the person's local application data: `wpf-agent.exe` there is the one path that does not change.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Literal

MODULE = ("-P", "-m", "wpfagent")
"""How Python starts this package for somebody else, in a folder that may be anybody's: nothing is loaded from there."""
Form = Literal["package", "exe", "unpacked"]
FOLDER = "program"
"""Below the program's data folder."""
EXE = "wpf-agent.exe"
ORIGIN = "origin.txt"
"""Beside the unpacked exe: the path of the single exe that it was laid out from."""


def find_program(name: str, path: str | None = None) -> str | None:
    """Return where a program lies that is called by its name: on PATH, and never in the current folder.

    Windows looks there first, and so does `shutil.which`: a folder that somebody downloaded would name what starts.

    Args:
        name: its name; a path is only looked at.
        path: instead of PATH.
    """
    if os.path.dirname(name):
        return shutil.which(name)
    folders = filter(os.path.isabs, (os.environ.get("PATH", "") if path is None else path).split(os.pathsep))
    suffixes = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else []
    if name.lower().endswith(tuple(suffix.lower() for suffix in suffixes)):
        suffixes = [""]
    return next(
        filter(None, (shutil.which(os.path.join(f, name + s)) for f in folders for s in suffixes or [""])), None
    )


def named_here(name: str) -> str:
    """Return the path of a program of the current folder that a person calls by its name; else the name.

    Only who names it himself means that folder; what a file, a profile or a client says is found on PATH.
    """
    found = next(filter(os.path.isfile, (name, f"{name}.exe")), None)
    return os.path.abspath(found) if found is not None else name


def system_tool(name: str) -> str:
    """Return the path of a program of Windows itself: by its name alone one of the current folder could start."""
    return os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", f"{name}.exe")


def form() -> Form:
    """Return which form of the program this process is."""
    if not getattr(sys, "frozen", False):
        return "package"
    own = os.path.dirname(os.path.abspath(sys.executable))
    modules = os.path.abspath(getattr(sys, "_MEIPASS", own))
    return "unpacked" if modules.startswith(own + os.sep) else "exe"


def single_exe() -> Path | None:
    """Return the exe that the person has: this one, or the one that this was laid out from; None for a package."""
    own = Path(sys.executable)
    match form():
        case "package":
            return None
        case "exe":
            return own
        case "unpacked":
            return origin_of(own.parent) or own


def origin_of(folder: Path) -> Path | None:
    """Return the single exe that a folder was laid out from; None where nothing says so."""
    try:
        return Path((folder / ORIGIN).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return None


def identity() -> str:
    """Return the path that tells this copy of the program from others: its single exe, or its Python."""
    return str(single_exe() or sys.executable)


def quick_start(data: Path) -> Path | None:
    """Return the unpacked exe that was laid out from this single exe; None where there is none.

    Args:
        data: the program's data folder.
    """
    if form() == "unpacked":
        return Path(sys.executable)
    exe, folder = single_exe(), data / FOLDER
    origin = origin_of(folder)
    is_ours = exe is not None and origin is not None and os.path.normcase(origin) == os.path.normcase(exe)
    return folder / EXE if is_ours and (folder / EXE).is_file() else None
