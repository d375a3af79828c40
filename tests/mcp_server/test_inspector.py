"""The MCP inspector's command line lists the tools and calls one.

It is looked for in the folder that WPF_AGENT_CLIENTS names (where `npm install --prefix` put it) or on the PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = os.environ.get("WPF_AGENT_CLIENTS")
PLACES = [str(Path(FOLDER) / "node_modules" / ".bin")] if FOLDER else []
INSPECTOR = shutil.which("mcp-inspector", path=os.pathsep.join([*PLACES, os.environ.get("PATH", "")]))
pytestmark = pytest.mark.skipif(
    INSPECTOR is None or shutil.which("node") is None,
    reason="mcp-inspector is not installed: npm install --prefix DIR @modelcontextprotocol/inspector, "
    "and WPF_AGENT_CLIENTS=DIR",
)


def inspect(folder: Path, *words: str) -> dict:
    server = [sys.executable, "-m", "wpfagent", "mcp", "serve", "--structured", "--desktop", "simulated"]
    done = subprocess.run(
        [str(INSPECTOR), "--cli", *server, "--artifacts", str(folder / "artifacts"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_the_inspector_lists_the_tools(tmp_path):
    tools = {t["name"]: t for t in inspect(tmp_path, "--method", "tools/list")["tools"]}
    assert tools["click"]["annotations"]["readOnlyHint"] is False
    assert tools["read_text"]["annotations"]["readOnlyHint"] is True


def test_the_inspector_calls_a_tool(tmp_path):
    call = ("--method", "tools/call", "--tool-name", "launch_application", "--tool-arg", "profile=demo")
    assert inspect(tmp_path, *call)["structuredContent"]["title"] == "Order Desk Demo"
