"""`python scripts/bench_start.py --exe dist/wpf-agent.exe`: the single exe beside its unpacked form, on Windows.

Lays the unpacked form out as `init` does, into a folder of its own, and runs both in turn: `--version`, `do click` on
the simulated demo, the MCP server until it has answered `initialize`. The first run is that of files just written; of
the others the shortest is shown, which other work disturbs least. --json prints the figures for programs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]
CLICK = ("do", "click", "--id", "OpenSettingsButton", "--desktop", "simulated", "--profile", "demo")
RUNS = 7


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exe", default=str(ROOT / "dist" / "wpf-agent.exe"))
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if sys.platform != "win32":
        sys.exit("A Windows Python runs this.")
    from wpfagent.entries.unpacked import laying

    with tempfile.TemporaryDirectory(prefix="wpf-agent-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        single = Path(shutil.copy(arguments.exe, folder / "wpf-agent.exe"))
        start = time.perf_counter()
        unpacked = laying.lay_out(single, folder / "data")
        took = time.perf_counter() - start
        forms = {"one file": single, "unpacked": unpacked}
        sizes = {"one file": single.stat().st_size, "unpacked": size_of(unpacked.parent)}
        works: dict[str, Callable[[Path], float]] = {"--version": version, "do click": click, "mcp serve": serve}
        made = {what: measured(work, forms, arguments.runs) for what, work in works.items()}
    if arguments.json:
        print(json.dumps({"sizes": sizes, "lay_out_s": took, "seconds": made}, indent=1))
        return 0
    print(f"Laid out in {took:.1f} s. Shortest of {arguments.runs} runs after the first, in seconds.\n")
    print("| | one file | first run | unpacked | first run |\n|---|---|---|---|---|")
    print(f"| size | {sizes['one file'] / 1e6:.1f} MB | | {sizes['unpacked'] / 1e6:.1f} MB | |")
    for what, times in made.items():
        cells = [f"{min(t[1:]):.2f} | {t[0]:.2f}" for t in (times["one file"], times["unpacked"])]
        print(f"| `{what}` | {' | '.join(cells)} |")
    return 0


def measured(work: Callable[[Path], float], forms: dict[str, Path], runs: int) -> dict[str, list[float]]:
    """Return the seconds of each run, by form; the forms take turns, so that both have the same load."""
    times: dict[str, list[float]] = {form: [] for form in forms}
    for _ in range(runs + 1):
        for form, exe in forms.items():
            times[form].append(work(exe))
    return times


def version(exe: Path) -> float:
    """Run `--version`, and return how long it took."""
    return call(exe, "--version")


def click(exe: Path) -> float:
    """Click in the simulated demo, and return how long the call took."""
    return call(exe, *CLICK, "--artifacts", str(exe.parent / "artifacts"))


def call(exe: Path, *words: str) -> float:
    """Run the program and return how long it took."""
    start = time.perf_counter()
    subprocess.run([str(exe), *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def serve(exe: Path) -> float:
    """Start the server, and return how long it took to answer."""
    opening = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening}) + "\n"
    start = time.perf_counter()
    words = [str(exe), "mcp", "serve", "--alone"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(asked.encode())
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        took = time.perf_counter() - start
        assert answer["result"]["serverInfo"]["name"], answer
    return took


def size_of(folder: Path) -> int:
    """Return how many bytes the files of a folder have."""
    return sum(os.path.getsize(path) for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    sys.exit(main())
