"""`wpf-agent init`: from the program alone to a computer that is ready, and back."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.version import version
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.calling import command, own_call
from wpfagent.entries.cli.commands.doctor import show
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.demo_files import lay_out
from wpfagent.entries.cli.output import pad
from wpfagent.entries.cli.running import run_one
from wpfagent.entries.cli.saying import Sayer
from wpfagent.entries.doctor import Finding, Patient, examine
from wpfagent.entries.registration import CLIENTS, Client, Computer, ServerCommand, clients_in_use, find_client
from wpfagent.entries.setup import receipt as receipts
from wpfagent.entries.setup.making import Step, command_lines, make_profiles, offer
from wpfagent.entries.setup.removing import undo
from wpfagent.entries.setup.template import place_of_profiles
from wpfagent.entries.setup.texts import TEXTS
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.recorded import Settings

USAGE = """\
Sets this computer up: checks what is needed, makes a profiles.json to start from, offers to register the MCP server in
each AI client that it finds, and runs a first test: demo scenario A, dry and then on a real WPF program. It may run any
number of times: what is there stays as it is.

Usage:
  wpf-agent init [--yes] [--what-if] [--client=NAMES] [--no-register] [--no-smoke] [options]
  wpf-agent init --uninstall [--purge] [--what-if] [options]

Options:
  --yes                  ask nothing: register in every client that is found
  --what-if              change nothing, only say what would be done
  --client=NAMES         only these clients: claude, codex, gemini, vscode, cursor, with commas between
  --no-register          leave the clients alone; the commands are shown all the same
  --no-smoke             without the first test
  --uninstall            take back what init made: entries in clients, files; what you changed since stays
  --purge                with --uninstall: profiles.json, if init made it, and the records too
  --json                 print JSON, for programs
  --desktop=NAME         uia (real windows; the default on Windows) or simulated
  --profiles=FILE        the profiles.json to make or to use
  --artifacts=DIR        where records go
  --lang=LANG            en or ja; the computer's own language by default
  -h --help              this text

Exit codes: 0 ready, 1 something is not right (it says what), 2 usage or files, 130 interrupted.
"""
INDENT = "   "


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Set up, or take it back."""
    options = usage.parse(USAGE, argv)
    call = _Init(options, Context(options, desktop), desktop)
    return call.uninstall() if options["--uninstall"] else call.set_up()


