"""The one loop that waits, and the named settings of every wait.

Nothing else in the package sleeps: pass a condition here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

DEFAULT_TIMEOUT_S = 10.0
"""How long an action waits for its element, when the call, the scenario and the profile say nothing."""
LONGEST_MS = 7 * 24 * 3_600_000
"""The longest wait that anybody may ask for, a week: beyond it lies a slip of the pen, and what no clock can count."""
STARTUP_TIMEOUT_S = 60.0
"""How long a launch waits for the first usable window."""
SPLASH_S = 10.0
"""A window without title bar and input counts as a splash screen for this long; then it is the program's window."""
FIRST_INTERVAL_S = 0.01
LAST_INTERVAL_S = 0.1
"""Polling starts at the first interval and doubles up to the last."""
SHORTEST_S = 0.001
"""A shorter sleep may be too small to change the clock by, and the wait would never end."""
FRAME_S = 0.016
"""Readings this far apart (a frame at 60 a second) tell whether an element is moving."""
SETTLE_S = 0.25
"""`no_op` is said only after the UI thread was idle and nothing changed for this long."""
ABSENT_S = 3.0
"""What is not there is given up, where no timeout was asked for, once the program was idle and unchanged for this."""
LEAST_S = 1.0
"""What was begun in the program may take so long, though its action has less time left: slow is not hung."""
MODAL_PENDING_S = 0.7
"""A pattern call that has not returned for this long, while the program answers, opened something modal."""


class Clock(Protocol):
    """The time of a desktop: the real one, or the simulated desktop's own, which passes only when somebody sleeps."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let this much time pass."""
        ...


class RealClock:
    """The machine's own time."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)  # noqa: TID251 - the one place that sleeps


@dataclass(frozen=True, slots=True)
class Waited(Generic[T]):
    """What a wait came to: the last value, whether it was true in time, how often it was asked, how long it took."""

    value: T
    ok: bool
    tries: int
    elapsed_s: float


def until(
    probe: Callable[[], T],
    clock: Clock,
    *,
    timeout_s: float,
    first_interval_s: float = FIRST_INTERVAL_S,
    last_interval_s: float = LAST_INTERVAL_S,
    pause: Callable[[float], object] | None = None,
) -> Waited[T]:
    """Ask `probe` until it returns something true or the time is up; it is asked at least once, and once at the end.

    Args:
        probe: what is asked.
        clock: whose time counts.
        timeout_s: how long at most.
        first_interval_s: between the first two times; it doubles up to the last.
        last_interval_s: the longest.
        pause: lets so many seconds pass, or fewer where it is known sooner; the clock's sleep by default.
    """
    start = clock.now()
    interval, tries = first_interval_s, 0
    while True:
        value, tries = probe(), tries + 1
        elapsed = clock.now() - start
        if value or elapsed >= timeout_s:
            return Waited(value, bool(value), tries, elapsed)
        (pause or clock.sleep)(max(SHORTEST_S, min(interval, timeout_s - elapsed)))
        interval = min(interval * 2, last_interval_s)
