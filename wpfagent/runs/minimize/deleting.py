"""Passes that delete: blocks of adaptive size first, then single items, then items together with what needs them.

Source: delta debugging (Zeller and Hildebrandt 2002) asks for chunks of equal sizes; here the size follows what was
found, as in Hypothesis' `find_integer`, and a half whose other half could go is known to be needed.
"""

from __future__ import annotations

from collections.abc import Callable

from wpfagent.runs.minimize.trials import Pass, T, Trials, without

FOLLOWERS, AT_LAST = 1, 6
"""So many items at most go with a block because they cannot be performed without it; at last, with a single one."""
LINEAR = 2
"""So many sizes are asked for one by one before the size doubles."""


def find_integer(holds: Callable[[int], bool]) -> int:
    """Return an n for which `holds(n)` is true and `holds(n + 1)` is not; `holds(0)` is taken for granted.

    Small answers cost as many questions as they are large, large ones about two logarithms. `holds` must be false
    from some number on.
    """
    for n in range(1, LINEAR + 1):
        if not holds(n):
            return n - 1
    low, high = LINEAR, LINEAR * 2
    while holds(high):
        low, high = high, high * 2
    while low + 1 < high:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low


def halves(low: int, high: int) -> tuple[int, int, int]:
    """Return the borders of the two halves of a block; the default splitter."""
    return low, (low + high) // 2, high


def delete_blocks(split: Callable[[int, int], tuple[int, int, int]] = halves, *, followers: int = FOLLOWERS) -> Pass[T]:
    """Return the pass that deletes blocks, from the end, all but the last item at first.

    Invariant: whatever lies behind the block in hand was asked for. A block that may not go is split and its later part
    asked for first; where that part went, the earlier one is needed and is split without being asked for.
    """

    def run(trials: Trials[T]) -> None:
        def clear(low: int, high: int, *, needed: bool) -> bool:
            """Delete what can go of the items from `low` up to `high`; return whether all of it went."""
            high = min(high, len(trials.best))
            if low >= high or (not needed and _delete(trials, low, high, followers=followers)):
                return True
            if high - low == 1:
                return False
            low, middle, high = split(low, high)
            went = clear(middle, high, needed=False)
            return clear(low, middle, needed=went) and went

        clear(0, max(0, len(trials.best) - 1), needed=False)

    return run


def delete_single(trials: Trials[T]) -> None:
    """Delete single items, and runs of them where one went, until none can go: the best is 1-minimal then.

    Invariant: `kept` items in a row, going backwards and round and round, were asked for since the best last changed;
    it ends when these are all of them.
    """
    kept, at = 0, len(trials.best)
    while trials.best and kept < len(trials.best):
        at = at if 0 < at <= len(trials.best) else len(trials.best)
        end, items = at, trials.best

        def can_go(count: int, end: int = end, items: tuple[T, ...] = items) -> bool:
            return count <= end and trials.fails(without(items, range(end - count, end)))

        gone = find_integer(can_go)
        kept = 0 if gone else kept + 1
        at = end - max(1, gone)


def delete_dependents(trials: Trials[T]) -> None:
    """Delete an item together with those that cannot be performed without it: opening and closing a window, say.

    Invariant: a list that is asked for lacks one item, and of the later ones only those that stopped the list before.
    """
    at = len(trials.best) - 2
    while at >= 0:
        _delete(trials, at, at + 1, followers=AT_LAST)
        at = min(at, len(trials.best)) - 1


def _delete(trials: Trials[T], low: int, high: int, *, followers: int) -> bool:
    """Try the best without a block, and without up to so many later items that cannot be performed then."""
    items, missing = trials.best, set(range(low, high))
    for left in range(followers, -1, -1):
        trial = trials.try_out(without(items, missing))
        if trial.outcome != "unresolved" or trial.stopped is None or left == 0:
            return trial.outcome == "fails"
        rest = [i for i in range(len(items)) if i not in missing]
        if trial.stopped >= len(rest) - 1 or rest[trial.stopped] < low:
            return False  # the failing step itself: nothing may follow from that
        missing.add(rest[trial.stopped])
    return False
