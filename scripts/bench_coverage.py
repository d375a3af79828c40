"""Measure how much of a program's own code exploration enters, guided by what ran for the first time and not guided.

Usage: bench_coverage.py PROGRAM [--actions 300] [--seeds 1-5] [--ways guided,unguided,uniform] [--selftest WORDS]
                         [--allow-destructive] [--json FILE] [-- ARG ...]

See bench_truth.py for where the programs are; elsewhere than on Windows it runs in the test machine of WINLAB. Each
seed in three ways, one after the other: guided (what `random run` does), unguided (the same with `dotnet: off`),
uniform (any control, any value). What was entered is read in each from a session of this script's own. Printed: methods
entered after every fifth of the actions, beside the program's total of own methods; after how many actions guided had
what unguided came to; the medians over the seeds. With --selftest the program's own selftest.py is run first with these
words (`story,extras` is two runs): how much of what it enters each way enters, too. A self-test deletes as well; with
--allow-destructive so does exploring.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bench_maze import find_maze, run_on_windows
from bench_planted import seeds_of
from bench_truth import data_args, exe_of, parsed

from wpfagent import dotnet
from wpfagent.core.errors import DotnetUnavailable
from wpfagent.desktops import open_desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.events import Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration, Strategy
from wpfagent.safety.policy import Policy
from wpfagent.testing.tickets.recorded import open_recorded

WAYS: dict[str, tuple[Strategy, Literal["auto", "off"]]] = {
    "guided": ("novelty", "auto"),
    "unguided": ("novelty", "off"),
    "uniform": ("uniform", "off"),
}
"""Strategy, and what the exploration may ask the runtime."""
WATCHED_S = 0.1
"""How soon a process of a self-test is found."""
FIFTHS = 5
MOST_NAMED = 40
LATE_S = 0.5
"""How long what was entered last may take to be told."""


@dataclass(slots=True)
class Counter(Subscriber):
    """Counts the program's own methods that were entered, after each action; a restarted program is watched anew.

    Attributes:
        entered: the methods.
        after_act: how many there were after each action.
    """

    own: frozenset[tuple[str, str]]
    entered: set[tuple[str, str]] = field(default_factory=set)
    after_act: list[int] = field(default_factory=list)
    _watches: dict[int, dotnet.Watch] = field(default_factory=dict)

    def before(self, passage: Passage) -> None:
        """Watch the program that is about to be acted on."""
        self.watch(passage.doing.app.pid if passage.doing is not None and passage.doing.target is not None else 0)

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Count."""
        if passage.acted and not passage.check:
            self.gather()
            self.after_act.append(len(self.entered))
        return ()

    def gather(self) -> None:
        """Take in what has come."""
        for watch in self._watches.values():
            self._take(watch.since(0).first_calls)

    def watch(self, pid: int) -> None:
        """Watch a program from now on; what it entered before counts."""
        if pid and pid not in self._watches:
            with suppress(DotnetUnavailable):
                self._watches[pid] = watch = dotnet.Watch.start(pid, exceptions=False, counters=False)
                self._take(watch.before())

    def close(self) -> None:
        """End the sessions; what came late counts for the last action."""
        for watch in self._watches.values():
            watch.settle(watch.mark(), timeout_s=LATE_S)
        self.gather()
        if self.after_act:
            self.after_act[-1] = len(self.entered)
        for watch in self._watches.values():
            watch.stop()

    def _take(self, calls: Sequence[dotnet.FirstCall]) -> None:
        self.entered |= {(call.type, call.method) for call in calls} & self.own


def run(options: argparse.Namespace, way: str, seed: int, own: frozenset[tuple[str, str]]) -> Counter:
    """Explore once; return what was entered."""
    strategy, asks = WAYS[way]
    work = Path(tempfile.mkdtemp(prefix="coverage-"))
    args = ("--log", str(work / "truth.jsonl"), *data_args(options.program, work), *options.arg)
    spec = TargetSpec(exe=str(exe_of(options.program)), args=args, mode="launch")
    counter = Counter(own)
    both = options.allow_destructive
    policy = Policy("random", dotnet=asks, allow_destructive=both, flag_destructive=both)
    with open_recorded(open_desktop("uia"), work, policy=policy, facts={"caller": "random", "seed": seed}, spec=spec,
                       profiles={}) as recorded:  # fmt: skip
        recorded.gate.subscribers.append(counter)
        exploration = Exploration(target=spec, max_steps=options.actions, strategy=strategy)
        recorded.outcome |= {"outcome": explore(exploration, recorded.gate, seed=seed).outcome}
        counter.close()
    return counter


