"""Short ways that no run has gone: over the pages of a recording, by what is there on every page.

A record tells which page each action was performed on, and so which page the one before led to. What turns pages (a
menu, a tab, an item of a list) is taken to be there on all of them, and so is what led to the same page from many. A
window that was used in turns with the first one stays open beside it. A way that is made of this may leave the order of
the recording; it is a guess, and is tried like any other list.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

Page = Hashable
MANY = 3
"""What led to the same page from so many others is there on every page."""
ROUNDS = 8
"""So often is what a way relies on put into it."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a record tells of where an action was performed.

    Args:
        page: the page before it; None where that is not known.
        window: the window of that page.
        opens: the titles of the windows that it opened.
        everywhere: whether its kind is there on every page: a menu command, a tab or item that shows another page.
        anywhere: whether one stays where one is if it showed no other page when it was recorded.
        inside: whether it only enters or opens something on its screen.
    """

    page: Page | None = None
    window: str = ""
    opens: tuple[str, ...] = ()
    everywhere: bool = False
    anywhere: bool = False
    inside: bool = False


@dataclass(slots=True)
class Map:
    """Which action leads from page to page.

    Args:
        moves: where each action was performed.
        names: what each action is, whichever page it was performed on.
        barred: what no way leads over.
        beside: the windows that stay open beside the first one.
        shown: where the window was used first that an action opened beside, for those that were used later only.
    """

    moves: Sequence[Move]
    names: Sequence[Hashable]
    barred: Collection[int] = ()
    beside: set[str] = field(default_factory=set)
    shown: dict[int, Move] = field(default_factory=dict)
    _from: dict[Page, dict[Page, int]] = field(default_factory=lambda: defaultdict(dict))
    _everywhere: dict[Page, int] = field(default_factory=dict)
    _main: dict[Page, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        main = self.main
        self._main = dict.fromkeys(m.page for m in self.moves if m.page is not None and m.window == main)
        following = list(zip(self.moves, self.moves[1:], strict=False))
        self.beside = {b.window for a, b in following if a.window == main != b.window and not a.opens}
        for at, (move, after) in enumerate(following):
            first = self._first_use(at) if move.window == after.window and at not in self.barred else None
            if first is not None:
                self.shown[at] = first
                self._from[move.page].setdefault(first.page, at)
        led: defaultdict[Hashable, dict[Page, Page]] = defaultdict(dict)
        for at, (move, after) in enumerate(following):
            here, there = move.page, after.page
            if here is None or there is None or here == there or at in self.barred or self.stays(at):
                continue
            self._from[here].setdefault(there, at)
            led[self.names[at]][here] = there
            known = led[self.names[at]]
            if move.everywhere or (len(known) >= MANY and len(set(known.values())) == 1):
                self._everywhere.setdefault(there, at)

    def _first_use(self, at: int) -> Move | None:
        """Where a window beside was used first that an action opened."""
        titles = self.moves[at].opens
        later = (m for m in self.moves[at + 1 :] if m.window in self.beside)
        return next((m for m in later if m.window.endswith(titles)), None) if titles else None

    @property
    def main(self) -> str:
        """The window that the first action was performed in."""
        return self.moves[0].window if self.moves else ""

    def stays(self, at: int) -> bool:
        """Whether the next action was only performed in another window, which was open beside this one."""
        if at + 1 >= len(self.moves):
            return True
        here, there = self.moves[at], self.moves[at + 1]
        return here.window != there.window and not here.opens and bool({here.window, there.window} & self.beside)

    def way_in(self, start: Page | None, move: Move) -> list[int] | None:
        """Return the fewest actions that lead to where one was performed, or to another page of its window beside."""
        if (move.everywhere or move.anywhere) and move.window in ("", self.main):
            return self.way_out(start)
        found = self.way(start, move.page)
        if found is not None or move.window not in self.beside:
            return found
        return self._shortest(start, dict.fromkeys(m.page for m in self.moves if m.window == move.window))

    def loops(self, page: Page | None, others: Iterable[Page | None]) -> list[list[int]]:
        """Return ways that leave a page for one of the others in the first window and come back, the shortest first."""
        found = []
        for there in self._main.keys() & set(others):
            out, back = self.way(page, there), self.way(there, page)
            if out and back:
                found.append([*out, *back])
        return sorted(found, key=lambda way: (len(way), way))

    def way_out(self, start: Page | None) -> list[int] | None:
        """Return the fewest actions that lead to any page of the first window."""
        return self._shortest(start, self._main)

    def _shortest(self, start: Page | None, ends: Iterable[Page | None]) -> list[int] | None:
        ways = [way for end in ends if (way := self.way(start, end)) is not None]
        return min(ways, key=len, default=None)

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


def new_ways(known: Map, relies: Sequence[Sequence[int]], wanted: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the positions of short ways over what is wanted and what that relies on, the shortest first.

    Args:
        known: the map.
        relies: the positions that each action relies on, as far as the record tells.
        wanted: the positions to begin with.
    """
    kept = set(wanted)
    in_window_beside = known.moves[max(kept)].window in known.beside
    ways = [
        _over(kept, known, relies, by_page=by_page, ahead=ahead)
        for by_page in (True, False)
        for ahead in ((False, True) if in_window_beside else (False,))
    ]
    return sorted(filter(None, dict.fromkeys(ways)), key=len)


