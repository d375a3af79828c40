"""Going where something is to be done: known ways, and goals step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from wpfagent.runs.explore.aims.routes import LEAVE, VALID, Goal, Step
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import State, element_of, plain
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.safety.questions import AFFIRMATIVE

NEW_GOALS = 3
"""So many goals are looked at for one that can be begun."""
SOUGHT = 2
"""So often in vain it is gone to where something was offered: it may be offered no more."""
LONGEST_WALK, ASTRAY = 8, 1
"""So many steps the way to one step of a goal may take, and so many more than it seemed to when it was begun."""


@dataclass(slots=True)
class Walker:
    """What is under way.

    Args:
        way: the keys to be done next, one after the other.
        goal: what is aimed at.
        sought: how often it was gone to something that was not come to.
        asked: the place in which a goal was reached: a question that comes up then is answered with yes.
        apart: whether what is entered on the way is what programs treat in a way of its own.
    """

    way: list[str] = field(default_factory=list)
    goal: Goal | None = None
    sought: Counter[str] = field(default_factory=Counter)
    asked: str = ""
    apart: bool = False

    def forget(self) -> None:
        """Give up what is under way."""
        self.way.clear()
        self.goal, self.apart = None, False

    def arrive(self, situation: Situation) -> None:
        """Take note of what is at hand: it was not sought in vain."""
        for key in situation.by_key:
            self.sought.pop(key, None)

    def start_over(self) -> None:
        """A fresh run of the application begins: nothing is under way, and nothing was sought in vain in it."""
        self.forget()
        self.sought.clear()

    def next_step(self, situation: Situation) -> Choice | None:
        """The next step of what is under way; None where nothing is, or it cannot go on."""
        asked, self.asked = self.asked, ""
        if asked and situation.screen.modal and situation.screen.place != asked:
            yes = [c for c in situation.candidates if c.control is not None and plain(c.control.name) in AFFIRMATIVE]
            if yes:
                return situation.fill(yes[0])
        return self.along_the_way(situation) or self.set_out(self.goal, situation)

    def along_the_way(self, situation: Situation) -> Choice | None:
        """The next step of the way that is gone; where that cannot be done here the way is given up.

        But where it is disabled: what enables it comes first, and the end of the way is the goal.
        """
        if self.way and self.way[0] in situation.by_key:
            return situation.fill(situation.by_key[self.way.pop(0)], remembering=True, apart=self.apart)
        way, self.way, self.apart = self.way, [], False
        if not way or element_of(way[0]) not in situation.graph.states[situation.screen.state].shut:
            return None
        if self.sought[way[-1]] >= SOUGHT:
            return None
        self.sought[way[-1]] += 1
        return self.set_out(Goal(way[-1], [Step(way[-1])]), situation)

    def set_out(self, goal: Goal | None, situation: Situation) -> Choice | None:
        """The next step toward a goal, which is followed from now on; None where there is none, or no way to it."""
        self.goal = goal
        return self._toward(goal, situation) if goal is not None else None

    def toward_new_goal(self, situation: Situation, *, forms: bool, here: bool = False) -> Choice | None:
        """The first step toward a new goal; one that cannot be begun makes room for the next. See `next_goal`."""
        for _ in range(NEW_GOALS):
            goal = situation.planner.next_goal(situation.screen.state, situation.dice, forms=forms, here=here)
            if (step := self.set_out(goal, situation)) is not None or goal is None:
                return step
        return None

    def seek(self, situation: Situation, is_unknown: Callable[[str], bool]) -> Choice | None:
        """The first step to the nearest thing that is unknown; what was sought in vain is not sought for ever.

        What unfolds comes first: a command of an open menu would close it with the part that was not looked into. What
        is disabled counts where it is known what enables it: in a fresh run it is disabled again.
        """
        graph, state = situation.graph, situation.screen.state
        unknown = {key for key in graph.offers if self.sought[key] < SOUGHT and is_unknown(key)}
        by_element = {element: key for key in unknown if (element := element_of(key)) in graph.ways.enablers}
        found: list[str] = []

        def is_wanted(other: State) -> bool:
            ready = other.offered.keys() & unknown if other.id != state else set[str]()
            shut = {by_element[element] for element in other.shut & by_element.keys()}
            found[:] = sorted(ready | shut, key=lambda key: (not key.startswith("expand "), key))
            return bool(found)

        if not unknown or not (is_wanted(graph.states[state]) or graph.ways.way(state, is_wanted)):
            return None
        self.sought.update(found)
        return self.set_out(Goal(found[0], [Step(found[0])]), situation)

    def _toward(self, goal: Goal, situation: Situation) -> Choice | None:
        """The next step toward a goal: done here, or the way to where it can be done; None gives it up."""
        graph, state, by_key = situation.graph, situation.screen.state, situation.by_key
        while goal.steps and goal.left > 0:
            goal.left -= 1
            step = goal.steps[0]
            is_here = graph.states[state].shows(step.key)
            if step.key == LEAVE:
                goal.steps.pop(0)
                if (away := self._leave(goal, situation)) is not None:
                    return away
                continue
            if (step.kind == LEAVE and is_here) or (len(goal.steps) > 1 and _is_held(step, graph, situation.screen)):
                goal.steps.pop(0)  # being back is enough: what is shown now is looked at
                continue
            if step.key in by_key:
                goal.steps.pop(0)
                goal.walked = 0
                wanted = "" if step.kind == VALID else step.kind
                choice = situation.fill(by_key[step.key], remembering=True, valid=bool(step.kind), wanted=wanted)
                if step.kind == VALID and goal.steps and situation.has_it(choice):
                    graph.odd.discard(element_of(step.key))
                    continue
                self.goal = goal if goal.steps else None
                if not goal.steps:
                    del self.sought[goal.command]
                self.asked = "" if goal.steps else situation.screen.place
                return choice
            key = self._way_to(step, goal, situation, is_here=is_here)
            if self._prepare(key, goal, situation):
                continue
            if key in by_key:
                goal.walked += 1
                return situation.fill(by_key[key], remembering=True)
            if is_here and key == goal.command and not goal.plan:  # it is disabled still
                return self.set_out(situation.planner.still_shut(key, situation.screen, situation.dice), situation)
            if len(goal.steps) == 1 or goal.plan:
                break
            goal.steps.pop(0)  # it cannot be reached now: the rest of the goal may do without
            goal.walked = 0
        self.goal = None
        return None

    def _leave(self, goal: Goal, situation: Situation) -> Choice | None:
        """The first step away from the page of a goal's command; None where the command itself has left it."""
        graph, state = situation.graph, situation.screen.state
        if not graph.states[state].shows(goal.command):
            return None
        self.way = graph.ways.way(state, lambda s: s.is_page_without([goal.command]), situation.by_key)
        return self.along_the_way(situation)

    def _way_to(self, step: Step, goal: Goal, situation: Situation, *, is_here: bool) -> str:
        """What is done next to come to a step: itself where it is shown; '' without a way."""
        if is_here:
            return step.key
        if goal.walked and goal.walked >= goal.reach:
            return ""
        way = situation.graph.ways.way_to(situation.screen.state, step.key, situation.by_key)
        if not goal.walked:
            goal.reach = min(len(way) + ASTRAY, LONGEST_WALK)
        return next(iter(way), "")

    def _prepare(self, key: str, goal: Goal, situation: Situation) -> bool:
        """Put before a step what it needs, once; return whether there is such a thing."""
        if not key or key in goal.prepared:
            return False
        goal.prepared.add(key)
        needed = situation.planner.preparing(key, is_shut=key not in situation.by_key)
        goal.steps[:0] = needed
        goal.left += 2 * len(needed) + 1
        return bool(needed)


def _is_held(step: Step, graph: Graph, screen: Screen) -> bool:
    """Whether a field holds already what a step would enter, or what it would tick or select is on."""
    if step.kind != VALID and graph.holds(step.key, step.kind):
        return True
    control = next((p.control for p in screen.places if p.key == element_of(step.key)), None)
    if control is None or control.control_type not in ("CheckBox", "RadioButton", "ListItem", "Button"):
        return False
    return control.toggle_state == "on" or bool(control.selected)
