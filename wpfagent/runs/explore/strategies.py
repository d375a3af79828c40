"""How the next action is chosen. All three draw from the same dice and see sorted candidates: a seed gives one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from wpfagent.runs.explore.arguments import Choice, Mood, choice_of
from wpfagent.runs.explore.candidates import Candidate
from wpfagent.runs.explore.goals import Reader
from wpfagent.runs.explore.graph import LEAST_WEIGHT, Graph
from wpfagent.runs.explore.habits import Habits
from wpfagent.runs.explore.roaming import way_to_the_least_done
from wpfagent.runs.explore.routes import LEAVE, Goal, Step
from wpfagent.runs.explore.screen import Screen
from wpfagent.runs.explore.seen import State, element_of
from wpfagent.runs.explore.suspicions import Suspicions
from wpfagent.runs.explore.texts import TEXTS

WAY_CHANCE = 0.6
"""How often the way back to something untried is taken where nothing untried is near."""
TEXT_BONUS = 1.2
"""What a text field is worth in which nothing was typed yet, beside a control that was never used (1)."""
GOAL_CHANCE = 0.45
"""How often a command is aimed at, what it takes into account being entered first."""
LEADING_ON = 0.4
"""How much rarer a command is tried with other values that has only led to other states from here."""
FAILING = 0.01
"""How much rarer something is done that is known to fail as things stand."""
FAILED = 40
"""A kind of value that something failed with counts as tried so often more."""
SURE_CHANCE = 0.95
"""How often what was never run comes first where commands say what they take into account."""
NEW_GOALS = 3
"""So many goals are looked at for one that can be begun."""
LEAVING = 0.1
"""How much rarer something new is done that leads to another page, where something else new is at hand."""
DUE_CHANCE = 0.85
"""How often a command at hand is run there that has never met what is entered of what it names."""
SOUGHT = 2
"""So often it is gone to where something was offered that was never done: it may be offered no more."""
LONGEST_WALK = 8
"""So many steps the way to one step of a goal may take."""
SPENT = 0.1
"""How much rarer a command is run again there, when what it takes into account is as it was before."""
FRESH_CHANCE = 0.75
"""How often something that was never done at all is taken where there is such a thing."""
AGAIN_CHANCE = 0.08
"""How often a command is run again at once, some times: what grows, breaks or stays disabled shows then."""
FOLLOW_CHANCE = 0.2
"""How often what was just entered is followed by a command that has never met it."""
COMMAND_CHANCE = 0.3
"""How often a command is run that has never met the values that are entered now."""


@dataclass(slots=True)
class Situation:
    """What a strategy chooses from.

    Args:
        screen: what is shown.
        candidates: what could be done, sorted.
        graph: what is known.
        dice: the randomness.
        reader: what commands say about themselves, and the items of combo boxes.
    """

    screen: Screen
    candidates: Sequence[Candidate]
    graph: Graph
    dice: Random
    reader: Reader

    def fill(self, candidate: Candidate, *, remembering: bool = False, mood: Mood = "any", wanted: str = "") -> Choice:
        """Return a candidate with its arguments; `remembering` prefers kinds of argument that were tried less."""
        tried: Counter[str] | None = None
        if remembering:
            tried = self.graph.kinds[candidate.key]
            if candidate.key in self.graph.failing:
                tried = tried + Counter({k: n * FAILED for k, n in self.graph.failing[candidate.key].items()})
        return choice_of(candidate, self.screen, self.dice, tried=tried, known_items=self.reader.items,
                         mood=mood, wanted=wanted)  # fmt: skip


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

    Where nothing untried is near, the known way to the nearest state with something untried is taken. Where commands
    say what they take into account, that is entered first (see `goals`).
    """

    def __init__(self) -> None:
        self._way: list[str] = []
        self._last = ""
        self._goal: Goal | None = None
        self._habits = Habits()
        self._suspicions = Suspicions()
        self._sought: Counter[str] = Counter()

    def choose(self, situation: Situation) -> Choice:
        """Return the next action."""
        choice = self._chosen(situation)
        is_command = choice.candidate.kind == "command"
        self._last = choice.key if is_command else ""
        if is_command:
            situation.reader.note(choice.key)
        return choice

    def _chosen(self, situation: Situation) -> Choice:
        reader, graph, dice, state = situation.reader, situation.graph, situation.dice, situation.screen.state
        by_key = {c.key: c for c in situation.candidates}
        told = reader.is_talkative
        if not self._way and self._goal is None and not told:
            habit = self._habits.next_key(situation.screen, situation.candidates, graph, dice)
            if habit is not None:
                return situation.fill(by_key[habit[0]], remembering=True, mood=habit[1])
            self._way = way_to_the_least_done(state, graph, dice)
        if told and not self._way:
            self._way = self._suspicions.series(situation.screen, situation.candidates, reader, dice)
        if not self._way and not told and self._last in by_key and dice.random() < AGAIN_CHANCE:
            self._way = [self._last] * dice.randint(1, 2)
        if (step := self._along_the_way(situation, by_key)) is not None:
            return step
        if (step := self._set_out(self._goal, situation, by_key)) is not None:
            return step
        if told:
            return self._as_told(situation, by_key)
        if (step := self._follow_up(situation)) is not None:
            return step
        fresh = [c for c in situation.candidates if not graph.tried[c.key] and c.weight >= LEAST_WEIGHT]
        if fresh and dice.random() < FRESH_CHANCE:
            return self._draw(situation, fresh, [c.weight for c in fresh])
        if not fresh and dice.random() < WAY_CHANCE:
            found = self._seek(state, graph, graph.is_untried)
            if (step := self._set_out(found, situation, by_key)) is not None:
                return step
        if dice.random() < GOAL_CHANCE:
            step = self._toward_new_goal(situation, by_key)
            if step is not None:
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
                * graph.locality(c.key)
                * (LEADING_ON if state not in leads_on.get(c.key, (state,)) else 1.0)
                / (1 + graph.tried[c.key]) ** 1.2
                for c, n in commands.items()
            ]
            return self._draw(situation, list(commands), weights)
        weights = [self._score(c, state, graph) for c in situation.candidates]
        return self._draw(situation, situation.candidates, weights)

    def _as_told(self, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice:
        """The next action where commands say what they take into account: every command once, then goals.

        Fields are filled in for commands, not for themselves.
        """
        reader, graph, dice, state = situation.reader, situation.graph, situation.dice, situation.screen.state
        doubted = self._suspicions.look_again(situation.screen, graph, dice)
        if (step := self._set_out(doubted, situation, by_key)) is not None:
            return step
        fresh = [c for c in situation.candidates if c.weight >= LEAST_WEIGHT and graph.is_unknown(c.key)]
        if fresh and dice.random() < SURE_CHANCE:
            return self._draw(situation, fresh, [c.weight * (LEAVING if _leaves(c) else 1.0) for c in fresh])
        if not fresh and dice.random() < SURE_CHANCE:
            found = self._seek(state, graph, graph.is_unknown)
            if (step := self._set_out(found, situation, by_key)) is not None:
                return step
        due = [c for c in situation.candidates if c.kind == "command" and not graph.fails_again(c.key)
               and reader.is_due(c.key)]  # fmt: skip
        if due and dice.random() < DUE_CHANCE:
            return self._draw(situation, due, [c.weight for c in due])
        if (step := self._follow_up(situation)) is not None:
            return step
        step = self._toward_new_goal(situation, by_key)
        if step is not None:
            return step
        weights = [
            self._score(c, state, graph) * (SPENT if self._is_spent(c, graph, reader) else 1.0)
            for c in situation.candidates
        ]
        return self._draw(situation, situation.candidates, weights)

    def _follow_up(self, situation: Situation) -> Choice | None:
        """Now and then a command that has never met what was just entered."""
        graph = situation.graph
        if not graph.latest or situation.dice.random() >= FOLLOW_CHANCE:
            return None
        unmet = [
            c
            for c in situation.candidates
            if c.kind == "command" and graph.never_met_latest(c.key) and not graph.fails_again(c.key)
        ]
        weights = [c.weight * graph.locality(c.key) / (1 + graph.tried[c.key]) for c in unmet]
        return self._draw(situation, unmet, weights) if unmet else None

    def _along_the_way(self, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice | None:
        """The next step of the way that is gone; where that cannot be done here the way is given up."""
        if self._way and self._way[0] in by_key:
            return situation.fill(by_key[self._way.pop(0)], remembering=True)
        self._way.clear()
        return None

    def _toward_new_goal(self, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice | None:
        """The first step toward a new goal; one that cannot be begun makes room for the next."""
        for _ in range(NEW_GOALS):
            goal = situation.reader.next_goal(situation.screen.state, situation.dice)
            if (step := self._set_out(goal, situation, by_key)) is not None or goal is None:
                return step
        return None

    def _set_out(self, goal: Goal | None, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice | None:
        """The next step toward a goal, which is followed from now on; None where there is none, or no way to it."""
        self._goal = goal
        return self._toward_goal(goal, situation, by_key) if goal is not None else None

    def _seek(self, state: str, graph: Graph, is_unknown: Callable[[str], bool]) -> Goal | None:
        """The nearest thing that is unknown, as a goal; what was sought in vain is not sought for ever."""
        unknown = {key for key in graph.offers if self._sought[key] < SOUGHT and is_unknown(key)}
        found: list[str] = []

        def is_wanted(other: State) -> bool:
            found[:] = sorted(other.offered.keys() & unknown)
            return bool(found)

        if not unknown or not graph.ways.way(state, is_wanted):
            return None
        self._sought.update(found)
        return Goal(found[0], [Step(found[0])], mood="any")

    def _is_spent(self, candidate: Candidate, graph: Graph, reader: Reader) -> bool:
        """Whether a command would only do once more what it did, as far as it says what it takes into account."""
        if candidate.kind != "command" or not graph.tried[candidate.key]:
            return False
        return reader.has_met(candidate.key)

    def _toward_goal(self, goal: Goal, situation: Situation, by_key: Mapping[str, Candidate]) -> Choice | None:
        """The next step toward a goal: done here, or the way to where it can be done; None gives it up."""
        graph, state = situation.graph, situation.screen.state
        while goal.steps and goal.left > 0:
            goal.left -= 1
            step = goal.steps[0]
            is_here = graph.states[state].shows(step.key)
            if step.key == LEAVE:
                goal.steps.pop(0)
                if not graph.states[state].shows(goal.command):
                    continue  # the command itself has left the page
                self._way = graph.ways.way(state, lambda s: s.is_page_without([goal.command]), by_key)
                if (away := self._along_the_way(situation, by_key)) is not None:
                    return away
                continue
            if step.kind == LEAVE and is_here:
                goal.steps.pop(0)  # being back is enough: what is shown now is looked at
                continue
            if len(goal.steps) > 1 and (_holds(step.key, situation.screen) or graph.holds(step.key, step.kind)):
                goal.steps.pop(0)
                continue
            if step.key in by_key:
                goal.steps.pop(0)
                goal.walked = 0
                self._goal = goal if goal.steps else None
                mood: Mood = "careful" if step.kind else goal.mood
                return situation.fill(by_key[step.key], remembering=True, mood=mood, wanted=step.kind)
            way = [] if is_here or goal.walked >= LONGEST_WALK else graph.ways.way_to(state, step.key, by_key)
            key = step.key if is_here else way[0] if way else ""
            if key and key not in goal.prepared:
                goal.prepared.add(key)
                needed = situation.reader.preparing(key, is_shut=key not in by_key)
                goal.steps[:0] = needed
                goal.left += 2 * len(needed) + 1
                if needed:
                    continue
            if key in by_key:
                goal.walked += 1
                return situation.fill(by_key[key], remembering=True)
            if len(goal.steps) == 1 or goal.plan:
                break
            goal.steps.pop(0)  # it cannot be reached now: the rest of the goal may do without
            goal.walked = 0
        self._goal = None
        return None

    def _draw(self, situation: Situation, candidates: Sequence[Candidate], weights: Sequence[float]) -> Choice:
        graph = situation.graph
        drawn = [
            w * (FAILING if graph.fails_again(c.key) else 1.0 / (1 + graph.blame.times[c.key]))
            for c, w in zip(candidates, weights, strict=True)
        ]
        return situation.fill(situation.dice.choices(candidates, drawn)[0], remembering=True)

    def _score(self, candidate: Candidate, state: str, graph: Graph) -> float:
        """The least tried is worth most; what mostly came to nothing is worth less."""
        key = candidate.key
        here, all_over = graph.states[state].tried[key], graph.tried[key]
        idle = graph.idle[key] / all_over if all_over else 0.0
        worth: float = 1.0 / ((1 + here) ** 2 * (1 + all_over) ** 0.8)
        if candidate.action == "type_text":
            worth += TEXT_BONUS / (1 + all_over / len(TEXTS))
        elif candidate.kind == "setter" or (candidate.place is not None and candidate.place.group):
            worth += 0.3 / (1 + 0.2 * all_over)
        return max(1e-4, candidate.weight * worth * (1.0 - 0.6 * idle))


def _leaves(candidate: Candidate) -> bool:
    """Whether something leads to another page by its kind; a button may do so, too, and nobody knows yet."""
    listed = candidate.action == "select_item" and candidate.place is not None and bool(candidate.place.group)
    return listed or candidate.kind == "page" or candidate.action == "menu"


def _holds(key: str, screen: Screen) -> bool:
    """Whether what a goal would tick or select is on already."""
    element = element_of(key)
    control = next((p.control for p in screen.places if p.key == element), None)
    if control is None or control.control_type not in ("CheckBox", "RadioButton", "ListItem", "Button"):
        return False
    return control.toggle_state == "on" or bool(control.selected)


STRATEGIES: Mapping[str, Callable[[], Uniform | Weighted | Novelty]] = MappingProxyType(
    {"uniform": Uniform, "weighted": Weighted, "novelty": Novelty}
)
