"""Measure what the evidence of each action costs: actions a second with it, with less of it, and without a record.

Usage: bench_evidence.py [--desktop uia|simulated] [--rounds 8] [--json]

One demo application; the kinds of records take turns at it in one run, so that a busy machine slows all of them alike.
Ratios are what to look at: times depend on the machine.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wpfagent.desktops import open_desktop
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.profiles.store import open_profiles
from wpfagent.safety.policy import Policy
from wpfagent.testing.oracles.base import Finding, Observation
from wpfagent.testing.oracles.judging import Judge
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded

PLAIN = "without a session"
KINDS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "screenshots never": {"screenshots": "never"},
    "without pictures": {"take_pictures": False},
}


class TimedJudge:
    """Asks a judge, and keeps how long each answer took in milliseconds."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.begin = judge.begin
        self.took_ms: list[float] = []

    def judge(self, observation: Observation) -> list[Finding]:
        """Return what the judge finds."""
        begun = time.perf_counter()
        found = self._judge.judge(observation)
        self.took_ms.append((time.perf_counter() - begun) * 1000)
        return found


def work(gate: Gate, target: Target, numbers: itertools.count[int]) -> int:
    """Perform some actions of different kinds; return how many had an effect that was seen."""
    number = next(numbers)
    zoom = ("ZoomInButton", "ZoomOutButton")[number // 2 % 2]
    requests = (
        Request("toggle", {}, {"automation_id": "AutoSaveCheck"}, target),
        Request("type_text", {"text": f"server {number}"}, {"automation_id": "ServerBox"}, target),
        Request("click", {}, {"automation_id": zoom}, target),
        Request("toggle", {}, {"automation_id": "AutoSaveCheck"}, target),
    )
    return sum(gate.execute(request).effect == "confirmed" for request in requests)


def measure(name: str, rounds: int) -> dict[str, Any]:
    """Return actions a second of each kind, the median of the rounds, and what the oracles took."""
    desktop = open_desktop(name)
    profiles = open_profiles(None, desktop_name=desktop.name, lang="en").profiles
    policy, spec = Policy("scenario"), TargetSpec(profile="demo")
    plain = Gate(desktop, policy=policy, profiles=profiles)
    target = plain.targets.open({"profile": "demo", "mode": "launch"})
    speeds: dict[str, list[float]] = {}
    numbers = itertools.count()
    timed: list[TimedJudge] = []
    with tempfile.TemporaryDirectory() as folder:
        records = {
            kind: open_recorded(
                desktop, Path(folder), policy=policy, profiles=profiles, facts={"caller": "run"}, spec=spec, **how
            )
            for kind, how in KINDS.items()
        }
        gates = {kind: record.gate for kind, record in records.items()} | {PLAIN: plain}
        for record in records.values():
            judge = recorder_of(record.gate).judge
            assert judge is not None
            timed.append(TimedJudge(judge))
            recorder_of(record.gate).judge = timed[-1]  # type: ignore[assignment]  # it does all that is asked of it
        try:
            plain.execute(Request("click", {}, {"automation_id": "OpenSettingsButton"}, target))
            for number in range(rounds + 1):
                for kind, gate in gates.items():
                    begun = time.perf_counter()
                    seen = work(gate, target, numbers)
                    if number:  # the first round only loads what is loaded once
                        speeds.setdefault(kind, []).append(seen / (time.perf_counter() - begun))
        finally:
            for record in records.values():
                record.close()
            desktop.terminate(target.pid)
    took = [ms for judge in timed for ms in judge.took_ms[4:]]
    medians = {kind: statistics.median(found) for kind, found in speeds.items()}
    return {
        "desktop": desktop.name,
        "confirmed_per_s": {kind: round(speed, 1) for kind, speed in medians.items()},
        "ratio": {kind: round(speed / medians[PLAIN], 2) for kind, speed in medians.items()},
        "oracles_ms": {"median": round(statistics.median(took), 2), "worst": round(max(took), 2)},
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--desktop", choices=("uia", "simulated"), default="uia" if sys.platform == "win32" else None)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.desktop or "simulated", options.rounds)
    show: Callable[[dict[str, Any]], None] = _as_json if options.json else _as_text
    show(found)
    return 0


def _as_json(found: dict[str, Any]) -> None:
    print(json.dumps(found))


def _as_text(found: dict[str, Any]) -> None:
    print(f"evidence ({found['desktop']} desktop): actions with a confirmed effect a second")
    for kind, speed in found["confirmed_per_s"].items():
        print(f"  {kind:20} {speed:8.1f}  {found['ratio'][kind]:5.2f}")
    oracles = found["oracles_ms"]
    print(f"  oracles              {oracles['median']:8.2f} ms an action, {oracles['worst']:.2f} ms at worst")


if __name__ == "__main__":
    sys.exit(main())
