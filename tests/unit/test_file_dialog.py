"""What a file dialog waits for: that it closes, or asks something that was not answered yet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent.actions.dialogs import _gone_or_question
from wpfagent.core.model import Rect, WindowInfo

DIALOG = WindowInfo(2, 1, "a.exe", "Save as", "#32770", Rect(0, 0, 9, 9), owner=1)
QUESTION = WindowInfo(3, 1, "a.exe", "Confirm", "#32770", Rect(0, 0, 9, 9), owner=2)
ANOTHER = WindowInfo(4, 1, "a.exe", "The disk is full", "#32770", Rect(0, 0, 9, 9), owner=2)


@pytest.mark.parametrize(
    ("shown", "answered", "expected"),
    [
        ([DIALOG], 0, False),
        ([QUESTION, DIALOG], 0, QUESTION),
        ([QUESTION, DIALOG], QUESTION.hwnd, False),
        ([ANOTHER, QUESTION, DIALOG], QUESTION.hwnd, ANOTHER),
        ([], QUESTION.hwnd, True),
    ],
    ids=["open", "asking", "answered, still closing", "asking something else", "gone"],
)
def test_a_question_that_was_answered_is_waited_for_and_not_taken_for_a_new_one(shown, answered, expected):
    doing: Any = SimpleNamespace(windows=lambda: shown)
    assert _gone_or_question(doing, DIALOG, answered) == expected
