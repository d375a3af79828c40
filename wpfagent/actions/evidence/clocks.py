"""Telling a clock by its own reading: a text whose time of day, or whose seconds, went on by as long as an act took."""

from __future__ import annotations

import re

from wpfagent.core.diff import Change
from wpfagent.core.model import Control

TIME_OF_DAY = re.compile(r"(?<![0-9])([0-9]{1,2})[:.]([0-9]{2})[:.]([0-9]{2})(?![0-9])")
RUNNING = re.compile(r"(?<![0-9:])([0-9]{1,3}):([0-5][0-9])(?![0-9:])")
"""How a player tells how long it has run: `3:05`."""
RUNNERS = ("Slider", "ProgressBar")
"""What shows the same as a number of seconds."""
LEAST_S = 2.5
"""An act that took less is left to the second look: a clock of seconds ticks in front of it."""
APART_S = 1.5
"""So far a clock's advance may be from the time that passed: it shows whole seconds, and it is drawn late."""
NEARLY_S, LEAST_RUN_S = 1.0, 2.0
"""The same of what has run for so long: what goes up by one may be counted by the act."""
HALF_DAY_S = 43_200


def is_clock(change: Change, span_s: float) -> bool:
    """Return whether a text shows a time of day, or how long something runs, that went on by `span_s`.

    That is the time between the two readings. A program that is too busy to tick shows none of it in a second look.
    The time of an event ("saved at 9:15:03") was written at the event before, as long ago as that is.
    """
    if span_s < LEAST_S or not change.is_tick:
        return False
    old, new = _seconds(change.old), _seconds(change.new)
    if old is None or new is None:
        run_s = _run_s(change.control, change.new) - _run_s(change.control, change.old)
        return run_s >= LEAST_RUN_S and abs(run_s - span_s) <= NEARLY_S
    return old != new and abs((new - old) % HALF_DAY_S - span_s) <= APART_S


def _seconds(text: str) -> int | None:
    """Return the seconds of the only time of day in a text."""
    times = TIME_OF_DAY.findall(text)
    if len(times) != 1:
        return None
    hours, minutes, seconds = (int(number) for number in times[0])
    return hours * 3_600 + minutes * 60 + seconds if hours < 24 and minutes < 60 and seconds < 60 else None


def _run_s(control: Control, text: str) -> float:
    """Return the seconds that the only time in a text tells, or the number that a slider stands at; else 0."""
    if control.control_type in RUNNERS:
        return float(text) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text) else 0.0
    found = RUNNING.findall(text)
    return int(found[0][0]) * 60.0 + int(found[0][1]) if len(found) == 1 else 0.0
