"""Long work that a client follows: progress goes out while it is done, and a cancelled call ends it at its next step.

The work is done in a lane's thread; it asks `advance` after each step. What was done until then is kept: the work ends
as it does when a person interrupts it on the command line.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

Report = Callable[[float, float | None, str], Awaitable[None]]
"""Tells the client how far a call is: done, of how much, what."""
EVERY_S = 0.25
"""How often the client hears of steps; what matters more is told at once."""


class Following:
    """What a client hears of long work, and whether it still wants it.

    Args:
        report: tells the client.
        loop: where that is done.
    """

    def __init__(self, report: Report, loop: asyncio.AbstractEventLoop) -> None:
        self._report = report
        self._loop = loop
        self._stopped = threading.Event()
        self._ended = threading.Event()
        self._done = 0
        self._told = 0
        self._when = 0.0

    def stop(self) -> None:
        """Let the work end at its next step."""
        self._stopped.set()

    def wait(self, timeout_s: float) -> None:
        """Wait until the work has ended, at most so long."""
        self._ended.wait(timeout_s)

    def end(self) -> None:
        """The work has ended."""
        self._ended.set()

    def advance(self, what: str, *, of: int | None = None) -> None:
        """One more step was done: the client hears of it now and then, with a number that only grows.

        Args:
            what: what was done, or how far it is.
            of: so many steps there are at most; None: not known.

        Raises:
            KeyboardInterrupt: the client does not want it any more.
        """
        self._done += 1
        if time.monotonic() - self._when >= EVERY_S:
            self._tell(what, of)
        self.check()

    def announce(self, what: str) -> None:
        """Tell the client at once, without a step. Raises KeyboardInterrupt as `advance` does."""
        self._done += self._done == self._told  # a number may not be told twice
        self._tell(what, None)
        self.check()

    def check(self) -> None:
        """Raise KeyboardInterrupt when the client does not want it any more."""
        if self._stopped.is_set():
            raise KeyboardInterrupt

    def _tell(self, what: str, of: int | None) -> None:
        if self._stopped.is_set():
            return
        self._when, self._told = time.monotonic(), self._done
        total = float(max(of, self._done)) if of is not None else None
        asyncio.run_coroutine_threadsafe(self._send(float(self._done), total, what), self._loop)

    async def _send(self, done: float, of: float | None, what: str) -> None:
        await self._report(done, of, what)
