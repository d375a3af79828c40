"""The tour of `wpf-agent demo`: two written scenarios, a bug found at random, its shortest way, its ticket and page."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.demo import EXPLORATION, SCENARIOS
from wpfagent.entries.cli.calling import command, quoted
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.demo_files import lay_out
from wpfagent.entries.cli.exploring import explore_seeds
from wpfagent.entries.cli.minimizing import minimize
from wpfagent.entries.cli.opening import open_file
from wpfagent.entries.cli.output import Output, pad, text_width
from wpfagent.entries.cli.running import run_one
from wpfagent.entries.cli.saying import Sayer
from wpfagent.runs.explore.load import load_exploration
from wpfagent.runs.explore.results import ExplorationResult
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.ticket import Minimised
from wpfagent.runs.minimize.trials import Limits
from wpfagent.runs.recorded import Settings
from wpfagent.runs.results import ScenarioResult, exit_code_of
from wpfagent.runs.verify import recording_of
from wpfagent.testing.report import is_available, session_report, ticket_report
from wpfagent.testing.tickets.store import IndexEntry, TicketStore

SEED = 7
"""Of the exploration; any other finds a bug too, after more steps or fewer."""
EXPLORE_S = 90.0
"""How long it may look for a bug."""
MINIMISED_S = 125.0
"""When minimising ends, counted from the tour's beginning: with the last replays it stays below three minutes."""
LEAST_S = 20.0
"""So much time the minimiser has in any case."""
TEXTS: Mapping[str, str] = {
    "about": "A tour in four parts, through the same gate as every other entry; the demo application has bugs on "
    "purpose.",
    "real": "It drives a real WPF program in real windows: please leave mouse and keyboard alone.",
    "simulated": "(simulated: this is no Windows; the application is made from its XAML and drawn by Pillow.)",
    "scenarios": "1 of 4  Two written scenarios drive the application",
    "passed": "{passed} of {all} scenarios passed.",
    "explore": "2 of 4  Nobody wrote a test for this: the page of customers is tried at random (seed {seed})",
    "nothing": "Nothing was found in {steps} steps. Another seed finds it: --seed N",
    "minimise": "3 of 4  {steps} steps led to it; which of them matter?",
    "known": "The ticket is known from an earlier tour (seen {count} times): its short way is tried again.",
    "unproved": "It did not fail again: the ticket stays as it was found.",
    "report": "4 of 4  The ticket, for people and for programs",
    "summary": "What you saw, in {seconds} s",
    "saw_scenarios": "- {passed} of {all} written scenarios passed: {steps} steps, each with its effect checked.",
    "saw_bug": "- A bug that no scenario knew, found at random in {steps} steps:",
    "where": "Where it lies",
    "ticket": "the ticket",
    "page": "the report",
    "replay": "the replay file",
    "explored": "the exploration",
    "sessions": "all records",
    "files": "to copy, for your own",
    "next": "What to do next",
    "again": "see it fail again",
    "repeat": "run a scenario again",
    "own": "see which programs are open",
    "try": "try it at random",
    "clients": "let an AI client do it",
    "opened": "The report is opened in your browser (--no-open: it is not).",
    "interrupted": "Interrupted: what was done is kept.",
}


@dataclass(slots=True)
class Shown:
    """What the tour has shown so far."""

    scenarios: list[ScenarioResult] = field(default_factory=list)
    exploration: ExplorationResult | None = None
    ticket: IndexEntry | None = None
    minimised: Minimised | None = None
    report: Path | None = None
    explored: Path | None = None

    @property
    def passed(self) -> int:
        """How many scenarios passed."""
        return sum(1 for r in self.scenarios if r.outcome in ("passed", "flaky"))

    @property
    def exit_code(self) -> int:
        """0 when the tour did what it should, 130 when it was interrupted, else 1 or what the scenarios say."""
        ended = self.exploration.ended if self.exploration is not None else ""
        outcome = self.minimised.shrunk.outcome if self.minimised is not None else ""
        if "interrupted" in (ended, outcome):
            return 130
        if code := exit_code_of(self.scenarios):
            return code
        return int(self.minimised is None or not self.minimised.reproduced or self.report is None)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {"scenarios": [r.to_dict() for r in self.scenarios]}
        if self.exploration is not None:
            made["exploration"] = self.exploration.to_dict()
        if self.minimised is not None:
            made["minimised"] = self.minimised.to_dict()
        if self.ticket is not None:
            made["ticket"] = self.ticket.to_dict()
        return made | {k: str(v) for k, v in (("report", self.report), ("explored", self.explored)) if v is not None}


