"""A goal as the steps that it takes, and how far they are from where one is."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.runs.explore.known.graph import Graph

VALID = "valid"
"""The kind of a value that a form accepts."""
LEAVE = "leave"
"""The step of leaving the page; the next one comes back to it."""
AWAY = 2
"""So many steps leaving a page, and coming back, are counted as."""
UNKNOWN = 6
"""So many steps the way to something is counted as that is not known."""
PATIENCE = 12
"""So many steps a goal may take beside its own before it is given up."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step toward a goal: the key of what is done, and the kind of value: VALID, one of its own, '' for any."""

    key: str
    kind: str = ""


@dataclass(slots=True)
class Goal:
    """What is to be done, in order.

    Args:
        command: the command's key.
        steps: what is left.
        plan: which classes of value the fields get.
        left: how many steps it may still take.
        walked: how many were taken on the way to the next one,
        reach: and how many may be.
        prepared: that for which was entered what it needs.
    """

    command: str
    steps: list[Step]
    plan: tuple[str, ...] = ()
    left: int = field(default=0)
    walked: int = 0
    reach: int = 0
    prepared: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.left = 2 * len(self.steps) + PATIENCE


@dataclass(slots=True)
class Routes:
    """How many steps a goal takes from where one is, with the ways between its steps.

    Args:
        graph: what is known.
    """

    graph: Graph
    _distances: dict[str, dict[str, int]] = field(default_factory=dict)

    def cost(self, state: str, goal: Goal) -> int:
        """Return how many steps a goal takes from a state, about."""
        graph, total, here = self.graph, 0, state
        for step in goal.steps:
            if LEAVE in (step.key, step.kind):
                total += AWAY
            elif not graph.holds(step.key, step.kind):
                there, far = self._nearest(here, step.key)
                total += far + 1
                here = there
        return max(1, total)

    def _nearest(self, state: str, key: str) -> tuple[str, int]:
        states = self.graph.states
        if states[state].shows(key):
            return state, 0
        if state not in self._distances:
            self._distances[state] = self.graph.ways.distances(state)
        far = [(n, other) for other, n in self._distances[state].items() if states[other].shows(key)]
        if not far:
            return next((other for other in states if states[other].shows(key)), state), UNKNOWN
        steps, there = min(far)
        return there, steps
