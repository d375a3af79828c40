"""What a client sends, read within the bounds of every JSON from outside; what is beyond them is answered, never lost.

The SDK's own reader drops a line that it cannot parse: a byte order mark, half of an emoji, a number too long for it.
The caller would wait for ever. Such a line is read once more, and refused under its own id where it is no JSON.
"""

from __future__ import annotations

import json
from typing import Any

from anyio import EndOfStream
from mcp.shared.message import SessionMessage
from mcp_types import PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from wpfagent.core.json_text import parse_json
from wpfagent.entries.mcp.unreadable import id_of


class Incoming:
    """A stream of messages whose unreadable lines were read again or answered.

    Args:
        messages: what the SDK's transport reads, with an error in the place of each line that it could not parse.
        answers: where an error response goes.
    """

    def __init__(self, messages: Any, answers: Any) -> None:
        self._messages, self._answers = messages, answers

    @property
    def last_context(self) -> Any:
        """The context of whoever sent the last message."""
        return self._messages.last_context

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message. Raises EndOfStream."""
        while True:
            item: SessionMessage | Exception = await self._messages.receive()
            line = unread(item)
            if not line.strip():
                return item
            read = read_again(line)
            if not isinstance(read.message, JSONRPCError):
                return read
            await self._answers.send(read)

    async def aclose(self) -> None:
        """Close it."""
        await self._messages.aclose()

    def __aiter__(self) -> Incoming:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Incoming:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def unread(item: SessionMessage | Exception) -> str:
    """Return the line that could not be parsed as JSON; '' for everything else."""
    errors = item.errors() if isinstance(item, ValidationError) else []
    given = next((e["input"] for e in errors if e["type"] == "json_invalid"), "")
    return given if isinstance(given, str) else ""


def read_again(line: str) -> SessionMessage:
    """Return the message of a line, read within our own bounds; an error response where there is none."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_python(parse_json(line), by_name=False))
    except (json.JSONDecodeError, ValidationError) as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else "it is no JSON-RPC message"
        told = ErrorData(code=PARSE_ERROR, message=f"This line cannot be read: {why}.")
        return SessionMessage(JSONRPCError(jsonrpc="2.0", id=id_of(line), error=told))
