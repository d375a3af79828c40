"""Choosing a day of a calendar by its date, in whatever month it is.

A calendar of WPF finds a day by any text that its own culture reads as that date, shown or not, and turns to its month.
A native one tells where a day lies, and is clicked there, as is the one that a date field drops down.
Source: dotnet/wpf, CalendarAutomationPeer's IItemContainerProvider.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from wpfagent.actions.base import Performed
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard, pointing, pressing
from wpfagent.actions.items import revealing
from wpfagent.actions.values import dates
from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control
from wpfagent.desktops.locating import items

BUTTON_PIXELS = 8
"""So far from its right edge lies the button of a date field that drops its calendar down."""


def choose_day(doing: Doing, calendar: Control, text: str) -> Performed:
    """Choose a day as a click on it does.

    Raises:
        InvalidArgument: the calendar reads no date in the text.
    """
    meant = dates.read(text, dates.short_date(doing))
    if meant is not None and doing.desktop.chosen_day(calendar, timeout_s=doing.left_s):
        return choose_native(doing, calendar, meant)
    day = items.own_named(doing.desktop, calendar, text, doing.left_s)
    if day is None:
        raise InvalidArgument(
            f"{calendar.describe()} has no day {text!r}.",
            hint="Give the date as the program writes it, or as year-month-day.",
        )
    if day.selected:
        return Performed("none", unneeded={"selected": True, "item": day.text}, subject=day)
    pressed = pressing.press_item(doing, doing.show(day))

    def check(now: Control) -> dict[str, Any] | None:
        return {"selected": True, "item": now.text} if now.selected else None

    return Performed(pressed.method, check=check, subject=day, sets_own_state=pressed.sets_own_state)


def day_to_choose(doing: Doing, field: Control, seen: str, text: str) -> date | None:
    """Return the day that a text means to a date field that shows its month or weekday as a word; else None.

    Where the field says that there is no date its check box is clicked first: it has no day to turn from before.
    """
    day = dates.read(text, dates.short_date(doing)) if dates.LETTERS.search(seen) else None
    if day is not None and dates.is_left_out(field):
        dates.check_day(doing, field, day)
        keyboard.check_allowed(doing)
        consenting.of_entry(doing, field, day.isoformat())
        dates.press_tick(doing, field)
        doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=field.hwnd)
    return day if day is not None and doing.desktop.chosen_day(field, timeout_s=doing.left_s) is not None else None


def choose_native(doing: Doing, control: Control, day: date) -> Performed:
    """Click a day of a native calendar, or of the one that a date field drops down.

    Raises:
        InvalidArgument: it has no such day.
    """
    desktop = doing.desktop
    if desktop.chosen_day(control, timeout_s=doing.left_s) == day:
        return Performed("none", unneeded={"value": day.isoformat()})
    dates.check_day(doing, control, day)
    keyboard.check_allowed(doing)
    consenting.of_entry(doing, control, day.isoformat())
    shown = revealing.reveal(doing, doing.read(control))
    doing.bring_to_front(shown)
    is_field = dates.is_date_field(control)
    if is_field:
        _drop_down(doing, shown)
    point = desktop.place_of_choice(control, day, timeout_s=doing.left_s)
    if point is None:
        if is_field:
            desktop.press_keys(("Esc",))
        raise InvalidArgument(
            f"{control.describe()} has no day {day.isoformat()} to choose.", hint="It may lie outside of its range."
        )
    if not is_field and shown.bounding_rect is not None:
        pointing.click(
            doing, shown, at={"dx": point[0] - shown.bounding_rect.x, "dy": point[1] - shown.bounding_rect.y}
        )
    else:
        doing.give_way()
        desktop.mouse_click(*point)

    def check(now: Control) -> dict[str, Any] | None:
        return {"value": day.isoformat()} if desktop.chosen_day(now, timeout_s=doing.left_s) == day else None

    return Performed("mouse", check=check, subject=control)


def _drop_down(doing: Doing, field: Control) -> None:
    """Open the calendar of a date field by the button at its right end."""
    known, rect = {w.hwnd for w in doing.windows()}, field.bounding_rect
    if rect is None:
        return
    pointing.click(doing, field, at={"dx": rect.width - BUTTON_PIXELS, "dy": rect.height // 2})
    doing.until(lambda: any(w.hwnd not in known for w in doing.windows()), wait.SETTLE_S * 2)
