"""What the server answers to the messages by which a client opens, recorded from the server itself, for bridges.

The messages of each version of the protocol go through the very server that `mcp serve` is; what it answers is kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build
from wpfagent.entries.mcp.serving import unable
from wpfagent.hosts.bridge.opening import CAPABILITIES_KEY, CLIENT_KEY, VERSION_KEY, digest_of

LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
CLIENT = {"name": "wpf-agent", "version": "1"}
Asked: TypeAlias = list[tuple[str, Mapping[str, Any]]]
UNKNOWN = "1999-01-01"
"""A version that nobody speaks: its answer says which one is taken instead."""


def opening_of(options: ServeOptions) -> dict[str, Any]:
    """Return the answers to what a client opens with, by version of the protocol and method, and their digest."""
    return anyio.run(_recorded, options)


async def _recorded(options: ServeOptions) -> dict[str, Any]:
    answers: dict[str, dict[str, Any]] = {}
    for version in (*HANDSHAKE_PROTOCOL_VERSIONS, UNKNOWN):
        opens = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
        asked: Asked = [("initialize", opens), ("ping", {}), *((method, {}) for method in LISTS)]
        answers["" if version == UNKNOWN else version] = await _answers(options, asked)
    for version in MODERN_PROTOCOL_VERSIONS:
        meta: dict[str, Any] = {"_meta": {VERSION_KEY: version, CAPABILITIES_KEY: {}, CLIENT_KEY: CLIENT}}
        asked = [("server/discover", meta), *((method, meta) for method in LISTS)]
        asked.append(("subscriptions/listen", {**meta, "notifications": {}}))
        answers[version] = await _answers(options, asked)
    return {"digest": digest_of(answers), "answers": answers}


async def _answers(options: ServeOptions, asked: Asked) -> dict[str, Any]:
    """What a server says to a client that sends these requests, by their methods."""
    try:
        server = build(options)
    except InvalidArgument as error:
        server = build(unable(error))
    found: dict[str, Any] = {}
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](8)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](8)
    async with anyio.create_task_group() as tasks, to_server, from_server:
        tasks.start_soon(server.run, incoming, outgoing, server.create_initialization_options())
        for number, (method, params) in enumerate(asked):
            await to_server.send(_message({"id": number, "method": method, "params": params}))
            said = (await from_server.receive()).message.model_dump_json(by_alias=True, exclude_unset=True)
            found[method] = {k: v for k, v in json.loads(said).items() if k in ("result", "error")}
            if method == "initialize":
                await to_server.send(_message({"method": "notifications/initialized"}))
        tasks.cancel_scope.cancel()
    return found


def _message(said: Mapping[str, Any]) -> SessionMessage:
    return SessionMessage(jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0", **said}, by_name=False))
