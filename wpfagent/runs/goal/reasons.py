"""Why a goal run ended, in a sentence."""

from __future__ import annotations

ASKED_HOLDS = "What was asked for holds."


def claimed(why: str) -> str:
    """Return that the model says so, in its own words."""
    return f"The model says it is done: {why}"


def gave_up(why: str) -> str:
    """Return that the model says so, in its own words."""
    return f"The model gave up: {why}"


def in_vain(times: int) -> str:
    """Return that nothing new came."""
    return f"The same answer came {times} times, without effect."


def out_of_answers(most: int) -> str:
    """Return that the answers are used up."""
    return f"The goal was not reached in {most} answers."


def out_of_tokens(used: int, most: int) -> str:
    """Return that the tokens are used up."""
    return f"The goal was not reached with {used} tokens; {most} are the most."


def out_of_time(seconds: float) -> str:
    """Return that the time is up."""
    return f"The goal was not reached in {seconds:g} s."
