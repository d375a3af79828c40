"""Numbers that a control takes within its range, and whether it stands at one."""

from __future__ import annotations

import re
from typing import Any

from wpfagent.actions.base import Check
from wpfagent.actions.evidence.likeness import is_near
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control

NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def number_for(value: str | float, control: Control) -> float:
    """Return a value as a number that lies in the control's range. Raises InvalidArgument."""
    try:
        number = float(value)
    except ValueError:
        raise InvalidArgument(
            f"{control.describe()} takes a number, not {value!r}.",
            hint=f"Between {control.minimum:g} and {control.maximum:g}." if control.minimum is not None else "",
        ) from None
    low, high = control.minimum, control.maximum
    if low is not None and high is not None and not low <= number <= high:
        raise InvalidArgument(f"{number:g} is out of range for {control.describe()}.", hint=f"{low:g} to {high:g}.")
    return number


def is_at(seen: str | None, number: float) -> bool:
    """Return whether what a control shows is this number, which may have a unit with it."""
    numbers = NUMBERS.findall(seen or "")
    return len(numbers) == 1 and abs(float(numbers[0]) - number) < 1e-6


def moved_to(before: Control, number: float) -> Check:
    """Return the check that a control has moved to a number, or to the tick next to it."""

    def check(now: Control) -> dict[str, Any] | None:
        if is_at(now.value, number):
            return {"value": now.value}
        # A slider that snaps to its ticks ends near the number, and the reply tells the value.
        snapped = now.value != before.value and _is_snapped(now, before, number)
        return {"value": now.value, "asked": number} if snapped else None

    return check


def _is_snapped(now: Control, before: Control, number: float) -> bool:
    try:
        return is_near(float(now.value or ""), number, now.minimum, now.maximum, now.step or before.step)
    except ValueError:
        return False
