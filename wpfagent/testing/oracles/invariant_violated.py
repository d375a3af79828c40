"""The oracle `invariant_violated`: what must always hold does not."""

from __future__ import annotations

from wpfagent.testing.oracles.base import Finding, NoSettings, Observation, oracle
from wpfagent.testing.oracles.expectation_not_met import finding_of_verdict


@oracle()
def invariant_violated(observation: Observation, settings: NoSettings) -> Finding | None:
    """What must hold after every step does not; the same invariant is reported once."""
    if observation.check != "invariant":
        return None
    return finding_of_verdict("invariant_violated", "An invariant is violated", observation)
