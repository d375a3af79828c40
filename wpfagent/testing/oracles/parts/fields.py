"""What a field shows, and whether two texts are the same entry."""

from __future__ import annotations

import re

from wpfagent.core.model import Control


def shown_in(control: Control) -> str | None:
    """Return what a field shows; None where nothing is to be read in it."""
    if control.toggle_state is not None:
        return str(control.toggle_state)
    if control.control_type == "RadioButton":
        return None if control.selected is None else "on" if control.selected else "off"
    return control.value


def is_empty(text: str) -> bool:
    """Whether a field that shows this holds nothing."""
    return text.strip() in ("", "off")


def alike(one: str, other: str) -> bool:
    """Whether two texts are the same entry: blanks, cases and the form of numbers do not count."""
    if one == other or " ".join(one.split()).casefold() == " ".join(other.split()).casefold():
        return True
    numbers = [_number(one), _number(other)]
    return None not in numbers and numbers[0] == numbers[1]


def _number(text: str) -> float | None:
    plain = re.sub(r"[^\d.,\-]", "", text)
    if not any(c.isdigit() for c in plain):
        return None
    digits = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", plain).replace(",", ".")
    try:
        return float(digits)
    except ValueError:
        return None
