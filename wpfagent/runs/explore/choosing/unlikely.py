"""What only a hand finds, now and then: of what never had an effect on a kind of element only a few are tried."""

from __future__ import annotations

from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.values.arguments import Choice

CHANCE, LEFT_CHANCE = 0.12, 0.5
"""How often something of it is done, and where else nothing at hand was never tried."""
SEVERAL = ("wheel", "poke", "draw", "move")
"""What is done in several ways, once it had an effect."""
WAYS = 4


def now_and_then(situation: Situation) -> Choice | None:
    """Return something that was never tried, among what the elements tell of."""
    return _by_hand(situation, CHANCE)


def before_leaving(situation: Situation) -> Choice | None:
    """Return something that was never tried, where nothing that the elements tell of is new."""
    return _by_hand(situation, LEFT_CHANCE)


def _by_hand(situation: Situation, chance: float) -> Choice | None:
    if situation.dice.random() >= chance:
        return None
    left = [c for c in situation.by_hand if _is_left(c, situation)]
    return situation.draw(left, [c.weight for c in left]) if left else None


def _is_left(candidate: Candidate, situation: Situation) -> bool:
    graph = situation.graph
    if graph.never_works(candidate):
        return False
    several = candidate.key.startswith(SEVERAL) and graph.works(candidate)
    return graph.tried[candidate.key] < (WAYS if several else 1)
