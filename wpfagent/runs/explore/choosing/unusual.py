"""Rounds of unusual values: all fields of a page at once get what programs treat apart, then its commands run.

What was filled in once as a careful person would is filled in otherwise: one round meets each value with each command,
in as many steps as there are fields and commands. The next one is made where the commands had the fewest, wherever that
is: what fails mostly needs a value that stands somewhere while a certain command runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from wpfagent.runs.explore.choosing.bearings import turns_back
from wpfagent.runs.explore.choosing.situation import Situation, goes_on
from wpfagent.runs.explore.screens.offer import SETTERS, Candidate

SHARE, CHANCE = 0.5, 1.0
"""The share of all actions that these rounds may take, and how soon one begins; the oftener there, the rarer."""
MOST_FIELDS, MOST_COMMANDS = 12, 12
"""So many fields and commands a round has: what is left has its turn in the next one."""
OFF = 0.15
"""How often what is on is turned off: what is on changes what commands do, and several together enable some."""


@dataclass(slots=True)
class Unusual:
    """The rounds that were made.

    Args:
        rounds: how many were made with each command that stays where it is and was shown beside fields.
        sought: how often it was gone to where each of them is, in vain so far.
        steps: how many actions the rounds and the ways took.
    """

    rounds: dict[str, int] = field(default_factory=dict)
    sought: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def round_here(self, situation: Situation) -> list[str]:
        """Return the keys of a round on this page: fields, then commands; [] where none is due."""
        graph, dice = situation.graph, situation.dice
        fields, here = _fields(situation), _commands(situation)
        if not fields or not here:
            return []
        for key in here:
            self.rounds.setdefault(key, 0)
            self.sought.pop(key, None)
        if not self._due(situation).intersection(here):
            return []
        commands = sorted(dice.sample(here, len(here)), key=self.rounds.__getitem__)[:MOST_COMMANDS]
        if dice.random() >= CHANCE / (1 + self.rounds[commands[0]]):
            return []
        fields = sorted(dice.sample(fields, len(fields)), key=graph.tried.__getitem__)[:MOST_FIELDS]
        for key in commands:
            self.rounds[key] += 1
        self.steps += len(fields) + len(commands)
        return [*fields, *commands]

    def way_on(self, situation: Situation, is_in_vain: Callable[[str], bool]) -> list[str]:
        """Return the keys that lead to the nearest place where a round is due; [] where that is here, or unknown.

        Or where something on the way `is_in_vain`: it leads into a place that would be left at once.
        """
        due = self._due(situation)
        if not due or (_fields(situation) and due.intersection(_commands(situation))):
            return []
        state = situation.screen.state
        way = situation.graph.ways.way(state, lambda s: not due.isdisjoint(s.offered), situation.by_key)
        self.sought.update(due)
        if any(map(is_in_vain, way)):
            return []
        self.steps += len(way)
        return way

    def _due(self, situation: Situation) -> set[str]:
        """The commands that had the fewest rounds; none once rounds have had their share."""
        graph = situation.graph
        if self.steps > SHARE * graph.tried.total():
            return set()
        turns = {key: made + self.sought[key] for key, made in self.rounds.items()
                 if key not in graph.ways.leads and not graph.fails_again(key)}  # fmt: skip
        least = min(turns.values(), default=0)
        return {key for key, made in turns.items() if made == least}


def _fields(situation: Situation) -> list[str]:
    return [c.key for c in situation.candidates if _is_filled(c, situation)]


def _commands(situation: Situation) -> list[str]:
    return [c.key for c in situation.candidates if _stays(c, situation)]


def _is_filled(candidate: Candidate, situation: Situation) -> bool:
    """Whether it is a field that was filled in once; what is on mostly stays so, and what chooses a page is none."""
    control, graph = candidate.control, situation.graph
    if control is None or control.is_password or not graph.tried[candidate.key] or not graph.is_often(candidate):
        return False
    is_set = candidate.action in SETTERS or (candidate.kind == "setter" and control.control_type == "RadioButton")
    if not is_set or candidate.items or graph.ways.leaves(graph.states[situation.screen.state], candidate.key):
        return False
    return control.toggle_state != "on" or situation.dice.random() < OFF


def _stays(candidate: Candidate, situation: Situation) -> bool:
    """Whether it is a command that was used once, and has led nowhere else."""
    graph, control = situation.graph, candidate.control
    if candidate.kind != "command" or candidate.action != "click" or control is None or candidate.items:
        return False
    if goes_on(candidate) or turns_back(candidate) or candidate.key in graph.ways.leads:
        return False
    return graph.is_often(candidate) and bool(graph.tried[candidate.key]) and not graph.fails_again(candidate.key)
