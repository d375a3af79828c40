"""`init`, `mcp register` and `mcp unregister`, and the host: it is ready for the first start, and in nobody's way."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wpfagent.core import wait
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.files import remove
from wpfagent.entries.registration.server import SERVE
from wpfagent.entries.setup.resident import Resident
from wpfagent.hosts import asking, places, state
from wpfagent.hosts.agents import configuration
from wpfagent.hosts.bridge import opening

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop

END_S = 10.0


def run_init(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Set this computer up, or take that back."""
    from wpfagent.entries.cli.commands.init import run

    return run(argv, desktop, Resident(stop, record, clean))


def run_registration(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Register in the clients, or take that back."""
    from wpfagent.entries.cli.commands.mcp_clients import run

    return run(argv, desktop, resident=Resident(stop_unused, record, clean))


def record(options: Sequence[str]) -> None:
    """Keep what a server with these options says to whoever opens a session; the first bridge answers by that.

    A client's environment names no language of ours. Where that cannot be, the first start is as slow as it is without.
    """
    from wpfagent.entries.cli.commands.mcp_serve import options_of

    argv = [*SERVE, *options]
    key = opening.key_of(argv, "")
    if opening.load(places.folder(), key) is not None:
        return
    try:
        from wpfagent.hosts.resident.recording import opening_of

        opening.store(str(state.make_folder()), key, opening_of(options_of(argv))["answers"])
    except (OSError, WpfAgentError, ModuleNotFoundError):
        return


def stop(program: Path) -> bool:
    """End the host whose program this is, or lies in this folder; return whether there was one."""
    host = state.read()
    if host is None or not _is_in(host.program, program):
        return False
    asking.ask(host, "POST", "/stop")
    return wait.until(lambda: not host.is_alive, wait.RealClock(), timeout_s=END_S).ok


def stop_unused(program: Path) -> bool:
    """End it where no client uses it."""
    found = asking.status()
    return found is not None and not found["sessions"] and stop(program)


def clean() -> None:
    """Remove what hosts and bridges left, where no host runs; the agents that a person configured stay."""
    if state.read() is not None:
        return
    folder = Path(places.folder())
    for path in folder.glob("*") if folder.is_dir() else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != configuration.FILE:
            remove(str(path))
    try:
        folder.rmdir()
    except OSError:
        return  # the person's own file is in it, or somebody holds one


def _is_in(program: str, place: Path) -> bool:
    """Whether a host's program is this file, or in this folder."""
    own, wanted = (os.path.normcase(os.path.abspath(path)) for path in (program, place))
    return bool(program) and (own == wanted or own.startswith(wanted + os.sep))
