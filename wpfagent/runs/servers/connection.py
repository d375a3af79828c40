"""One server's connection, from its start to its end, and what is asked over it meanwhile."""

from __future__ import annotations

import json
import math
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation

from wpfagent import __version__
from wpfagent.core.errors import NotReached, TimedOut
from wpfagent.core.model import iso_time
from wpfagent.runs.servers import telling
from wpfagent.runs.servers.guard import Guard
from wpfagent.runs.servers.logs import Log
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import STEPS, Outcome, ResourceInfo, State, Status, Step, StepName, ToolInfo
from wpfagent.runs.servers.transport import Process

T = TypeVar("T")
LIST_S = 30.0
HTTP_S = 30.0
MOST_PAGES = 50
MOST_LISTED = 1_000
LONGEST_RESULT = 200_000
"""Characters of a result that are kept at all."""
LOGGED = 200
"""Characters of a result that stand in the log."""


class ServerNotConnected(NotReached):
    """The server is not connected: there is nobody to ask."""

    code = "server_not_connected"


class ServerFailed(NotReached):
    """The server was asked and did not answer as it should."""

    code = "server_failed"
    default_hint = "Try again; `wpf-agent servers logs` shows what it said."


class Connection:
    """Starts a server, holds the connection, ends it. All of it runs in one event loop.

    Args:
        server: what is started.
        log: where it is told.
        guard: ends its process when this one is killed.
        start_s: how long the handshake may take.
        on_state: is notified of each state.
    """

    def __init__(
        self, server: Server, log: Log, guard: Guard, *, start_s: float, on_state: Callable[[State], None]
    ) -> None:
        self.server = server
        self.state = State(server.name)
        self.settled = anyio.Event()
        """It is connected, or will not be."""
        self.over = anyio.Event()
        self._log = log
        self._guard = guard
        self._start_s = start_s
        self._on_state = on_state
        self._client: Client | None = None
        self._process: Process | None = None
        self._scope = anyio.CancelScope()
        self._stopping = False
        self._began = 0.0

    # -- the life ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Start, stay until told to stop or until the server ends, and leave nothing behind."""
        self._show("starting", error="", hint="", steps=tuple(Step(name) for name in STEPS))
        self._log.write("info", "START", self.server.shown_command)
        failed: BaseException | None = None
        try:
            with self._scope:
                self._scope.deadline = anyio.current_time() + self._start_s
                await self._live()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - a server that fails ends itself alone
            failed = _cause(error)
        self._client = None
        if self._stopping:
            self._log.write("info", "START", "stopped")
            forced = self._process is not None and self._process.was_forced
            self._show("stopped", error=telling.FORCED if forced else "")
        else:
            self._fail(failed)
        self.settled.set()
        self.over.set()

    def stop(self) -> None:
        """Let it end; `over` says when it has."""
        self._stopping = True
        if not self.over.is_set():
            self._show("stopping")
            self._scope.cancel()

    async def _live(self) -> None:
        self._began = time.monotonic()
        async with self._transport() as transport:
            client = Client(transport, client_info=Implementation(name="wpf-agent", version=__version__), cache=None)
            async with client:
                who = client.server_info
                version = f"{who.name} {who.version}" if who is not None else ""
                self._done("handshake", telling.speaks(version, client.protocol_version))
                self._client = client
                tools = await self.tools()
                self._done("tools", telling.tools(len(tools)))
                self._scope.deadline = math.inf
                self._log.write("info", "MCP", f"connected: {version}, {len(tools)} tools")
                self._show("connected", tools=len(tools), version=version)
                self.settled.set()
                await (self._process.ended.wait() if self._process is not None else anyio.sleep_forever())

    @asynccontextmanager
    async def _transport(self) -> Any:
        """Give what the SDK's client speaks over: a process, or an address."""
        server = self.server
        if server.url:
            self._done("command", telling.ADDRESS)
            async with httpx2.AsyncClient(
                headers=dict(server.headers), timeout=httpx2.Timeout(HTTP_S, read=300.0)
            ) as http:
                self._done("start", server.shown_url)
                yield streamable_http_client(server.url, http_client=http)
            return
        found = server.find_command()
        if found is None:
            raise FileNotFoundError(server.command)
        self._done("command", found)
        self._process = Process(found, server.args, server.env, server.cwd, self._log, self._guard)
        async with self._process.streams() as streams:
            self._done("start", telling.process(self._process.pid))
            self._show("starting", pid=self._process.pid)
            yield _given(streams)

    # -- what is told -------------------------------------------------------------------------------------------------

    def _done(self, name: StepName, seen: str, *, ok: bool = True) -> None:
        ms = round((time.monotonic() - self._began) * 1000)
        self._show(
            self.state.status, steps=tuple(Step(name, ok, seen, ms) if s.name == name else s for s in self.state.steps)
        )

    def _show(self, status: Status, **facts: Any) -> None:
        since = iso_time() if status != self.state.status else self.state.since
        process = self._process
        if process is not None:
            facts |= {"exit_code": process.exit_code, "stderr": tuple(process.stderr.tail)}
        if status in ("stopped", "error"):
            facts |= {"pid": None, "tools": None}
        self.state = replace(self.state, status=status, since=since, **facts)
        self._on_state(self.state)

    def _fail(self, error: BaseException | None) -> None:
        """Say at which step it failed, and why."""
        code = self._process.exit_code if self._process is not None else None
        step = next((s for s in self.state.steps if s.ok is None), None)
        told, hint = self._why(error, code, step)
        if step is not None:
            self._done(step.name, told, ok=False)
        self._log.write("error", "START", told if code is None else f"{told} (exit code {code})")
        if error is not None:
            self._log.write("error", "MCP", "".join(traceback.format_exception_only(error)))
        self._show("error", error=told, hint=hint)

    def _why(self, error: BaseException | None, code: int | None, step: Step | None) -> tuple[str, str]:
        if code is not None and (error is not None or step is None):
            return telling.exited(code)
        if isinstance(error, FileNotFoundError) and step is not None and step.name == "command":
            return telling.not_found(self.server.command)
        if isinstance(error, OSError):
            return telling.not_started(error)
        if error is not None:
            return telling.no_server(error)
        return telling.ENDED if step is None else telling.too_late(self._start_s)

    # -- what is asked ------------------------------------------------------------------------------------------------

    async def tools(self) -> list[ToolInfo]:
        """Return its tools. Raises ServerNotConnected, ServerFailed, TimedOut."""
        client = self._connected()
        if client.server_capabilities.tools is None:
            return []
        found = await self._pages(client.list_tools, "tools")
        return [ToolInfo(t.name, t.description or "", t.input_schema) for t in found]

    async def resources(self) -> list[ResourceInfo]:
        """Return its resources. Raises ServerNotConnected, ServerFailed, TimedOut."""
        client = self._connected()
        if client.server_capabilities.resources is None:
            return []
        found = await self._pages(client.list_resources, "resources")
        return [ResourceInfo(str(r.uri), r.name, r.description or "", r.mime_type or "") for r in found]

    async def read(self, uri: str) -> Outcome:
        """Return what a resource holds. Raises ServerNotConnected, ServerFailed, TimedOut."""
        client, began = self._connected(), time.monotonic()
        read = await self._ask("resources/read", client.read_resource(uri))
        texts = [getattr(c, "text", None) or f"[{c.mime_type}, {len(getattr(c, 'blob', ''))} characters of base64]"
                 for c in read.contents]  # fmt: skip
        return Outcome(True, "\n".join(texts)[:LONGEST_RESULT], _ms(began))

    async def call(self, tool: str, arguments: dict[str, Any], timeout_s: float) -> Outcome:
        """Call a tool; a tool that fails is an outcome, too. Raises ServerNotConnected."""
        client, began = self._connected(), time.monotonic()
        self._log.write("info", "TOOLS", f"call {tool} {json.dumps(arguments, ensure_ascii=False)}")
        try:
            with anyio.fail_after(timeout_s):
                result = await client.call_tool(tool, arguments)
        except TimeoutError:
            made = Outcome(False, f"It did not answer within {timeout_s:g} s.", _ms(began))
        except Exception as error:  # noqa: BLE001 - whatever a server makes of a call is what the call came to
            cause = _cause(error)
            trace = "".join(traceback.format_exception(cause))[-4_000:]
            made = Outcome(False, f"{type(cause).__name__}: {cause}", _ms(began), trace)
        else:
            pictures = tuple((c.mime_type, c.data) for c in result.content if c.type == "image")
            text = "\n".join(_texts(result))[:LONGEST_RESULT]
            made = Outcome(not result.is_error, text, _ms(began), pictures=pictures)
        level, ended = ("info", "done") if made.ok else ("error", "failed")
        self._log.write(level, "TOOLS", f"{tool} {ended} in {made.ms} ms: {made.text[:LOGGED]}")  # type: ignore[arg-type]
        if made.trace:
            self._log.write("error", "TOOLS", made.trace)
        return made

    def _connected(self) -> Client:
        if self._client is None:
            raise ServerNotConnected(
                f"{self.server.name} is not connected: it is {self.state.title}.",
                hint=f"Enable it first: `wpf-agent servers enable {self.server.name!r}`.",
            )
        return self._client

    async def _ask(self, what: str, answer: Awaitable[T]) -> T:
        """Wait for an answer. Raises TimedOut, ServerFailed."""
        try:
            with anyio.fail_after(LIST_S):
                return await answer
        except TimeoutError as error:
            raise TimedOut(
                f"{self.server.name} did not answer {what} within {LIST_S:g} s.", hint="Try again."
            ) from error
        except Exception as error:
            cause = _cause(error)
            self._log.write("error", "MCP", f"{what}: {cause}")
            raise ServerFailed(f"{self.server.name} did not answer {what}: {cause}") from error

    async def _pages(self, ask: Callable[..., Awaitable[Any]], what: str) -> list[Any]:
        found: list[Any] = []
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = await self._ask(f"{what}/list", ask(cursor=cursor))
            found += getattr(page, what)
            cursor = page.next_cursor
            if not cursor or len(found) >= MOST_LISTED:
                break
        return found[:MOST_LISTED]


@asynccontextmanager
async def _given(streams: Any) -> Any:
    """Streams that are open already, as the SDK's client takes a transport."""
    yield streams


def _texts(result: Any) -> Iterator[str]:
    """What a result says, as text."""
    for content in result.content:
        if content.type == "text":
            yield content.text
        elif content.type in ("image", "audio"):
            yield f"[{content.type} {content.mime_type}]"
        elif content.type == "resource":
            yield getattr(content.resource, "text", None) or f"[{content.resource.uri}]"
        else:
            yield f"[{content.type} {getattr(content, 'uri', '')}]"
    if not result.content and result.structured_content is not None:
        yield json.dumps(result.structured_content, ensure_ascii=False)


def _cause(error: BaseException) -> BaseException:
    """The first error of a group."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
