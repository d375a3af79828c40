"""When a program counts as idle, by what two looks at it show."""

from __future__ import annotations

from typing import Any

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.desktops.rest import Rest

WINDOW = WindowInfo(hwnd=1, pid=1, process="", title="Desk", class_name="", rect=Rect(0, 0, 9, 9))
LABELS = [Control(f"e{n}", name=f"Label {n}") for n in range(6)]


class Slow:
    """A desktop whose looks reach as much of the tree as they are given."""

    def __init__(self, *looks: Snapshot) -> None:
        self.clock, self._looks, self._now = self, list(looks), 0.0

    def now(self) -> float:
        self._now += 0.1
        return self._now

    def wait_idle(self, *_: Any, **__: Any) -> bool:
        self._now -= 0.1  # an idle program answers at once
        return True

    def snapshot(self, *_: Any, **__: Any) -> Snapshot:
        self._now += 0.6
        return self._looks.pop(0)


def _holds(*looks: Snapshot) -> bool:
    rest = Rest(Slow(*looks), lambda: [WINDOW], rest_s=0.5)  # type: ignore[arg-type]
    return [rest.holds(5.0) for _ in looks][-1]


def _cut(*labels: Control) -> Snapshot:
    return Snapshot(labels, truncated=True)


def test_looks_that_reach_differently_far_show_the_same_as_far_as_both_reach() -> None:
    assert _holds(_cut(*LABELS[:4]), _cut(*LABELS), _cut(*LABELS[:3]))


@pytest.mark.parametrize("last", [Snapshot(tuple(LABELS[:3])), _cut(Control("e0", name="Other"), *LABELS[1:])])
def test_what_was_seen_to_change_is_at_work(last: Snapshot) -> None:
    first = Snapshot(tuple(LABELS))
    assert not _holds(first, last)
    assert _holds(first, first)


@pytest.mark.parametrize(("kind", "looks", "rests"), [("Text", 4, True), ("Text", 2, False), ("ProgressBar", 4, False)])
def test_numbers_alone_that_go_on_are_a_clock_after_twice_the_time_but_how_far_something_is_goes_on(
    kind: str, looks: int, rests: bool
) -> None:
    ticks = [Snapshot((*LABELS, Control("e9", name=f"Idle {n}", control_type=kind))) for n in range(looks)]
    assert _holds(*ticks) is rests


@pytest.mark.parametrize(("levels", "rests"), [((20, 60, 90, 95), False), ((60, 90, 10, 40, 70, 95), True)])
def test_a_bar_that_falls_back_goes_round_and_one_that_fills_tells_of_something_on_its_way(
    levels: tuple[int, ...], rests: bool
) -> None:
    bars = [Snapshot((*LABELS, Control("e9", value=str(n), control_type="ProgressBar"))) for n in levels]
    assert _holds(*bars) is rests
