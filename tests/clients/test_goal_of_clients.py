"""The goal of scenario A through each of the three clients: what their models read suffices, from the first request."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "mcp_server"))
from goal_steps import Call, Reading, check, shuffled
from running import run_client

from wpfagent.demo import APPLICATION

WINLAB = Path(os.environ.get("WINLAB", Path(__file__).parents[3] / "shared" / "winlab")) / "winlab"
pytestmark = pytest.mark.clients


def test_a_model_reaches_the_goal_by_what_the_client_shows_it(name: str, tmp_path: Path) -> None:
    program = tmp_path / "shuffled"
    program.mkdir()
    path = shuffled(program)
    run = run_client(name, tmp_path, lambda results: Reading(results, path).next_call(), "--allow-launch")
    assert run.code == 0, run.said
    check(run.results)
    assert any("wpf" in tool for tool in run.requests[0].tools), "its first request has the tools"


@pytest.mark.slow
@pytest.mark.skipif("WINLAB_HOME" not in os.environ or not WINLAB.is_file(), reason="WINLAB_HOME: a Windows machine")
def test_a_model_reaches_the_goal_on_a_real_window_of_windows(name: str, tmp_path: Path) -> None:
    steps = ("launch_application", {"profile": "demo"})

    def choose(results: list[str]) -> Call | None:
        return Reading(results, APPLICATION).next_call() if results else steps

    try:
        run = run_client(name, tmp_path, choose, winlab=WINLAB)
    finally:
        subprocess.run([WINLAB, "stop"], capture_output=True, check=False)  # the demo was left open by the model
    print(f"{name}: {run.tools_s:.1f} s to the tools, {run.tool_s:.1f} s to the first result, {len(run.results)} calls")
    assert run.code == 0, run.said
    check(run.results)


def test_an_error_and_a_picture_reach_the_model(name: str, tmp_path: Path) -> None:
    program = tmp_path / "shuffled"
    program.mkdir()
    path = shuffled(program)
    calls = (
        ("launch_application", {"exe": str(path)}),
        ("click", {"window_query": "Order Desk", "selector": "no such thing"}),
        ("screenshot", {"window_query": "Order Desk"}),
    )
    run = run_client(
        name, tmp_path, lambda seen: calls[len(seen)] if len(seen) < len(calls) else None, "--allow-launch"
    )
    assert run.code == 0, run.said
    launched, failed, picture = run.results
    assert "target_id" in launched
    assert "not_found" in failed or "element" in failed, failed
    sent = str(run.requests[-1].body)
    assert picture, "the picture's text"
    assert any(mark in sent for mark in ("iVBORw0KGgo", "/9j/")), "the picture itself"
