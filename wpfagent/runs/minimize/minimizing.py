"""A recording made shorter: seen to fail at first, shrunk by trials, and seen to fail again at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.wait import Clock, RealClock
from wpfagent.runs.minimize.forms import INTERRUPTED, Stopped, passes_of, run_passes
from wpfagent.runs.minimize.guessing import LONG, guesses_of
from wpfagent.runs.minimize.steps import Item, Steps, known_of_record
from wpfagent.runs.minimize.trials import Limits, Listener, OutcomeCache, Silent, Trial, Trials, Tries

TRIES = 5
"""So often is a recording tried that did not fail at once, and then every list made from it."""
MinimizeOutcome = Literal["minimised", "not_reproduced", "not_run", "interrupted"]


@dataclass(frozen=True, slots=True)
class Options:
    """How a recording is minimised.

    Args:
        form: `full`, `halves` or `last:N`.
        times: how often a list is tried; None: once, and 5 times where the recording itself does not always fail.
        limits: the budget of trials and seconds; the replays at the end come on top.
    """

    form: str = "full"
    times: int | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """What shrinking came to.

    Args:
        outcome: `minimised`, also where nothing could go; `interrupted`: what is there is the best so far;
            `not_reproduced`: the recording did not fail; `not_run`: it could not be tried.
        items: the shortest list that was seen to fail.
        before: so many items there were.
        trials: so many replays it took, those at the beginning among them.
        failed: so many tries of the whole recording failed,
        tried: of so many.
        stopped: why it ended early, where it did.
        history: the lists that failed on the way, the longest first.
    """

    outcome: MinimizeOutcome
    items: tuple[Item, ...]
    before: int
    trials: int
    failed: int
    tried: int
    stopped: Stopped = field(default_factory=Stopped)
    history: tuple[tuple[Item, ...], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "outcome": self.outcome,
            "from": self.before,
            "to": len(self.items),
            "trials": self.trials,
        }
        if self.stopped.reason:
            made["stopped"] = self.stopped.reason
        return made


class Tester(Protocol):
    """What tries a list: by replays here, or by some that were begun elsewhere before they were asked for."""

    @property
    def steps(self) -> Steps:
        """The recording, taken apart."""

    @property
    def signature(self) -> str | None:
        """The failure that counts."""

    def test(self, items: Sequence[Item]) -> Trial:
        """Return what a list comes to. Raises WpfAgentError."""


def shrink(replays: Tester, *, options: Options | None = None, listener: Listener[Item] | None = None) -> Shrunk:
    """Return the shortest list of a recording's actions that still fails in the same way.

    Args:
        replays: what tries a list.
        options: form, tries and budget.
        listener: hears of each trial.

    Raises:
        InvalidArgument: the form, the tries or the budget make no sense.
        WpfAgentError: the recording could not be tried at all.
    """
    options = options or Options()
    items = replays.steps.items
    passes = passes_of(options.form, known_of_record())
    if options.times is not None and options.times < 1:
        raise InvalidArgument(f"A list cannot be tried {options.times} times.", hint="1 or more.")
    if not items:
        raise InvalidArgument(f"{replays.steps.recording.path} holds no action that could be left out.")
    heard: Listener[Item] = listener or Silent()
    clock = RealClock()  # a budget is the time of whoever waits, on the simulated desktop too
    begun = clock.now()
    cache: OutcomeCache[Item] = OutcomeCache()
    guesses = Trials(replays.test, items, cache=cache, limits=options.limits, listener=heard, clock=clock)
    if options.form == "full" and options.times is None and replays.signature is not None and len(items) > LONG:
        guessed = run_passes(guesses, guesses_of(replays.steps))
        if guesses.best is items and guessed.error is not None:
            raise guessed.error
        if guessed.reason == INTERRUPTED:
            return _interrupted(items, guesses)
    start, whole = guesses.best, guesses.best is items
    try:
        seen = _try_whole(replays, items, options, heard, clock, begun) if whole else [Trial("fails")]
    except KeyboardInterrupt:
        return _interrupted(items, guesses)
    failed = [t for t in seen if t.outcome == "fails"]
    if not failed:
        return Shrunk("not_reproduced", items, len(items), guesses.count + len(seen), 0, len(seen))
    tries = Tries(math.ceil(len(failed) / 2), len(seen)) if len(seen) > 1 else Tries()
    cache.put(start, failed[-1])
    trials = Trials(
        replays.test,
        start,
        cache=cache,
        tries=tries,
        limits=options.limits,
        listener=heard,
        clock=clock,
        count=guesses.count + len(seen) if whole else guesses.count,
        since=begun,
    )
    trials.fails(start)  # what came after the failure goes, without a trial
    stopped = run_passes(trials, passes)
    outcome: MinimizeOutcome = "interrupted" if stopped.reason == INTERRUPTED else "minimised"
    history = (*guesses.history[:-1], *trials.history)
    return Shrunk(outcome, trials.best, len(items), trials.count, len(failed), len(seen), stopped, history)


def _interrupted(items: tuple[Item, ...], guesses: Trials[Item]) -> Shrunk:
    seen, history = len(guesses.history) - 1, tuple(guesses.history)
    stopped = Stopped(INTERRUPTED)
    return Shrunk("interrupted", guesses.best, len(items), guesses.count, min(seen, 1), min(seen, 1), stopped, history)


def _try_whole(
    replays: Tester, items: tuple[Item, ...], options: Options, heard: Listener[Item], clock: Clock, begun: float
) -> list[Trial]:
    """Try the whole recording: once where it fails at once and nobody asks for more, and while there is time."""
    seen: list[Trial] = []
    wanted = options.times or 1
    time_s = options.limits.time_s or math.inf
    while len(seen) < wanted and (not seen or clock.now() - begun < time_s):
        seen.append(replays.test(items))
        heard.tried(len(seen), items, seen[-1])
        if options.times is None and seen[0].outcome != "fails":
            wanted = TRIES
    return seen


def shorter_first(shrunk: Shrunk) -> Sequence[tuple[Item, ...]]:
    """Return the lists that were seen to fail, the shortest first."""
    return tuple(dict.fromkeys(reversed(shrunk.history)))
