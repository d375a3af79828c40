"""Rounds of unusual values: all fields of a page at once get any value, then its commands are used.

What was filled in once as a careful person would is filled in otherwise: one round meets each value with each command,
in as many steps as there are fields and commands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from wpfagent.runs.explore.choosing.bearings import turns_back
from wpfagent.runs.explore.choosing.roaming import way_to_the_least_done
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.screens.offer import SETTERS, Candidate
from wpfagent.runs.explore.screens.seen import plain
from wpfagent.safety.questions import GOING_ON

SHARE, CHANCE = 0.5, 1.0
"""The share of all actions that these rounds may take, and how soon one begins; the oftener there, the rarer."""
MOST_FIELDS, MOST_COMMANDS = 6, 6
"""So many fields and commands a round has: what is left has its turn in the next one."""
OFF = 0.15
"""How often what is on is turned off: what is on changes what commands do, and several together enable some."""
ELSEWHERE = 0.5
"""How often a round is begun on a page where much less was done, where there is one."""
RUNS = 3
"""So often the first command of a round is run: others may take a result that several runs make."""


@dataclass(slots=True)
class Unusual:
    """The rounds that were made.

    Args:
        rounds: how many were made with each command.
        steps: how many actions they took.
    """

    rounds: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def way(self, situation: Situation) -> list[str]:
        """Return the keys of a round: fields, then commands; or the way to a page that needs one more. [] for none."""
        graph, dice = situation.graph, situation.dice
        state = situation.screen.state
        if not situation.asks and (elsewhere := way_to_the_least_done(state, graph, dice, ELSEWHERE)):
            return elsewhere
        fields = [c.key for c in situation.candidates if _is_filled(c, situation)]
        commands = [c.key for c in situation.candidates if _stays(c, situation)]
        if not fields or not commands:
            return []
        commands = sorted(dice.sample(commands, len(commands)), key=self.rounds.__getitem__)[:MOST_COMMANDS]
        if dice.random() >= CHANCE / (1 + self.rounds[commands[0]]):
            return []
        fields = sorted(dice.sample(fields, len(fields)), key=graph.tried.__getitem__)[:MOST_FIELDS]
        several = [commands[0]] * (RUNS - 1) if len(graph.ran.get(commands[0], ())) < RUNS else []
        way = [*fields, *several, *commands]
        if self.steps + len(way) > SHARE * graph.tried.total():
            return []
        self.rounds.update(commands)
        self.steps += len(way)
        return way


def _is_filled(candidate: Candidate, situation: Situation) -> bool:
    """Whether it is a field that was filled in once; what is on mostly stays so."""
    control, graph = candidate.control, situation.graph
    if control is None or control.is_password or not graph.tried[candidate.key] or not graph.is_often(candidate):
        return False
    is_set = candidate.action in SETTERS or (candidate.kind == "setter" and control.control_type == "RadioButton")
    return is_set and not candidate.items and (control.toggle_state != "on" or situation.dice.random() < OFF)


def _stays(candidate: Candidate, situation: Situation) -> bool:
    """Whether it is a command that was used once, and has led nowhere else."""
    graph, control = situation.graph, candidate.control
    if candidate.kind != "command" or candidate.action != "click" or control is None or candidate.items:
        return False
    if plain(control.name) in GOING_ON or turns_back(candidate) or candidate.key in graph.ways.leads:
        return False
    return graph.is_often(candidate) and bool(graph.tried[candidate.key]) and not graph.fails_again(candidate.key)
