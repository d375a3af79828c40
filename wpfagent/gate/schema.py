"""Actions as programs write them: `{"tool": …, "args": {…}}`, one or a list of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.actions import get_action
from wpfagent.actions.base import Action
from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import Selector, nearest
from wpfagent.core.shapes import key
from wpfagent.core.wait import LONGEST_MS
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.safety.policy import Consent

TARGET_KEYS = ("target_id", "window_query", "target_spec")


@dataclass(frozen=True, slots=True)
class CommonArgs:
    """The arguments that every action takes beside its own.

    Args:
        target_id: the application, as resolve_target named it.
        window_query: or a part of one of its window titles (regular expression, else substring).
        target_spec: or pid, process, exe, title_re, class_name, profile.
        selector: which element.
        timeout_ms: milliseconds; by default 10 000.
        confirm_token: the second step of something destructive: the token that the first call gave.
    """

    target_id: str | None = None
    window_query: str | None = None
    target_spec: TargetSpec | None = None
    selector: Selector | None = None
    timeout_ms: int | None = key(None, least=0, most=LONGEST_MS)
    confirm_token: str | None = None

    def __post_init__(self) -> None:
        named = [k for k in TARGET_KEYS if getattr(self, k) is not None]
        if len(named) > 1:
            raise InvalidArgument(f"{' and '.join(named)} were both given.", hint="One of them names the target.")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One action as written.

    Args:
        tool: the action's name.
        args: its arguments, the target's and the selector's among them.
        recorded: what a recorder noted beside it.
    """

    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    recorded: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """A valid action whose target is named but not found yet."""

    request: Request
    common: CommonArgs = field(default_factory=CommonArgs)


@dataclass(frozen=True, slots=True)
class ActionList:
    """A list of actions to perform in order.

    Args:
        actions: the actions.
        target_spec: the application of those that name none.
        version: of the format.
        seed: of the run that it was recorded from.
        environment: facts of that run.
        suspects: what its oracles found by many actions, so that fewer are enough to see it again.
    """

    actions: tuple[ToolCall, ...]
    target_spec: TargetSpec | None = None
    version: int = 1
    seed: int | None = None
    environment: Mapping[str, Any] = field(default_factory=dict)
    suspects: Mapping[str, Any] = field(default_factory=dict)


def validate_request(data: Any) -> Call:
    """Return the call that `{"tool", "args"}` says. Raises InvalidArgument with the path to the offending key."""
    given = shapes.read(ToolCall, data, what="action", error=InvalidArgument)
    action = get_action(given.tool)
    own_names = [f.name for f in action.fields()]
    common_names = [n for n in common_keys(action) if n not in own_names]
    names = [*own_names, *common_names]
    if unknown := [name for name in given.args if name not in names]:
        near = nearest(unknown[0], names) or names
        raise InvalidArgument(
            f"{action.name}: Unknown key {unknown[0]!r}.",
            hint=f"Nearest: {', '.join(near)}.",
            details={"path": ["args", unknown[0]]},
        )
    own = {k: v for k, v in given.args.items() if k in own_names and v is not None}
    common = {k: v for k, v in given.args.items() if k in common_names}
    action.make_args(own)
    shared = shapes.read(CommonArgs, common, what=action.name, error=InvalidArgument)
    if action.selector == "required" and shared.selector is None:
        raise InvalidArgument(f"{action.name} needs a selector.", hint='For example {"automation_id": "SaveButton"}.')
    request = Request(
        action.name, own, shared.selector, timeout_ms=shared.timeout_ms, consent=Consent(token=shared.confirm_token)
    )
    return Call(request, shared)


def common_keys(action: Action[Any]) -> tuple[str, ...]:
    """Return which of the common arguments this action takes."""
    target = TARGET_KEYS if action.target != "none" else ()
    selector = ("selector",) if action.selector != "none" else ()
    token = () if action.reads else ("confirm_token",)
    return (*target, *selector, "timeout_ms", *token)


def resolve_call(call: Call, gate: Gate) -> Request:
    """Return the request with its target found by this gate. Raises TargetNotFound, TargetAmbiguous."""
    common, target = call.common, None
    if common.target_id is not None:
        target = gate.targets.by_id(common.target_id)
    elif common.window_query is not None:
        target = gate.targets.by_query(common.window_query)
    elif common.target_spec is not None:
        target = gate.targets.resolve(common.target_spec)
    return replace(call.request, target=target)


def validate_actions(data: Any) -> tuple[ActionList, tuple[Call, ...]]:
    """Return a replay file's head and its calls; a bare list of actions is accepted too.

    Raises:
        InvalidArgument: with the number of the action that is wrong.
    """
    whole = {"actions": data} if isinstance(data, list) else data
    head = shapes.read(ActionList, whole, what="actions", error=InvalidArgument)
    calls: list[Call] = []
    for number, item in enumerate(whole["actions"]):
        try:
            calls.append(validate_request(item))
        except InvalidArgument as error:
            path = ["actions", number, *error.details.get("path", [])]
            raise InvalidArgument(
                f"actions[{number}]: {error.message}", hint=error.hint, details={**error.details, "path": path}
            ) from error
    return head, tuple(calls)
