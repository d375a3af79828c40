"""Watches a UI thread beside acts, and samples its stack while it does not answer: before any oracle fires."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Condition, Thread

from wpfagent.desktops.base import Desktop
from wpfagent.dotnet import Stack

SILENT_S = 0.3
"""A UI thread that takes no message for so long is sampled."""
AGAIN_S = 0.1
"""So long after an answer it is asked again."""
PATIENT_S = 2.0
"""A sample that is being taken may take so much longer when somebody asks for it."""
Sampler = Callable[[int, int], Stack | None]
"""Takes the samples of one thread (process id, thread id)."""


class Sentinel:
    """Watches the acts of one program one after the other, on one thread of its own: to begin one for each costs more.

    Args:
        desktop: where; only asked whether a thread takes messages.
        pid: the program.
        sample: takes the samples.

    Attributes:
        is_watching: whether an act is under way.
    """

    def __init__(self, desktop: Desktop, pid: int, sample: Sampler) -> None:
        self._desktop, self._pid, self._sample = desktop, pid, sample
        self._changed = Condition()
        self._act = 0
        self._due = math.inf
        self._wakes = 0.0
        self._sampled = 0
        self._closed = False
        self._standing: Stack | None = None
        self._thread: Thread | None = None
        self.is_watching = False

    def begin(self, after_s: float = AGAIN_S) -> None:
        """Watch an act that begins now; what was seen of the one before is forgotten.

        Args:
            after_s: so long from now on the thread is asked for the first time.
        """
        with self._changed:
            self._act += 1
            self._due, self._standing, self.is_watching = time.monotonic() + after_s, None, True
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._watch, name="ui-thread-sentinel", daemon=True)
                self._thread.start()
            elif self._due < self._wakes:
                self._changed.notify_all()

    def end(self) -> Stack | None:
        """Watch the act no more; return where the thread stood. A sample that is being taken is waited for."""
        with self._changed:
            self._due, self.is_watching = math.inf, False
            self._changed.wait_for(lambda: self._sampled != self._act, PATIENT_S)
            return self._standing

    def close(self) -> None:
        """Watch nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _watch(self) -> None:
        while (act := self._due_act()) is not None:
            thread = self._desktop.silent_thread(self._pid, SILENT_S)
            with self._changed:
                if act != self._act or not self.is_watching:
                    continue
                if thread is None:
                    self._due = time.monotonic() + AGAIN_S
                    continue
                self._sampled = act
            standing = self._sample(self._pid, thread)
            with self._changed:
                self._sampled = 0
                if act == self._act:
                    self._standing = standing
                self._changed.notify_all()

    def _due_act(self) -> int | None:
        """Wait until an act's thread is to be asked; return the act's number, None once it is closed."""
        with self._changed:
            while not self._closed:
                left_s = self._due - time.monotonic()
                if left_s <= 0:
                    self._due = math.inf
                    return self._act
                self._wakes = self._due
                self._changed.wait(None if left_s == math.inf else left_s)
                self._wakes = 0.0
        return None
