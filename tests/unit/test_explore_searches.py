"""What is typed into a field that searches."""

from __future__ import annotations

from collections import Counter
from random import Random

from wpfagent.model import Control, Rect, Snapshot, WindowInfo
from wpfagent.runner.explore.arguments import choice_of
from wpfagent.runner.explore.candidates import Candidate
from wpfagent.runner.explore.screen import read_screen


def kinds_typed_into(name: str) -> Counter[str]:
    """Return the kinds of text that are typed into a field of this name, of a thousand."""
    field = Control("e1", "", name, "Edit", bounding_rect=Rect(0, 0, 9, 9), patterns=("Value",), depth=1, hwnd=1, pid=1)
    root = Control("e0", "Main", "Main", "Window", depth=0, hwnd=1, pid=1)
    window = WindowInfo(1, 1, "p", "Main", "W", Rect(0, 0, 99, 99))
    screen = read_screen(Snapshot((root, field), (window,)))
    candidate = Candidate("type_text", "type_text", screen.places[1], "setter", 1.0)
    dice = Random(1)
    return Counter(choice_of(candidate, screen, dice).kind for _ in range(1_000))


def test_a_search_is_given_quotes_and_brackets_sooner_than_another_field() -> None:
    search, other = kinds_typed_into("Search orders"), kinds_typed_into("Notes")
    assert search["quote"] > 2 * other["quote"] > 0
    assert search["bracket"] > 2 * other["bracket"] > 0
    assert search["word"] > 0
