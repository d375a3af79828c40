"""Explore programs that log what happens inside them, and hold each verdict and what was reached against the log.

Usage: bench_truth.py PROGRAM [--steps 600] [--seeds 1-3] [--seconds S] [--strategy novelty] [--kept GLOB]
                      [--json FILE] [-- ARG ...]

Windows only. WPF_AGENT_BENCH_STRANGERS names the folder that holds the programs (NAME/bin/NAME.exe, which takes --log);
without it the folder `apps` below WINLAB. ARGs go to the program: `bench_truth.py bazaar -- --noise`. Nothing
destructive is allowed. One table by construct (the action and the control's type):

    true       confirmed, and a handler logged
    false      a command was confirmed by what changed elsewhere, and no handler of the program logged anything
    missed     a handler logged, and it was not confirmed
    state      confirmed by the element's own state (open, focused, scrolled): a program need not log that
    none       not confirmed, and nothing was logged: dead controls among them

Below it each false and missed one with its evidence; what was found; the share of steps in the busiest place beside the
main window; and, with --kept (logs that a run through everything left), how many of their distinct events happened.
"""

from __future__ import annotations

import argparse
import glob
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench_planted import seeds_of
from bench_strangers import folder_of_programs

from wpfagent.desktops import open_desktop
from wpfagent.desktops.target import TargetSpec, main_window
from wpfagent.gate.events import Subscriber
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark
from wpfagent.runs.explore.choosing.strategies import STRATEGIES
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.safety.policy import Policy
from wpfagent.testing.tickets.recorded import open_recorded

QUIET_S = 0.3
"""So long a handler may take to log after the act was judged."""
POLL_S = 0.02
NAMES = ("id", "name", "field", "list", "title", "control", "screen")
"""What tells one event from another of its kind: the first of these."""
FRAME = frozenset({"start", "exit", "app_started", "app_exiting", "window_opened", "window_closed", "page_shown"})
"""Events that say where the program is, rather than that a handler did its work."""
STATES = frozenset({
    "expanded", "focused", "selected", "toggle_state", "value", "foreground", "visible", "bounding_rect", "state",
})  # fmt: skip
"""Evidence that is the element's own state, read back."""
DRIVEN = {"orderdesk": ("--data",)}
"""What a program takes beside --log: a folder for its data."""
VERDICTS = ("true", "false", "missed", "state", "none")


@dataclass(frozen=True, slots=True)
class Seen:
    """One act, what was said of it, and what was logged."""

    construct: str
    element: str
    verdict: str
    place: str
    said: str
    logged: tuple[str, ...] = ()


class Log:
    """What a program wrote down, by place in the file: a program that is started anew goes on with it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def size(self) -> int:
        """Return how much there is."""
        return self.path.stat().st_size if self.path.exists() else 0

    def since(self, place: int) -> list[dict[str, Any]]:
        """Return the events after a place."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(place)
            lines = file.read().decode("utf-8").split("\n")[:-1]
        return [json.loads(line) for line in lines]


def key_of(event: Mapping[str, Any]) -> str:
    """Return what tells an event from others."""
    kind = str(event.get("event") or event.get("ev"))
    return f"{kind} {next((event[n] for n in NAMES if n in event), '')}".strip()


@dataclass(slots=True)
class Witness(Subscriber):
    """Compares what is said of each act with what the program logged meanwhile."""

    log: Log
    acts: list[Seen] = field(default_factory=list)
    _place: int = 0

    def before(self, passage: Passage) -> None:
        """Note how far the log goes."""
        self._place = self.log.size()

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Judge an act that came to an end."""
        if passage.reply is not None and passage.acted and not passage.check:
            self.acts.append(self._judged(passage, passage.reply.effect or "", passage.reply.evidence))
        return ()

    def _judged(self, passage: Passage, effect: str, evidence: Mapping[str, Any]) -> Seen:
        end = time.monotonic() + QUIET_S
        while not (events := self.log.since(self._place)) and time.monotonic() < end:
            time.sleep(POLL_S)
        logged = tuple(dict.fromkeys(key_of(e) for e in events))
        works = any(key.split(" ")[0] not in FRAME for key in logged)
        if effect == "confirmed":
            by_state = bool(STATES & set(evidence)) or "exited" in evidence
            verdict = "true" if logged else "state" if by_state or _only_unfolds(passage) else "false"
        else:
            verdict = "missed" if works else "none"
        control = passage.control
        said = json.dumps({"effect": effect, **evidence}, ensure_ascii=False, default=str)[:300]
        construct = f"{passage.request.action} {control.control_type if control is not None else 'window'}"
        element = control.describe() if control is not None else str(dict(passage.request.args))[:60]
        return Seen(construct, element, verdict, _place_of(passage), said, logged)


def _only_unfolds(passage: Passage) -> bool:
    """Whether an act is to show something, which no handler need know of: a menu, a page, a scroll, the pointer."""
    shows = ("hover", "scroll", "scroll_into_view", "expand", "collapse", "focus_window", "close_window", "send_keys")
    control = passage.control
    return passage.request.action in shows or (control is not None and control.can("ExpandCollapse"))


def _place_of(passage: Passage) -> str:
    """The window or pop-up that an act was done in; '' for the main window."""
    seen, control = passage.before, passage.control
    if seen is None or control is None:
        return ""
    main = main_window(seen.windows)
    window = next((w for w in seen.windows if w.hwnd == control.hwnd), None)
    if window is None or (main is not None and window.hwnd == main.hwnd):
        return ""
    return window.title or f"a pop-up of {window.process}"


def exe_of(program: str) -> Path:
    """Return a program's path."""
    return folder_of_programs() / program / "bin" / f"{program}.exe"


