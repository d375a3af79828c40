"""The two simple forms: the last N steps, and halves."""

from __future__ import annotations

from wpfagent.runs.minimize.trials import Pass, T, Trials


def keep_last(count: int) -> Pass[T]:
    """Return the pass that tries only the last `count` steps."""

    def run(trials: Trials[T]) -> None:
        if 0 < count < len(trials.best):
            trials.fails(trials.best[-count:])

    return run


def keep_halves(trials: Trials[T]) -> None:
    """Keep the second half, or else the first, as long as one of them fails.

    Invariant: where it ends, neither half of the best fails alone.
    """
    while len(trials.best) > 1:
        middle = len(trials.best) // 2
        if not (trials.fails(trials.best[middle:]) or trials.fails(trials.best[:middle])):
            return
