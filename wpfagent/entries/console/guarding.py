"""Who is answered: this computer's own page, with the token; nobody else's page, no other host name, nothing large."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException

LARGEST_BODY = 256_000
BODY_S = 2.0
"""So long the rest of a refused request is waited for."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()), (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"), (b"cache-control", b"no-store"), (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"), (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip


class Guarded:
    """An ASGI application behind the checks.

    Args:
        app: what answers those who pass.
        token: what the page knows from the fragment of its address.
        port: where this is served.
    """

    def __init__(self, app: Any, token: str, port: int) -> None:
        self._app = app
        self._token = token
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or refuse."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no web sockets here: the connection is closed
        if (why := self._refusal(scope)) is not None:
            await _take_in(receive)
            await _refuse(send, *why)
            return
        taken = 0

        async def bounded() -> Any:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:
                raise HTTPException(413)
            return message

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        await self._app(scope, bounded, with_headers)

    def _refusal(self, scope: Any) -> tuple[int, str] | None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if _only(headers, b"host") not in self._hosts:
            return 403, "wrong_host"
        origins = _all(headers, b"origin")
        if any(origin not in {f"http://{host}" for host in self._hosts} for origin in origins):
            return 403, "wrong_origin"
        if any(site not in ("same-origin", "none") for site in _all(headers, b"sec-fetch-site")):
            return 403, "wrong_origin"
        if any(not size.isdecimal() or int(size) > LARGEST_BODY for size in _all(headers, b"content-length")):
            return 413, "too_large"
        if scope["path"].startswith("/api/"):
            given = (_only(headers, b"authorization") or "").encode()
            if not hmac.compare_digest(given, f"Bearer {self._token}".encode()):
                return 401, "no_token"
            is_json = (_only(headers, b"content-type") or "").split(";")[0] == "application/json"
            if scope["method"] not in ("GET", "DELETE") and not is_json:
                return 415, "no_json"
        return None


def _all(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _only(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """The value of a header that stands there once."""
    found = _all(headers, name)
    return found[0] if len(found) == 1 else None


async def _take_in(receive: Any) -> None:
    """Read what belongs to a refused request: whoever still sends would see a broken connection, and no answer."""
    taken, more = 0, True
    with suppress(TimeoutError):
        async with asyncio.timeout(BODY_S):
            while more and taken <= LARGEST_BODY:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)


async def _refuse(send: Any, status: int, code: str) -> None:
    body = json.dumps({"error": {"code": code, "message": code, "hint": "", "details": {}}}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
