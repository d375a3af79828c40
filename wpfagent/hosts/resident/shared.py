"""What the sessions of a host share: the desktop, its turns, the lanes of its programs, and who used which last."""

from __future__ import annotations

import sys
import threading
import time
from typing import Protocol

from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.hosts.resident.lanes import SharedLanes
from wpfagent.hosts.resident.turns import Turns


class User(Protocol):
    """Somebody who acts on programs, and is told of others who do."""

    @property
    def name(self) -> str:
        """How others are told of it."""
        ...

    def add_news(self, line: str) -> None:
        """Let its next reply say a line."""
        ...


def is_simulated(name: str | None) -> bool:
    """Whether a desktop of this name is the simulated one."""
    return name == "simulated" or (name is None and sys.platform != "win32")


class Shared:
    """What is there once for all sessions."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.lanes = SharedLanes()
        self._desktops: dict[str, Desktop] = {}
        self._lock = threading.Lock()
        self._used: dict[str, tuple[User, float]] = {}

    def desktop(self, name: str | None) -> Desktop:
        """Return a desktop, the same for all sessions."""
        kind = "simulated" if is_simulated(name) else "uia"
        with self._lock:
            if kind not in self._desktops:
                self._desktops[kind] = open_desktop(name)
            return self._desktops[kind]

    def taken(self, user: User, target: Target) -> None:
        """Somebody acts on a program; where another one did last, both are told."""
        with self._lock:
            before, at = self._used.get(target.identity, (user, 0.0))
            self._used[target.identity] = user, time.monotonic()
        if before is not user:
            program = f"{target.process} (pid {target.pid})"
            user.add_news(f"{before.name} acted on {program} too, {time.monotonic() - at:.0f} s before this.")
            before.add_news(f"{user.name} acts on {program} now, which you used.")

    def forget(self, user: User) -> None:
        """Somebody has gone: nobody is told of what it used any more."""
        with self._lock:
            self._used = {k: v for k, v in self._used.items() if v[0] is not user}
