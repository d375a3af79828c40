"""What more desktops bring: throughput, the minimiser's seconds and waits, and whether the results stay the same.

Usage: bench_fleet.py [--workers 1,2,4] [--seeds 1-16] [--steps 60] [--json]

Simulated desktops, each a worker with a process of its own beside a scheduler on this machine: with more workers than
cores they share these. The same seeds of the demo go out to each number of workers, first without minimising, then the
first ticket is minimised alone. Everything that came back is compared with what one worker brought, byte by byte after
the normaliser of tests/fleet/normal.py. Exit code 1: something differs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.fleet.normal import normal  # noqa: E402
from tests.fleet.processes import Fleet  # noqa: E402

COLUMNS = "{:>7}  {:>5} {:>8} {:>9} {:>8}   {:>6} {:>10} {:>7} {:>9} {:>5}   {}"


@dataclass(frozen=True)
class Row:
    """What a number of workers came to.

    Args:
        workers: so many.
        runs: so many explorations.
        seconds: they took, from the caller's side.
        waiting: the share of it in which desktops waited.
        trials: so many trials the minimiser decided by.
        elsewhere: so many of these were under way on another desktop before it asked.
        minimise_s: so long it took.
        steps: so many steps were left.
        differing: the files that differ from those of the first row; None in the first row itself.
    """

    workers: int
    runs: int
    seconds: float
    waiting: float
    trials: int
    elsewhere: int
    minimise_s: float
    steps: str
    differing: list[str] | None
    files: int

    @property
    def per_minute(self) -> float:
        """Runs a minute."""
        return 60 * self.runs / self.seconds


Content = dict[str, str]


def measure(workers: int, seeds: str, steps: int, known: Content | None) -> tuple[Row, Content]:
    """Return what a number of workers comes to, and all that came back in the form that is compared.

    Args:
        workers: so many.
        seeds: of the explorations.
        steps: of each exploration.
        known: what one worker brought; None: this is the one.
    """
    with tempfile.TemporaryDirectory() as name:
        fleet = Fleet(Path(name).resolve())
        try:
            fleet.scheduler()
            machines = [f"pc{n}" for n in range(1, workers + 1)]
            for machine in machines:
                fleet.worker(machine)
            explore = ("--max-steps", str(steps), "--no-pictures")
            many = _run(fleet, "many", "--seeds", seeds, *explore, "--no-minimize")
            found = next(w for w in many["work"] if w["outcome"] == "failed")
            _run(fleet, "one", "--seeds", found["title"].split()[-1], *explore)
            content = {f"{folder}/{path}": text for folder in ("many", "one")
                       for path, text in normal(fleet.folder / folder, machines).items()}  # fmt: skip
            shorter = json.loads(next((fleet.folder / "one" / "fleet").glob("*/fleet.json")).read_bytes())
        finally:
            fleet.close()
    minimiser = next(w for w in shorter["work"] if w["kind"] == "minimizing")
    helped, facts = minimiser["speculation"], minimiser["facts"]
    differing = None
    if known is not None:
        differing = sorted(p for p in known.keys() | content.keys() if known.get(p) != content.get(p))
    row = Row(
        workers, many["done"], many["seconds"], many["waiting_share"], helped["asked"], helped["used"],
        minimiser["elapsed_s"], f"{facts['from']} to {facts['to']}", differing, len(content),
    )  # fmt: skip
    return row, content


def _run(fleet: Fleet, artifacts: str, *words: str) -> dict[str, Any]:
    where = ("--artifacts", str(fleet.folder / artifacts))
    return fleet.call("run", fleet.address, "--profile", "demo", *words, *where, code=None)


def told(row: Row) -> str:
    """Return a row as a line of the table."""
    same = "-" if row.differing is None else f"no: {', '.join(row.differing[:3])}" if row.differing else "yes"
    return COLUMNS.format(
        row.workers, row.runs, f"{row.seconds:.1f}", f"{row.per_minute:.1f}", f"{row.waiting:.0%}", row.trials,
        row.elsewhere, row.trials - row.elsewhere, f"{row.minimise_s:.1f}", row.steps, f"{same} ({row.files} files)",
    )  # fmt: skip


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--seeds", default="1-16")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print(f"{os.cpu_count()} cores")
        heads = ("workers", "runs", "seconds", "runs/min", "waiting", "trials", "elsewhere", "waits", "seconds")
        print(COLUMNS.format(*heads, "steps", "as with one"))
    rows: list[Row] = []
    first: Content | None = None
    for workers in (int(part) for part in options.workers.split(",")):
        row, content = measure(workers, options.seeds, options.steps, first)
        first = first or content
        rows.append(row)
        if not options.json:
            print(told(row), flush=True)
    if options.json:
        print(json.dumps({"cores": os.cpu_count(), "rows": [asdict(row) for row in rows]}, indent=1))
    return int(any(row.differing for row in rows))


if __name__ == "__main__":
    sys.exit(main())
