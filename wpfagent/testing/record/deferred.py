"""Files that are written by a thread of their own while the run goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

OUTSTANDING = 4
"""So many files may still be on their way: those of the last action or two."""


class DeferredWrites:
    """Does one piece of work after the other on one thread. What a piece raises is raised by a later call."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="session-files")
        self._waiting: deque[Future[object]] = deque()

    def submit(self, work: Callable[[], object]) -> None:
        """Have something done; waits while too much is on its way already.

        Raises:
            OSError: an earlier piece could not be written.
        """
        while len(self._waiting) >= OUTSTANDING:
            self._waiting.popleft().result()
        self._waiting.append(self._thread.submit(work))

    def close(self) -> None:
        """Wait until everything is done, and end the thread.

        Raises:
            OSError: a piece could not be written; the others are.
        """
        self._thread.shutdown()
        while self._waiting:
            self._waiting.popleft().result()
