"""Which parts of a date are typed into a field that takes no date as a whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent.actions.values import dates
from wpfagent.actions.values.dates import as_shown, parts_to_type
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control


@pytest.mark.parametrize(
    ("seen", "wanted", "parts"),
    [
        ("3/1/2026", "4/20/2026", ["4", "20", ""]),
        ("2026-03-01", "2026-03-20", ["", "", "20"]),
        ("3/1/2026", "03/01/2027", ["", "", "2027"]),
        ("09:30", "14:45", ["14", "45"]),
        ("03/2026", "04/2026", ["04", ""]),
        ("8:00:00 AM", "5:45:00 PM", ["5", "45", "", "P"]),
        ("8:00 PM", "8:30 PM", ["", "30"]),
        ("27.11.2026 07:02", "17.4.2026 09:15", ["17", "4", "", "09", "15"]),
    ],
)
def test_only_the_parts_that_differ_are_typed(seen: str, wanted: str, parts: list[str]) -> None:
    assert parts_to_type(seen, wanted) == parts


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("3/1/2026", "3/1/2026"),
        ("3/1/2026", "2026-04-20"),
        ("3-1-2026", "2026-04-20"),
        ("10", "45"),
        ("abc", "4/20/2026"),
        ("", "4/20/2026"),
    ],
)
def test_nothing_is_typed_where_the_forms_differ_or_the_date_stands_there(seen: str, wanted: str) -> None:
    assert parts_to_type(seen, wanted) == []


@pytest.mark.parametrize(
    ("seen", "wanted", "short_date", "shown"),
    [
        ("1/5/2026", "2026-03-17", "M/d/yyyy", "3/17/2026"),
        ("1/5/2026", "2026-03-17", "d/M/yyyy", "17/3/2026"),
        ("1/5/2026", "2026-03-04", "d/M/yyyy", "4/3/2026"),
        ("05.01.2026", "2026-03-17", "M/d/yyyy", "17.03.2026"),
        ("05.01.26", "2026-03-17", "dd.MM.yy", "17.03.26"),
        ("2026-01-05", "3/17/2026", "M/d/yyyy", "2026-03-17"),
        ("2026/01/05", "2026-03-17", "yyyy/MM/dd", "2026/03/17"),
        ("5. 1. 2026", "2026-03-17", "d. M. yyyy", "17. 3. 2026"),
        ("27.11.2026 07:02", "2026-04-17 09:15", "M/d/yyyy", "17.4.2026 09:15"),
        ("27.11.2026 07:02", "2026-04-17", "M/d/yyyy", "17.4.2026 07:02"),
        ("1/5/2026 2:30 PM", "2026-03-17T09:15", "M/d/yyyy", "3/17/2026 9:15 AM"),
        ("8:00:00 AM", "17:45", "M/d/yyyy", "5:45:00 PM"),
        ("8:00 AM", "0:05", "M/d/yyyy", "12:05 AM"),
        ("08:00:00", "9:05 PM", "M/d/yyyy", "21:05:00"),
        ("2026-01-05 07:02:01 UTC", "2026-03-17 09:15:30", "M/d/yyyy", "2026-03-17 09:15:30 UTC"),
        ("2026-01-05 07:02 h", "3/17/2026", "M/d/yyyy", "2026-03-17 07:02 h"),
        ("2026-01-05 07:02 h", "2026-03-17 09:15 h", "M/d/yyyy", "2026-03-17 09:15 h"),
    ],
)
def test_a_date_is_written_as_the_field_shows_one(seen: str, wanted: str, short_date: str, shown: str) -> None:
    assert as_shown(seen, wanted, short_date) == shown


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("1/5/2026", "2026-02-30"),
        ("1/5/2026", "31/12/2026"),
        ("1-5-2026", "2026-03-17"),
        ("Monday, January 5, 2026", "2026-03-17"),
        ("09:30", "10:15"),
        ("", "2026-03-17"),
        ("2026-01-05 07:02 UTC", "2026-03-17 09:15 CET"),
    ],
)
def test_what_is_no_date_or_may_be_another_one_is_left_as_it_is(seen: str, wanted: str) -> None:
    assert as_shown(seen, wanted, "M/d/yyyy") == wanted


class DateField:
    """A date field, and the parts that were typed into it."""

    def __init__(self, shown: str, *, first: date | None = None) -> None:
        self.control = Control("e1", control_type="ComboBox", class_name="SysDateTimePick32", value=shown)
        self.first = first
        self.typed: list[list[str]] = []

    @property
    def doing(self) -> Any:
        desktop = SimpleNamespace(
            environment=lambda: {"short_date": "M/d/yyyy"},
            day_range=lambda field, timeout_s: (self.first, None),
            wait_idle=lambda *_, **__: True,
        )
        return SimpleNamespace(
            desktop=desktop, left_s=1.0, app=SimpleNamespace(pid=1), read=lambda _: self.control,
            until=lambda probe, timeout_s: probe(),
        )  # fmt: skip

    def type_parts(self, _: object, field: Control, parts: list[str]) -> None:
        self.typed.append(list(parts))
        now = [part or was for part, was in zip(parts, dates.NUMBERS.findall(field.value or ""), strict=True)]
        between = dates.NUMBERS.split(field.value or "")
        shown = "".join(a + b for a, b in zip(between, now, strict=False))
        self.control = replace(self.control, value=shown)


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Any:
    def act(field: DateField, wanted: str) -> None:
        monkeypatch.setattr(dates, "type_parts", field.type_parts)
        dates.enter_as_shown(field.doing, field.control, wanted)

    return act


def test_a_date_is_entered_as_its_field_shows_one(enter: Any) -> None:
    field = DateField("3/12/2026")
    enter(field, "2026-05-20")
    assert (field.control.value, field.typed) == ("5/20/2026", [["5", "20", ""]])


def test_a_date_that_is_changed_on_the_way_is_put_back(enter: Any) -> None:
    field = DateField("03/2026")
    field.type_parts = _taking_the_year_only(field)  # type: ignore[method-assign]
    with pytest.raises(InvalidArgument, match=r"'03/2027'.*'03/2026' again"):
        enter(field, "08/2027")
    assert field.control.value == "03/2026"


def _taking_the_year_only(field: DateField) -> Any:
    def type_parts(_: object, now: Control, parts: list[str]) -> None:
        month, year = (now.value or "").split("/")
        field.typed.append(list(parts))
        field.control = replace(field.control, value=f"{month}/{parts[1] or year}")

    return type_parts


@pytest.mark.parametrize("wanted", ["soon", "2026-02-30", "14:30", "2025-12-31"])
def test_what_is_no_such_date_or_before_the_first_one_is_refused_untyped(enter: Any, wanted: str) -> None:
    field = DateField("3/12/2026", first=date(2026, 1, 1))
    with pytest.raises(InvalidArgument, match="Nothing was entered"):
        enter(field, wanted)
    assert field.typed == []
