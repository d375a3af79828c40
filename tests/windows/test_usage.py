"""What a process holds, read from outside: against a process that says what it allocates and opens."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

pytestmark = pytest.mark.windows
HOLDER = """
import sys
kept = []
print("ready", flush=True)
for line in sys.stdin:
    what, count = line.split()
    if what == "memory":
        kept.append(bytearray(b"x") * int(count))
    else:
        kept += [open(sys.executable, "rb") for _ in range(int(count))]
    print("done", flush=True)
"""


@pytest.fixture
def holder() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        yield process
        process.kill()


def hold(process: subprocess.Popen[str], what: str, count: int) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{what} {count}\n")
    process.stdin.flush()
    assert process.stdout.readline().strip() == "done"


def test_memory_and_handles_grow_by_what_the_process_takes(holder: subprocess.Popen[str]) -> None:
    from wpfagent.desktops.uia.processes import Processes

    processes = Processes()
    before = processes.usage(holder.pid)
    assert before is not None
    hold(holder, "memory", 50_000_000)
    middle = processes.usage(holder.pid)
    hold(holder, "handles", 40)
    after = processes.usage(holder.pid)
    assert middle is not None
    assert after is not None
    assert 45_000_000 <= middle.memory - before.memory <= 60_000_000
    if before.handles:  # Wine counts none
        assert 40 <= after.handles - middle.handles <= 45
    assert after.idle_s is not None


def test_a_process_that_has_ended_or_never_was_holds_nothing(holder: subprocess.Popen[str]) -> None:
    from wpfagent.desktops.uia.processes import Processes

    processes = Processes()
    assert processes.usage(holder.pid) is not None
    holder.kill()
    holder.wait()
    assert processes.usage(holder.pid) is None
    assert processes.usage(0xFFFFFFF0) is None


def test_reading_it_is_quick() -> None:
    from wpfagent.desktops.uia.processes import Processes

    processes, pid = Processes(), os.getpid()
    processes.usage(pid)
    begun = time.perf_counter()
    for _ in range(200):
        processes.usage(pid)
    assert (time.perf_counter() - begun) / 200 < 0.02, "some microseconds; far more on Wine and under load"
