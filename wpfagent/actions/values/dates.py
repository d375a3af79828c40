"""Dates and times in fields that take no value as a whole: their parts are typed one by one, in the order shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from datetime import date

from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard, pointing
from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control

NUMBERS = re.compile(r"[0-9]+")
SIGNS = re.compile(r"[yMd]+")
CLOCK = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?: (?P<half>[AaPp][Mm]))?")
DATE_AND_TIME = re.compile(r"(\S*\d\S*?\d)([ T]+)(\d{1,2}:\d{2}(?::\d{2})?(?: [AaPp][Mm])?)(\D*)")
"""The day, what stands between, the time, and the words of the field's own behind it."""
HALF, HALF_DAY = re.compile(r"(?<= )[AP]M$"), 12
LETTERS = re.compile(r"[^\W\d_]")
NATIVE = "SysDateTimePick32"
YEAR_FIRST, DAY_FIRST = "yMd", "dMy"
SHORT_YEAR, CENTURY, THIS_CENTURY = 2, 100, 2000
LEAST_PARTS = 2
"""The hours and minutes of a time, the month and year of a date; one number alone is none of both."""
MOST_AGAIN = 2
"""So often the parts that a field did not take are typed again: a day waits for its month, that for its year."""
FIRST_PART_PIXELS = 5
"""So far from its left edge lies the first part of a date field, or its check box; its parts are behind that square."""


def is_date_field(control: Control) -> bool:
    """Return whether this is Win32's date field, or one that a framework has made of it."""
    return NATIVE.lower() in control.class_name.lower()


def read(text: str, short_date: str) -> date | None:
    """Return the date that a text of numbers stands for; None where it is none.

    Args:
        text: a date by year, month and day, or in the culture's short form.
        short_date: how the user of the machine writes a date: `M/d/yyyy`.
    """
    numbers = NUMBERS.findall(text)
    order = _order(text, short_date)
    if len(numbers) != len(YEAR_FIRST) or order is None or LETTERS.search(text):
        return None
    found = dict(zip(order, map(int, numbers), strict=True))
    if found["y"] < CENTURY and len(numbers[order.index("y")]) == SHORT_YEAR:
        found["y"] += THIS_CENTURY
    try:
        return date(found["y"], found["M"], found["d"])
    except ValueError:
        return None


def as_shown(seen: str, wanted: str, short_date: str) -> str:
    """Return a date or time in the form in which a field shows one in numbers; as it is where either is no such one.

    Args:
        seen: what the field shows.
        wanted: the date, time, or both, that it should show; a time that is left out stays as it is shown.
        short_date: how the user of the machine writes a date.
    """
    if CLOCK.fullmatch(wanted.strip()) and (clock := CLOCK.fullmatch(seen.strip())):
        return _time_as_shown(clock, wanted.strip())
    there, asked = DATE_AND_TIME.fullmatch(seen.strip()), DATE_AND_TIME.fullmatch(wanted.strip())
    if there is not None:
        shown, between, time, behind = there.groups()
        clock = CLOCK.fullmatch(time)
        day, hour = (asked[1], asked[3]) if asked is not None else (wanted.strip(), time)
        is_other = asked is not None and asked[4] not in ("", behind)
        if clock is None or is_other or read(day, short_date) is None:
            return wanted
        return f"{_date_as_shown(shown, day, short_date)}{between}{_time_as_shown(clock, hour)}{behind}"
    return _date_as_shown(seen, wanted, short_date)


def _time_as_shown(shown: re.Match[str], wanted: str) -> str:
    """Return a time in the form of another: of twelve or of 24 hours, with seconds or without."""
    asked = CLOCK.fullmatch(wanted)
    if asked is None:
        return wanted
    hour, half = int(asked["hour"]), (asked["half"] or "").upper()
    hour = hour % HALF_DAY + (HALF_DAY if half == "PM" else 0) if half else hour
    seconds = f":{asked['second'] or '00'}" if shown["second"] is not None else ""
    if shown["half"] is None:
        return f"{hour:02}:{asked['minute']}{seconds}"
    return f"{hour % HALF_DAY or HALF_DAY}:{asked['minute']}{seconds} {'PM' if hour >= HALF_DAY else 'AM'}"


def _date_as_shown(seen: str, wanted: str, short_date: str) -> str:
    day, order, parts = read(wanted, short_date), _order(seen, short_date), NUMBERS.split(seen)
    if day is None or order is None or read(seen, short_date) is None:
        return wanted
    there = NUMBERS.findall(seen)
    if NUMBERS.split(wanted) == parts and _order(wanted, short_date) == order:
        return wanted
    by_sign = {"y": day.year % CENTURY if len(there[order.index("y")]) == SHORT_YEAR else day.year,
               "M": day.month, "d": day.day}  # fmt: skip
    is_padded = any(len(n) == SHORT_YEAR and n[0] == "0" for n in there)
    numbers = [f"{by_sign[sign]:02}" if is_padded else str(by_sign[sign]) for sign in order]
    return "".join(itertools.chain.from_iterable(zip(parts, numbers, strict=False))) + parts[-1]


def _order(text: str, short_date: str) -> str | None:
    """The order of year, month and day in a date of numbers; None where it cannot be told."""
    numbers = NUMBERS.findall(text)
    if not numbers or len(numbers[0]) > SHORT_YEAR:
        return YEAR_FIRST
    signs = "".join(dict.fromkeys(c for c in short_date if c in YEAR_FIRST))
    between = [part.strip() for part in NUMBERS.split(text)[1:-1]]
    usual = [part.strip() for part in SIGNS.split(short_date)[1:-1]]
    if between == usual and len(signs) == len(YEAR_FIRST):
        return signs
    return DAY_FIRST if between == ["."] * (len(YEAR_FIRST) - 1) else None


