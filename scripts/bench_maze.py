"""Measure random exploration on generated WPF programs whose defects are all known, beside two baselines, in one table.

Usage: bench_maze.py [--seeds 1-5] [--actions 600] [--folder F] [--run-baselines] [--no-minimize]
                     [--minimize-time S] [--texts all|none] [--json]

WINLAB names the folder that holds `apps/maze` (its README explains the program, the log, the scores and the baselines);
on Linux this is run again inside the Windows test machine of that folder. For each seed `wpf-agent random run` explores
a program of that seed, as anybody would run it: its profile launches it, File > Exit is allowed as the last action of a
run only, and the tickets are minimised afterwards. The program logs what it does itself; the log is scored up to the
moment at which the exploration ended, so that the trials of minimising do not count. The product reads neither that log
nor the manifest. Without --run-baselines their rows are those of maze's README. Nothing passes or fails here.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DEFECTS = 12
SIZE = "medium"
PROFILE = "maze"
LONGEST_S = 3_600
"""A run that takes longer than this is ended."""
KINDS: Mapping[str, str] = {
    "unhandled_exception": "crash",
    "process_exited": "crash",
    "error_dialog": "error_dialog",
    "not_responding": "hang",
    "slow_response": "slow",
    "stated_sum": "wrong_total",
    "entry_lost": "state_lost",
    "window_offscreen": "offscreen",
    "stuck_disabled": "stuck_disabled",
    "duplicate_dialog": "duplicate_dialog",
    "memory_growth": "leak",
    "garbled_text": "garbled_text",
    "nameless_control": "empty_label",
    "exception_text": "status_exception",
    "error_text": "status_exception",
    "dead_control": "dead_button",
    "exit_code": "exit_code",
    "process_survives": "zombie",
}
"""The program's kinds of defects by the product's oracles; a finding of another oracle counts as false."""
EXPLORATION = """\
target: {{profile: {profile}}}
max_steps: {actions}
action_space:
  - {{name_re: "^(File|Exit)$", weight: 0}}
at_end:
  - {{action: menu, args: {{path: [File, Exit]}}, confirm: true}}
"""
BASELINES: Mapping[str, Sequence[tuple[int, int, int, str]]] = {
    "random": ((2, 7, 14, "1 3"), (2, 10, 17, "1 2"), (2, 8, 13, "1 2"), (2, 9, 17, "1 2"), (2, 9, 20, "1 5")),
    "greedy": (
        (4, 9, 17, "1 2 3 5"),
        (4, 13, 25, "1 2 3 5"),
        (3, 10, 18, "1 2 6"),
        (2, 10, 19, "1 2"),
        (3, 11, 24, "1 2 4"),
    ),
}
"""The README's figures for seeds 1 to 5: defects, screens, transitions, the depths of the defects."""


@dataclass(slots=True)
class Row:
    """One line of the table.

    Args:
        seed: of the program.
        who: the tool.
        triggered: defects that happened.
        screens: that were reached.
        transitions: that were taken.
        depths: of the defects that happened.
        early: defects after 100 and 300 actions.
        found: what the score says of the findings; empty for the baselines, which report none.
        told: the kinds that happened and what became of them.
        seconds: how long it took, with and without minimising.
    """

    seed: int
    who: str
    triggered: int
    screens: int
    transitions: int
    depths: str
    early: str = ""
    found: dict[str, Any] = field(default_factory=dict)
    told: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Maze:
    """The program's folder.

    Args:
        folder: the folder.
        texts: how much the program says about itself; the baselines read nothing of it.
    """

    folder: Path
    texts: str = "all"

    @property
    def exe(self) -> Path:
        """The program."""
        return self.folder / "bin" / "maze.exe"

    def program(self, seed: int) -> list[str]:
        """Return the arguments that make the program of a seed."""
        return ["--seed", str(seed), "--size", SIZE, "--defects", str(DEFECTS), "--texts", self.texts]

    def manifest(self, seed: int, path: Path) -> dict[str, Any]:
        """Write what is true of a seed, for the scorer, and return it."""
        self._run([str(self.exe), *self.program(seed), "--manifest", str(path)])
        made: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return made

    def score(self, log: Path, manifest: Path, report: Path | None) -> dict[str, Any]:
        """Return what the program's scorer makes of a log and a report."""
        given = [str(log), "--manifest", str(manifest), "--at", "100,300", "--json"]
        told = self._run([sys.executable, str(self.folder / "score.py"), *given,
                          *(["--report", str(report)] if report else [])])  # fmt: skip
        made: dict[str, Any] = json.loads(told)
        return made

    def baseline(self, strategy: str, seed: int, actions: int, log: Path) -> None:
        """Let a baseline explore a program of a seed."""
        self._run([sys.executable, str(self.folder / "baseline_monkey.py"), "--strategy", strategy, "--maze-seed",
                   str(seed), "--actions", str(actions), "--log", str(log)])  # fmt: skip

    def _run(self, command: Sequence[str]) -> str:
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(command, capture_output=True, timeout=LONGEST_S, check=False, env=environment)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode("utf-8", errors="replace")


