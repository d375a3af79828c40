"""The person at the same PC: mouse and keyboard that are not ours, and the key that stops us.

A desktop tells what the person does (`key`, `button`, `move`); waiting asks whether to go on (`heed`), and whoever is
about to use mouse or keyboard gives way first (`give_way`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from wpfagent.core import wait
from wpfagent.core.errors import Busy, StoppedByPerson
from wpfagent.core.keys import STOP_KEY, parse_chord
from wpfagent.core.wait import Clock

QUIET_S = 2.0
"""So long mouse and keyboard must rest before our input goes on."""
JITTER_PX = 8
"""A pointer that stays this near to where it rested was not moved by anybody: desks shake, sensors drift."""
JITTER_S = 1.0
"""What the pointer does in so long counts as one movement."""


Point = tuple[int, int]


class Stop(KeyboardInterrupt):
    """A person has pressed the stop key: it ends what runs as Ctrl+C does, whoever catches errors on the way.

    Args:
        error: what the entries say of it.
    """

    def __init__(self, error: StoppedByPerson) -> None:
        super().__init__(error.message)
        self.error = error


class Person:
    """What the person at the PC does while we work on it.

    Args:
        now: the desktop's time, in seconds.
        listen: makes the desktop tell of a person's input from now on; returns why it cannot, or why the stop key may
            not arrive; "" when all is well.

    Attributes:
        is_stopped: whether the stop key was pressed; pressed once more, it lets us go on.
        paused_s: how long our input has given way, in all.
        tell: gets the lines that a person should read at once: that the stop key is not to be had or was pressed, that
            input pauses.
    """

    def __init__(self, now: Callable[[], float], listen: Callable[[Person], str] = lambda _person: "") -> None:
        self.is_stopped = False
        self.paused_s = 0.0
        self.tell: Callable[[str], None] = lambda _line: None
        self.stop_key = parse_chord(STOP_KEY)
        self._now = now
        self._listen = listen
        self._held: set[str] = set()
        self._used_at: float | None = None
        self._rest: tuple[int, int, float] | None = None
        self._at: Point | None = None
        self._placed: Point | None = None
        self._before: Point | None = None
        self._stops = 0
        self._heard = threading.local()
        self._problem = ""

    # -- what a desktop tells -----------------------------------------------------------------------------------------

    def key(self, name: str, *, down: bool) -> bool:
        """A person's key went down or up; return whether that was the stop key."""
        self._used_at = self._now()
        if not down:
            self._held.discard(name)
            return False
        fresh = name not in self._held
        self._held.add(name)
        if name != self.stop_key[-1] or not self._held.issuperset(self.stop_key):
            return False
        if fresh:
            self.is_stopped = not self.is_stopped
            self._stops += self.is_stopped
        return True

    def press(self, chord: str) -> None:
        """A person's chord: its keys went down and up."""
        keys = parse_chord(chord)
        for name in keys:
            self.key(name, down=True)
        for name in reversed(keys):
            self.key(name, down=False)

    def button(self) -> None:
        """A person used a button or the wheel of the mouse."""
        self._used_at = self._now()

    def move(self, x: int, y: int, *, ours: bool = False) -> None:
        """The pointer is here now; where it was not us, a few pixels do not count.

        Neither does a return to where it was before we moved it: what points absolutely (a tablet, a remote desktop, a
        virtual machine) reports its old place once more, though nobody touches it.
        """
        now, here = self._now(), (x, y)
        if ours:
            self._before = self._before if _are_near(self._at, self._placed) else self._at
            self._placed = here
        self._at = here
        is_old = not ours and _are_near(here, self._before)
        if ours or is_old or self._rest is None or now - self._rest[2] > JITTER_S:
            self._rest = x, y, now
        elif not _are_near(here, self._rest[:2]):
            self._used_at, self._rest = now, (x, y, now)

    def forget_keys(self) -> None:
        """Whatever was held down may have been let go unseen."""
        self._held.clear()

    # -- what we ask --------------------------------------------------------------------------------------------------

    @property
    def is_using(self) -> bool:
        """Whether a person uses mouse or keyboard, or did so a moment ago."""
        return self._used_at is not None and self._now() - self._used_at < QUIET_S

    def watch(self, stop_key: str | None = None) -> None:
        """Begin to watch before something is done by this thread, or go on; say once when the stop key cannot be had.

        Raises:
            Stop: it was pressed before, and not once more.
        """
        self.stop_key = parse_chord(stop_key or STOP_KEY)
        problem = self._listen(self)
        if problem and problem != self._problem:
            self.tell(problem)
        self._problem = problem
        if self.is_stopped:
            self._stop()
        self._heard.stops = self._stops

    def heed(self) -> None:
        """Raise Stop in a thread that acts, once for each time that the stop key is pressed."""
        if getattr(self._heard, "stops", self._stops) != self._stops and self.is_stopped:
            self._stop()

    def give_way(self, clock: Clock, most_s: float) -> None:
        """Wait until a person has left mouse and keyboard alone for `QUIET_S`, and say so.

        Raises:
            Stop: the stop key was pressed.
            Busy: the person went on for longer than `most_s`.
        """
        if self.is_stopped:
            self._stop()
        if not self.is_using:
            return
        began = self._now()
        key = "+".join(self.stop_key)
        self.tell(f"Paused: somebody uses mouse or keyboard. It goes on after {QUIET_S:g} s of rest; {key} stops.")
        waited = wait.until(lambda: not self.is_using, clock, timeout_s=most_s)
        self.paused_s += self._now() - began
        if not waited.ok:
            raise Busy(
                f"Somebody has been using mouse or keyboard for {most_s:g} s; nothing was sent.",
                hint="Try again when they rest, or use an action that works by a pattern.",
                details={"paused_ms": round((self._now() - began) * 1000)},
            )
        self.tell("Goes on.")

    def _stop(self) -> None:
        self._heard.stops = self._stops
        key = "+".join(self.stop_key)
        error = StoppedByPerson(f"A person pressed the stop key {key}.", hint=f"{key} once more lets it go on.")
        self.tell(error.message)
        self.tell(error.hint)
        raise Stop(error)


def _are_near(one: Point | None, other: Point | None) -> bool:
    if one is None or other is None:
        return False
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= JITTER_PX


class HeedingClock(wait.RealClock):
    """The machine's own time; who sleeps by it is woken by the stop key.

    Args:
        person: who presses it.
    """

    def __init__(self, person: Person) -> None:
        self._person = person

    def sleep(self, seconds: float) -> None:
        """Wait. Raises Stop."""
        end = self.now() + seconds
        while True:
            super().sleep(max(0.0, min(wait.LAST_INTERVAL_S, end - self.now())))
            self._person.heed()
            if self.now() >= end:
                return
