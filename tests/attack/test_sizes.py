"""A caption of a megabyte holds nobody up, and what it says at its begin and its end counts."""

from __future__ import annotations

from time import process_time

import pytest

from tests.attack.conftest import Make
from tests.attack.entries import Ask, perform
from wpfagent.safety.lexicon import of_label

LONG = 1_000_000
TEXTS = (
    "save ",
    "will be ",
    "Click Aa Bb ",
    "click 「a",
    "入力中の",
    "すべての",
    "unsaved ",
    "aB_",
    "a.B+",
    "a: ",
    "allow ",
)
SMALLER = 8
"""How much longer the long caption is than the one that it is compared with."""


@pytest.mark.parametrize("piece", TEXTS)
def test_a_caption_of_a_megabyte_costs_no_more_a_letter_than_a_shorter_one(program: Make, piece: str) -> None:
    def cost(length: int) -> float:
        text = (piece * (length // len(piece))).replace("&", "")
        made = program(f'<TextBlock Text="{text}"/><Button x:Name="X" Content="{text}" Click="on_used"/>'
                       '<Button x:Name="Y" Content="OK" Click="on_used"/>')  # fmt: skip
        began = process_time()
        perform("library", made, [Ask("click", {"automation_id": name}) for name in ("X", "Y")])
        return process_time() - began

    shorter = cost(LONG // SMALLER)
    assert cost(LONG) < 2.5 * SMALLER * shorter


@pytest.mark.parametrize("text", ["Delete all {}", "{} and delete all rows"])
def test_a_long_caption_is_judged_by_its_begin_and_its_end(text: str) -> None:
    assert of_label(text.format("a " * LONG)) == "delete"
