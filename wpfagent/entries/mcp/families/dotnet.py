"""What a .NET program's own runtime tells: exceptions, stacks, counters, and which of its methods ran."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent import dotnet
from wpfagent.core.shapes import key
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.replies import AS_DATA, Answer
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, tool_of
from wpfagent.gate.execute import Gate
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.runtime.coverage import Coverage
from wpfagent.testing.runtime.facts import stack_dict, standing, thrown_dict

TOOLSET = "dotnet"
LIST = {"type": "array", "items": {"type": "object"}}
SILENT_S = 0.3
"""A UI thread that takes no message for so long is named as the one that does not answer."""


@dataclass(frozen=True, slots=True)
class TargetParams:
    """What a tool about one program takes."""

    target_id: str


@dataclass(frozen=True, slots=True)
class ExceptionsParams:
    """What dotnet_exceptions takes."""

    target_id: str
    since_step: int = key(0, least=0, doc="only those of this step of the record and later ones; 0 for all")


def _watched(gate: Gate, target: Target) -> tuple[dotnet.Watch, Coverage]:
    """Return the session of a target. Raises DotnetUnavailable."""
    runtime = recorder_of(gate).runtime
    if runtime is None:
        raise dotnet.DotnetUnavailable("Nothing is recorded here, so that no runtime is asked.")
    return runtime.open(target, gate.targets.policy_for(target))


async def _target(calling: Calling) -> Target:
    wanted: str = calling.params.target_id
    return await calling.connection.in_lobby(lambda gate: gate.targets.by_id(wanted))


async def _exceptions(calling: Calling) -> Answer:
    target, since = await _target(calling), calling.params.since_step

    def read(gate: Gate) -> list[dict[str, Any]]:
        watch, _ = _watched(gate, target)
        folder = recorder_of(gate).folder
        found = [one for line in read_session(Path(folder)).steps for one in _of_line(line)] if folder else []
        if not found:
            told = [thrown_dict(t) for t in watch.since(0).thrown]  # nothing was done yet: all that came so far
            found = gate.masks.mask(told)
        return [one for one in found if one.get("step", since) >= since]

    found = await calling.connection.in_lane(target, read)
    lines = [_line(one) for one in found]
    return Answer("\n".join([AS_DATA, *lines]) if lines else "No exceptions.", {"exceptions": found})


def _of_line(line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The exceptions of a step, with its number and what was done."""
    inside = line.get("dotnet") or {}
    told = {"step": line.get("n"), "after": line.get("subject")}
    return [{**told, **one} for key_ in ("thrown_late", "thrown") for one in inside.get(key_, ())]


def _line(one: Mapping[str, Any]) -> str:
    where = next(iter(one.get("frames") or ()), "")
    caught = " (swallowed)" if one.get("swallowed") else ""
    step = f"step {one['step']}: " if one.get("step") else ""
    return f"{step}{one['type']}: {one.get('message', '')}" + (f" in {where}" if where else "") + caught


async def _stacks(calling: Calling) -> Answer:
    target = await _target(calling)

    def sample(gate: Gate) -> tuple[dotnet.Stack, ...]:
        watch, _ = _watched(gate, target)
        return dotnet.sample_stacks(target.pid, watch=watch)

    silent = await calling.connection.in_lane(target, lambda gate: gate.desktop.silent_thread(target.pid, SILENT_S))
    stacks = await calling.connection.in_lane(target, sample)
    own_first = sorted(stacks, key=lambda s: (s.thread_id != silent, not s.user_frames))
    facts = [{"thread_id": s.thread_id, "answers": s.thread_id != silent, **stack_dict(s)} for s in own_first]
    lines = [
        f"thread {s.thread_id}{' (the UI thread, not answering)' if s.thread_id == silent else ''}: {said}"
        for s in own_first
        if (said := standing(s))
    ]
    return Answer("\n".join(lines) or f"{len(stacks)} threads, none in the program's own code.", {"stacks": facts})


async def _counters(calling: Calling) -> Answer:
    target = await _target(calling)

    def read(gate: Gate) -> dict[str, float]:
        watch, _ = _watched(gate, target)
        seen = watch.since(0).counters
        return dict(seen[-1].values) if seen else {}

    found = await calling.connection.in_lane(target, read)
    lines = [f"{name}: {value:g}" for name, value in sorted(found.items())]
    return Answer("\n".join(lines) or "No counters yet: they come once a second.", {"counters": found})


async def _coverage(calling: Calling) -> Answer:
    target = await _target(calling)
    table = await calling.connection.in_lane(target, lambda gate: _watched(gate, target)[1].to_dict())
    of = f" of {table['total']}" if table["total"] else ""
    lines = [f"{table['entered']}{of} own methods entered since it was watched"]
    for row in sorted(table["classes"], key=lambda r: -len(r["never"])):
        never = f"; never: {', '.join(row['never'])}" if row["never"] else ""
        lines.append(f"{row['class']}: {len(row['entered'])} of {len(row['entered']) + len(row['never'])}{never}")
    for one in table.get("unused", ()):
        by = " ".join(filter(None, (one.get("control"), one.get("event"), one.get("command"))))
        lines.append(f"not called: {one['method']}" + (f" (by {by})" if by else ""))
    return Answer("\n".join(lines), {"coverage": table})


EXCEPTIONS = tool_of(
    "dotnet_exceptions",
    "Exceptions that the program threw, also swallowed ones, by step, with its own frames.",
    "read",
    ExceptionsParams,
    reply_schema(exceptions=LIST),
    _exceptions,
    TOOLSET,
)
STACKS = tool_of(
    "dotnet_stacks",
    "Where the program's threads stand now, and what they wait for; works while it hangs.",
    "read",
    TargetParams,
    reply_schema(stacks=LIST),
    _stacks,
    TOOLSET,
)
COUNTERS = tool_of(
    "dotnet_counters",
    "The runtime's counters: heap, working set, thread pool, exceptions.",
    "read",
    TargetParams,
    reply_schema(counters={"type": "object"}),
    _counters,
    TOOLSET,
)
COVERAGE = tool_of(
    "dotnet_coverage",
    "Which of the program's own methods ran, by which action, and which never did.",
    "read",
    TargetParams,
    reply_schema(coverage={"type": "object"}),
    _coverage,
    TOOLSET,
)
TOOLS = (EXCEPTIONS, STACKS, COUNTERS, COVERAGE)
