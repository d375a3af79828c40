"""The enabled servers' tools for a model: named by server and tool, called after a person agreed to each once.

The consent is bound to the server, the tool and its schema: a tool that changes its schema is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.runs.goal.model import Tool
from wpfagent.runs.goal.others import Called
from wpfagent.runs.servers.owner import Owner
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import ToolInfo
from wpfagent.runs.servers.store import Store

READ_RESOURCE = "read_resource"
MOST_RESOURCES = 100
LONGEST_DESCRIPTION = 1_000
LONGEST_NAME = 64
"""What the models' APIs take for the name of a tool: letters, digits, `_` and `-`."""
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
Agree = Callable[[Server, ToolInfo, Mapping[str, Any]], bool]
"""Asks a person whether a model may call this tool; the arguments of the first call are shown."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool under the name that a model calls."""

    server: Server
    tool: ToolInfo
    is_resource: bool = False


class ServerTools:
    """The tools of connected servers.

    Args:
        owner: holds the connections.
        servers: those that are connected.
        agree: asks a person.
    """

    def __init__(self, owner: Owner, servers: Sequence[Server], agree: Agree) -> None:
        self._owner = owner
        self._agree = agree
        self._offered: dict[str, Offered] = {}
        for server in servers:
            for one in _of(owner, server):
                self._offered[_free(f"{server.name}__{one.tool.name}", self._offered)] = one

    def tools(self) -> tuple[Tool, ...]:
        """Return what a model can call."""
        return tuple(
            Tool(name, one.tool.description[:LONGEST_DESCRIPTION] or one.tool.name, one.tool.schema)
            for name, one in self._offered.items()
        )

    def call(self, name: str, arguments: Mapping[str, Any]) -> Called:
        """Call a tool to which a person agreed, now or before."""
        one = self._offered[name]
        if not self._may(one, arguments):
            return self.cut(name, arguments, "refused: no person agreed to this tool. Do without it.")
        try:
            if one.is_resource:
                with self._owner.calls.call(one.server, one.tool.name, arguments) as done:
                    outcome = self._owner.read(one.server, str(arguments.get("uri", "")))
                    done(outcome)
            else:
                outcome = self._owner.call(one.server, one.tool.name, dict(arguments))
        except WpfAgentError as error:
            return Called(one.server.name, one.tool.name, False, str(error))
        return Called(one.server.name, one.tool.name, outcome.ok, outcome.text, outcome.ms, trace=outcome.trace)

    def cut(self, name: str, arguments: Mapping[str, Any], why: str) -> Called:
        """Note a call that is not made."""
        one = self._offered[name]
        self._owner.calls.refused(one.server, one.tool.name, arguments, why)
        return Called(one.server.name, one.tool.name, False, why, refused=True)

    def _may(self, one: Offered, arguments: Mapping[str, Any]) -> bool:
        store = self._owner.store
        try:
            held = store.find(one.server.id)
        except WpfAgentError:
            return False  # it was removed meanwhile
        if held.lets(one.tool):
            return True
        if not self._agree(one.server, one.tool, arguments):
            return False
        allow(store, held, one.tool)
        return True


def allow(store: Store, server: Server, tool: ToolInfo, *, allowed: bool = True) -> Server:
    """Keep that a person let models call a tool with this schema, or no longer; return the server as it is kept."""

    def changed(held: Server) -> Server:
        kept = {name: agreed for name, agreed in held.approved_tools.items() if name != tool.name}
        return replace(held, approved_tools=kept | ({tool.name: tool.hash} if allowed else {}))

    return store.change(server.id, changed, is_edit=False)


def _of(owner: Owner, server: Server) -> list[Offered]:
    """What a server offers; one that fails now offers nothing."""
    try:
        made = [Offered(server, tool) for tool in owner.tools(server)]
        if server.include_resources and (found := owner.resources(server)[:MOST_RESOURCES]):
            uris = {"type": "string", "enum": [r.uri for r in found]}
            schema = {"type": "object", "properties": {"uri": uris}, "required": ["uri"]}
            told = "\n".join(f"{r.uri}: {r.name}" for r in found)
            made.append(Offered(server, ToolInfo(READ_RESOURCE, f"Read a resource:\n{told}", schema), is_resource=True))
    except WpfAgentError:
        return []
    return made


def _free(wanted: str, taken: Mapping[str, Any]) -> str:
    """A name that the models' APIs take, and that nothing else has."""
    plain = _UNFIT.sub("_", wanted).strip("_")[:LONGEST_NAME] or "tool"
    names = (plain, *(f"{plain[: LONGEST_NAME - 4]}_{n}" for n in range(2, len(taken) + 3)))
    return next(n for n in names if n not in taken)
