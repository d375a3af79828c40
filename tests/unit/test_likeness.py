"""When a field shows what was entered in a form of its own."""

from __future__ import annotations

import pytest

from wpfagent.actions.evidence.likeness import has_arrived, is_made_of, is_masked, is_near, is_same_value


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        ("9.00", "9"),
        ("$1,234.50", "1234.5"),
        ("1.234,50 €", "1234,5"),
        ("-3", "-3.0"),
        ("6/14/2026 12:00:00 AM", "2026-06-14"),
        ("14.06.2026", "2026年6月14日"),
        ("6/14/2026 12:00:00 AM", "2026/06/14"),
        ("+49 (30) 1234", "+49 30 1234"),
        ("(555) 123-4567", "5551234567"),
        ("AB-12", "AB12"),
        ("AB-12", "ab-12"),
        ("3/4/2025", "03/04/2025"),
        ("4/3/2025", "2025-03-04"),
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
        ("4/3/2025", "3/4/2025"),
        ("4/3/2025 12:00 AM", "3/4/2025"),
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
        ("[Ham]", "Ham", "Egg"),
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
        ("123", "1a2b3c4d", ""),  # for digits, and full
        ("EggHam", "Ham", "Egg"),  # not cleared
        ("Egg Ham", "Ham", "Egg"),
        ("- Egg Ham", "Ham", "Egg"),
        ("- -Ham", "Ham", "-"),
        ("Hamburg", "Ham", ""),  # completed
    ],
)
def test_another_text_is_not_made_of_typed_keys(seen: str, wanted: str, before: str) -> None:
    assert not is_made_of(seen, wanted, before)


def test_typed_keys_have_arrived_once_all_of_them_show_in_the_programs_form() -> None:
    typed = "5551234567"
    on_the_way = ["(   )    -", "(5  )    -", "(555) 123-456 ", "(555) 123-4567"]
    assert [has_arrived(seen, typed, "(   )    -") for seen in on_the_way] == [False, False, False, True]
    assert [has_arrived(seen, "12.50", "") for seen in ("12.5", "12.50")] == [False, True]
    assert has_arrived("EggHam", "EggHam", "Egg"), "what was added to"


@pytest.mark.parametrize(
    ("now", "wanted", "low", "high", "step", "near"),
    [
        (70, 74, 0, 100, None, True),
        (60, 80, 0, 100, 1.0, False),  # held back by something else
        (50, 60, 0, 100, 25.0, True),
        (8, 7.6, 0, 10, 1.0, True),
        (45, 700, None, None, None, False),
    ],
)
def test_a_number_near_the_wanted_one_is_what_ticks_make_of_it(
    now: float, wanted: float, low: float | None, high: float | None, step: float | None, near: bool
) -> None:
    assert is_near(now, wanted, low, high, step) is near


@pytest.mark.parametrize(("shown", "masked"), [
    ("(___) ___-____", True), ("__/__/____", True), ("+47 ___ __ 12", True),
    ("", False), ("_", False), ("12-34", False), ("snake_case__name", False),
])  # fmt: skip
def test_a_mask_is_known_by_the_places_that_it_keeps(shown: str, masked: bool) -> None:
    assert is_masked(shown) is masked
