"""A server's process and the lines between it and the client.

The SDK's own `stdio_client` says neither the exit code nor when the process ended, and hands stderr to a file only;
what it knows of trees of processes (jobs on Windows, groups elsewhere) is used here.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TextIO

import anyio
from anyio.streams.text import TextReceiveStream
from mcp.client.stdio import get_default_environment
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.os.win32.utilities import close_process_job, create_windows_process, terminate_windows_process_tree
from mcp.shared.message import SessionMessage
from mcp.types import jsonrpc_message_adapter

from wpfagent.runs.servers.guard import Guard
from wpfagent.runs.servers.logs import Log, Stderr

GRACE_S = 5.0
"""How long a server may take to end when its stdin closes; then it is ended."""
KILL_S = 2.0
"""How long it may take then: on POSIX first by a kind signal."""
POLL_S = 0.05
LONGEST_MESSAGE = 20_000_000
"""Characters of one message."""
BROKEN = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)


@dataclass
class Process:
    """A process of a server, from its start to its end.

    Args:
        command: the program, with its path.
        args: its arguments.
        env: its environment beside the few variables that every server gets.
        cwd: its folder; the current one when empty.
        log: where its stderr goes.
        guard: ends it when this process is killed.
    """

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    log: Log
    guard: Guard
    stderr: Stderr = field(init=False)
    pid: int | None = None
    exit_code: int | None = None
    was_forced: bool = False
    ended: anyio.Event = field(init=False)

    def __post_init__(self) -> None:
        self.stderr = Stderr(self.log)
        self.ended = anyio.Event()

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[Any]:
        """Start it, and give the streams of messages; it has ended when this is left.

        Raises:
            OSError: it cannot be started.
        """
        process, reader = await self._start()
        self.pid = process.pid
        self.guard.watch(process.pid)
        to_client, received = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        sent, from_client = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._read, process, to_client)
                tasks.start_soon(self._write, process, from_client)
                tasks.start_soon(self._watch, process)
                try:
                    yield received, sent
                finally:
                    with anyio.CancelScope(shield=True):
                        received.close()
                        sent.close()
                        await self._end(process)
                    tasks.cancel_scope.cancel()
        finally:
            for stream in (to_client, received, sent, from_client):
                stream.close()
            self.guard.forget(process.pid)
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(reader.join, KILL_S)

    async def _start(self) -> tuple[Any, threading.Thread]:
        reading, writing = os.pipe()
        try:
            with os.fdopen(writing, "w") as errors:
                process = await self._spawn(errors)
        except BaseException:
            os.close(reading)
            raise
        reader = threading.Thread(target=self.stderr.read_from, args=(reading,), daemon=True)
        reader.start()
        return process, reader

    async def _spawn(self, errors: TextIO) -> Any:
        env = get_default_environment() | dict(self.env)
        cwd = self.cwd or None
        if sys.platform == "win32":
            return await create_windows_process(self.command, list(self.args), env, errors, cwd)
        return await anyio.open_process(
            [self.command, *self.args], env=env, cwd=cwd, stderr=errors, stdin=subprocess.PIPE, start_new_session=True
        )

    # -- lines ------------------------------------------------------------------------------------------------------

    async def _read(self, process: Any, to_client: Any) -> None:
        """Hand on each line as a message; what is none is said in the log. Ends the client's stream with the pipe."""
        pipe = TextReceiveStream(process.stdout, errors="replace")
        begun = ""
        async with to_client:
            try:
                async for block in pipe:
                    *lines, begun = (begun + block).split("\n")
                    for line in lines:
                        await self._hand_on(line, to_client)
                    if len(begun) > LONGEST_MESSAGE:
                        self.log.write("error", "MCP", "A message is longer than any may be; the connection ends.")
                        return
            except BROKEN:
                pass
            await anyio.lowlevel.checkpoint()

    async def _hand_on(self, line: str, to_client: Any) -> None:
        if not line.strip():
            return
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            self.log.write("warning", "MCP", f"No message of the protocol on stdout: {line[:200]}")
            return
        await to_client.send(SessionMessage(message))

    async def _write(self, process: Any, from_client: Any) -> None:
        try:
            async with from_client:
                async for sent in from_client:
                    text = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await process.stdin.send(f"{text}\n".encode())
        except BROKEN:
            pass  # it has ended, or is about to: the reading side says so

    # -- the end ----------------------------------------------------------------------------------------------------

    async def _watch(self, process: Any) -> None:
        """Notice that it ends by itself."""
        if await _exits(process, math.inf):
            self.exit_code = process.returncode
            self.ended.set()

    async def _end(self, process: Any) -> None:
        """Close its stdin; then end what is left of it and of what it started."""
        async with anyio.create_task_group() as draining:
            draining.start_soon(_drain, process.stdout)
            await _close(process.stdin)
            if not await _exits(process, GRACE_S):
                self.was_forced = True
                self.log.write("warning", "START", f"It did not end within {GRACE_S:g} s: it is ended by force.")
            if sys.platform == "win32":
                await terminate_windows_process_tree(process)
            else:
                await terminate_posix_process_tree(process, KILL_S)
            await _exits(process, KILL_S)
            draining.cancel_scope.cancel()
        if not self.was_forced:
            self.exit_code = process.returncode
        close_process_job(process)
        await _close(process.stdout)


async def _exits(process: Any, seconds: float) -> bool:
    """Whether it ends in this time. Its own wait would also wait for pipes that a child of it may hold."""
    end = anyio.current_time() + seconds
    while process.returncode is None:
        if anyio.current_time() >= end:
            return False
        await anyio.sleep(POLL_S)
    return True


async def _drain(pipe: Any) -> None:
    """Read on: a server that cannot write does not end."""
    while True:
        try:
            await pipe.receive()
        except anyio.BusyResourceError:
            await anyio.sleep(POLL_S)  # the reading of messages has not ended yet
        except BROKEN:
            return


async def _close(pipe: Any) -> None:
    try:
        await pipe.aclose()
    except BROKEN:
        pass  # it was closed from the other side
