"""How the next action is chosen. All three draw from the same dice and see sorted candidates: a seed gives one run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from wpfagent.runner.explore.arguments import Choice, choice_of
from wpfagent.runner.explore.candidates import Candidate
from wpfagent.runner.explore.graph import LEAST_WEIGHT, Graph
from wpfagent.runner.explore.screen import Screen
from wpfagent.runner.explore.texts import TEXTS

WAY_CHANCE = 0.6
"""How often the way back to something untried is taken where nothing untried is near."""
TEXT_BONUS = 0.6
"""What a text field is worth in which no kind of text was tried yet, beside a control that was never used (1)."""
FAILING = 0.02
"""How much rarer something is done that is known to fail as things stand."""
FRESH_CHANCE = 0.75
"""How often something that was never done at all is taken where there is such a thing."""
AGAIN_CHANCE = 0.08
"""How often a command is run again at once, some times: what grows, breaks or stays disabled shows then."""
COMMAND_CHANCE = 0.4
"""How often a command is run that has never met the values that are entered now."""


@dataclass(slots=True)
class Situation:
    """What a strategy chooses from.

    Args:
        screen: what is shown.
        candidates: what could be done, sorted.
        graph: what is known.
        dice: the randomness.
        known_items: the items of combo boxes.
    """

    screen: Screen
    candidates: Sequence[Candidate]
    graph: Graph
    dice: Random
    known_items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def fill(self, candidate: Candidate, *, remembering: bool = False, sensible: bool = False) -> Choice:
        """Return a candidate with its arguments; `remembering` prefers kinds of argument that were tried less."""
        tried = self.graph.kinds[candidate.key] if remembering else None
        return choice_of(candidate, self.screen, self.dice, tried=tried, known_items=self.known_items,
                         sensible=sensible)  # fmt: skip


class Uniform:
    """Any candidate, each as likely as the others."""

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        return situation.fill(situation.dice.choice(situation.candidates))


class Weighted:
    """Any candidate, by its weight."""

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        found = situation.candidates
        return situation.fill(situation.dice.choices(found, [c.weight for c in found])[0])


class Novelty:
    """What was tried least in this state, and least at all; commands again once other values are entered.

    Where nothing untried is near, the known way to the nearest state with something untried is taken.
    """

    def __init__(self) -> None:
        self._way: list[str] = []
        self._last = ""

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        choice = self._chosen(situation)
        self._last = choice.key if choice.candidate.kind == "command" else ""
        return choice

    def _chosen(self, situation: Situation) -> Choice:
        graph, dice, state = situation.graph, situation.dice, situation.screen.state
        by_key = {c.key: c for c in situation.candidates}
        if not self._way and self._last in by_key and dice.random() < AGAIN_CHANCE:
            self._way = [self._last] * dice.randint(1, 2)
        if self._way:
            key = self._way.pop(0)
            if key in by_key:
                return situation.fill(by_key[key], remembering=True)
            self._way.clear()
        fresh = [c for c in situation.candidates if not graph.tried[c.key] and c.weight >= LEAST_WEIGHT]
        if fresh and dice.random() < FRESH_CHANCE:
            return self._draw(situation, fresh, [c.weight for c in fresh])
        if not fresh and dice.random() < WAY_CHANCE:
            self._way = graph.way_to_untried(state)
            if self._way and self._way[0] in by_key:
                return situation.fill(by_key[self._way.pop(0)], remembering=True)
            self._way.clear()
        commands = {c: n for c in situation.candidates if c.kind == "command" and (n := graph.new_pairs(c.key))}
        if commands and dice.random() < COMMAND_CHANCE:
            weights = [c.weight * n / (1 + graph.tried[c.key]) ** 0.5 for c, n in commands.items()]
            return self._draw(situation, list(commands), weights)
        weights = [self._score(c, state, graph) for c in situation.candidates]
        return self._draw(situation, situation.candidates, weights)

    def _draw(self, situation: Situation, candidates: Sequence[Candidate], weights: Sequence[float]) -> Choice:
        fails = situation.graph.fails_again
        drawn = [w * (FAILING if fails(c.key) else 1.0) for c, w in zip(candidates, weights, strict=True)]
        return situation.fill(situation.dice.choices(candidates, drawn)[0], remembering=True)

    def _score(self, candidate: Candidate, state: str, graph: Graph) -> float:
        """The least tried is worth most; what mostly came to nothing is worth less."""
        key = candidate.key
        here, all_over = graph.states[state].tried[key], graph.tried[key]
        idle = graph.idle[key] / all_over if all_over else 0.0
        worth: float = 1.0 / ((1 + here) ** 2 * (1 + all_over) ** 0.5)
        if candidate.action == "type_text":
            worth += TEXT_BONUS * max(0.1, 1 - len(graph.kinds[key]) / len(TEXTS))
        elif candidate.kind == "setter":
            worth += 0.3 / (1 + 0.2 * all_over)
        return max(1e-4, candidate.weight * worth * (1.0 - 0.6 * idle))


STRATEGIES: Mapping[str, Callable[[], Uniform | Weighted | Novelty]] = MappingProxyType(
    {"uniform": Uniform, "weighted": Weighted, "novelty": Novelty}
)
