"""What the program held after each action, as curves: its heap, memory, threads and handles. Made from the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.testing.report.texts import mapping, number, text_of

FIGURES = ("heap_mb", "memory_mb", "threads", "handles")
"""What is drawn, in this order; each has a label of its own."""
WIDTH, HEIGHT, EDGE = 560.0, 90.0, 4.0
FEWEST = 3
"""So many points make a curve."""
MOST = 800
"""So many are drawn; of a longer record some are left out, never the last one."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One figure over the steps: its key, the way of its line, and its least, greatest and last value."""

    key: str
    points: str
    least: str
    greatest: str
    last: str
    first_step: str
    last_step: str


def curves_of(steps: Sequence[Mapping[str, Any]]) -> list[Curve]:
    """Return the curves of a record's steps; a figure that nobody told, or that was always nought, has none."""
    made = []
    for key in FIGURES:
        seen = [
            (text_of(line.get("n")), value)
            for line in steps
            if (value := number(mapping(mapping(line.get("dotnet")).get("held")).get(key))) is not None
        ]
        if len(seen) >= FEWEST and any(value for _, value in seen):
            made.append(_curve(key, seen))
    return made


def _curve(key: str, seen: Sequence[tuple[str, float]]) -> Curve:
    each = -(-len(seen) // MOST)
    drawn = [*seen[:-1][::each], seen[-1]]
    values = [value for _, value in drawn]
    low, high = min(values), max(values)
    across, up = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    points = " ".join(
        f"{EDGE + across * i / (len(drawn) - 1):.1f},{HEIGHT - EDGE - up * ((v - low) / (high - low or 1)):.1f}"
        for i, v in enumerate(values)
    )
    return Curve(key, points, f"{low:g}", f"{high:g}", f"{values[-1]:g}", seen[0][0], seen[-1][0])
