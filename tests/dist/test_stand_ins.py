"""The stand-ins: the server works with them, loads nothing of what they stand for, and misuse says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
import stand_ins
from dist_machine import UNKNOWN

ROOT = Path(__file__).resolve().parents[2]
ENTRY = ROOT / "dist_config" / "wpf_agent.py"
LOADED = f"""
import sys
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "dist_config")!r}]
import stand_ins
stand_ins.install(serving=True)
import wpfagent.entries.mcp.serving
print(*(m for m, found in sys.modules.items() if not isinstance(found, stand_ins.StandIn)))
"""


def test_only_what_is_left_out_is_stood_in_for():
    finder = stand_ins.Finder(serving=True)
    assert isinstance(finder.find_spec("starlette.routing"), ModuleSpec)
    assert isinstance(finder.find_spec("mcp.client"), ModuleSpec)
    assert stand_ins.Finder().find_spec("mcp.client") is None
    assert finder.find_spec("mcp.clients") is None
    assert finder.find_spec("mcp.server.lowlevel") is None


def test_using_a_stand_in_says_that_it_is_left_out():
    module = stand_ins.StandIn("starlette.routing")
    assert module.Route is module.Route
    with pytest.raises(stand_ins.LeftOut, match=r"starlette\.routing\.Route is not in"):
        module.Route("/")


def test_what_the_host_needs_is_there_for_the_host_only():
    code = LOADED.replace("install(serving=True)", "install()").replace("entries.mcp.serving", "hosts.resident.running")
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"starlette", "uvicorn", "mcp.server.streamable_http_manager"} <= set(loaded)
    assert not {"cryptography", "jwt", "mcp.server.auth"} & set(loaded)


def test_the_server_loads_nothing_of_what_is_left_out():
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout.split()
    heavy = {
        "ssl",
        "_ssl",
        "starlette",
        "uvicorn",
        "httpx2",
        "cryptography",
        "sse_starlette",
        "jsonschema",
        "mcp.client",
        "jwt",
    }
    assert not heavy & set(loaded)
    assert "mcp.server.lowlevel.server" in loaded


def test_the_server_serves_tools_prompts_and_resources_with_them(tmp_path):
    words = [sys.executable, str(ENTRY), "mcp", "serve", "--alone", "--structured", "--desktop", "simulated"]
    words += ["--artifacts", str(tmp_path)]
    client = {"name": "test", "version": "1"}
    opening = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    messages = [
        {"id": 1, "method": "initialize", "params": opening},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "resolve_target", "arguments": {"target_spec": {}}}},
        {"id": 4, "method": "tools/call", "params": {"name": "list_windows", "arguments": {}}},
        {"id": 5, "method": "prompts/list"},
        {"id": 6, "method": "resources/list"},
        {"id": 7, "method": "no/such/method"},
        *(
            {"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            for number, (tool, arguments) in enumerate(UNKNOWN.items(), start=8)
        ),
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    ) as server:
        assert server.stdin
        assert server.stdout
        answers = {}
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            server.stdin.flush()
            if "id" in message:
                answer = json.loads(server.stdout.readline())
                answers[answer["id"]] = answer
        server.stdin.close()
        assert server.wait(30) == 0
    assert answers[1]["result"]["serverInfo"]["name"] == "wpf-agent"
    assert len(answers[2]["result"]["tools"]) > 20
    assert answers[3]["result"]["isError"]
    assert not answers[4]["result"].get("isError")
    assert answers[5]["result"]["prompts"]
    assert answers[6]["result"]["resources"]
    assert "error" in answers[7]
    told = [answers[number]["result"]["structuredContent"]["error"] for number in range(8, 8 + len(UNKNOWN))]
    assert {error["code"] for error in told} == {"invalid_argument"}, told


def test_the_client_of_other_servers_is_there_for_who_asks_for_it(tmp_path: Path):
    run = subprocess.run(
        [sys.executable, str(ENTRY), "servers", "list", "--json"],
        capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "WPF_AGENT_SERVERS": str(tmp_path)},
    )  # fmt: skip
    assert (run.returncode, json.loads(run.stdout)["servers"]) == (0, []), run.stderr
    code = LOADED.replace("install(serving=True)", "install()").replace("entries.mcp.serving", "runs.servers.connection")
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"mcp.client.streamable_http", "httpx2", "ssl"} <= set(loaded)
    assert not {"cryptography", "jwt", "python_multipart"} & set(loaded)


def test_what_is_stood_in_for_counts_as_not_installed(monkeypatch: pytest.MonkeyPatch):
    from wpfagent.core.errors import ExtraMissing
    from wpfagent.core.extras import require

    require("uvicorn")
    monkeypatch.delitem(sys.modules, "uvicorn", raising=False)
    monkeypatch.setattr(sys, "meta_path", [stand_ins.Finder(serving=True), *sys.meta_path])
    with pytest.raises(ExtraMissing, match="uvicorn"):
        require("uvicorn")
