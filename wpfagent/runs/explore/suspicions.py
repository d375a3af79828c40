"""What looks wrong is looked at again: what grows, what seems to do nothing, what stays disabled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from random import Random

from wpfagent.runs.explore.candidates import Candidate
from wpfagent.runs.explore.goals import Reader
from wpfagent.runs.explore.graph import Graph
from wpfagent.runs.explore.routes import LEAVE, Goal, Step
from wpfagent.runs.explore.screen import Screen
from wpfagent.runs.explore.seen import element_of

DOUBTS = 3
"""So often in one run a command is used that did nothing, other things having had an effect between."""
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
class Suspicions:
    """What is looked at again, where commands say what they take into account.

    Args:
        grown: how often each command was run once more because the program held more after it.
        warned: the same, because something may have been wrong after it.
        doubted: the commands that had no effect when they were run last.
        checked: how often each command was run once more because of that.
        stuck: how often the page of each command that its own use has disabled is to be looked at again.
        looked: after how many actions that was done last, or it was disabled last.
    """

    grown: Counter[str] = field(default_factory=Counter)
    warned: Counter[str] = field(default_factory=Counter)
    doubted: set[str] = field(default_factory=set)
    checked: Counter[str] = field(default_factory=Counter)
    stuck: dict[str, int] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)

    def series(self, screen: Screen, candidates: Sequence[Candidate], reader: Reader, dice: Random) -> list[str]:
        """Return what is run next because of what the last command came to: it once more, or [].

        One that seems to do nothing is run again after another one that does something: at once, or when that comes.
        """
        graph = reader.graph
        key, effect = graph.last
        here = {c.key for c in candidates}
        if key.startswith("click "):
            self._note_stuck(element_of(key), screen, graph)
        is_more = key in graph.grown or self.grown[key] > 1  # a collection may have hidden what was added
        if is_more and key.startswith(("click ", "menu ")):
            graph.grown.discard(key)
            self.grown[key] += 1
            return [key] if self.grown[key] <= MOST_GROWN else []
        if key.startswith("click "):
            if effect == "confirmed":
                self.doubted.discard(key)
            else:
                self.doubted.add(key)
            between = [c.key for c in candidates if c.key != key and _is_plain(c, graph, reader)]
            if between and self._is_doubted(key, here, graph):
                self.checked[key] += 1
                return [dice.choice(between), key]
        for other in sorted(self.doubted):
            if effect == "confirmed" and other != key and self._is_doubted(other, here, graph):
                self.checked[other] += 1
                return [other]
        return []

    def _is_doubted(self, key: str, here: Container[str], graph: Graph) -> bool:
        """Whether a command that can be run here seems to do nothing, and was not run often enough to tell."""
        return key in here and key in self.doubted and graph.dead[key] < DOUBTS and self.checked[key] < MOST_CHECKS

    def look_again(self, screen: Screen, graph: Graph, dice: Random) -> Goal | None:
        """Return the goal to run a command again after which something may have been wrong, or that never did anything.

        Or to use one again that was disabled by its own use, leave its page and come back; None where none is due.
        """
        for key in sorted(graph.warned):
            if self.warned[key] < MOST_WARNED and dice.random() < LOOK_CHANCE:
                self.warned[key] += 1
                return Goal(key, [Step(key)])
        for key in sorted(self.doubted):
            known = graph.control_of(key)
            idle = known is not None and not known.confirmed and graph.dead[key] < DOUBTS
            if idle and self.checked[key] < MOST_CHECKS and dice.random() < LOOK_CHANCE:
                self.checked[key] += 1
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
            self.looked[element] = graph.tried.total()


def _is_plain(candidate: Candidate, graph: Graph, reader: Reader) -> bool:
    """Whether it is a command that has an effect, stays on its page and takes nothing into account."""
    known = graph.control_of(candidate.key)
    return (
        candidate.action == "click"
        and candidate.kind == "command"
        and known is not None
        and known.confirmed == known.used > 0
        and candidate.key not in graph.ways.leads
        and not graph.fails_again(candidate.key)
        and not reader.named(known)
    )
