"""An agent without a model: speaks MCP to the server that its command line names, and does what its task says.

Usage: scripted_agent.py --server FILE -- TASK

It calls list_windows once and stays until it is ended. The task `end` only prints; `leave` leaves a child behind that
no kind signal ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def main() -> None:
    _, path, _, task = sys.argv[1:]
    left = subprocess.Popen([sys.executable, "-c", STUBBORN]).pid if task == "leave" else 0
    print(json.dumps({"task": task, "pid": os.getpid(), "arguments": sys.argv[1:], "left": left}), flush=True)
    if task in ("end", "leave"):
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
    print(json.dumps(entry), flush=True)
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
