"""The order of texts as people see it, and bisection in a column that shows one."""

from __future__ import annotations

import itertools
from collections.abc import Callable

SAMPLES = 9
"""How many cells show whether a column is in order."""


def bisect_rows(total: int, wanted: str, text: Callable[[int], str]) -> int | None:
    """Return the first row with this text in a column that looks ordered; None when it does not, or has none.

    New rows may stand out of order before the first or after the last: the order of the others counts.
    """
    if total < 2 * SAMPLES:
        return None
    marks = [i * (total - 1) // (SAMPLES - 1) for i in range(SAMPLES)]
    sampled = [order_key(text(m)) for m in marks]
    goal = order_key(wanted)
    for start, end in ((0, SAMPLES), (1, SAMPLES), (0, SAMPLES - 1)):
        part = sampled[start:end]
        rising = all(a < b for a, b in itertools.pairwise(part))
        if not rising and not all(a > b for a, b in itertools.pairwise(part)):
            continue
        low, high = start, total - 1 - (SAMPLES - end)
        while low < high:
            middle = (low + high) // 2
            here = order_key(text(middle))
            if here == goal or (here > goal if rising else here < goal):
                high = middle
            else:
                low = middle + 1
        return low if text(low) == wanted else None
    return None


def order_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that orders texts as people do: runs of digits count as numbers."""
    made: list[tuple[int, int, str]] = []
    run = ""
    for character in text.casefold() + "\0":
        if run and character.isdigit() == run[0].isdigit() and character != "\0":
            run += character
            continue
        if run:
            made.append((0, int(run), "") if run[0].isdigit() and run.isascii() else (1, 0, run))
        run = character
    return tuple(made)
