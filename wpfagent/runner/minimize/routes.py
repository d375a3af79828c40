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


@dataclass(frozen=True, slots=True)
class Move:
    """What a record tells of where an action was performed.

    Args:
        page: the page before it; None where that is not known.
        window: the window of that page.
        opens: whether it opened a window.
        everywhere: whether its kind is there on every page: a menu command, a tab or item that shows another page.
    """

    page: Page | None = None
    window: str = ""
    opens: bool = False
    everywhere: bool = False


@dataclass(slots=True)
class Map:
    """Which action leads from page to page.

    Args:
        moves: where each action was performed.
        names: what each action is, whichever page it was performed on.
    """

    moves: Sequence[Move]
    names: Sequence[Hashable]
    _from: dict[Page, dict[Page, int]] = field(default_factory=lambda: defaultdict(dict))
    _everywhere: dict[Page, int] = field(default_factory=dict)
    _main: set[Page] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._main = {m.page for m in self.moves if m.page is not None and m.window == self.moves[0].window}
        led: defaultdict[Hashable, dict[Page, Page]] = defaultdict(dict)
        for at, (move, after) in enumerate(zip(self.moves, self.moves[1:], strict=False)):
            here, there = move.page, after.page
            if here is None or there is None or here == there:
                continue
            if after.window not in (move.window, self.moves[0].window) and not move.opens:
                continue  # that window was open before: this did not lead to it
            self._from[here].setdefault(there, at)
            led[self.names[at]][here] = there
            known = led[self.names[at]]
            if move.everywhere or (len(known) > 1 and len(set(known.values())) == 1):
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
            everywhere = self._everywhere.items() if here in self._main else ()
            for there, at in (*self._from[here].items(), *everywhere):
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
    moves: Sequence[Move],
    names: Sequence[Hashable],
    relies: Sequence[Sequence[int]],
    wanted: Iterable[Iterable[int]],
) -> Iterator[tuple[T, ...]]:
    """Yield short ways over what is wanted and what that relies on.

    Args:
        items: what was done.
        moves: where each of them was performed.
        names: what each of them is, whichever page it was performed on.
        relies: the positions that each of them relies on, as far as the record tells.
        wanted: sets of positions to begin with.
    """
    known = Map(moves, names)
    asked: set[tuple[int, ...]] = set()
    for begin in wanted:
        for by_page in (True, False):
            way = _over(set(begin), known, relies, by_page=by_page)
            if way and way not in asked:
                asked.add(way)
                yield tuple(items[i] for i in way)


def _over(kept: set[int], known: Map, relies: Sequence[Sequence[int]], *, by_page: bool) -> tuple[int, ...]:
    """A way over all that is kept, and over what its steps rely on; () where none is known.

    Args:
        kept: the positions to go over.
        known: the map.
        relies: what each of them relies on.
        by_page: whether what is done on one page is done together, before the next page.
    """
    for _ in range(ROUNDS):
        made: list[int] = []
        here, left = known.moves[0].page, sorted(kept)
        while left:
            at = left[0] if not by_page else _nearest(here, left, known, relies)
            way = known.way(here, known.moves[at].page)
            if way is None:
                return ()
            left.remove(at)
            made += [*way, at]
            here = known.moves[at + 1].page if at + 1 < len(known.moves) else None
        needed = {i for i in made if relies[i]} | {at for i in made for at in relies[i]}
        if needed <= kept:
            return tuple(made)
        kept = kept | needed
    return ()


def _nearest(here: Page | None, left: Sequence[int], known: Map, relies: Sequence[Sequence[int]]) -> int:
    """What is done next: the nearest of what relies on nothing that is left; the last one at last."""
    free = [at for at in left[:-1] if not set(relies[at]) & set(left)] or left[:1]
    far = {
        at: len(way) if (way := known.way(here, known.moves[at].page)) is not None else len(known.moves) for at in free
    }
    return min(free, key=lambda at: (far[at], at))
