"""How many trials a minimisation takes and how short its result is, beside plain ddmin on the same failures.

Usage: bench_minimize.py [--rounds 30] [--seeds 1] [--length 40] [--json]

Synthetic: lists in which a few steps are needed, some of which cannot be performed without others. Demo: noisy runs of
about `--length` steps into the planted bugs of the demo application on the simulated desktop, `--seeds` of each. Plain
ddmin is picire's (a development dependency of this script alone) with its own cache, its splitter and its iterator as
they come; a step that cannot be performed counts as passing there. Both start from the same list and ask the same
test; ours counts the first trial of the whole list and those that simplify arguments too.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.simulated.minimize.noisy_runs import WAYS, Finder, Way  # noqa: E402
from wpfagent.runs.minimize.forms import Knowledge, full_form, run_passes  # noqa: E402
from wpfagent.runs.minimize.minimizing import shrink  # noqa: E402
from wpfagent.runs.minimize.replaying import Replays  # noqa: E402
from wpfagent.runs.minimize.steps import Steps  # noqa: E402
from wpfagent.runs.minimize.trials import Limits, Test, Trial, Trials  # noqa: E402
from wpfagent.runs.verify import recording_of  # noqa: E402
from wpfagent.safety.policy import Policy  # noqa: E402
from wpfagent.testing.record.recorder import recorder_of  # noqa: E402
from wpfagent.testing.tickets.recorded import open_recorded  # noqa: E402
from wpfagent.testing.tickets.store import IndexEntry  # noqa: E402

SIZES = ((20, 2, 0), (40, 2, 10), (40, 4, 20), (100, 3, 40), (200, 5, 0))
"""Of a synthetic failure: so many steps, so many needed, so many that need an earlier one."""


@dataclass(frozen=True)
class Row:
    """One failure, minimised in both ways."""

    name: str
    steps: int
    shortest: float
    ours: float
    ours_trials: float
    ddmin: float
    ddmin_trials: float

    @property
    def ratio(self) -> float:
        """Our trials over those of plain ddmin."""
        return self.ours_trials / self.ddmin_trials

    @property
    def length(self) -> float:
        """Our length over the shortest that is known."""
        return self.ours / self.shortest


def ddmin(items: Sequence[Any], test: Test[Any]) -> tuple[int, int]:
    """Return the length and the number of trials of picire's plain ddmin."""
    import picire

    logging.getLogger("picire").setLevel(logging.ERROR)
    asked = 0

    def ask(config: Sequence[int], _id: object) -> object:
        nonlocal asked
        asked += 1
        failed = test([items[i] for i in config]).outcome == "fails"
        return picire.Outcome.FAIL if failed else picire.Outcome.PASS

    left = picire.DD(ask, cache=picire.ConfigCache())(list(range(len(items))))
    return len(left), asked


# -- synthetic --------------------------------------------------------------------------------------------------------


def synthetic(rounds: int) -> list[Row]:
    """Return a row for each size, the means of so many failures."""
    rows = []
    for steps, needed, dependent in SIZES:
        dice = random.Random(steps * needed)
        measured = [_synthetic(steps, needed, dependent, dice) for _ in range(rounds)]
        means = [statistics.mean(column) for column in zip(*measured, strict=True)]
        rows.append(Row(f"{needed} of {steps} needed, {dependent} dependent", steps, *means))
    return rows


def _synthetic(steps: int, needed: int, dependent: int, dice: random.Random) -> tuple[int, int, int, int, int]:
    wanted = {*dice.sample(range(steps - 1), needed - 1), steps - 1}
    needs: dict[int, int] = {}
    for _ in range(dependent):
        early, late = sorted(dice.sample(range(steps), 2))
        if late not in wanted or early in wanted:
            needs[late] = early

    def test(items: Sequence[int]) -> Trial:
        there = set(items)
        for at, item in enumerate(items):
            if item in needs and needs[item] not in there:
                return Trial("unresolved", stopped=at)
        return Trial("fails" if wanted <= there else "passes")

    trials = Trials(test, range(steps), limits=Limits(None))
    known: Knowledge[int] = Knowledge()
    run_passes(trials, full_form(known))
    return needed, len(trials.best), trials.count + 1, *ddmin(range(steps), test)


# -- the demo ---------------------------------------------------------------------------------------------------------


def demo(seeds: int, length: int, tell: Callable[[str], None]) -> list[Row]:
    """Return a row for each noisy run into a planted bug."""
    rows = []
    for way in WAYS:
        for seed in range(seeds):
            with tempfile.TemporaryDirectory() as folder:
                finder = Finder(Path(folder))
                entry = finder.find(way, seed, length=length)
                if entry is None:
                    tell(f"{way.bug.id} {seed}: the noise led elsewhere")
                    continue
                rows.append(_demo(finder, entry, way, f"{way.bug.id} {seed}"))
                tell(line(rows[-1]))
    return rows


def _demo(finder: Finder, entry: IndexEntry, way: Way, name: str) -> Row:
    recording = recording_of(entry)
    steps = Steps.of(recording)
    with open_recorded(
        finder.desktop,
        finder.folder / "artifacts",
        policy=Policy("replay"),
        profiles=finder.profiles,
        facts={"caller": "replay"},
        spec=recording.target_spec,
        take_pictures=False,
    ) as recorded:
        recorder_of(recorded.gate).on_incident = None
        replays = Replays(steps, recorded.gate, signature=entry.signature)
        shrunk = shrink(replays)
        checks = sum(1 for i in shrunk.items if "check" in i.recorded)
        left, asked = ddmin(steps.items, replays.test)
    ours = len(shrunk.items) - checks
    return Row(name, len(steps.items), way.shortest, ours, shrunk.trials, left - checks, asked)


# -- telling ----------------------------------------------------------------------------------------------------------


def line(row: Row) -> str:
    """Return a row as a line."""
    return (
        f"{row.name:36} {row.steps:5}  shortest {row.shortest:4.1f}  ours {row.ours:5.1f} in {row.ours_trials:6.1f}  "
        f"ddmin {row.ddmin:5.1f} in {row.ddmin_trials:6.1f}  trials x{row.ratio:.2f}  length x{row.length:.2f}"
    )


def summary(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Return what all rows of a kind come to."""
    return {
        "name": name,
        "trials_over_ddmin": sum(r.ours_trials for r in rows) / sum(r.ddmin_trials for r in rows),
        "length_over_shortest": statistics.mean(r.length for r in rows),
        "ddmin_length_over_shortest": statistics.mean(r.ddmin / r.shortest for r in rows),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--length", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    def tell(text: str) -> None:
        if not options.json:
            print(text, flush=True)

    made = synthetic(options.rounds)
    for row in made:
        tell(line(row))
    found = demo(options.seeds, options.length, tell)
    sums = [summary(name, rows) for name, rows in (("synthetic", made), ("demo", found)) if rows]
    for one in sums:
        tell(
            f"{one['name']:10} trials over ddmin {one['trials_over_ddmin']:.2f} (aim 0.70), length over shortest "
            f"{one['length_over_shortest']:.2f} (aim 1.30), ddmin's {one['ddmin_length_over_shortest']:.2f}"
        )
    if options.json:
        print(json.dumps({"rows": [asdict(r) for r in (*made, *found)], "summary": sums}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
