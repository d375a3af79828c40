"""Minimising for the command line: options, lines while it runs, what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.replaying import ask_secrets
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.steps import Item
from wpfagent.runs.minimize.ticket import SCENARIO, Minimised, Place, minimize_failure
from wpfagent.runs.minimize.trials import MAX_TRIALS, Limits, Trial
from wpfagent.runs.replay_file import FILE_NAME, Recording
from wpfagent.runs.verify import recording_of
from wpfagent.testing.tickets.store import IndexEntry, TicketStore
from wpfagent.testing.wording.steps import step_words

EVERY = 10
"""So many trials without progress get a line."""


class Lines:
    """Tells what a minimiser does: a line for each step forward, and now and then one in between."""

    def __init__(self, out: Output) -> None:
        self.out = out
        self._last = self._number = 0

    def tried(self, number: int, candidate: Sequence[Item], trial: Trial) -> None:
        """Show now and then that it goes on."""
        self._number = number
        if number - self._last >= EVERY:
            self._last = number
            self.out.line(f"  trial {number}: {len(candidate)} steps, {trial.outcome}")

    def reduced(self, before: Sequence[Item], after: Sequence[Item]) -> None:
        """Show a step forward."""
        self._last = self._number
        if len(after) < len(before):
            self.out.line(f"  trial {self._number}: {len(before)} -> {len(after)} steps")
            return
        changed = next((new for old, new in zip(before, after, strict=True) if old != new), None)
        if changed is not None:
            self.out.line(f"  trial {self._number}: simpler: {self.out.said(_words(changed.action))}")

    def proved(self, number: int, of: int) -> None:
        """Say once that what is left is replayed."""
        if number == 1:
            self.out.line(f"  what is left is replayed {of} times")


def minimize(
    context: Context,
    recording: Recording,
    options: Options,
    *,
    signature: str | None = None,
    entry: IndexEntry | None = None,
    store: TicketStore | None = None,
    target: TargetSpec | None = None,
) -> Minimised:
    """Minimise a recording, tell about it, and return what it came to.

    Args:
        context: the call: its safety options count.
        recording: what fails.
        options: form, tries and budget.
        signature: the failure that counts; any when None.
        entry: the ticket of the failure.
        store: where that ticket is kept.
        target: the application instead of the recording's own.

    Raises:
        SecretMissing: before anything is started.
        InvalidArgument: the application cannot be started anew, or an option makes no sense.
    """
    made = minimize_failure(
        recording,
        Place(context.desktop, context.artifacts, context.policy("replay"), context.profile_set.profiles, target),
        signature=signature,
        secrets=ask_secrets(recording, context),
        options=options,
        listener=Lines(context.out),
        entry=entry,
        store=store,
    )
    print_minimised(made, context.out)
    return made


def minimize_tickets(
    tickets: Iterable[Mapping[str, Any]],
    context: Context,
    target: TargetSpec | None,
    *,
    limits: Limits | None = None,
) -> bool:
    """Minimise the tickets that a run has filed; what cannot be minimised is told, and ends nothing.

    Args:
        tickets: as `session.json` lists them; only those that are new count.
        context: the call.
        target: the application instead of each recording's own.
        limits: the budget of each ticket.

    Returns:
        False where somebody interrupted it: the tickets that follow are left as they are.
    """
    store = TicketStore(context.artifacts)
    options = Options(limits=limits or Limits())
    time_s = options.limits.time_s
    new = [t for t in tickets if t.get("new", True)]
    for number, ticket in enumerate(new, start=1):
        entry = store.find(str(ticket["id"]))
        at_most = f", {time_s:g} s at most" if time_s is not None else ""
        context.out.styled(f"Minimising {entry.id} ({number} of {len(new)}{at_most})", "bold")
        try:
            recording = recording_of(entry)
            made = minimize(context, recording, options, signature=entry.signature, entry=entry, store=store,
                            target=target)  # fmt: skip
        except WpfAgentError as error:
            context.out.styled(f"  not minimised: {error}", "yellow")
            continue
        if made.shrunk.outcome == "interrupted":
            return False
    return True


def options_of(given: Mapping[str, Any]) -> Options:
    """Return form, tries and budget as the command line says. Raises InvalidArgument."""
    time_s = given.get("--max-time")
    if time_s is not None and (not time_s.replace(".", "", 1).isdecimal() or float(time_s) <= 0):
        raise InvalidArgument(f"--max-time cannot be {time_s!r}.", hint="Seconds, more than 0.")
    trials = _whole(given, "--max-trials") or MAX_TRIALS
    limits = Limits(trials, float(time_s) if time_s is not None else None)
    return Options(given.get("--form") or "full", _whole(given, "--times"), limits)


def _whole(given: Mapping[str, Any], flag: str) -> int | None:
    text = given.get(flag)
    if text is None:
        return None
    if not text.isdecimal() or int(text) < 1:
        raise InvalidArgument(f"{flag} cannot be {text!r}.", hint="A whole number, 1 or more.")
    return int(text)


def _words(action: Mapping[str, Any]) -> str:
    """A recorded action as a tester says it."""
    line = {"action": action["tool"], "args": action["args"], "selector": action["args"].get("selector")}
    return step_words({**line, "element": action.get("recorded", {}).get("element")})


def print_minimised(made: Minimised, out: Output) -> None:
    """Print what minimising came to, the steps that are left, and where they lie."""
    good = made.reproduced > 0 and made.reproduced == made.attempts
    out.styled(made.describe(), "green" if good else "yellow")
    if made.shrunk.outcome == "not_reproduced":
        out.line(f"record: {made.trials_session}")
        return
    if made.shrunk.outcome == "minimised" and not good:
        out.line("It does not fail every time: give --times to try each list more often.")
    for number, item in enumerate(made.items, start=1):
        out.text(f"  {number:>3}  {out.said(_words(item.action))}")
    for title in made.others:
        out.line(f"seen on the way, another failure: {title}")
    folder = made.ticket.folder if made.ticket is not None else made.session
    for name in (FILE_NAME, SCENARIO):
        if (folder / name).is_file():
            out.line(f"{name}: {Path(folder / name)}")
