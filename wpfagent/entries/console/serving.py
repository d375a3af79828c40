"""The console from its start to its end: a port of this computer, a token, the servers' owner."""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from wpfagent.core.errors import StorageFailed
from wpfagent.entries.console.app import make_app
from wpfagent.entries.console.desk import Desk, Sources
from wpfagent.entries.console.guarding import Guarded
from wpfagent.entries.console.news import News
from wpfagent.runs.servers.owner import START_S, Owner
from wpfagent.runs.servers.store import Store

HOST = "127.0.0.1"
LEAVE_S = 2


@contextmanager
def console(store: Store, sources: Sources, *, port: int = 0, start_s: float = START_S) -> Iterator[str]:
    """Serve the console, and give its address; every server has ended when this is left.

    Args:
        store: the servers.
        sources: reads other clients' files.
        port: where; a free one when 0.
        start_s: how long a server's handshake may take.

    Raises:
        StorageFailed: the port is taken.
    """
    listening = _listening(port)
    port, token, news = listening.getsockname()[1], secrets.token_urlsafe(32), News()
    with Owner(store, caller="console", start_s=start_s) as owner:
        desk = Desk(owner, news, sources)
        desk.open()
        config = uvicorn.Config(
            Guarded(make_app(desk), token, port),
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=LEAVE_S,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{port}/#{token}"
        finally:
            news.close()
            server.should_exit = True
            thread.join()
            desk.close()


def _listening(port: int) -> socket.socket:
    made = socket.socket()
    try:
        made.bind((HOST, port))
    except OSError as error:
        made.close()
        raise StorageFailed(
            f"Port {port} cannot be used: {error.strerror or error}.", hint="Leave --port out."
        ) from error
    made.listen()
    return made
