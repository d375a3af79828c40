"""Reading a model's answer: actions to perform, an end, or nothing that can be used."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.json_text import parse_json
from wpfagent.gate.schema import Call as Act
from wpfagent.gate.schema import validate_request
from wpfagent.runs.goal.instructions import ACT, DONE, MOST_ACTIONS, STUCK
from wpfagent.runs.goal.model import Call, Said

UNNAMED = "answer"
"""The id of a call that a model wrote as text."""
EXPECTED = "Answer with a call of act, done or stuck."


@dataclass(frozen=True, slots=True)
class Done:
    """The model says that the goal is reached; `expectation` is what it names as proof, as it wrote it."""

    why: str
    expectation: Any = None


@dataclass(frozen=True, slots=True)
class Stuck:
    """The model gives up."""

    why: str


def calls_of(said: Said) -> tuple[Call, ...]:
    """Return the calls of an answer; actions as JSON in its text are a call, too."""
    if said.calls:
        return said.calls
    text = said.text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        data = parse_json(text)
    except (json.JSONDecodeError, InvalidArgument):
        return ()
    if isinstance(data, dict) and data.get("tool") in (DONE, STUCK):
        return (Call(UNNAMED, str(data["tool"]), data.get("args", {})),)
    return (Call(UNNAMED, ACT, {"actions": data if isinstance(data, list) else [data]}),)


def arguments_of(call: Call) -> Mapping[str, Any]:
    """Return a call's arguments as they can be told of; {} where they are none."""
    try:
        return _given(call)
    except InvalidArgument:
        return {}


def _given(call: Call) -> dict[str, Any]:
    given = call.arguments
    if isinstance(given, str):
        try:
            given = parse_json(given)
        except json.JSONDecodeError as error:
            raise InvalidArgument(f"The arguments of {call.name} are no JSON: {error.msg}.", hint=EXPECTED) from error
    if not isinstance(given, dict):
        raise InvalidArgument(f"The arguments of {call.name} are no object.", hint=EXPECTED)
    return given


def read(call: Call, offered: frozenset[str]) -> Done | Stuck | tuple[Act, ...]:
    """Return what a call asks for, with every action of it valid.

    Args:
        call: what the model wrote.
        offered: the actions that it may take.

    Raises:
        InvalidArgument: it is no such call; nothing of it is to be done.
    """
    given = _given(call)
    if call.name == DONE:
        return Done(str(given.get("why", "")), given.get("expectation"))
    if call.name == STUCK:
        return Stuck(str(given.get("why", "")))
    if call.name != ACT:
        raise InvalidArgument(f"There is no {call.name!r} here.", hint=EXPECTED)
    actions = given.get("actions")
    if not isinstance(actions, list) or not 1 <= len(actions) <= MOST_ACTIONS:
        raise InvalidArgument(f"act needs `actions`, a list of 1 to {MOST_ACTIONS}.", hint=EXPECTED)
    return tuple(_act(item, offered) for item in actions)


def _act(item: Any, offered: frozenset[str]) -> Act:
    act = validate_request(item)
    name = act.request.action
    if name not in offered:
        raise InvalidArgument(f"{name} is not offered here.", hint=f"One of: {', '.join(sorted(offered))}.")
    common = act.common
    if common.target_id or common.window_query or common.target_spec or common.confirm_token:
        raise InvalidArgument(f"{name}: the application is given, and consent is a person's.",
                              hint="Leave target_id, window_query, target_spec and confirm_token out.")  # fmt: skip
    return act
