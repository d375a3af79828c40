"""How this program is called from the shell that it was started from: a command that is printed works when pasted."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.program import find_program

NAME = "wpf-agent"
PATHS = ("--profiles", "--artifacts")
CARRIED = ("--desktop", *PATHS, "--lang")
"""Options of a call that the calls after it need as well: where things are, and in which language the demo is."""
_PLAIN = re.compile(r"[\w\\/:.=+-]+")
"""What PowerShell and cmd take for one word."""


def own_call() -> str:
    """Return what stands before a command: `wpf-agent` where the shell finds it, else a path that leads there."""
    program, found = Path(sys.executable), find_program(NAME)
    if not getattr(sys, "frozen", False):
        installed = _leads_to(found, program.parent) or _leads_to(found, program.parent / "Scripts")
        return NAME if installed else f"{_shortest(program)} -m wpfagent"
    if _is_same(program.parent, Path.cwd()):
        return f".\\{program.stem}"  # PowerShell looks into the current folder only when it is told to
    return program.stem if _leads_to(found, program.parent) else _shortest(program)


def command(words: str, options: Mapping[str, Any] | None = None) -> str:
    """Return a whole command line.

    Args:
        words: the command and its arguments.
        options: those of the call that prints it.
    """
    given = {flag: str(options[flag]) for flag in CARRIED if options and options.get(flag)}
    paths = {flag: os.path.abspath(value) for flag, value in given.items() if flag in PATHS}
    return " ".join([own_call(), words, *(f"{flag} {quoted(value)}" for flag, value in {**given, **paths}.items())])


def quoted(word: str) -> str:
    """Return a word as one argument."""
    if os.name != "nt":
        return shlex.quote(word)
    return word if _PLAIN.fullmatch(word) else _powershell(word)


def _shortest(program: Path) -> str:
    """A program as a shell starts it; PowerShell needs `&` before what is quoted."""
    try:
        path = os.path.join(".", program.relative_to(Path.cwd()))
    except ValueError:
        path = str(program)
    if os.name != "nt":
        return shlex.quote(path)
    return path if _PLAIN.fullmatch(path) else f"& {_powershell(path)}"


def _powershell(word: str) -> str:
    """A word in PowerShell's single quotes, where only quotes mean anything: the curly ones do, too."""
    return "'" + re.sub("(['‘’‚‛])", r"\1\1", word) + "'"


def _leads_to(found: str | None, folder: Path) -> bool:
    if found is None:
        return False
    return any(_is_same(place, folder) for place in (Path(found).parent, Path(found).resolve().parent))


def _is_same(one: Path, other: Path) -> bool:
    """Whether two folders are the same one; Windows has short names beside the long ones."""
    return one.is_dir() and other.is_dir() and os.path.samefile(one, other)
