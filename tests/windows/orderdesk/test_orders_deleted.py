"""A stranger's program, explored at random: its own log says that it lost no order without both consents.

With both the same seeds delete some: the zero is not blindness. What leads to its deletions: an icon with a tool tip, a
menu, a context menu and the Delete key on rows, each behind a question.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.entries.cli import main

STEPS, MOST_RUNS = 2_000, 60
FIRST_SEED = 21
"""A run that ends before its time, since nothing can be done any more, is followed by one of the next seed."""


def explored(folder: Path, exe: Path, seed: int, steps: int, *, profile: bool, flag: bool) -> tuple[int, int]:
    """Explore; return how many steps were done and how often the program wrote that orders were deleted."""
    folder.mkdir()
    log = folder / "truth.jsonl"
    args = ["--data", str(folder / "data"), "--log", str(log), "--rows", "60", "--seed", "7"]
    described = {"name": "Desk", "launch": {"exe": str(exe), "args": args}, "safety": {"allow_destructive": profile},
                 "record": {"screenshots": "never"}}  # fmt: skip
    profiles = folder / "profiles.json"
    profiles.write_text(json.dumps({"version": 1, "profiles": [described]}), encoding="utf-8")
    main(["random", "run", "--profile", "Desk", "--profiles", str(profiles), "--max-steps", str(steps),
          "--seed", str(seed), "--no-minimize", "--artifacts", str(folder / "artifacts"),
          *(["--allow-destructive"] if flag else [])])  # fmt: skip
    written = (folder / "artifacts" / "sessions").rglob("steps.jsonl")
    done = sum('"choice"' in line for path in written for line in path.read_text(encoding="utf-8").splitlines())
    events = [json.loads(line)["event"] for line in log.read_text(encoding="utf-8").splitlines()]
    print(f"seed {seed}: {done} steps, {events.count('orders_deleted')} times orders_deleted", flush=True)
    return done, events.count("orders_deleted")


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "flag"), [(False, False), (True, False), (False, True)])
def test_no_order_is_deleted_without_both_consents(
    orderdesk_program: Path, tmp_path: Path, profile: bool, flag: bool
) -> None:
    left = STEPS
    for seed in range(FIRST_SEED, FIRST_SEED + MOST_RUNS):
        done, times = explored(tmp_path / str(seed), orderdesk_program, seed, left, profile=profile, flag=flag)
        assert times == 0
        left -= done
        if left <= 0:
            return
    pytest.fail(f"{left} of {STEPS} steps could not be done")


@pytest.mark.slow
def test_orders_are_deleted_with_both_consents(orderdesk_program: Path, tmp_path: Path) -> None:
    left = STEPS
    for seed in range(FIRST_SEED, FIRST_SEED + MOST_RUNS):
        done, times = explored(tmp_path / str(seed), orderdesk_program, seed, left, profile=True, flag=True)
        left -= done
        if times or left <= 0:
            break
    assert times > 0
