"""`wpf-agent minimize`: a failure shrunk to the few steps that matter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.commands.replay import ticket_folder, ticket_in
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.minimizing import minimize, options_of
from wpfagent.profiles.store import find_profiles
from wpfagent.runs.minimize.trials import MAX_TRIALS
from wpfagent.runs.replay_file import Recording, read_recording
from wpfagent.runs.verify import recording_of
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

USAGE = f"""\
Shrink a failure to the few steps that matter, and prove that they fail.

Usage:
  wpf-agent minimize (<what> | --last | --file=FILE) [options]

WHAT is a ticket (its id, the end of its id, its signature, or its folder) or a file as `replay` takes it: a
repro.actions.json, a session's folder, a list of actions.

Examples:
  wpf-agent minimize 8c2e
  wpf-agent minimize --last --max-trials 100 --max-time 600
  wpf-agent minimize repro.actions.json --profile MyApp-Dev
  wpf-agent minimize 8c2e --times 5        a failure that does not come every time
  wpf-agent minimize 8c2e --form last:10   only try the last 10 steps

Each trial starts the application anew, after its profile's reset command, and counts as failing only with the same
signature; a trial in which a step could not be performed says nothing. What had no effect goes first, then loops
between equal states, then blocks, then single steps; then texts get shorter and numbers smaller. What is left is
replayed 5 times. Interrupting keeps the best so far. The ticket gets its repro.actions.json (the long one stays as
repro.full.actions.json), its scenario.yaml that fails now, and how often it fails.

Exit codes: 0 minimised, 2 usage or files, 3 it did not fail again or the application was not reached, 4 refused,
130 interrupted.

Minimize options:
  --last                 the ticket that was seen last
  --file=FILE            the same as to name a file
  --max-trials=N         at most so many trials (else {MAX_TRIALS}); the replays at the end come on top
  --max-time=S           at most so many seconds
  --times=M              how often each list is tried; it counts as failing where it fails at least half as often as
                         the whole (else once; 5 times where the whole does not fail at once)
  --form=FORM            full (else), last:N (only the last N steps), halves (the first or second half, again and again)
  --exe=PATH             the application, instead of the recording's own
  --profile=NAME         the same, by a profile of profiles.json, or demo

{usage.MODE}
{usage.COMMON}"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Minimise a ticket or a file."""
    context = Context(usage.parse(USAGE, argv), desktop)
    options = options_of(context.options)
    recording, signature, entry, store = _named(context)
    steps = "1 step" if len(recording.acts) == 1 else f"{len(recording.acts)} steps"
    context.out.styled(f"Minimising {entry.title if entry is not None else recording.path}: {steps}", "bold")
    context.say_simulated()
    made = minimize(
        context, recording, options, signature=signature, entry=entry, store=store, target=context.target_spec()
    )
    context.out.document(made.to_dict())
    return made.exit_code


def _named(context: Context) -> tuple[Recording, str | None, IndexEntry | None, TicketStore | None]:
    """The recording that is meant, the signature of its failure, and its ticket."""
    options = context.options
    name = options["--file"] or options["<what>"]
    if name is not None and (options["--file"] is not None or Path(name).exists()):
        folder = ticket_folder(Path(name))
        return read_recording(name), *(ticket_in(folder) if folder is not None else (None, None, None))
    store = TicketStore(find_artifacts(options.get("--artifacts"), find_profiles(options.get("--profiles"))))
    entry = store.last() if name is None else store.find(name)
    return recording_of(entry), entry.signature, entry, store
