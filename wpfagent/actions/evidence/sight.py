"""Reading what an application shows: the evidence before and after an action, and for how long it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wpfagent.actions.doing import Doing
from wpfagent.core.errors import ElementObscured, StaleRef
from wpfagent.core.fronts import over
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Budget

WATCH_BUDGET = Budget(elements=3_000, time_s=1.0, by_kind=True, in_view=True)
"""What the evidence before and after an action may cost."""
LOOKS, COLD_ELEMENTS = 2, 300
"""A program that was never read before may take the whole time for fewer elements than this: it is read once more."""
FRESH_S, FRESH_TIMES, FRESH_MOST_S = 0.25, 4.0, 1.0
"""A tree that was read this long ago may stand for how the application is before an action; on a busy machine, where
everything takes longer, so many times what reading it took, up to a second."""

ARRIVED_S = 0.15
"""What stays in its place for so long has arrived there: an animation moves it with each frame."""
SLID_S = 0.3
"""What was seen on its way to a place is watched there for so long: a hand that ticks jumps, and is watched longer."""


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


def look(doing: Doing, windows: tuple[WindowInfo, ...] | None = None) -> Snapshot:
    """Return the evidence before an action: the target's windows (where not listed just now) and their trees."""
    for _ in range(LOOKS):
        begun = doing.desktop.clock.now()
        found = doing.snapshot(WATCH_BUDGET, windows=windows)
        doing.read_s = doing.desktop.clock.now() - begun
        if not found.truncated or len(found) >= COLD_ELEMENTS:
            break
    return found


def uncovered(doing: Doing, seen: Snapshot) -> Snapshot:
    """Wait until no layer of the window lies over the action's element; return the tree as it is then.

    Patterns reach what lies behind a dialog, too, where no person does.

    Raises:
        ElementObscured: one lies there all the time.
    """
    control = doing.control
    if control is None or doing.policy.input == "never" or over(seen, control) is None:
        return seen

    def attempt() -> Snapshot:
        now = look(doing)
        if (title := over(now, control)) is not None:
            raise ElementObscured(
                f"{control.describe()} is covered by the layer with {title.describe()}.",
                hint="Close or answer what covers it, or move its window away.",
                details={"by": title.to_dict()},
            )
        return now

    return doing.retry(attempt)


def arrived(doing: Doing, slid: Sequence[Control], timeout_s: float) -> tuple[Snapshot, bool, bool]:
    """Wait until elements stay where they slid to, or are gone.

    Returns what is shown then, whether they stay, and whether they all were still on their way when they were seen.
    """
    clock = doing.desktop.clock
    first = places = [c.bounding_rect for c in slid]
    since = clock.now()

    def stay() -> bool:
        nonlocal places, since
        try:
            now = [doing.read(c).bounding_rect for c in slid]
        except StaleRef:
            return True
        if now != places:
            places, since = now, clock.now()
        return clock.now() - since >= ARRIVED_S

    stays = doing.until(stay, timeout_s).ok
    slides = all(now != then for now, then in zip(places, first, strict=True))
    return look(doing, doing.windows()), stays, slides


def going_on(doing: Doing, probed: Sequence[Control]) -> Callable[[], bool]:
    """Return what tells whether all of these say something else than they did, or are gone."""

    def goes_on() -> bool:
        try:
            now = [doing.read(c) for c in probed]
        except StaleRef:
            return True
        return all((new.name, new.value) != (old.name, old.value) for new, old in zip(now, probed, strict=True))

    return goes_on
