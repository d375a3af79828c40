"""Turns at the one keyboard, mouse and focus: whoever waited longest comes next, but nobody twice before all others.

A turn is taken by a thread for one act and left when that act is done. Those that wait are asked one session after
another, so that a client with many acts in line does not keep the others from theirs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from wpfagent.core.errors import Busy
from wpfagent.desktops.turn import Turn

SAID_AFTER_S = 2.0
"""Whoever waits longer is told for whom."""


@dataclass(eq=False, slots=True)
class Wish:
    """One who wants the turn, or has it.

    Args:
        session: its id.
        name: how others are told of it.
        what: the program that it acts on.
        thread: which of its threads.
    """

    session: str
    name: str
    what: str
    thread: int
    since: float = field(default_factory=time.monotonic)


class Turns:
    """Who has the turn on a desktop, and who waits for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._holder: Wish | None = None
        self._waiting: list[Wish] = []
        self._had: dict[str, int] = {}
        self._count = 0

    def take(self, wish: Wish, most_s: float, tell: Callable[[str], None]) -> float:
        """Have the turn; return how many seconds that took. Raises Busy, naming who had it, when it took too long."""
        with self._changed:
            if self._holder is not None and self._holder.thread == wish.thread:
                return 0.0
            self._waiting.append(wish)
            is_told = False
            try:
                while self._holder is not None or self._next() is not wish:
                    waited = time.monotonic() - wish.since
                    if waited >= most_s:
                        raise self._busy(waited)
                    if waited >= SAID_AFTER_S and not is_told:
                        is_told = True
                        tell(self._said(waited))
                    self._changed.wait(min(most_s, most_s if is_told else SAID_AFTER_S) - waited)
            finally:
                self._waiting.remove(wish)
            waited = time.monotonic() - wish.since
            self._holder, wish.since = wish, time.monotonic()
            self._count += 1
            self._had[wish.session] = self._count
            return waited

    def leave(self, thread: int) -> None:
        """Give the turn to the next, where this thread has it."""
        with self._changed:
            if self._holder is not None and self._holder.thread == thread:
                self._holder = None
                self._changed.notify_all()

    def forget(self, session: str) -> None:
        """A session has gone; what it still does ends by itself, and leaves its turn then."""
        with self._changed:
            self._had.pop(session, None)
            self._changed.notify_all()

    def _next(self) -> Wish:
        """Of those who wait, the one whose session had its last turn longest ago; of one session, the first."""
        return min(self._waiting, key=lambda wish: (self._had.get(wish.session, 0), wish.since))

    def _holding(self) -> str:
        holder = self._holder
        if holder is None:
            return "others are before it"
        return f"{holder.name} acts on {holder.what} for {time.monotonic() - holder.since:.1f} s now"

    def _said(self, waited: float) -> str:
        return f"waits {waited:.0f} s for keyboard, mouse and focus: {self._holding()}"

    def _busy(self, waited: float) -> Busy:
        return Busy(
            f"Keyboard, mouse and focus were not free for {waited:.0f} s: {self._holding()}. Nothing was sent.",
            hint="Try again, or use an action that works by a pattern.",
            details={"waited_ms": round(waited * 1000)},
        )


class SessionsTurn(Turn):
    """A session's turn among others.

    Args:
        turns: of the desktop.
        session: the session's id.
        name: tells how others are told of it.
        tell: tells the session's client that it waits.
    """

    def __init__(self, turns: Turns, session: str, name: Callable[[], str], tell: Callable[[str], None]) -> None:
        self._turns, self._session, self._name, self._tell = turns, session, name, tell

    def take(self, what: str, most_s: float) -> float:
        """Have the turn, waiting for whoever has it. Raises Busy."""
        wish = Wish(self._session, self._name(), what, threading.get_ident())
        return self._turns.take(wish, most_s, self._tell)

    def leave(self) -> None:
        """Leave the turn to others."""
        self._turns.leave(threading.get_ident())
