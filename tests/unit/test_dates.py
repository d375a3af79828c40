"""Which parts of a date are typed into a field that takes no date as a whole."""

from __future__ import annotations

import pytest

from wpfagent.actions.values.dates import as_shown, parts_to_type


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
