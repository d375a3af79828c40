"""Before mouse and keyboard are taken a person is asked; who says nothing and touches nothing has agreed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wpfagent.entries.cli.taking_mouse import ANSWER_S, ask


class Time:
    """A clock that passes only when somebody waits."""

    def __init__(self) -> None:
        self.passed = 0.0

    def now(self) -> float:
        return self.passed

    def sleep(self, seconds: float) -> None:
        self.passed += seconds


def keys(*pressed: str) -> Iterator[str]:
    yield from pressed
    while True:
        yield ""


@pytest.mark.parametrize(("pressed", "answer"), [("\r", "yes"), ("y", "yes"), ("Y", "yes"), ("n", "no"), ("x", "no")])
def test_an_answer_counts_at_once(pressed, answer):
    clock, typed = Time(), keys("", pressed)
    assert ask(key=lambda: next(typed), touched=lambda: 0, clock=clock) == answer
    assert clock.passed < 1


def test_no_answer_is_yes_after_ten_seconds_in_which_nobody_touches_anything():
    clock, typed = Time(), keys()
    assert ask(key=lambda: next(typed), touched=lambda: 7, clock=clock) == "yes"
    assert clock.passed >= ANSWER_S


def test_no_answer_of_somebody_who_uses_the_computer_is_no():
    clock, typed = Time(), keys()
    assert ask(key=lambda: next(typed), touched=lambda: int(clock.passed), clock=clock) == "busy"


@pytest.mark.windows
def test_windows_says_when_mouse_or_keyboard_were_used_last():
    from wpfagent.entries.cli.taking_mouse import _last_input

    assert _last_input() >= 0
