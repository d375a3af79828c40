"""Which program a person means, and one sentence for a program that cannot be driven: what it is, what to do."""

from __future__ import annotations

import ntpath
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from wpfagent.core.errors import (
    AppFailed,
    InvalidArgument,
    LaunchFailed,
    RefusedOutsideTarget,
    TargetNotFound,
    Unsupported,
    WpfAgentError,
)
from wpfagent.core.program import named_here
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.executable import is_console_program
from wpfagent.desktops.target import LaunchSpec
from wpfagent.runs.explore.results import ExplorationResult


def program_of(given: str, args: Sequence[str]) -> LaunchSpec:
    """Return what is started: the program itself, or what a shortcut to it says.

    Args:
        given: the path or name of an exe, or the path of a shortcut.
        args: its arguments; those of a shortcut stand before them.

    Raises:
        Unsupported: shortcuts are read by Windows only.
        WpfAgentError: there is no such shortcut, or it names no program.
    """
    if not given.strip():
        raise InvalidArgument("No program is named.", hint="For example: wpf-agent try MyApp.exe")
    if ntpath.splitext(given)[1].lower() != ".lnk":
        return LaunchSpec(named_here(given), tuple(args))
    if sys.platform != "win32":
        raise Unsupported("Shortcuts (.lnk) can be read on Windows only.", hint="Name the program itself.")
    from wpfagent.desktops.uia.shortcut import read_shortcut

    named = read_shortcut(given)
    return replace(named, args=(*named.args, *args))


def name_of(program: LaunchSpec) -> str:
    """Return what a person calls it: its file's name without the suffix."""
    return ntpath.splitext(ntpath.basename(program.exe))[0]


def path_of(program: LaunchSpec) -> str:
    """Return the full path of a program, which may be named as the shell finds it; the name where it is nowhere."""
    if sys.platform != "win32":
        return program.exe
    from wpfagent.desktops.uia.processes import find_executable

    try:
        return find_executable(program.exe, cwd=program.cwd)
    except WpfAgentError:
        return program.exe


def why_not_reached(program: LaunchSpec, error: WpfAgentError) -> WpfAgentError:
    """Return what to say where it was not reached: a console program has no window, whatever was seen."""
    may_be_console = isinstance(error, LaunchFailed | RefusedOutsideTarget | TargetNotFound | AppFailed)
    if may_be_console and is_console_program(path_of(program)):
        return Unsupported(
            f"{name_of(program)} is a console program: it shows no window that could be used.",
            hint="Name a program with a window; what runs in a console is tested by its output.",
        )
    return error


def why_not_used(program: LaunchSpec, result: ExplorationResult) -> WpfAgentError | None:
    """Return what to say where nothing could be done with it; None where something was."""
    if result.tally.steps or result.ended not in ("blind", "stuck", "attached"):
        return None
    if result.ended == "blind":
        return Unsupported(
            f"{name_of(program)} tells UI Automation nothing of what it shows: it draws its window itself.",
            hint="`wpf-agent controls` shows what is told; such a program can only be used by coordinates "
            "(`do click --mode extended`).",
        )
    return Unsupported(
        f"{name_of(program)} was gone at once, or showed nothing that could be used.",
        hint="Start it by hand and look what it says; if it waits for something, name that after `--`.",
    )


def end_what_started(program: LaunchSpec, desktop: Desktop, since: float) -> None:
    """End what was started since this Unix time and could not be used: nothing is left behind."""
    path = os.path.normcase(path_of(program))
    for process in desktop.processes():
        if process.started >= since - 1 and process.exe and os.path.normcase(process.exe) == path:
            desktop.terminate(process.pid)
