"""The host that is there, or one that is started: of two bridges that start one at once, both get the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from wpfagent.core import wait
from wpfagent.core.errors import NotReached
from wpfagent.core.program import form
from wpfagent.hosts import places, processes, state
from wpfagent.hosts.state import HostState

START_S = 60.0
"""How long a host may take to start: a virus scanner reads a fresh exe first."""
CREATE_NO_WINDOW, CREATE_NEW_PROCESS_GROUP, CREATE_BREAKAWAY_FROM_JOB = 0x08000000, 0x00000200, 0x01000000
LOG = "host.log"
LARGEST_LOG = 1_000_000


class HostUnreachable(NotReached):
    """There is no host, and none could be started."""

    code = "host_unreachable"


def find_or_start() -> HostState:
    """Return the host of this user's desktop, started where there is none.

    Raises:
        HostUnreachable: none could be started.
    """
    if (found := state.read()) is not None:
        return found
    from filelock import FileLock, Timeout

    try:
        with FileLock(state.make_folder() / f"{processes.desktop_of_user()}.starting", timeout=START_S):
            return state.read() or _start()
    except Timeout as error:
        raise HostUnreachable("Another client has been starting the host for too long.", hint="Try again.") from error
    except OSError as error:
        raise HostUnreachable(f"The host could not be started: {error}.", hint=_hint()) from error


def _start() -> HostState:
    """Start a host and wait until it listens."""
    log = state.folder() / LOG
    process = _spawn(log)

    def ready() -> HostState | bool:
        return state.read() or process.poll() is not None

    waited = wait.until(ready, wait.RealClock(), timeout_s=START_S, last_interval_s=0.03)
    found = state.read()
    process.returncode = 0  # it lives on without us: this keeps Popen from warning
    if found is None:
        why = "ended at once" if waited.ok else f"did not listen within {START_S:g} s"
        raise HostUnreachable(f"The host {why}.", hint=_hint())
    return found


def _hint() -> str:
    return f"{state.folder() / LOG} tells more; `wpf-agent mcp serve --alone` works without a host."


def _spawn(log: Path) -> subprocess.Popen[bytes]:
    """Start the host's process: nothing of this one's (its pipes, its window, its end) is also its own."""
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        log.unlink()
    # What a client's environment says rules its own session, which gets it by the bridge: not the host.
    variables = {k: v for k, v in os.environ.items() if not k.startswith("WPF_AGENT_") or k.startswith(places.FOLDER)}
    if form() == "exe":
        variables["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    command = [sys.executable, "host"] if form() != "package" else [sys.executable, "-m", "wpfagent", "host"]
    with open(log, "ab") as stderr:
        if sys.platform != "win32":
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, env=variables,
                cwd=_folder(), start_new_session=True,
            )  # fmt: skip
        for breakaway in (CREATE_BREAKAWAY_FROM_JOB, 0):
            try:
                return subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, env=variables,
                    cwd=_folder(), creationflags=CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | breakaway,
                )  # fmt: skip
            except PermissionError:  # the client's job does not let its processes break away: the host ends with it
                if not breakaway:
                    raise
    raise AssertionError


def _folder() -> str:
    """Where the host runs: nobody's project, and nothing that anybody wants to delete meanwhile.

    A package that is not installed is found from the folder where it lies.
    """
    if form() == "package":
        return str(Path(__file__).parents[3])
    return str(state.folder())