def run_once(maze: Maze, seed: int, actions: int, folder: Path, *, minimize: Sequence[str], own_seed: int) -> Row:
    """Explore a program of one seed with the product and score it.

    Args:
        maze: the program.
        seed: of the program.
        actions: how many steps the exploration may take.
        folder: where all files go.
        minimize: the options that say whether tickets are minimised, and for how long.
        own_seed: of the exploration.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log, manifest, report = folder / "log.jsonl", folder / "manifest.json", folder / "report.json"
    log.unlink(missing_ok=True)
    maze.manifest(seed, manifest)
    launch = {"exe": str(maze.exe), "args": [*maze.program(seed), "--log", str(log), "--reset-each-start"]}
    profile = {"name": PROFILE, "launch": launch, "safety": {"allow_destructive": True}}
    _write(folder / "profiles.json", {"profiles": [profile]})
    (folder / "explore.yaml").write_text(EXPLORATION.format(profile=PROFILE, actions=actions), "utf-8")
    command = [sys.executable, "-m", "wpfagent", "random", "run", "--file", str(folder / "explore.yaml"),
               "--profiles", str(folder / "profiles.json"), "--seed", str(own_seed), "--allow-destructive",
               "--artifacts", str(folder / "artifacts"), "--report", str(report)]  # fmt: skip
    begun = time.monotonic()
    with (folder / "output.txt").open("wb") as output:
        done = subprocess.run([*command, *minimize], stdout=output, stderr=subprocess.STDOUT,
                              timeout=LONGEST_S, check=False, cwd=ROOT)  # fmt: skip
    elapsed_s = time.monotonic() - begun
    if done.returncode not in (0, 1):
        raise SystemExit(f"seed {seed}: exit code {done.returncode}, see {folder / 'output.txt'}")
    session = _exploration_session(folder / "artifacts")
    cut = folder / "explored.jsonl"
    _cut(log, cut, until=dt.datetime.fromisoformat(session["ended"]).timestamp())
    mapped = folder / "mapped.json"
    _write(mapped, mapped_report(json.loads(report.read_text("utf-8"))))
    score = maze.score(cut, manifest, mapped)
    _write(folder / "score.json", score)
    return _row(seed, "wpf-agent", score, (float(session["exploration"]["elapsed_s"]), elapsed_s))


def run_baseline(maze: Maze, strategy: str, seed: int, actions: int, folder: Path) -> Row:
    """Let a baseline explore a program of one seed and score it."""
    folder.mkdir(parents=True, exist_ok=True)
    log, manifest = folder / f"{strategy}.jsonl", folder / "manifest.json"
    log.unlink(missing_ok=True)
    maze.manifest(seed, manifest)
    begun = time.monotonic()
    maze.baseline(strategy, seed, actions, log)
    elapsed_s = time.monotonic() - begun
    return _row(seed, strategy, maze.score(log, manifest, None), (elapsed_s, elapsed_s))


def mapped_report(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the product's findings with the program's names for what they are."""
    return {"tool": report["tool"], "findings": [{**f, "kind": _kind(f)} for f in report["findings"]]}


