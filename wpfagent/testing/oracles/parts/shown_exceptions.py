"""Exceptions as screens show them: in the middle of a text, cut off, as a bare stack; a log of them is none."""

from __future__ import annotations

import re

from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.oracles.parts.exceptions import parse_exception

LOG_EXCEPTIONS, LOG_LINES = 2, 3
"""So many exceptions, or lines with a time, make a text a log."""
_HINT = re.compile(r"(?:Exception|Error)\b|Traceback \(most|(?:^|\n)\s+(?:at|場所) ")
_TYPED_MESSAGE = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w*\.)+[A-Z]\w*(?:Exception|Error)(?:`\d+)?\s*(?:\(0x[0-9A-Fa-f]+\)\s*)?[:：]\s*\S"
)
"""`System.NullReferenceException: Object …`: a type with its namespace, and a message."""
_FRAMES = re.compile(r"^\s*(?:at|場所)\s+(?:[\w`<>+]+\.)+[\w`<>|.]+\(.*\)", re.MULTILINE)
_TIMES = re.compile(r"^\W*(?:\d{4}[-/.]\d{2}[-/.]\d{2}[T ]*)?\d{1,2}:\d{2}(?::\d{2})?", re.MULTILINE)


def exception_in(text: str) -> ExceptionFacts | None:
    """Return the exception that a text shows with its message or stack; None for less, and for a log."""
    if not _HINT.search(text):
        return None
    messages = [m.start() for m in _TYPED_MESSAGE.finditer(text)]
    frames = len(_FRAMES.findall(text))
    if len(_TIMES.findall(text)) >= LOG_LINES or (len(messages) > LOG_EXCEPTIONS and not frames):
        return None
    whole = parse_exception(text, "screen")
    if whole is not None and whole.frames:
        return whole
    if messages:
        return parse_exception(text[messages[0] :], "screen")
    if frames and (frames > 1 or re.search(r":(?:line|行) ?\d+", text)):
        return ExceptionFacts("", source="screen", text=text)
    return None