def tested(program: str, words: str, own: frozenset[tuple[str, str]]) -> set[tuple[str, str]]:
    """Run a program's own self-test; return what it entered in all processes that it started."""
    exe, counter, desktop = exe_of(program), Counter(own), open_desktop("uia")
    before = {p.pid for p in desktop.processes()}
    for part in words.split(","):
        with subprocess.Popen([sys.executable, str(exe.parent.parent / "selftest.py"), *part.split()]) as test:
            while test.poll() is None:
                for process in desktop.processes():
                    if process.name.casefold() == exe.name.casefold() and process.pid not in before:
                        counter.watch(process.pid)
                counter.gather()
                time.sleep(WATCHED_S)
    counter.close()
    return counter.entered


def needed(curve: Sequence[int], wanted: int) -> int | None:
    """Return after how many actions so many methods were entered; None where they never were."""
    return next((number for number, count in enumerate(curve, 1) if count >= wanted), None)


def main() -> int:
    """Explore in each way, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--actions", type=int, default=300)
    parser.add_argument("--seeds", default="1-5")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--selftest", metavar="WORDS", help="run the program's own selftest.py first, with these words")
    parser.add_argument("--allow-destructive", action="store_true")
    parser.add_argument("--json", type=Path)
    if sys.platform != "win32" and find_maze() is None:
        print("left out: WINLAB does not name a folder that holds the programs")
        return 0
    if sys.platform != "win32":
        return run_on_windows(__file__, sys.argv[1:])
    options = parsed(parser)
    methods = dotnet.own_methods(dotnet.assemblies_of(exe_of(options.program)))
    own = frozenset((method.type, method.method) for method in methods)
    print(f"{options.program}: {len(own)} methods of its own, {options.actions} actions")
    ways = options.ways.split(",")
    curves: dict[str, list[list[int]]] = {way: [] for way in ways}
    ratios: list[float] = []
    wanted = tested(options.program, options.selftest, own) if options.selftest is not None else set()
    if wanted:
        print(f"the self-test enters {len(wanted)}", flush=True)
    shares: dict[str, list[float]] = {way: [] for way in ways}
    for seed in seeds_of(options.seeds):
        for way in ways:
            counter = run(options, way, seed, own)
            curve = counter.after_act
            curves[way].append(curve)
            fifths = [curve[len(curve) * part // FIFTHS - 1] for part in range(1, FIFTHS + 1)] if curve else []
            said = f"seed {seed}, {way:8}: {len(curve)} actions, methods by fifths {fifths}"
            if wanted:
                shares[way].append(len(counter.entered & wanted) / len(wanted))
                said += f", {shares[way][-1]:.1%} of the self-test's; not: {_named(wanted - counter.entered)}"
            print(said, flush=True)
        guided, unguided = (curves.get(way, [[]])[-1] for way in ("guided", "unguided"))
        if guided and unguided:
            same = needed(guided, unguided[-1])
            ratios.append((same or float("inf")) / (needed(unguided, unguided[-1]) or 1))
            print(f"seed {seed}: guided has the {unguided[-1]} of unguided after {same} actions", flush=True)
        if options.json:
            options.json.write_text(json.dumps(curves), "utf-8")
    print(summary(curves, ratios))
    for way, found in shares.items() if wanted else ():
        print(f"median of the self-test's methods, {way}: {statistics.median(found):.1%}")
    return 0


def _named(methods: set[tuple[str, str]]) -> str:
    """Return the first of these methods by name."""
    said = [f"{of.rsplit('.', 1)[-1]}.{name}" for of, name in sorted(methods)]
    return ", ".join(said[:MOST_NAMED]) + (f" and {len(said) - MOST_NAMED} more" if len(said) > MOST_NAMED else "")


def summary(curves: dict[str, list[list[int]]], ratios: Sequence[float]) -> str:
    """Return the medians over the seeds."""
    last: dict[str, Any] = {way: statistics.median([c[-1] for c in found if c] or [0]) for way, found in curves.items()}
    said = ", ".join(f"{way} {count:g}" for way, count in last.items())
    ratio = f"{statistics.median(ratios):.2f}" if ratios else "unknown"
    return f"median of the methods entered: {said}; guided needs {ratio} x the actions that unguided takes to its final"


if __name__ == "__main__":
    sys.exit(main())
