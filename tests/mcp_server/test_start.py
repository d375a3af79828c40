"""The server starts with what its first answers need; what does long work is loaded when it is called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.entries.mcp.families.long_work import TOOLS

ROOT = Path(__file__).resolve().parents[2]
LOADED = "import sys, wpfagent.entries.mcp.serving; print(*sys.modules)"
LATER = ("wpfagent.runs.explore.explorer", "wpfagent.runs.minimize", "wpfagent.runs.replay", "wpfagent.testing.report",
         "wpfagent.testing.tickets.write", "PIL", "comtypes", "uiautomation", "jinja2", "rich")  # fmt: skip


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    told = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(told.stdout.split())


@pytest.mark.parametrize("module", LATER)
def test_the_server_answers_without_loading(loaded: set[str], module: str) -> None:
    assert not {name for name in loaded if name == module or name.startswith(f"{module}.")}


def test_each_tool_of_long_work_names_a_module_that_does_it() -> None:
    from wpfagent.entries.mcp.families import explorations, minimizing, replays, runs

    modules = {"run_random": explorations, "minimize": minimizing, "run_replay": replays, "run_scenario": runs}
    assert {tool.name for tool in TOOLS} == set(modules)
    assert all(callable(module.run) for module in modules.values())
