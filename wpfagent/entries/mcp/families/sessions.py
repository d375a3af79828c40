"""Other clients of the same host: who they are, a word to them, and what changed in their programs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wpfagent.actions.base import NoArgs
from wpfagent.actions.evidence.differences import telling
from wpfagent.core.diff import Difference, diff
from wpfagent.core.errors import InvalidArgument, ProfileNotFound
from wpfagent.core.model import Control
from wpfagent.core.selector import nearest
from wpfagent.core.shapes import key
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.entries.mcp.neighbours import Seen
from wpfagent.entries.mcp.replies import AS_DATA, Answer
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.screen import line_of, short
from wpfagent.entries.mcp.tools import Calling, tool_of
from wpfagent.gate.execute import Gate

TOOLSET = "sessions"
LOOK_MS = 5_000
PAGE = 60
"""Lines of a page of changes."""
_TEXT, _WHOLE = {"type": "string"}, {"type": "integer"}


@dataclass(frozen=True, slots=True)
class SessionParams:
    """What session_info takes."""

    session_id: str


@dataclass(frozen=True, slots=True)
class SendParams:
    """What send_message takes."""

    session_id: str
    message: str = key(doc="one paragraph of text")


@dataclass(frozen=True, slots=True)
class BroadcastParams:
    """What broadcast_message takes."""

    message: str = key(doc="one paragraph of text")


@dataclass(frozen=True, slots=True)
class WaitParams:
    """What wait_message takes."""

    timeout_s: float = key(30.0, least=0, most=600, doc="seconds")


@dataclass(frozen=True, slots=True)
class ChangesParams:
    """What session_changes takes."""

    session_id: str
    since_s: float | None = key(None, least=0, doc="so many seconds back; else since you asked last")
    after: int = key(0, least=0, doc="`next` of the reply before")


@dataclass(frozen=True, slots=True)
class LaunchParams:
    """What launch_agent takes."""

    agent: str = key(doc="claude, codex, gemini, or another of the person's agents.json")
    task: str = key(doc="what it shall do")
    profile: str | None = key(None, doc="the only program that it may reach; else what you may")
    confirm_token: str | None = None


async def _list(calling: Calling) -> Answer:
    found = list(calling.connection.neighbours.others())
    return Answer("\n".join(map(_line, found)) or "No other sessions.", {"sessions": [_facts(s) for s in found]})


async def _info(calling: Calling) -> Answer:
    found = _named(calling, calling.params.session_id)
    facts = _facts(found)
    return Answer("\n".join(f"{k}: {v}" for k, v in facts.items() if v not in ("", [])), facts)


def _named(calling: Calling, session_id: str) -> Mapping[str, Any]:
    others = {s["session_id"]: s for s in calling.connection.neighbours.others()}
    if session_id not in others:
        near = nearest(session_id, others) or list(others)
        hint = f"There are {', '.join(near)}." if near else "There is no other one."
        raise InvalidArgument(f"There is no session {session_id!r}.", hint=hint)
    return others[session_id]


def _facts(session: Mapping[str, Any]) -> dict[str, Any]:
    client = session["client"]
    return {
        "session_id": session["session_id"],
        "client": client.get("name", ""),
        "client_version": client.get("version", ""),
        "program": session["program"],
        "profile": session["profile"],
        "folder": session["folder"],
        "since": _time(session["since"]),
        "last": session["last"],
        "last_at": _time(session["last_at"]) if session["last"] else "",
        "state": session["state"],
        "launched_by": session.get("launched_by", ""),
    }


def _line(session: Mapping[str, Any]) -> str:
    facts = _facts(session)
    on = f" on {facts['program']}" if facts["program"] else ""
    ago = f", {facts['last']} {time.time() - session['last_at']:.0f} s ago" if facts["last"] else ""
    return f"{facts['session_id']} {short(facts['client'] or 'no client yet')} {facts['state']}{on}{ago}"


def _time(when: float) -> str:
    return datetime.fromtimestamp(when).astimezone().isoformat(timespec="seconds")


async def _send(calling: Calling) -> Answer:
    asked: SendParams = calling.params
    has_it = calling.connection.neighbours.send(asked.session_id, asked.message)
    said = "delivered" if has_it else "kept"
    what = "it waited for messages" if has_it else "it reads it with its next reply"
    return Answer(f"{said}: {what}", {"delivery": said})


async def _broadcast(calling: Calling) -> Answer:
    count = calling.connection.neighbours.broadcast(calling.params.message)
    return Answer(f"sent to {count} other session{'' if count == 1 else 's'}", {"sent_count": count})


async def _wait(calling: Calling) -> Answer:
    found = list(await calling.connection.neighbours.wait(calling.params.timeout_s))
    return Answer("\n".join(found) or "no message came", {"messages": found})


async def _launch(calling: Calling) -> Answer:
    asked: LaunchParams = calling.params
    connection = calling.connection
    opened = await connection.open()
    if asked.profile is not None and asked.profile not in opened.profiles.profiles:
        near = nearest(asked.profile, opened.profiles.profiles) or list(opened.profiles.profiles)
        raise ProfileNotFound(f"There is no profile {asked.profile!r}.", hint=f"There are {', '.join(near)}.")
    launch, can_ask = connection.neighbours.launch, calling.can_ask
    made = await connection.aside(
        lambda: launch(asked.agent, asked.task, asked.profile, asked.confirm_token, can_ask=can_ask)
    )
    text = f"launched: session {made['session_id']} ({short(asked.agent)}); what it prints: {made['log']}"
    return Answer(text, {**_facts(made), "log": made["log"]})


async def _stop(calling: Calling) -> Answer:
    session_id, stop = calling.params.session_id, calling.connection.neighbours.stop
    name = await calling.connection.aside(lambda: stop(session_id))
    return Answer(f"stopped: session {session_id} ({short(name)})", {"session_id": session_id})


async def _changes(calling: Calling) -> Answer:
    asked: ChangesParams = calling.params
    connection = calling.connection
    seen = connection.neighbours.seen(asked.session_id, asked.since_s)
    target = await connection.in_lobby(lambda gate: gate.targets.resolve(TargetSpec(pid=seen.pid)))
    lines = await connection.in_lane(target, lambda gate: _compared(gate, target, seen))
    page = lines[asked.after : asked.after + PAGE]
    more = asked.after + PAGE if len(lines) > asked.after + PAGE else None
    head = f"{target.process} (pid {target.pid}), since {seen.age_s:.0f} s ago: {len(lines)} changes. {AS_DATA}"
    text = "\n".join([head, *page, *([f"next: {more}"] if more else [])])
    return Answer(text, {"changes": page, "count": len(lines), **({"next": more} if more else {})})


def _compared(gate: Gate, target: Target, seen: Seen) -> list[str]:
    """What is different in a program since it was seen, a line each."""
    after = gate.look(target, LOOK_MS)
    change = telling(diff(seen.before, after), seen.before, after)
    lines: list[str] = gate.masks.mask(list(_lines(change)))
    return lines


def _lines(change: Difference) -> Iterator[str]:
    yield from (f"window opened: {short(w.title or w.class_name)}" for w in change.opened)
    yield from (f"window closed: {short(w.title or w.class_name)}" for w in change.closed)
    yield from (f"window renamed: {short(old)} -> {short(new)}" for old, new in change.retitled)
    yield from (f"+ {_control(c)}" for c in change.appeared)
    yield from (f"- {_control(c)}" for c in change.vanished)
    for one in change.changed:
        yield f"~ {_control(one.control)} {one.key}: {_value(one.old)} -> {_value(one.new)}"


def _control(control: Control) -> str:
    return line_of({**control.to_dict(), "marks": control.marks()})


def _value(value: Any) -> str:
    return short(value) if isinstance(value, str) else str(value)


LIST = tool_of(
    "list_sessions",
    "List the other clients of this desktop: id, client, program, last action.",
    "read",
    NoArgs,
    reply_schema(sessions={"type": "array", "items": {"type": "object"}}),
    _list,
    TOOLSET,
)
INFO = tool_of(
    "session_info", "Tell what is known of another session.", "read", SessionParams, reply_schema(), _info, TOOLSET
)
SEND = tool_of(
    "send_message",
    "Send a text to another session; its model reads it with its next reply, as data.",
    "act",
    SendParams,
    reply_schema(delivery=_TEXT),
    _send,
    TOOLSET,
)
BROADCAST = tool_of(
    "broadcast_message",
    "Send a text to all other sessions; says how many.",
    "act",
    BroadcastParams,
    reply_schema(sent_count=_WHOLE),
    _broadcast,
    TOOLSET,
)
WAIT = tool_of(
    "wait_message",
    "Wait until another session sends a message.",
    "read",
    WaitParams,
    reply_schema(messages={"type": "array", "items": _TEXT}),
    _wait,
    TOOLSET,
)
CHANGES = tool_of(
    "session_changes",
    "Tell what changed in another session's program: + added, - removed, ~ changed, windows.",
    "read",
    ChangesParams,
    reply_schema(changes={"type": "array", "items": _TEXT}, count=_WHOLE, next=_WHOLE),
    _changes,
    TOOLSET,
)
LAUNCH = tool_of(
    "launch_agent",
    "Start an agent with a task on this desktop: its session. A person allows each agent the first time.",
    "destructive",
    LaunchParams,
    reply_schema(session_id=_TEXT, log=_TEXT),
    _launch,
    TOOLSET,
)
STOP = tool_of(
    "stop_agent",
    "End an agent that was launched here, with what it started.",
    "destructive",
    SessionParams,
    reply_schema(session_id=_TEXT),
    _stop,
    TOOLSET,
)
TOOLS = (LIST, INFO, SEND, BROADCAST, WAIT, CHANGES, LAUNCH, STOP)
