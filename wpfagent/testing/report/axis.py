"""The time axis over the cards: where each step lies between the start and the end, and the ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wpfagent.testing.report.cards import Card

TICKS = 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A time on the axis; `left` in percent."""

    left: float
    text: str


def lay_out(cards: Sequence[Card]) -> tuple[Tick, ...]:
    """Give each card its place on the axis (in percent of the whole) and return the ticks; () without times."""
    timed = [c for c in cards if c.at]
    whole = max((c.end for c in timed), default=0.0)
    if whole <= 0:
        return ()
    for card in timed:
        card.left = 100 * card.start / whole
        card.width = 100 * (card.end - card.start) / whole
    step = _round_step(whole / TICKS)
    return tuple(Tick(100 * i * step / whole, _tick(i * step, step)) for i in range(math.floor(whole / step) + 1))


def _round_step(seconds: float) -> float:
    """Return a step that people count in, at least as long as this."""
    for step in (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600):
        if seconds <= step:
            return step
    return 3_600.0 * math.ceil(seconds / 3_600)


def _tick(seconds: float, step: float) -> str:
    if step < 1:
        return f"{seconds:.1f} s"
    if step < 60:
        return f"{seconds:.0f} s" if seconds < 60 else f"{seconds // 60:.0f}:{seconds % 60:02.0f}"
    return f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f} h" if step >= 3_600 else f"{seconds / 60:.0f} min"
