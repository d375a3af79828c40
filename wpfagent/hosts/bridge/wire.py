"""HTTP to the host: one connection for each message under way, kept for the next, and what comes back on it."""

from __future__ import annotations

import http.client
import json
import select
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from wpfagent.hosts.state import HostState

NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""By method, the parameter that the protocol wants in a header as well."""
SESSION = "mcp-session-id"
VERSION = "mcp-protocol-version"
ORDER = "wpf-agent-order"
SLOW_S = 24 * 3_600.0
"""A call may take as long as it wants: its own timeouts end it."""


class Wire:
    """The connections to one host.

    Args:
        host: where it is.
    """

    def __init__(self, host: HostState) -> None:
        self._host = host
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def connected(self) -> http.client.HTTPConnection:
        """Return a connection that nobody uses. Raises OSError where the host is not to be reached."""
        while (kept := self._kept()) is not None:
            if not _has_ended(kept):
                return kept
            kept.close()
        connection = http.client.HTTPConnection("127.0.0.1", self._host.port, timeout=SLOW_S)
        connection.connect()
        return connection

    def _kept(self) -> http.client.HTTPConnection | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def rest(self, connection: http.client.HTTPConnection) -> None:
        """Keep a connection for the next message."""
        with self._lock:
            self._idle.append(connection)

    def send(
        self, connection: http.client.HTTPConnection, path: str, said: Any, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send a POST. Raises OSError."""
        body = json.dumps(said, ensure_ascii=True, separators=(",", ":")).encode()
        connection.request(
            "POST",
            path,
            body,
            {
                "authorization": f"Bearer {self._host.token}",
                "content-type": "application/json",
                "accept": "application/json, text/event-stream",
                **(headers or {}),
            },
        )


def _has_ended(connection: http.client.HTTPConnection) -> bool:
    """Whether the other end of a connection that rests is gone: then something, its end, can be read."""
    return connection.sock is None or bool(select.select([connection.sock], [], [], 0)[0])


def headers_of(message: Mapping[str, Any], version: str, session: str) -> dict[str, str]:
    """Return the headers that the protocol wants beside a message.

    Args:
        message: the message.
        version: of the protocol, where it is known.
        session: the protocol's own session; "" where there is none.
    """
    headers = {VERSION: version} if version else {}
    if session:
        return headers | {SESSION: session}
    method = message.get("method")
    if not isinstance(method, str):
        return headers
    headers["mcp-method"] = _safe(method)
    params = message.get("params")
    name = params.get(NAMED_BY.get(method, "")) if isinstance(params, dict) else None
    return headers | ({"mcp-name": _safe(name)} if isinstance(name, str) else {})


def _safe(value: str) -> str:
    """A header's value as the protocol encodes what no header may hold."""
    if value.isascii() and value.isprintable() and value == value.strip() and not value.startswith("=?base64?"):
        return value
    import base64

    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="


def messages_in(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield the messages that a response brings: one, or those of its stream of events. Raises OSError."""
    if response.headers.get_content_type() != "text/event-stream":
        if body := response.read():
            yield body
        return
    while line := response.readline():
        if line.startswith(b"data:") and (data := line[5:].strip()):
            yield data
