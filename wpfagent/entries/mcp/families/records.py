"""Tickets: what was found wrong so far, as lists and in full."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.actions.base import NoArgs
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.files import read_object
from wpfagent.core.selector import nearest
from wpfagent.core.shapes import key
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.replies import AS_DATA, Answer
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.screen import short
from wpfagent.entries.mcp.tools import Calling, tool_of

_TEXT = {"type": "string"}


@dataclass(frozen=True, slots=True)
class GetParams:
    """What get_ticket takes."""

    ticket_id: str = key(doc="its id, or the last four characters")


async def _list(calling: Calling) -> Answer:
    found = await calling.connection.aside(lambda: resources.tickets(calling.connection.options))
    lines = [f"{t['ticket_id']} {t.get('oracle', '')} {short(t.get('title', ''))} x{t.get('count', 1)}" for t in found]
    return Answer("\n".join([AS_DATA, *lines]) if lines else "No tickets.", {"tickets": found})


async def _get(calling: Calling) -> Answer:
    asked: GetParams = calling.params
    wanted = asked.ticket_id
    return await calling.connection.aside(lambda: _ticket(calling, wanted))


def _ticket(calling: Calling, wanted: str) -> Answer:
    options = calling.connection.options
    found = resources.tickets(options)
    ids = [t["ticket_id"] for t in found]
    ticket = next((t for t in found if t["ticket_id"] == wanted or t["ticket_id"].endswith(f"-{wanted}")), None)
    if ticket is None:
        near = nearest(wanted, ids) or ids[:5]
        raise InvalidArgument(
            f"There is no ticket {wanted!r}.", hint=f"Nearest: {', '.join(near) or 'there are none'}."
        )
    uri = f"{resources.SCHEME}tickets/{ticket['session_id']}/{ticket['ticket_id']}"
    text = resources.read(f"{uri}/ticket.md", options).data.decode(errors="replace")
    facts: dict[str, Any] = read_object(Path(ticket["folder"]) / "ticket.json")
    return Answer(f"{AS_DATA}\n{text}", {"ticket": facts, "folder": ticket["folder"], "uri": uri})


LIST = tool_of(
    "list_tickets",
    "List the failures that were found, newest first.",
    "read",
    NoArgs,
    reply_schema(tickets={"type": "array", "items": {"type": "object"}}),
    _list,
    "tests",
)
GET = tool_of(
    "get_ticket",
    "Read one ticket: steps, expected, actual, evidence.",
    "read",
    GetParams,
    reply_schema(ticket={"type": "object"}, folder=_TEXT, uri=_TEXT),
    _get,
    "tests",
)
TOOLS = (LIST, GET)
