"""Short ways that the record of a long run suggests: tried before the whole recording, which takes its time."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from wpfagent.runs.minimize.grouping import SERIES, keep_groups, screens_of
from wpfagent.runs.minimize.routes import Map, Move, new_ways
from wpfagent.runs.minimize.steps import (
    Item,
    Steps,
    beginnings,
    element_of,
    move_of,
    name_of,
    page_before,
    relied_on,
    saved_with,
    state_before,
)
from wpfagent.runs.minimize.trials import Pass, Trial, Trials
from wpfagent.runs.minimize.ways import needed_ways, short_ways

LONG, GUESSES, MOST = 12, 5, 0.7
"""Of a recording of more actions short ways are tried first: so many by its states, if they are short enough."""
WIDER = 2
"""So many ways are tried with more of what was done on a screen."""
LAST = 3
"""So many of the last steps are tried alone first: a program that keeps its state needs no more."""
LOOPS = 2
"""So many ways are tried to leave a page and come back to it."""


def guesses_of(steps: Steps) -> list[Pass[Item]]:
    """Return what is tried: the last steps, ways over what the last step relies on, then less of what was done."""
    made = _Guesses(steps)
    return [made.try_last, made.try_ways, made.keep_screens, made.keep_controls, made.try_short_ways]


class _Guesses:
    def __init__(self, steps: Steps) -> None:
        items = self.items = steps.items
        self.suspects = steps.recording.data.get("suspects") or {}
        self.pages, self.states = [page_before(i) for i in items], [state_before(i) for i in items]
        self.moves, self.names = [move_of(i) for i in items], [name_of(i) for i in items]
        self.controls = [element_of(i) for i in items]
        turning = zip(self.moves, self.controls, strict=True)
        fixed = [None if move.everywhere else control for move, control in turning]
        following = zip(self.moves, [*self.moves[1:], Move()], strict=True)
        inside = [a.inside and a.window == b.window for a, b in following]
        self.screens = screens_of(self.pages, fixed, inside)
        self.relies = relied_on(items)
        self.asked: set[tuple[Hashable, ...]] = set()

    def try_last(self, trials: Trials[Item]) -> None:
        """Try the last step alone, then the last two, then three; those that cannot be done are skipped."""
        for count in range(1, LAST + 1):
            kept = list(range(max(0, len(self.items) - count), len(self.items)))
            trial = self._try(trials, kept)
            while trial.outcome == "unresolved" and trial.stopped is not None and trial.stopped < len(kept) - 1:
                del kept[trial.stopped]
                trial = self._try(trials, kept)
            if trial.outcome == "fails":
                return

    def try_ways(self, trials: Trials[Item]) -> None:
        """Try ways over what is suspected and what the last step relies on, until one fails.

        Where a step could not be performed, something else on its screen may be what allows it (a box that is ticked, a
        part that is opened): once for each such step, what was done there before it is put into the way.
        """
        mended: set[int] = set()
        if trials.best is not self.items:
            return
        for begin, way in self._ways():
            trial = self._try(trials, way)
            if trial.outcome == "unresolved" and trial.stopped is not None and way[trial.stopped] not in mended:
                mended.add(way[trial.stopped])
                wider = self._short(begin | self._done_before(way[trial.stopped]))[:WIDER]
                trial = next((t for w in wider if (t := self._try(trials, w)).outcome == "fails"), trial)
            if trial.outcome == "fails":
                return

    def keep_screens(self, trials: Trials[Item]) -> None:
        """Where none did, keep the fewest screens, with what their steps rely on."""
        if trials.best is self.items:
            keep_groups(self.items, partial(self._shortest, self.relies), self.screens)(trials)

    def keep_controls(self, trials: Trials[Item]) -> None:
        """Of a way that is still long, keep the fewest controls: all that they rely on is among them."""
        if trials.best is not self.items:
            nothing: list[list[int]] = [[] for _ in self.items]
            keep_groups(self.items, partial(self._shortest, nothing), self.controls, alone_from=SERIES, more_than=LONG)(
                trials
            )

    def try_short_ways(self, trials: Trials[Item]) -> None:
        """Where nothing else came of it, try the shortest ways over the recorded states."""
        if trials.best is self.items:
            ways = itertools.islice(short_ways(self.items, self.states), GUESSES)
            _ = any(trials.fails(way) for way in ways if len(way) <= len(self.items) * MOST)

    def _try(self, trials: Trials[Item], way: Sequence[int]) -> Trial:
        """What a way came to; none that does the same as one before is tried, and none that is hardly shorter."""
        doing = tuple(self.names[at] for at in way)
        if doing in self.asked or len(way) > len(self.items) * MOST:
            return Trial("unresolved")
        self.asked.add(doing)
        return trials.try_out([self.items[at] for at in way])

    def _ways(self) -> Iterator[tuple[set[int], tuple[int, ...]]]:
        """Ways, with the positions that each began with."""
        places = range(len(self.items))
        if saved := saved_with(self.items, self.suspects):
            others = set(self.screens) - {self.screens[saved[-1]]}
            for way in self._short(saved)[:1]:
                for loop in self._map_of(self.screens).loops(self.screens[saved[-1]], others)[:LOOPS]:
                    yield {*saved, *loop}, (*way, *loop)
        wanted = beginnings(self.items, self.suspects)
        for begin in wanted:
            yield from ((begin, way) for way in self._short(begin))
        for seen in (self.pages, self.states):
            yield from ((set(way), way) for way in needed_ways(places, seen, self.relies, wanted))

    def _short(self, wanted: Collection[int]) -> list[tuple[int, ...]]:
        """Ways from screen to screen, and from page to page where a part of a screen has to be open, say."""
        ways = [
            way for pages in (self.screens, self.pages) for way in new_ways(self._map_of(pages), self.relies, wanted)
        ]
        return sorted(ways, key=len)

    def _shortest(self, relies: Sequence[Sequence[int]], wanted: set[int], barred: set[int]) -> tuple[int, ...]:
        """The shortest way from screen to screen; () where there is none."""
        return next(iter(new_ways(self._map_of(self.screens, barred), relies, wanted)), ())

    def _map_of(self, pages: Sequence[str | None], barred: Collection[int] = ()) -> Map:
        moves = [replace(move, page=page) for move, page in zip(self.moves, pages, strict=True)]
        return Map(moves, self.names, barred)

    def _done_before(self, at: int) -> set[int]:
        """The last use of each other control on the screen of a step, before that; what left the screen is none."""
        here, own = self.screens[at], self.controls[at]
        staying = (i for i in range(at) if self.screens[i] == self.screens[i + 1] == here is not None)
        return set({self.controls[i]: i for i in staying if self.controls[i] != own}.values())
