"""One client of the host: its settings, its server, and what it knows of the others."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from wpfagent.core.errors import InvalidArgument, NotReached
from wpfagent.core.model import Snapshot
from wpfagent.core.selector import nearest
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.lanes import Lane
from wpfagent.entries.mcp.neighbours import TELL, Neighbours, Seen
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.gate.events import Call, Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark
from wpfagent.hosts.resident.launching import Launching, may_reach
from wpfagent.hosts.resident.messages import Inbox, Pace, one_line
from wpfagent.hosts.resident.order import Order
from wpfagent.hosts.resident.shared import Shared, is_simulated
from wpfagent.hosts.resident.turns import SessionsTurn

Directory: TypeAlias = "Callable[[], list[Session]]"
HISTORY = 20
"""So many looks at its program are kept of each session, for what others ask of its changes."""
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
        argv: the arguments of its bridge.
        cwd: the folder of its bridge.
        launching: the agents of the host.
        directory: tells all sessions of the host.
    """

    session_id: str
    shared: Shared
    options: ServeOptions
    variables: Mapping[str, str]
    bridge: Mapping[str, Any]
    argv: Sequence[str] = ()
    cwd: str = ""
    launching: Launching = field(default_factory=Launching)
    launched_by: str = ""
    client: Mapping[str, Any] = field(default_factory=dict)
    since: float = field(default_factory=time.time)
    last: str = ""
    last_at: float = field(default_factory=time.time)
    target: Target | None = None
    manager: StreamableHTTPSessionManager | None = None
    order: Order = field(default_factory=Order)
    inbox: Inbox = field(default_factory=Inbox)
    history: deque[tuple[float, Snapshot]] = field(default_factory=lambda: deque(maxlen=HISTORY))
    folder: str = ""
    under_way: set[int] = field(default_factory=set)
    directory: Directory = field(default_factory=lambda: list)
    leaving: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    _pace: Pace = field(default_factory=Pace)
    _asked: dict[str, float] = field(default_factory=dict)
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

    def record_in(self, folder: str) -> None:
        """Know where its record is."""
        self.folder = folder

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
        return [*lines, *self.inbox.take()]

    # -- the others ---------------------------------------------------------------------------------------------------

    def may_see(self, other: Session) -> bool:
        """Whether another session is told of here: from behind a fence only those that are inside of it."""
        return may_reach(self, other.options.fence) or other.profile in self.options.fence

    def others(self) -> list[Mapping[str, Any]]:
        """Return what is told of each other session that may be seen from here."""
        seen = [other.describe() for other in self._visible()]
        known = {self.session_id, *(other.session_id for other in self.directory())}
        waiting = (one for one in self.launching.agents.running() if one.session_id not in known)
        return [*seen, *(one.describe() for one in waiting if may_reach(self, one.fence))]

    def launch(
        self, agent: str, task: str, profile: str | None, token: str | None, *, can_ask: bool
    ) -> Mapping[str, Any]:
        """Start an agent; return what is told of it, and where its output goes."""
        made = self.launching.launch(self, agent, task, profile, token, can_ask=can_ask)
        return {**made.describe(), "log": str(made.log)}

    def stop(self, session_id: str) -> str:
        """End an agent that was launched here; return its name."""
        return self.launching.stop(self, session_id).name

    def _visible(self) -> list[Session]:
        return [other for other in self.directory() if other is not self and self.may_see(other)]

    def _named(self, session_id: str) -> Session:
        found = {other.session_id: other for other in self._visible()}
        if session_id not in found:
            known = nearest(session_id, found) or list(found)
            hint = f"There are {', '.join(known)}." if known else "There is no other one."
            raise InvalidArgument(f"There is no session {session_id!r}.", hint=hint)
        return found[session_id]

    def send(self, session_id: str, text: str) -> bool:
        """Send a text to a session; return whether it waits for one, and has it already."""
        other, line = self._named(session_id), one_line(text)
        self._pace.count()
        return other.inbox.put(f"[message from {self.name}]: {line}")

    def broadcast(self, text: str) -> int:
        """Send a text to all that may be seen; return to how many."""
        line = one_line(text)
        self._pace.count()
        others = self._visible()
        for other in others:
            other.inbox.put(f"[message from {self.name} to all]: {line}")
        return len(others)

    async def wait(self, timeout_s: float) -> Sequence[str]:
        """Return the messages for this session, once there are any or the time is up."""
        return await self.inbox.wait(timeout_s)

    def seen(self, session_id: str, since_s: float | None) -> Seen:
        """Return how another session's program was. Raises NotReached where nothing was seen of it yet."""
        other, now = self._named(session_id), time.monotonic()
        history = tuple(other.history)
        if other.target is None or not history:
            raise NotReached(f"{other.name} has not acted on a program yet.", hint="list_sessions tells what it does.")
        asked = self._asked.get(session_id, 0.0)
        since = now - since_s if since_s is not None else asked
        self._asked[session_id] = now
        at, before = next((one for one in reversed(history) if one[0] <= since), history[0])
        return Seen(other.target.pid, before, now - at)

    @property
    def profile(self) -> str:
        """The profile of the program that it acts on."""
        return (self.target.spec.profile or "") if self.target is not None else ""

    def describe(self) -> dict[str, Any]:
        """Return what others are told of it."""
        return {
            "session_id": self.session_id,
            "client": dict(self.client),
            "bridge": dict(self.bridge),
            "program": f"{self.target.process} (pid {self.target.pid})" if self.target is not None else "",
            "fence": list(self.options.fence),
            "profile": self.profile,
            "folder": self.folder,
            "state": "acting" if self.under_way else "idle",
            "since": self.since,
            "last": self.last,
            "last_at": self.last_at,
            "launched_by": self.launched_by,
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
        """Note an act, and how the program was before it."""
        self._note(passage.request.action, passage.request.target)
        self._session.under_way.add(id(passage))
        if passage.before is not None:
            self._session.history.append((time.monotonic(), passage.before))

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Note how the program was after an act."""
        self._ended(passage)
        if passage.acted and passage.after is not None:
            self._session.history.append((time.monotonic(), passage.after))
        return ()

    def failed(self, passage: Passage) -> Sequence[Remark]:
        """Note that an act has ended."""
        self._ended(passage)
        return ()

    def refused(self, passage: Passage) -> Sequence[Remark]:
        """Note that an act was not let through."""
        self._ended(passage)
        return ()

    def _ended(self, passage: Passage) -> None:
        self._session.under_way.discard(id(passage))

    def _note(self, action: str, target: Target | None) -> None:
        session = self._session
        session.last, session.last_at = action, time.time()
        if target is not None:
            if session.target is None or session.target.identity != target.identity:
                session.history.clear()
            session.target = target
            session.shared.taken(session, target)
