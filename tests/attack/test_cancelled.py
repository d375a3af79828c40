"""A call that its client cancels does no more: what was begun of a scenario or a replay ends at its next step."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.attack.conftest import Make
from tests.attack.program import NAME
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build

STEPS = 1_000
CLICK = {"automation_id": "Go"}
SESSION = "20260101-000000-000aa"


@pytest.mark.parametrize("tool", ["run_scenario", "run_replay"])
def test_a_cancelled_run_ends_at_its_next_step(program: Make, tmp_path: Any, tool: str) -> None:
    made = program('<Button x:Name="Go" Content="Go" Click="on_used"/><Button x:Name="Undo" Content="Undo" '
                   'Click="on_undone"/>', profile={"scenarios": [str(tmp_path)]})  # fmt: skip
    record = made.artifacts / "sessions" / SESSION
    record.mkdir(parents=True)
    (record / "session.json").write_text(json.dumps({"session_id": SESSION, "profile": NAME, "ended": "2026"}))
    actions = [{"tool": "click", "args": {"selector": CLICK}}] * STEPS
    (record / "repro.actions.json").write_text(json.dumps({"target_spec": {"profile": NAME}, "actions": actions}))
    (tmp_path / "long.json").write_text(json.dumps({
        "id": "long", "target_spec": {"profile": NAME}, "steps": [{"action": "click", "selector": CLICK}] * STEPS,
        "teardown": [{"action": "click", "selector": {"automation_id": "Undo"}}], "data": [{"n": 1}, {"n": 2}],
    }))  # fmt: skip
    args = {"run_scenario": {"file": "long.json"}, "run_replay": {"of": SESSION, "times": 2}}[tool]

    async def cancelled() -> bool:
        options = ServeOptions(artifacts=str(made.artifacts), profiles_path=str(made.profiles), toolsets=("all",))
        async with Client(build(options, desktop=made.desktop)) as client:
            with anyio.CancelScope() as scope:

                async def hear(_done: float, _of: float | None, _what: str | None) -> None:
                    scope.cancel()

                await client.call_tool(tool, args, progress_callback=hear)
            await client.call_tool("list_applications", {})  # behind it, on the desktop's one lane
        return scope.cancelled_caught

    assert anyio.run(cancelled)
    assert 0 < made.fired.count("used") < STEPS
    assert made.fired.count("undone") == (tool == "run_scenario")
    told = [json.loads(p.read_bytes()) for p in made.artifacts.glob("sessions/*/session.json")]
    assert [t["outcome"] for t in told if t.get("caller") in ("scenario", "replay")] == ["interrupted"]
