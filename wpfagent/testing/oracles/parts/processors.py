"""Whether the machine had time for the program: on one that had none, what is slow need not be the program's doing."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.testing.oracles.base import Observation

IDLE_SHARE = 0.1
"""A machine that had less than this share of the time left over is loaded."""


@dataclass(slots=True)
class Processors:
    """The machine's idle time at the last action, and when that was."""

    last: tuple[float, float] | None = None

    def had_no_time(self, observation: Observation) -> bool:
        """Return whether the machine's processors had hardly any time left since this was asked last."""
        idle_s = observation.usage.idle_s if observation.usage is not None else None
        last = self.last
        if idle_s is None:
            return False
        self.last = (observation.time_s, idle_s)
        if last is None or not idle_s:
            return False  # nought is no figure; one that stands still says that nothing at all was left
        return idle_s - last[1] < (observation.time_s - last[0]) * IDLE_SHARE
