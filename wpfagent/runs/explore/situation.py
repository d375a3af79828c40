"""What a strategy chooses from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from wpfagent.runs.explore.arguments import SEEN, Choice, choice_of
from wpfagent.runs.explore.goals import Planner
from wpfagent.runs.explore.graph import Graph
from wpfagent.runs.explore.inner import Inner
from wpfagent.runs.explore.offer import Candidate
from wpfagent.runs.explore.screen import Screen
from wpfagent.runs.explore.seen import element_of

FAILED = 40
"""A kind of value that something failed with counts as tried so often more."""
FAILING = 0.01
"""How much rarer something is done that is known to fail as things stand."""
USELESS = 0.03
"""How much rarer something is done that never had an effect on any control of its kind."""


@dataclass(slots=True)
class Situation:
    """One moment of an exploration.

    Args:
        screen: what is shown.
        candidates: what could be done, sorted.
        graph: what is known.
        dice: the randomness.
        planner: what commands say about themselves, and the items of combo boxes.
        inner: what is known from inside the program.
        by_hand: what could be done beside, and nothing tells of.
    """

    screen: Screen
    candidates: Sequence[Candidate]
    graph: Graph
    dice: Random
    planner: Planner
    inner: Inner | None = None
    by_hand: Sequence[Candidate] = ()
    by_key: dict[str, Candidate] = field(init=False)

    def __post_init__(self) -> None:
        self.by_key = {c.key: c for c in (*self.by_hand, *self.candidates)}
        if self.inner is not None:
            self.inner.see(self.by_key.values())

    def fill(self, candidate: Candidate, *, remembering: bool = False, valid: bool = False, wanted: str = "") -> Choice:
        """Return a candidate with its arguments.

        Args:
            candidate: what is done.
            remembering: prefer kinds of argument that were tried less.
            valid: take a value that a form may accept: another one after each refusal.
            wanted: this kind of argument, where there is such a one.
        """
        tried: Counter[str] | None = None
        if remembering:
            tried = self.graph.kinds[candidate.key]
            if candidate.key in self.graph.failing:
                tried = tried + Counter({k: n * FAILED for k, n in self.graph.failing[candidate.key].items()})
        attempt = self.planner.refusals.doubts[element_of(candidate.key)]
        return choice_of(candidate, self.screen, self.dice, tried=tried, known_items=self.planner.items,
                         valid=valid, attempt=attempt, wanted=wanted,
                         words=self.inner.words if self.inner is not None else ())  # fmt: skip

    def is_uncalled(self, key: str) -> bool:
        """Return whether something would call a method of the program that never ran."""
        return self.inner is not None and self.inner.is_uncalled(key)

    def has_it(self, choice: Choice) -> bool:
        """Return whether a field that nothing was said against holds a value like this one already."""
        element = element_of(choice.key)
        held = self.graph.values.get(element, "")
        if held in ("", SEEN) or self.planner.refusals.doubts[element]:
            return False
        return held == choice.kind or choice.candidate.action == "select_combo"

    def draw(self, candidates: Sequence[Candidate], weights: Sequence[float]) -> Choice:
        """Return one of these, by weight; what failed, or never works on its kind, is rare."""
        drawn = [w * self._belief(c) for c, w in zip(candidates, weights, strict=True)]
        return self.fill(self.dice.choices(candidates, drawn)[0], remembering=True)

    def _belief(self, candidate: Candidate) -> float:
        graph = self.graph
        works = USELESS if graph.never_works(candidate) else 1.0
        works *= self.inner.worth(candidate.key) if self.inner is not None else 1.0
        return works * (FAILING if graph.fails_again(candidate.key) else 1.0 / (1 + graph.blame.times[candidate.key]))
