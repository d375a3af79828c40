"""Passes that use what the recorded run knew: which steps had no effect, and which states it came through twice.

A loop between two equal states can go; so can everything that is not on the shortest recorded way to the last state.
States are abstract, so both are proposals like any other: each is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from wpfagent.runs.minimize.trials import Pass, T, Trials, without

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
    """Return the pass that takes the shortest recorded way to one of the last states, and goes on from there.

    First to the very last state, then to ever earlier ones: the second to last, the fourth to last, .... Where all that
    is not enough, loops are cut: all of them, else the longest one by one.

    Args:
        state: the state that the recorded run was in before a step; None where it is not known.
    """

    def run(trials: Trials[T]) -> None:
        states = [state(item) for item in trials.best]
        if not any(trials.fails(way) for way in short_ways(trials.best, states)):
            _cut_loops(trials, loops_of(states))

    return run


def short_ways(items: Sequence[T], states: Sequence[State | None]) -> Iterator[tuple[T, ...]]:
    """Yield the shortest recorded ways to the last state, to the second to last, the fourth to last, …, with the rest.

    Args:
        items: what was done.
        states: the state before each of them.
    """
    if len(items) < 3 or states[0] is None:
        return
    asked: set[int] = {len(items)}
    last = 1
    while last < len(items):
        start = len(items) - last
        way = shortest_way(states[: start + 1]) if states[start] is not None else list(range(start))
        if len(way) + last not in asked:
            yield (*(items[i] for i in way), *items[start:])
        asked.add(len(way) + last)
        last *= 2


def needed_ways(
    items: Sequence[T], states: Sequence[State | None], relies: Sequence[Sequence[int]], wanted: Iterable[Iterable[int]]
) -> Iterator[tuple[T, ...]]:
    """Yield the shortest recorded ways over what the last steps rely on, and over what that relies on in turn.

    Args:
        items: what was done.
        states: the state before each of them.
        relies: the positions that each of them relies on, as far as the record tells.
        wanted: sets of positions to begin with.
    """
    asked: set[tuple[int, ...]] = set()
    for begin in wanted:
        kept = tuple(sorted(set(begin)))
        way = tuple(_over(kept, states))
        while needed := {at for i in way for at in relies[i]} - set(way):
            kept = tuple(sorted({*kept, *needed}))
            way = tuple(_over(kept, states))
        if way and way not in asked:
            asked.add(way)
            yield tuple(items[i] for i in way)


def _over(kept: Sequence[int], states: Sequence[State | None]) -> Iterator[int]:
    """The positions that lead from one of those that are kept to the next, as few as the record shows."""
    begin = 0
    for end in kept:
        if states[begin] is None or states[end] is None:
            yield from range(begin, end)
        else:
            yield from (begin + i for i in shortest_way(states[begin : end + 1]))
        yield end
        begin = end + 1


def _cut_loops(trials: Trials[T], loops: Sequence[range]) -> None:
    items = trials.best
    everywhere = {i for loop in loops for i in loop}
    if not loops or trials.fails(without(items, everywhere)) or len(loops) == 1:
        return
    for loop in loops[:LOOPS]:
        left = {items[i] for i in loop}
        shorter = tuple(item for item in trials.best if item not in left)
        if len(shorter) < len(trials.best):
            trials.fails(shorter)


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
        known = cheapest.get(state)
        if known is not None and costs[known] < costs[i]:
            costs[i], came[i] = costs[known], (known, False)
        cheapest[state] = i
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