def data_args(program: str, work: Path) -> tuple[str, ...]:
    """Return the arguments that give a program a folder for its data."""
    return tuple(part for flag in DRIVEN.get(program, ()) for part in (flag, str(work / "data")))


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Return the options given on Windows; `arg` holds what stands behind `--`, the program's own."""
    given = sys.argv[1:]
    ends = given.index("--") if "--" in given else len(given)
    options = parser.parse_args(given[:ends])
    options.arg = given[ends + 1 :]
    if sys.platform != "win32":
        parser.error("the programs need Windows")
    return options


def run(options: argparse.Namespace, seed: int) -> dict[str, Any]:
    """Explore once; return what was seen."""
    work = Path(tempfile.mkdtemp(prefix="truth-"))
    log = Log(work / "log.jsonl")
    args = ("--log", str(log.path), *data_args(options.program, work), *options.arg)
    spec = TargetSpec(exe=str(exe_of(options.program)), args=args, mode="launch")
    desktop, witness = open_desktop("uia"), Witness(log)
    with open_recorded(desktop, work, policy=Policy("random"), facts={"caller": "random", "seed": seed}, spec=spec,
                       profiles={}) as recorded:  # fmt: skip
        recorded.gate.subscribers.append(witness)
        exploration = Exploration(
            target=spec, max_steps=options.steps, max_time_s=options.seconds, strategy=options.strategy
        )
        result = explore(exploration, recorded.gate, seed=seed)
        recorded.outcome |= {"outcome": result.outcome}
    return {
        "seed": seed,
        "acts": [asdict(act) for act in witness.acts],
        "events": sorted({key_of(e) for e in log.since(0)}),
        "found": [f"{f.finding.oracle}: {f.finding.title}" for f in result.found],
        "tally": result.tally.to_dict(),
        "seconds": round(result.elapsed_s),
    }


def kept_events(pattern: str) -> set[str]:
    """Return the distinct events of the logs that fit a pattern."""
    return {key_of(e) for name in glob.glob(pattern) for e in Log(Path(name)).since(0)}


def table(acts: Iterable[Mapping[str, Any]]) -> str:
    """Return the verdicts by construct, and each that was false or missed."""
    counted: dict[str, Counter[str]] = {}
    odd: list[str] = []
    for act in acts:
        for row in (act["construct"], "all"):
            counted.setdefault(row, Counter())[act["verdict"]] += 1
        if act["verdict"] in ("false", "missed"):
            odd.append(
                f"  {act['verdict']:6} {act['construct']}: {act['element']}; {act['said']}; logged {act['logged']}"
            )
    lines = [f"{'construct':32}" + "".join(f"{v:>8}" for v in VERDICTS)]
    lines += [f"{row:32}" + "".join(f"{c[v]:8}" for v in VERDICTS) for row, c in sorted(counted.items())]
    return "\n".join([*lines, *odd])


def main() -> int:
    """Explore, compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seconds", type=float, help="a seed's end, where its steps take longer")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--strategy", choices=tuple(STRATEGIES), default="novelty")
    parser.add_argument("--kept", help="logs of a run through everything")
    parser.add_argument("--json", type=Path)
    options = parsed(parser)
    wanted = kept_events(options.kept) if options.kept else set()
    runs = []
    for seed in seeds_of(options.seeds):
        runs.append(found := run(options, seed))
        steps = max(1, len(found["acts"]))
        places = Counter(act["place"] for act in found["acts"] if act["place"])
        place, most = next(iter(places.most_common(1)), ("", 0))
        reached = wanted & set(found["events"])
        print(f"seed {seed}: {found['tally']}, {found['seconds']} s; busiest place {place!r} {most / steps:.0%}")
        print(f"  found {found['found'] or 'nothing'}; {len(reached)} of {len(wanted)} kept events", flush=True)
        if wanted:
            print(f"  not reached: {', '.join(sorted(wanted - reached))}")
        if options.json:
            options.json.write_text(json.dumps(runs, indent=1, ensure_ascii=False), "utf-8")
    print(table(act for found in runs for act in found["acts"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
