"""`wpf-agent fleet run`: what is to be done, how it stands, what came of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.exploring import MINIMIZED
from wpfagent.runs.explore.seeds import read_seeds
from wpfagent.runs.find import find_files
from wpfagent.runs.fleet.facts import own_likenesses
from wpfagent.runs.fleet.ledger import Ledger, new_run
from wpfagent.runs.fleet.link import Link, linked
from wpfagent.runs.fleet.planning import Wanted, plan, profiles_of
from wpfagent.runs.fleet.programs import Program, program_of
from wpfagent.runs.fleet.running import Counts, Run
from wpfagent.runs.fleet.summary import PASSED, summary_of, write_summary
from wpfagent.runs.fleet.taking_in import Told
from wpfagent.runs.minimize.trials import Limits
from wpfagent.testing.wording.trees import shorten

LINE_EVERY_S = 10.0
"""How often a line says how it stands, where nothing else is said."""
STYLES = {"failed": "bold red", "not_run": "magenta", "passed": "green", "flaky": "yellow"}


class Lines:
    """Tells a run as lines: who takes part, what is done, and now and then how it stands."""

    def __init__(self, context: Context) -> None:
        self.out = context.out
        self.most = 0
        self._said = time.monotonic()

    def machine(self, name: str, state: str) -> None:
        """Say what becomes of a machine."""
        self.out.line(f"  {name}: {self.out.said(state)}")

    def done(self, line: Mapping[str, Any], counts: Counts) -> None:
        """Say what a piece of work came to."""
        outcome = str(line["outcome"])
        took = f"{float(line.get('elapsed_s') or 0):.1f} s"
        why = shorten(str(line.get("reason") or "")) if outcome not in PASSED else ""
        text = f"  {counts.done}/{counts.all}  {line['title']}  {outcome}  {line.get('machine') or '-'}  {took}  {why}"
        self.out.styled(text.rstrip(), STYLES.get(outcome, "bold red"))
        self._said = time.monotonic()

    def told(self, told: Told) -> None:
        """Nothing: tickets are named at the end."""

    def progress(self, counts: Counts) -> None:
        """Say how it stands, where nothing was said for a while."""
        self.most = max(self.most, counts.machines)
        if time.monotonic() - self._said >= LINE_EVERY_S:
            self._said = time.monotonic()
            left = f", about {counts.left_s:.0f} s left" if counts.left_s is not None else ""
            self.out.line(
                f"  {counts.machines} desktops, {counts.done} of {counts.all} done, {counts.failed} failed, "
                f"{counts.working} being done{left}"
            )


def run_fleet(context: Context, certificates: Path | None) -> int:
    """Run scenarios and seeds on a fleet and return the exit code."""
    ledger, program = _ledger(context)
    own = own_likenesses(context.profile_set.profiles, profiles_of(ledger.planned))
    lines = Lines(context)
    context.out.styled(f"{ledger.run}: {len(ledger.waiting)} of {len(ledger.planned)} to do", "bold")
    begun = time.monotonic()
    with linked(context.options["<address>"], certificates) as link:
        limits = None if context.options["--no-minimize"] else _limits(context.options["--minimize-time"])
        run = Run(
            link, ledger, own, lines, nobody_s=_seconds(context.options["--wait"]), minimize=limits, program=program
        )
        error = _go(run, link)
    made = summary_of(
        ledger, left_out=run.left_out, seconds=time.monotonic() - begun, worked_s=run.worked_s, desktops=lines.most
    )
    files = write_summary(ledger.folder, made)
    if error is not None:
        _tell(context, made, files)
        error.details = {**error.details, "so_far": made}
        raise error
    context.out.document(made)
    _tell(context, made, files)
    return {"passed": 0, "failed": 1, "interrupted": 130}.get(str(made["outcome"]), 3)


def _go(run: Run, link: Link) -> WpfAgentError | None:
    """Do the work; what is done is told all the same where something ends it."""
    try:
        run.go()
    except WpfAgentError as error:
        return error
    except KeyboardInterrupt:
        return None
    return None


def _ledger(context: Context) -> tuple[Ledger, Program | None]:
    options = context.options
    known = context.profile_set.profiles
    send = Path(options["--send"]).absolute() if options["--send"] else None
    if options["--resume"]:
        ledger = Ledger.read(context.artifacts, options["--resume"])
        program = program_of(send, known, profiles_of(ledger.planned)) if send is not None else None
        if program is not None:
            program.given_to(ledger.planned)
        elif any(p.order.program for p in ledger.waiting):
            raise InvalidArgument("This run was begun with a program that was sent.", hint="Send it again: --send DIR.")
        return ledger, program
    run = new_run()
    planned = plan(run, _wanted(context))
    program = program_of(send, known, profiles_of(planned)) if send is not None else None
    planned = program.given_to(planned) if program is not None else planned
    return Ledger.begin(context.artifacts, run, planned), program


def _wanted(context: Context) -> Wanted:
    options = context.options
    changes: dict[str, Any] = {}
    for flag, name in (("--max-steps", "max_steps"), ("--max-time", "max_time_s")):
        if options[flag]:
            changes[name] = int(_seconds(options[flag], flag))
    given = options["<file>"]
    return Wanted(
        find_files(given) if given else [],
        options["--profile"],
        read_seeds(options["--seeds"]) if options["--seeds"] else [],
        changes,
        options["--mode"] or "safe",
        bool(options["--allow-destructive"]),
        not options["--no-pictures"],
        tags=[options["--tag"]] if options["--tag"] else [],
    )


def _seconds(text: str, flag: str = "--wait") -> float:
    if not text.replace(".", "", 1).isdecimal() or float(text) <= 0:
        raise InvalidArgument(f"{flag} cannot be {text!r}.", hint="A number above 0 is expected.")
    return float(text)


def _limits(given: str | None) -> Limits:
    return Limits(time_s=_seconds(given, "--minimize-time")) if given is not None else MINIMIZED


def _tell(context: Context, made: Mapping[str, Any], files: list[Path]) -> None:
    out = context.out
    for name, why in made["left_out"].items():
        out.line(f"{name} was left out: {why}")
    out.table(
        ("machine", "runs", "failed", "time"),
        [(name, one["runs"], one["failed"], f"{one['worked_s']:.1f} s") for name, one in made["machines"].items()],
    )
    for ticket in made["tickets"]:
        seen = ", ".join(f"{name} ({count})" for name, count in ticket["seen_on"].items())
        elsewhere = ", ".join(f"{name} ({runs})" for name, runs in ticket["not_seen_on"].items())
        out.styled(f"ticket: {ticket['folder']}", STYLES["failed"])
        out.line(f"  {shorten(ticket['title'])}")
        out.line(f"  seen on {seen}" + (f"; not on {elsewhere}" if elsewhere else ""))
    words = ", ".join(f"{count} {word}" for word, count in made["outcomes"].items())
    share = f"{made['waiting_share'] * 100:.0f}"
    out.line(f"{made['done']} of {made['planned']} done in {made['seconds']} s: {words}; {share} % of it waiting")
    for path in files:
        out.line(f"report: {path}")
