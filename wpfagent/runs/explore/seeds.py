"""Ranges of seeds as they are written: `1-50`, `3,7,9`."""

from __future__ import annotations

import re

from wpfagent.core.errors import InvalidArgument

SEEDS_AT_MOST = 10_000


def read_seeds(text: str) -> list[int]:
    """Return the seeds of a range, in its order. Raises InvalidArgument."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if match is None:
            raise InvalidArgument(f"{text!r} is no range of seeds.", hint="For example 1-50, or 3,7,9.")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first or last - first >= SEEDS_AT_MOST:
            raise InvalidArgument(f"{text!r} is no range of seeds.", hint="From the smaller to the larger number.")
        found += range(first, last + 1)
    return found