def _kind(finding: Mapping[str, Any]) -> str:
    if finding["oracle"] == "unhandled_exception" and "error_dialog" in _also_told_by(finding):
        return "error_dialog"  # the exception that the program's own window told of
    return KINDS.get(finding["oracle"], f"other: {finding['oracle']}")


def _also_told_by(finding: Mapping[str, Any]) -> set[str]:
    """The oracles that reported the same at the same moment."""
    ticket = json.loads((Path(finding["ticket"]) / "ticket.json").read_text("utf-8"))
    return {other["oracle"] for other in ticket["also"]}


def _exploration_session(artifacts: Path) -> dict[str, Any]:
    """The record of the exploration: the one session that is neither a replay nor a trial."""
    for path in sorted(artifacts.glob("sessions/*/session.json"), reverse=True):
        made: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if made.get("caller") == "random":
            return made
    raise SystemExit(f"no exploration was recorded in {artifacts}")


def _cut(log: Path, to: Path, *, until: float) -> None:
    """Keep what the program logged up to a moment, in Unix seconds."""
    with to.open("w", encoding="utf-8") as kept:
        for line in log.read_text("utf-8").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue  # the program ended while it wrote this
            if event["t"] <= until:
                kept.write(line + "\n")


def _write(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), "utf-8")


# -- the table --------------------------------------------------------------------------------------------------------


def _row(seed: int, who: str, score: Mapping[str, Any], seconds: tuple[float, float]) -> Row:
    early, whole = score["coverage"][:-1], score["coverage"][-1]
    depths = " ".join(str(d) for d in sorted(t["depth"] for t in score["triggers"]))
    found = score.get("report") or {}
    told = ", ".join(
        f"{kind}{'' if counts == {'true': 1} else ' ' + '+'.join(f'{n} {w}' for w, n in counts.items())}"
        for kind, counts in (found.get("by_kind") or {}).items()
    )
    return Row(seed, who, whole["defects"], whole["screens"], whole["transitions"], depths,
               "/".join(str(c["defects"]) for c in early), found, told, seconds)  # fmt: skip


def quoted_rows(seeds: Iterable[int]) -> list[Row]:
    """Return the baselines' rows as maze's README has them; [] for seeds that it does not have."""
    return [Row(seed, f"{who} (README)", *figures[seed - 1]) for seed in seeds for who, figures in BASELINES.items()
            if seed <= len(figures)]  # fmt: skip


def print_table(rows: Sequence[Row]) -> None:
    """Print all rows, and the means."""
    print(f"{'seed':4} {'tool':16} {'defects':>7} {'at 100/300':>10} {'screens':>7} {'ways':>5} {'reported':>8} "
          f"{'false':>5} {'again':>5} {'replays':>8} {'length':>7} {'s':>5}  depths")  # fmt: skip
    for row in sorted(rows, key=lambda r: (r.seed, r.who)):
        reported = f"{row.found['true']}" if row.found else ""
        print(f"{row.seed:4} {row.who:16} {row.triggered:7} {row.early:>10} {row.screens:7} {row.transitions:5} "
              f"{reported:>8} {row.found.get('false', ''):>5} {row.found.get('duplicate', ''):>5} "
              f"{_replays([row]):>8} {_ratio([row]):>7} {row.seconds[0]:5.0f}  {row.depths}")  # fmt: skip
        if row.told:
            print(f"       {row.told}")
    for who in dict.fromkeys(r.who for r in sorted(rows, key=lambda r: r.who, reverse=True)):
        own = [r for r in rows if r.who == who]
        share = sum(r.triggered for r in own) / DEFECTS / len(own)
        reported = sum(r.found.get("true", 0) for r in own) / DEFECTS / len(own)
        told = f", reported {reported:.0%}, false findings {sum(r.found.get('false', 0) for r in own)}, replays " \
               f"{_replays(own)}, length over minimum {_ratio(own)}"  # fmt: skip
        print(f"mean {who:16} {share:.0%} of the defects happened{told if any(r.found for r in own) else ''}")
    print("Actions: steps of the exploration; what minimising does afterwards is not in the log that is scored.")


