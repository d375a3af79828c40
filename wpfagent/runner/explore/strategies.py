"""How the next action is chosen. All three draw from the same dice and see sorted candidates: a seed gives one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from wpfagent.runner.explore.arguments import Choice, Mood, choice_of
from wpfagent.runner.explore.candidates import Candidate
from wpfagent.runner.explore.goals import Goal, goal_of
from wpfagent.runner.explore.graph import LEAST_WEIGHT, Graph
from wpfagent.runner.explore.screen import Screen
from wpfagent.runner.explore.texts import TEXTS

WAY_CHANCE = 0.6
"""How often the way back to something untried is taken where nothing untried is near."""
TEXT_BONUS = 0.6
"""What a text field is worth in which no kind of text was tried yet, beside a control that was never used (1)."""
GOAL_CHANCE = 0.45
"""How often a command is aimed at, what it takes into account being entered first."""
LEADING_ON = 0.4
"""How much rarer a command is tried with other values that has only led to other states from here."""
FAILING = 0.002
"""How much rarer something is done that is known to fail as things stand."""
FRESH_CHANCE = 0.75
"""How often something that was never done at all is taken where there is such a thing."""
AGAIN_CHANCE = 0.08
"""How often a command is run again at once, some times: what grows, breaks or stays disabled shows then."""
FOLLOW_CHANCE = 0.2
"""How often what was just entered is followed by a command that has never met it."""
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

    def fill(self, candidate: Candidate, *, remembering: bool = False, mood: Mood = "any") -> Choice:
        """Return a candidate with its arguments; `remembering` prefers kinds of argument that were tried less."""
        tried = self.graph.kinds[candidate.key] if remembering else None
        return choice_of(candidate, self.screen, self.dice, tried=tried, known_items=self.known_items,
                         mood=mood)  # fmt: skip


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
        self._goal: Goal | None = None
        self._aimed: Counter[str] = Counter()

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
        if self._goal is not None and (step := self._toward_goal(situation, by_key)) is not None:
            return step
        if graph.latest and dice.random() < FOLLOW_CHANCE:
            unmet = [
                c
                for c in situation.candidates
                if c.kind == "command" and graph.never_met_latest(c.key) and not graph.fails_again(c.key)
            ]
            if unmet:
                return self._draw(situation, unmet, [c.weight / (1 + graph.tried[c.key]) ** 0.5 for c in unmet])
        fresh = [c for c in situation.candidates if not graph.tried[c.key] and c.weight >= LEAST_WEIGHT]
        if fresh and dice.random() < FRESH_CHANCE:
            return self._draw(situation, fresh, [c.weight for c in fresh])
        if not fresh and dice.random() < WAY_CHANCE:
            self._way = graph.way_to_untried(state)
            if self._way and self._way[0] in by_key:
                return situation.fill(by_key[self._way.pop(0)], remembering=True)
            self._way.clear()
        if not self._goal and dice.random() < GOAL_CHANCE / (1 + self._least_aimed(graph)):
            self._goal = self._new_goal(situation)
            if self._goal is not None and (step := self._toward_goal(situation, by_key)) is not None:
                return step
        near = {p.key for p in situation.screen.places}
        commands = {
            c: n
            for c in situation.candidates
            if c.kind == "command" and (n := graph.new_pairs(c.key, near)) and not graph.fails_again(c.key)
        }
        if commands and dice.random() < COMMAND_CHANCE:
            leads_on = graph.states[state].ways
            weights = [
                c.weight
                * n
                * (LEADING_ON if state not in leads_on.get(c.key, (state,)) else 1.0)
                / (1 + graph.tried[c.key]) ** 0.8
                for c, n in commands.items()
            ]
            return self._draw(situation, list(commands), weights)
        weights = [self._score(c, state, graph) for c in situation.candidates]
        return self._draw(situation, situation.candidates, weights)

    def _least_aimed(self, graph: Graph) -> int:
        """How often each command was aimed at, at least: the more, the less is left to gain."""
        return min((self._aimed[key] for key, known in graph.controls.items() if known.told), default=0)

    def _new_goal(self, situation: Situation) -> Goal | None:
        """A command that was aimed at least, of those that are known; those that are at hand come before others."""
        graph, dice = situation.graph, situation.dice
        here = {c.key for c in situation.candidates if c.kind == "command"}
        known = [k for key in sorted(graph.controls) if (k := graph.controls[key]).told and not k.refused]
        if not known:
            return None
        weights = [
            (4.0 if f"click {k.key}" in here else 1.0) * (3.0 if not k.used else 1.0) / (1 + self._aimed[k.key]) ** 2
            for k in known
        ]
        chosen = dice.choices(known, weights)[0]
        self._aimed[chosen.key] += 1
        goal = goal_of(chosen, graph, dice)
        return None if goal is None or graph.fails_again(goal.command) else goal

    def _toward_goal(self, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice | None:
        """The next step toward the goal: done here, or the way to where it can be done; None gives it up."""
        goal = self._goal
        assert goal is not None
        while goal.steps and goal.left > 0:
            goal.left -= 1
            key = goal.steps[0]
            if len(goal.steps) > 1 and _holds(key, situation.screen):
                goal.steps.pop(0)
                continue
            if key in by_key:
                goal.steps.pop(0)
                if not goal.steps:
                    self._goal = None
                return situation.fill(by_key[key], remembering=True, mood=goal.mood)
            way = situation.graph.way_to(situation.screen.state, key)
            if way and way[0] in by_key:
                return situation.fill(by_key[way[0]], remembering=True)
            if len(goal.steps) == 1:
                break
            goal.steps.pop(0)  # it cannot be reached now: the rest of the goal may do without
        self._goal = None
        return None

    def _draw(self, situation: Situation, candidates: Sequence[Candidate], weights: Sequence[float]) -> Choice:
        fails = situation.graph.fails_again
        drawn = [w * (FAILING if fails(c.key) else 1.0) for c, w in zip(candidates, weights, strict=True)]
        return situation.fill(situation.dice.choices(candidates, drawn)[0], remembering=True)

    def _score(self, candidate: Candidate, state: str, graph: Graph) -> float:
        """The least tried is worth most; what mostly came to nothing is worth less."""
        key = candidate.key
        here, all_over = graph.states[state].tried[key], graph.tried[key]
        idle = graph.idle[key] / all_over if all_over else 0.0
        worth: float = 1.0 / ((1 + here) ** 2 * (1 + all_over) ** 0.8)
        if candidate.action == "type_text":
            worth += TEXT_BONUS * max(0.1, 1 - len(graph.kinds[key]) / len(TEXTS))
        elif candidate.kind == "setter":
            worth += 0.3 / (1 + 0.2 * all_over)
        return max(1e-4, candidate.weight * worth * (1.0 - 0.6 * idle))


def _holds(key: str, screen: Screen) -> bool:
    """Whether what a goal would tick or select is on already."""
    element = key.split(" ", 1)[-1]
    control = next((p.control for p in screen.places if p.key == element), None)
    if control is None or control.control_type not in ("CheckBox", "RadioButton", "ListItem", "Button"):
        return False
    return control.toggle_state == "on" or bool(control.selected)


STRATEGIES: Mapping[str, Callable[[], Uniform | Weighted | Novelty]] = MappingProxyType(
    {"uniform": Uniform, "weighted": Weighted, "novelty": Novelty}
)
