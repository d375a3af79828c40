"""Replaying for the command line: secrets first, a recorded session, lines while it runs, what it came to."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output, pad
from wpfagent.runs.replay import parse_speed, run_replay
from wpfagent.runs.replay_file import Recording
from wpfagent.runs.replay_results import ReplayedStep, ReplayResult, ReplayRun
from wpfagent.runs.replay_secrets import secret_values
from wpfagent.runs.verify import TIMES, Verification, note_replay, recording_of, verify
from wpfagent.testing.tickets.recorded import Recorded, open_recorded
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

STYLES = {
    "reproduced": "bold red",
    "not_reproduced": "green",
    "diverged": "yellow",
    "not_run": "magenta",
    "interrupted": "magenta",
}
STEP_COLUMN, SEEN_COLUMN = 56, 13


class Lines:
    """Tells a person what a replay does, a line a step."""

    def __init__(self, out: Output) -> None:
        self.out = out

    def launching(self, command_line: str) -> None:
        """Show what is about to be started."""
        self.out.line(f"  starting {command_line}")

    def run_started(self, number: int, times: int) -> None:
        """Show which run begins."""
        self.out.line(f"run {number} of {times}")

    def step_ended(self, step: ReplayedStep) -> None:
        """Show a step, what was found, and where it went differently."""
        what = f"{step.index:>3}  {step.what}"
        seen = pad(self.out.said(step.seen), SEEN_COLUMN)
        self.out.line(f"  {pad(what, STEP_COLUMN)} {seen} {step.elapsed_ms:>6} ms".rstrip())
        for finding in step.findings:
            self.out.styled(f"       {finding.oracle}: {finding.title}", "bold red")
        if step.divergence is not None:
            self.out.styled(f"       differs: {step.divergence}", "yellow")

    def run_ended(self, run: ReplayRun) -> None:
        """Show what a run came to."""
        said = run.outcome.replace("_", " ")
        self.out.styled(f"  {said}: {run.reason}" if run.reason else f"  {said}", STYLES[run.outcome])


def replay(context: Context, recording: Recording, *, times: int, entry: IndexEntry | None = None,
           store: TicketStore | None = None, signature: str | None = None) -> ReplayResult:  # fmt: skip
    """Replay a recording in a session of its own and return what it came to.

    Args:
        context: the call: its target, speed and safety options count.
        recording: what is replayed.
        times: how often.
        entry: the ticket that it belongs to; what it came to is noted there.
        store: where that ticket is kept.
        signature: the failure that counts; any when None.

    Raises:
        SecretMissing: before anything is started.
    """
    pauses = speed_of(context.options)
    recording, recorded = _open(context, recording, times)
    with recorded:
        result = run_replay(
            recording,
            recorded.gate,
            target=context.target_spec(),
            times=times,
            pauses=pauses,
            progress=Lines(context.out),
            expected_signature=signature,
        )
        _end(recorded, result)
    if entry is not None and store is not None:
        note_replay(entry, store, result)
    _show_tickets(recorded, context.out)
    return result


def verify_ticket(context: Context, entry: IndexEntry, store: TicketStore, *, times: int = TIMES) -> Verification:
    """Replay a ticket in a session of its own, and close, keep or reopen it.

    Args:
        context: the call: its target, speed and safety options count, where the command has them.
        entry: the ticket.
        store: where it is kept.
        times: how often.

    Raises:
        FileInvalid: it has no replay file.
        SecretMissing: before anything is started.
    """
    pauses = speed_of(context.options)
    recording, recorded = _open(context, recording_of(entry), times)
    with recorded:
        verified = verify(
            entry,
            store,
            recorded.gate,
            recording=recording,
            target=context.target_spec(),
            times=times,
            pauses=pauses,
            progress=Lines(context.out),
        )
        _end(recorded, verified.result)
    _show_tickets(recorded, context.out)
    return verified


def _open(context: Context, recording: Recording, times: int) -> tuple[Recording, Recorded]:
    """Fill in the secrets and open the session."""
    secrets = ask_secrets(recording, context)
    filled = recording.with_secrets(secrets)
    recorded = open_recorded(
        context.desktop,
        context.artifacts,
        policy=context.policy("replay"),
        profiles=context.profile_set.profiles,
        facts={"caller": "replay", "replay": {"file": recording.path, "times": times}, **_seed(recording.data)},
        spec=context.target_spec() or recording.target_spec,
        base_dir=filled.base_dir,
    )
    for name, value in secrets.items():
        recorded.session.masks.add(value, name)
    return filled, recorded


def ask_secrets(recording: Recording, context: Context) -> dict[str, str]:
    """Return the values of a recording's secrets, asked for where somebody can answer. Raises SecretMissing."""

    def ask(name: str) -> str:
        return getpass.getpass(context.out.said(f"The secret {name}:") + " ", stream=sys.stderr)

    return secret_values(recording.secrets, ask if sys.stdin.isatty() and not context.out.json else None)


def _seed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"seed": data["seed"]} if data.get("seed") is not None else {}


def _end(recorded: Recorded, result: ReplayResult) -> None:
    recorded.outcome |= {"outcome": result.outcome, "reason": result.describe()}


def _show_tickets(recorded: Recorded, out: Output) -> None:
    for filed in recorded.filed:
        seen = "new" if filed.new else f"seen {filed.count} times"
        out.line(f"ticket: {filed.folder} ({seen})")


def print_replay(result: ReplayResult, out: Output) -> None:
    """Print what a replay came to and where its record lies."""
    out.styled(result.describe(), STYLES[result.outcome])
    if result.error is not None and result.error.hint:
        out.line(result.error.hint)
    if result.note:
        out.line(result.note)
    if result.session:
        out.line(f"record: {Path(result.session)}")


def times_of(options: Mapping[str, Any], default: int) -> int:
    """Return how often is replayed. Raises InvalidArgument."""
    given = options.get("--times")
    if given is None:
        return default
    if not given.isdigit() or int(given) < 1:
        raise InvalidArgument(f"--times cannot be {given!r}.", hint="A whole number, 1 or more.")
    return int(given)


def speed_of(options: Mapping[str, Any]) -> float:
    """Return how much of the recorded pauses is kept. Raises InvalidArgument."""
    return parse_speed(options.get("--speed") or "fast")
