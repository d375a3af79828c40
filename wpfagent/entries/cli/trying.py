"""From a program's name to the first finding: it is used at random for some minutes, then one page tells of it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.desktops.programs import check_allowed
from wpfagent.desktops.target import LaunchSpec, TargetSpec
from wpfagent.entries.cli.asking import can_ask, says_yes
from wpfagent.entries.cli.calling import command, quoted
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.drivable import end_what_started, name_of, path_of, why_not_reached, why_not_used
from wpfagent.entries.cli.opening import open_file
from wpfagent.entries.cli.saying import Sayer
from wpfagent.entries.cli.stopping import STOP_KEY
from wpfagent.entries.cli.touring import may_open
from wpfagent.entries.cli.trying_bar import TEXTS as BAR_TEXTS
from wpfagent.entries.cli.trying_bar import Bar
from wpfagent.profiles.file import ProfileFile
from wpfagent.profiles.store import DEMO, find_profiles, own_file
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.results import ExplorationResult
from wpfagent.runs.minimize.minimizing import Options
from wpfagent.runs.minimize.ticket import Place, minimize_failure
from wpfagent.runs.minimize.trials import Limits
from wpfagent.runs.recorded import explore_recorded
from wpfagent.runs.verify import recording_of
from wpfagent.testing.oracles.judging import check_profile
from wpfagent.testing.report import trial_report
from wpfagent.testing.tickets.store import TicketStore

MOST_STEPS = 100_000
"""The time ends it."""
SHORTEN_S = 45.0
"""What finding the short way to the first find may take: the page is there within five minutes of the start."""
TEXTS: Mapping[str, str] = {
    **BAR_TEXTS,
    "title": "wpf-agent try {name}",
    "does": "It is started, or taken as it runs, and used at random for {minutes} min: clicks, menus, typing.",
    "takes": "It takes mouse and keyboard meanwhile: please leave them alone.",
    "leaves": "What deletes, sends or ends is left alone, and so is what saves.",
    "stop": "{stop} stops it; what was done is kept.",
    "simulated": "(simulated: this is no Windows; the application is made from its XAML and drawn.)",
    "found": "Found: {title}",
    "nothing": "Nothing was found in {steps} actions on {states} states.",
    "page": "The page: {path}",
    "ask": "Keep a profile {name} of it in {path}, for the runs that follow? [y/N] ",
    "kept": "The profile {name} was added to {path}.",
    "not_kept": "No profile was written: {why}",
}


class Trial:
    """One program, some minutes.

    Args:
        context: the call.
        program: what is started.
        minutes: how long it is used.
        seed: of all randomness; drawn where it is None.
        profiles: the file that takes the program's profile; None: the one in use, else the user's own.
    """

    def __init__(
        self,
        context: Context,
        program: LaunchSpec,
        *,
        minutes: float,
        seed: int | None = None,
        profiles: str | None = None,
    ) -> None:
        self.context = context
        self.out = context.out
        self.program = program
        self.minutes = minutes
        self.seed = secrets.randbelow(10**6) if seed is None else seed
        self.profiles = profiles
        self.name = name_of(program)
        self._replayed: tuple[int, int] | None = None
        self._say = Sayer(TEXTS, context.out.language)

    def run(self) -> int:
        """Say what comes, use the program, write and open the page, ask for the profile; return the exit code."""
        check_allowed(self.program.exe, named=False)
        self._announce()
        bar = Bar(self.out, self.minutes * 60, self._say)
        result = self._explore(bar)
        assert result.session is not None
        if result.ended != "interrupted" and result.found and not result.attached:
            self._replayed = self._shorten(result, bar)
        page = self._write(result, "")
        self._tell(result, page)
        if profile := self._offer_profile():
            self._write(result, profile)
        self.out.document({**result.to_dict(), "page": str(page), "profile": profile})
        return result.exit_code

    def _announce(self) -> None:
        self.out.styled(self._say("title", name=self.name), "bold cyan")
        self.out.line(self._say("does", minutes=f"{self.minutes:g}"))
        self.out.line(self._say("takes" if self.context.desktop.name == "uia" else "simulated"))
        self.out.line(self._say("leaves"))
        self.out.line(self._say("stop", stop=STOP_KEY))

    # -- using it -----------------------------------------------------------------------------------------------------

    def _explore(self, bar: Bar) -> ExplorationResult:
        """Use it at random. Raises WpfAgentError with one sentence where it cannot be driven."""
        spec = TargetSpec(exe=self.program.exe, args=self.program.args, cwd=self.program.cwd)
        exploration = Exploration(spec, max_steps=MOST_STEPS, max_time_s=max(1.0, self.minutes * 60))
        begun = time.time()
        try:
            result = explore_recorded(
                exploration,
                self.context.desktop,
                self.context.artifacts,
                seed=self.seed,
                policy=self.context.policy("random"),
                profiles={},
                facts={"trial": {"program": self.program.command_line(), "minutes": self.minutes}},
                progress=bar,
            )
        except WpfAgentError as error:
            bar.close()
            end_what_started(self.program, self.context.desktop, begun)
            raise why_not_reached(self.program, error) from error
        finally:
            bar.close()
        if (why := why_not_used(self.program, result)) is not None:
            raise why
        return result

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def _shorten(self, result: ExplorationResult, bar: Bar) -> tuple[int, int] | None:
        """Shrink the way to the first find, and return how often it came again, of how many replays.

        Where that does not work the long way stands on the page.
        """
        ticket = next((f.ticket for f in result.found if f.ticket), None)
        if ticket is None:
            return None
        context, store = self.context, TicketStore(self.context.artifacts)
        bar.shortening()
        try:
            entry = store.find(str(ticket["id"]))
            made = minimize_failure(
                recording_of(entry),
                Place(context.desktop, context.artifacts, context.policy("replay")),
                signature=entry.signature,
                options=Options(limits=Limits(time_s=SHORTEN_S)),
                entry=entry,
                store=store,
            )
        except WpfAgentError:
            return None  # it is told in the record
        finally:
            bar.close()
        if made.shrunk.outcome == "not_reproduced":
            return 0, made.shrunk.tried
        return (made.reproduced, made.attempts) if made.attempts else None

    def _write(self, result: ExplorationResult, profile: str) -> Path:
        return trial_report(
            Path(str(result.session)),
            title=self.name,
            ways=self._ways(),
            profile=profile,
            replayed=self._replayed,
            language=self.out.language,
        )

    def _ways(self) -> list[tuple[str, str]]:
        """The three lines to go on with."""
        options = {**self.context.options, "--profiles": self.profiles}
        name = quoted(self._profile_name())
        return [
            ("way_profile", command(f"profiles add {name} --exe {quoted(path_of(self.program))}", options)),
            ("way_random", command(f"random run --profile {name} --no-saving", options)),
            ("way_client", command("mcp register")),
        ]

    def _tell(self, result: ExplorationResult, page: Path) -> None:
        if result.found:
            for found in result.found:
                self.out.styled(self._say("found", title=self.out.said(found.finding.title)), "bold red")
        else:
            steps, states = result.tally.steps, result.tally.states
            self.out.styled(self._say("nothing", steps=steps, states=states), "green")
        self.out.line(self._say("page", path=page))
        if may_open(self.out, wanted=not self.context.options["--no-open"]):
            try:
                open_file(page)
            except WpfAgentError as error:
                self.out.line(f"  {error}")

    # -- the profile --------------------------------------------------------------------------------------------------

    def _profile_name(self) -> str:
        return f"{self.name}-1" if self.name == DEMO else self.name

    def _offer_profile(self) -> str:
        """Write a profile on yes, and return where it lies; '' where none was written."""
        path = (Path(self.profiles) if self.profiles else find_profiles() or own_file()).absolute()
        name = self._profile_name()
        if not self.context.options["--yes"]:
            if not can_ask(self.out):
                return ""
            try:
                answer = input(self._say("ask", name=name, path=path))
            except (EOFError, KeyboardInterrupt):
                return ""
            if not says_yes(answer):
                return ""
        launch: dict[str, Any] = {"exe": path_of(self.program).replace("\\", "/"), "args": list(self.program.args)}
        if self.program.cwd:
            launch["cwd"] = self.program.cwd.replace("\\", "/")
        try:
            ProfileFile(path, check=check_profile).add({"name": name, "launch": launch, "safety": {"mode": "safe"}})
        except WpfAgentError as error:
            self.out.line(self._say("not_kept", why=self.out.said(error.message)))
            return ""
        self.out.line(self._say("kept", name=name, path=path))
        return str(path)
