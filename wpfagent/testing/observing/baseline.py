"""How things stood when an application was first seen: what was there already is nobody's finding."""

from __future__ import annotations

from dataclasses import dataclass, field

from wpfagent.core.model import Usage
from wpfagent.testing.observing.log_files import LogFiles


@dataclass(frozen=True, slots=True)
class Baseline:
    """What an application had shown and written before it was watched.

    Args:
        windows: the handles of the windows that were open.
        logs: follows the application's logs from there on.
        stderr_size: how many bytes of its stderr are older.
        time: when that was, in Unix seconds.
        usage: what its process held.
    """

    windows: frozenset[int] = frozenset()
    logs: LogFiles = field(default_factory=LogFiles)
    stderr_size: int = 0
    time: float = 0.0
    usage: Usage | None = None
