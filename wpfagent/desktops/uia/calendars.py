"""Native calendars and date fields: the day that is chosen, and where a day lies.

They tell it by messages whose answers stand in their own program's memory: a few bytes are lent there for each.
Source: Microsoft's documentation of MCM_GETSELRANGE, MCM_SETSELRANGE, MCM_HITTEST, MCM_GETRANGE, DTM_GETSYSTEMTIME,
DTM_GETRANGE.
"""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from datetime import date, timedelta

from wpfagent.core.errors import AppNotResponding
from wpfagent.core.model import Rect
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.lending import Lent, lent_to
from wpfagent.desktops.uia.natives import ask

MONTH_CALENDAR, DATE_FIELD = "sysmonthcal32", "sysdatetimepick32"
"""Parts of the window classes, in small letters."""
MCM_GETCURSEL, MCM_SETCURSEL, MCM_GETSELRANGE, MCM_SETSELRANGE, MCM_HITTEST = 0x1001, 0x1002, 0x1005, 0x1006, 0x100E
MCM_GETRANGE, GDTR_MIN, GDTR_MAX = 0x1011, 0x0001, 0x0002
MCHT_CALENDARDATE, MCHT_OTHER_MONTH = 0x00020001, 0x03000000
DTM_GETSYSTEMTIME, DTM_GETRANGE, DTM_GETMONTHCAL, GDT_VALID = 0x1001, 0x1003, 0x1008, 0
MCS_MULTISELECT, DTS_UPDOWN = 0x0002, 0x0001
STEP_X, STEP_Y = 10, 8
"""So many pixels apart a calendar is asked what lies there: less than a day is wide and high."""
INSIDE = 3
"""So many pixels from a day's edge, and from the frame of the calendar, a click surely hits that day."""


class SystemTime(ctypes.Structure):
    """SYSTEMTIME."""

    _fields_ = tuple((name, wintypes.WORD) for name in (
        "year", "month", "weekday", "day", "hour", "minute", "second", "millisecond",
    ))  # fmt: skip

    def day_or_none(self) -> date | None:
        """Return the date; None where there is none."""
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None


class HitTest(ctypes.Structure):
    """MCHITTESTINFO."""

    _fields_ = (
        ("size", wintypes.UINT), ("point", wintypes.POINT), ("hit", wintypes.UINT), ("time", SystemTime),
        ("rect", wintypes.RECT), ("offset", ctypes.c_int), ("row", ctypes.c_int), ("column", ctypes.c_int),
    )  # fmt: skip


def chosen_day(hwnd: int) -> date | None:
    """Return the one day that a native calendar, or a date field that drops one down, has; None for several or none."""
    kind = windows.class_of(hwnd).lower()
    is_field = DATE_FIELD in kind and not windows.style_of(hwnd) & DTS_UPDOWN
    if not is_field and MONTH_CALENDAR not in kind:
        return None
    try:
        with lent_to(hwnd) as lent:
            if lent is None:
                return None
            if not is_field:
                return _chosen(hwnd, lent)
            return _first_of(lent) if ask(hwnd, DTM_GETSYSTEMTIME, 0, lent.place) == GDT_VALID else None
    except AppNotResponding:
        return None


def day_range(hwnd: int) -> tuple[date | None, date | None]:
    """Return the first and last day that a native calendar or date field takes; None where it tells no bound."""
    kind = windows.class_of(hwnd).lower()
    message = DTM_GETRANGE if DATE_FIELD in kind else MCM_GETRANGE if MONTH_CALENDAR in kind else 0
    both, bounds = (SystemTime * 2)(), 0
    try:
        with lent_to(hwnd) as lent:
            if lent is not None and message:
                bounds = ask(hwnd, message, 0, lent.place)
                lent.take(both)
    except AppNotResponding:
        return None, None
    first, last = (end.day_or_none() for end in both)
    return (first if bounds & GDTR_MIN else None), (last if bounds & GDTR_MAX else None)


def calendar_of(hwnd: int) -> int:
    """Return the calendar that a date field has dropped down (0: none)."""
    is_field = DATE_FIELD in windows.class_of(hwnd).lower()
    return ask(hwnd, DTM_GETMONTHCAL, 0, 0) if is_field else hwnd


def place_of(hwnd: int, day: date) -> tuple[int, int] | None:
    """Return the point of a calendar, on the screen, at which a day lies; the calendar turns to its month for that.

    The calendar notifies its program of nothing: turning it chooses a day beside the wanted one, which a click on the
    wanted one replaces. None where the day lies outside of what can be chosen; the calendar is then as it was.
    """
    if MONTH_CALENDAR not in windows.class_of(hwnd).lower():
        return None
    with lent_to(hwnd) as lent:
        if lent is None:
            return None
        before = _chosen(hwnd, lent)
        found = None if before == day else _place(hwnd, lent, day)
        if found is not None:
            return found
        beside = [d for d in (day + timedelta(1), day - timedelta(1)) if d.month == day.month]
        for other in beside:
            if _choose(hwnd, lent, other) and (found := _place(hwnd, lent, day)) is not None:
                return found
        if before is not None:
            _choose(hwnd, lent, before)
        return None


def _is_of_many(hwnd: int) -> bool:
    return bool(windows.style_of(hwnd) & MCS_MULTISELECT)


def _chosen(hwnd: int, lent: Lent) -> date | None:
    if not _is_of_many(hwnd):
        return _first_of(lent) if ask(hwnd, MCM_GETCURSEL, 0, lent.place) else None
    if not ask(hwnd, MCM_GETSELRANGE, 0, lent.place):
        return None
    both = (SystemTime * 2)()
    lent.take(both)
    first, last = (end.day_or_none() for end in both)
    return first if first == last else None


def _choose(hwnd: int, lent: Lent, day: date) -> bool:
    made = SystemTime(year=day.year, month=day.month, day=day.day)
    lent.put((SystemTime * 2)(made, made))
    return bool(ask(hwnd, MCM_SETSELRANGE if _is_of_many(hwnd) else MCM_SETCURSEL, 0, lent.place))


def _place(hwnd: int, lent: Lent, day: date) -> tuple[int, int] | None:
    """The first point at which a calendar has this day, and some pixels more: it may be the day's edge."""
    area: Rect = windows.rect_of(hwnd)
    for y in range(0, area.height, STEP_Y):
        for x in range(0, area.width, STEP_X):
            tested = HitTest(size=ctypes.sizeof(HitTest), point=wintypes.POINT(x, y))
            lent.put(tested)
            ask(hwnd, MCM_HITTEST, 0, lent.place)
            lent.take(tested)
            if tested.hit & ~MCHT_OTHER_MONTH == MCHT_CALENDARDATE and tested.time.day_or_none() == day:
                return area.x + x + INSIDE, area.y + y + INSIDE
    return None


def _first_of(lent: Lent) -> date | None:
    found = SystemTime()
    lent.take(found)
    return found.day_or_none()
