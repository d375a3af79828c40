"""What looks like a key or a password: such literals never leave an assembly."""

from __future__ import annotations

import math
import re
from collections import Counter

_NAMES = re.compile(
    r"pass(?:word|wd|phrase|code)?(?![a-z])|pwd|secret|credential|(?:api|access|private|account|shared|encryption|signing)_?key|"
    r"(?:auth|access|refresh|bearer)_?token|token$|connection_?string|salt$",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"(?:password|pwd|secret|accountkey|sharedaccess\w*|apikey|api_key|token)\s*[=:]\s*\S|-----BEGIN |"
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bxox[abprs]-|\beyJ[\w-]{8,}\.[\w-]+\.|\bsk[-_]\w{16,}|"
    r"://[^/\s:@]+:[^/\s:@]+@",
    re.IGNORECASE,
)
_SHAPE = re.compile(r"^[A-Za-z0-9+/_=-]{20,}$")
_HEX = re.compile(r"^[0-9A-Fa-f]{24,}$")
LEAST_BITS = 3.5
"""Per character: words and identifiers lie below, random keys above."""


def is_secret_name(name: str) -> bool:
    """Return whether what has this name holds a secret: `apiKey`, `Password`."""
    return _NAMES.search(name) is not None


def is_secret(text: str) -> bool:
    """Return whether a text looks like a key, a token, or holds a password."""
    if _SAYS.search(text) or _HEX.match(text):
        return True
    if not _SHAPE.match(text):
        return False
    kinds = sum(any(test(c) for c in text) for test in (str.islower, str.isupper, str.isdigit))
    counts = Counter(text)
    bits = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    return kinds == 3 and bits >= LEAST_BITS
