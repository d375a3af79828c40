"""What a minimiser asks, and what it has found so far: a test over a list, an outcome cache, a budget.

Nothing here knows applications. A pass (`Pass`) proposes shorter or simpler lists; `Trials` tries them, and keeps the
best list that failed. A pass may be stopped at any trial: the best so far stays.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar

from wpfagent.core.wait import Clock, RealClock

T = TypeVar("T", bound=Hashable)
T_contra = TypeVar("T_contra", bound=Hashable, contravariant=True)
Outcome = Literal["fails", "passes", "unresolved"]
MAX_TRIALS = 500


@dataclass(frozen=True, slots=True)
class Trial:
    """What trying a list once came to.

    Args:
        outcome: `fails` as it should, `passes`, or `unresolved`: a step of it could not be performed.
        used: so many items were used before it failed; None: all.
        stopped: the position of the item that could not be performed.
        idle: the positions of items that had no effect.
    """

    outcome: Outcome
    used: int | None = None
    stopped: int | None = None
    idle: frozenset[int] = frozenset()


Test = Callable[[Sequence[T]], Trial]


@dataclass(frozen=True, slots=True)
class Tries:
    """How a list is judged that does not fail every time: as failing, once `needed` of at most `of` tries failed."""

    needed: int = 1
    of: int = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """The budget: so many trials, so many seconds; None is no limit."""

    trials: int | None = MAX_TRIALS
    time_s: float | None = None


class Listener(Protocol[T_contra]):
    """Hears what a minimiser does while it does it."""

    def tried(self, number: int, candidate: Sequence[T_contra], trial: Trial) -> None:
        """A trial has ended."""

    def reduced(self, before: Sequence[T_contra], after: Sequence[T_contra]) -> None:
        """A shorter or simpler list fails too: it is the best now."""

    def proved(self, number: int, of: int) -> None:
        """What is left was replayed once more."""


class Silent:
    """Hears nothing."""

    def tried(self, number: int, candidate: Sequence[object], trial: Trial) -> None:
        """Ignore it."""

    def reduced(self, before: Sequence[object], after: Sequence[object]) -> None:
        """Ignore it."""

    def proved(self, number: int, of: int) -> None:
        """Ignore it."""


class Spent(Exception):
    """The budget is used up; the message says which."""


class Cache(Protocol[T_contra]):
    """Remembers whether a list fails."""

    def get(self, candidate: tuple[T_contra, ...]) -> Trial | None:
        """Return what it came to; None when it is not known."""

    def put(self, candidate: tuple[T_contra, ...], trial: Trial) -> None:
        """Remember what it came to."""


@dataclass(slots=True)
class OutcomeCache(Generic[T]):
    """Remembers lists that failed or passed.

    One that could not be performed says nothing, and is tried again; a second time it ends at the same item, it is
    taken to be so.
    """

    known: dict[tuple[T, ...], Trial] = field(default_factory=dict)
    doubted: dict[tuple[T, ...], int | None] = field(default_factory=dict)

    def get(self, candidate: tuple[T, ...]) -> Trial | None:
        """Return what it came to; None when it is not known."""
        return self.known.get(candidate)

    def put(self, candidate: tuple[T, ...], trial: Trial) -> None:
        """Remember what it came to, unless it is unresolved for the first time."""
        if trial.outcome != "unresolved" or (candidate in self.doubted and self.doubted[candidate] == trial.stopped):
            self.known[candidate] = trial
        else:
            self.doubted[candidate] = trial.stopped


class Trials(Generic[T]):
    """Tries lists, and keeps the best that failed.

    Invariants: `best` was seen to fail (or is the list that it started with), it is never longer than that list, and
    it never gets longer. `count` is how often the test was asked; `limits` are never exceeded.

    Args:
        test: tries a list once.
        start: the list that is known to fail.
        cache: remembers outcomes.
        tries: how a list is judged that does not fail every time.
        limits: the budget.
        listener: hears of each trial.
        clock: what the time is measured by.
        count: so many trials of the budget are used up already;
        since: when its time began; None: now.
    """

    def __init__(
        self,
        test: Test[T],
        start: Sequence[T],
        *,
        cache: Cache[T] | None = None,
        tries: Tries | None = None,
        limits: Limits | None = None,
        listener: Listener[T] | None = None,
        clock: Clock | None = None,
        count: int = 0,
        since: float | None = None,
    ) -> None:
        self.best: tuple[T, ...] = tuple(start)
        self.idle: frozenset[int] = frozenset()
        self.history: list[tuple[T, ...]] = [self.best]
        self.count = count
        self._test = test
        self._cache: Cache[T] = cache if cache is not None else OutcomeCache()
        self._tries = tries or Tries()
        self._limits = limits or Limits()
        self._listener: Listener[T] = listener or Silent()
        self._clock: Clock = clock or RealClock()
        self._until = (self._clock.now() if since is None else since) + (self._limits.time_s or 0.0)

    def fails(self, candidate: Sequence[T]) -> bool:
        """Return whether a list fails; one that does, and is not longer than the best, is the best from now on."""
        return self.try_out(candidate).outcome == "fails"

    def try_out(self, candidate: Sequence[T]) -> Trial:
        """Return what a list comes to, from the cache where it is known. Raises Spent."""
        asked = tuple(candidate)
        trial = self._cache.get(asked)
        if trial is None:
            trial = self._judge(asked)
            self._cache.put(asked, trial)
        if trial.outcome == "fails":
            self._adopt(asked, trial)
        return trial

    def _judge(self, asked: tuple[T, ...]) -> Trial:
        failed = 0
        for left in range(self._tries.of, 0, -1):
            trial = self._ask(asked)
            failed += trial.outcome == "fails"
            if failed >= self._tries.needed:
                return trial
            if failed + left - 1 < self._tries.needed:
                break
        return Trial("passes") if trial.outcome == "fails" else trial

    def _ask(self, asked: tuple[T, ...]) -> Trial:
        limits = self._limits
        if limits.trials is not None and self.count >= limits.trials:
            raise Spent(f"{limits.trials} trials are used up")
        if limits.time_s is not None and self._clock.now() >= self._until:
            raise Spent(f"{limits.time_s:.0f} s are used up")
        self.count += 1
        trial = self._test(asked)
        self._listener.tried(self.count, asked, trial)
        return trial

    def _adopt(self, asked: tuple[T, ...], trial: Trial) -> None:
        made = asked if trial.used is None else asked[: trial.used]
        if made == self.best or len(made) > len(self.best):
            return
        before, self.best = self.best, made
        self.idle = frozenset(i for i in trial.idle if i < len(made))
        self.history.append(made)
        self._listener.reduced(before, made)


class Pass(Protocol[T]):
    """One way to make the best list shorter or simpler."""

    def __call__(self, trials: Trials[T]) -> None:
        """Propose lists made from `trials.best` until it knows no more. Raises Spent."""


def without(items: Sequence[T], positions: frozenset[int] | set[int] | range) -> tuple[T, ...]:
    """Return a list without the items at these positions."""
    return tuple(item for i, item in enumerate(items) if i not in positions)
