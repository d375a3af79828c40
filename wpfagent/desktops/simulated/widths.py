"""How wide a text is."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8_192)
def text_width(text: str) -> int:
    """Return about how wide a text is drawn; East Asian characters are twice as wide."""
    lines = text.split("\n")
    return max((sum(13 if unicodedata.east_asian_width(c) in "WF" else 7 for c in line) for line in lines), default=0)
