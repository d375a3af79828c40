"""Whoever owns the servers' processes: starts, watches and stops them, and asks them, from any thread.

Any process can hold one: a command that runs once, the console, a host that stays. When it is closed, every server has
ended; when its process is killed, the system ends them (jobs on Windows, a guard and process groups elsewhere).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from wpfagent.core.errors import ConfirmationRequired
from wpfagent.runs.servers.calls import CallLog
from wpfagent.runs.servers.connection import Connection, ServerNotConnected
from wpfagent.runs.servers.guard import Guard
from wpfagent.runs.servers.logs import Line, Log, log_path, read_log
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import Outcome, ResourceInfo, State, ToolInfo
from wpfagent.runs.servers.store import Store

START_S = 60.0
"""How long a handshake may take: `npx` may have to fetch the server first."""
CALL_S = 120.0
Listener = Callable[[str, str], None]
"""Is told what happened (`status` or `log`) to which server."""


class Owner:
    """Holds the connections to a person's servers.

    Args:
        store: the servers.
        caller: who calls tools, for the log of calls: `cli`, `goal`, `console`.
        start_s: how long a handshake may take.
        call_s: how long a call may take.
    """

    def __init__(self, store: Store, *, caller: str, start_s: float = START_S, call_s: float = CALL_S) -> None:
        self.store = store
        self.calls = CallLog(store.folder, caller)
        self._start_s = start_s
        self._call_s = call_s
        self._held: dict[str, Connection] = {}
        self._lives: dict[str, Future[None]] = {}
        self._lock = threading.RLock()
        self._listeners: list[Listener] = []
        self._guard: Guard | None = None
        self._portal_scope = start_blocking_portal()
        self._portal: BlockingPortal | None = None

    def __enter__(self) -> Owner:
        self._guard = Guard()
        self._portal = self._portal_scope.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop_all()
        self._portal_scope.__exit__(kind, error, trace)
        if self._guard is not None:
            self._guard.close()

    def listen(self, listener: Listener) -> None:
        """Tell a listener of every change of a status and every line of a log. It must not wait."""
        self._listeners.append(listener)

    # -- starting and stopping ----------------------------------------------------------------------------------------

    def state(self, server: Server) -> State:
        """Return how a server is."""
        held = self._held.get(server.id)
        return replace(held.state, name=server.name) if held is not None else State(server.name)

    def held(self) -> list[Server]:
        """Return the servers that were started, as they were then; those that have stopped are among them."""
        with self._lock:
            return [held.server for held in self._held.values()]

    def start(self, server: Server) -> State:
        """Start a server that a person let start, and wait until it is connected or has failed.

        Raises:
            ConfirmationRequired: no person has seen this command yet; details hold it.
        """
        self.begin(server)
        return self.settled(server)

    def begin(self, server: Server) -> None:
        """Start a server and don't wait. Raises ConfirmationRequired."""
        if not server.is_approved:
            raise ConfirmationRequired(
                f"This starts for the first time: {server.shown_command}",
                hint="Look at the whole command; a person must agree to it.",
                details={"server": server.name, "command_line": server.shown_command, "env": server.shown_env,
                         "fingerprint": server.fingerprint},
            )  # fmt: skip
        with self._lock:
            held = self._held.get(server.id)
            if held is not None and not held.over.is_set():
                return
            made = self._open_portal.call(self._connection, server)
            self._held[server.id] = made
            self._lives[server.id] = self._open_portal.start_task_soon(made.run)

    def settled(self, server: Server) -> State:
        """Wait until a server is connected or has failed; return how it is."""
        held = self._held.get(server.id)
        if held is not None:
            self._open_portal.call(held.settled.wait)
        return self.state(server)

    def stop(self, server: Server) -> State:
        """Stop a server, by force where it does not end by itself; return how it is."""
        held, life = self._held.get(server.id), self._lives.get(server.id)
        if held is not None and life is not None:
            self._open_portal.call(held.stop)
            life.result()
        return self.state(server)

    def start_all(self, servers: Iterable[Server]) -> list[State]:
        """Start servers side by side; those that no person let start are left out."""
        wanted = [server for server in servers if server.is_approved]
        for server in wanted:
            self.begin(server)
        return [self.settled(server) for server in wanted]

    def stop_all(self) -> None:
        """Stop all servers, side by side."""
        with self._lock:
            for held in self._held.values():
                self._open_portal.call(held.stop)
            for life in self._lives.values():
                life.result()

    def forget(self, server: Server) -> None:
        """Stop a server that is no longer configured, and know nothing of it."""
        self.stop(server)
        with self._lock:
            self._held.pop(server.id, None)
            self._lives.pop(server.id, None)

    # -- asking -------------------------------------------------------------------------------------------------------

    def tools(self, server: Server) -> list[ToolInfo]:
        """Return a server's tools. Raises ServerNotConnected, ServerFailed, TimedOut."""
        return self._open_portal.call(self._connected(server).tools)

    def resources(self, server: Server) -> list[ResourceInfo]:
        """Return a server's resources. Raises ServerNotConnected, ServerFailed, TimedOut."""
        return self._open_portal.call(self._connected(server).resources)

    def read(self, server: Server, uri: str) -> Outcome:
        """Return what a resource holds. Raises ServerNotConnected, ServerFailed, TimedOut."""
        return self._open_portal.call(self._connected(server).read, uri)

    def call(self, server: Server, tool: str, arguments: dict[str, Any]) -> Outcome:
        """Call a tool and keep the call for the cards. Raises ServerNotConnected."""
        held = self._connected(server)
        with self.calls.call(server, tool, arguments) as done:
            outcome: Outcome = self._open_portal.call(held.call, tool, arguments, self._call_s)
            done(outcome)
        return outcome

    # -- logs ---------------------------------------------------------------------------------------------------------

    def log_of(self, server: Server) -> Log:
        """Return the log of a server."""
        return Log(log_path(self.store.folder, server.id), server.masks(), lambda: self._tell("log", server.name))

    def _connected(self, server: Server) -> Connection:
        held = self._held.get(server.id)
        if held is None:
            raise ServerNotConnected(
                f"{server.name} is not connected: it is Stopped.",
                hint=f"Enable it first: `wpf-agent servers enable {server.name!r}`.",
            )
        return held

    @property
    def _open_portal(self) -> BlockingPortal:
        assert self._portal is not None, "an owner is used inside its `with`"
        return self._portal

    def _connection(self, server: Server) -> Connection:
        assert self._guard is not None
        return Connection(server, self.log_of(server), self._guard, start_s=self._start_s,
                          on_state=lambda state: self._tell("status", state.name))  # fmt: skip

    def _tell(self, what: str, name: str) -> None:
        for listener in self._listeners:
            listener(what, name)


def lines_of(store: Store, server: Server, *, level: str = "", search: str = "", last: int = 500) -> list[Line]:
    """Return the last lines of a server's log that fit."""
    return read_log(log_path(store.folder, server.id), level=level, search=search, last=last)
