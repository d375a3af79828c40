from __future__ import annotations

import pytest

from wpfagent.testing.tickets.relations import broken_relation


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Total: 84 €",
        "100 × 18 € = 1800 €",
        "2 + 2 = 4",
        "2,5 * 2 = 5",
        "7 - 2 = 5",
        "€ 3 x 4 = 12",
        "a = b",
        "1 = 2",
    ],
)
def test_what_holds_or_states_nothing_is_not_broken(text: str) -> None:
    assert broken_relation(text) is None


@pytest.mark.parametrize(
    ("text", "stated", "true"),
    [("Total: 100 × 18 € = 1782 €", 1782, 1800), ("合計: 2 + 2 = 5 円", 5, 4), ("2 + 2 = 4, 3 × 3 = 8", 8, 9)],
)
def test_a_calculation_that_is_wrong_is_found(text: str, stated: float, true: float) -> None:
    found = broken_relation(text)
    assert found is not None
    assert (found.stated, found.true) == (stated, true)
    assert found.text in text
