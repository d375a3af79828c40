from __future__ import annotations

import dataclasses

import pytest

from wpfagent.actions import ACTIONS, get_action
from wpfagent.core.errors import InvalidArgument

OF_THE_CONTRACT = {
    "list_windows": "read", "resolve_target": "read", "focus_window": "act", "wait_window": "read",
    "list_controls": "read", "click": "act", "type_text": "act", "select_combo": "act", "toggle": "act",
    "read_text": "read", "get_state": "read", "wait_for": "read", "screenshot": "read", "send_keys": "input",
    "select_item": "act", "expand": "act", "collapse": "act", "scroll": "act", "scroll_into_view": "act",
    "set_value": "act", "menu": "act", "context_menu": "input", "drag": "input", "hover": "input",
    "file_dialog": "act", "close_window": "act", "read_table": "read", "ui_diff": "read", "click_xy": "coordinates",
    "move_window": "act", "resize_window": "act", "window_state": "act", "wait_focus": "read", "why": "read",
    "ocr_find": "read", "ocr_text": "read",
}  # fmt: skip
ARGUMENTS = {
    "click": {"button", "double", "input", "at", "hold_ms", "keys", "modifiers"},
    "scroll": {"direction", "pages", "notches", "modifiers"},
    "type_text": {"text", "secret", "append", "commit", "enter", "input"},
    "select_combo": {"item_text"},
    "toggle": {"state"},
    "wait_for": {"until"},
    "screenshot": {"region"},
    "select_item": {"item_text", "path", "mode"},
    "list_controls": {"depth", "filter", "limit", "after", "format"},
    "resolve_target": {"target_spec"},
    "file_dialog": {"path"},
    "menu": {"path"},
    "context_menu": {"path"},
    "send_keys": {"keys"},
    "set_value": {"value"},
    "click_xy": {"x", "y", "button", "double", "screenshot_id"},
    "ocr_find": {"text", "screenshot_id", "region"},
    "ocr_text": {"screenshot_id", "region", "language"},
}


def test_the_table_holds_the_actions_of_the_contract_with_their_risks():
    assert OF_THE_CONTRACT.items() <= {n: a.risk for n, a in ACTIONS.items()}.items()


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_carry_the_names_of_the_contract(name):
    assert {f.name for f in ACTIONS[name].fields()} == ARGUMENTS[name]


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda a: a.name)
def test_each_action_is_documented_down_to_its_arguments(action):
    assert action.summary.endswith((".", ":")) or action.doc
    assert action.doc
    for field in action.fields():
        assert field.metadata["doc"], field.name
    assert dataclasses.is_dataclass(action.args)


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda a: a.name)
def test_an_unknown_argument_is_an_error_that_names_the_nearest(action):
    with pytest.raises(InvalidArgument, match="tiemout"):
        action.make_args({"tiemout": 1})


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda a: a.name)
def test_a_missing_argument_is_an_error_that_names_it(action):
    needed = [f.name for f in action.fields() if f.default is dataclasses.MISSING]
    if not needed:
        return
    with pytest.raises(InvalidArgument, match=needed[0]):
        action.make_args({})


def test_choices_are_kept():
    for name, args in (("click", {"button": "up"}), ("toggle", {"state": "maybe"}), ("scroll", {"direction": "in"}),
                       ("select_item", {"mode": "all"}), ("list_controls", {"format": "xml"})):  # fmt: skip
        with pytest.raises(InvalidArgument, match="One of"):
            ACTIONS[name].make_args(args)


def test_none_counts_as_not_given():
    assert ACTIONS["click"].make_args({"button": None}) == ACTIONS["click"].make_args({})


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("type_text", {}), ("type_text", {"text": "a", "secret": "B"}), ("drag", {}),
        ("drag", {"to": {"name": "x"}, "by": (1, 2)}), ("drag", {"by": (1,)}), ("drag", {"to": {"nmae": "x"}}),
        ("menu", {"path": []}), ("menu", {"path": " > "}), ("send_keys", {"keys": "Ctrl+"}),
        ("list_controls", {"limit": 0}), ("list_controls", {"depth": -1}), ("list_controls", {"filter": {"x": 1}}),
        ("list_controls", {"filter": {"enabled": "yes"}}), ("list_controls", {"filter": {"control_type": "button"}}),
        ("list_controls", {"filter": {"name_re": "("}}), ("screenshot", {"region": (0, 0, 0, 5)}),
        ("screenshot", {"region": (1, 2, 3)}), ("read_table", {"start": -1}), ("wait_for", {"until": "ready"}),
        ("wait_for", {"until": {"exist": True}}),
    ],
    ids=str,
)  # fmt: skip
def test_arguments_that_make_no_sense_are_refused(name, args):
    with pytest.raises(InvalidArgument):
        ACTIONS[name].make_args(args)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("list_controls", {"limit": "5"}), ("list_controls", {"filter": "Button"}), ("type_text", {"text": 5}),
        ("screenshot", {"region": "abcd"}), ("wait_for", {"until": 5}), ("menu", {"path": 5}),
        ("send_keys", {"keys": 5}), ("scroll", {"pages": "two"}), ("click", {"double": "no"}),
        ("select_combo", {"item_text": 5}), ("read_table", {"start": "0"}),
    ],
    ids=str,
)  # fmt: skip
def test_an_argument_of_a_wrong_type_is_an_invalid_argument_and_no_crash(name, args):
    with pytest.raises(InvalidArgument):
        ACTIONS[name].make_args(args)


def test_an_unknown_action_names_the_nearest():
    with pytest.raises(InvalidArgument, match="click"):
        get_action("clik")
