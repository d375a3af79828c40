"""Whether a program rests: its UI threads are idle and what it shows stays the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wpfagent.core import wait
from wpfagent.core.diff import shape
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, WindowInfo
from wpfagent.desktops.base import Budget, Desktop

LOOK_S = 0.5
"""How often the windows are looked at while something is waited for."""
LOOKED_AT = Budget(elements=1_000, time_s=0.3, by_kind=True, in_view=True)
"""How much of the windows is compared."""
TICKING = 2
"""So many times as long has to pass where numbers alone go on."""
ANSWER_S = 0.3
"""A UI thread that takes longer to answer is at work."""


def nothing(_: Control) -> bool:
    """No element is known to change by itself."""
    return False


class Rest:
    """Watches a program while something in it is waited for; asked again and again.

    Args:
        desktop: where.
        windows: returns those of the program.
        rest_s: for how long it has to be idle and to show the same.
        changing: whether an element is known to change by itself; that may go on.
    """

    def __init__(
        self,
        desktop: Desktop,
        windows: Callable[[], Sequence[WindowInfo]],
        rest_s: float = wait.ABSENT_S,
        changing: Callable[[Control], bool] = nothing,
    ) -> None:
        self._changing = changing
        self._rest_s = rest_s
        self._desktop = desktop
        self._windows = windows
        self._since: float | None = None
        self._ticks_since = 0.0
        self._looked_at = -LOOK_S
        self._seen: _Look | None = None
        self._going_round: frozenset[str] = frozenset()

    def holds(self, left_s: float, rest_s: float | None = None) -> bool:
        """Return whether the program was idle and showed the same for `rest_s` until now.

        Numbers that go on alone, as those of a clock, may do so: for `TICKING` times as long nothing else came then.
        So may a bar that falls back and fills again: it tells of nothing that is on its way.
        """
        now = self._desktop.clock.now()
        if now - self._looked_at < LOOK_S and self._since is not None:
            return False
        self._looked_at = now
        seen = self._look(min(left_s, 1.0))
        if seen is not None and self._seen is not None:
            was = self._seen.levels
            self._going_round |= {ref for ref, level in seen.levels.items() if level < was.get(ref, level)}
        if seen is None or self._since is None or not _is_same(self._seen, seen, self._going_round):
            self._ticks_since = self._since = now
        elif not _is_same(self._seen, seen):
            self._since = now
        self._seen = seen
        rest_s = self._rest_s if rest_s is None else rest_s
        return now - self._since >= rest_s or now - self._ticks_since >= TICKING * rest_s

    def _look(self, timeout_s: float) -> _Look | None:
        """Return what the program shows; None while it is at work."""
        windows = self._windows()
        try:
            if any(not w.responding for w in windows):
                return None
            begun = self._desktop.clock.now()
            if any(not self._desktop.wait_idle(w.pid, ANSWER_S, hwnd=w.hwnd) for w in windows[:1]):
                return None
            if self._desktop.clock.now() - begun >= ANSWER_S:
                return None
            shown = self._desktop.snapshot(windows, budget=LOOKED_AT, timeout_s=timeout_s)
        except WpfAgentError:
            return None
        states = {c.ref: (c.enabled,) if self._changing(c) else (c.enabled, c.name, c.value) for c in shown}
        shapes = {c.ref: tuple(_shape(c, state) for state in states[c.ref]) for c in shown}
        levels = {c.ref: level for c in shown if (level := _level(c)) is not None}
        is_whole = not (shown.truncated or shown.partial)
        return _Look([(w.hwnd, w.title, w.enabled) for w in windows], states, shapes, levels, is_whole)


class _Look(NamedTuple):
    """What a program shows: windows, elements with and without their numbers, how far bars are; whether it is all."""

    windows: Sequence[object]
    states: Mapping[str, object]
    shapes: Mapping[str, object]
    levels: Mapping[str, float]
    is_whole: bool


def _level(control: Control) -> float | None:
    """How far a bar is; None where it does not say, or is none."""
    if control.control_type != "ProgressBar":
        return None
    try:
        return float(control.value or "")
    except ValueError:
        return None


def _shape(control: Control, state: object) -> object:
    """Return a text without its numbers; those of a bar that fills are how far something is that is on its way."""
    return shape(state) if isinstance(state, str) and control.control_type != "ProgressBar" else state


def _is_same(before: _Look | None, now: _Look, going_round: frozenset[str] | None = None) -> bool:
    """Whether two looks show the same: where the time of one ran out, in what both reached.

    With what goes round named, numbers do not count, nor how far that is.
    """
    if before is None or before.windows != now.windows:
        return False
    were, are = (before.states, now.states) if going_round is None else (before.shapes, now.shapes)
    if before.is_whole and now.is_whole and were.keys() != are.keys():
        return False
    return all(were[ref] == state for ref, state in are.items() if ref in were and ref not in (going_round or ()))
