"""Dates and times in fields that take no value as a whole: their parts are typed one by one, in the order shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wpfagent.actions import consenting, keyboard, pointing
from wpfagent.actions.doing import Doing
from wpfagent.core.model import Control

NUMBERS = re.compile(r"[0-9]+")
LEAST_PARTS = 2
"""The hours and minutes of a time, the month and year of a date; one number alone is none of both."""
FIRST_PART_PIXELS = 5
"""So far from its left edge lies the first part of a date field, or its check box; its parts are behind that square."""


def is_native(control: Control) -> bool:
    """Return whether this is Win32's date field: it has no pattern, and its name is what it shows."""
    return control.class_name == "SysDateTimePick32"


def can_be_left_out(control: Control) -> bool:
    """Return whether this is a date field with a check box of its own, which says whether there is a date."""
    return control.control_type == "ComboBox" and control.can("Toggle")


def is_left_out(control: Control) -> bool:
    """Return whether a date field's check box says that there is no date, whatever it shows."""
    return can_be_left_out(control) and control.toggle_state == "off"


def press_tick(doing: Doing, field: Control) -> None:
    """Click the check box of a date field."""
    pointing.click(doing, field, at={"dx": FIRST_PART_PIXELS, "dy": _height(field) // 2})


def _height(field: Control) -> int:
    return field.bounding_rect.height if field.bounding_rect is not None else 0


def parts_to_type(seen: str, wanted: str) -> list[str]:
    """Return the parts of a date or time in a field's order, "" for one that stands there already.

    Empty where nothing is to be typed: it shows the date, or has another form than the one that is wanted.
    """
    old, new = NUMBERS.findall(seen), NUMBERS.findall(wanted)
    if seen == wanted or len(new) < LEAST_PARTS or NUMBERS.split(seen) != NUMBERS.split(wanted):
        return []
    return ["" if int(a) == int(b) else b for a, b in zip(old, new, strict=True)]


def type_parts(doing: Doing, field: Control, parts: Sequence[str]) -> None:
    """Type the parts of a date from the first on; Right takes each over and leads to the next."""
    keyboard.check_allowed(doing)
    consenting.of_typing(doing, field, "".join(parts))
    if is_left_out(field):
        press_tick(doing, field)
    if not parts:
        return
    height = _height(field)
    tick = height if can_be_left_out(field) else 0
    pointing.click(doing, field, at={"dx": tick + FIRST_PART_PIXELS, "dy": height // 2})
    for part in parts:
        if part:
            keyboard.type_text(doing, part, field)
        keyboard.press(doing, [("Right",)], control=field)
