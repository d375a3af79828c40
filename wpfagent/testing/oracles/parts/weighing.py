"""Which control's uses add to a program's heap, as it is after a collection: no garbage, no caches of the system.

A collection costs the program some milliseconds, so it is asked for rarely while nothing grows, and after each action
once something does; never for more than a small share of the time.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from wpfagent.dotnet import Frame
from wpfagent.testing.oracles.base import Observation, SecondLook
from wpfagent.testing.oracles.parts.growth import (
    RETAINED_SHARE,
    SUSPECTED_SHARE,
    SUSPECTED_USES,
    GrowthSettings,
    Trend,
    Use,
    shown_by,
    shows_more,
)
from wpfagent.testing.oracles.parts.uses import Identity, used

MB = 1_000_000
FIRST = (1, 4)
"""After these actions of a run it is weighed in any case: a leak that is used by itself shows between them."""
FREE_S = 1.0
"""So much time the collections may take in any case, once something grows."""
RESTING_SHARE, SUSPECTING_SHARE = 0.01, 0.04
"""And this share of the run, while nothing grows, and while something does."""
BURST = 8
"""So many actions in a row are weighed then: what one of them added is told by the weight before it."""
SIGN = 2.0
"""From so many times what one use must add on, growth between two looks is a sign."""
PATIENCE = 40
"""After so many actions that added nothing nobody suspects anything any more."""
KEPT = 20
SURE_USES = 3
"""After so many uses that added something it is worth asking what they allocate."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A use that opened windows: what they hold is no growth, it is weighed again once they have closed."""

    who: Identity
    before: int
    windows: frozenset[int]


