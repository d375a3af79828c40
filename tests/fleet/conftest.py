"""A fleet for a test, and seeds of the demo that find something."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet.processes import ROOT, STEPS, Fleet

pytest.importorskip("distributed")


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    made = Fleet(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """How five seeds are asked for, the last of which finds nothing; the first two find the same bug of the demo.

    Which seeds those are changes with every change of what an exploration tries.
    """
    known: dict[str, list[int]] = {}
    folder = tmp_path_factory.mktemp("seeds")
    explore = ("random", "run", "--json", "--profile", "demo", "--desktop", "simulated", *STEPS, "--no-minimize")
    for first in range(1, 200, 20):
        done = subprocess.run(
            [sys.executable, "-m", "wpfagent", *explore, f"--seeds={first}-{first + 19}", f"--artifacts={folder}"],
            cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=500,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        )  # fmt: skip
        for one in json.loads(done.stdout)["results"]:
            found = [f for f in one["found"] if "ticket" in f]
            known.setdefault(found[0]["ticket"]["id"] if found else "", []).append(one["seed"])
        same = max((numbers for ticket, numbers in known.items() if ticket), key=len, default=[])
        if len(same) >= 2:
            rest = sorted(n for ticket, numbers in known.items() if ticket for n in numbers if n not in same[:2])
            five = [*same[:2], *(rest + known[""])[:2], known[""][-1]]
            return ("--seeds", ",".join(map(str, five)), *STEPS)
    raise AssertionError(f"200 seeds find nothing twice: {known}")
