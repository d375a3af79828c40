"""Saving and looking again: a habit of testers that no screen asks for.

What stands beside a command that saves is entered, saved, left and looked at again, each field in its turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import LEAST_WEIGHT
from wpfagent.runs.explore.screens.offer import SETTERS, Candidate
from wpfagent.testing.oracles.parts.commanding import saves

SAVING_CHANCE = 0.25
"""How often a page with a command that saves is saved and looked at again; the oftener that was done, the rarer."""
ENTERED = 3
"""So many fields are entered before that."""
SAVING_SHARE, BESIDE_NEW = 0.1, 0.05
"""The share of all actions that this may take, and where something at hand was never done: some save on every page."""
ANY_CHANCE = 0.7
"""How often a field that was filled in before gets any value, not a plain one."""
PATIENCE = 8
"""So many steps leaving and coming back may take."""
AWAY = 2
"""After so many steps away what still shows is taken for something that always does."""


@dataclass(slots=True)
class _Round:
    """Entering, saving, leaving, coming back."""

    fields: list[str]
    command: str
    entered: list[str] = field(default_factory=list)
    stage: str = "entering"
    left: int = PATIENCE


@dataclass(slots=True)
class Saving:
    """What is under way, and what was done.

    Args:
        entered: how often each field was entered to be looked at again after a command.
        actions: how many actions this has taken.
    """

    entered: Counter[tuple[str, str]] = field(default_factory=Counter)
    actions: int = 0
    _round: _Round | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether something was entered that is to be saved, or saved that is to be looked at again."""
        return self._round is not None

    def next_key(self, situation: Situation, *, has_new: bool = False) -> tuple[str, bool] | None:
        """Return what is done next, of the candidates, and whether its value is a plain one; None where none is due.

        Args:
            situation: what can be done.
            has_new: whether something of it was never done: that comes first.
        """
        share = BESIDE_NEW if has_new else SAVING_SHARE
        if self._round is None and self.actions <= share * situation.graph.tried.total():
            self._begin(situation)
        if self._round is None:
            return None
        step = self._next_of(self._round, situation)
        if step is None:
            self._round = None
            return None
        self.actions += 1
        is_known = situation.graph.tried[step] > 0
        return step, not (is_known and situation.dice.random() < ANY_CHANCE)

    def _begin(self, situation: Situation) -> None:
        screen, dice = situation.screen, situation.dice
        saving = [c for c in situation.candidates if c.kind == "command" and c.control is not None
                  and saves(c.control) and not screen.opened and not situation.graph.fails_again(c.key)]  # fmt: skip
        if not saving:
            return
        command = dice.choice(saving)
        fields = [c.key for c in situation.candidates if _is_field_of(command, c)]
        fields = sorted(dice.sample(fields, len(fields)), key=lambda key: self.entered[command.key, key])[:ENTERED]
        if fields and dice.random() < SAVING_CHANCE / (1 + self.entered[command.key, fields[0]]):
            self.entered.update((command.key, key) for key in fields)
            self._round = _Round(fields, command.key)

    def _next_of(self, under_way: _Round, situation: Situation) -> str | None:
        """The next step of a round; None where it is over or cannot go on."""
        by_key, screen = situation.by_key, situation.screen
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
        gone = [key for key in under_way.entered if key not in by_key]  # a search box may be there on every page
        if under_way.stage == "leaving":
            if not gone:
                return _away(under_way.entered, situation) if under_way.left >= PATIENCE - AWAY else None
            under_way.stage = "returning"
        if not gone:
            return None  # being back is enough: what is shown now is looked at
        way = situation.graph.ways.way_to(screen.state, gone[0])
        return way[0] if way and way[0] in by_key else None


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


def _away(fields: Sequence[str], situation: Situation) -> str | None:
    """What leads to a page without the fields: a tab, else a way that is known."""
    graph, by_key = situation.graph, situation.by_key
    pages = [k for k, c in by_key.items() if c.kind == "page" and c.control is not None
             and c.control.control_type == "TabItem"]  # fmt: skip
    if pages:
        return min(pages, key=lambda k: (graph.tried[k], k))
    way = graph.ways.way(situation.screen.state, lambda state: state.is_page_without(fields))
    return way[0] if way and way[0] in by_key else None
