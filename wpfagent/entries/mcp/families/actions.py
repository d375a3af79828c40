"""A tool for each action of the table, made by one function."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Action
from wpfagent.entries.mcp.connection import with_limit
from wpfagent.entries.mcp.replies import Answer, answer_of, is_short
from wpfagent.entries.mcp.schemas import input_schema, output_schema
from wpfagent.entries.mcp.tools import Calling, Tool, keep, room_for
from wpfagent.entries.mcp.wording import TOOLS
from wpfagent.gate.schema import Call, validate_request

PAGES = {"list_controls": ("controls", 400), "read_table": ("rows", 50)}
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
        TOOLS.get(action.name, action.summary),
        action.risk,
        _with_own_page(action, input_schema(action)),
        output_schema(action),
        run,
        _toolset(action),
    )


def _toolset(action: Action[Any]) -> str:
    if action.risk == "coordinates" or action.extended:
        return "coordinates"
    return "more" if action.rare else "default"


def _with_own_page(action: Action[Any], schema: dict[str, Any]) -> dict[str, Any]:
    if action.name in PAGES:
        schema["properties"]["limit"]["default"] = PAGES[action.name][1]
    return schema


async def perform(calling: Calling, args: Mapping[str, Any], name: str) -> Answer:
    """Perform an action and return its answer; a page that is too long is read again with fewer entries."""
    connection, structured = calling.connection, calling.connection.options.structured
    call = validate_request({"tool": name, "args": args})
    if name in PAGES and "limit" not in call.request.args:
        call = with_limit(call, PAGES[name][1])
    answer = await _answer(calling, call)
    if name not in PAGES:
        return answer
    if not is_short(answer, structured=structured):
        file = keep(answer, connection, name)
        room = room_for(answer, PAGES[name][0], structured=structured)
        fewer = await _answer(calling, with_limit(call, room))
        said = f"{fewer.text}\nall that was asked for is in {file['path']}"
        answer = replace(fewer, text=said, facts={**fewer.facts, "file": file})
    return _said_once(answer, calling, call) if name == "list_controls" else answer


def _said_once(answer: Answer, calling: Calling, call: Call) -> Answer:
    """Say of a screen that is as the model was shown it last that it is; one that asks for a format is shown again."""
    if "format" in call.request.args:
        return answer
    asked = {k: v for k, v in calling.args.items() if k not in ("timeout_ms",)}
    key = str(answer.facts.get("target", "")), json.dumps(asked, sort_keys=True, default=str)
    known, calling.connection.listed[key] = calling.connection.listed.get(key), answer.text
    if known != answer.text:
        return answer
    said = f"unchanged since you listed it last: {answer.facts['count']} controls, the same refs"
    return replace(answer, text=f'{said} (format: "tree" shows them again)')


async def _answer(calling: Calling, call: Call) -> Answer:
    reply, news = await calling.connection.perform(call)
    return answer_of(reply, call.request.args, news)
