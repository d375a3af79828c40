"""Whether a ticket's failure is still there: its replay file is replayed, and the ticket closed, kept open or reopened.

Closed is a ticket only where every run followed the recorded path to its end and none failed: a replay that left the
path proves nothing, and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent import __version__
from wpfagent.core.errors import FileInvalid
from wpfagent.core.model import iso_time
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import FILE_NAME, Recording, read_recording
from wpfagent.runs.replay_progress import Progress
from wpfagent.runs.replay_results import ReplayResult
from wpfagent.testing.tickets.model import Status
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

TIMES = 3
"""How often a ticket is replayed before it is believed to be mended."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What verifying a ticket came to: the ticket as it is now, what it was before, and the replay."""

    entry: IndexEntry
    before: Status
    result: ReplayResult

    @property
    def exit_code(self) -> int:
        """0 the failure is gone, 1 it is still there; else as the replay."""
        return self.result.exit_code

    def describe(self) -> str:
        """Return it in a line: `TICKET-…: reproduced 3 of 3, reopened`."""
        status = self.entry.status
        kept = "stays " if status == self.before else ""
        return f"{self.entry.id}: {self.result.describe()}; {kept}{status}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"ticket": self.entry.to_dict(), "status_before": self.before, "replay": self.result.to_dict()}


def recording_of(entry: IndexEntry) -> Recording:
    """Return a ticket's replay file. Raises FileInvalid when it has none, or one that cannot be followed."""
    path = entry.folder / FILE_NAME
    if not path.is_file():
        raise FileInvalid(f"{entry.id} has no {FILE_NAME}.", hint="Without it nothing can be replayed.")
    return read_recording(str(path))


def verify(
    entry: IndexEntry,
    store: TicketStore,
    gate: Gate,
    *,
    recording: Recording | None = None,
    target: TargetSpec | None = None,
    times: int = TIMES,
    pauses: float = 0.0,
    progress: Progress | None = None,
) -> Verification:
    """Replay a ticket and note in it, and in the index, what that came to.

    Args:
        entry: the ticket.
        store: where it is kept.
        gate: what performs the replay; its policy's caller is `replay`.
        recording: its replay file with the secrets filled in; read from its folder when None.
        target: the application instead of the recording's own.
        times: how often.
        pauses: how much of the recorded pauses is kept.
        progress: hears of each step.
    """
    result = run_replay(
        recording or recording_of(entry),
        gate,
        target=target,
        times=times,
        pauses=pauses,
        progress=progress,
        expected_signature=entry.signature,
    )
    return Verification(note_replay(entry, store, result, closes=True), entry.status, result)


def note_replay(entry: IndexEntry, store: TicketStore, result: ReplayResult, *, closes: bool = False) -> IndexEntry:
    """Keep what a replay of a ticket came to; a closed ticket whose failure is back is reopened.

    Args:
        entry: the ticket.
        store: where it is kept.
        result: the replay.
        closes: whether a replay that never failed closes it.
    """
    if result.outcome not in ("reproduced", "not_reproduced"):
        return entry
    status = entry.status
    if result.outcome == "reproduced":
        status = "reopened" if status == "closed" else status
    elif closes and status != "superseded":
        status = "closed"
    return store.record_verification(entry.id, result.reproduced, result.attempts, status, runs=_runs(result))


def _runs(result: ReplayResult) -> tuple[dict[str, Any], ...]:
    when = {"time": iso_time(), "tool_version": __version__, "desktop": result.desktop}
    if result.session is not None:
        when["session"] = Path(result.session).name
    return tuple(
        {**when, "outcome": run.outcome, "elapsed_ms": run.elapsed_ms, **({"reason": run.reason} if run.reason else {})}
        for run in result.runs
    )
