"""What a control shows, held against a number."""

from __future__ import annotations

import pytest

from wpfagent.actions.values.numbers import is_at


@pytest.mark.parametrize("seen", ["1200", "1200.0", "1200 km", "EUR 1200", "1200%"])
def test_a_number_may_be_shown_with_its_unit(seen: str) -> None:
    assert is_at(seen, 1200)


@pytest.mark.parametrize("seen", [None, "", "km", "120 km", "1,200 km", "1200 of 1300"])
def test_what_shows_another_number_or_several_is_not_at_it(seen: str | None) -> None:
    assert not is_at(seen, 1200)