def _over(
    kept: set[int], known: Map, relies: Sequence[Sequence[int]], *, by_page: bool, ahead: bool
) -> tuple[int, ...]:
    """A way over all that is kept, and over what its steps rely on; () where none is known.

    Args:
        kept: the positions to go over.
        known: the map.
        relies: what each of them relies on.
        by_page: whether what is done on one page is done together, before the next page.
        ahead: whether the window of the last one is opened before all else.
    """
    for _ in range(ROUNDS):
        walk, left = _Walk(known, known.moves[0].page), sorted(kept)
        for step in (walk.way_to(left[-1]) or ()) if ahead else ():
            walk.take(step)
        while left:
            at = left[0] if not by_page else _nearest(walk, left, relies)
            way = walk.way_to(at)
            if way is None:
                return ()
            left.remove(at)
            for step in (*way, at):
                walk.take(step)
        needed = {i for i in walk.made if relies[i]} | {at for i in walk.made for at in relies[i]}
        if needed <= kept:
            return tuple(walk.made)
        kept = kept | needed
    return ()


@dataclass(slots=True)
class _Walk:
    """A way so far.

    Args:
        known: the map.
        page: where one is.
        window: the window of that page.
        below: the page of the first window.
        open: the windows that were opened beside it, with the page that each shows.
        made: the positions so far.
    """

    known: Map
    page: Page | None
    window: str = ""
    below: Page | None = None
    open: dict[str, Page | None] = field(default_factory=dict)
    made: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.below, self.window = self.page, self.known.main

    def way_to(self, at: int) -> list[int] | None:
        """Return the positions that lead to where an action can be performed; None without a way."""
        known, move = self.known, self.known.moves[at]
        in_dialog = self.window != known.main and self.window not in known.beside
        if move.window not in self.open:
            return known.way_in(self.page if in_dialog or not self.open else self.below, move)
        here = self.open[move.window]
        way = [] if here == move.page else known.way_in(here, move)
        out = known.way_out(self.page) if in_dialog else []
        return None if way is None or out is None else [*out, *way]

    def take(self, at: int) -> None:
        """Go on by one action."""
        moves = self.known.moves
        move, after = moves[at], moves[at + 1] if at + 1 < len(moves) else None
        self.made.append(at)
        if move.anywhere and (after is None or after.page == move.page):
            return  # it shows no other page, wherever it is performed
        self.page = move.page if after is None or self.known.stays(at) else after.page
        window = move.window if after is None or self.known.stays(at) else after.window
        if (shown := self.known.shown.get(at)) is not None:
            self.open[shown.window] = shown.page
        if window in self.known.beside:
            self.open[window] = self.page
        elif move.window in self.known.beside:
            self.open.pop(move.window, None)  # it was closed
        if window == self.known.main:
            self.below = self.page
        self.window = window


def _nearest(walk: _Walk, left: Sequence[int], relies: Sequence[Sequence[int]]) -> int:
    """What is done next: the nearest of what relies on nothing that is left; the last one at last."""
    free = [at for at in left[:-1] if not set(relies[at]) & set(left)] or left[:1]

    def far(at: int) -> int:
        way = walk.way_to(at)
        return len(way) if way is not None else len(relies)

    return min(free, key=lambda at: (far(at), at))
