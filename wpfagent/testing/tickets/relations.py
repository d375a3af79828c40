"""Sums and products that a text states itself: `100 × 18 € = 1782 €`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = r"(\d+(?:[.,]\d+)?)"
_UNIT = r"\s*[€$£¥円%]?\s*"
_STATED = re.compile(rf"{_NUMBER}{_UNIT}([×x*+−-]){_UNIT}{_NUMBER}{_UNIT}={_UNIT}{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Relation:
    """A calculation as a text states it, and what it really comes to."""

    text: str
    stated: float
    true: float


def broken_relation(text: str) -> Relation | None:
    """Return the first calculation in a text whose result is wrong; None where all are right, or there is none."""
    for found in _STATED.finditer(text):
        first, sign, second, stated = found[1], found[2], found[3], _number(found[4])
        true = _result(_number(first), sign, _number(second))
        if abs(true - stated) > 0.005 * max(1.0, abs(true)) / 100:
            return Relation(found[0].strip(), stated, true)
    return None


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _result(first: float, sign: str, second: float) -> float:
    if sign in "×x*":
        return first * second
    return first + second if sign == "+" else first - second
