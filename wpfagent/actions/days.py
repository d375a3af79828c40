"""Choosing a day of a calendar by its date, in whatever month it is.

A calendar finds a day by any text that its own culture reads as that date, shown or not, and turns to its month.
Source: dotnet/wpf, CalendarAutomationPeer's IItemContainerProvider.
"""

from __future__ import annotations

from typing import Any

from wpfagent.actions import pressing
from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control
from wpfagent.desktops import items


def choose_day(doing: Doing, calendar: Control, date: str) -> Performed:
    """Choose a day as a click on it does.

    Raises:
        InvalidArgument: the calendar reads no date in the text.
    """
    day = items.own_named(doing.desktop, calendar, date, doing.left_s)
    if day is None:
        raise InvalidArgument(
            f"{calendar.describe()} has no day {date!r}.",
            hint="Give the date as the program writes it, or as year-month-day.",
        )
    if day.selected:
        return Performed("none", unneeded={"selected": True, "item": day.text}, subject=day)
    pressed = pressing.press_item(doing, doing.show(day))

    def check(now: Control) -> dict[str, Any] | None:
        return {"selected": True, "item": now.text} if now.selected else None

    return Performed(pressed.method, check=check, subject=day, sets_own_state=pressed.sets_own_state)
