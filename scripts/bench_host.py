"""Measure the bridge beside a server of its own: seconds until the tools are listed, milliseconds that a call takes.

Usage: bench_host.py [--rounds 10] [--calls 200] [--exe dist/wpf-agent.exe]

The two take turns, so that both have the same load. A call is one that the server refuses at once: what remains is the
way to it. The first start has no host, and with a Python no record of the opening answers either (`init` makes it, and
the exe brings it); it is shown by itself. --exe lays the unpacked form of an exe out and measures that, on Windows.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
SETTLED_S = 3.0
"""How long the first host may take to record what opens a session."""


class Client:
    """A client that shakes hands and lists the tools."""

    def __init__(self, program: Sequence[str], *options: str, env: dict[str, str]) -> None:
        begun = time.perf_counter()
        self._process = subprocess.Popen(
            [*program, "mcp", "serve", *options], cwd=ROOT, env=env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._number = 0
        self.ask("initialize", HELLO)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.ask("tools/list", {})
        self.listed_s = time.perf_counter() - begun

    def write(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its answer."""
        assert self._process.stdout is not None
        self._number += 1
        self.write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while True:
            said = json.loads(self._process.stdout.readline())
            if said.get("id") == self._number:
                return dict(said)

    def call_ms(self) -> float:
        """Return how long a call takes that the server refuses at once."""
        begun = time.perf_counter()
        self.ask("tools/call", {"name": "nothing", "arguments": {}})
        return (time.perf_counter() - begun) * 1_000

    def end(self) -> None:
        """Close stdin, and wait."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def bare_s(program: Sequence[str]) -> float:
    """Return how long Python itself takes to start and end, or the exe to tell its version."""
    begun = time.perf_counter()
    words = [sys.executable, "-c", "pass"] if program[0] == sys.executable else [*program, "--version"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def program_of(exe: str | None, folder: Path) -> list[str]:
    """Return what starts wpf-agent: this Python, or the unpacked form of an exe."""
    if exe is None:
        return [sys.executable, "-m", "wpfagent"]
    from wpfagent.entries.unpacked import laying

    return [str(laying.lay_out(Path(exe).absolute(), folder / "data"))]


def shown(seen: list[float]) -> str:
    """Return the figures of some starts."""
    return f"{statistics.median(seen):.3f} s (first {seen[0]:.3f}, last {seen[-1]:.3f}, least {min(seen):.3f})"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--exe", help="the single exe, whose unpacked form is measured")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        env = {**os.environ, "WPF_AGENT_HOST": str(Path(folder) / "host")}
        program = program_of(options.exe, Path(folder))
        first = Client(program, "--hosted", env=env)
        begun = time.perf_counter()
        first.call_ms()
        print(f"first start: tools {first.listed_s:.2f} s, first call {time.perf_counter() - begun:.2f} s later")
        time.sleep(SETTLED_S)
        first.end()
        starts: dict[str, list[float]] = {"--hosted": [], "--alone": [], "bare": []}
        calls: dict[str, list[float]] = {"--hosted": [], "--alone": []}
        for _ in range(options.rounds):
            starts["bare"].append(bare_s(program))
            for way, took in calls.items():
                client = Client(program, way, env=env)
                starts[way].append(client.listed_s)
                client.call_ms()  # the first waits for a session
                took += [client.call_ms() for _ in range(options.calls // options.rounds)]
                client.end()
        subprocess.run([*program, "host", "stop"], cwd=ROOT, env=env, check=True)
    for way, seen in starts.items():
        print(f"{way:10} {'the whole run' if way == 'bare' else 'tools listed after'} {shown(seen)}")
    for way, seen in calls.items():
        print(f"{way:10} a call takes {statistics.median(seen):.2f} ms (least {min(seen):.2f})")
    print(f"added: {statistics.median(calls['--hosted']) - statistics.median(calls['--alone']):.2f} ms a call")
    return 0


if __name__ == "__main__":
    sys.exit(main())
