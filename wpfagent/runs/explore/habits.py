"""Habits of a tester that no screen asks for: to look again at what was saved, and to use again what has worked.

What stands beside a command that saves is entered, saved, left and looked at again, each field in its turn. A command
after which the program held more is run several times in a row, another one now and then: what grows or breaks shows
then. One that seems to do nothing is run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from wpfagent.runs.explore.arguments import Mood
from wpfagent.runs.explore.candidates import Candidate
from wpfagent.runs.explore.graph import LEAST_WEIGHT, Graph
from wpfagent.runs.explore.screen import Screen
from wpfagent.testing.oracles.parts.commanding import saves

SAVING_CHANCE = 0.25
"""How often a page with a command that saves is saved and looked at again; the oftener that was done, the rarer."""
ENTERED = 3
"""So many fields are entered before that."""
SAVING_SHARE = 0.25
"""The share of all actions that this may take: some programs can save on every page."""
PLAIN_TIMES, ANY_CHANCE = 2, 0.5
"""So often a field gets a plain value before that; then that often any."""
PATIENCE = 8
"""So many steps leaving and coming back may take."""
SERIES_CHANCE = 0.02
"""How often a command that had an effect is run in a row; the oftener that was done, the rarer."""
SERIES = 7
"""So many times more at most: with the first time that is what an oracle of growth needs."""
DOUBTS = 2
"""So many times more is a command run that did nothing that could be seen when it ran first."""
SETTERS = frozenset({"type_text", "set_value", "select_combo", "toggle"})


@dataclass(slots=True)
class _Round:
    """Entering, saving, leaving, coming back."""

    fields: list[str]
    command: str
    entered: list[str] = field(default_factory=list)
    stage: str = "entering"
    left: int = PATIENCE


@dataclass(slots=True)
class Habits:
    """What is under way, and what was done.

    Args:
        entered: how often each field was entered to be looked at again after a command.
        repeated: how often each command was run in a row.
        grown: how often each command was run once more because the program held more after it.
        saving: how many actions saving and looking again has taken.
    """

    entered: Counter[tuple[str, str]] = field(default_factory=Counter)
    repeated: Counter[str] = field(default_factory=Counter)
    grown: Counter[str] = field(default_factory=Counter)
    saving: int = 0
    _round: _Round | None = None
    _series: list[str] = field(default_factory=list)

    def next_key(
        self, screen: Screen, candidates: Sequence[Candidate], graph: Graph, dice: Random
    ) -> tuple[str, Mood] | None:
        """Return what a habit does next, of the candidates, and how its value is chosen; None where none is due.

        Args:
            screen: what is shown.
            candidates: what could be done.
            graph: what is known.
            dice: the randomness.
        """
        by_key = {c.key: c for c in candidates}
        if self._series:
            key = self._series.pop()
            if key in by_key and not graph.fails_again(key):
                return key, "any"
            self._series.clear()
        if self._round is None and self.saving <= SAVING_SHARE * graph.tried.total():
            self._begin(screen, candidates, graph, dice)
        if self._round is not None:
            if (step := self._next_of(self._round, screen, by_key, graph)) is not None:
                self.saving += 1
                is_known = self.entered[self._round.command, step] > PLAIN_TIMES
                return step, "any" if is_known and dice.random() < ANY_CHANCE else "careful"
            self._round = None
        key = graph.last[0]
        if _is_command(key, by_key, graph):
            times = self._times_more(key, graph, dice)
            if times:
                self.repeated[key] += 1
                self._series = [key] * (times - 1)
                return key, "any"
        # what opens a window can be run once more when that is closed
        back = next((k for k in sorted(graph.grown) if _is_command(k, by_key, graph)), None)
        return (back, "any") if back is not None and self._is_to_grow(back, graph) else None

    def _times_more(self, key: str, graph: Graph, dice: Random) -> int:
        """How often the command that has just run is run once more."""
        effect, done = graph.last[1], self.repeated[key]
        if key in graph.grown:
            return int(self._is_to_grow(key, graph))
        if effect in ("no_op", "unverifiable"):
            return DOUBTS if not done and graph.tried[key] == 1 else 0
        return SERIES if effect == "confirmed" and dice.random() < SERIES_CHANCE / (1 + 2 * done) else 0

    def _is_to_grow(self, key: str, graph: Graph) -> bool:
        """Take note that the program held more after a command; return whether it is run once more."""
        graph.grown.discard(key)
        self.grown[key] += 1
        return self.grown[key] <= SERIES

    # -- saving and looking again -------------------------------------------------------------------------------------

    def _begin(self, screen: Screen, candidates: Sequence[Candidate], graph: Graph, dice: Random) -> None:
        saving = [c for c in candidates if c.kind == "command" and c.control is not None and saves(c.control)
                  and not screen.opened and not graph.fails_again(c.key)]  # fmt: skip
        if not saving:
            return
        command = dice.choice(saving)
        fields = [c.key for c in candidates if _is_field_of(command, c)]
        fields = sorted(dice.sample(fields, len(fields)), key=lambda key: self.entered[command.key, key])[:ENTERED]
        if fields and dice.random() < SAVING_CHANCE / (1 + self.entered[command.key, fields[0]]):
            self.entered.update((command.key, key) for key in fields)
            self._round = _Round(fields, command.key)

    def _next_of(self, under_way: _Round, screen: Screen, by_key: Mapping[str, Candidate], graph: Graph) -> str | None:
        """The next step of a round; None where it is over or cannot go on."""
        if under_way.stage == "entering":
            while under_way.fields:
                key = under_way.fields.pop()
                if key in by_key:
                    under_way.entered.append(key)
                    return key
            under_way.stage = "leaving"
            return under_way.command if under_way.entered and under_way.command in by_key else None
        under_way.left -= 1
        if under_way.left < 0 or screen.modal:
            return None
        is_there = any(key in by_key for key in under_way.entered)  # the command may be there on every page
        if under_way.stage == "leaving":
            if is_there:
                return _away(under_way.entered, screen, by_key, graph)
            under_way.stage = "returning"
        if is_there:
            return None  # being back is enough: what is shown now is looked at
        way = graph.ways.way_to(screen.state, under_way.entered[0])
        return way[0] if way and way[0] in by_key else None


def _is_command(key: str, by_key: Mapping[str, Candidate], graph: Graph) -> bool:
    return key in by_key and by_key[key].kind == "command" and not graph.fails_again(key)


def _is_field_of(command: Candidate, candidate: Candidate) -> bool:
    mine, other = command.control, candidate.control
    return (
        candidate.action in SETTERS
        and candidate.weight >= LEAST_WEIGHT
        and mine is not None
        and other is not None
        and mine.hwnd == other.hwnd
        and not candidate.items
    )


def _away(fields: Sequence[str], screen: Screen, by_key: Mapping[str, Candidate], graph: Graph) -> str | None:
    """What leads to a page without the fields: a tab, else a way that is known."""
    pages = [k for k, c in by_key.items() if c.kind == "page" and c.control is not None
             and c.control.control_type == "TabItem"]  # fmt: skip
    if pages:
        return min(pages, key=lambda k: (graph.tried[k], k))
    way = graph.ways.way(screen.state, lambda state: state.is_page_without(fields))
    return way[0] if way and way[0] in by_key else None
