"""Judging expectations of a running target without acting on it."""

from __future__ import annotations

from wpfagent.desktops.base import Desktop
from wpfagent.destructive import Reason
from wpfagent.doing import Doing
from wpfagent.errors import RefusedDestructive
from wpfagent.execute import Gate
from wpfagent.expect import Expectation, Verdict, hold, judge
from wpfagent.model import Control
from wpfagent.selector import Selector
from wpfagent.target import Target

JUDGE_S = 2.0
"""How long the reads of a check that does not wait may take."""


def looking(gate: Gate, target: Target, timeout_s: float, selector: Selector | None = None) -> Doing:
    """Return a context in which a target can be read and nothing destructive is permitted."""
    desktop: Desktop = gate.desktop

    def permit(reason: Reason, _control: Control | None) -> None:
        raise RefusedDestructive(f"A check never acts ({reason}).")

    return Doing(
        desktop=desktop,
        target=target,
        policy=gate.policy_for(target),
        refs=gate.refs,
        deadline=desktop.clock.now() + timeout_s,
        permit=permit,
        resolve=gate.resolve,
        marks=gate.marks,
        selector=selector,
        base_dir=gate.base_dir,
        update_baselines=gate.update_baselines,
    )


def wait_until(
    gate: Gate, target: Target, expectation: Expectation, timeout_s: float, selector: Selector | None = None
) -> Verdict:
    """Return the verdict when it holds or the time is up. Raises AppExited, AppNotResponding."""
    return hold(expectation, looking(gate, target, timeout_s, selector), selector)


def is_true_now(gate: Gate, target: Target, expectation: Expectation) -> Verdict:
    """Return the verdict of this moment. Raises AppExited, AppNotResponding."""
    doing = looking(gate, target, JUDGE_S)
    doing.check_alive()
    return judge(expectation, doing)