def is_native(control: Control) -> bool:
    """Return whether this is Win32's date field: it has no pattern, and its name is what it shows."""
    return control.class_name == NATIVE


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
    before, after = HALF.search(seen), HALF.search(wanted)
    if seen == wanted or len(new) < LEAST_PARTS or _form(seen) != _form(wanted):
        return []
    if any(len(b) > SHORT_YEAR >= len(a) for a, b in zip(old, new, strict=True)) and max(map(len, old)) > SHORT_YEAR:
        return []  # its year stands elsewhere
    parts = ["" if int(a) == int(b) else b for a, b in zip(old, new, strict=True)]
    is_other_half = before is not None and after is not None and before[0] != after[0]
    return [*parts, after[0][0]] if is_other_half and after is not None else parts


def _form(text: str) -> list[str]:
    """Return what stands between and behind the numbers, whichever half of the day it is."""
    return NUMBERS.split(HALF.sub("", text))


def short_date(doing: Doing) -> str:
    """Return how the user of the machine writes a date."""
    return str(doing.desktop.environment().get("short_date", ""))


def check_day(doing: Doing, field: Control, day: date | None) -> None:
    """Raise InvalidArgument where a date field or calendar tells that a day lies outside of what it takes."""
    if day is None:
        return
    first, last = doing.desktop.day_range(field, timeout_s=doing.left_s)
    if (first is not None and day < first) or (last is not None and day > last):
        raise InvalidArgument(
            f"{field.describe()} takes no {day.isoformat()}, only days from {first or '...'} to {last or '...'}.",
            hint="Nothing was entered.",
        )


def enter(doing: Doing, field: Control, wanted: str, text: Callable[[Control], str]) -> bool:
    """Type a date or time until its field shows it; return whether anything was typed.

    A part may be out of the field's range as long as those behind it are the old ones: it is typed again then.

    Args:
        doing: the action's context.
        field: the date field.
        wanted: the date or time, in the form that the field shows.
        text: what the field shows, as it was just read.

    Raises:
        InvalidArgument: it does not take this date; it shows again what it did before.
    """
    before, was_left_out = text(doing.read(field)), is_left_out(field)
    if not parts_to_type(before, wanted) and not (was_left_out and before == wanted):
        return False
    asked = DATE_AND_TIME.fullmatch(wanted)
    check_day(doing, field, read(asked[1] if asked is not None else wanted, short_date(doing)))
    shown = _type_until_shown(doing, field, wanted, text)
    if not any(parts_to_type(shown, wanted)):
        return True
    back = _type_until_shown(doing, doing.read(field), before, text)
    if was_left_out:
        press_tick(doing, field)
    raise InvalidArgument(
        f"{field.describe()} does not take {wanted!r}: it showed {shown!r}.",
        hint=f"It shows {back!r} again, as before." if back == before else f"It shows {back!r} now, not {before!r}.",
        details={"shown": shown, "before": before, "now": back},
    )


def enter_as_shown(doing: Doing, field: Control, wanted: str) -> None:
    """Enter a date or time, however it is written, into a field that opened with the focus, as a cell's editor does.

    Raises:
        InvalidArgument: it has another form than the field, or the field does not take it.
    """
    seen = doing.read(field).value or ""
    shown = as_shown(seen, wanted, short_date(doing))
    if seen != shown and not enter(doing, field, shown, lambda now: now.value or ""):
        raise of_other_form(field, seen, wanted)


def of_other_form(field: Control, seen: str, wanted: str) -> InvalidArgument:
    """Return the error of a date that does not look as its field shows one."""
    return InvalidArgument(
        f"{field.describe()} shows {seen!r}: {wanted!r} is not of that form.",
        hint="Nothing was entered. Give it in the form that is shown, or a date as year-month-day.",
    )


def _type_until_shown(doing: Doing, field: Control, wanted: str, text: Callable[[Control], str]) -> str:
    """Type the parts of a date until its field shows them or takes no more; return what it shows then."""
    seen, now = text(doing.read(field)), field
    for _ in range(1 + MOST_AGAIN):
        parts = parts_to_type(seen, wanted)
        if not any(parts) and not is_left_out(now):
            break
        type_parts(doing, now, parts)
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=field.hwnd)
        doing.until(lambda: not any(parts_to_type(text(doing.read(field)), wanted)), wait.SETTLE_S)
        before, now = seen, doing.read(field)
        seen = text(now)
        if seen == before:
            break
    return seen


def type_parts(doing: Doing, field: Control, parts: Sequence[str]) -> None:
    """Type the parts of a date from the first on; Right takes each over and leads to the next."""
    keyboard.check_allowed(doing)
    consenting.of_typing(doing, field, "".join(parts))
    if is_left_out(field):
        press_tick(doing, field)
    _go_to_first_part(doing, field)
    for part in parts:
        if part:
            keyboard.type_text(doing, part, field)
        keyboard.press(doing, [("Right",)], control=field)


def _go_to_first_part(doing: Doing, field: Control) -> None:
    """Click the first part of a date field; of Win32's only that click tells whether its check box lies there."""
    height = _height(field)
    behind_tick = {"dx": height + FIRST_PART_PIXELS, "dy": height // 2}
    if can_be_left_out(field):
        pointing.click(doing, field, at=behind_tick)
        return
    had_day = doing.desktop.chosen_day(field, timeout_s=doing.left_s) is not None
    press_tick(doing, field)
    doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=field.hwnd)
    if (doing.desktop.chosen_day(field, timeout_s=doing.left_s) is not None) != had_day:
        if had_day:
            press_tick(doing, field)
        pointing.click(doing, field, at=behind_tick)
