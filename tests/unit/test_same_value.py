"""When a field shows what was entered in a form of its own."""

from __future__ import annotations

import pytest

from wpfagent.actions.texting import is_same_value


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("9.00", "9"),
        ("$1,234.50", "1234.5"),
        ("1.234,50 €", "1234,5"),
        ("-3", "-3.0"),
        ("6/14/2026 12:00:00 AM", "2026-06-14"),
        ("14.06.2026", "2026年6月14日"),
        ("+49 (30) 1234", "+49 30 1234"),
    ],
)
def test_the_same_value_in_another_form_is_told(seen: str, wanted: str) -> None:
    assert is_same_value(seen, wanted)


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("90", "9"),
        ("0.9", "9"),
        ("", "9"),
        ("6/15/2026", "2026-06-14"),
        ("6/14", "2026-06-14"),
        ("abc", "abcdef"),
        ("ABC", "abc"),
        ("1 2 3", "a1 b2 c3"),
        ("12:00", "12:00:30"),
    ],
)
def test_another_value_is_not(seen: str, wanted: str) -> None:
    assert not is_same_value(seen, wanted)
