"""How this program is called from the shell that it was started from: a command that is printed works when pasted."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAME = "wpf-agent"
CARRIED = ("--desktop", "--profiles", "--artifacts")
"""Options of a call that the calls after it need as well: they say where things are."""
_PLAIN = re.compile(r"[\w\\/:.=+-]+")
"""What PowerShell and cmd take for one word."""


def own_call() -> str:
    """Return what stands before a command: `wpf-agent` where the shell finds it, else a path that leads there."""
    program = Path(sys.executable)
    if not getattr(sys, "frozen", False):
        if _leads_to(shutil.which(NAME), program.parent) or _leads_to(shutil.which(NAME), program.parent / "Scripts"):
            return NAME
        return f"{_shortest(program)} -m wpfagent"
    if _leads_to(shutil.which(NAME, path=os.environ.get("PATH")), program.parent) and not _is_here(program.parent):
        return program.stem
    if _is_here(program.parent):
        return f".\\{program.stem}"  # PowerShell looks into the current folder only when it is told to
    return _shortest(program)


def command(words: str, options: Mapping[str, Any] | None = None) -> str:
    """Return a whole command line.

    Args:
        words: the command and its arguments.
        options: those of the call that prints it.
    """
    given = [(flag, str(options[flag])) for flag in CARRIED if options and options.get(flag)]
    carried = [f"{flag} {quoted(str(Path(v).absolute()) if v and flag != '--desktop' else v)}" for flag, v in given]
    return " ".join([own_call(), words, *carried])


def quoted(word: str) -> str:
    """Return a word as one argument."""
    if os.name != "nt":
        return shlex.quote(word)
    return word if _PLAIN.fullmatch(word) else f'"{word}"'


def _shortest(program: Path) -> str:
    """A program as a shell starts it; PowerShell needs `&` before what is quoted."""
    try:
        path = os.path.join(".", program.relative_to(Path.cwd()))
    except ValueError:
        path = str(program)
    if os.name != "nt":
        return shlex.quote(path)
    return path if _PLAIN.fullmatch(path) else f"& '{path}'"


def _leads_to(found: str | None, folder: Path) -> bool:
    if found is None:
        return False
    places = (Path(found).parent, Path(found).resolve().parent)
    return any(os.path.normcase(place) == os.path.normcase(folder) for place in places)


def _is_here(folder: Path) -> bool:
    return os.path.normcase(folder) == os.path.normcase(Path.cwd())
