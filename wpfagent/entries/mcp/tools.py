"""What a tool is: a record with its schemas, its risk and what it does. The hints for clients follow from the risk."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument, StorageFailed, ToolDisabled
from wpfagent.core.selector import nearest
from wpfagent.entries.mcp.connection import Connection
from wpfagent.entries.mcp.following import Report
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.replies import BUDGET, ROOM, Answer, cut, is_short, size_of
from wpfagent.entries.mcp.schemas import params_schema
from wpfagent.entries.mcp.wording import TOOLS
from wpfagent.safety.policy import Risk


async def _say_nothing(_done: float, _of: float | None, _what: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Hints:
    """What a client may show or decide by before a tool is called."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool = False


HINTS: Mapping[Risk, Hints] = {
    "read": Hints(read_only=True, destructive=False, idempotent=True),
    # What a pattern or input would destroy is asked for by a second step of its own: the call alone cannot.
    "act": Hints(read_only=False, destructive=False, idempotent=False),
    "input": Hints(read_only=False, destructive=False, idempotent=False),
    "coordinates": Hints(read_only=False, destructive=True, idempotent=False),
    "destructive": Hints(read_only=False, destructive=True, idempotent=False),
}
"""By risk. No tool reaches out of this machine."""


@dataclass(frozen=True, slots=True)
class Calling:
    """One call of a tool.

    Args:
        connection: whose call it is.
        args: its arguments.
        can_ask: whether the client can ask a person; then no token is ever given to the model.
        enabled: the tools that are offered here.
        report: tells the client how far it is.
        params: the same arguments, read as the tool's own dataclass; None for an action of the table.
    """

    connection: Connection
    args: Mapping[str, Any]
    can_ask: bool = False
    enabled: frozenset[str] = frozenset()
    report: Report = field(default=_say_nothing)
    params: Any = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    Args:
        name: its name.
        description: one sentence.
        risk: the least that it needs; the hints follow from it.
        input_schema: of its arguments.
        output_schema: of its structured content.
        run: what it does.
        toolset: which set it belongs to.
        params: the dataclass of its arguments; None for an action of the table, which the gate reads.
    """

    name: str
    description: str
    risk: Risk
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any]
    run: Callable[[Calling], Awaitable[Answer]]
    toolset: str = "default"
    params: type | None = None

    async def call(self, calling: Calling) -> Answer:
        """Do what it does with valid arguments; null counts as not given. Raises InvalidArgument with the path."""
        if self.params is None:
            return await self.run(calling)
        given = {k: v for k, v in calling.args.items() if v is not None}
        return await self.run(replace(calling, params=shapes.read(self.params, given, what=self.name,
                                                                  error=InvalidArgument)))  # fmt: skip

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name.replace("_", " ").capitalize()

    @property
    def hints(self) -> Hints:
        """Its hints."""
        return HINTS[self.risk]

    @property
    def tokens(self) -> float:
        """What it costs a model to know it: bytes of name, description and input schema, by four."""
        return (len(self.name.encode()) + len(self.description.encode()) + size_of(self.input_schema)) / 4


def tool_of(
    name: str,
    description: str,
    risk: Risk,
    params: type,
    output_schema: Mapping[str, Any],
    run: Callable[[Calling], Awaitable[Answer]],
    toolset: str = "default",
) -> Tool:
    """Return a tool whose arguments are the fields of a dataclass: its schema and its reading come from there."""
    brief = TOOLS.get(name, description)
    return Tool(name, brief, risk, params_schema(name, params), output_schema, run, toolset, params)


def toolsets(tools: Iterable[Tool]) -> tuple[str, ...]:
    """Return the toolsets there are: each family names its own."""
    return tuple(dict.fromkeys(["default", *(t.toolset for t in tools)]))


def choose(tools: tuple[Tool, ...], options: ServeOptions) -> list[Tool]:
    """Return the tools that are offered; extended mode brings the coordinates, and only it does.

    Args:
        tools: all there are.
        options: name the toolsets, and tools that are switched on or off.

    Raises:
        InvalidArgument: there is no tool or toolset of this name.
    """
    names, sets = [t.name for t in tools], toolsets(tools)
    for kind, given, known in (
        ("toolset", options.toolsets, [*sets, "all"]),
        ("tool or toolset", options.tools, [*sets, "all", *names]),
        ("tool", options.no_tools, names),
    ):
        for name in given:
            if name not in known:
                near = nearest(name, known) or known
                raise InvalidArgument(f"There is no {kind} {name!r}.", hint=f"Nearest: {', '.join(near)}.")
    only = set(options.tools) & set(names)
    wanted = {s for s in options.tools if s not in only} | (set() if only else set(options.toolsets))
    wanted = set(sets) if "all" in wanted else wanted
    wanted.discard("coordinates")
    if options.mode == "extended" and not only:
        wanted.add("coordinates")
    return [t for t in tools if (t.name in only or t.toolset in wanted) and t.name not in options.no_tools]


def missing(name: str, tools: tuple[Tool, ...], offered: frozenset[str]) -> InvalidArgument | ToolDisabled:
    """Return the error for a tool that is not offered."""
    found = next((t for t in tools if t.name == name), None)
    if found is not None:
        return ToolDisabled(
            f"{name} is switched off here.",
            hint=f"It is of the toolset {found.toolset!r}: `mcp serve --tools {found.toolset}`.",
        )
    near = nearest(name, offered) or sorted(offered)
    return InvalidArgument(f"There is no tool {name!r}.", hint=f"Nearest: {', '.join(near)}.")


def fitted(answer: Answer, connection: Connection, name: str) -> Answer:
    """Return an answer that keeps to the budget; what was cut is written beside the record."""
    is_fit = is_short(answer, structured=connection.options.structured)
    return answer if is_fit else cut(answer, keep(answer, connection, name))


def keep(answer: Answer, connection: Connection, name: str) -> dict[str, Any]:
    """Write a whole answer into the session's `replies/` and return where: path, uri, bytes."""
    assert connection.opened is not None
    session = connection.opened.session
    folder = Path(session.folder) / "replies"
    data = json.dumps(answer.facts, ensure_ascii=False, indent=1, default=str).encode(errors="replace")
    try:
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(list(folder.iterdir())) + 1:04d}-{name}.json"
        path.write_bytes(data)
    except OSError as error:
        raise StorageFailed(f"{folder} cannot be written: {error.strerror}.") from error
    uri = f"wpf-agent://sessions/{session.session_id}/replies/{path.name}"
    return {"path": str(path), "uri": uri, "bytes": len(data)}


def room_for(answer: Answer, key: str, *, structured: bool) -> int:
    """Return how many entries of a list keep what is sent of an answer within the budget."""
    entries = answer.facts[key]
    size = max(size_of(entries) if structured else 0, len(answer.text.encode(errors="replace")))
    per_entry = size / max(1, len(entries))
    return max(1, int((BUDGET - ROOM) / per_entry * 0.95))
