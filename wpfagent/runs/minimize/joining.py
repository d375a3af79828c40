"""The pass that makes one step of several that are one to a person: opening menus, and choosing a command in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wpfagent.runs.minimize.trials import Pass, T, Trials

Joined = Callable[[Sequence[T]], T | None]


def join_steps(joined: Joined[T]) -> Pass[T]:
    """Return the pass that puts one step in the place of neighbours, from the end, of as many as can be.

    Invariant: every run of neighbours that ends behind `end`, and that one step could do, was asked for.

    Args:
        joined: returns the one step that does what neighbouring steps do together; None where there is none.
    """

    def run(trials: Trials[T]) -> None:
        def takes(start: int, end: int) -> bool:
            one = joined(trials.best[start:end])
            return one is not None and trials.fails((*trials.best[:start], one, *trials.best[end:]))

        end = len(trials.best)
        while end > 1:
            begun = next((start for start in range(end - 1) if takes(start, end)), end - 1)
            end = min(begun, len(trials.best))

    return run
