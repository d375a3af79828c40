"""Texts of others as they may be shown: nothing in them steers a terminal, turns letters round or closes a bracket."""

from __future__ import annotations

import re

LONGEST_NAME = 80
_CONTROLLING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""What steers a terminal or turns the order of letters: programs' texts may hold it."""
_CLOSING = re.compile(r"[\[\]<>]")


def plain(text: str) -> str:
    """Return a text whose control and bidi characters show as escapes (U+001B for ESC). Line ends and tabs stay."""
    return _CONTROLLING.sub(_escape, text)


def as_name(text: str) -> str:
    """Return what somebody calls himself, as it may stand inside a marked line: on one line, brackets as escapes."""
    return _CLOSING.sub(_escape, " ".join(plain(text).split()))[:LONGEST_NAME]


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
