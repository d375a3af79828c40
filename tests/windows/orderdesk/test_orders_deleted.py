"""A stranger's program, explored at random: its own log says that it lost no order without both consents.

With both the same seeds delete some: the zero is not blindness. What leads to its deletions: an icon with a tool tip, a
menu, a context menu and the Delete key on rows, each behind a question.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wpfagent.entries.cli import main

STEPS = 500
SEEDS = {21: "neither", 22: "the profile's", 23: "the flag's", 24: "the profile's"}
"""Seeds, and which consent there is of the two: 2,000 steps together."""


def deleted(folder: Path, exe: Path, seed: int, *, profile: bool, flag: bool) -> tuple[int, int]:
    """Explore; return how many steps were done and how often the program wrote that orders were deleted."""
    log = folder / "truth.jsonl"
    args = ["--data", str(folder / "data"), "--log", str(log), "--rows", "60", "--seed", "7"]
    described = {"name": "Desk", "launch": {"exe": str(exe), "args": args}, "safety": {"allow_destructive": profile}}
    profiles = folder / "profiles.json"
    profiles.write_text(json.dumps({"version": 1, "profiles": [described]}), encoding="utf-8")
    main(["random", "run", "--profile", "Desk", "--profiles", str(profiles), "--max-steps", str(STEPS),
          "--seed", str(seed), "--no-minimize", "--artifacts", str(folder / "artifacts"),
          *(["--allow-destructive"] if flag else [])])  # fmt: skip
    written = (folder / "artifacts" / "sessions").rglob("steps.jsonl")
    steps = sum('"choice"' in line for path in written for line in path.read_text(encoding="utf-8").splitlines())
    events = [json.loads(line)["event"] for line in log.read_text(encoding="utf-8").splitlines()]
    print(f"seed {seed}: {steps} steps, {events.count('orders_deleted')} times orders_deleted")
    return steps, events.count("orders_deleted")


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_order_is_deleted_without_both_consents(orderdesk_program: Path, tmp_path: Path, seed: int) -> None:
    given = SEEDS[seed]
    steps, times = deleted(
        tmp_path, orderdesk_program, seed, profile=given == "the profile's", flag=given == "the flag's"
    )
    assert steps >= STEPS * 0.9
    assert times == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_orders_are_deleted_with_both_consents(orderdesk_program: Path, tmp_path: Path, seed: int) -> None:
    _, times = deleted(tmp_path, orderdesk_program, seed, profile=True, flag=True)
    assert times > 0
