"""Messages between sessions: text, in bounds, each read once.

A message reaches the other model as one marked line of its next reply, as data. Until then it is kept.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from wpfagent.core.errors import Busy, InvalidArgument
from wpfagent.core.json_text import valid_text

LONGEST = 1_000
"""Characters of a message."""
KEPT = 50
"""So many wait for one session at most; the oldest goes first."""
KEPT_S = 24 * 3_600.0
RATE, RATE_S = 20, 60.0
"""So many may one session send in so long."""


def one_line(text: str) -> str:
    """Return a message as one line that can be shown. Raises InvalidArgument where it is none."""
    line = " ".join("".join(c if c.isprintable() else " " for c in valid_text(text)).split())
    if not line:
        raise InvalidArgument("The message is empty.", hint="Say something in words.")
    if len(line) > LONGEST:
        raise InvalidArgument(
            f"The message has {len(line)} characters, and {LONGEST} are the most.", hint="Say it shorter."
        )
    return line


@dataclass(eq=False, slots=True)
class Inbox:
    """What was sent to one session, until it is read.

    Args:
        now: the time, in seconds.
    """

    now: Callable[[], float] = time.monotonic
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _kept: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    _waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = field(default_factory=list)

    def put(self, line: str) -> bool:
        """Keep a line; return whether somebody waits for it."""
        with self._lock:
            self._kept.append((self.now(), line))
            for loop, event in self._waiting:
                loop.call_soon_threadsafe(event.set)
            return bool(self._waiting)

    def take(self) -> list[str]:
        """Return what was kept and is not too old, once."""
        with self._lock:
            found = [line for at, line in self._kept if self.now() - at < KEPT_S]
            self._kept.clear()
            return found

    async def wait(self, timeout_s: float) -> list[str]:
        """Return what was kept, once there is something or the time is up."""
        entry = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._waiting.append(entry)
            if self._kept:
                entry[1].set()
        try:
            await asyncio.wait_for(entry[1].wait(), timeout_s)
        except TimeoutError:
            pass  # nothing came
        finally:
            with self._lock:
                self._waiting.remove(entry)
        return self.take()


@dataclass(eq=False, slots=True)
class Pace:
    """How fast one session sends.

    Args:
        now: the time, in seconds.
    """

    now: Callable[[], float] = time.monotonic
    _sent: deque[float] = field(default_factory=deque)

    def count(self) -> None:
        """Count a message. Raises Busy where there were too many."""
        now = self.now()
        while self._sent and now - self._sent[0] >= RATE_S:
            self._sent.popleft()
        if len(self._sent) >= RATE:
            raise Busy(
                f"{RATE} messages in {RATE_S:g} s are the most; this one was not sent.",
                hint=f"Wait {RATE_S - (now - self._sent[0]):.0f} s.",
            )
        self._sent.append(now)
