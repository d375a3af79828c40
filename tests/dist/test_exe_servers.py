"""The exe uses another MCP server in a goal: the reference server for files, which runs beside Windows and writes one.

Needs an exe that was built (`WPF_AGENT_DIST` names its folder), `WINLAB` or Windows, and in `WPF_AGENT_CLIENTS` npm's
`@modelcontextprotocol/server-filesystem` with `supergateway`, which gives it an address.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dist_machine import ROOT, WINLAB, Machine

from tests.goal.brains import act
from tests.goal.model_server import Answer, Seen, serving

EXE = Path(os.environ.get("WPF_AGENT_DIST") or ROOT / "dist") / "wpf-agent.exe"
MODULES = Path(os.environ.get("WPF_AGENT_CLIENTS", ""), "node_modules")
GATEWAY = MODULES / "supergateway" / "dist" / "index.js"
FILES = MODULES / "@modelcontextprotocol" / "server-filesystem" / "dist" / "index.js"
NODE = shutil.which("node")
IS_LAB = sys.platform != "win32" and (WINLAB / "winlab").is_file()
pytestmark = [
    pytest.mark.skipif(not EXE.is_file(), reason="no exe was built: python scripts/build_exe.py, on Windows"),
    pytest.mark.skipif(sys.platform != "win32" and not IS_LAB, reason="there is no Windows"),
    pytest.mark.skipif(NODE is None or not GATEWAY.is_file() or not FILES.is_file(), reason="no servers from npm"),
]
START_S = 60.0


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the reference server answers; it may write below `tmp_path / "files"`."""
    (tmp_path / "files").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = f'"{NODE}" "{FILES}" "{tmp_path / "files"}"'
    words = [str(NODE), str(GATEWAY), "--stdio", server, "--outputTransport", "streamableHttp", "--stateful"]
    with subprocess.Popen([*words, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as gateway:
        end = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < end, "the reference server did not start"
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
        gateway.terminate()


def test_a_goal_writes_its_result_to_a_file_through_another_server_and_is_cut_at_ten(address: str, tmp_path: Path):
    written = tmp_path / "files" / "result.txt"

    def brain(seen: Seen) -> Answer:
        if seen.turn == 1:
            return "", [act(("click", {"selector": {"ref": seen.ref("TabItem", "Orders")}}))]
        if seen.turn == 2:
            text = "New order is there" if seen.ref("Button", "New order") else "nothing is there"
            return "", [("files__write_file", {"path": str(written), "content": text})]
        if seen.turn == 3:
            return "", [("files__read_text_file", {"path": str(written)}) for _ in range(10)]
        return "", [("stuck", {"why": seen.results[-1]})]

    machine = Machine(tmp_path)
    machine.environment["WPF_AGENT_SERVERS"] = machine.path(tmp_path / "servers")

    def call(*words: str, expected: tuple[int, ...] = (0,)) -> dict:
        said = machine.call(EXE, *words, "--json", cwd=machine.home, expected=expected, timeout_s=240)
        return json.loads(said)

    call("servers", "add", "files", "--url", address, "--yes")
    names = {tool["name"] for tool in call("servers", "tools", "files")["tools"]}
    assert {"write_file", "read_text_file"} <= names
    for tool in ("write_file", "read_text_file"):
        call("servers", "allow", "files", tool, "--yes")
    with serving(brain) as model:
        machine.environment |= {"OPENAI_API_KEY": "key", "OPENAI_BASE_URL": f"{model.address}/v1"}
        said = call(
            "run", "--goal", "note what is there", "--profile", "demo", "--provider", "openai", "--model", "scripted",
            "--artifacts", machine.path(tmp_path / "artifacts"), expected=(1,),
        )  # fmt: skip
    assert written.read_text(encoding="utf-8") == "New order is there"
    assert "10 calls of other programs' tools in a row are the most" in said["reason"], said
    assert json.dumps(model.asked[-1]["messages"]).count("New order is there") >= 9