class _Init:
    """One call.

    Args:
        options: what docopt read.
        context: what follows from them.
        desktop: the desktop to use instead of opening one.
    """

    def __init__(self, options: dict[str, Any], context: Context, desktop: Desktop | None) -> None:
        self.options = options
        self.context = context
        self.desktop = desktop
        self.out = context.out
        self.say = Sayer(TEXTS, self.out.language)
        self.what_if = bool(options["--what-if"])
        self.computer = Computer.here()
        given = [(f"--{n}", options[f"--{n}"]) for n in ("profiles", "artifacts") if options[f"--{n}"]]
        self.server = ServerCommand.here([word for flag, path in given for word in (flag, os.path.abspath(path))])
        self.wrong: list[str] = []
        self.findings: list[Finding] = []

    # -- setting up ---------------------------------------------------------------------------------------------------

    def set_up(self) -> int:
        """Do the four steps and say what comes next."""
        start = time.monotonic()
        self.heading("title")
        patient = self.patient()
        document: dict[str, Any] = {"version": version(), "what_if": self.what_if}
        document["checks"] = self.check(patient)
        path, steps = self.profiles()
        document["profiles"] = {"file": str(path), "steps": [s.to_dict() for s in steps]}
        document["clients"] = [s.to_dict() for s in self.clients()]
        document["smoke"] = self.smoke(patient)
        good = not self.wrong
        self.out.line()
        if good:
            self.out.styled(self.say("good", seconds=round(time.monotonic() - start)), "bold green")
        else:
            what = ", ".join(self.say(f"bad_{name}") for name in self.wrong)
            self.out.styled(self.say("bad", what=what), "bold red")
        document["next"] = self.tell_next(path)
        self.out.document({"good": good, **document})
        return 0 if good else 1

    def patient(self) -> Patient:
        """This computer, as the doctor sees it; a profiles.json that is named and not there yet is made later."""
        named = self.options["--profiles"] if os.path.isfile(self.options["--profiles"] or "") else None
        artifacts = str(self.artifacts(place_of_profiles(self.options["--profiles"])[0]))
        if self.desktop is not None:
            return Patient(self.desktop, named, artifacts, self.computer)
        return replace(Patient.here(self.options["--desktop"], named, artifacts), computer=self.computer)

    def check(self, patient: Patient) -> list[dict[str, Any]]:
        """Show what the doctor finds; the clients have a step of their own."""
        self.out.styled(self.say("checks"), "bold")
        self.findings = findings = [f for f in examine(patient) if not f.name.startswith("client")]
        for finding in findings:
            show(finding, self.out, INDENT)
        if any(f.verdict == "problem" for f in findings):
            self.wrong.append("checks")
        return [f.to_dict() for f in findings]

    def profiles(self) -> tuple[Path, list[Step]]:
        """Make profiles.json where there is none."""
        self.out.styled(self.say("profiles"), "bold")
        path, _ = place_of_profiles(self.options["--profiles"])
        steps = make_profiles(path, self.computer.data, what_if=self.what_if)
        for step in steps:
            self.line(f"{step.change}_file", what=step.what)
        self.line("edit", path=path, add=command("profiles add NAME --from-running"))
        return path, steps

    def clients(self) -> list[Step]:
        """Offer the registration in each client, and show how it is done by hand."""
        self.out.styled(self.say("clients"), "bold")
        named = [find_client(n.strip()) for n in (self.options["--client"] or "").split(",") if n.strip()]
        found = named or clients_in_use(self.computer, "user", self.server)
        steps: list[Step] = []
        if not found:
            self.line("no_client")
        elif not self.options["--no-register"]:
            if not self.what_if and not self.options["--yes"] and not self.can_ask():
                self.line("not_asked")
            steps = [offer(c, self.computer, self.server, self.is_wanted, what_if=self.what_if) for c in found]
        for step in steps:
            self.line(f"{step.change}_client", what=step.what, why=self.out.said(step.why))
            for note in step.facts.get("notes", ())[1:]:
                self.out.text(f"{INDENT}  {self.out.said(note)}")
        self.line("by_hand")
        for title, line in command_lines(found, self.computer, self.server):
            self.out.text(f"{INDENT}  {pad(title, 12)} {line}")
        if any(s.change == "failed" for s in steps):
            self.wrong.append("clients")
        return steps

    def can_ask(self) -> bool:
        """Whether a person is there to answer."""
        return self.out.is_terminal and not self.out.json and sys.stdin is not None and sys.stdin.isatty()

    def is_wanted(self, client: Client) -> bool:
        """Ask whether to register in a client; Enter means yes."""
        if self.options["--yes"]:
            return True
        if not self.can_ask():
            return False
        try:
            return input(INDENT + self.say("ask", what=client.title)).strip().lower() in ("", "y", "yes", "はい")
        except EOFError:
            return False

    def smoke(self, patient: Patient) -> dict[str, Any]:
        """Run demo scenario A, dry and then on the real program."""
        self.out.styled(self.say("smoke"), "bold")
        if self.options["--no-smoke"] or self.what_if:
            self.line("no_smoke" if self.options["--no-smoke"] else "would_run")
            return {"outcome": "skipped"}
        start = time.monotonic()
        outcomes = {}
        self.line("dry")
        outcomes["dry_run"] = self.scenario_a(open_desktop("simulated"))
        if reason := self.no_real(patient):
            self.line("no_real", why=reason)
        elif not isinstance(patient.desktop, WpfAgentError):
            self.line("real")
            outcomes["real"] = self.scenario_a(patient.desktop)
        if any(outcome not in ("passed", "flaky") for outcome in outcomes.values()):
            self.wrong.append("smoke")
        return {**outcomes, "seconds": round(time.monotonic() - start, 1)}

    def no_real(self, patient: Patient) -> str:
        """Why the demo cannot run as a real program; '' where it can."""
        if isinstance(patient.desktop, WpfAgentError):
            return self.out.said(patient.desktop.message)
        if patient.desktop.name != "uia":
            return self.say("no_windows")
        kept_from = [f for f in self.findings if f.name in ("demo", "session") and f.verdict != "ok"]
        return "; ".join(self.out.said(f.said) for f in kept_from)

    def scenario_a(self, desktop: Desktop) -> str:
        """Run demo scenario A on a desktop and return its outcome."""
        from wpfagent.demo import SCENARIOS

        is_real = desktop.name == "uia"
        if not self.what_if:
            kept = receipts.read(self.computer.data).with_artifacts(self.context.artifacts)
            receipts.write(kept, self.computer.data)
        profiles = dict(self.context.profiles_for(desktop.name).profiles)
        target = None if is_real else TargetSpec.parse({"profile": "demo", "mode": "launch"})
        settings = Settings(target=target, files_tickets=is_real)
        (path,) = lay_out(self.context.artifacts, SCENARIOS[:1])
        for scenario in load_scenarios(str(path)):
            result = run_one(scenario, self.context, desktop, profiles, settings)
            if result.outcome == "interrupted":
                raise KeyboardInterrupt
        return str(result.outcome)

    def tell_next(self, path: Path) -> list[str]:
        """Say what to do next."""
        self.out.text(self.say("next"))
        calls = {
            "next_demo": command("demo", self.options),
            "next_windows": command("windows"),
            "next_profile": command("profiles add MyApp --from-running"),
        }
        width = max(map(len, calls.values()))
        lines = [f"{call:<{width}}   {self.say(key)}" for key, call in calls.items()]
        for line in [*lines, self.say("next_client")]:
            self.out.text(f"{INDENT}{line}")
        self.out.text(self.say("records", path=self.artifacts(path)))
        self.out.text(self.say("undo", call=f"{own_call()} init --uninstall"))
        return [*lines, self.say("next_client")]

    def artifacts(self, profiles: Path) -> Path:
        """The artifacts folder as it is, or will be, with this profiles.json."""
        from wpfagent.testing.artifacts import VARIABLE, find_artifacts

        named = self.options["--artifacts"] or os.environ.get(VARIABLE)
        return find_artifacts(named, profiles) if named or profiles.parent.exists() else profiles.parent / "artifacts"

    # -- taking it back -----------------------------------------------------------------------------------------------

    def uninstall(self) -> int:
        """Take back what was made, and say what is left."""
        self.heading("title_removing")
        purge = bool(self.options["--purge"])
        steps = undo(self.computer, self.server, purge=purge, what_if=self.what_if)
        titles = {c.title for c in CLIENTS.values()}
        for step in steps:
            key = "removed_client" if step.change == "removed" and step.what in titles else step.change
            self.line(key, what=step.what, why=self.out.said(step.why))
        if not steps:
            self.line("nothing")
        elif not purge:
            self.line("kept_data")
        if getattr(sys, "frozen", False):
            self.line("folder", path=Path(sys.executable).parent)
        else:
            self.line("package")
        failed = any(step.change == "failed" for step in steps)
        self.out.document({"good": not failed, "what_if": self.what_if, "steps": [s.to_dict() for s in steps]})
        return 1 if failed else 0

    # -- saying -------------------------------------------------------------------------------------------------------

    def heading(self, key: str) -> None:
        """Print the first lines."""
        if self.options["--purge"] and not self.options["--uninstall"]:
            raise InvalidArgument("--purge goes with --uninstall.")
        self.out.styled(self.say(key, version=version()), "bold cyan")
        if self.what_if:
            self.out.text(self.say("what_if"))

    def line(self, key: str, **values: object) -> None:
        """Print an indented text."""
        self.out.text(INDENT + self.say(key, **values))
