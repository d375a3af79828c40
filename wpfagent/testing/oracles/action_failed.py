"""The oracle `action_failed`: a test's action was not possible."""

from __future__ import annotations

from wpfagent.core.errors import (
    AccessDeniedElevated,
    Busy,
    Diverged,
    ElementNotFound,
    ForegroundDenied,
    NoInteractiveDesktop,
    NotReached,
)
from wpfagent.testing.oracles.base import Finding, NoMemory, NoSettings, Observation, Oracle

SURROUNDINGS = (NoInteractiveDesktop, AccessDeniedElevated, ForegroundDenied, Busy, Diverged)
"""These say something about the machine or the run, not about the program."""


class ActionFailed(Oracle[NoSettings, NoMemory]):
    """An action of a test was not possible: its element stayed disabled, covered or ambiguous, or time ran out."""

    rank = 80

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        error = observation.error
        if not observation.is_test or not isinstance(error, NotReached):
            return None
        if isinstance(error, (ElementNotFound, *SURROUNDINGS)):
            return None
        about = observation.control.automation_id if observation.control is not None else ""
        about = about or (observation.selector.automation_id or "" if observation.selector is not None else "")
        return Finding(
            "action_failed",
            f"It was not possible to {observation.subject} ({error.code})",
            error.message,
            f"It is possible to {observation.subject}.",
            key=f"{error.code} {observation.subject}",
            details={**error.details, "code": error.code, "about": f"{error.code} {about}".strip()},
        )
