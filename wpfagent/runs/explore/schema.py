"""Exploration files as data: what a file holds becomes the runner's dataclass, every name in it checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions import get_action
from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import CONTROL_TYPES, nearest
from wpfagent.core.shapes import Problem
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.values.texts import TEXTS
from wpfagent.runs.schema import validate_step
from wpfagent.testing.oracles.judging import Judge


def validate_exploration(data: Any) -> Exploration | list[Problem]:
    """Return the exploration, or what is wrong with it."""
    found = shapes.check(Exploration, data)
    if isinstance(found, list):
        return found
    problems = [*_rules(found), *_steps(data)]
    try:
        Judge.configured(scenario_oracles=found.oracles)
    except InvalidArgument as error:
        problems.append(Problem(("oracles", *error.details["path"]), error.message, error.hint))
    return problems or found


def _rules(made: Exploration) -> list[Problem]:
    problems = []
    for number, rule in enumerate(made.action_space):
        at = ("action_space", number)
        if rule.action is not None:
            try:
                get_action(rule.action)
            except InvalidArgument as error:
                problems.append(Problem((*at, "action"), error.message, error.hint))
        if rule.control_type is not None and rule.control_type not in CONTROL_TYPES:
            near = nearest(rule.control_type, CONTROL_TYPES) or ["Button", "Edit"]
            problems.append(Problem((*at, "control_type"), f"Unknown control type {rule.control_type!r}.",
                                    f"Nearest: {', '.join(near)}."))  # fmt: skip
        for key in ("automation_id_re", "name_re"):
            try:
                compile_re(getattr(rule, key) or "", key)
            except InvalidArgument as error:
                problems.append(Problem((*at, key), error.message, error.hint))
        for place, name in enumerate(rule.texts):
            if name not in TEXTS:
                near = nearest(name, TEXTS) or list(TEXTS)
                problems.append(Problem((*at, "texts", place), f"Unknown text generator {name!r}.",
                                        f"Nearest: {', '.join(near)}."))  # fmt: skip
    return problems


def _steps(data: Mapping[str, Any]) -> list[Problem]:
    problems = []
    for number, step in enumerate(data.get("at_end") or ()):
        found = validate_step(step)
        if isinstance(found, list):
            problems += [Problem(("at_end", number, *p.path), p.message, p.hint, p.wants_text) for p in found]
    return problems
