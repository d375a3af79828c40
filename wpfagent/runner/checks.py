"""Judging expectations of a running target without acting on it."""

from __future__ import annotations

from wpfagent.execute import Gate
from wpfagent.expect import Expectation, Verdict, hold, judge
from wpfagent.selector import Selector
from wpfagent.target import Target

JUDGE_MS = 2_000
"""How long the reads of a check that does not wait may take."""


def wait_until(
    gate: Gate, target: Target, expectation: Expectation, timeout_s: float, selector: Selector | None = None
) -> Verdict:
    """Return the verdict when it holds or the time is up. Raises AppExited, AppNotResponding."""
    return hold(expectation, gate.reading(target, round(timeout_s * 1000)), selector)


def is_true_now(gate: Gate, target: Target, expectation: Expectation) -> Verdict:
    """Return the verdict of this moment. Raises AppExited, AppNotResponding."""
    doing = gate.reading(target, JUDGE_MS)
    doing.check_alive()
    return judge(expectation, doing)
