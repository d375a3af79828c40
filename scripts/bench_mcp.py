"""Measure the MCP server beside its aims: start, round trip, and what it costs a model in tokens.

Usage: bench_mcp.py [--rounds 5] [--calls 300] [--json] [--tokenizer FOLDER] [--server COMMAND…]

`--server` is what to start instead of this Python's own module, up to and without `mcp serve`: an exe, or the runner of
a Windows machine. Tokens are the larger of two numbers: bytes of UTF-8 by four, and what o200k counts where
`--tokenizer` names a folder in which `npm install gpt-tokenizer` was run. The snapshot of 250 elements is the text that
`list_controls` gives, beside the same elements as in a browser's accessibility snapshot and as JSON. A click that opens
a page and an unchanged screen are replies of the demo's on the simulated desktop.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
AIMS = {
    "initialize_s": 1.5,
    "tools_list_s": 1.5,
    "round_trip_ms": 3.0,
    "tool_tokens": 3_000.0,
    "snapshot_tokens": 1_500.0,
    "page_click_tokens": 150.0,
    "unchanged_tokens": 40.0,
}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}
ELEMENTS = 250


class Wire:
    """A server that is spoken to in lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            [*command, "mcp", "serve", "--alone"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
        )

    def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()
        while True:
            found = json.loads(self._process.stdout.readline())
            if found.get("id") == message["id"]:
                return dict(found)

    def end(self) -> float:
        """Close stdin and return how many seconds the process takes to end."""
        assert self._process.stdin is not None
        begun = time.perf_counter()
        self._process.stdin.close()
        self._process.wait()
        return time.perf_counter() - begun


def starts(command: Sequence[str], rounds: int) -> dict[str, float]:
    """Return how long a start takes until `initialize` and `tools/list` are answered, and an end after stdin closes."""
    seen: dict[str, list[float]] = {"initialize_s": [], "tools_list_s": [], "end_s": []}
    tools: list[Any] = []
    for _ in range(rounds):
        wire = Wire(command)
        wire.ask(HELLO)
        seen["initialize_s"].append(time.perf_counter() - wire.begun)
        tools = wire.ask({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})["result"]["tools"]
        seen["tools_list_s"].append(time.perf_counter() - wire.begun)
        seen["end_s"].append(wire.end())
    cost = tokens("\n".join(_as_json({k: t[k] for k in ("name", "description", "inputSchema")}) for t in tools))
    return {**{k: statistics.median(v) for k, v in seen.items()}, "tools": len(tools), "tool_tokens": cost}


COUNTER = """
const path = require("path"), fs = require("fs");
const o200k = path.join(process.argv[1], "node_modules/gpt-tokenizer/cjs/encoding/o200k_base");
console.log(require(o200k).countTokens(fs.readFileSync(0, "utf8")));
"""
tokenizer = ""


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def tokens(value: Any) -> float:
    """Return what a text, or a value as JSON, costs: bytes by four, or more where o200k counts more."""
    text = value if isinstance(value, str) else _as_json(value)
    counted = 0.0
    if tokenizer:
        node = subprocess.run(["node", "-e", COUNTER, tokenizer], input=text.encode(), capture_output=True, check=True)
        counted = float(node.stdout)
    return max(counted, len(text.encode()) / 4)


