"""The oracle `expectation_not_met`: what a test expects did not come true."""

from __future__ import annotations

from wpfagent.testing.oracles.base import Finding, NoMemory, NoSettings, Observation, Oracle

_PHRASES = {
    "expected": "An expectation was not met",
    "success": "The scenario's success condition does not hold",
    "failure": "The scenario's failure condition holds",
}


class ExpectationNotMet(Oracle[NoSettings, NoMemory]):
    """What a test expects after a step or at its end did not come true, or its failure condition did."""

    rank = 100

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        phrase = _PHRASES.get(observation.check)
        return finding_of_verdict("expectation_not_met", phrase, observation) if phrase is not None else None


def finding_of_verdict(name: str, phrase: str, observation: Observation) -> Finding | None:
    """Return the finding for a check that did not hold; None when it held."""
    verdict = observation.verdict
    if verdict is None or verdict.ok:
        return None
    about = (observation.selector.automation_id if observation.selector is not None else None) or ""
    if observation.check == "failure":
        about = f"never {about}".strip()  # what must not come true is another failure than what must
    return Finding(
        name,
        f"{phrase}: {_shortened(observation.subject)}",
        verdict.actual,
        verdict.expected,
        key=f"{observation.check} {observation.subject} {verdict.expected}",
        details={
            "check": observation.check,
            "waited_ms": verdict.elapsed_ms,
            **({"about": about} if about else {}),
        },
    )


def _shortened(text: str) -> str:
    return text if len(text) <= 160 else text[:157] + "..."
