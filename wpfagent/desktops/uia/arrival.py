"""Waiting until the program has taken the input that was sent to it.

SendInput only queues. What is asked of a window afterwards (UI Automation, sent messages) is handled before queued
input: the focus may have moved, or a dialog may have opened, before a key arrives, and then it goes there. While two
threads share their input (AttachThreadInput), GetKeyState tells which messages the other one has taken: a key counts as
down from the moment that its press was taken until its release was. So keys are pressed, seen down, released, seen up.
Source: the documentation of GetKeyState and AttachThreadInput.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from wpfagent.core import wait
from wpfagent.core.wait import Clock
from wpfagent.desktops.uia import windows
from wpfagent.desktops.uia.win32 import kernel32, user32

TAKEN_S = 4.0
"""How long a busy program may leave input in its queue before we go on. Nothing else is asked of it meanwhile."""
POLL_S, LAST_POLL_S, NUDGE_S = 0.001, 0.008, 0.03
WM_NULL = 0
PRESSED = 0x8000


class Arrival:
    """What the thread of the foreground window has taken so far."""

    def __init__(self, front: int, clock: Clock, *, attached: bool) -> None:
        self._front = front
        self._clock = clock
        self._attached = attached

    def wait_down(self, code: int) -> None:
        """Wait until the press of a virtual key or button was taken."""
        self._wait(lambda: bool(user32.GetKeyState(code) & PRESSED))

    def wait_up(self, codes: Sequence[int]) -> None:
        """Wait until the releases of all these keys or buttons were taken."""
        self._wait(lambda: not any(user32.GetKeyState(code) & PRESSED for code in codes))

    def _wait(self, taken: Callable[[], bool]) -> None:
        def probe() -> bool:
            # A window that closed on the press leaves the rest to nobody.
            return taken() or not user32.IsWindow(self._front)

        nudge_s = NUDGE_S
        while self._attached and nudge_s < TAKEN_S:
            if wait.until(
                probe, self._clock, timeout_s=nudge_s, first_interval_s=POLL_S, last_interval_s=LAST_POLL_S
            ).ok:
                return
            user32.PostMessageW(self._front, WM_NULL, 0, 0)  # wakes a message loop that waits for something else
            nudge_s *= 2


@contextmanager
def watched(clock: Clock) -> Iterator[Arrival]:
    """Share the input of the foreground window's thread, so that what it has taken can be seen."""
    front = windows.foreground()
    theirs = windows.owner_ids(front)[1] if front else 0
    mine = kernel32.GetCurrentThreadId()
    user32.GetKeyState(0)  # gives this thread the input queue that attaching needs
    attached = bool(theirs) and theirs != mine and bool(user32.AttachThreadInput(mine, theirs, True))
    try:
        yield Arrival(front, clock, attached=attached)
    finally:
        if attached:
            user32.AttachThreadInput(mine, theirs, False)
