"""Watches a UI thread beside an act, and samples its stack while it does not answer: before any oracle fires."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

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
    """Watches one act of one program, on a thread of its own.

    Args:
        desktop: where; only asked whether a thread takes messages.
        pid: the program.
        sample: takes the samples.
        after_s: so long after the act began the thread is asked for the first time.
    """

    def __init__(self, desktop: Desktop, pid: int, sample: Sampler, after_s: float = AGAIN_S) -> None:
        self._desktop, self._pid, self._sample, self._after_s = desktop, pid, sample, after_s
        self._done = Event()
        self._busy = Event()
        self._standing: Stack | None = None
        self._thread = Thread(target=self._watch, name="ui-thread-sentinel", daemon=True)
        self._thread.start()

    def end(self) -> Stack | None:
        """Stop watching; return where the thread stood. A sample that is being taken is waited for."""
        self._done.set()
        if self._busy.is_set():
            self._thread.join(PATIENT_S)
        return self._standing

    def _watch(self) -> None:
        pause_s = self._after_s
        while not self._done.wait(pause_s):
            thread = self._desktop.silent_thread(self._pid, SILENT_S)
            if thread is not None and not self._done.is_set():
                self._busy.set()
                self._standing = self._sample(self._pid, thread)
                return
            pause_s = AGAIN_S
