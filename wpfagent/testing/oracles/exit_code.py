"""The oracle `exit_code`: the program was asked to end, and ended with an error code."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.exit_codes import is_crash, name_of
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.ending import Asked

TERMINATED = 1
"""The exit code of a process that `quit_application` ends by force."""


@dataclass(frozen=True, slots=True)
class ExitCodeSettings:
    """Which codes are fine."""

    allowed_codes: tuple[int, ...] = field(default=(), metadata={"doc": "exit codes beside 0 that are no failure"})


class ExitCode(Oracle[ExitCodeSettings, Asked]):
    """The program was asked to end (Exit, Alt+F4, closing its window), and ended with a code other than 0.

    Scripts and installers that start it take such a code for a failure. A crash while it ends belongs to
    `unhandled_exception` and `process_exited`, and so does an end that nobody asked for.
    """

    rank = 30
    cause = (
        "The program may pass a code other than 0 to its end: an unfinished clean-up, or a failure that only the code"
        " tells of."
    )

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        asked = self.memory.note(observation)
        code = ended_badly(observation) if asked else None
        if code is None or code in self.settings.allowed_codes:
            return None
        process = observation.target.process
        return Finding(
            "exit_code",
            f"{process} ended with exit code {name_of(code)} after {observation.subject}",
            f"{process} was asked to end, and its process has ended with exit code {name_of(code)}.",
            f"{process} ends with exit code 0.",
            key="ended",
            details={"exit_code_name": name_of(code), "asked_to_end": True, "about": "end"},
            exit_code=code,
            of_last_action=False,
        )


def ended_badly(observation: Observation) -> int | None:
    """Return the code of a program that has ended by itself with an error, but did not crash; None otherwise."""
    state = observation.liveness
    code = state.exit_code
    if state.running or code in (None, 0) or is_crash(code):
        return None
    return None if code == TERMINATED and observation.action == "quit_application" else code
