"""A caption of a megabyte holds nobody up, and what it says at its begin and its end counts."""

from __future__ import annotations

from time import monotonic

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
MOST_S = 20.0


@pytest.mark.parametrize("piece", TEXTS)
def test_a_caption_of_a_megabyte_is_judged_at_once(program: Make, piece: str) -> None:
    text = (piece * (LONG // len(piece))).replace("&", "")
    made = program(f'<TextBlock Text="{text}"/><Button x:Name="X" Content="{text}" Click="on_used"/><Button x:Name="Y" '
                   'Content="OK" Click="on_used"/>')  # fmt: skip
    began = monotonic()
    perform("library", made, [Ask("click", {"automation_id": name}) for name in ("X", "Y")])
    assert monotonic() - began < MOST_S


@pytest.mark.parametrize("text", ["Delete all {}", "{} and delete all rows"])
def test_a_long_caption_is_judged_by_its_begin_and_its_end(text: str) -> None:
    assert of_label(text.format("a " * LONG)) == "delete"
