"""The simulated desktop's time: it passes only when somebody sleeps, and then at once."""

from __future__ import annotations

import heapq
from collections.abc import Callable


class SimulatedClock:
    """A clock with an agenda: what was planned runs in its order while time passes; `heed` is asked each time."""

    def __init__(self) -> None:
        self._now = 0.0
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._planned = 0
        self.heed: Callable[[], None] = lambda: None

    def now(self) -> float:
        """Return seconds since the desktop was made."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let this much time pass; what falls due in it runs at its own moment."""
        end = self._now + max(0.0, seconds)
        while self._agenda and self._agenda[0][0] <= end:
            when, _, action = heapq.heappop(self._agenda)
            self._now = max(self._now, when)
            action()
            self.heed()
        self._now = max(self._now, end)
        self.heed()

    def call_at(self, when: float, action: Callable[[], None]) -> None:
        """Plan `action` for this moment; a moment already past means the next time that somebody sleeps."""
        self._planned += 1
        heapq.heappush(self._agenda, (when, self._planned, action))
