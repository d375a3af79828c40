"""Answers that a bridge gives for itself: what could not be read, what could not be handed on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.hosts.bridge.opening import VERSION_KEY

INTERNAL_ERROR = -32603


def encoded(message: Mapping[str, Any]) -> bytes:
    """Return a message as it goes to the client."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode()


def error_of(message: Mapping[str, Any], error: WpfAgentError) -> bytes | None:
    """Return the answer to a request that failed on the way: of a tool, a result that its model reads."""
    if "method" not in message or message.get("id") is None:
        return None
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] != "tools/call":
        return encoded(answer | {"error": {"code": INTERNAL_ERROR, "message": str(error), "data": error.to_dict()}})
    text = "\n".join(part for part in (f"{error.code}: {error.message}", error.hint) if part)
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}], "isError": True}
    params = message.get("params")
    if isinstance(params, dict) and VERSION_KEY in (params.get("_meta") or {}):
        result["resultType"] = "complete"
    return encoded(answer | {"result": result})


def named(said: bytes, number: Any) -> bytes:
    """Return what HTTP refused as the answer to the request that it refused; empty for what was no request."""
    if number is None:
        return b""
    try:
        read = json.loads(said)
    except ValueError:
        read = {}
    problem = read.get("error") if isinstance(read, dict) else None
    if not isinstance(problem, dict):
        problem = {"code": INTERNAL_ERROR, "message": str(problem or said.decode(errors="replace")[:200])}
    return encoded({"jsonrpc": "2.0", "id": number, "error": problem})
