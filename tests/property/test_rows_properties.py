from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wpfagent.desktops.locating.ordering import bisect_rows, order_key

TEXTS = st.lists(st.text(alphabet="abcAZ0123456789 -²é四", max_size=6), min_size=18, max_size=120)


@given(st.text(), st.text())
def test_the_order_of_any_two_texts_is_decided_without_an_error(one, other):
    assert (order_key(one) < order_key(other)) or (order_key(one) >= order_key(other))


@given(TEXTS, st.data())
def test_what_bisection_finds_has_the_text_that_was_asked(texts, data):
    wanted = data.draw(st.sampled_from(texts))
    row = bisect_rows(len(texts), wanted, texts.__getitem__)
    assert row is None or texts[row] == wanted


@given(TEXTS, st.booleans(), st.data())
def test_in_an_ordered_column_bisection_finds_every_text_or_leaves_it_to_the_linear_search(texts, falling, data):
    ordered = sorted({order_key(t): t for t in texts}.values(), key=order_key, reverse=falling)
    if len(ordered) < 18:
        return
    row = data.draw(st.integers(0, len(ordered) - 1))
    assert bisect_rows(len(ordered), ordered[row], ordered.__getitem__) == row


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_numbers_are_ordered_by_their_size(one, other):
    assert (order_key(str(one)) < order_key(str(other))) == (one < other)