def round_trips(command: Sequence[str], calls: int) -> dict[str, float]:
    """Return the medians of a call that does nothing in the program, and of one that the server refuses at once."""
    wire = Wire(command)
    wire.ask(HELLO)
    found: dict[str, float] = {}
    kinds: dict[str, tuple[str, dict[str, Any]]] = {
        "round_trip_ms": ("nothing", {}),
        "list_windows_ms": ("list_windows", {}),
    }
    number = 10
    for name, (tool, args) in kinds.items():
        took = []
        for _ in range(calls):
            number += 1
            params = {"name": tool, "arguments": args}
            begun = time.perf_counter()
            wire.ask({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
            took.append((time.perf_counter() - begun) * 1_000)
        found[name] = statistics.median(took[calls // 10 :])
    wire.end()
    return found


def snapshots() -> dict[str, float]:
    """Return what 250 elements of the demo, on the simulated desktop, cost in each form."""
    from wpfagent.demo import APPLICATION
    from wpfagent.desktops.base import Budget
    from wpfagent.desktops.simulated import SimulatedDesktop
    from wpfagent.entries.mcp.screen import screen_lines

    desktop = SimulatedDesktop()
    pid = desktop.launch(str(APPLICATION)).pid
    controls: list[dict[str, Any]] = []
    while len(controls) < ELEMENTS:  # the demo shows fewer at once: its window stands for several
        controls += [
            {**c.to_dict(), "marks": c.marks()}
            for c in desktop.snapshot(desktop.windows(pid), budget=Budget(elements=2_000))
        ]
    controls = controls[:ELEMENTS]
    return {
        "snapshot_tokens": tokens("\n".join(screen_lines(controls))),
        "snapshot_accessibility_tree_tokens": tokens("\n".join(map(_as_browsers_do, controls))),
        "snapshot_json_tokens": tokens(controls),
        "snapshot_indented_json_tokens": tokens(json.dumps(controls, indent=2, ensure_ascii=False)),
    }


def _as_browsers_do(control: Mapping[str, Any]) -> str:
    """A line as in the accessibility snapshots of browser tools: `- button "Save" [ref=e12]`."""
    name = f' "{control["name"]}"' if control["name"] else ""
    disabled = "" if control["enabled"] else " [disabled]"
    value = f": {control['value']}" if control["value"] else ""
    return f"{'  ' * control['depth']}- {control['control_type'].lower()}{name}{disabled} [ref={control['ref']}]{value}"


async def replies() -> dict[str, float]:
    """Return what a model reads of a click that opens a page, and of a screen that is as it was."""
    from mcp import Client

    from wpfagent.demo import APPLICATION
    from wpfagent.desktops.simulated import SimulatedDesktop
    from wpfagent.entries.mcp.options import ServeOptions
    from wpfagent.entries.mcp.server import build

    with tempfile.TemporaryDirectory() as folder:
        options = ServeOptions(artifacts=folder, allow_launch=True)
        async with Client(build(options, desktop=SimulatedDesktop())) as client:

            async def call(tool: str, **args: Any) -> str:
                result = await client.call_tool(tool, args)
                return "\n".join(getattr(c, "text", "") for c in result.content)

            await call("launch_application", exe=str(APPLICATION))
            target = {"window_query": "Order Desk"}
            page = await call("click", selector="Settings", **target)
            await call("list_controls", **target)
            same = await call("list_controls", **target)
    return {"page_click_tokens": tokens(page), "unchanged_tokens": tokens(same)}


async def in_memory(calls: int) -> float:
    """Return the milliseconds that the server itself adds to a call, without a wire."""
    from mcp import Client

    from wpfagent.desktops.simulated import SimulatedDesktop
    from wpfagent.entries.mcp.options import ServeOptions
    from wpfagent.entries.mcp.server import build

    with tempfile.TemporaryDirectory() as folder:
        async with Client(build(ServeOptions(artifacts=folder), desktop=SimulatedDesktop())) as client:
            took = []
            for _ in range(calls):
                begun = time.perf_counter()
                await client.call_tool("list_windows", {})
                took.append((time.perf_counter() - begun) * 1_000)
    return statistics.median(took)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tokenizer", default="", metavar="FOLDER")
    parser.add_argument("--server", nargs=argparse.REMAINDER, default=[])
    options = parser.parse_args()
    global tokenizer  # noqa: PLW0603 -- set once, before anything is measured
    tokenizer = options.tokenizer
    command = options.server or [sys.executable, "-m", "wpfagent"]
    figures = {**starts(command, options.rounds), **round_trips(command, options.calls), **snapshots()}
    figures |= asyncio.run(replies())
    figures["in_memory_ms"] = asyncio.run(in_memory(options.calls))
    if options.json:
        print(json.dumps(figures, indent=1))
        return 0
    for name, value in figures.items():
        aim = AIMS.get(name)
        said = "" if aim is None else f"   aim {aim:g}: {'met' if value <= aim else 'MISSED'}"
        print(f"{name:36} {value:10.2f}{said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
