"""What a worker starts ends with it, also where it is ended from outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.core.wait import RealClock, until
from wpfagent.desktops import open_desktop

pytestmark = pytest.mark.windows
WORKER = """\
import subprocess, sys, time
from wpfagent.runs.fleet.ending import end_together
assert end_together()
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
print(child.pid, flush=True)
time.sleep(300)
"""


def test_a_program_ends_with_the_worker_that_started_it() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None
    with worker.stdout as said:
        child = int(said.readline())
    processes = open_desktop("uia").processes
    assert child in {p.pid for p in processes()}
    worker.kill()
    worker.wait()
    assert until(lambda: child not in {p.pid for p in processes()}, RealClock(), timeout_s=20).ok
