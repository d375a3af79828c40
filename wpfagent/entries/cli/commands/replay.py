"""`wpf-agent replay`: recorded actions again, without an AI."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.replaying import print_replay, replay, times_of
from wpfagent.runs.replay_file import Recording, read_recording
from wpfagent.testing.tickets import model
from wpfagent.testing.tickets.store import IndexEntry, TicketStore, read_ticket

USAGE = f"""\
Perform recorded actions again, without an AI, and say whether they fail again.

Usage:
  wpf-agent replay --file=FILE [options]

Examples:
  wpf-agent replay --file artifacts/tickets/20261121-093005-1f3a/TICKET-20261121-093011-8c2e --times 3
  wpf-agent replay --file repro.actions.json --profile MyApp-Dev
  wpf-agent replay --file actions.json --title-re "Order Desk" --speed recorded

FILE is a repro.actions.json, a ticket's folder, a session's folder, or a list of actions as an AI writes it:
  [{{"tool": "click", "args": {{"selector": {{"automation_id": "SaveButton"}}}}}}]
In a ticket's folder the failure of that ticket counts, and the ticket notes how often it came back; elsewhere any
failure. Each run starts the application anew where that is known how to; else it is attached to, and replayed once.
Secrets are taken from WPF_AGENT_SECRET_NAME, or asked for on a terminal.

Exit codes: 0 it did not fail, 1 it failed again, 2 a file that does not parse or a missing secret, 3 it left the
recorded path, or the application was not reached, 4 refused, 130 interrupted.

Replay options:
  --file=FILE            what to replay
  --times=N              how often (else 1)
  --speed=SPEED          fast (else), recorded (with the recorded pauses), or a factor like 2x

{usage.TARGET.replace("without any: the application last attached", "without any: the file's own")}
{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Replay a file."""
    context = Context(usage.parse(USAGE, argv), desktop)
    path = str(context.options["--file"])
    times = times_of(context.options, 1)
    recording = read_recording(path)
    folder = ticket_folder(Path(path))
    signature, entry, store = ticket_in(folder) if folder is not None else (None, None, None)
    _say(recording, signature, context)
    result = replay(context, recording, times=times, entry=entry, store=store, signature=signature)
    context.out.document(result.to_dict())
    print_replay(result, context.out)
    return result.exit_code


def ticket_folder(path: Path) -> Path | None:
    """The ticket's folder that a file lies in, or that is named itself."""
    folder = path if path.is_dir() else path.absolute().parent
    return folder.absolute() if (folder / model.FILE_NAME).is_file() else None


def ticket_in(folder: Path) -> tuple[str, IndexEntry | None, TicketStore | None]:
    """The signature of a ticket, and where the ticket is kept; a copied folder is kept nowhere."""
    ticket = read_ticket(folder)
    if folder.parents[1].name != "tickets":
        return ticket.signature.id, None, None
    store = TicketStore(folder.parents[2])
    entry = next((e for e in store.entries() if e.id == ticket.id), None)
    return ticket.signature.id, entry, store


def _say(recording: Recording, signature: str | None, context: Context) -> None:
    counts = f" for signature {signature}" if signature is not None else ""
    steps = "1 step" if len(recording.acts) == 1 else f"{len(recording.acts)} steps"
    context.out.styled(f"Replaying {recording.path}: {steps}{counts}", "bold")
    context.say_simulated()
