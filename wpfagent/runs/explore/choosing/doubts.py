"""What looks wrong is looked at again: what grows, what seems to do nothing, what stays disabled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field

from wpfagent.runs.explore.aims.routes import LEAVE, Goal, Step
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import element_of, family_of

AGAIN_CHANCE, AGAIN = 0.15, 2
"""How often a command that had an effect is run so many times more at once, the oftener that was done the rarer.

What takes several runs, grows or breaks shows then.
"""
DOUBTS = 3
"""So often in one run a command is used that did nothing, other things having had an effect between."""
FEW_TIMES = 2
"""So often a command may have worked that has nothing more to do now."""
MOST_CHECKS = 4
"""So often it is checked at most whether a command does nothing."""
MOST_GROWN = 10
"""So often a command is run once more at most because the program held more after it: enough to be sure."""
MOST_WARNED = 2
"""So often one is run once more after which something may have been wrong."""
LOOKS, LOOK_CHANCE = 3, 0.15
"""So often the page of a command is looked at again that its own use has disabled, and how soon."""
LOOK_AFTER = 40
"""So many actions after its use, or after the last look, at the earliest: what it has started may take its time."""


@dataclass(slots=True)
class Doubts:
    """What is looked at again.

    Args:
        repeated: how often each command was run several times in a row.
        grown: how often each command was run once more because the program held more after it.
        warned: the same, because something may have been wrong after it.
        doubted: the commands that had no effect when they were run last.
        checked: how often each command was run once more because of that.
        stuck: how often the page of each command that its own use has disabled is to be looked at again.
        looked: after how many actions that was done last, or it was disabled last.
        disabled: the commands that their own use has disabled in this run: one that is enabled again is not stuck.
    """

    repeated: Counter[str] = field(default_factory=Counter)
    grown: Counter[str] = field(default_factory=Counter)
    warned: Counter[str] = field(default_factory=Counter)
    doubted: set[str] = field(default_factory=set)
    checked: Counter[str] = field(default_factory=Counter)
    stuck: dict[str, int] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)
    disabled: set[str] = field(default_factory=set)

    def start_over(self) -> None:
        """A fresh run of the application begins: what is enabled now says nothing of the run before."""
        self.disabled.clear()

    def note(self, situation: Situation) -> None:
        """Take note of what the last command came to."""
        key, effect = situation.graph.last
        for element in {p.key for p in situation.screen.places if p.control.enabled} & self.disabled:
            self.disabled.discard(element)
            self.stuck[element] = 0
        if not key.startswith("click "):
            return
        self._note_stuck(element_of(key), situation.screen, situation.graph)
        if effect == "confirmed":
            self.doubted.discard(key)
        else:
            self.doubted.add(key)

    def series(self, situation: Situation) -> list[str]:
        """Return what is run next because of what the last command came to: it once more, or [].

        One that seems to do nothing is run again after another one that does something: at once, or when that comes.
        """
        self.note(situation)
        graph, dice = situation.graph, situation.dice
        key, effect = graph.last
        here = {c.key for c in situation.candidates if c.kind == "command" and not graph.fails_again(c.key)}
        if (more := self._grown(key, here, graph)) is not None:
            return [more]
        between = [c.key for c in situation.candidates if c.key != key and _is_plain(c, situation)]
        if between and self._is_doubted(key, here, graph):
            self.checked[family_of(key)] += 1
            return [dice.choice(between), key]
        for other in sorted(self.doubted):
            if effect == "confirmed" and other != key and self._is_doubted(other, here, graph):
                self.checked[family_of(other)] += 1
                return [other]
        if effect == "confirmed" and key in here and dice.random() < AGAIN_CHANCE / (1 + 3 * self.repeated[key]):
            self.repeated[key] += 1
            return [key] * AGAIN
        return []

    def _grown(self, key: str, here: Container[str], graph: Graph) -> str | None:
        """The command to be run once more because the program held more after it: the last one, or one at hand."""
        is_more = self.grown[key] > 1 and key in here  # a collection may have hidden what was added
        due = [key] if is_more or key in graph.grown else []
        for one in (*due, *sorted(graph.grown)):
            again = next((k for k in (one, graph.ways.twin(one)) if k is not None and k in here), None)
            if again is not None:
                graph.grown.discard(one)
                self.grown[again] += 1
                if self.grown[again] <= MOST_GROWN:
                    return again
        return None

    def _is_doubted(self, key: str, here: Container[str], graph: Graph) -> bool:
        """Whether a command that can be run here seems to do nothing, and was not run often enough to tell.

        One that worked a few times may have nothing more to do; one that worked more often has become dead.
        """
        known = graph.control_of(key)
        return (
            key in here
            and (known is None or not 0 < known.confirmed <= FEW_TIMES)
            and key in self.doubted
            and graph.dead[key] < DOUBTS
            and self.checked[family_of(key)] < MOST_CHECKS
        )

    def look_again(self, situation: Situation) -> Goal | None:
        """Return the goal to run a command again after which something may have been wrong, or that never did anything.

        Or to use one again that was disabled by its own use, leave its page and come back; None where none is due. What
        is known to fail, or to end the program, as things stand is in no doubt.
        """
        screen, graph, dice = situation.screen, situation.graph, situation.dice
        for key in sorted(k for k in graph.warned if not graph.fails_again(k)):
            if self.warned[key] < MOST_WARNED and dice.random() < LOOK_CHANCE:
                self.warned[key] += 1
                return Goal(key, [Step(key)])
        for key in sorted(k for k in self.doubted if not graph.fails_again(k)):
            known = graph.control_of(key)
            idle = known is not None and not known.confirmed and graph.dead[key] < DOUBTS
            if idle and self.checked[family_of(key)] < MOST_CHECKS and dice.random() < LOOK_CHANCE:
                self.checked[family_of(key)] += 1
                return Goal(key, [Step(key)])
        done = graph.tried.total()
        for element in sorted(self.stuck):
            due = self.stuck[element] and done - self.looked[element] >= LOOK_AFTER
            if due and not screen.modal and dice.random() < LOOK_CHANCE:
                self.stuck[element] -= 1
                self.looked[element] = done
                key = f"click {element}"
                return Goal(key, [Step(key), Step(LEAVE), Step(key, LEAVE)])
        return None

    def _note_stuck(self, element: str, screen: Screen, graph: Graph) -> None:
        place = next((p for p in screen.places if p.key == element), None)
        if place is not None and not place.control.enabled and element:
            self.stuck.setdefault(element, LOOKS)
            self.disabled.add(element)
            self.looked[element] = graph.tried.total()


def _is_plain(candidate: Candidate, situation: Situation) -> bool:
    """Whether it is a command that has an effect, stays on its page and takes nothing into account."""
    graph = situation.graph
    known = graph.control_of(candidate.key)
    return (
        candidate.action == "click"
        and candidate.kind == "command"
        and known is not None
        and known.confirmed == known.used > 0
        and candidate.key not in graph.ways.leads
        and not graph.fails_again(candidate.key)
        and not situation.planner.named(known)
    )
