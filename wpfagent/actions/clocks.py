"""Telling a clock by its own reading: a text whose time of day went on by as long as an act took."""

from __future__ import annotations

import re

from wpfagent.core.diff import Change

TIME_OF_DAY = re.compile(r"(?<![0-9])([0-9]{1,2})[:.]([0-9]{2})[:.]([0-9]{2})(?![0-9])")
LEAST_S = 2.5
"""An act that took less is left to the second look: a clock of seconds ticks in front of it."""
APART_S = 1.5
"""So far a clock's advance may be from the time that passed: it shows whole seconds, and it is drawn late."""
HALF_DAY_S = 43_200


def is_clock(change: Change, span_s: float) -> bool:
    """Return whether a text shows a time of day that went on by `span_s`, the time between the two readings.

    A program that is too busy to tick shows none of it in a second look. The time of an event ("saved at 9:15:03") was
    written at the event before, as long ago as that is.
    """
    if span_s < LEAST_S or not change.is_tick:
        return False
    old, new = _seconds(change.old), _seconds(change.new)
    if old is None or new is None or old == new:
        return False
    return abs((new - old) % HALF_DAY_S - span_s) <= APART_S


def _seconds(text: str) -> int | None:
    """Return the seconds of the only time of day in a text."""
    times = TIME_OF_DAY.findall(text)
    if len(times) != 1:
        return None
    hours, minutes, seconds = (int(number) for number in times[0])
    return hours * 3_600 + minutes * 60 + seconds if hours < 24 and minutes < 60 and seconds < 60 else None
