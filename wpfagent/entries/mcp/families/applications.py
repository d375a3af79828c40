"""Application control: launch, quit, list."""

from __future__ import annotations

from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.replies import Answer, plain, short
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, Tool
from wpfagent.gate.execute import Gate
from wpfagent.safety.policy import Consent

LAUNCH_PATIENCE_S = 120.0
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_FLAG = {"type": "boolean"}


async def _launch(calling: Calling) -> Answer:
    calling.check_names(LAUNCH)
    exe, profile, cwd = calling.text("exe"), calling.text("profile"), calling.text("cwd")
    args = calling.args.get("args", [])
    if not isinstance(args, list) or not all(isinstance(a, str) for a in args):
        raise InvalidArgument(f"args cannot be {args!r}.", hint='A list of texts is expected: ["--dev"].')
    connection = calling.connection
    made = await connection.in_own_lane(
        f"the launch of {profile or exe}",
        lambda gate: connection.applications(gate).launch(exe=exe, profile=profile, args=args, cwd=cwd),
        patience_s=LAUNCH_PATIENCE_S,
    )
    how = "ran already" if made.was_already_running else "was launched"
    front = "" if made.in_front else "; Windows did not let it come to the front"
    target = made.target
    text = f"{target.process} (pid {target.pid}, {short(target.title)}) {how}{front}: target_id {target.target_id}"
    return Answer(text, made.to_dict())


async def _quit(calling: Calling) -> Answer:
    calling.check_names(QUIT)
    named = [k for k in ("target_id", "pid", "name") if calling.args.get(k) is not None]
    if len(named) != 1:
        raise InvalidArgument("quit_application needs target_id, pid or name, one of them.")
    target_id, pid, name = calling.text("target_id"), calling.whole("pid"), calling.text("name")
    force, timeout_ms = calling.flag("force"), calling.whole("timeout_ms")
    consent = Consent(token=calling.text("confirm_token"))
    connection = calling.connection

    def find(gate: Gate) -> Target:
        return gate.targets.by_id(target_id) if target_id else connection.applications(gate).find(pid=pid, name=name)

    target = await connection.in_lobby(find)
    made = await connection.in_lane(
        target,
        lambda gate: connection.applications(gate).quit(target, force=force, consent=consent, timeout_ms=timeout_ms),
    )
    if made.exited:
        text = f"{target.process} has ended with exit code {made.exit_code}."
    elif made.dialog is not None:
        text = f"{target.process} asks before it ends: {plain(made.dialog)}. Answer with click, as the person wants."
    else:
        text = f"{target.process} has not ended; windows left: {', '.join(made.windows) or 'none'}."
    return Answer(text, made.to_dict())


async def _list(calling: Calling) -> Answer:
    calling.check_names(LIST)
    connection = calling.connection
    found = await connection.in_lobby(lambda gate: connection.applications(gate).running())
    lines = []
    for a in found:
        marks = [word for word, is_so in (("hidden", a.hidden), ("elevated", a.elevated)) if is_so]
        lines.append(" ".join([f"pid {a.pid} {a.name} {short(a.title)}", *marks]))
    return Answer("\n".join(lines) or "No applications have a window.", {"applications": [a.to_dict() for a in found]})


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


LAUNCH = Tool(
    "launch_application",
    "Start an application and wait for its window; one that runs already is brought to the front.",
    "act",
    _schema(
        profile={**_TEXT, "description": "a profile that says how it is started"},
        exe={**_TEXT, "description": "or the executable, where launching is allowed"},
        args={"type": "array", "items": _TEXT},
        cwd=_TEXT,
    ),
    reply_schema(
        target_id=_TEXT, pid=_WHOLE, name=_TEXT, title=_TEXT, was_already_running=_FLAG, handed_over=_FLAG,
        in_front=_FLAG,
    ),
    _launch,
)  # fmt: skip
QUIT = Tool(
    "quit_application",
    "Ask an application to end; a question such as Save changes? is reported, not answered.",
    "destructive",
    _schema(
        target_id=_TEXT,
        pid=_WHOLE,
        name={**_TEXT, "description": "of the process"},
        force={**_FLAG, "description": "end the process at once"},
        timeout_ms=_WHOLE,
        confirm_token=_TEXT,
    ),
    reply_schema(
        exited=_FLAG, exit_code={"type": ["integer", "null"]}, dialog={"type": ["object", "null"]},
        windows={"type": "array", "items": _TEXT},
    ),
    _quit,
)  # fmt: skip
LIST = Tool(
    "list_applications",
    "List the applications that have a window: name, pid, title, hidden, elevated.",
    "read",
    _schema(),
    reply_schema(applications={"type": "array", "items": {"type": "object"}}),
    _list,
)
TOOLS = (LAUNCH, QUIT, LIST)
