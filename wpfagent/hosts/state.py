"""The file by which bridges find the host: which process it is, where it listens, and the token it wants.

It lies in a folder that only its user can read, is written whole, and counts only while the very process that wrote it
runs: number and start time say so.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from wpfagent.core.files import remove, write_whole
from wpfagent.hosts import places, processes


@dataclass(frozen=True, slots=True)
class HostState:
    """Where a host is.

    Args:
        pid: its process.
        started: when that started.
        port: where it listens, on 127.0.0.1.
        token: what whoever speaks to it must show.
        version: of wpf-agent.
        program: the file that its process runs.
    """

    pid: int
    started: float
    port: int
    token: str
    version: str
    program: str = ""

    @property
    def is_alive(self) -> bool:
        """Whether its process runs, and not another one with the same number."""
        return processes.started(self.pid) == self.started


def folder() -> Path:
    """Return the folder of the state, which need not exist yet."""
    return Path(places.folder())


def make_folder() -> Path:
    """Make the folder, for its user only, and return it. Windows' own data folders are closed to others already."""
    made = folder()
    made.mkdir(parents=True, exist_ok=True)
    if sys.platform != "win32":
        made.chmod(0o700)
    return made


def path() -> Path:
    """Return the file of this logon session and integrity level."""
    return folder() / f"{processes.desktop_of_user()}.json"


def read() -> HostState | None:
    """Return the state of a host that runs; None where there is none, or the file is of one that has ended."""
    try:
        given = json.loads(path().read_text(encoding="utf-8"))
        found = HostState(
            int(given["pid"]), float(given["started"]), int(given["port"]), str(given["token"]),
            str(given["version"]), str(given.get("program", "")),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if found.is_alive else None


def write(state: HostState) -> None:
    """Write the state of this process, whole, readable by its user only. Raises OSError."""
    make_folder()
    write_whole(str(path()), json.dumps(asdict(state)).encode(), mode=0o600)


def take_away(pid: int) -> None:
    """Remove the file where it is of this process."""
    try:
        is_ours = json.loads(path().read_text(encoding="utf-8")).get("pid") == pid
    except (OSError, ValueError, AttributeError):
        return
    if is_ours:
        remove(str(path()))
