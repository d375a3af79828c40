"""The Application event log of a real machine: a program that crashed stands in it."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wpfagent.core import wait
from wpfagent.testing.oracles.parts.event_log import events_for

CRASHING = "import ctypes; ctypes.windll.kernel32.RaiseFailFastException(None, None, 0)"
"""Windows Error Reporting writes `Application Error` 1000 for what fails fast."""


def is_wine() -> bool:
    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def test_a_crash_is_read_from_the_log():
    if is_wine():
        pytest.skip("Wine keeps no event log: nothing is ever written there")
    since = time.time() - 5
    program = subprocess.Popen([sys.executable, "-c", CRASHING], stderr=subprocess.DEVNULL)
    program.wait(60)
    found = wait.until(
        lambda: list(events_for(program.pid, Path(sys.executable).name, since, time.time() + 5)),
        wait.RealClock(),
        timeout_s=30,
    )
    assert [e.event_id for e in found.value] == [1000]


def test_a_program_that_ended_well_is_not_in_the_log():
    since = time.time() - 5
    program = subprocess.Popen([sys.executable, "-c", "pass"])
    program.wait(60)
    reading = events_for(program.pid, Path(sys.executable).name, since, time.time() + 5)
    assert reading.events == ()
    if not is_wine():
        assert reading.problem == ""


def test_a_log_that_cannot_be_read_says_so_instead_of_failing():
    reading = events_for(1, "nothing.exe", 0, time.time(), timeout_s=0.0)
    assert reading.events == ()
    assert isinstance(reading.problem, str)
