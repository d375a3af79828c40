"""The oracle `invariant_violated`: what must always hold does not."""

from __future__ import annotations

from wpfagent.testing.oracles.base import Finding, NoMemory, NoSettings, Observation, Oracle
from wpfagent.testing.oracles.expectation_not_met import finding_of_verdict


class InvariantViolated(Oracle[NoSettings, NoMemory]):
    """What must hold after every step does not; the same invariant is reported once."""

    rank = 90

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        if observation.check != "invariant":
            return None
        return finding_of_verdict("invariant_violated", "An invariant is violated", observation)
