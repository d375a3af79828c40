from __future__ import annotations

import pytest

from wpfagent.core.model import Control
from wpfagent.desktops.locating.columns import cell_text
from wpfagent.desktops.locating.ordering import bisect_rows, order_key


class Column:
    """A column of texts that counts how many cells were read."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.reads = 0

    def __call__(self, row: int) -> str:
        self.reads += 1
        return self.texts[row]


def test_runs_of_digits_are_ordered_as_numbers():
    texts = ["a10", "a9", "A2", "b1", "a", "10", "9", ""]
    assert sorted(texts, key=order_key) == ["", "9", "10", "a", "A2", "a9", "a10", "b1"]


@pytest.mark.parametrize("texts", [[str(n) for n in range(10_000)], [f"K{n:05}" for n in range(10_000)]])
@pytest.mark.parametrize("row", [0, 1, 4_999, 8_999, 9_999])
@pytest.mark.parametrize("falling", [False, True])
def test_an_ordered_column_is_bisected_in_few_reads(texts, row, falling):
    column = Column(texts[::-1] if falling else texts)
    assert bisect_rows(10_000, column.texts[row], column) == row
    assert column.reads < 60


def test_a_text_that_is_not_there_is_not_found():
    assert bisect_rows(1_000, "5000", Column([str(n) for n in range(1_000)])) is None


def test_a_column_without_order_is_left_to_others():
    assert bisect_rows(1_000, "7", Column([str(n * 37 % 1_000) for n in range(1_000)])) is None


def test_a_short_column_is_left_to_others():
    assert bisect_rows(10, "7", Column([str(n) for n in range(10)])) is None


def test_the_first_of_equal_neighbours_is_found():
    texts = [f"{n // 4:05}" for n in range(1_000)]
    assert bisect_rows(1_000, "00030", Column(texts)) == 120


@pytest.mark.parametrize(("state", "text"), [("on", "true"), ("off", "false"), ("indeterminate", ""), (None, "value")])
def test_a_check_box_cell_reads_true_or_false(state, text):
    assert cell_text(Control("e1", name="name", value="value", toggle_state=state)) == text
