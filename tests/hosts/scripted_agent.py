"""An agent without a model: speaks MCP to the server that its command line names, and does what its task says.

Usage: scripted_agent.py --server FILE -- TASK

The task is `list` (calls list_windows once), or anything else, which is only printed. It stays until it is ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def main() -> None:
    _, path, _, task = sys.argv[1:]
    print(json.dumps({"task": task, "pid": os.getpid(), "arguments": sys.argv[1:]}), flush=True)
    if task == "end":
        return
    with open(path, encoding="utf-8") as file:
        entry = json.load(file)["mcpServers"]["wpf-agent"]
    server = subprocess.Popen(
        [entry["command"], *entry["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, **entry["env"]},
    )  # fmt: skip
    opens = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "scripted", "version": "1"}}
    ask(server, 1, "initialize", opens)
    server.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    print(json.dumps(ask(server, 2, "tools/call", {"name": "list_windows", "arguments": {}})), flush=True)
    time.sleep(600)


def ask(server, number: int, method: str, params: dict) -> dict:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    while (said := json.loads(server.stdout.readline())).get("id") != number:
        pass
    return said


main()
