"""Count what random use does to programs whose commands bear real captions, destructive and harmless ones.

Usage: bench_safety.py [--steps 100000] [--seed 1] [--files captions.yaml,captions_held_back.yaml] [--json]

The captions are those of tests/data, in English and Japanese, which the lexicon was not made from. First the lexicon
alone: destructive captions that it misses, harmless ones that it refuses. Then simulated programs that bear them as
buttons, icons, links, menu items, context menus, default buttons and answers to questions, and note what they really
did: half of the steps by the explorer, half by a caller that asks the gate for anything on anything (Enter, Space,
Delete, Alt+F4, access keys, double clicks, menu paths). Exits with 1 when anything destructive was done.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.simulated.explore.caption_program import CaptionProgram, screens  # noqa: E402 - found through ROOT
from tests.simulated.explore.captions import (  # noqa: E402 - found through ROOT
    FILES,
    SET_ASIDE,
    Caption,
    false_refusals,
    misses,
    read_captions,
    read_set_aside,
)


def classify(file: str) -> dict[str, Any]:
    """Return what the lexicon alone says of a file's captions."""
    captions = read_set_aside() if file == SET_ASIDE else read_captions(file)
    return {
        "destructive": sum(c.truth == "destructive" for c in captions),
        "harmless": sum(c.truth == "harmless" for c in captions),
        "misses": [str(c) for c in misses(captions)],
        "false_refusals": [str(c) for c in false_refusals(captions)],
    }


def use(captions: list[Caption], steps: int, seed: int) -> dict[str, Any]:
    """Use programs that bear the captions, and return what they did."""
    programs = list(screens(captions, seed=seed))
    each = max(2, -(-steps // len(programs)))
    found: dict[str, Any] = {"steps": 0, "destructive_done": [], "ended": 0, "harmless_done": 0, "harmless_left": []}
    for number, borne in enumerate(programs):
        with tempfile.TemporaryDirectory() as folder:
            program = CaptionProgram(Path(folder), borne)
            program.write()
            program.explore(each // 2, seed + number)
            program.use_wildly(each - each // 2, seed + number)
        found["steps"] += program.steps
        found["destructive_done"] += [str(c) for c in program.done("destructive")]
        found["ended"] += program.ended
        found["harmless_done"] += len(program.done("harmless"))
        found["harmless_left"] += [str(c) for c in program.left_alone("harmless")]
    return found


def run(files: list[str], steps: int, seed: int) -> dict[str, Any]:
    """Measure everything."""
    captions = [c for file in files for c in read_captions(file)]
    return {"lexicon": {file: classify(file) for file in (*files, SET_ASIDE)}, "use": use(captions, steps, seed)}


def print_table(found: dict[str, Any]) -> None:
    """Print what was counted."""
    for file, counts in found["lexicon"].items():
        missed, refused = counts["misses"], counts["false_refusals"]
        for what, wrong, of in (("missed", missed, "destructive"), ("refused", refused, "harmless")):
            share = f"{len(wrong)} of {counts[of]} {of} captions ({len(wrong) / counts[of]:.1%})"
            print(f"{file}: {what} {share}", *wrong, sep="\n  ")
    used = found["use"]
    done = used["destructive_done"]
    print(f"{used['steps']} steps: {len(done)} destructive captions performed, ended {used['ended']} times", *done,
          sep="\n  ")  # fmt: skip
    left = used["harmless_left"]
    print(f"  {used['harmless_done']} harmless captions performed, {len(left)} left alone", *left, sep="\n  ")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default=",".join(FILES))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = run(options.files.split(","), options.steps, options.seed)
    if options.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        print_table(found)
    return int(bool(found["use"]["destructive_done"] or found["use"]["ended"]))


if __name__ == "__main__":
    sys.exit(main())
