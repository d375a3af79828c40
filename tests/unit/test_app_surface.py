"""The library's front and the table of actions hold together."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from typing import Any

import pytest

from wpfagent import App
from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Action
from wpfagent.core.selector import KEYS, SelectorKeys

NOT_ON_AN_APP = {"resolve_target"}
"""An App is a target that was resolved: `connect` is this action."""
GATE_ARGUMENTS = {"timeout_ms", "confirm", "confirm_token"}
OF_THE_TABLE = [a for a in ACTIONS.values() if a.name not in NOT_ON_AN_APP]


def parameters(action: Action[Any]) -> dict[str, inspect.Parameter]:
    found = dict(inspect.signature(getattr(App, action.name)).parameters)
    del found["self"]
    return found


@pytest.mark.parametrize("action", OF_THE_TABLE, ids=lambda a: a.name)
def test_each_action_is_a_method_with_a_docstring(action):
    assert inspect.getdoc(getattr(App, action.name))


@pytest.mark.parametrize("action", OF_THE_TABLE, ids=lambda a: a.name)
def test_a_method_has_every_argument_of_its_action_with_the_same_default(action):
    given = parameters(action)
    for field in action.fields():
        assert field.name in given, field.name
        default = given[field.name].default
        if field.default is dataclasses.MISSING:
            assert default is inspect.Parameter.empty, field.name
        else:
            assert default == field.default, field.name


@pytest.mark.parametrize("action", OF_THE_TABLE, ids=lambda a: a.name)
def test_a_method_has_no_arguments_of_its_own(action):
    own = {f.name for f in action.fields()} | GATE_ARGUMENTS | {"selector", "keys", "selector_keys"}
    assert set(parameters(action)) <= own


@pytest.mark.parametrize("action", [a for a in OF_THE_TABLE if a.selector == "required"], ids=lambda a: a.name)
def test_a_method_of_an_action_on_an_element_takes_a_selector_and_its_keys(action):
    given = parameters(action)
    leads = next(name for name in given if name != "self") == "selector"  # a path before it may be named
    assert given["selector"].kind is (
        inspect.Parameter.POSITIONAL_ONLY if leads else inspect.Parameter.POSITIONAL_OR_KEYWORD
    )
    assert any(p.kind is inspect.Parameter.VAR_KEYWORD for p in given.values())


@pytest.mark.parametrize("action", [a for a in OF_THE_TABLE if not a.reads], ids=lambda a: a.name)
def test_what_acts_takes_a_consent(action):
    assert {"confirm", "confirm_token"} <= set(parameters(action))


@pytest.mark.parametrize("action", OF_THE_TABLE, ids=lambda a: a.name)
def test_every_method_that_may_wait_takes_timeout_ms(action):
    assert "timeout_ms" in parameters(action)


def test_the_types_that_editors_read_are_those_of_the_methods():
    script = importlib.import_module("scripts.make_methods")
    assert script.PATH.read_text(encoding="utf-8") == script.source(), "python scripts/generate.py"


def test_the_selector_keys_of_methods_are_those_of_the_selector():
    assert tuple(SelectorKeys.__annotations__) == KEYS


def test_no_selector_key_is_also_an_action_argument():
    for action in OF_THE_TABLE:
        assert not {f.name for f in action.fields()} & set(KEYS), action.name
