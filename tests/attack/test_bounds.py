"""Files and lines from outside are a clear error or data, soon, and never `unexpected`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.attack.conftest import Make
from tests.attack.entries import Ask, call, files, perform
from tests.attack.program import NAME
from wpfagent.core.errors import FileInvalid
from wpfagent.core.json_text import DEEPEST, parse_json, valid_text
from wpfagent.core.yaml_text import parse_source
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.replies import BUDGET, size_of
from wpfagent.entries.mcp.server import build

LAUGHS = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{n}: &a{n} [{','.join(f'*a{n - 1}' for _ in range(9))}]\n" for n in range(1, 10)
)
FILES = {
    "billion_laughs": LAUGHS,
    "recursive": "a: &a [*a]\n",
    "recursive_map": "&a {b: *a}\n",
    "deep": "[" * 3000 + "]" * 3000,
    "deep_block": "".join("  " * n + "a:\n" for n in range(300)),
    "nul": "id: a\0b\n",
    "c1": "id: a\x9bb\n",
    "digits": f"id: {'9' * 5000}\n",
    "key": f"? {{{'a' * 5}: 1}}\n: 2\n",
    "merge": "a: &a {<<: *a}\n",
    "surrogate": 'id: "\\ud83d"\n',
    "passwd": "setup: [{include: /etc/passwd}]\nid: x\n",
    "passwd in steps": "steps: [{include: /etc/passwd}]\nid: x\ntarget_spec: {profile: App}\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_a_file_is_read_or_refused_soon(text: str, suffix: str) -> None:
    begun = time.process_time()
    try:
        parse_source(text, f"x.{suffix}")
    except FileInvalid as error:
        assert error.message.startswith(f"x.{suffix}:")  # noqa: PT017 - either outcome is right
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("command", ["scenario run", "scenario lint", "random run", "replay"])
def test_no_file_stops_a_command(program: Make, text: str, command: str) -> None:
    attacked = program("<Button Content='A'/>")
    path = attacked.folder / ("bad.json" if command == "replay" else "bad.yaml")
    path.write_text(text, encoding="utf-8")
    begun = time.process_time()
    said = call(attacked, [*command.split(), "--file", str(path), *files(attacked)])
    assert time.process_time() - begun < 5
    assert "report it" not in said
    assert "Traceback" not in said


def test_no_line_ends_a_session_by_hand(program: Make) -> None:
    attacked = program('<Button x:Name="B" Content="A" Click="on_used"/>')
    click = {"tool": "click", "args": {"selector": {"automation_id": "B"}}}
    lines = ["9" * 5000, "[" * 3000, '{"tool": "click", "args": {"timeout_ms": ' + "9" * 400 + "}}", json.dumps(click)]
    said = call(
        attacked, ["run", "--json", "--profile", NAME, *files(attacked)], lambda _: iter(f"{x}\n" for x in lines)
    )
    assert attacked.fired == ["used"]
    assert "unexpected" not in said


def test_a_profile_within_the_bounds(program: Make, tmp_path: Path) -> None:
    attacked = program("<Button Content='A'/>")
    for text in ("[" * 5000, '{"version": ' + "9" * 5000 + "}", '{"profiles": [{"name": "a\\u0000"}]}'):
        attacked.profiles.write_text(text, encoding="utf-8")
        said = call(attacked, ["profiles", "list", *files(attacked)])
        assert "unexpected" not in said


@pytest.mark.parametrize(
    "step", [{"timeout_ms": -5}, {"timeout_ms": 10**12}, {"args": {"until": {"exists": True}}, "retries": -1}]
)
def test_no_scenario_with_a_negative_or_endless_time_runs(program: Make, step: dict[str, Any]) -> None:
    attacked = program('<Button x:Name="B" Content="A" Click="on_used"/>')
    path = attacked.folder / "bad.json"
    click = {"action": "click", "selector": {"automation_id": "B"}, **step}
    path.write_text(json.dumps({"id": "a", "target_spec": {"profile": NAME}, "steps": [click]}), encoding="utf-8")
    said = call(attacked, ["scenario", "run", "--file", str(path), *files(attacked)])
    assert "scenario_invalid" in said or "file_invalid" in said, said
    assert attacked.fired == []


@pytest.mark.parametrize(
    "profile", [{"timeouts": {"action_ms": -1}}, {"record": {"redact": ["("]}}, {"record": {"redact": [5]}}],
    ids=["time", "pattern", "number"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["do", "run", "scenario", "replay", "exploration"])
def test_no_profile_with_a_wrong_time_or_rule_is_used(program: Make, name: str, profile: dict[str, Any]) -> None:
    attacked = program('<Button x:Name="B" Content="A" Click="on_used"/>', profile=profile)
    outcome = perform(name, attacked, [Ask("click", {"automation_id": "B"})])
    assert "profile_invalid" in outcome.said
    assert outcome.fired == ()


@pytest.mark.parametrize("structured", [False, True])
def test_no_reply_is_longer_than_it_says(program: Make, structured: bool) -> None:
    many = "".join(f'<Button Content="{"é" * 300} {n}"/>' for n in range(400))
    attacked = program(f'<TextBox x:Name="T" Text="{"削" * 20_000}"/>' + many, title="t" * 3_000)
    calls: dict[str, dict[str, Any]] = {
        "list_controls": {}, "list_windows": {}, "read_text": {"selector": {"automation_id": "T"}},
        "get_state": {"selector": {"automation_id": "T"}},
        "click": {"selector": {"name": "é" * 5_000}, "timeout_ms": 9},
        "select_item": {"selector": {"automation_id": "x" * 9_000}, "item_text": "é" * 9_000, "timeout_ms": 9},
        "run_actions": {"actions": [{"tool": "list_controls", "args": {}}] * 5},
    }  # fmt: skip

    async def ask() -> dict[str, tuple[int, int]]:
        options = ServeOptions(structured=structured, artifacts=str(attacked.artifacts),
                               profiles_path=str(attacked.profiles), toolsets=("all",))  # fmt: skip
        async with Client(build(options, desktop=attacked.desktop)) as client:
            await client.call_tool("launch_application", {"profile": NAME})
            sizes = {}
            for tool, args in calls.items():
                answer = await client.call_tool(tool, {"target_spec": {"profile": NAME}, **args})
                text = "".join(getattr(part, "text", "") for part in answer.content)
                sizes[tool] = len(text.encode()), size_of(answer.structured_content or {})
            return sizes

    sizes = anyio.run(ask)
    assert {tool: size for tool, size in sizes.items() if max(size) > BUDGET} == {}
    assert max(text for text, _ in sizes.values()) > BUDGET / 4


def test_json_is_read_as_deep_as_it_says() -> None:
    assert parse_json("[" * DEEPEST + "]" * DEEPEST) is not None
    assert parse_json('"[[[' + "[" * 500 + '"') == "[[[" + "[" * 500
    with pytest.raises(json.JSONDecodeError, match="deeper"):
        parse_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_half_of_a_pair_becomes_the_replacement_character() -> None:
    assert valid_text("a\ud83db") == "a\ufffdb"
    assert valid_text("\ud83d\ude00") == "\U0001f600"
    assert parse_json('{"a": "\\ud83d"}') == {"a": "\ufffd"}
    assert parse_json("\ufeff{}") == {}
