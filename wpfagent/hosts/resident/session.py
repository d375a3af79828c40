"""One client of the host: its settings, its server, and what it knows of the others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.lanes import Lane
from wpfagent.entries.mcp.neighbours import TELL, Neighbours
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.gate.events import Call, Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.hosts.resident.order import Order
from wpfagent.hosts.resident.shared import Shared, is_simulated
from wpfagent.hosts.resident.turns import SessionsTurn

NOT_SHARED = frozenset({"the files"})
"""The lanes that a session has for itself on every desktop."""


@dataclass(eq=False, slots=True)
class Session(Neighbours):
    """What the host knows of one client, and what that client knows of the others.

    Args:
        session_id: by which others name it.
        shared: what all sessions share.
        options: what its bridge was started with.
        variables: of its bridge's environment.
        bridge: the process of its bridge, and that one's version.
    """

    session_id: str
    shared: Shared
    options: ServeOptions
    variables: Mapping[str, str]
    bridge: Mapping[str, Any]
    client: Mapping[str, Any] = field(default_factory=dict)
    since: float = field(default_factory=time.time)
    last: str = ""
    last_at: float = field(default_factory=time.time)
    target: Target | None = None
    manager: StreamableHTTPSessionManager | None = None
    order: Order = field(default_factory=Order)
    _lines: list[str] = field(default_factory=list)

    @property
    def turn(self) -> SessionsTurn:
        """Its turn at keyboard, mouse and focus."""
        return SessionsTurn(self.shared.turns, self.session_id, lambda: self.name, self.told_to_wait)

    @property
    def name(self) -> str:
        """How others are told of it: `session 3f2a (Codex)`."""
        client = self.client.get("name", "")
        return f"session {self.session_id}{f' ({client})' if client else ''}"

    def told_to_wait(self, line: str) -> None:
        """Tell the client at once that it waits, and in the reply."""
        TELL.get()(line)
        self.add_news(line)

    def add_news(self, line: str) -> None:
        """Let the next reply say a line."""
        self._lines.append(line)

    # -- what its connection asks -------------------------------------------------------------------------------------

    def introduce(self, client: Mapping[str, Any]) -> None:
        """Know which client it is."""
        self.client = client

    def open_desktop(self, name: str | None) -> Desktop:
        """Return the desktop, which all sessions of the host share."""
        return self.shared.desktop(name)

    def lane(self, name: str) -> Lane:
        """Return a lane: shared with all that use the same program, or a desktop that has one thread."""
        if is_simulated(self.options.desktop):
            return Lane(name) if name in NOT_SHARED else self.shared.lanes.take(f"{name}, simulated")
        return self.shared.lanes.take(name) if name.endswith(")") else Lane(name)

    def end(self, lane: Lane) -> None:
        """Leave a lane; one of its own ends."""
        if not self.shared.lanes.leave(lane):
            lane.end()

    def subscribers(self) -> Sequence[Subscriber]:
        """Return what notes whose program is acted on."""
        return (Noting(self),)

    def news(self) -> Sequence[str]:
        """Return the lines for the next reply, once."""
        lines, self._lines = self._lines, []
        return lines

    def describe(self) -> dict[str, Any]:
        """Return what others are told of it."""
        return {
            "session_id": self.session_id,
            "client": dict(self.client),
            "bridge": dict(self.bridge),
            "program": f"{self.target.process} (pid {self.target.pid})" if self.target is not None else "",
            "fence": list(self.options.fence),
            "since": self.since,
            "last": self.last,
            "last_at": self.last_at,
        }


class Noting(Subscriber):
    """Notes which program a session acts on, and tells when that was another's.

    Args:
        session: whose acts pass this gate.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def called(self, call: Call) -> None:
        """Note what was started."""
        self._note(call.action, call.target)

    def before(self, passage: Passage) -> None:
        """Note an act."""
        self._note(passage.request.action, passage.request.target)

    def _note(self, action: str, target: Target | None) -> None:
        session = self._session
        session.last, session.last_at = action, time.time()
        if target is not None:
            session.target = target
            session.shared.taken(session, target)
