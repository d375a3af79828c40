"""The agents that a host has launched: how many at once, which they are, their end."""

from __future__ import annotations

import logging
import secrets
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent.core.errors import Busy, NotReached
from wpfagent.hosts.agents.child import Child
from wpfagent.hosts.agents.configuration import Settings
from wpfagent.hosts.agents.filling import Filled
from wpfagent.runs.servers.guard import Guard

logger = logging.getLogger(__name__)
LAUNCH = "WPF_AGENT_LAUNCH"
"""The variable by which the bridge of a launched agent says which launch it is of."""
RATE_S = 60.0


@dataclass(eq=False, slots=True)
class Launch:
    """One agent that was launched.

    Args:
        session_id: of the session that it gets.
        name: of the agent, in the configuration.
        argv: what its server is started with, `mcp serve` and options: its launcher's, within the same fence.
        cwd: its folder, and its launcher's.
        variables: its launcher's of this program.
        fence: the profiles that it may reach; without any, no fence.
        by: how its launcher is called.
        log: the file with what it prints.
        folder: of its files, removed in the end.
        key: what its bridge shows.
    """

    session_id: str
    name: str
    argv: Sequence[str]
    cwd: str
    variables: Mapping[str, str]
    fence: tuple[str, ...]
    by: str
    log: Path
    folder: Path
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    since: float = field(default_factory=time.time)
    had_session: bool = False
    child: Child | None = None

    def describe(self) -> dict[str, Any]:
        """Return what is told of it while it has no session."""
        return {
            "session_id": self.session_id,
            "client": {"name": self.name},
            "bridge": {},
            "program": "",
            "fence": list(self.fence),
            "profile": "",
            "folder": str(self.log.parent),
            "state": "running" if self.had_session else "starting",
            "since": self.since,
            "last": "",
            "last_at": self.since,
            "launched_by": self.by,
        }


class Agents:
    """All agents of one host.

    Args:
        now: the time, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._begun: deque[float] = deque()
        self._running: dict[str, Launch] = {}
        self._guard: Guard | None = None

    def running(self) -> list[Launch]:
        """Return those that have not ended."""
        with self._lock:
            return list(self._running.values())

    def of_key(self, key: str) -> Launch | None:
        """Return the launch that a bridge belongs to."""
        return next((one for one in self.running() if key and secrets.compare_digest(one.key, key)), None)

    def find(self, session_id: str) -> Launch | None:
        """Return a launch by the id of its session."""
        with self._lock:
            return self._running.get(session_id)

    def check(self, limits: Settings) -> None:
        """Raise Busy where no agent may be started now."""
        with self._lock:
            self._check(limits)

    def start(
        self,
        launch: Launch,
        filled: Filled,
        env: Mapping[str, str],
        limits: Settings,
        tell: Callable[[Launch, int], None],
    ) -> Launch:
        """Start an agent.

        Args:
            launch: what is known of it.
            filled: its command.
            env: all its variables.
            limits: how many there may be.
            tell: is called when it has ended, with its exit code.

        Raises:
            Busy: too many run, or were started in the last minute.
            NotReached: it cannot be started.
        """
        with self._lock:
            self._check(limits)
            self._guard = self._guard or Guard()
            try:
                launch.log.parent.mkdir(parents=True, exist_ok=True)
                with open(launch.log, "wb") as output:
                    launch.child = Child(filled.words, env, filled.cwd, output, self._guard)
            except (OSError, ValueError) as error:
                raise NotReached(f"{launch.name} could not be started: {error}.") from error
            self._begun.append(self._now())
            self._running[launch.session_id] = launch
        threading.Thread(target=self._watch, args=(launch, launch.child, tell), daemon=True).start()
        return launch

    def stop(self, launch: Launch) -> None:
        """End an agent with everything that it started."""
        if launch.child is not None:
            launch.child.end()

    def close(self) -> None:
        """End all."""
        for launch in self.running():
            self.stop(launch)
            self._forget(launch)
        if self._guard is not None:
            self._guard.close()

    def _check(self, limits: Settings) -> None:
        while self._begun and self._now() - self._begun[0] >= RATE_S:
            self._begun.popleft()
        if len(self._running) >= limits.most:
            raise Busy(
                f"{len(self._running)} agents run already, and {limits.most} are the most.",
                hint="stop_agent ends one; a person sets `most` in agents.json.",
            )
        if len(self._begun) >= limits.a_minute:
            wait_s = RATE_S - (self._now() - self._begun[0]) if self._begun else RATE_S
            raise Busy(
                f"{limits.a_minute} agents in a minute are the most; this one was not started.",
                hint=f"Wait {wait_s:.0f} s.",
            )

    def _watch(self, launch: Launch, child: Child, tell: Callable[[Launch, int], None]) -> None:
        code = child.wait()
        self._forget(launch)
        try:
            tell(launch, code)
        except Exception:
            logger.exception("the end of %s could not be told", launch.name)

    def _forget(self, launch: Launch) -> None:
        shutil.rmtree(launch.folder, ignore_errors=True)
        with self._lock:
            self._running.pop(launch.session_id, None)
