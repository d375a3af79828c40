"""Scenarios as data: the parts that `runner.load` has read from a file become the runner's dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions import get_action
from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.shapes import Problem
from wpfagent.runs.model import Scenario, Step
from wpfagent.testing.oracles.judging import Judge


def validate_scenario(data: Mapping[str, Any]) -> Scenario | list[Problem]:
    """Return the scenario, or what is wrong with it. Steps may be left out: `validate_step` reads one."""
    found = shapes.check(Scenario, data)
    if isinstance(found, list):
        return found
    try:
        Judge.configured(scenario_oracles=found.oracles)
    except InvalidArgument as error:
        return [Problem(("oracles", *error.details["path"]), error.message, error.hint)]
    return found


def validate_step(data: Any) -> Step | list[Problem]:
    """Return the step with its action's own arguments checked, or what is wrong with it."""
    found = shapes.check(Step, data)
    if isinstance(found, list):
        return found
    try:
        action = get_action(found.action)
    except InvalidArgument as error:
        return [Problem(("action",), error.message, error.hint)]
    if action.target == "none":
        return [Problem(("action",), f"{action.name} is no step: a scenario has one target.", "Leave it out.")]
    if action.selector == "required" and found.selector is None:
        return [Problem((), f"{action.name} needs a selector.", "For example selector: {automation_id: SaveButton}.")]
    if action.selector == "none" and found.selector is not None:
        return [Problem(("selector",), f"{action.name} takes no selector.", action.summary)]
    args = shapes.check(action.args, dict(found.args))
    if isinstance(args, list):
        return [Problem(("args", *p.path), p.message, p.hint, p.wants_text) for p in args]
    return found
