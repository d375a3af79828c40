"""Measure how fast a real window is explored with all evidence and all oracles on, and where the time goes.

Usage: bench_random.py [--profile demo] [--desktop uia|simulated] [--exe EXE] [--arg ARG]... [--steps 200] [--seeds 1,2]
                       [--strategy novelty] [--bare-steps 100] [--json]

An action is effective when it was seen to change something (`confirmed`). Actions a second are told with and without
what starting and closing the application takes; beside them the processor time of wpf-agent itself. Of each step: the
share of its phases (each without what it hands to another one), and how often and how long the desktop was asked.

Beside it two bare loops, which wait for nothing, judge, check and record nothing, and choosing does not count: what no
tool can do without. One is reckoned from the run itself: the time in which its patterns and its input went out, with
one picture and one look at the tree for each action. The other one explores by itself, and takes the pattern wherever
there is one. Ratios are what to look at: times depend on the machine.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wpfagent.actions import clicking, doing, get_action
from wpfagent.actions.consent import consenting
from wpfagent.actions.evidence import effect, pictures, sight
from wpfagent.core.model import Control, Snapshot
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop, Verb, VerbValue
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Reply, Request
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.explore import explorer, lifetime
from wpfagent.runs.explore.choosing.strategies import STRATEGIES
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.observer import Observer
from wpfagent.safety.policy import Policy
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.record.recorder import Recorder
from wpfagent.testing.tickets.recorded import open_recorded

AROUND = "start and close"
ACTING = ("mouse_move", "mouse_click", "mouse_drag", "mouse_wheel", "type_text", "press_keys", "place_window")
ASKED = ("snapshot", "windows", "liveness", "wait_idle", "read", "find", "parent", "act", "capture", "usage")


@dataclass(slots=True)
class Stopwatch:
    """Knows how long each phase took, without the phases inside of it; and how often it was entered."""

    seconds: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    _open: list[list[Any]] = field(default_factory=list)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count what happens inside for this phase."""
        begun = time.perf_counter()
        self._open.append([name, 0.0])
        try:
            yield
        finally:
            took = time.perf_counter() - begun
            _, inner = self._open.pop()
            self.seconds[name] += took - inner
            self.times[name] += 1
            if self._open:
                self._open[-1][1] += took

    def watch(self, owner: Any, method: str, name: str) -> None:
        """From now on what this function does counts for a phase."""
        plain: Callable[..., Any] = getattr(owner, method)

        @functools.wraps(plain)
        def timed(*args: Any, **named: Any) -> Any:
            with self.phase(name):
                return plain(*args, **named)

        setattr(owner, method, timed)


class BareGate(Gate):
    """Performs what was chosen and reads the window once; nothing is waited for, checked, judged or recorded."""

    bare_s = 0.0
    performed = 0

    def look(self, app: Target, timeout_ms: int) -> Snapshot:
        """Return what the application shows."""
        begun = time.perf_counter()
        looking = self.reading(app, timeout_ms)
        windows = looking.windows()
        found = sight.look(looking, windows)
        pictures.take(looking, windows=windows)
        self.bare_s += time.perf_counter() - begun
        return found

    def execute(self, request: Request) -> Reply:
        """Perform an action."""
        begun = time.perf_counter()
        assert request.target is not None
        acting = self.reading(request.target, request.timeout_ms)
        ref = getattr(request.selector, "ref", None)
        control = acting.control = self.refs.entries[ref].control if ref else None
        what = get_action(request.action)
        plain = _plain_verb(request, control) if control is not None else None
        if plain is not None and control is not None:
            acting.verb(control, *plain)
        else:
            what.perform(acting, what.make_args(request.args))
        self.bare_s += time.perf_counter() - begun
        self.performed += 1
        return Reply(request.action, request.target, None, "", "", None, {}, 0)


