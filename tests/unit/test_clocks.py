"""A clock is told by its own reading."""

from __future__ import annotations

import pytest

from wpfagent.actions.evidence.clocks import is_clock
from wpfagent.core.diff import Change
from wpfagent.core.model import Control

LABEL = Control("e1", control_type="Text")


@pytest.mark.parametrize(
    ("old", "new", "span_s", "clock"),
    [
        ("19:16:00.0", "19:16:05.0", 5.2, True),
        ("Now 9:59:58", "Now 10:00:02", 3.6, True),
        ("11:59:58 PM", "12:00:02 PM", 4.0, True),
        ("23:59:58", "00:00:01", 3.0, True),
        ("Saved 19:15:20", "Saved 19:16:05", 5.2, False),  # the save before was 45 s ago
        ("19:16:00", "19:16:01", 0.4, False),  # the second look sees it tick
        ("Total 5", "Total 10", 5.0, False),
        ("10:15:00 - 10:16:00", "10:15:05 - 10:16:05", 5.0, False),
        ("75:80:90", "75:80:95", 5.0, False),
    ],
)
def test_a_text_whose_time_of_day_went_on_by_the_time_that_passed_is_a_clock(
    old: str, new: str, span_s: float, clock: bool
) -> None:
    assert is_clock(Change(LABEL, "name", old, new), span_s) is clock


def test_what_is_no_text_is_no_clock() -> None:
    assert not is_clock(Change(LABEL, "enabled", False, True), 5.0)


@pytest.mark.parametrize(
    ("kind", "old", "new", "span_s", "clock"),
    [
        ("Text", "0:01", "0:07", 6.4, True),
        ("Slider", "1", "7", 6.4, True),
        ("Text", "0:01", "2:05", 6.4, False),  # it was sought
        ("Text", "9:15", "9:16", 3.0, False),  # the time of an appointment, by its arrow
        ("Slider", "30", "70", 6.4, False),
        ("Text", "1", "7", 6.4, False),
    ],
)
def test_how_long_something_runs_is_a_clock_too(kind: str, old: str, new: str, span_s: float, clock: bool) -> None:
    assert is_clock(Change(Control("e1", control_type=kind), "value", old, new), span_s) is clock
