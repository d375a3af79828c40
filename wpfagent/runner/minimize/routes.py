"""Short ways that no run has gone: over the pages of a recording, by what is there on every page.

A record tells which page each action was performed on, and so which page the one before led to. What was performed on
several pages and led to the same one (a menu, a tab, a list of pages) is taken to be there on all of them. A way that
is made of this may leave the order of the recording; it is a guess, and is tried like any other list.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from wpfagent.runner.minimize.trials import T

Page = Hashable
ROUNDS = 8
"""So often is what a way relies on put into it."""


@dataclass(slots=True)
class Map:
    """Which action leads from page to page.

    Args:
        pages: the page before each action; None where it is not known.
        names: what each action is, whichever page it was performed on.
    """

    pages: Sequence[Page | None]
    names: Sequence[Hashable]
    _from: dict[Page, dict[Page, int]] = field(default_factory=lambda: defaultdict(dict))
    _everywhere: dict[Page, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        led: defaultdict[Hashable, dict[Page, Page]] = defaultdict(dict)
        for at in range(len(self.pages) - 1):
            here, there = self.pages[at], self.pages[at + 1]
            if here is None or there is None or here == there:
                continue
            self._from[here].setdefault(there, at)
            led[self.names[at]][here] = there
            if len(led[self.names[at]]) > 1 and len(set(led[self.names[at]].values())) == 1:
                self._everywhere.setdefault(there, at)

    def way(self, start: Page | None, end: Page | None) -> list[int] | None:
        """Return the positions of the fewest actions that lead from one page to another; None without a way."""
        if start is None or end is None:
            return None
        before: dict[Page, tuple[Page, int] | None] = {start: None}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                break
            for there, at in (*self._from[here].items(), *self._everywhere.items()):
                if there not in before:
                    before[there] = here, at
                    queue.append(there)
        if end not in before:
            return None
        way: list[int] = []
        step = before[end]
        while step is not None:
            way.append(step[1])
            step = before[step[0]]
        return way[::-1]


def new_ways(
    items: Sequence[T],
    pages: Sequence[Page | None],
    names: Sequence[Hashable],
    relies: Sequence[Sequence[int]],
    wanted: Iterable[Iterable[int]],
) -> Iterator[tuple[T, ...]]:
    """Yield short ways over what is wanted and what that relies on.

    Args:
        items: what was done.
        pages: the page before each of them.
        names: what each of them is, whichever page it was performed on.
        relies: the positions that each of them relies on, as far as the record tells.
        wanted: sets of positions to begin with.
    """
    known = Map(pages, names)
    asked: set[tuple[int, ...]] = set()
    for begin in wanted:
        way = _over(set(begin), known, relies)
        if way and way not in asked:
            asked.add(way)
            yield tuple(items[i] for i in way)


def _over(kept: set[int], known: Map, relies: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A way over all that is kept, and over what its steps rely on; () where none is known."""
    for _ in range(ROUNDS):
        made: list[int] = []
        here = known.pages[0]
        for at in sorted(kept):
            way = known.way(here, known.pages[at])
            if way is None:
                return ()
            made += [*way, at]
            here = known.pages[at + 1] if at + 1 < len(known.pages) else None
        needed = {i for i in made if relies[i]} | {at for i in made for at in relies[i]}
        if needed <= kept:
            return tuple(made)
        kept = kept | needed
    return ()
