"""What a strategy chooses from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.bearings import BACK, turns_back
from wpfagent.runs.explore.known.callers import Callers
from wpfagent.runs.explore.known.graph import COMMANDS, Graph
from wpfagent.runs.explore.known.inner import Inner
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.screens.seen import element_of, plain
from wpfagent.runs.explore.values.arguments import AGAIN, SEEN, Choice, choice_of
from wpfagent.safety.questions import DISMISSING, GOING_ON, NEGATIVE

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
        if self.callers is not None:
            self.callers.see(self.by_key.values())

    @property
    def commands(self) -> list[Candidate]:
        """The commands at hand that are not known to fail as things stand."""
        return [c for c in self.candidates if c.kind == "command" and not self.graph.fails_again(c.key)]

    @property
    def likely(self) -> dict[str, Candidate]:
        """What could be done that is not known to fail, or to end the program, as things stand; by the keys."""
        return {key: c for key, c in self.by_key.items() if not self.graph.fails_again(key)}

    @property
    def never_done(self) -> list[Candidate]:
        """The commands, pages and menus at hand that were never used, but what never works on their kind."""
        graph = self.graph
        return [
            c for c in self.candidates if graph.is_unknown(c.key) and graph.is_often(c) and not graph.never_works(c)
        ]

    @property
    def asks(self) -> bool:
        """Whether something is to be gone through first: a dialog, or what shows a way on beside a way back."""
        if self.screen.is_aside:
            return True
        shown = {plain(self.screen.places[i].control.name) for i in self.screen.usable}
        return bool(self._ways_on) and bool(shown & (DISMISSING | NEGATIVE | BACK))

    @property
    def _ways_on(self) -> list[str]:
        """The commands that go on with something, by their keys; one that is disabled waits for its form."""
        shown = (self.screen.places[i] for i in self.screen.usable)
        return [p.key for p in shown if p.control.control_type in COMMANDS and plain(p.control.name) in GOING_ON]

    @property
    def through(self) -> list[str]:
        """What leads through what asks for something, by the keys: on, then back."""
        if not self.asks:
            return []
        return [c.key for c in self.commands if goes_on(c)] + [c.key for c in self.commands if turns_back(c)]

    def in_front(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return those of these that came with what asks, be it over its page: not what lies behind."""
        first, known = self.graph.offers, self.graph.controls
        since = max((known[key].first for key in self._ways_on if key in known), default=0)
        return [c for c in candidates if self.screen.is_aside or first.get(c.key, 0) >= since]

    def fill(
        self,
        candidate: Candidate,
        *,
        remembering: bool = False,
        valid: bool = False,
        wanted: str = "",
        apart: bool = False,
    ) -> Choice:
        """Return a candidate with its arguments.

        Args:
            candidate: what is done.
            remembering: prefer kinds of argument that were tried less.
            valid: take a value that a form may accept: another one after each refusal.
            wanted: this kind of argument, where there is such a one.
            apart: take what programs treat in a way of its own, where that is known.
        """
        tried: Counter[str] | None = None
        if remembering:
            tried = self.graph.kinds[candidate.key]
            if candidate.key in self.graph.failing:
                tried = tried + Counter({k: n * FAILED for k, n in self.graph.failing[candidate.key].items()})
        attempt = self.planner.refusals.doubts[element_of(candidate.key)]
        made = choice_of(candidate, self.screen, self.dice, tried=tried, known_items=self.planner.items,
                         valid=valid, attempt=attempt, wanted=wanted, apart=apart,
                         words=self.inner.words if self.inner is not None else ())  # fmt: skip
        return replace(made, careful=valid)

    @property
    def callers(self) -> Callers | None:
        """What the program's code says of its controls; None where nothing can be read."""
        return self.inner.callers if self.inner is not None else None

    def has_it(self, choice: Choice) -> bool:
        """Return whether a field holds a value like this one already; a text that was doubted has a kind of its own."""
        element = element_of(choice.key)
        held, action, control = self.graph.values.get(element, ""), choice.candidate.action, choice.control
        if control is not None and control.value and control.value == choice.args.get("text"):
            return True
        if held in ("", SEEN, AGAIN) or (self.planner.refusals.doubts[element] and action != "type_text"):
            return False
        return held == choice.kind or action == "select_combo"

    def draw(self, candidates: Sequence[Candidate], weights: Sequence[float]) -> Choice:
        """Return one of these, by weight; what failed, or never works on its kind, is rare."""
        drawn = [w * self._belief(c) for c, w in zip(candidates, weights, strict=True)]
        return self.fill(self.dice.choices(candidates, drawn)[0], remembering=True)

    def _belief(self, candidate: Candidate) -> float:
        graph = self.graph
        works = USELESS if graph.never_works(candidate) else 1.0
        works *= self.callers.worth(candidate.key) if self.callers is not None else 1.0
        return works * (FAILING if graph.fails_again(candidate.key) else 1.0 / (1 + graph.blame.times[candidate.key]))


def goes_on(candidate: Candidate) -> bool:
    """Return whether a command, by its name, goes on with what asks for something."""
    return candidate.control is not None and plain(candidate.control.name) in GOING_ON
