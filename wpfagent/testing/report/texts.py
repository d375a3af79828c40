"""Recorded data as it is shown: any JSON value as text, nothing in it that a page cannot hold."""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from typing import Any, NamedTuple

SHOWN = 1_200
"""So many characters of a text are shown at once; the rest waits behind `show all`."""
KEPT = 60_000
"""More than this of one text is not kept in a page."""

_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17))
    + "]"
)


class Long(NamedTuple):
    """A text, what of it is shown at once, and how long it was before it was cut."""

    head: str
    rest: str
    length: int
    lost: int


def clean(text: str) -> str:
    """Return a text without what HTML forbids or what turns the reading direction: such characters show as ⟨U+0007⟩.

    Every line ends with a line feed afterwards.
    """
    return _UNSHOWABLE.sub(lambda m: f"⟨U+{ord(m[0]):04X}⟩", text.replace("\r\n", "\n").replace("\r", "\n"))


def text_of(value: Any) -> str:
    """Return a recorded value as one text: strings as they are, nothing as '', everything else as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, default=str)


def word_of(value: Any) -> str:
    """Return a value as it stands in a sentence: texts in quotes, others as JSON."""
    return f"“{value}”" if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def json_of(value: Any) -> str:
    """Return a value as JSON that a person reads."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def long(text: str, shown: int = SHOWN) -> Long:
    """Return a text cut into what is shown at once and the rest."""
    if len(text) <= shown * 1.2:
        return Long(text, "", len(text), 0)
    return Long(text[:shown], text[shown:KEPT], len(text), max(0, len(text) - KEPT))


def short(text: str, length: int = 140) -> str:
    """Return the first line of a text, cut to a length."""
    line = " ".join(text[: length * 4].split())
    return line if len(line) <= length else line[: length - 1] + "…"


def mapping(value: Any) -> dict[str, Any]:
    """Return an object, or {} where the record holds something else."""
    return value if isinstance(value, dict) else {}


def listing(value: Any) -> list[Any]:
    """Return a list, or [] where the record holds something else."""
    return value if isinstance(value, list) else []


def number(value: Any) -> float | None:
    """Return a finite number of sensible size, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e12 and math.isfinite(value) else None


def rect_of(value: Any) -> tuple[float, float, float, float] | None:
    """Return [x, y, width, height] when it has an area, else None."""
    sides = [number(side) for side in listing(value)]
    x, y, width, height = sides if len(sides) == 4 else (None,) * 4
    if x is None or y is None or width is None or height is None or width <= 0 or height <= 0:
        return None
    return x, y, width, height


def seconds_of(value: Any) -> float | None:
    """Return an ISO 8601 time as Unix seconds; None when it is none."""
    try:
        return dt.datetime.fromisoformat(text_of(value)).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def moment_of(value: Any) -> str:
    """Return an ISO 8601 time as people write it, to the second; other texts as they are."""
    text = text_of(value)
    try:
        return dt.datetime.fromisoformat(text).isoformat(" ", "seconds").replace("+", " +", 1)
    except ValueError:
        return text


def clock_of(value: Any) -> str:
    """Return the time of day of an ISO 8601 time, to the millisecond; other texts as they are."""
    text = text_of(value)
    try:
        return dt.datetime.fromisoformat(text).timetz().isoformat("milliseconds").replace("+", " +", 1)
    except ValueError:
        return text


def duration(milliseconds: float) -> str:
    """Return `340 ms`, `2.4 s`, `3 min 05 s`."""
    if milliseconds < 1_000:
        return f"{milliseconds:.0f} ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1_000:.1f} s"
    minutes, seconds = divmod(round(milliseconds / 1_000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s"


def offset(seconds: float) -> str:
    """Return a time since the start: `4.20 s`, `42.5 s`, `12:05`, `1:00:05`."""
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
