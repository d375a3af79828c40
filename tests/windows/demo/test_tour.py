"""The tour on real WPF: within three minutes it ends with a minimised bug, and leaves nothing running."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wpfagent.desktops import open_desktop

pytestmark = [pytest.mark.windows, pytest.mark.slow]
AT_MOST_S = 180.0
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("seed", ["7", "3"])
def test_the_tour_finds_minimises_and_reports_a_bug_in_a_real_wpf_program(tmp_path: Path, seed: str) -> None:
    before = {p.pid for p in open_desktop().processes()}
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "wpfagent", "demo", "--json", "--seed", seed, "--artifacts", str(tmp_path)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        timeout=2 * AT_MOST_S,
    )
    took = time.monotonic() - begun
    said = done.stdout.decode("utf-8")
    assert done.returncode == 0, said + done.stderr.decode("utf-8", "replace")
    made = json.loads(said)
    assert [s["outcome"] for s in made["scenarios"]] == ["passed", "passed"]
    assert made["exploration"]["desktop"] == "uia"
    assert made["exploration"]["found"][0]["oracle"] == "unhandled_exception"
    assert made["minimised"]["to"] <= made["minimised"]["from"]
    assert made["minimised"]["reproduced"] == made["minimised"]["attempts"] == 5
    assert Path(made["report"]).is_file()
    assert took < AT_MOST_S
    left = [p for p in open_desktop().processes() if p.pid not in before and "python" in p.name.lower()]
    assert left == []
