"""The host's HTTP: a line that a bridge holds as long as it lives, that client's MCP, the host's state and its end.

| request | what it does |
|---|---|
| `POST /bridges` | a session, for as long as its bridge reads this response: lines of JSON, the first names it |
| `POST`, `GET`, `DELETE /sessions/ID/mcp` | streamable HTTP of the Model Context Protocol, as the SDK speaks it |
| `POST /sessions/ID/leave` | ends a session, and answers when its record is complete |
| `GET /status` | the host and its sessions |
| `POST /stop` | ends the host |
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
from anyio import to_thread
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from wpfagent import __version__
from wpfagent.core.environ import environment_of
from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.turn import turn_of
from wpfagent.entries.mcp.server import build
from wpfagent.entries.mcp.serving import unable
from wpfagent.hosts.resident import guarding, recording
from wpfagent.hosts.resident.guarding import Unwelcome
from wpfagent.hosts.resident.house import House
from wpfagent.hosts.resident.session import Session
from wpfagent.hosts.resident.stale import stale_entries
from wpfagent.hosts.state import HostState

logger = logging.getLogger(__name__)
ORDER = "wpf-agent-order"
"""The header by which a bridge counts its messages."""
HELLO = frozenset({"argv", "cwd", "variables", "pid", "version"})


class HostApp:
    """The ASGI application of a host.

    Args:
        state: the host's own.
        stop: ends the host.
    """

    def __init__(self, state: HostState, stop: Callable[[], None]) -> None:
        self.house = House()
        self._state = state
        self._stop = stop
        self._leaving = asyncio.Event()
        self._since = time.time()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            guarding.check(scope, self._state.token, self._state.port)
            body = await guarding.body_of(scope, receive)
            await self._answer(scope, guarding.with_body(body, receive), send, body)
        except Unwelcome as refused:
            await refused.response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, body: bytes) -> None:
        words = [word for word in scope["path"].split("/") if word]
        match scope["method"], words:
            case "POST", ["bridges"]:
                await self._hold(_hello(body), receive, send)
            case _, ["sessions", session_id, "mcp"]:
                await self._hand_on(session_id, scope, receive, send)
            case "POST", ["sessions", session_id, "leave"]:
                session = self._session(session_id)
                session.leaving.set()
                await session.left.wait()
                await JSONResponse({"left": True})(scope, receive, send)
            case "GET", ["status"]:
                stale = await to_thread.run_sync(stale_entries)
                await JSONResponse({**self.status(), "stale": stale})(scope, receive, send)
            case "POST", ["stop"]:
                await JSONResponse({"stopped": True})(scope, receive, send)
                self.leave()
                self._stop()
            case _:
                raise Unwelcome(404, "There is nothing here.")

    def _session(self, session_id: str) -> Session:
        """Return a session that lives; raises Unwelcome."""
        session = self.house.sessions.get(session_id)
        if session is None or session.manager is None:
            raise Unwelcome(404, "There is no such session.")
        return session

    def leave(self) -> None:
        """Let go of all bridges."""
        self._leaving.set()

    def status(self) -> dict[str, Any]:
        """Return what the host says of itself."""
        return {
            "pid": os.getpid(),
            "port": self._state.port,
            "version": __version__,
            "since": self._since,
            "sessions": self.house.describe(),
        }

    # -- a bridge and its session -------------------------------------------------------------------------------------

    async def _hold(self, hello: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Keep a session as long as its bridge reads this response."""
        await receive()  # the body, which was read
        session = await to_thread.run_sync(self.house.receive, hello)
        try:
            async with self._serving(session), anyio.create_task_group() as tasks:

                async def end_with(waiting: Callable[[], Any]) -> None:
                    await waiting()
                    tasks.cancel_scope.cancel()

                async def tell_what_it_should_know() -> None:
                    if (fresh := await self._fresh_opening(session, hello)) is not None:
                        await _write(send, {"opening": fresh})
                    for line in await to_thread.run_sync(stale_entries):
                        await _write(send, {"say": line})

                tasks.start_soon(end_with, receive)
                tasks.start_soon(end_with, self._leaving.wait)
                tasks.start_soon(end_with, session.leaving.wait)
                await send(
                    {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}
                )
                await _write(send, {"session": session.session_id, "problem": str(session.options.problem or "")})
                tasks.start_soon(tell_what_it_should_know)
        finally:
            self.house.leave(session)
            session.left.set()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    @asynccontextmanager
    async def _serving(self, session: Session) -> AsyncIterator[None]:
        """Serve the protocol for a session."""

        def made() -> StreamableHTTPSessionManager:
            try:
                server = build(session.options, neighbours=session)
            except InvalidArgument as error:
                server = build(unable(error), neighbours=session)
            return StreamableHTTPSessionManager(
                server, session_idle_timeout=None, max_request_body_size=guarding.LARGEST
            )

        session.manager = await to_thread.run_sync(made)
        async with session.manager.run():
            yield

    async def _fresh_opening(self, session: Session, hello: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What the bridge should answer at the next start, where that is something else than it has."""
        if "opening" not in hello or hello["version"] != __version__:
            return None  # what this version answers is not what that bridge's does
        fresh = await to_thread.run_sync(recording.opening_of, session.options)
        return fresh if fresh["digest"] != hello["opening"] else None

    async def _hand_on(self, session_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a message of the protocol to the session's server."""
        session = self._session(session_id)
        number = Headers(scope=scope).get(ORDER, "")
        if number.isdigit():
            await session.order.reach(int(number))
        with environment_of(session.variables), turn_of(session.turn):
            assert session.manager is not None
            await session.manager.handle_request(scope, receive, send)


def _hello(body: bytes) -> dict[str, Any]:
    """What a bridge says of itself; raises Unwelcome."""
    try:
        given = json.loads(body)
    except ValueError as error:
        raise Unwelcome(400, "This is no JSON.") from error
    if not isinstance(given, dict) or not given.keys() >= HELLO or not isinstance(given["variables"], dict):
        raise Unwelcome(400, f"A bridge says {', '.join(sorted(HELLO))}.")
    return given


async def _write(send: Send, said: Mapping[str, Any]) -> None:
    line = json.dumps(said).encode() + b"\n"
    await send({"type": "http.response.body", "body": line, "more_body": True})
