"""Where Windows and .NET leave the memory of a process that crashed."""

from __future__ import annotations

import ntpath
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LOCAL_DUMPS = r"SOFTWARE\Microsoft\Windows\Windows Error Reporting\LocalDumps"

DOTNET_NAME = "DOTNET_DbgMiniDumpName"
"""The environment variable that names the file to which .NET writes a dump."""


def find_dump(exe: str, pid: int, since: float, *, folders: Sequence[Path] | None = None) -> Path | None:
    """Return the crash dump of a process, the newest where there are several; None when none was left.

    Args:
        exe: its executable: a path, or the file name.
        pid: the process.
        since: Unix seconds; an older file belongs to another process with this pid.
        folders: where to look; by default where Windows Error Reporting and .NET write.

    Source: Microsoft's "Collecting user-mode dumps" and ".NET: collect dumps on crash".
    """
    name = ntpath.basename(exe)
    wanted = re.compile(rf"(?:{re.escape(name)}|(?:core)?dump)(?:[._-].*)?\b{pid}\b.*", re.IGNORECASE)
    found: list[tuple[float, Path]] = []
    for folder in dump_folders(name) if folders is None else folders:
        try:
            with os.scandir(folder) as entries:
                found += [
                    (entry.stat().st_mtime, Path(entry.path))
                    for entry in entries
                    if wanted.fullmatch(entry.name) and entry.is_file()
                ]
        except OSError:
            continue  # the folder does not exist, or is somebody else's
    return max((pair for pair in found if pair[0] >= since), default=(0.0, None))[1]


def dump_folders(exe_name: str) -> list[Path]:
    """Return the folders where the crash dump of a program may lie."""
    found = [_configured(exe_name), _configured("")]
    if local := os.environ.get("LOCALAPPDATA"):
        found.append(str(Path(local) / "CrashDumps"))
    if named := os.environ.get(DOTNET_NAME):
        found.append(str(Path(named).parent))
    found.append(tempfile.gettempdir())
    return [Path(f) for f in dict.fromkeys(found) if f]


def _configured(exe_name: str) -> str:
    """The folder that the registry names for a program, or for all of them."""
    if sys.platform != "win32":
        return ""
    import winreg

    key = f"{LOCAL_DUMPS}\\{exe_name}" if exe_name else LOCAL_DUMPS
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            return os.path.expandvars(str(winreg.QueryValueEx(opened, "DumpFolder")[0]))
    except OSError:
        return ""  # nothing is configured
