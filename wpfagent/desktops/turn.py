"""The right to use the one keyboard, mouse and focus of a desktop; whoever is alone there has it always.

Whose turn is meant is a matter of the context, as a caller's variables are (`core/environ.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Turn:
    """A caller's right to use keyboard, mouse and focus, taken before and left after each act.

    This one is of a caller that shares its desktop with nobody.
    """

    def take(self, what: str, most_s: float) -> float:
        """Have the turn from now on, waiting for whoever has it; return how many seconds that took.

        Args:
            what: it is wanted for, as those who wait are told.
            most_s: how long to wait at most.

        Raises:
            Busy: somebody else had it all the time.
        """
        del what, most_s
        return 0.0

    def leave(self) -> None:
        """Leave the turn to others; nothing happens where it was not taken."""


_OURS: ContextVar[Turn] = ContextVar("turn", default=Turn())  # noqa: B039 - it holds nothing


def our_turn() -> Turn:
    """Return the turn of whoever this is done for."""
    return _OURS.get()


@contextmanager
def turn_of(turn: Turn) -> Iterator[None]:
    """Let what is done meanwhile take this turn."""
    token = _OURS.set(turn)
    try:
        yield
    finally:
        _OURS.reset(token)
