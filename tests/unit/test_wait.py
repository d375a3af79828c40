from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import wpfagent
from wpfagent.core import wait


class FakeClock:
    def __init__(self) -> None:
        self.time = 100.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


def test_a_probe_that_is_true_at_once_never_sleeps():
    clock = FakeClock()
    waited = wait.until(lambda: "yes", clock, timeout_s=5)
    assert (waited.value, waited.ok, waited.tries, clock.slept) == ("yes", True, 1, [])


def test_a_probe_is_asked_once_with_no_time_at_all():
    waited = wait.until(lambda: 0, FakeClock(), timeout_s=0)
    assert (waited.ok, waited.tries) == (False, 1)


def test_the_last_ask_is_at_the_end_of_the_time_and_not_after_it():
    clock = FakeClock()
    asked: list[float] = []
    wait.until(lambda: asked.append(clock.now()), clock, timeout_s=1.0)
    assert asked[-1] == pytest.approx(101.0)


def test_intervals_grow_up_to_the_last_one():
    clock = FakeClock()
    wait.until(lambda: False, clock, timeout_s=2)
    assert clock.slept[0] == wait.FIRST_INTERVAL_S
    assert max(clock.slept) == wait.LAST_INTERVAL_S
    assert all(b <= 2 * a + 1e-9 for a, b in zip(clock.slept, clock.slept[1:], strict=False))


def test_it_reports_how_long_it_took():
    clock = FakeClock()
    waited = wait.until(lambda: clock.now() >= 100.5, clock, timeout_s=10)
    assert waited.ok
    assert 0.5 <= waited.elapsed_s <= 0.5 + wait.LAST_INTERVAL_S


@given(st.floats(0, 1e7), st.floats(0, 60))
@example(10.3, 0.05)
@example(20.37, 0.1)
def test_a_wait_ends_whatever_the_clock_shows(start, timeout_s):
    """What is left may be too small to change the clock by: then a wait must not go round for ever."""
    clock = FakeClock()
    clock.time = start
    asked = 0

    def never() -> bool:
        nonlocal asked
        asked += 1
        assert asked < 10_000
        return False

    wait.until(never, clock, timeout_s=timeout_s)


def test_nothing_but_a_desktops_clock_sleeps():
    root = Path(wpfagent.__file__).parent
    found = []
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                sleeps = node.module == "time" and any(a.name == "sleep" for a in node.names)
            else:
                sleeps = isinstance(node, ast.Attribute) and ast.unparse(node) == "time.sleep"
            if sleeps:
                found.append(path.relative_to(root).as_posix())
    assert found == ["core/wait.py"], "the real clock, once"
