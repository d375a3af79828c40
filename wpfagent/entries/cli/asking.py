"""Asking at the terminal: whether somebody is there to answer, and what a yes is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from wpfagent.core.errors import ConfirmationRequired
from wpfagent.core.shown import plain
from wpfagent.entries.cli.output import Output

YES = frozenset({"y", "yes", "はい"})


def can_ask(out: Output) -> bool:
    """Return whether a person is there to answer."""
    return out.is_terminal and not out.json and sys.stdin is not None and sys.stdin.isatty()


def says_yes(answer: str) -> bool:
    """Return whether an answer is a yes."""
    return answer.strip().casefold() in YES


def consents(out: Output, error: ConfirmationRequired) -> bool:
    """Ask for the second consent to something destructive. Raises EOFError, KeyboardInterrupt."""
    return agrees(out, out.said(f"{error.message} Do it? [y/N]"))


def agrees(out: Output, question: str) -> bool:
    """Ask, in the person's words, so that nothing in them steers the terminal. Raises EOFError, KeyboardInterrupt."""
    with as_prompt(out):
        return says_yes(input(plain(question) + " "))


@contextmanager
def as_prompt(out: Output) -> Iterator[None]:
    """Let what is asked here stand on a line of its own, also when it is broken off."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        out.line()
        raise