def _replays(rows: Sequence[Row]) -> str:
    """How many minimised findings replay every time, of how many."""
    told = [s for r in rows for s in r.found.get("minimised", ())]
    whole = sum(bool(s["replays"]) and s["replays"] == s["replays_succeeded"] for s in told)
    return f"{whole}/{len(told)}" if told else ""


def _ratio(rows: Sequence[Row]) -> str:
    """The mean of minimised length over known minimum."""
    told = [s["length"] / s["minimum"] for r in rows for s in r.found.get("minimised", ()) if s["minimum"]]
    return f"{sum(told) / len(told):.2f}" if told else ""


def seeds_of(text: str) -> list[int]:
    """Return the seeds of `1-5` or `11,12`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def find_maze() -> Maze | None:
    """Return the program below the folder that WINLAB names; None where there is none."""
    named = os.environ.get("WINLAB")
    maze = Maze(Path(named) / "apps" / "maze") if named else None
    return maze if maze is not None and maze.exe.is_file() else None


def run_on_windows(script: str, arguments: Sequence[str]) -> int:
    """Run a script in the Windows test machine; return its exit code."""
    folder = Path(os.environ["WINLAB"]).resolve()
    given = {"PYTHONUTF8": "1", "PYTHONPATH": f"Z:{ROOT}", "WINLAB": f"Z:{folder}"}
    environment = [part for name, value in given.items() for part in ("--env", f"{name}={value}")]
    command = [str(folder / "winlab"), "python", "--timeout", "0", *environment, str(Path(script).resolve())]
    return subprocess.run([*command, *arguments], check=False, cwd=ROOT).returncode


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", default="1-5")
    parser.add_argument("--actions", type=int, default=600)
    parser.add_argument("--own-seed", type=int, default=1, help="of the explorations")
    parser.add_argument("--folder", help="where all files go (a temporary one)")
    parser.add_argument("--run-baselines", action="store_true")
    parser.add_argument("--no-minimize", action="store_true")
    parser.add_argument("--minimize-time", help="seconds at most for each ticket; wpf-agent's own limit without it")
    parser.add_argument("--texts", choices=["all", "none"], default="all", help="what the program says about itself")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    maze = find_maze()
    if maze is None:
        print("left out: WINLAB does not name a folder that holds apps/maze")
        return 0
    if sys.platform != "win32":
        return run_on_windows(__file__, sys.argv[1:] if argv is None else argv)
    maze = replace(maze, texts=options.texts)
    seeds = seeds_of(options.seeds)
    folder = Path(options.folder or tempfile.mkdtemp(prefix="maze-")).resolve()
    timed = ["--minimize-time", options.minimize_time] if options.minimize_time else []
    minimize = ["--no-minimize"] if options.no_minimize else timed
    rows = [] if options.run_baselines else quoted_rows(seeds)
    for seed in seeds:
        own = folder / f"seed-{seed}"
        if options.run_baselines:
            rows += [run_baseline(maze, who, seed, options.actions, own) for who in BASELINES]
        rows.append(run_once(maze, seed, options.actions, own, minimize=minimize, own_seed=options.own_seed))
        if not options.json:
            print_table([r for r in rows if r.seed == seed])
            print(f"  {folder}\n", flush=True)
    if options.json:
        made = [{"seed": r.seed, "tool": r.who, "triggered": r.triggered, "screens": r.screens, "depths": r.depths,
                 "transitions": r.transitions, **r.found} for r in rows]  # fmt: skip
        print(json.dumps(made, indent=1))
    else:
        print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
