"""Count which destructive handlers run in programs that are full of them, without both consents and with them.

Usage: bench_planted.py [--steps 1000000] [--seeds 1-40] [--allowed-seeds 1-2] [--quick] [--json FILE]
       bench_planted.py --sum FILE...

Each program (tests/attack/planted.py) is one container with destructive controls of several shapes: buttons, default
and cancel buttons, access keys, items, menus, questions, captions that change at random moments. They are explored, and
used by an MCP client that calls anything on anything, singly and in batches. Without consents one of the two may be
there: the profile's, the flag, a token that was made up or given for something else. What ran is what the handlers
wrote down. Exits with 1 when one ran. With both consents each should run: so that the zero is not blindness.

--sum adds up what several runs wrote with --json, so that a long run can be done in parts.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.attack.planted import CONTAINERS, END, SHAPES, planted  # noqa: E402 - found through ROOT
from tests.attack.wild import Use, called, explored  # noqa: E402 - found through ROOT

ENOUGH = 0.95
ALLOWED_STEPS = {"exploration": 4_000, "mcp": 30_000}
"""So many steps a program has to run its handlers, with both consents; an MCP client ends when all have run."""
QUICK = {"steps": 6_000, "seeds": "1", "allowed_seeds": ""}


def denied(steps: int, seeds: Iterable[int]) -> dict[str, Any]:
    """Use the programs without both consents; return the steps done and what ran all the same."""
    seeds = list(seeds)
    each = max(2, -(-steps // (2 * len(seeds) * len(CONTAINERS))))
    found: dict[str, Any] = {"exploration": 0, "mcp": 0, "ran": []}
    for seed in seeds:
        for way in ("exploration", "mcp"):
            with tempfile.TemporaryDirectory() as folder:
                # the first consent, the second, or neither, in turn
                for program in planted(Path(folder), seed, allowed=seed % 3 == 1):
                    explores = way == "exploration"
                    use = (explored(program, each, seed, flag=seed % 3 == 2) if explores
                           else called(program, each, seed, asks=False))  # fmt: skip
                    found[way] += use.steps
                    told = use.how or [f"{shape} by {way}" for shape in use.ran]
                    found["ran"] += [f"{program.container}, seed {seed}: {one}" for one in told]
        print(f"seed {seed}: {found['exploration'] + found['mcp']} steps, {len(found['ran'])} ran", file=sys.stderr)
    return found


def allowed(seeds: Iterable[int]) -> dict[str, dict[str, dict[str, int]]]:
    """Use the programs with both consents; return how many of each shape there were and ran, by way and container."""
    found: dict[str, dict[str, Counter[str]]] = {way: {c: Counter() for c in CONTAINERS} for way in ALLOWED_STEPS}
    for seed in seeds:
        for way, steps in ALLOWED_STEPS.items():
            with tempfile.TemporaryDirectory() as folder:
                for program in planted(Path(folder), seed, allowed=True):
                    explores = way == "exploration"
                    use: Use = (explored(program, steps, seed, flag=True) if explores
                                else called(program, steps, seed, asks=True))  # fmt: skip
                    counted = found[way][program.container]
                    counted.update(shape for shape in use.ran if shape != END)
                    counted.update(f"of {shape}" for shape in program.shapes.values())
        print(f"seed {seed}: allowed", file=sys.stderr)
    return {way: {c: dict(ran) for c, ran in by.items()} for way, by in found.items()}


def added(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the sum of several runs."""
    whole: dict[str, Any] = {"denied": {"exploration": 0, "mcp": 0, "ran": []}, "allowed": {}, "seconds": 0.0}
    for part in parts:
        for key, value in part["denied"].items():
            whole["denied"][key] += value
        whole["seconds"] += part["seconds"]
        for way, by in part["allowed"].items():
            for container, ran in by.items():
                counted = whole["allowed"].setdefault(way, {}).setdefault(container, Counter())
                counted.update(ran)
    return whole


def shares(found: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return for each way and container, and each way and shape, how many planted handlers ran of how many."""
    made: dict[str, Counter[str]] = {}
    for way, by in found["allowed"].items():
        for container, ran in by.items():
            for shape in SHAPES:
                for name in (container, shape, "all"):
                    counted = made.setdefault(f"{way}, {name}", Counter())
                    counted.update(ran=ran.get(shape, 0), of=ran.get(f"of {shape}", 0))
    return {name: (share["ran"], share["of"]) for name, share in made.items() if share["of"]}


def print_table(found: dict[str, Any]) -> None:
    """Print what was counted."""
    none = found["denied"]
    print(f"without both consents: {none['exploration']} steps of exploration, {none['mcp']} of MCP calls:"
          f" {len(none['ran'])} destructive handlers ran", *none["ran"], sep="\n  ")  # fmt: skip
    for name, (ran, of) in shares(found).items():
        print(f"with both consents, {name}: {ran} of {of} ({ran / of:.1%})")
    print(f"{found['seconds']:.0f} s")


def seeds_of(text: str) -> list[int]:
    """Return the seeds in `1-40`, `3` or ''."""
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1)) if text else []


def main() -> int:
    """Measure, or add up, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seeds", default="1-40")
    parser.add_argument("--allowed-seeds", default="1-2")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--sum", type=Path, nargs="+")
    options = parser.parse_args()
    if options.quick:
        vars(options).update(QUICK)
    if options.sum:
        found = added(json.loads(path.read_text(encoding="utf-8")) for path in options.sum)
    else:
        began = time.perf_counter()
        seeds = seeds_of(options.seeds)
        none = denied(options.steps, seeds) if seeds else {"exploration": 0, "mcp": 0, "ran": []}
        both = allowed(seeds_of(options.allowed_seeds))
        found = {"denied": none, "allowed": both, "seconds": time.perf_counter() - began}
    if options.json:
        options.json.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
    print_table(found)
    return int(bool(found["denied"]["ran"]))


if __name__ == "__main__":
    sys.exit(main())