class Tour:
    """The tour.

    Args:
        context: the call.
        seed: of the exploration.
        keep_open: whether the application of the scenarios is left open.
        opens: whether the report is opened where somebody sees it.
    """

    def __init__(self, context: Context, *, seed: int = SEED, keep_open: bool = False, opens: bool = True) -> None:
        self.context = context
        self.out = context.out
        self.seed = seed
        self.keep_open = keep_open
        self.opens = opens
        self.shown = Shown()
        self._say = Sayer(TEXTS, context.out.language)
        self._begun = time.monotonic()

    @cached_property
    def files(self) -> list[Path]:
        """The scenarios and then the exploration, where they can be used again."""
        return lay_out(self.context.artifacts, (*SCENARIOS, EXPLORATION))

    def run(self) -> int:
        """Show everything, sum it up, and return the exit code."""
        out = self.out
        out.styled("wpf-agent demo", "bold cyan")
        out.line(self._say("about"))
        out.line(self._say("real" if self.context.desktop.name == "uia" else "simulated"))
        if self._run_scenarios() and self._explore():
            self._minimise()
        if self.shown.ticket is not None:
            self._report(self.shown.ticket)
        self._sum_up()
        out.document(self.shown.to_dict())
        return self.shown.exit_code

    # -- the parts ----------------------------------------------------------------------------------------------------

    def _run_scenarios(self) -> bool:
        """Run the written scenarios; return whether the tour goes on."""
        self._head("scenarios")
        settings = Settings(keep_open=self.keep_open)
        profiles = dict(self.context.profile_set.profiles)
        for scenario in (s for path in self.files[:-1] for s in load_scenarios(str(path))):
            result = run_one(scenario, self.context, self.context.desktop, profiles, settings)
            self.shown.scenarios.append(result)
            if result.outcome == "interrupted":
                return False
        passed, count = self.shown.passed, len(self.shown.scenarios)
        self.out.styled(self._say("passed", passed=passed, all=count), "green" if passed == count else "bold red")
        return True

    def _explore(self) -> bool:
        """Try the application at random until a bug is found; return whether one was."""
        self._head("explore", seed=self.seed)
        exploration = replace(load_exploration(str(self.files[-1])), max_time_s=EXPLORE_S)
        (result,) = explore_seeds(self.context, exploration, [self.seed], minimize=None)
        self.shown.exploration = result
        if result.session is not None and is_available():
            self.shown.explored = session_report(Path(result.session))
        found = next((f for f in result.found if f.ticket), None)
        if found is None:
            if result.ended != "interrupted":
                self.out.styled(self._say("nothing", steps=result.tally.steps), "bold red")
            return False
        assert found.ticket is not None
        self.shown.ticket = TicketStore(self.context.artifacts).find(str(found.ticket["id"]))
        return result.ended != "interrupted"

    def _minimise(self) -> None:
        """Shrink the way to the bug, and prove that it is one."""
        shown = self.shown
        assert shown.ticket is not None
        assert shown.exploration is not None
        self._head("minimise", steps=shown.exploration.tally.steps)
        if shown.ticket.count > 1:
            self.out.line(self._say("known", count=shown.ticket.count))
        try:
            shown.minimised = minimize(
                self.context,
                recording_of(shown.ticket),
                Options(limits=Limits(time_s=self._seconds_until(MINIMISED_S))),
                signature=shown.ticket.signature,
                entry=shown.ticket,
                store=TicketStore(self.context.artifacts),
            )
        except WpfAgentError as error:
            self.out.styled(f"{error.code}: {error}", "bold red")
        if shown.minimised is None or not shown.minimised.reproduced:
            self.out.styled(self._say("unproved"), "bold red")
        elif shown.minimised.ticket is not None:
            shown.ticket = shown.minimised.ticket

    def _report(self, ticket: IndexEntry) -> None:
        """Write the report of the ticket, name it, and open it where somebody sees it."""
        self._head("report")
        self.shown.report = ticket_report(ticket.folder)
        self.out.styled(f"{ticket.id}: {ticket.title}", "bold")
        self.out.line(f"  {self.shown.report}")
        if not may_open(self.out, wanted=self.opens):
            return
        try:
            open_file(self.shown.report)
        except WpfAgentError as error:
            self.out.line(f"  {error} {error.hint}")
        else:
            self.out.line(f"  {self._say('opened')}")

    # -- the summary --------------------------------------------------------------------------------------------------

    def _sum_up(self) -> None:
        shown, out = self.shown, self.out
        if shown.exit_code == 130:
            out.styled(self._say("interrupted"), "magenta")
        self._head("summary", seconds=round(time.monotonic() - self._begun))
        steps = sum(1 for r in shown.scenarios for s in r.steps if s.status == "passed")
        out.line(self._say("saw_scenarios", passed=shown.passed, all=len(shown.scenarios), steps=steps))
        if shown.ticket is not None and shown.exploration is not None:
            out.line(self._say("saw_bug", steps=shown.exploration.tally.steps))
            out.line(f"    {shown.ticket.title}")
        if shown.minimised is not None:
            said = out.said(shown.minimised.describe())
            out.text(f"- {said[:1].upper()}{said[1:]}")
        self._list("where", self._places())
        self._list("next", self._next())

    def _places(self) -> list[tuple[str, str]]:
        """What lies where."""
        shown = self.shown
        made: list[tuple[str, str]] = []
        if shown.ticket is not None:
            made += [
                (self._say("page"), str(shown.report)),
                (self._say("ticket"), str(shown.ticket.folder / "ticket.md")),
                (self._say("replay"), str(shown.ticket.folder / "repro.actions.json")),
            ]
        if shown.explored is not None:
            made.append((self._say("explored"), str(shown.explored)))
        made.append((self._say("sessions"), str(self.context.artifacts / "sessions")))
        return made + [(self._say("files"), str(path)) for path in self.files]

    def _next(self) -> list[tuple[str, str]]:
        """What could be done next."""
        shown, options = self.shown, self.context.options
        made: list[tuple[str, str]] = []
        if shown.ticket is not None:
            made.append((self._say("again"), command(f"tickets verify {shown.ticket.id}", options)))
        return [
            *made,
            (self._say("repeat"), command(f"scenario run --file {quoted(str(self.files[0]))}", options)),
            (self._say("own"), command("windows", options)),
            (self._say("try"), command("random run --exe YOUR.exe --max-steps 200", options)),
            (self._say("clients"), command("mcp register")),
        ]

    # -- what all parts need -------------------------------------------------------------------------------------------

    def _seconds_until(self, end_s: float) -> float:
        """What is left until so many seconds after the beginning."""
        return float(max(LEAST_S, round(end_s - (time.monotonic() - self._begun))))

    def _head(self, key: str, **values: Any) -> None:
        self.out.line()
        self.out.styled(self._say(key, **values), "bold cyan")

    def _list(self, key: str, rows: list[tuple[str, str]]) -> None:
        self._head(key)
        width = max(text_width(name) for name, _ in rows)
        for name, value in rows:
            self.out.text(f"  {pad(name, width)}  {value}")


def may_open(out: Output, *, wanted: bool) -> bool:
    """Whether a report is opened: a person watches at a desktop, and did not say no."""
    return wanted and out.is_terminal and not out.json and has_viewer()


def has_viewer(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether somebody sees what is opened: a desktop, and no build machine."""
    if environ.get("CI"):
        return False
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
