"""The border: what comes in is strict, faults name the key, and the JSON Schemas are those that are committed."""

from __future__ import annotations

from typing import Any

import pytest

from wpfagent.actions import ACTIONS
from wpfagent.core.errors import InvalidArgument, TargetNotFound
from wpfagent.core.selector import Selector
from wpfagent.entries.schemas import FOLDER, args_schema, schemas, text_of
from wpfagent.gate.execute import Gate
from wpfagent.gate.schema import resolve_call, validate_actions, validate_request
from wpfagent.runs.model import Step
from wpfagent.runs.schema import validate_step


def call(tool: str, **args: Any) -> Any:
    return validate_request({"tool": tool, "args": args})


# -- requests -----------------------------------------------------------------------------------------------------


def test_the_specifications_example_is_accepted() -> None:
    query = {"window_query": ".*MyApp.*"}
    example = [
        {"tool": "focus_window", "args": query},
        {"tool": "list_controls", "args": query},
        {"tool": "click", "args": {**query, "selector": {"automation_id": "SettingsButton"}}},
        {"tool": "type_text", "args": {**query, "selector": {"automation_id": "Url"}, "text": "http://localhost:1234"}},
        {"tool": "click", "args": {**query, "selector": {"automation_id": "SaveButton"}}},
        {"tool": "screenshot", "args": query},
    ]
    head, calls = validate_actions(example)
    assert head.target_spec is None
    assert [c.request.action for c in calls] == [e["tool"] for e in example]
    assert calls[3].request.args == {"text": "http://localhost:1234"}
    assert calls[3].common.window_query == ".*MyApp.*"


def test_a_selector_becomes_the_cores_own() -> None:
    made = call(
        "click",
        selector={"automation_id": "G", "row": {"Name": "x"}, "column": 2, "within": {"name": "W"}},
        timeout_ms=50,
        confirm_token="ab12",
    ).request
    assert made.selector == Selector("G", row=(("Name", "x"),), column=2, within=Selector(name="W"))
    assert made.timeout_ms == 50
    assert made.consent.token == "ab12"


@pytest.mark.parametrize(
    ("data", "path", "hint"),
    [
        ({"tool": "click", "args": {"selector": {"automationid": "S"}}}, ["selector", "automationid"], "automation_id"),
        ({"tool": "click", "args": {"selector": {"name": "S", "within": {"nam": "x"}}}}, ["selector", "within", "nam"],
         "name"),
        ({"tool": "click", "args": {"selector": {"name": "S"}, "dubble": True}}, ["args", "dubble"], "double"),
        ({"tool": "click", "args": {"selector": {"name": "S"}, "double": "yes"}}, ["double"], "true or false"),
        ({"tool": "click", "args": {"selector": {"index": "1"}}}, ["selector", "index"], "whole number"),
        ({"tool": "click", "args": {"selector": {"name": "S"}, "timeout_ms": "5"}}, ["timeout_ms"], "whole number"),
        ({"tool": "type_text", "args": {"selector": {"name": "S"}, "text": 5}}, ["text"], "text"),
        ({"tool": "toggle", "args": {"selector": {"name": "S"}, "state": "no"}}, ["state"], "on, off, indeterminate"),
        ({"tool": "screenshot", "args": {"region": "all"}}, ["region"], "list"),
        ({"tool": "click", "args": {"target_spec": {"proces": "x"}, "selector": {"name": "S"}}},
         ["target_spec", "proces"], "process"),
        ({"tool": "click", "arg": {}}, ["arg"], "args"),
    ],
)  # fmt: skip
def test_a_fault_names_the_path_and_what_is_right(data: dict[str, Any], path: list[str], hint: str) -> None:
    with pytest.raises(InvalidArgument) as raised:
        validate_request(data)
    assert raised.value.details["path"] == path
    assert hint in raised.value.hint


def test_an_unknown_action_names_the_nearest() -> None:
    with pytest.raises(InvalidArgument) as raised:
        call("clik")
    assert "click" in raised.value.hint


def test_what_the_core_refuses_keeps_the_cores_words() -> None:
    with pytest.raises(InvalidArgument, match="`text` or `secret`"):
        call("type_text", selector={"name": "x"}, text="a", secret="b")
    with pytest.raises(InvalidArgument, match="no regular expression"):
        call("click", selector={"name_re": "("})
    with pytest.raises(InvalidArgument, match="needs a selector"):
        call("click")


def test_two_targets_at_once_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="target_id and window_query"):
        call("click", selector={"name": "x"}, target_id="t1", window_query="x")


def test_only_acts_take_a_confirm_token() -> None:
    with pytest.raises(InvalidArgument, match="confirm_token"):
        call("read_text", selector={"name": "x"}, confirm_token="ab")


def test_the_target_is_found_by_the_gate() -> None:
    from wpfagent.desktops.simulated import SimulatedDesktop

    gate = Gate(SimulatedDesktop())
    with pytest.raises(TargetNotFound):
        resolve_call(call("click", selector={"name": "x"}, window_query="None"), gate)
    assert resolve_call(call("list_windows"), gate).target is None


def test_a_list_names_the_number_of_the_action_that_is_wrong() -> None:
    with pytest.raises(InvalidArgument, match=r"actions\[1\]") as raised:
        validate_actions({"version": 1, "actions": [{"tool": "list_windows"}, {"tool": "click", "args": {"x": 1}}]})
    assert raised.value.details["path"] == ["actions", 1, "args", "x"]


# -- steps --------------------------------------------------------------------------------------------------------


def test_one_expectation_counts_as_a_list_of_one() -> None:
    one = validate_step({"action": "click", "selector": {"name": "x"}, "expected": {"exists": True}})
    many = validate_step({"action": "click", "selector": {"name": "x"}, "expected": [{"exists": True}]})
    assert isinstance(one, Step)
    assert isinstance(many, Step)
    assert one.expected == many.expected


def test_true_is_no_number_and_one_no_truth() -> None:
    found = validate_step({"action": "click", "selector": {"name": "x"}, "expected": {"count_greater_equal": True}})
    assert isinstance(found, list)
    found = validate_step({"action": "click", "selector": {"name": "x"}, "expected": {"exists": 1}})
    assert isinstance(found, list)
    assert found[0].path == ("expected", "exists")


# -- JSON Schemas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_committed_schema_is_the_generated_one(name: str) -> None:
    committed = (FOLDER / name).read_text(encoding="utf-8")
    assert committed == text_of(schemas()[name]), "run `python scripts/generate.py`"


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_an_actions_schema_documents_each_argument_and_forbids_others(name: str) -> None:
    action = ACTIONS[name]
    schema = args_schema(action)
    assert schema["additionalProperties"] is False
    for f in action.fields():
        assert schema["properties"][f.name]["description"] == f.metadata["doc"]
    assert ("selector" in schema.get("required", [])) == (action.selector == "required")


def test_references_inside_the_schemas_lead_somewhere() -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return own + [r for value in node.values() for r in references(value)]
        return [r for value in node for r in references(value)] if isinstance(node, list) else []

    for name, schema in schemas().items():
        for reference in references(schema):
            assert reference.removeprefix("#/$defs/") in schema["$defs"], (name, reference)


def test_a_step_of_the_scenario_schema_has_no_places_of_the_loader() -> None:
    step = schemas()["scenario.schema.json"]["$defs"]["Step"]
    assert set(step["properties"]) == {"action", "selector", "args", "expected", "timeout_ms", "note", "confirm"}
