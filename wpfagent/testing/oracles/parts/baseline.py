"""How things stood when an application was first seen: what was there already is nobody's finding."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.model import Usage
from wpfagent.testing.oracles.base import Observation
from wpfagent.testing.oracles.parts.log_files import LogFiles

KEY = "baseline"


@dataclass(frozen=True, slots=True)
class Baseline:
    """What an application had shown and written before it was watched.

    Args:
        windows: the handles of the windows that were open.
        logs: follows the application's logs from there on.
        stderr_size: so many bytes of its stderr are older.
        time: when that was, in Unix seconds.
        usage: what its process held.
    """

    windows: frozenset[int] = frozenset()
    logs: LogFiles = field(default_factory=LogFiles)
    stderr_size: int = 0
    time: float = 0.0
    usage: Usage | None = None


def baseline_of(observation: Observation) -> Baseline:
    """Return the baseline that the judge has put into an oracle's memory."""
    found: Baseline = observation.memory.setdefault(KEY, Baseline())
    return found
