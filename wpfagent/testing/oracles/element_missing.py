"""The oracle `element_missing`: a test's element does not exist."""

from __future__ import annotations

from wpfagent.core.errors import ElementNotFound
from wpfagent.testing.oracles.base import Finding, NoMemory, NoSettings, Observation, Oracle


class ElementMissing(Oracle[NoSettings, NoMemory]):
    """An element that a test acts on does not exist.

    Only in a test: there a person has promised that it exists. Elsewhere the caller may have guessed.
    """

    rank = 70

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        error = observation.error
        if not observation.is_test or not isinstance(error, ElementNotFound):
            return None
        selector = observation.selector
        named = selector.describe() if selector is not None else "the element"
        return Finding(
            "element_missing",
            f"There is no element with {named}, which the step needs",
            error.message,
            f"{named} exists, so that it is possible to {observation.subject}.",
            key=f"{observation.action} {observation.subject}",
            details={**error.details, **({"about": about} if (about := selector and selector.automation_id) else {})},
        )
