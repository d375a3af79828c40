"""What may be asked: how many results, since when, on from which place. Wrong values are refused or clamped."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

from wpfagent.core.errors import InvalidArgument

LIMIT, LEAST, MOST = 100, 1, 1_000
"""How many results there are at most: without a wish, and within which bounds."""
SINCE_DAYS = 7
_LARGEST = 2**62


def limit_of(wanted: int | None) -> int:
    """Return how many results are given at most: 100, or the wish within 1 and 1000."""
    return LIMIT if wanted is None else min(MOST, max(LEAST, wanted))


def since_of(text: str | None, *, wall: Callable[[], float] = time.time) -> int:
    """Return a time as ISO 8601 in milliseconds since 1970; without one, seven days ago.

    Args:
        text: a date, or a time; without an offset it is local.
        wall: Unix time in seconds.

    Raises:
        InvalidArgument: it is no such time.
    """
    if text is None:
        return round((wall() - SINCE_DAYS * 86_400) * 1000)
    try:
        return round(dt.datetime.fromisoformat(text.strip()).timestamp() * 1000)
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidArgument(
            f"since cannot be {text!r}.", hint="ISO 8601: 2026-11-21, or 2026-11-21T09:30:05+09:00."
        ) from error


def place_of(text: str | None, count: int) -> tuple[int, ...] | None:
    """Return the place that a page named as its end; None for the first page.

    Args:
        text: what `next` of the last page said.
        count: how many numbers it has.

    Raises:
        InvalidArgument: no page ended there.
    """
    if text is None:
        return None
    parts = text.split("-")
    if len(parts) != count or not all(p.isascii() and p.isdecimal() and len(p) < 20 for p in parts):
        raise InvalidArgument(f"after cannot be {text!r}.", hint="Give what `next` of the last page said.")
    return tuple(min(_LARGEST, int(p)) for p in parts)
