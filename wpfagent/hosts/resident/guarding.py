"""Who may speak to the host: whoever shows its token, from this machine, and no page in a browser."""

from __future__ import annotations

import asyncio
import hmac

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope

LARGEST = 20_000_000
"""Bytes of a body."""
BODY_S = 10.0
"""So long a body may take to arrive."""


class Unwelcome(Exception):
    """A request that is refused.

    Args:
        status: of HTTP.
        why: in one sentence.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why

    @property
    def response(self) -> JSONResponse:
        """What is answered; the connection ends with it, whatever else was sent."""
        return JSONResponse({"error": self.why}, status_code=self.status, headers={"connection": "close"})


def check(scope: Scope, token: str, port: int) -> None:
    """Refuse a request that shows no token, names another host or comes from a page; raises Unwelcome."""
    headers = Headers(scope=scope)
    if headers.get("host") not in (f"127.0.0.1:{port}", f"localhost:{port}"):
        raise Unwelcome(421, "This is no host of that name.")
    if "origin" in headers:
        raise Unwelcome(403, "Pages in a browser have no business here.")
    given = headers.get("authorization", "")
    if not hmac.compare_digest(given.encode(errors="replace"), f"Bearer {token}".encode()):
        raise Unwelcome(401, "The token is missing or wrong.")


async def body_of(scope: Scope, receive: Receive) -> bytes:
    """Return a request's body; raises Unwelcome where it is too large, comes too slowly, or never ends."""
    declared = Headers(scope=scope).get("content-length", "")
    if declared.isdigit() and int(declared) > LARGEST:
        raise Unwelcome(413, f"{LARGEST} bytes are the most.")
    parts: list[bytes] = []
    size, more = 0, True
    try:
        async with asyncio.timeout(BODY_S):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise Unwelcome(400, "The request was not finished.")
                parts.append(message.get("body", b""))
                size, more = size + len(parts[-1]), message.get("more_body", False)
                if size > LARGEST:
                    raise Unwelcome(413, f"{LARGEST} bytes are the most.")
    except TimeoutError as error:
        raise Unwelcome(408, f"The body did not come within {BODY_S:g} s.") from error
    return b"".join(parts)


def with_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that brings a body that was read already, and then what else comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
