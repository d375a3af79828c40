"""The error of the text editors: what is wrong, and on which line."""

from __future__ import annotations

import re


class TextInvalid(ValueError):
    """A text is not what its format asks for; whoever knows the file turns this into an error for people.

    Args:
        line: the line, from 1.
        reason: what is wrong there.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def line_of(text: str, at: int) -> int:
    """Return the number of the line, from 1, on which this position lies."""
    return len(re.findall(r"\r\n|\n|\r", text[:at])) + 1
