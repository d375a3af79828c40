"""Measure how soon random exploration finds the planted bugs of the demo, strategy by strategy.

Usage: bench_explore.py [--seeds 1-30] [--steps 2000] [--strategies novelty,weighted,uniform] [--json]

On the simulated desktop, pictures off. For each strategy: the bugs found for each 1 000 steps (median over the seeds),
in how many seeds each bug was found, and novelty against the others paired by seed. Nothing passes or fails here.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.core import shapes
from wpfagent.demo import demo_profile
from wpfagent.demo.planted import PLANTED
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.profile import Profile
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration, Strategy
from wpfagent.runs.explore.results import ExplorationResult, Found
from wpfagent.runs.model import Invariant
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded


@dataclass(slots=True)
class Run:
    """What one seed came to with one strategy."""

    seed: int
    result: ExplorationResult
    seconds: float
    cpu_s: float
    first: dict[str, int] = field(default_factory=dict)

    @property
    def planted(self) -> dict[str, int]:
        """The planted bugs that were found, with the step after which each was seen first."""
        return {bug: step for bug, step in self.first.items() if bug in MARKS}

    @property
    def others(self) -> int:
        """How many different findings are none of them."""
        return len(self.first) - len(self.planted)

    @property
    def rate(self) -> float:
        """Different planted bugs for each 1 000 steps."""
        return 1_000 * len(self.planted) / max(1, self.result.tally.steps)


def bug_of(found: Found) -> str:
    """Return the planted bug that a failure shows; what is none of them by its oracle and its control."""
    oracle, told = found.finding.oracle, json.dumps(found.finding.to_dict(), ensure_ascii=False)
    for bug in PLANTED:
        if bug.oracle == oracle and all(word in told or word in found.choice for word in MARKS.get(bug.id, ())):
            return bug.id
    subject = found.choice
    return f"other: {oracle} after {subject.rsplit('automation_id ', 1)[-1].rstrip(')')}"


MARKS = {
    "stale-customer": ("on_open_card",),
    "archive-recount": ("RecountButton",),
    "timeout-format": ("FormatException",),
    "test-stays-disabled": ("TestButton",),
    "proxy-lost": ("ProxyBox",),
    "open-quote": ("on_search",),
    "order-button-gone": ("OrderProductButton",),
    "bulk-total": ("TotalText",),
}
"""What a finding of each bug names beside its oracle."""
ENOUGH = 7
"""So many of the planted bugs is what a seed should find."""


def run_once(seed: int, strategy: Strategy, steps: int) -> Run:
    """Explore the demo with one seed; failures make no tickets here."""
    profile: Profile = shapes.read(Profile, demo_profile("simulated"), what="demo", error=ValueError)  # type: ignore[arg-type]
    spec = TargetSpec(profile="demo")
    invariants = tuple(shapes.read(Invariant, bug.invariant, what=bug.id, error=ValueError)  # type: ignore[arg-type]
                       for bug in PLANTED if bug.invariant)  # fmt: skip
    exploration = Exploration(target=spec, strategy=strategy, max_steps=steps, invariants=invariants)
    with tempfile.TemporaryDirectory() as folder:
        recorded = open_recorded(
            SimulatedDesktop(),
            Path(folder),
            policy=Policy("random"),
            profiles={"demo": profile},
            facts={"caller": "random", "seed": seed},
            spec=spec,
            screenshots="never",
            take_pictures=False,
        )
        recorder_of(recorded.gate).on_incident = None
        with recorded:
            begun, used = time.perf_counter(), time.process_time()
            result = explore(exploration, recorded.gate, seed=seed)
            seconds, cpu_s = time.perf_counter() - begun, time.process_time() - used
    run = Run(seed, result, seconds, cpu_s)
    for found in result.found:
        run.first.setdefault(bug_of(found), found.step)
    return run


def seeds_of(text: str) -> list[int]:
    """Return the seeds of `1-30`."""
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", default="1-30")
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--strategies", default="novelty,weighted,uniform")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    seeds = seeds_of(options.seeds)
    say: Callable[[str], object] = (lambda _text: None) if options.json else print
    runs: dict[str, list[Run]] = {}
    for strategy in options.strategies.split(","):
        runs[strategy] = [run_once(seed, strategy, options.steps) for seed in seeds]
        _print_strategy(strategy, runs[strategy], say)
    for strategy, own in runs.items():
        if strategy != "novelty" and "novelty" in runs:
            pairs = [(len(n.planted), len(o.planted)) for n, o in zip(runs["novelty"], own, strict=True)]
            wins, losses = sum(n > o for n, o in pairs), sum(n < o for n, o in pairs)
            say(f"novelty against {strategy}: {wins} wins, {losses} losses, {len(pairs) - wins - losses} equal")
    if options.json:
        print(json.dumps({name: [_run_dict(r) for r in own] for name, own in runs.items()}, indent=1))
    return 0


def _run_dict(run: Run) -> dict[str, object]:
    return {"seed": run.seed, "first": run.first, "rate": run.rate, "seconds": run.seconds, "cpu_s": run.cpu_s}


def _print_strategy(strategy: str, runs: list[Run], say: Callable[[str], object]) -> None:
    steps = sum(r.result.tally.steps for r in runs)
    seconds, cpu_s = sum(r.seconds for r in runs), sum(r.cpu_s for r in runs)
    found = [len(r.planted) for r in runs]
    say(
        f"{strategy:9} {statistics.median(r.rate for r in runs):5.2f} bugs/1000 steps (median), "
        f"{statistics.median(found):.0f} bugs a seed (median, {min(found)}-{max(found)})"
    )
    say(
        f"          {sum(n >= ENOUGH for n in found)} of {len(runs)} seeds with {ENOUGH} of {len(PLANTED)} or more, "
        f"{sum(r.others for r in runs)} other findings, {steps / seconds:.0f} steps/s "
        f"({steps / cpu_s:.0f} for each second of a core)"
    )
    for bug in sorted({b for r in runs for b in r.first}):
        firsts = [r.first[bug] for r in runs if bug in r.first]
        say(
            f"          {len(firsts):3} of {len(runs)} seeds, first after {statistics.median(firsts):5.0f} steps  {bug}"
        )
    say("")


if __name__ == "__main__":
    sys.exit(main())
