"""`run_actions`: several actions in one call; the first that fails ends it, and the reply tells what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.core.errors import ConfirmationRequired, InvalidArgument, ToolDisabled, WpfAgentError
from wpfagent.core.shapes import key
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.news import TOLD, appeared_lines, change_lines, done_line
from wpfagent.entries.mcp.replies import Answer, answer_of, error_text
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, tool_of
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Reply, Request
from wpfagent.gate.schema import TARGET_KEYS, Call, resolve_call, validate_actions
from wpfagent.testing.wording.outcomes import plain

MOST = 50
MARK = "run_actions"


@dataclass(frozen=True, slots=True)
class BatchParams:
    """What run_actions takes."""

    actions: tuple[Mapping[str, Any], ...] = key(doc='as [{"tool": "click", "args": {"selector": "e12"}}]')
    target_id: str | None = key(None, doc="of actions without one")


async def _run(calling: Calling) -> Answer:
    calls = _valid(calling)
    connection = calling.connection
    seen: dict[str, Target] = {}
    results: list[dict[str, Any]] = []
    lines: list[str] = []
    came: dict[str, Mapping[str, Any]] = {}
    set_refs: set[str] = set()
    failed: dict[str, Any] | None = None
    for number, call in enumerate(calls, start=1):
        name = call.request.action
        try:
            await _mark(calling, call, seen)
            reply, news = await connection.perform(call)
            answer = answer_of(reply, call.request.args)
            if reply.effect == "confirmed" and reply.control is not None:
                set_refs.add(reply.control.ref)
            came |= {c["ref"]: c for c in news.appeared}
            came = {ref: c for ref, c in came.items() if ref not in news.vanished}
        except WpfAgentError as error:
            told = _told(error, calling)
            failed = {"number": number, "tool": name, **told.to_dict()["error"]}
            lines.append(f"{number}. {name} failed: {error_text(told)}")
            if number < len(calls):
                lines.append(f"not done: {number + 1} to {len(calls)}")
            break
        results.append(dict(answer.facts))
        lines.append(f"{number}. {_brief(reply, answer)}")
        await calling.report(number, len(calls), name)
    difference = {t.target_id: await _difference(calling, t) for t in seen.values()}
    for of, changed in difference.items():
        lines += [f"in {of}: {k}: {plain(v)}" for k, v in changed.items() if k not in TOLD]
        lines += change_lines(_besides(changed, set_refs)) if changed else [f"nothing changed in {of}"]
    lines += appeared_lines(list(came.values()))
    facts = {"done": len(results), "of": len(calls), "results": results, "difference": difference}
    return Answer("\n".join(lines), {**facts, "failed": failed} if failed else facts)


def _brief(reply: Reply, answer: Answer) -> str:
    """An act in a line, with why it is not confirmed; a read in full."""
    if reply.effect is None:
        return answer.text
    reason = reply.evidence.get("reason") if reply.effect != "confirmed" else None
    return done_line(reply) + (f": {reason}" if reason else "")


def _besides(difference: Mapping[str, Any], refs: set[str]) -> dict[str, Any]:
    """A difference without the elements whose own act told what they became."""
    changed = [c for c in difference.get("changed", ()) if c["ref"] not in refs]
    return {**difference, "changed": changed, "changed_count": len(changed)}


def _valid(calling: Calling) -> Sequence[Call]:
    actions = calling.args["actions"]  # with what the dataclass leaves out: each is read by its own action
    if not actions:
        raise InvalidArgument("actions is a list with at least one action.", hint='[{"tool": "click", "args": {…}}]')
    if len(actions) > MOST:
        raise InvalidArgument(f"{len(actions)} actions are too many for one call.", hint=f"At most {MOST}.")
    _, calls = validate_actions([_complete(action, calling.params.target_id) for action in actions])
    for number, call in enumerate(calls, start=1):
        if call.request.action not in calling.enabled:
            raise ToolDisabled(f"actions[{number - 1}]: {call.request.action} is switched off here.")
    return calls


def _complete(action: Mapping[str, Any], target_id: str | None) -> Mapping[str, Any]:
    """Return an action with the target of them all where it names none."""
    args = action.get("args")
    if not isinstance(args, Mapping):
        return action
    what = ACTIONS.get(str(action.get("tool")))
    if target_id is None or what is None or what.target == "none" or any(k in args for k in TARGET_KEYS):
        return {**action, "args": args}
    return {**action, "args": {"target_id": target_id, **args}}


def _told(error: WpfAgentError, calling: Calling) -> WpfAgentError:
    """Where a person can be asked, no token is shown: the tool itself asks."""
    if not isinstance(error, ConfirmationRequired) or not calling.can_ask:
        return error
    calling.connection.revoke(error.details["confirm_token"])
    hint = "Call this tool by itself, not in a batch: the person is asked."
    return ConfirmationRequired(error.message, hint=hint, details={"reason": error.details.get("reason")})


async def _mark(calling: Calling, call: Call, seen: dict[str, Target]) -> None:
    """Remember how the target's windows are before the first action on it."""
    if ACTIONS[call.request.action].target == "none":
        return
    target = (await calling.connection.in_lobby(lambda gate: resolve_call(call, gate))).target
    if target is None or target.identity in seen:
        return
    await calling.connection.in_lane(target, lambda gate: _diff(gate, target))
    seen[target.identity] = target


async def _difference(calling: Calling, target: Target) -> dict[str, Any]:
    """What changed since the mark; why it cannot be told, where the program has ended or hangs."""
    try:
        found = await calling.connection.in_lane(target, lambda gate: _diff(gate, target))
    except WpfAgentError as error:
        return {"unknown": error.message}
    return dict(found.get("difference", {}))


def _diff(gate: Gate, target: Target) -> dict[str, Any]:
    return dict(gate.execute(Request("ui_diff", {"mark": MARK, "reset": True}, target=target)).result)


TOOL = tool_of(
    "run_actions",
    "Perform several actions in order; stops at the first that fails and returns what changed.",
    "act",
    BatchParams,
    reply_schema(
        done={"type": "integer"},
        of={"type": "integer"},
        results={"type": "array", "items": {"type": "object"}},
        difference={"type": "object"},
        failed={"type": "object"},
    ),
    _run,
)
