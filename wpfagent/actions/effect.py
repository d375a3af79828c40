"""Watching what an action did: `confirmed` with its evidence, `no_op`, or `unverifiable`.

`confirmed` is said only of what was seen in the program. `no_op` is said of a state that held already, or that did not
change for `wait.SETTLE_S` of an idle UI thread. A command (a button, a key) after which nothing shows is
`unverifiable`: the program took it, and may have done something that cannot be seen. An action with a `check` is judged
by its element's state; others by windows that opened, closed or changed their title, and by the difference of the tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.core import wait
from wpfagent.core.diff import Difference, diff, diff_windows
from wpfagent.core.errors import AppExited, AppNotResponding, StaleRef
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Budget

Effect = Literal["confirmed", "no_op", "unverifiable"]
RESTLESS_TIMES = 2
"""An element that changed so often while nothing was done changes by itself."""
WATCH_BUDGET = Budget(elements=3_000, time_s=1.0, by_kind=True)
"""What the evidence before and after an action may cost."""
FRESH_S, FRESH_TIMES, FRESH_MOST_S = 0.25, 4.0, 1.0
"""A tree that was read this long ago may stand for how the application is before an action; on a busy machine, where
everything takes longer, so many times what reading it took, up to a second."""
MOST_UNREAD = 12
"""Looks between actions are read anew ever more seldom while nothing changes by itself, at least once in so many."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An effect and its evidence; `after` is the tree where it was read, `windows` those listed once it was seen."""

    effect: Effect
    evidence: Mapping[str, Any]
    after: Snapshot | None = None
    windows: tuple[WindowInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """What an application showed.

    Args:
        snapshot: the tree.
        at: when it had been read, on the desktop's clock.
        took_s: how long reading it took.
        listed_at: when its windows were listed last.
    """

    snapshot: Snapshot
    at: float
    took_s: float = 0.0
    listed_at: float = 0.0

    def holds(self, windows: tuple[WindowInfo, ...], now: float) -> bool:
        """Return whether it still tells how things are: read whole, a moment ago, and the windows are the same."""
        known = self.snapshot
        whole = not (known.truncated or known.partial)
        holds_s = max(FRESH_S, min(FRESH_TIMES * self.took_s, FRESH_MOST_S))
        return whole and now - self.at <= holds_s and known.windows == windows


@dataclass(slots=True)
class Restless:
    """What changes by itself (clocks, counters, progress): it changed several times while nothing was done.

    Such a change alone is no evidence that an action had an effect.
    """

    seen: Counter[str] = field(default_factory=Counter)
    last: Snapshot | None = None
    _interval: int = 1
    _left: int = 1

    def wants_look(self) -> bool:
        """Count a look between two actions; return whether it is to be read anew, that something may be learned."""
        if self.last is None:
            return False
        self._left -= 1
        return self._left <= 0

    def rest(self, before: Snapshot) -> None:
        """Compare how things were left with how they are found before the next action."""
        if self.last is not None and self.last is not before:
            movers = diff(self.last, before).movers()
            self.seen.update(movers)
            self._interval = 1 if movers else min(2 * self._interval, MOST_UNREAD)
            self._left = self._interval
        self.last = None

    def refs(self) -> frozenset[str]:
        """Return the refs (and `diff.TITLES`) of what is restless."""
        return frozenset(ref for ref, times in self.seen.items() if times >= RESTLESS_TIMES)


def look(doing: Doing, windows: tuple[WindowInfo, ...] | None = None) -> Snapshot:
    """Return the evidence before an action: the target's windows (where not listed just now) and their trees."""
    begun = doing.desktop.clock.now()
    found = doing.snapshot(WATCH_BUDGET, windows=windows)
    doing.read_s = doing.desktop.clock.now() - begun
    return found


def watch(doing: Doing, before: Snapshot, performed: Performed, restless: frozenset[str] = frozenset()) -> Seen:
    """Return what an action that was performed came to; changes of what is `restless` prove nothing.

    Raises:
        AppExited: the process ended with a code other than 0.
        AppNotResponding: the UI thread did not come to rest before the deadline.
    """
    if performed.unneeded is not None:
        return Seen("no_op", {"already": dict(performed.unneeded)})
    try:
        seen = _watch(doing, before, performed, restless)
    except AppExited as error:
        if error.details.get("exit_code") not in (0, None):
            raise
        return Seen("confirmed", {"exited": error.details.get("exit_code")})
    if doing.pending is not None and not doing.pending.done():
        return replace(seen, evidence={**seen.evidence, "pending": "modal"})
    return seen


def _watch(doing: Doing, before: Snapshot, performed: Performed, restless: frozenset[str]) -> Seen:
    if performed.confirmed is not None:
        shown = doing.windows()
        windows = _framed(diff_windows(before.windows, shown))
        return Seen("confirmed", {**performed.confirmed, **windows.to_dict()}, windows=shown)
    subject = performed.subject or doing.control
    if performed.check is not None and subject is not None:
        return _watch_state(doing, before, performed, subject, restless)
    return _watch_tree(doing, before, performed, restless)


def _watch_state(
    doing: Doing, before: Snapshot, performed: Performed, subject: Control, restless: frozenset[str]
) -> Seen:
    check = performed.check
    assert check is not None
    gone = False

    def probe() -> dict[str, Any] | None:
        nonlocal gone
        try:
            return check(doing.read(subject))
        except StaleRef:
            gone = True
            return {}

    found = probe()
    if not found and not gone:
        rest(doing)
        found = doing.until(probe, wait.SETTLE_S).value
    shown = doing.windows()
    windows = _framed(diff_windows(before.windows, shown))
    if found and performed.sets_own_state:
        seen = _watch_tree(doing, before, performed, restless | {subject.ref})
        if seen.effect == "confirmed":
            return replace(seen, evidence={**found, **seen.evidence})
        reason = "the pattern set the state by itself, without input; the program's handlers may not have run"
        return Seen("unverifiable", {"reason": reason, **found}, seen.after, seen.windows)
    if found:
        return Seen("confirmed", {**found, **windows.to_dict()}, windows=shown)
    seen = _watch_tree(doing, before, performed, restless)
    if seen.effect == "confirmed" and not gone and not windows:
        return Seen("unverifiable", {"reason": "the element did not reach the state; other things changed",
                                     **seen.evidence}, seen.after, seen.windows)  # fmt: skip
    return seen


def _watch_tree(doing: Doing, before: Snapshot, performed: Performed, restless: frozenset[str]) -> Seen:

    def differing(shown: tuple[WindowInfo, ...]) -> Difference:
        return _framed(diff_windows(before.windows, shown)).without(restless)

    rest(doing)  # what has changed by then may be another's doing, and its own effect still to come
    rested_at = doing.desktop.clock.now()
    for last in (False, True):
        shown = doing.windows()
        windows, after = differing(shown), look(doing, shown)
        change = _telling(diff(before, after), before, after).without(restless)
        if performed.unverifiable and change and not windows:
            # What shows (the field itself, what follows it) does not tell whether the program received it.
            return Seen("unverifiable", {"reason": performed.unverifiable, **change.to_dict()}, after, shown)
        if windows or change:
            return Seen("confirmed", (change or windows).to_dict(), after, shown)
        if not last:  # reading keeps a program from what it has queued: meanwhile only its windows are looked at
            left_s = rested_at + wait.SETTLE_S - doing.desktop.clock.now()
            doing.until(lambda: differing(doing.windows()), max(0.0, left_s))
            rest(doing)
    if performed.unverifiable:
        return Seen("unverifiable", {"reason": performed.unverifiable}, after, shown)
    if after.truncated or after.partial or before.truncated or before.partial:
        return Seen("unverifiable", {"reason": "nothing changed in the part of the tree that was read"}, after, shown)
    settled = {"settled_ms": round(wait.SETTLE_S * 1000), "elements": len(after)}
    if performed.check is None:
        # The program took the command; that nothing shows does not prove that it did nothing.
        return Seen("unverifiable", {"reason": "nothing visible changed", **settled}, after, shown)
    return Seen("no_op", settled, after, shown)


def rest(doing: Doing) -> None:
    """Wait until the UI thread is idle; a slow handler may take until the deadline.

    Raises:
        AppExited: the process has ended.
        AppNotResponding: it did not come to rest before the deadline.
    """
    hwnd = doing.control.hwnd if doing.control is not None else 0
    start = doing.desktop.clock.now()
    idle = doing.desktop.wait_idle(doing.app.pid, doing.left_s, hwnd=hwnd)
    doing.busy_s = max(doing.busy_s, doing.desktop.clock.now() - start)
    if idle:
        return
    doing.check_alive()
    raise AppNotResponding(
        f"{doing.app.process} has not answered since the action.",
        details={"pid": doing.app.pid},
    )


def _framed(change: Difference) -> Difference:
    """Windows with a frame: a tool tip that shows up is no effect, and a menu's pop-up stands in the tree."""

    def framed(windows: tuple[WindowInfo, ...]) -> tuple[WindowInfo, ...]:
        return tuple(w for w in windows if not w.popup)

    return replace(change, opened=framed(change.opened), closed=framed(change.closed))


def _telling(change: Difference, before: Snapshot, after: Snapshot) -> Difference:
    """Leave out what comes and goes by itself and tells no effect: tool tips, and the items of closed lists."""
    tips = {c.hwnd for c in after.controls if c.control_type == "ToolTip"}
    popups = {w.hwnd for w in after.windows if w.popup}
    tip_windows = tips & popups
    listed = {known.controls[i].ref for known in (before, after) for i in known.of_closed_lists()}
    appeared = tuple(
        c for c in change.appeared
        if c.control_type != "ToolTip" and c.hwnd not in tip_windows and c.ref not in listed
    )  # fmt: skip
    vanished = tuple(c for c in change.vanished if c.control_type != "ToolTip" and c.ref not in listed)
    return replace(_framed(change), appeared=appeared, vanished=vanished)
