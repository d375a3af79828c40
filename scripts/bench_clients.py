"""Measure what the three AI clients make of the server: tokens, calls, seconds from their start to the first tool.

Usage: bench_clients.py [--cold] [--tokenizer FOLDER] [--json]

Each client from npm runs with this server by its own option and a scripted model on this machine, which reaches the
goal of the demo's scenario A by refs and captions that it reads in replies. WPF_AGENT_CLIENTS names the folder in which
npm installed the clients. --cold: nothing was recorded before the first start, as without `init`. Tokens as in
bench_mcp.py.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "scripts"),
    *(str(ROOT / "tests" / n) for n in ("clients", "hosts", "mcp_server")),
]


def measured(name: str, *, recorded: bool) -> dict[str, Any]:
    """Return the figures of a client's run."""
    import bench_mcp
    from goal_steps import Reading, check, shuffled
    from running import run_client

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        (folder / "demo").mkdir()
        program = shuffled(folder / "demo")
        run = run_client(
            name, folder, lambda seen: Reading(seen, program).next_call(), "--allow-launch", recorded=recorded
        )
    with_tools = [bool(any("wpf" in tool for tool in request.tools)) for request in run.requests]
    facts = {
        "requests": len(run.requests),
        "first request has the tools": bool(with_tools and with_tools[0]),
        "calls": len(run.results),
        "reply tokens": round(sum(map(bench_mcp.tokens, run.results))),
        "tools offered, s": round(run.tools_s, 2),
        "first result read, s": round(run.tool_s, 2),
    }
    try:
        check(run.results)
    except (AssertionError, IndexError):
        return {**facts, "goal": "not reached"}
    return {**facts, "goal": "reached"}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--tokenizer", default="")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import bench_mcp
    from client_homes import PACKAGES, programs

    bench_mcp.tokenizer = options.tokenizer
    found: dict[str, dict[str, Any]] = {}
    for name, package in PACKAGES.items():
        if shutil.which(name, path=programs()) is None:
            print(f"{name} is not installed: npm install --prefix DIR {package}, and WPF_AGENT_CLIENTS=DIR")
            continue
        found[name] = measured(name, recorded=not options.cold)
    if options.json:
        print(json.dumps(found, indent=1))
        return 0
    if found:
        keys = list(next(iter(found.values())))
        print(f"| client | {' | '.join(keys)} |\n|---|{'---|' * len(keys)}")
    for name, facts in found.items():
        print(f"| {name} | {' | '.join(str(value) for value in facts.values())} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
