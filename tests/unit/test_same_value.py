"""When a field shows what was entered in a form of its own."""

from __future__ import annotations

import pytest

from wpfagent.actions.texting import is_made_of, is_same_value


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
        ("(555) 123-4567", "5551234567"),
        ("AB-12", "AB12"),
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
        ("-5", "5"),
        ("(5)", "5"),
        ("1.5", "15"),
    ],
)
def test_another_value_is_not(seen: str, wanted: str) -> None:
    assert not is_same_value(seen, wanted)


@pytest.mark.parametrize(
    ("seen", "wanted", "before"),
    [
        ("12", "1a2b", ""),
        ("// a\nrun {\n    go();}", "// a\nrun {\ngo();", "// a"),
    ],
)
def test_what_a_program_makes_of_typed_keys_is_made_of_them(seen: str, wanted: str, before: str) -> None:
    assert is_made_of(seen, wanted, before)


@pytest.mark.parametrize(
    ("seen", "wanted", "before"),
    [
        ("", "many", "old"),
        ("abc", "12", ""),
        ("old", "oldnew", "old"),
        ("21", "12", ""),
        ("0123456789", "0123456789ABC", ""),
    ],
)
def test_another_text_is_not_made_of_typed_keys(seen: str, wanted: str, before: str) -> None:
    assert not is_made_of(seen, wanted, before)
