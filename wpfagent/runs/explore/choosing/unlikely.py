"""What only a hand finds, now and then: of what never had an effect on a kind of element only a few are tried."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.screens.by_hand import is_large
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.values.arguments import Choice

CHANCE, LEFT_CHANCE = 0.12, 0.5
"""How often something of it is done, and where else nothing at hand was never tried."""
SEVERAL = ("wheel", "poke", "draw", "move")
"""What is done in several ways, once it had an effect."""
WAYS = 4


USUAL = 0.15
"""So often it mostly has an effect; where it has seldomer, it is done the seldomer."""


@dataclass(slots=True)
class Unlikely:
    """What came of it so far.

    Args:
        done: how often something of it was done,
        worked: and how often that had an effect.
    """

    done: int = 0
    worked: int = 0

    def note(self, choice: Choice, effect: str | None) -> None:
        """Take note of what came of an action."""
        if choice.candidate.is_by_hand:
            self.done += 1
            self.worked += effect == "confirmed"

    def now_and_then(self, situation: Situation) -> Choice | None:
        """Return something that was never tried, among what the elements tell of."""
        return self._by_hand(situation, CHANCE)

    def before_leaving(self, situation: Situation) -> Choice | None:
        """Return something that was never tried, where nothing that the elements tell of is new."""
        return self._by_hand(situation, LEFT_CHANCE)

    def _by_hand(self, situation: Situation, chance: float) -> Choice | None:
        works = (1 + self.worked) / (1 + self.done)
        if situation.dice.random() >= chance * min(1.0, works / USUAL):
            return None
        left = [c for c in situation.by_hand if _is_left(c, situation)]
        return situation.draw(left, [c.weight for c in left]) if left else None


def _is_left(candidate: Candidate, situation: Situation) -> bool:
    graph = situation.graph
    if graph.never_works(candidate):
        return False
    has_one_place = candidate.place is not None and not (candidate.items or is_large(candidate.place))
    several = candidate.key.startswith(SEVERAL) and graph.works(candidate)
    several = several and not (has_one_place and candidate.action == "click")
    return graph.tried[candidate.key] < (WAYS if several else 1)
