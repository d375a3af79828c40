"""What the server offers: tools with their schemas and hints, what they cost, which of them are on."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from wpfagent.actions import ACTIONS
from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.mcp import wording
from wpfagent.entries.mcp.families import all_tools
from wpfagent.entries.mcp.families.actions import tools as action_tools
from wpfagent.entries.mcp.instructions import INSTRUCTIONS
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.prompts import PROMPTS
from wpfagent.entries.mcp.schemas import UNASKED
from wpfagent.entries.mcp.server import build
from wpfagent.entries.mcp.tools import choose, missing
from wpfagent.gate.schema import validate_request

TOOLS = all_tools()


def walk(node, key=""):
    """Yield each object of a schema with the key that it stands under."""
    if isinstance(node, dict):
        yield key, node
        for name, value in node.items():
            yield from walk(value, name)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value, key)


SPECIFIED = {
    "list_windows", "resolve_target", "focus_window", "wait_window", "list_controls", "click", "type_text",
    "select_combo", "toggle", "read_text", "get_state", "wait_for", "screenshot", "launch_application",
    "quit_application", "list_applications", "run_actions",
}  # fmt: skip


@pytest.mark.anyio
async def test_a_client_lists_the_default_tools_with_all_four_hints(served):
    listed = (await served.client.list_tools()).tools
    names = {t.name for t in listed}
    assert names >= SPECIFIED
    assert "click_xy" not in names
    for tool in listed:
        hints = tool.annotations
        assert None not in (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
        assert tool.output_schema["type"] == "object"  # this server was started with --structured
        assert tool.title


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_hints_follow_from_the_risk(tool):
    assert tool.hints.read_only == (tool.risk == "read") == tool.hints.idempotent
    assert tool.hints.destructive == (tool.risk in ("destructive", "coordinates"))
    assert not tool.hints.open_world


def test_there_is_a_tool_for_each_action_with_its_risk():
    assert {(t.name, t.risk) for t in action_tools()} == {(a.name, a.risk) for a in ACTIONS.values()}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_an_input_schema_has_no_titles_and_no_nulls(tool):
    for key, node in walk(tool.input_schema):
        if key != "properties":
            assert "title" not in node, tool.name
            assert node.get("type") != "null", tool.name
            assert "$ref" not in node, tool.name


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda a: a.name)
def test_what_the_input_schema_names_is_accepted_and_what_is_accepted_is_named(action):
    tool = next(t for t in TOOLS if t.name == action.name)
    named = set(tool.input_schema["properties"])
    own = {f.name for f in action.fields()}
    assert own <= named
    with pytest.raises(InvalidArgument) as error:
        validate_request({"tool": action.name, "args": {"no_such_argument_at_all": 1}})
    for name in named - own:
        with pytest.raises(InvalidArgument) as error:
            validate_request({"tool": action.name, "args": {name: {"no": "such"}, "no_such_argument_at_all": 1}})
        assert "no_such_argument_at_all" in error.value.message


def as_a_model_gets_it(tool):
    return json.dumps(
        {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema},
        ensure_ascii=False, separators=(",", ":"),
    )  # fmt: skip


def test_the_default_toolset_costs_at_most_3000_tokens():
    default = [as_a_model_gets_it(t) for t in TOOLS if t.toolset == "default"]
    assert len(default) >= 30
    assert len("\n".join(default).encode()) / 4 <= 3_000


def test_each_shorter_text_is_of_a_tool_and_an_argument_that_exist():
    arguments = {t.name: set(t.input_schema["properties"]) for t in TOOLS}
    assert set(wording.TOOLS) <= set(arguments)
    for tool, texts in wording.ARGUMENTS.items():
        assert set(texts) <= arguments[tool], tool


def test_each_act_that_may_ask_for_consent_takes_the_token_in_its_schema():
    for action in ACTIONS.values():
        properties = next(t for t in TOOLS if t.name == action.name).input_schema["properties"]
        assert ("confirm_token" in properties) == (not action.reads and action.name not in UNASKED), action.name


# -- a model that reads the schemas and nothing else ----------------------------------------------------------------

WORDS = {
    "target_id": "t1",
    "selector": "e1",
    "path": "File",
    "exe": "x.exe",
    "title": "Desk",
    "keys": "Ctrl+S",
    "secret": "PIN",
    "modifiers": "Ctrl",
}
"""What it would say for an argument of this name."""


def filled(name, schema):
    """A value that fits what a schema says."""
    if "enum" in schema:
        return schema["enum"][0]
    if "default" in schema:
        return schema["default"]
    kind = next(iter(schema["anyOf"]))["type"] if "anyOf" in schema else schema["type"]
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "string":
        return WORDS.get(name, "some text")
    if kind == "array":
        return [10, 10, 20, 20] if schema.get("items", {}).get("type") == "integer" else ["some text"]
    return {"integer": 1, "number": 1, "boolean": True, "object": {}}[kind]


@pytest.mark.parametrize("action", [a for a in ACTIONS.values() if not a.rare], ids=lambda a: a.name)
def test_a_model_that_reads_only_the_schema_calls_the_tool_rightly(action):
    schema = next(t for t in TOOLS if t.name == action.name).input_schema
    properties, required = schema["properties"], schema.get("required", [])
    least = {n: filled(n, properties[n]) for n in required}
    for name, told in properties.items():
        if told.get("type") == "object" and name != "selector" and name not in least:
            continue  # what is in it is said in words
        given = {**least, name: filled(name, told)}
        if "target_spec" in given:
            given["target_spec"] = {"title_re": "Desk"}
        if action.name == "type_text" and name not in ("text", "secret"):
            given["text"] = "a"
        if action.name == "click" and name == "keys":
            given["hold_ms"] = 1000
        validate_request({"tool": action.name, "args": given})
    for name in required:
        given = {"text": "a", **least} if action.name == "type_text" else least
        without = {k: v for k, v in given.items() if k != name}
        with pytest.raises(InvalidArgument, match=name):
            validate_request({"tool": action.name, "args": without})


def test_the_instructions_cost_less_than_400_tokens_and_name_the_loop():
    assert len(INSTRUCTIONS.encode()) / 4 < 400
    for word in ("resolve_target", "list_controls", "automation_id", "confirm_token", "timeout_ms"):
        assert word in INSTRUCTIONS


@pytest.mark.anyio
async def test_instructions_and_version_reach_the_client(served):
    assert served.client.instructions == INSTRUCTIONS
    assert served.client.server_info.name == "wpf-agent"


@pytest.mark.anyio
async def test_extended_mode_and_toolsets_bring_more_tools(serve):
    async with serve(app=None, mode="extended", toolsets=("default", "more")) as served:
        names = {t.name for t in (await served.client.list_tools()).tools}
    assert {"click_xy", "drag", "hover"} <= names


@pytest.mark.parametrize(
    ("options", "sets"),
    [
        ({"tools": ("more", "tests")}, {"default", "more", "tests"}),
        ({"tools": ("all",)}, {"default", "more", "tests", "dotnet", "search", "servers", "sessions"}),
        ({"tools": ("tests",), "toolsets": ()}, {"tests"}),
        (
            {"toolsets": ("all",), "mode": "extended"},
            {"default", "more", "tests", "coordinates", "dotnet", "search", "servers", "sessions"},
        ),
        ({}, {"default"}),
    ],
)
def test_toolsets_are_switched_on_by_name(options, sets):
    assert {t.toolset for t in choose(TOOLS, ServeOptions(**options))} == sets


def test_a_family_names_its_toolset_and_is_off_until_it_is_asked_for():
    family = replace(TOOLS[0], name="of_a_family", toolset="family")
    names = lambda **options: {t.name for t in choose((*TOOLS, family), ServeOptions(**options))}  # noqa: E731
    assert "of_a_family" not in names()
    assert names(tools=("family",)) == names() | {"of_a_family"}
    assert "`mcp serve --tools family`" in missing("of_a_family", (*TOOLS, family), frozenset()).hint


@pytest.mark.anyio
async def test_a_tool_that_is_off_is_not_listed_and_says_so_when_called(serve):
    async with serve(no_tools=("click",)) as served:
        assert "click" not in {t.name for t in (await served.client.list_tools()).tools}
        assert (await served.fails("click", "SaveButton"))["code"] == "tool_disabled"
        error = await served.fails("drag", "SaveButton", by=[0, 1])
        assert error["code"] == "tool_disabled"
        assert "more" in error["hint"]
        in_batch = await served.call("run_actions", actions=[{"tool": "click", "args": {"selector": {"name": "x"}}}])
        assert in_batch.structured_content["error"]["code"] == "tool_disabled"
        assert await served.log() == ""


@pytest.mark.anyio
async def test_an_allow_list_leaves_nothing_else(serve):
    async with serve(app=None, tools=("list_windows", "screenshot")) as served:
        assert {t.name for t in (await served.client.list_tools()).tools} == {"list_windows", "screenshot"}


@pytest.mark.parametrize("options", [{"tools": ("clik",)}, {"no_tools": ("clik",)}, {"toolsets": ("defaul",)}])
def test_a_name_that_does_not_exist_is_refused_at_the_start(options):
    with pytest.raises(InvalidArgument) as error:
        build(ServeOptions(**options))
    assert "Nearest" in error.value.hint


@pytest.mark.anyio
async def test_an_unknown_tool_and_an_unknown_argument_name_the_nearest(served):
    assert "click" in (await served.fails("clik"))["hint"]
    error = await served.fails("click", "SaveButton", buton="left")
    assert error["code"] == "invalid_argument"
    assert "button" in error["hint"]
    error = await served.fails("launch_application")
    assert error["code"] == "invalid_argument"


@pytest.mark.anyio
async def test_the_prompts_are_filled_with_their_arguments(served):
    listed = (await served.client.list_prompts()).prompts
    assert {p.name for p in listed} == {"debug_app", "write_scenario", "hunt_bugs"}
    for prompt in PROMPTS:
        given = {name: f"<{name} given>" for name in prompt.arguments}
        (message,) = (await served.client.get_prompt(prompt.name, given)).messages
        for value in given.values():
            assert value in message.content.text
        assert "{app}" not in message.content.text


def test_a_schema_is_the_same_json_for_every_listing():
    assert json.dumps([dict(t.input_schema) for t in TOOLS]) == json.dumps([dict(t.input_schema) for t in all_tools()])
