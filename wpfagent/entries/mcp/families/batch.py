"""`run_actions`: several actions in one call; the first that fails ends it, and the reply tells what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.core.errors import ConfirmationRequired, InvalidArgument, ToolDisabled, WpfAgentError
from wpfagent.core.shapes import key
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.replies import Answer, answer_of
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, tool_of
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.gate.schema import Call, resolve_call, validate_actions
from wpfagent.testing.wording.outcomes import plain

MOST = 50
MARK = "run_actions"


@dataclass(frozen=True, slots=True)
class BatchParams:
    """What run_actions takes."""

    actions: tuple[Mapping[str, Any], ...] = key(
        doc='as [{"tool": "click", "args": {"target_id": "t1", "selector": {…}}}]'
    )


async def _run(calling: Calling) -> Answer:
    calls = _valid(calling)
    connection = calling.connection
    seen: dict[str, Target] = {}
    results: list[dict[str, Any]] = []
    lines: list[str] = []
    failed: dict[str, Any] | None = None
    for number, call in enumerate(calls, start=1):
        name = call.request.action
        try:
            await _mark(calling, call, seen)
            answer = answer_of(await connection.perform(call), call.request.args)
        except WpfAgentError as error:
            failed = {"number": number, "tool": name, **_told(error, calling).to_dict()["error"]}
            lines.append(f"{number}. {name} failed: {failed['code']}: {failed['message']} {failed['hint']}".rstrip())
            break
        results.append(dict(answer.facts))
        lines.append(f"{number}. {answer.text}")
        await calling.report(number, len(calls), name)
    difference = {t.target_id: await _difference(calling, t) for t in seen.values()}
    lines += [f"changed in {t}: {plain(d) or 'nothing'}" for t, d in difference.items()]
    facts = {"done": len(results), "of": len(calls), "results": results, "difference": difference}
    return Answer("\n".join(lines), {**facts, "failed": failed} if failed else facts)


def _valid(calling: Calling) -> Sequence[Call]:
    actions = calling.args["actions"]  # with what the dataclass leaves out: each is read by its own action
    if not actions:
        raise InvalidArgument("actions is a list with at least one action.", hint='[{"tool": "click", "args": {…}}]')
    if len(actions) > MOST:
        raise InvalidArgument(f"{len(actions)} actions are too many for one call.", hint=f"At most {MOST}.")
    _, calls = validate_actions(actions)
    for number, call in enumerate(calls, start=1):
        if call.request.action not in calling.enabled:
            raise ToolDisabled(f"actions[{number - 1}]: {call.request.action} is switched off here.")
    return calls


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
