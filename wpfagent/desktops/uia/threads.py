"""Reader threads, one for each target process, and threads for acts: a hung program delays only those who ask it.

A call past its deadline abandons its thread (a COM call cannot be stopped) and the next call gets a new one. All
threads are daemons, so that the process can end at any time.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")
ACTORS_KEPT = 4
HEED_S = 0.1
"""So often whoever waits for a reader thread is asked whether to go on."""


class Job(Generic[T]):
    """One call on a reader thread: its result or its error."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self.started = threading.Event()
        self.finished = threading.Event()
        self.started_at = 0.0
        self._result: list[T] = []
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do the work; whatever it raises is kept for the caller."""
        self.started_at = time.monotonic()
        self.started.set()
        try:
            self._result.append(self._work())
        except BaseException as error:  # noqa: BLE001 (carried over to the caller's thread)
            self._error = error
        self.finished.set()

    def result(self) -> T:
        """Return what the work returned, or raise what it raised."""
        if self._error is not None:
            raise self._error
        return self._result[0]


class DeadlinePassed(Exception):
    """The job did not end in time; its thread was abandoned."""


class Lane:
    """The reader thread of one process, replaced when it gets stuck; whoever waits for it calls `heed` now and then."""

    def __init__(self, name: str, prepare: Callable[[], None], heed: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._prepare = prepare
        self._heed = heed
        self._waiting: deque[Job[Any]] = deque()
        self._changed = threading.Condition()
        self._generation = 0
        self._has_thread = False
        self._closed = False

    def call(self, work: Callable[[], T], timeout_s: float) -> T:
        """Return what `work` returns on the reader thread; its time counts from its start there.

        Raises:
            DeadlinePassed: it did not return within `timeout_s`.
        """
        job = Job(work)
        with self._changed:
            self._waiting.append(job)
            if not self._has_thread:
                self._start_thread()
            self._changed.notify()
        if not self._finished(job, timeout_s):
            job.started.wait()  # those before it have deadlines of their own
            left = job.started_at + timeout_s - time.monotonic()
            if left > 0:
                self._finished(job, left)
            if not job.finished.is_set():
                self._abandon()
                raise DeadlinePassed
        return job.result()

    def _finished(self, job: Job[Any], timeout_s: float) -> bool:
        end = time.monotonic() + timeout_s
        while not job.finished.wait(max(0.0, min(HEED_S, end - time.monotonic()))):
            self._heed()
            if time.monotonic() >= end:
                return False
        return True

    def close(self) -> None:
        """Let the thread end when it is idle."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _abandon(self) -> None:
        with self._changed:
            self._generation += 1
            self._start_thread()

    def _start_thread(self) -> None:
        self._has_thread = True
        thread = threading.Thread(target=self._serve, args=(self._generation,), name=self._name, daemon=True)
        thread.start()

    def _serve(self, generation: int) -> None:
        self._prepare()
        while job := self._next(generation):
            job.run()
            del job  # an idle thread must not keep what the last job held

    def _next(self, generation: int) -> Job[Any] | None:
        with self._changed:
            while True:
                if generation != self._generation:
                    return None
                if self._waiting:
                    return self._waiting.popleft()
                if self._closed:
                    self._has_thread = False
                    return None
                self._changed.wait()


class Lanes:
    """The lanes of all processes."""

    def __init__(self, prepare: Callable[[], None], heed: Callable[[], None] = lambda: None) -> None:
        self._prepare = prepare
        self._heed = heed
        self._lanes: dict[int, Lane] = {}
        self._lock = threading.Lock()

    def call(self, pid: int, work: Callable[[], T], timeout_s: float) -> T:
        """Run `work` on the reader thread of a process. Raises DeadlinePassed."""
        with self._lock:
            lane = self._lanes.get(pid)
            if lane is None:
                lane = self._lanes[pid] = Lane(f"uia-reader-{pid}", self._prepare, self._heed)
        return lane.call(work, timeout_s)

    def forget(self, pid: int) -> None:
        """Drop a process's thread."""
        with self._lock:
            lane = self._lanes.pop(pid, None)
        if lane:
            lane.close()


class Actors:
    """Threads for acts. An idle one is used again; nobody waits for one whose call does not return."""

    def __init__(self, prepare: Callable[[], None]) -> None:
        self._prepare = prepare
        self._idle: list[SimpleQueue[Callable[[], None]]] = []
        self._lock = threading.Lock()

    def start(self, work: Callable[[], None]) -> None:
        """Run `work`, which raises nothing, on a thread that is free."""
        with self._lock:
            inbox = self._idle.pop() if self._idle else None
        if inbox is None:
            inbox = SimpleQueue()
            threading.Thread(target=self._serve, args=(inbox,), name="uia-act", daemon=True).start()
        inbox.put(work)

    def _serve(self, inbox: SimpleQueue[Callable[[], None]]) -> None:
        self._prepare()
        while True:
            work = inbox.get()
            work()
            del work  # an idle thread must not keep what the last act held
            with self._lock:
                if len(self._idle) >= ACTORS_KEPT:
                    return
                self._idle.append(inbox)