def _plain_verb(request: Request, control: Control) -> tuple[Verb, VerbValue] | None:
    """Return the one pattern call that does it, where one does."""
    verbs: dict[str, tuple[tuple[str, Verb], ...]] = {
        "click": (("Invoke", "invoke"), ("Toggle", "toggle"), ("SelectionItem", "select")),
        "toggle": (("Toggle", "toggle"),),
        "select_item": (("SelectionItem", "select"),),
        "expand": (("ExpandCollapse", "expand"),),
        "collapse": (("ExpandCollapse", "collapse"),),
        "type_text": (("Value", "set_value"),),
        "set_value": (("RangeValue", "set_range"), ("Value", "set_value")),
    }
    if request.args.get("button") or request.args.get("double"):
        return None
    verb = next((verb for pattern, verb in verbs.get(request.action, ()) if control.can(pattern)), None)
    return (verb, request.args.get("text", request.args.get("value"))) if verb is not None else None


def bare_loop(options: argparse.Namespace, spec: TargetSpec, desktop: Desktop) -> dict[str, Any]:
    """Act and read on the same program, and nothing else."""
    gate = BareGate(desktop, policy=Policy("random"), profiles=open_profiles(None, desktop_name=desktop.name).profiles)
    late, Observer.what_comes_late = Observer.what_comes_late, lambda *_, **__: None  # type: ignore[method-assign]
    try:
        exploration = Exploration(target=spec, max_steps=options.bare_steps, strategy=options.strategy)
        explore(exploration, gate, seed=int(options.seeds.split(",")[0]))
    finally:
        Observer.what_comes_late = late  # type: ignore[method-assign]
    return {"performed": gate.performed, "ms_each": round(gate.bare_s / max(1, gate.performed) * 1000, 1),
            "per_s": round(gate.performed / max(gate.bare_s, 1e-9), 2)}  # fmt: skip


