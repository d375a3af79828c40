"""The known words that are most like one that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

NEAREST = 5
"""How many are named."""
COMPARED = 200
"""Characters of a name that count for its nearness: comparing takes the square of them."""


def nearest(wanted: str, known: Iterable[str], count: int = NEAREST) -> list[str]:
    """Return the known words most like this one, best first, case ignored; those that contain it count as near."""
    words = list(dict.fromkeys(w for w in known if w))
    lower = {w: w[:COMPARED].lower() for w in words}
    target = wanted[:COMPARED].lower()
    ratios = {
        w: (1.0 if target in low or low in target else 0.0)
        + difflib.SequenceMatcher(None, target, low, autojunk=False).ratio()
        for w, low in lower.items()
        if low
    }
    best = sorted((w for w in words if ratios.get(w, 0) >= 0.5), key=lambda w: -ratios[w])
    return best[:count]
