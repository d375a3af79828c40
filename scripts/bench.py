"""Measure how fast reading and acting are, beside the alternatives, in one run.

Usage: bench.py [--sizes 250,2000,10000] [--rounds 5] [--walk-rounds 1] [--json]
       bench.py explore [--quick]
       bench.py attack [--json]
       bench.py fleet [--workers 1,2,4] [--seeds 1-16] [--json]
       bench.py mcp [--tokenizer FOLDER] [--json]
       bench.py clients [--cold] [--tokenizer FOLDER] [--json]
       bench.py dotnet [STREAM.nettrace ... | overhead, evidence or hour and a program]
       bench.py search [--sessions 10000] [--json]
       bench.py strangers [bazaar] [forms] [PAGE | task id …] [--noise] [--refuse] [--strange]
       bench.py truth PROGRAM [--steps 600] [--seeds 1-3] [-- ARG …]
       bench.py coverage PROGRAM [--actions 300] [--seeds 1-5] [-- ARG …]

On Windows: a real WPF window of each size; see bench_windows.py for what is measured. The walks with other libraries
are slow: they take part with --walk-rounds rounds each (0: leave them out). Everywhere: actions a second through the
whole gate on the simulated desktop, pictures off. Ratios are what to look at: times depend on the machine.

`explore` prints what random exploration comes to, section after section, each a script that can be run alone:
bench_explore.py (planted bugs found), bench_minimize.py (trials and lengths), bench_safety.py (what random use does to
destructive captions), bench_random.py (effective actions a second, and where the time goes), and where WINLAB names the
tool that holds the programs bench_maze.py (defects that are all known) and bench_coverage.py (methods entered, guided
by the runtime and not). --quick: a few minutes instead of hours.

`attack` prints which attacks on the gate hold, by entry: bench_attack.py.
`mcp` prints what the MCP server costs beside its aims, in seconds and in a model's tokens: bench_mcp.py.
`clients` prints what the three AI clients make of it, each with a scripted model: bench_clients.py.
`dotnet` prints how fast a .NET program's event stream is read, beside a bare pass over its bytes: bench_dotnet.py.
`ocr` prints how many texts of real programs are read by eye, how near their places are, and how long it takes:
bench_ocr.py (Windows).
`search` prints how fast records are found and indexed, and how large the index is: bench_search.py.
`strangers` does the tasks of programs that know what happened inside them, through the MCP tools, and judges each
verdict; see bench_strangers.py. `truth` explores them and holds each verdict against their logs: bench_truth.py.
`coverage` prints how many of a program's own methods exploration enters, guided and not: bench_coverage.py.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import wpfagent

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
DEMO = ROOT / "wpfagent" / "demo" / "application.xaml"
APART = ("attack", "clients", "coverage", "dotnet", "fleet", "mcp", "ocr", "search", "strangers", "truth")
"""Benches that are scripts of their own, bench_NAME.py."""
BATCH = 100
EXPLORE = {
    "bench_explore.py": "--seeds 1-3",
    "bench_minimize.py": "--rounds 5",
    "bench_safety.py": "--steps 5000",
    "bench_random.py": "--steps 60",
    "bench_maze.py": "--seeds 1 --actions 150 --no-minimize",
    "bench_coverage.py orderdesk": "--seeds 1 --actions 60",
    "bench_coverage.py maze": "--seeds 1 --actions 60",
}
"""The sections of `bench.py explore`, each with what makes it quick."""


def simulated(rounds: int) -> dict[str, float]:
    """Return actions a second (median of the rounds) on the demo's settings page, by kind of action."""
    app = wpfagent.launch(str(DEMO), desktop="simulated")
    with app:
        app.click(automation_id="OpenSettingsButton")
        texts = (f"name {n}" for n in itertools.count())
        zooms = itertools.cycle((60, 70, 80))
        kinds: dict[str, Callable[[], object]] = {
            "toggle": lambda: app.toggle(automation_id="AutoSaveCheck"),
            "type_text": lambda: app.type_text(automation_id="UserBox", text=next(texts)),
            "set_value": lambda: app.set_value(automation_id="ZoomSlider", value=next(zooms)),
            "get_state": lambda: app.get_state(automation_id="UserBox"),
        }
        found = {}
        for name, act in kinds.items():
            speeds = []
            for _ in range(rounds):
                begun = time.perf_counter()
                for _ in range(BATCH):
                    act()
                speeds.append(BATCH / (time.perf_counter() - begun))
            found[name] = statistics.median(speeds)
    return found


def explore(arguments: list[str]) -> int:
    """Run the sections about random exploration; return the worst of their exit codes."""
    parser = argparse.ArgumentParser(prog="bench.py explore", description="What random exploration comes to.")
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args(arguments).quick
    worst = 0
    for section, fewer in EXPLORE.items():
        print(f"== {section}", flush=True)
        script, *arguments = section.split()
        command = [sys.executable, str(ROOT / "scripts" / script), *arguments, *(fewer.split() if quick else ())]
        worst = max(worst, abs(subprocess.run(command, check=False).returncode))
    return worst


def main() -> int:
    """Measure and print."""
    if sys.argv[1:2] == ["explore"]:
        return explore(sys.argv[2:])
    if sys.argv[1:2] and sys.argv[1] in APART:
        command = [sys.executable, str(ROOT / "scripts" / f"bench_{sys.argv[1]}.py"), *sys.argv[2:]]
        return subprocess.run(command, check=False).returncode
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--sizes", default="250,2000,10000")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--walk-rounds", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    speeds = simulated(options.rounds)
    results: dict[str, object] = {"simulated_actions_per_second": speeds}
    if sys.platform == "win32":
        import bench_windows

        sizes = [int(part) for part in options.sizes.split(",")]
        windows = bench_windows.run(sizes, options.rounds, options.walk_rounds)
        results["windows_seconds"] = windows
        if not options.json:
            bench_windows.print_table(windows)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        for name, speed in speeds.items():
            print(f"simulated  {name:12}  {speed:9.0f} actions/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
