"""The oracle `process_survives`: the program's last window has closed, and its process runs on."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.ending import asks_to_end

SETTLE_MS = 5_000


@dataclass(frozen=True, slots=True)
class ProcessSurvivesSettings:
    """How long a program may take to end."""

    settle_ms: int = field(
        default=SETTLE_MS, metadata={"doc": "milliseconds that the process may run on after its last window"}
    )

    def __post_init__(self) -> None:
        if self.settle_ms < 0:
            raise InvalidArgument(f"settle_ms cannot be {self.settle_ms}.", hint="It is 0 or more.")


@dataclass(slots=True)
class LastWindow:
    """How the program's last window closed.

    Args:
        had_windows: whether it showed any.
        closed_s: when the last one had gone, on the desktop's clock; None while one is there.
        asked: whether the program was asked to end.
        by: the action after which it had gone, in words.
    """

    had_windows: bool = False
    closed_s: float | None = None
    asked: bool = False
    by: str = ""


class ProcessSurvives(Oracle[ProcessSurvivesSettings, LastWindow]):
    """The program's last visible window has closed, and its process still runs after `settle_ms`.

    Such a process holds its files and its memory, and the next start may meet it. It is a failure where the program was
    asked to end: by Exit or Quit, Alt+F4, or closing its last window; after any other action a warning. A program that
    lives on in the notification area is healthy: switch the oracle off for it. Nothing is waited for here: who ends a
    run looks once more when the time is over.
    """

    rank = 40
    cause = "A foreground thread, a hidden window or a ShutdownMode may keep the process alive."

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        memory = self.memory
        if observation.windows or not observation.liveness.running:
            memory.had_windows = bool(observation.windows)
            memory.closed_s = None
            return None
        if memory.closed_s is None:
            if not memory.had_windows and not (observation.before is not None and observation.before.windows):
                return None  # it never showed one
            memory.closed_s, memory.asked = observation.time_s, asks_to_end(observation)
            memory.by = observation.subject
        passed_ms = round((observation.time_s - memory.closed_s) * 1000)
        if passed_ms < self.settings.settle_ms:
            return None
        process = observation.target.process
        return Finding(
            "process_survives",
            f"The process of {process} runs on after its last window closed",
            f"{process} showed no window for {passed_ms} ms after {memory.by}, and its process still runs.",
            f"The process ends within {self.settings.settle_ms} ms after its last window closed.",
            key="survives",
            details={"about": "end", "passed_ms": passed_ms, "asked_to_end": memory.asked},
            severity="failure" if memory.asked else "warning",
            of_last_action=False,
        )
