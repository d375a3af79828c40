"""Steps kept by what they were done to: whole screens first, then controls, with new ways over what is kept.

Where a long recording loses a block, what follows the block often cannot be performed any more: it stood on a page that
nothing leads to now. Here the steps on a screen, or with a control, go together, and the map makes a way over the
others: one screen alone, halves as long as one of them is enough, and then without blocks of what that leaves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from wpfagent.runs.minimize.deleting import delete_blocks
from wpfagent.runs.minimize.simple import keep_halves
from wpfagent.runs.minimize.trials import Limits, Pass, T, Trial, Trials

Group = tuple[int, ...]
LEARNED = 3
"""So often is another way asked for where a step of one cannot be performed."""
ALONE, SERIES = 12, 3
"""So many groups are tried alone, the largest first; a series is a control that was used so often."""
TIRED = 16
"""After so many lists in a row that do not fail, the rest is left to the other passes."""


class _Tired(Exception):
    """Nothing comes of it."""


def keep_groups(
    items: Sequence[T],
    way: Callable[[set[int], set[int]], Sequence[int]],
    groups: Sequence[Hashable | None],
    *,
    alone_from: int = 1,
    more_than: int = 1,
) -> Pass[T]:
    """Return the pass that keeps the fewest groups of steps a way over which fails.

    Args:
        items: the recording; a best list that is made of anything else is left alone.
        way: makes a way over positions of the recording, that does not lead over others; () where there is none.
        groups: what each item of the recording belongs to; None: to nothing that is kept.
        alone_from: a group of so many steps may be enough alone.
        more_than: a best list of no more than so many steps is left alone, too.
    """
    places = {item: at for at, item in enumerate(items)}
    delete: Pass[Group] = delete_blocks()

    def run(trials: Trials[T]) -> None:
        if len(trials.best) <= more_than or any(item not in places for item in trials.best):
            return
        *kept, last = (places[item] for item in trials.best)
        hopeless: set[int] = set()
        vain = 0

        def test(chosen: Sequence[Group]) -> Trial:
            nonlocal vain
            if vain >= TIRED:
                raise _Tired
            vain += 1
            for _ in range(LEARNED):
                over = way({at for group in chosen for at in group} - hopeless | {last}, hopeless)
                if not 0 < len(over) < len(trials.best):
                    break
                trial = trials.try_out([items[at] for at in over])
                vain = 0 if trial.outcome == "fails" else vain
                if trial.outcome != "unresolved":
                    return Trial(trial.outcome)
                if trial.stopped is None or over[trial.stopped] == last:
                    break
                hopeless.add(over[trial.stopped])
            return Trial("unresolved")

        made: defaultdict[Hashable, list[int]] = defaultdict(list)
        for at in kept:
            if groups[at] is not None:
                made[groups[at]].append(at)
        left = Trials(test, [tuple(steps) for steps in made.values()], limits=Limits(None))
        try:
            large = sorted((steps for steps in left.best if len(steps) >= alone_from), key=len, reverse=True)
            if not any(left.fails([steps]) for steps in large[:ALONE]):
                vain = 0
            keep_halves(left)
            delete(left)
        except _Tired:
            return

    return run


def screens_of(
    pages: Sequence[str | None], controls: Sequence[Hashable | None], inside: Sequence[bool]
) -> list[str | None]:
    """Return one page for all those that one control was used on: another expander is open, but it is the same screen.

    Args:
        pages: the page of each step; None where it is not known.
        controls: what each step was done to; None for what may be there on every page.
        inside: whether a step only enters or opens something, so that the page after it is the same screen.
    """
    screen: dict[str, str] = {page: page for page in pages if page is not None}

    def find(page: str) -> str:
        while screen[page] != page:
            page = screen[page]
        return page

    first: dict[Hashable, str] = {}
    for at, (page, control) in enumerate(zip(pages, controls, strict=True)):
        if page is not None and control is not None:
            screen[find(page)] = find(first.setdefault(control, page))
        before = pages[at - 1] if at and inside[at - 1] else None
        if page is not None and before is not None:
            screen[find(page)] = find(before)
    return [find(page) if page is not None else None for page in pages]
