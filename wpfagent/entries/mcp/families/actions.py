"""A tool for each action of the table, made by one function."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Action
from wpfagent.entries.mcp.connection import with_limit
from wpfagent.entries.mcp.replies import Answer, answer_of, is_short
from wpfagent.entries.mcp.schemas import input_schema, output_schema
from wpfagent.entries.mcp.tools import Calling, Tool, keep, room_for
from wpfagent.gate.schema import Call, validate_request

MORE = frozenset({"hover", "drag", "context_menu", "scroll_into_view"})
"""Actions that are rarely needed: of the toolset `more`."""
PAGES = {"list_controls": ("controls", 100), "read_table": ("rows", 50)}
"""What comes in pages: the list of the reply, and how many entries one has by default here."""


def tools() -> list[Tool]:
    """Return a tool for each action."""
    return [make_tool(action) for action in ACTIONS.values()]


def make_tool(action: Action[Any]) -> Tool:
    """Return the tool of an action."""

    async def run(calling: Calling) -> Answer:
        return await perform(calling, calling.args, action.name)

    return Tool(
        action.name,
        action.summary,
        action.risk,
        _with_own_page(action, input_schema(action)),
        output_schema(action),
        run,
        "coordinates" if action.risk == "coordinates" else "more" if action.name in MORE else "default",
    )


def _with_own_page(action: Action[Any], schema: dict[str, Any]) -> dict[str, Any]:
    if action.name in PAGES:
        schema["properties"]["limit"]["default"] = PAGES[action.name][1]
    return schema


async def perform(calling: Calling, args: Any, name: str) -> Answer:
    """Perform an action and return its answer; a page that is too long is read again with fewer entries."""
    connection = calling.connection
    call = validate_request({"tool": name, "args": dict(args)})
    if name in PAGES and "limit" not in call.request.args:
        call = with_limit(call, PAGES[name][1])
    answer = await _answer(calling, call)
    if name not in PAGES or is_short(answer):
        return answer
    file = keep(answer, connection, name)
    fewer = await _answer(calling, with_limit(call, room_for(answer, PAGES[name][0])))
    said = f"{fewer.text}\nall that was asked for is in {file['path']}"
    return replace(fewer, text=said, facts={**fewer.facts, "file": file})


async def _answer(calling: Calling, call: Call) -> Answer:
    return answer_of(await calling.connection.perform(call), call.request.args)
