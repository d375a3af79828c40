"""Running the host until nobody needs it: one for a user, a logon session and an integrity level."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shutil
import socket
import sys
import time
from typing import Any

from filelock import FileLock, Timeout
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import Server

from wpfagent import __version__
from wpfagent.hosts import processes, state
from wpfagent.hosts.resident.app import HostApp
from wpfagent.hosts.resident.launching import files_folder
from wpfagent.hosts.state import HostState

LOOK_S = 0.25
"""How often it looks whether it is still needed."""
KEPT_S = 24 * 3_600
"""So long a bridge's connection may rest: the host never closes one that a call may just be sent through."""


class SendsAtOnce(H11Protocol):
    """HTTP that sends what is ready at once.

    Windows' part of asyncio leaves Nagle's algorithm on in the connections that it accepts. The body of an answer would
    wait until the other end acknowledges its head, which takes it 40 ms and more.
    """

    def connection_made(self, transport: Any) -> None:
        """Take over a connection."""
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)


def run(idle_s: float) -> int:
    """Be the host; return at once where there is one already. Does not return otherwise: the process ends.

    Args:
        idle_s: how long to stay after the last bridge has left.
    """
    folder = state.make_folder()
    lock = FileLock(folder / f"{processes.desktop_of_user()}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        sys.stderr.write("There is a host already.\n")
        return 0
    shutil.rmtree(files_folder(), ignore_errors=True)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    try:
        asyncio.run(_serve(idle_s))
    finally:
        state.take_away(os.getpid())
    sys.stderr.flush()
    # Threads that wait for a program that hangs have no say in the end; the lock goes with the process.
    os._exit(0)


async def _serve(idle_s: float) -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.bind(("127.0.0.1", 0))
    pid = os.getpid()
    here = HostState(
        pid, processes.started(pid) or 0.0, listening.getsockname()[1], secrets.token_urlsafe(32), __version__,
        sys.executable,
    )  # fmt: skip
    leaving = asyncio.Event()
    app = HostApp(here, leaving.set)
    server = Server(
        Config(
            app, http=SendsAtOnce, ws="none", log_level="warning", lifespan="off", access_log=False,
            timeout_keep_alive=KEPT_S, timeout_graceful_shutdown=2, limit_concurrency=None,
        )
    )  # fmt: skip
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.005)
    state.write(here)
    await _until_unneeded(app, leaving, serving, idle_s)
    state.take_away(pid)
    await asyncio.to_thread(app.house.launching.agents.close)
    app.leave()
    server.should_exit = True
    await serving


async def _until_unneeded(app: HostApp, leaving: asyncio.Event, serving: asyncio.Task[None], idle_s: float) -> None:
    """Wait until the host is stopped, or has been without a bridge for so long."""
    while not leaving.is_set() and not serving.done():
        if not app.house.sessions and time.monotonic() - app.house.empty_since > idle_s:
            return
        try:
            await asyncio.wait_for(leaving.wait(), LOOK_S)
        except TimeoutError:
            continue
