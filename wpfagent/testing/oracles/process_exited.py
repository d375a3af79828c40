"""The oracle `process_exited`: the program has ended although nothing asked it to, or has crashed."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import AppExited
from wpfagent.core.exit_codes import is_crash, name_of
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.exit_code import TERMINATED, ended_badly
from wpfagent.testing.oracles.parts.ending import ENDING_ACTIONS, Asked


@dataclass(frozen=True, slots=True)
class ProcessExitedSettings:
    """Which codes are fine."""

    allowed_codes: tuple[int, ...] = field(default=(), metadata={"doc": "exit codes beside 0 that are no failure"})


class ProcessExited(Oracle[ProcessExitedSettings, Asked]):
    """The program has ended although nothing asked it to, or has crashed.

    One that was asked to end and did so with an error code is `exit_code`'s. With code 0 after an action that asks for
    it (Exit, closing a window) all is well. With 0 after any other action it is a failure in a test, whose next step
    finds no program; elsewhere nobody has promised that the action does not end the program, so that it is a warning.
    """

    rank = 20

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        asked = self.memory.note(observation)
        state = observation.liveness
        if state.running:
            return None
        error = observation.error if isinstance(observation.error, AppExited) else None
        code = state.exit_code if state.exit_code is not None else (error.details.get("exit_code") if error else None)
        ending = observation.action in ENDING_ACTIONS
        if ending and code == TERMINATED and observation.action == "quit_application":
            return None
        if (asked or ending) and ended_badly(observation) is not None:
            return None
        well = code is None or code == 0 or code in self.settings.allowed_codes
        missed = observation.is_test and error is not None and not ending
        if well and (ending or asked) and not missed:
            return None
        process = observation.target.process
        named = "an unknown exit code" if code is None else f"exit code {name_of(code)}"
        return Finding(
            "process_exited",
            f"{process} {'crashed' if code is not None and is_crash(code) else 'ended'} with {named}"
            f" after {observation.subject}",
            f"The process has ended with {named}.",
            f"{process} goes on after {observation.subject}."
            if not (ending or asked)
            else f"{process} ends with code 0.",
            key="ended",
            details={"exit_code_name": named, "asked_to_end": bool(ending or asked)},
            exit_code=code,
            severity="failure" if missed or code is None or not well or observation.is_test else "warning",
        )
