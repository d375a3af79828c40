"""Passes that use what the recorded run knew: which steps had no effect, and which states it came through twice.

A loop between two equal states can go; so can everything that is not on the shortest recorded way to the last state.
States are abstract, so both are proposals like any other: each is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from wpfagent.runner.minimize.trials import Pass, T, Trials, without

State = Hashable
LOOPS = 4
"""So many loops are asked for one by one where they cannot all go."""


def drop_idle(is_idle: Callable[[T], bool] | None = None) -> Pass[T]:
    """Return the pass that deletes all steps without effect at once.

    Args:
        is_idle: whether a step had none in the recorded run; without it, what the best list's own trial showed counts.
    """

    def run(trials: Trials[T]) -> None:
        items = trials.best
        found = trials.idle if is_idle is None else {i for i, item in enumerate(items) if is_idle(item)}
        idle = {i for i in found if i < len(items) - 1}
        if idle:
            trials.fails(without(items, idle))

    return run


def shorten_way(state: Callable[[T], State | None]) -> Pass[T]:
    """Return the pass that tries the shortest recorded way from the first state to the last one, then without loops.

    Args:
        state: the state that the recorded run was in before a step; None where it is not known.
    """

    def run(trials: Trials[T]) -> None:
        items = trials.best
        states = [state(item) for item in items]
        if len(items) < 3 or states[0] is None or states[-1] is None:
            return
        way = shortest_way(states)
        if len(way) + 1 < len(items) and trials.fails((*(items[i] for i in way), items[-1])):
            return
        loops = loops_of(states)
        everywhere = {i for loop in loops for i in loop}
        if not loops or trials.fails(without(items, everywhere)) or len(loops) == 1:
            return
        for loop in loops[:LOOPS]:
            left = {items[i] for i in loop}
            shorter = tuple(item for item in trials.best if item not in left)
            if len(shorter) < len(trials.best):
                trials.fails(shorter)

    return run


def shortest_way(states: Sequence[State | None]) -> list[int]:
    """Return the positions of the steps that lead from the first state to the last one, as few as the record shows.

    They stay in their order: where a state comes again, the way may go on from its later place.

    Args:
        states: the state before each step; the step at i led from the i-th to the next.
    """
    costs = [0] * len(states)
    came: list[tuple[int, bool]] = [(0, False)] * len(states)
    cheapest: dict[State, int] = {}
    for i, state in enumerate(states):
        if i:
            costs[i], came[i] = costs[i - 1] + 1, (i - 1, True)
        if state is None:
            continue
        known = cheapest.setdefault(state, i)
        if costs[known] < costs[i]:
            costs[i], came[i] = costs[known], (known, False)
    way, at = [], len(states) - 1
    while at > 0:
        at, by_step = came[at]
        if by_step:
            way.append(at)
    return way[::-1]


def loops_of(states: Sequence[State | None]) -> list[range]:
    """Return the loops between equal states, each as long as it can be, none inside another, the longest first.

    A step that left the state as it was is no loop: it may have entered what the state does not show.
    """
    last = {state: i for i, state in enumerate(states) if state is not None}
    found, i = [], 0
    while i < len(states):
        end = last.get(states[i], i)
        if end - i > 1:
            found.append(range(i, end))
            i = end
        else:
            i += 1
    return sorted(found, key=len, reverse=True)
