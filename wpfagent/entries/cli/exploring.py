"""Exploring for the command line: a session for each seed, counters while it runs, what was found."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.minimizing import minimize_tickets
from wpfagent.entries.cli.output import Output
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.report import write_findings
from wpfagent.runs.explore.results import ExplorationResult, Found, Tally
from wpfagent.runs.minimize.trials import Limits
from wpfagent.runs.recorded import explore_recorded
from wpfagent.testing.wording.trees import shorten

if TYPE_CHECKING:
    from rich.status import Status

MINIMIZED = Limits(time_s=120.0)
"""What minimising one find may take; `wpf-agent minimize` goes on where that was too little."""
LINE_EVERY_S = 5.0
"""How often plain lines tell the counters, where nobody watches a terminal."""
STYLES = {"failed": "bold red", "passed": "green", "interrupted": "magenta"}


class Counters:
    """Tells the live counters: on a terminal one line that changes, elsewhere a plain line every few seconds."""

    def __init__(self, out: Output, max_steps: int) -> None:
        self.out = out
        self.max_steps = max_steps
        self._said = time.monotonic()
        self._status: Status | None = None

    def launching(self, command_line: str) -> None:
        """Show what is started."""
        self.close()
        self.out.line(f"  starting {command_line}")

    def attached(self, pid: int) -> None:
        """Say that a program is explored that ran before."""
        self.close()
        self.out.line(f"  attached to process {pid}, which was running before: it is explored as it is")

    def stepped(self, tally: Tally, what: str, effect: str) -> None:
        """Show the counters."""
        text = (f"{tally.steps}/{self.max_steps} steps, {tally.states} states, {tally.no_ops} without effect, "
                f"{tally.unverifiable} unverifiable, {tally.failures} failures")  # fmt: skip
        if self.out.is_rich and not self.out.json:
            self._show(f"{text}  {shorten(what)}")
        elif time.monotonic() - self._said >= LINE_EVERY_S:
            self._said = time.monotonic()
            self.out.line(f"  {text}")

    def failed(self, found: Found) -> None:
        """Show a failure at once."""
        self.close()
        self.out.styled(f"  step {found.step}: {found.finding.oracle}: {found.finding.title}", "bold red")
        if found.ticket:
            again = "" if found.ticket.get("new", True) else f" (seen {found.ticket['count']} times)"
            self.out.line(f"    ticket: {found.ticket['folder']}{again}")

    def close(self) -> None:
        """Take away the line that changes."""
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _show(self, text: str) -> None:
        from rich.markup import escape

        if self._status is None:
            from rich.console import Console

            self._status = Console().status("")
            self._status.start()
        self._status.update(escape(text))


def explore_seeds(
    context: Context,
    exploration: Exploration,
    seeds: Sequence[int | None],
    *,
    minimize: Limits | None = MINIMIZED,
    report: str | None = None,
) -> list[ExplorationResult]:
    """Explore once for each seed, each in a session of its own; an interrupted one ends the row.

    Args:
        context: the call.
        exploration: what is explored.
        seeds: None draws one.
        minimize: what minimising each new ticket may take, at the end of its seed; None leaves them as they are.
        report: the file that what was found is written to: as soon as a seed has been explored, and once its tickets
            are minimised.
    """
    results: list[ExplorationResult] = []
    for given in seeds:
        results.append(_explore(context, exploration, given if given is not None else secrets.randbelow(10**6)))
        _write_report(report, results)
        if results[-1].ended == "interrupted":
            break
        tickets = [f.ticket for f in results[-1].found if f.ticket]
        if minimize is not None:
            go_on = minimize_tickets(tickets, context, None, limits=minimize)
            _write_report(report, results)
            if not go_on:
                break
    return results


def _write_report(path: str | None, results: Sequence[ExplorationResult]) -> None:
    if path is not None:
        write_findings(path, results)


def _explore(context: Context, exploration: Exploration, seed: int) -> ExplorationResult:
    out = context.out
    out.styled(f"Exploring with seed {seed}, {exploration.strategy}", "bold")
    counters = Counters(out, exploration.max_steps)
    try:
        result = explore_recorded(
            exploration,
            context.desktop,
            context.artifacts,
            seed=seed,
            policy=context.policy("random"),
            profiles=context.profile_set.profiles,
            take_pictures=not context.options.get("--no-pictures"),
            facts={"source": [context.options["--source"]]} if context.options.get("--source") else None,
            progress=counters,
        )
    finally:
        counters.close()
    _say(result, out)
    return result


def _say(result: ExplorationResult, out: Output) -> None:
    out.styled(f"  {result.describe()}", STYLES[result.outcome])
    covered = result.coverage
    disabled, alone = len(covered["always_disabled"]), len(covered["left_alone"])
    out.line(
        f"  controls: {covered['used']} of {covered['controls']} used, {disabled} always disabled, "
        f"{alone} left alone as destructive"
    )
    if result.code is not None and result.code["total"]:
        out.line(f"  code: {result.code['entered']} of {result.code['total']} own methods entered")
    if result.session:
        out.line(f"  record: {result.session}")
    out.line()


def print_summary(context: Context, results: Sequence[ExplorationResult]) -> None:
    """Print what all seeds came to."""
    made: dict[str, Any] = {"results": [r.to_dict() for r in results]}
    context.out.document(made)
    if len(results) < 2:
        return
    steps = sum(r.tally.steps for r in results)
    failing = [r.seed for r in results if r.found]
    tickets = {f.ticket["id"] for r in results for f in r.found if f.ticket}
    context.out.line(f"{len(results)} seeds, {steps} steps: {len(tickets)} different failures"
                     + (f", with the seeds {', '.join(map(str, failing))}" if failing else ""))  # fmt: skip