def watch_all(phases: Stopwatch, asked: Stopwatch, desktop: Desktop) -> None:
    """Time the parts of a step, and what the desktop is asked."""
    for owner, method, name in (
        (Observer, "look", "look"),
        (Observer, "what_comes_late", "look for what comes late"),
        (Gate, "_find", "find"),
        (consenting, "of_control", "consent"),
        (sight, "look", "read the tree"),
        (effect, "watch", "watch the effect"),
        (effect, "rest", "wait until idle"),
        (doing.Doing, "verb", "act"),
        *((desktop, method, "act") for method in ACTING if hasattr(desktop, method)),
        *((clicking, judging, "consent") for judging in ("_rest", "_of_drop")),
        (doing.Doing, "show", "show"),
        (Recorder, "_picture", "picture"),
        (Judge, "judge", "judge"),
        (Recorder, "_keep", "write"),
        (Recorder, "_conclude", "conclude"),
        (Gate, "execute", "rest of the gate"),
        (explorer._Explorer, "_incident", "write a ticket"),
        (lifetime, "open_application", AROUND),
        (lifetime, "last_look", AROUND),
        (lifetime, "close_application", AROUND),
        *((strategy, "choose", "choose") for strategy in STRATEGIES.values()),
    ):
        phases.watch(owner, method, name)
    for method in ASKED:
        if hasattr(desktop, method):
            asked.watch(desktop, method, method)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Explore with each seed and return what it came to."""
    desktop = open_desktop(options.desktop)
    profiles = open_profiles(None, desktop_name=desktop.name, lang="en").profiles
    spec = (
        TargetSpec(exe=options.exe, args=tuple(options.arg), mode="launch")
        if options.exe
        else TargetSpec(profile=options.profile, mode="launch")
    )
    bare = bare_loop(options, spec, desktop) if options.bare_steps else None
    phases, asked = Stopwatch(), Stopwatch()
    watch_all(phases, asked, desktop)
    exploration = Exploration(target=spec, max_steps=options.steps, strategy=options.strategy)
    runs: list[dict[str, Any]] = []
    for seed in map(int, options.seeds.split(",")):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            recorded = open_recorded(desktop, Path(folder), policy=Policy("random"), profiles=profiles,
                                     facts={"caller": "random", "seed": seed}, spec=spec)  # fmt: skip
            around = phases.seconds[AROUND]
            begun, used = time.perf_counter(), time.process_time()
            with recorded:
                result = explore(exploration, recorded.gate, seed=seed)
                recorded.outcome |= {"outcome": result.outcome}
            seconds, cpu_s = time.perf_counter() - begun, time.process_time() - used
            tally = result.tally
            runs.append({
                "seed": seed,
                "steps": tally.steps,
                "effective": tally.effective,
                "runs": tally.runs,
                "states": tally.states,
                "found": [f"{found.finding.oracle}: {found.finding.title}" for found in result.found],
                "seconds": seconds,
                "cpu_s": cpu_s,
                "acting_s": seconds - (phases.seconds[AROUND] - around),
            })  # fmt: skip
    return {"desktop": desktop.name, "strategy": options.strategy, **summary(runs, phases, asked), "bare": bare}


def summary(runs: list[dict[str, Any]], phases: Stopwatch, asked: Stopwatch) -> dict[str, Any]:
    """Return the figures of all runs together."""
    steps = sum(run["steps"] for run in runs) or 1
    effective = sum(run["effective"] for run in runs)
    acting_s = sum(run["acting_s"] for run in runs)
    inside = {name: s for name, s in phases.seconds.items() if name != AROUND}
    looked_s = sum(asked.seconds[name] / max(1, asked.times[name]) for name in ("snapshot", "capture"))
    same_s = inside.get("act", 0.0) / steps + looked_s
    inside["all else"] = acting_s - sum(inside.values())
    return {
        "steps": steps,
        "effective": effective,
        "effective_per_s": round(effective / acting_s, 2),
        "effective_per_s_with_starts": round(effective / sum(run["seconds"] for run in runs), 2),
        "steps_per_s": round(steps / acting_s, 2),
        "same_acts_bare_per_s": round(1 / same_s, 2) if same_s else None,
        "own_cpu_ms_a_step": round(sum(run["cpu_s"] for run in runs) / steps * 1000, 2),
        "phases": {
            name: {"share": round(s / acting_s, 3), "ms_a_step": round(s / steps * 1000, 2)}
            for name, s in sorted(inside.items(), key=lambda item: -item[1])
        },
        "asked": {
            name: {
                "a_step": round(times / steps, 2),
                "ms_each": round(asked.seconds[name] / times * 1000, 2),
                "ms_a_step": round(asked.seconds[name] / steps * 1000, 2),
            }
            for name, times in asked.times.most_common()
        },
        "runs": runs,
    }


def print_table(found: dict[str, Any]) -> None:
    """Print the figures."""
    print(f"random run ({found['desktop']} desktop, {found['strategy']}): {found['steps']} steps, "
          f"{found['effective']} effective")  # fmt: skip
    print(f"  effective actions a second {found['effective_per_s']:6.2f}   with starts and closes "
          f"{found['effective_per_s_with_starts']:6.2f}   steps a second {found['steps_per_s']:6.2f}   "
          f"own processor time {found['own_cpu_ms_a_step']:.1f} ms a step")  # fmt: skip
    if same := found["same_acts_bare_per_s"]:
        print(f"  the same actions bare {same:6.2f} a second: {found['effective_per_s'] / same:.2f} of it are reached")
    if bare := found["bare"]:
        print(f"  bare loop {bare['per_s']:6.2f} actions a second ({bare['ms_each']:.1f} ms each): "
              f"{bare['per_s'] / (found['steps_per_s'] or 1):.1f} times as many")  # fmt: skip
    for name, at in found["phases"].items():
        print(f"  {name:26} {at['share']:6.1%}  {at['ms_a_step']:8.2f} ms a step")
    for name, at in found["asked"].items():
        print(f"  {name:26} {at['a_step']:6.2f} a step  {at['ms_each']:8.2f} ms each  {at['ms_a_step']:8.2f} ms a step")
    for run in found["runs"]:
        print(f"  seed {run['seed']}: {run['states']} states, {run['runs']} runs, found: {run['found'] or 'nothing'}")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--profile", default="demo")
    parser.add_argument("--exe")
    parser.add_argument("--arg", action="append", default=[])
    parser.add_argument("--desktop", choices=("uia", "simulated"),
                        default="uia" if sys.platform == "win32" else "simulated")  # fmt: skip
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--bare-steps", type=int, default=100, help="of the bare loop; 0 leaves it out")
    parser.add_argument("--strategy", choices=tuple(STRATEGIES), default="novelty")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        print_table(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
