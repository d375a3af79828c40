"""Which parts of a date are typed into a field that takes no date as a whole."""

from __future__ import annotations

import pytest

from wpfagent.actions.dates import parts_to_type


@pytest.mark.parametrize(
    ("seen", "wanted", "parts"),
    [
        ("3/1/2026", "4/20/2026", ["4", "20", ""]),
        ("2026-03-01", "2026-03-20", ["", "", "20"]),
        ("3/1/2026", "03/01/2027", ["", "", "2027"]),
        ("09:30", "14:45", ["14", "45"]),
        ("03/2026", "04/2026", ["04", ""]),
    ],
)
def test_only_the_parts_that_differ_are_typed(seen: str, wanted: str, parts: list[str]) -> None:
    assert parts_to_type(seen, wanted) == parts


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [("3/1/2026", "3/1/2026"), ("3/1/2026", "2026-04-20"), ("10", "45"), ("abc", "4/20/2026"), ("", "4/20/2026")],
)
def test_nothing_is_typed_where_the_forms_differ_or_the_date_stands_there(seen: str, wanted: str) -> None:
    assert parts_to_type(seen, wanted) == []