@dataclass(slots=True)
class Weighing:
    """What the heap of one run of a program held after actions.

    Args:
        is_blind: whether the runtime could not be asked.
        level: what the heap held after the action before; None where it was not weighed then.
        floor: what it held when nothing was suspected.
        quiet: so many actions in a row added nothing, while something is suspected; None while nothing is.
        uses: what each weighed use of a control added.
        others: what the last weighed actions added, with the control that each used.
        makers: by control, how many bytes came from which stack of the program's own code, in its last uses.
    """

    is_blind: bool = False
    level: int | None = None
    floor: int | None = None
    quiet: int | None = None
    uses: defaultdict[Identity, list[Use]] = field(default_factory=lambda: defaultdict(list))
    others: deque[tuple[Identity | None, int]] = field(default_factory=lambda: deque(maxlen=2 * KEPT))
    makers: defaultdict[Identity, Counter[tuple[Frame, ...]]] = field(default_factory=lambda: defaultdict(Counter))
    _actions: int = 0
    _began_s: float | None = None
    _spent_s: float = 0.0
    _burst: int = 0
    _found: set[Identity] = field(default_factory=set)
    _windows: frozenset[int] | None = None
    _opened: _Opened | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the heap is known."""
        return self.floor is not None and not self.is_blind

    def grown(
        self, observation: Observation, settings: GrowthSettings, *, limit: float, uses: int
    ) -> tuple[Identity, Trend] | None:
        """Weigh the heap after an action, where it is time to; return the control whose uses it keeps, and how.

        Args:
            observation: what the gate has read.
            settings: the oracle's.
            limit: the bytes that one use must add.
            uses: how many weighed uses in a row must.
        """
        heaped = self._weigh(observation, is_suspected=bool(settings.suspect), limit=limit)
        if heaped is None:
            return None
        who, points = heaped
        if settings.suspect.get("control") == who.to_dict():
            least = float(settings.suspect.get("slope", limit)) * SUSPECTED_SHARE
            return self._trend(who, points[-SUSPECTED_USES:], least, SUSPECTED_USES)
        return self._trend(who, points[-uses:], limit, uses)

    def _weigh(
        self, observation: Observation, *, is_suspected: bool, limit: float
    ) -> tuple[Identity, Sequence[Use]] | None:
        """Take an action down; return the control that it used with its weighed uses, where this one was weighed."""
        look = observation.second_look
        hangs = observation.error is not None or not observation.liveness.responding
        if self.is_blind or hangs or look is None or observation.inside is None or observation.usage is None:
            self.level = None
            return None
        self._actions += 1
        before, self.level = self.level, None
        opened, closed = self._compare(observation)
        if not (is_suspected or closed or self._is_time(observation.time_s)):
            return None
        heap = look.heap()
        if heap is None:
            self.is_blind = True
            return None
        self._spent_s += heap.took_s
        self.level = heap.live
        who, added = used(observation), heap.live - before if before is not None else None
        if closed is not None:
            who, added = closed.who, heap.live - closed.before
        self._suspect(heap.live, added, limit)
        if added is None:
            return None
        if opened and who is not None and before is not None and closed is None:
            self._opened = _Opened(who, before, opened)
            return None
        self.others.append((who, added))
        if who is None:
            return None
        self.uses[who].append(Use(self._actions, added, heap.live, shown_by(observation)))
        del self.uses[who][:-KEPT]
        self._look_for_makers(look, who, limit)
        return who, self.uses[who]

    def _compare(self, observation: Observation) -> tuple[frozenset[int], _Opened | None]:
        """Return the windows that an action opened, and the use before it whose windows have closed now."""
        shown = frozenset(w.hwnd for w in observation.windows)
        opened = shown - self._windows if self._windows is not None else frozenset[int]()
        self._windows = shown
        closed = self._opened if self._opened is not None and not self._opened.windows & shown else None
        if closed is not None:
            self._opened = None
        return opened, closed

    def _look_for_makers(self, look: SecondLook, who: Identity, limit: float) -> None:
        """Ask where the program allocates, once a control has added something in some uses in a row."""
        growing = {w for w, points in self.uses.items() if _is_growing(points[-SURE_USES:], limit)} - self._found
        if not growing:
            return
        for count, stack in look.allocated():
            own = tuple(frame for frame in stack if frame.user)
            if own and who in growing:
                self.makers[who][own] += count

    def made_by(self, who: Identity) -> tuple[Frame, ...]:
        """Return the program's own frames that allocated most in a control's uses, innermost first; () if unknown."""
        return next((stack for stack, _ in self.makers[who].most_common(1)), ())

    def _is_time(self, now_s: float) -> bool:
        if self._began_s is None:
            self._began_s = now_s
        passed_s = now_s - self._began_s
        if self.quiet is None:
            return self._actions in FIRST or self._spent_s <= RESTING_SHARE * passed_s
        if not self._burst and self._spent_s <= FREE_S + SUSPECTING_SHARE * passed_s:
            self._burst = BURST
        is_time = self._burst > 0
        self._burst -= is_time
        return is_time

    def _suspect(self, live: int, added: int | None, limit: float) -> None:
        """Begin or end to suspect that something grows."""
        if self.quiet is not None:
            self.quiet = 0 if added is None or added >= limit else self.quiet + 1
            if self.quiet < PATIENCE:
                return
            self.quiet, self.floor = None, live
        elif self.floor is not None and live - self.floor >= SIGN * limit:
            self.quiet = 0
        elif self.floor is None or live < self.floor:
            self.floor = live

    def _trend(self, who: Identity, points: Sequence[Use], limit: float, uses: int) -> tuple[Identity, Trend] | None:
        if len(points) < uses or not _is_growing(points, limit) or _fell(points) or shows_more(points):
            return None
        total = sum(p.added for p in points)
        held = points[-1].level - (points[0].level - points[0].added)
        rest = [added for other, added in self.others if other != who]
        if held < RETAINED_SHARE * total or (rest and median(rest) >= limit / 2):
            return None
        slope = median(p.added for p in points)
        if _given_back(points) > (1 - RETAINED_SHARE) * slope:
            return None
        self._found.add(who)
        return who, Trend(len(points), slope, held)


def _given_back(points: Sequence[Use]) -> float:
    """How much is mostly given back between two uses: a page that opens and is left, whatever else grows meanwhile."""
    return median(earlier.level - (later.level - later.added) for earlier, later in pairwise(points))


def _fell(points: Sequence[Use]) -> bool:
    """Whether less was held after a use than after the one before: what these uses keep cannot have been given back."""
    return any(later.level < earlier.level for earlier, later in pairwise(points))


def _is_growing(points: Sequence[Use], limit: float) -> bool:
    return len(points) >= SUSPECTED_USES and all(p.added >= limit for p in points)
