"""`wpf-agent init`: from the program alone to a computer that is ready, and back."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent import __version__
from wpfagent.core import program
from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.files import encoded, write_whole
from wpfagent.core.model import iso_time
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.asking import can_ask, says_yes
from wpfagent.entries.cli.calling import command, own_call
from wpfagent.entries.cli.commands.doctor import show
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.demo_files import lay_out
from wpfagent.entries.cli.noting import Noted
from wpfagent.entries.cli.output import pad
from wpfagent.entries.cli.running import run_one
from wpfagent.entries.cli.saying import Sayer
from wpfagent.entries.cli.taking_mouse import ANSWER_S, ask
from wpfagent.entries.doctor import Finding, Patient, examine
from wpfagent.entries.registration import CLIENTS, Client, Computer, ServerCommand, clients_in_use, find_client
from wpfagent.entries.setup import receipt as receipts
from wpfagent.entries.setup.making import Step, command_lines, make_profiles, make_quick_start, offer
from wpfagent.entries.setup.removing import LOG, undo
from wpfagent.entries.setup.resident import Resident
from wpfagent.entries.setup.template import place_of_profiles
from wpfagent.entries.setup.texts import TEXTS
from wpfagent.runs.load import load_scenarios
from wpfagent.runs.recorded import Settings

USAGE = """\
Sets this computer up: checks what is needed, makes a profiles.json to start from, offers to register the MCP server in
each AI client that it finds, and runs a first test: demo scenario A, dry and then on a real WPF program, when nobody
minds that it takes the mouse. It may run any number of times: what is there stays as it is.

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
PART_COLUMN = 16


def run(argv: Sequence[str], desktop: Desktop | None, resident: Resident | None = None) -> int:
    """Set up, or take it back.

    Args:
        argv: the arguments.
        desktop: the desktop to use instead of opening one.
        resident: the host that clients share.
    """
    options = usage.parse(USAGE, argv)
    call = _Init(options, Context(options, desktop), desktop, resident or Resident())
    return call.uninstall() if options["--uninstall"] else call.set_up()


class _Init:
    """One call. A person sees a line for each part; the rest goes into a log.

    Args:
        options: what docopt read.
        context: what follows from them.
        desktop: the desktop to use instead of opening one.
        resident: the host that clients share.
    """

    def __init__(self, options: dict[str, Any], context: Context, desktop: Desktop | None, resident: Resident) -> None:
        self.resident = resident
        self.options = options
        self.context = context
        self.desktop = desktop
        self.out = context.out
        self.say = Sayer(TEXTS, self.out.language)
        self.log = Noted(self.out.language)
        self.what_if = bool(options["--what-if"])
        self.computer = Computer.here()
        given = [(f"--{n}", options[f"--{n}"]) for n in ("profiles", "artifacts") if options[f"--{n}"]]
        self.server = ServerCommand.here([word for flag, path in given for word in (flag, os.path.abspath(path))])
        self.wrong: list[str] = []
        self.findings: list[Finding] = []

    # -- setting up ---------------------------------------------------------------------------------------------------

    def set_up(self) -> int:
        """Do each part and say what comes next."""
        start = time.monotonic()
        self.heading("title")
        patient = self.patient()
        document: dict[str, Any] = {"version": __version__, "what_if": self.what_if}
        document["checks"] = self.check(patient)
        path, steps = self.profiles()
        document["profiles"] = {"file": str(path), "steps": [s.to_dict() for s in steps]}
        document["unpacked"] = self.unpack()
        clients = self.clients()
        document["clients"] = [s.to_dict() for s in clients]
        document["smoke"] = self.smoke(patient)
        good = not self.wrong
        key = ("would" if self.what_if else "good") if good else "bad"
        what = ", ".join(self.say(f"bad_{name}") for name in self.wrong)
        said = self.say(key, seconds=round(time.monotonic() - start)) if good else self.say(key, what=what)
        self.out.styled(said, "bold green" if good else "bold red")
        document["next"] = self.tell_next(path, clients)
        document["log"] = self.write_log()
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
        """Show what the doctor finds wrong; clients and the unpacked form have parts of their own."""
        self.findings = findings = [
            f for f in examine(patient) if f.name.split()[0] not in ("client", "clients", "unpacked")
        ]
        for finding in findings:
            show(finding, self.log)
        wrong = [f for f in findings if f.verdict != "ok"]
        self.part("computer", "checked" if not wrong else "checked_wrong", count=len(findings), wrong=len(wrong))
        for finding in wrong:
            show(finding, self.out, INDENT)
        if any(f.verdict == "problem" for f in findings):
            self.wrong.append("checks")
        return [f.to_dict() for f in findings]

    def profiles(self) -> tuple[Path, list[Step]]:
        """Make profiles.json where there is none."""
        path, _ = place_of_profiles(self.options["--profiles"])
        steps = make_profiles(path, self.computer.data, what_if=self.what_if)
        for step in steps:
            self.log.text(self.say(f"{step.change}_file", what=step.what))
        self.log.text(self.say("edit", path=path, add=command("profiles add NAME --from-running")))
        self.part("profiles", self.would(f"{steps[-1].change}_file"), what=path)
        return path, steps

    def unpack(self) -> dict[str, Any] | None:
        """Lay the program out for quick starts, where it is the exe that unpacks itself; what clients start is that."""
        exe = program.single_exe()
        if exe is None or program.form() != "exe":
            return None
        step = make_quick_start(exe, self.computer.data, self.resident, what_if=self.what_if)
        self.part("program", self.would(f"{step.change}_program"), what=step.what, why=self.out.said(step.why))
        self.server = ServerCommand.here(self.server.options)
        return step.to_dict()

    def clients(self) -> list[Step]:
        """Offer the registration in each client; how it is done by hand stands in the log."""
        named = [find_client(n.strip()) for n in (self.options["--client"] or "").split(",") if n.strip()]
        found = named or clients_in_use(self.computer, "user", self.server)
        steps: list[Step] = []
        if not found:
            self.part("clients", "no_client")
        elif self.options["--no-register"]:
            self.part("clients", "left_out", switch="--no-register")
        else:
            if not self.what_if and not self.options["--yes"] and not can_ask(self.out):
                self.part("clients", "not_asked")
            steps = [offer(c, self.computer, self.server, self.is_wanted, what_if=self.what_if) for c in found]
        for step in steps:
            self.part("clients", self.would(f"{step.change}_client"), what=step.what, why=self.out.said(step.why))
            self.note_client(step)
        if any(step.change in ("made", "kept") for step in steps) and not self.what_if:
            self.resident.record(self.server.options)
        self.log.text(self.say("by_hand"))
        for title, line in command_lines(found, self.computer, self.server):
            self.log.text(f"{INDENT}{pad(title, 12)} {line}")
        if any(s.change == "failed" for s in steps):
            self.wrong.append("clients")
        return steps

    def note_client(self, step: Step) -> None:
        """Show the client's own conditions; where its file lies as it was stands in the log."""
        notes = [self.out.said(note) for note in step.facts.get("notes", ())[1:]]
        for note in notes:
            self.out.text(f"{INDENT}{note}")
        if step.facts.get("backup"):
            self.log.text(self.say("backup", path=step.facts["backup"]))

    def is_wanted(self, client: Client) -> bool:
        """Ask whether to register in a client; Enter means yes."""
        if self.options["--yes"]:
            return True
        if not can_ask(self.out):
            return False
        try:
            answer = input(self.say("ask", what=client.title))
        except EOFError:
            return False
        return not answer.strip() or says_yes(answer)

    def smoke(self, patient: Patient) -> dict[str, Any]:
        """Run demo scenario A, dry and then, when nobody minds, on the real program."""
        if self.options["--no-smoke"] or self.what_if:
            self.part("smoke", "would_run" if self.what_if else "left_out", switch="--no-smoke")
            return {"outcome": "skipped"}
        start = time.monotonic()
        outcomes = {"dry_run": self.scenario_a(open_desktop("simulated"))}
        reason = self.no_real(patient)
        if not reason and not isinstance(patient.desktop, WpfAgentError):
            outcomes["real"] = self.scenario_a(patient.desktop)
        seconds = round(time.monotonic() - start, 1)
        if any(outcome not in ("passed", "flaky") for outcome in outcomes.values()):
            self.wrong.append("smoke")
            self.part(
                "smoke", "smoke_failed", outcome=self.out.said(next(o for o in outcomes.values() if o != "passed"))
            )
        elif reason:
            self.part("smoke", "smoke_dry", why=reason)
        else:
            self.part("smoke", "smoke_passed", seconds=round(seconds))
        return {**outcomes, "seconds": seconds}

    def no_real(self, patient: Patient) -> str:
        """Why the demo is not run as a real program; '' where it is."""
        if isinstance(patient.desktop, WpfAgentError):
            return self.out.said(patient.desktop.message)
        if patient.desktop.name != "uia":
            return self.say("no_windows")
        kept_from = [f for f in self.findings if f.name in ("demo", "session") and f.verdict != "ok"]
        if kept_from or self.options["--yes"]:
            return "; ".join(self.out.said(f.said) for f in kept_from)
        if not can_ask(self.out):
            return self.say("nobody")
        print(self.say("ask_mouse", seconds=round(ANSWER_S)), end=" ", flush=True)
        answer = ask()
        print()
        return "" if answer == "yes" else self.say(f"mouse_{answer}")

    def scenario_a(self, desktop: Desktop) -> str:
        """Run demo scenario A on a desktop and return its outcome."""
        from wpfagent.demo import SCENARIOS

        is_real = desktop.name == "uia"
        kept = receipts.read(self.computer.data).with_artifacts(self.context.artifacts)
        receipts.write(kept, self.computer.data)
        profiles = dict(self.context.profiles_for(desktop.name).profiles)
        target = None if is_real else TargetSpec.parse({"profile": "demo", "mode": "launch"})
        settings = Settings(target=target, files_tickets=is_real)
        (path,) = lay_out(self.context.artifacts, SCENARIOS[:1])
        context = Context(self.options, desktop)
        with self.progress() as seen:
            context.out = Noted(self.out.language, seen)
            for scenario in load_scenarios(str(path)):
                result = run_one(scenario, context, desktop, profiles, settings)
                if result.outcome == "interrupted":
                    raise KeyboardInterrupt
        self.log.lines += context.out.lines
        return str(result.outcome)

    @contextmanager
    def progress(self) -> Iterator[Callable[[str], None]]:
        """What shows on a terminal, in one line, that the test goes on."""
        if not self.out.is_rich or self.out.json:
            yield lambda _line: None
            return
        from rich.console import Console
        from rich.markup import escape

        with Console().status("", spinner="line") as status:
            yield lambda line: status.update(escape(line.strip()))

    def tell_next(self, path: Path, clients: list[Step]) -> list[str]:
        """Say the one thing to do next; others stand in the log."""
        calls = {
            "next_demo": command("demo", self.options),
            "next_windows": command("windows"),
            "next_profile": command("profiles add MyApp --from-running"),
        }
        width = max(map(len, calls.values()))
        lines = [f"{call:<{width}}   {self.say(key)}" for key, call in calls.items()]
        added = next((s.what for s in clients if s.change in ("made", "kept")), "")
        if added:
            lines.insert(0, self.say("next_client", what=added))
        self.out.text(self.say("next", what=lines[0]))
        for line in [self.say("others"), *lines[1:], self.say("records", path=self.artifacts(path))]:
            self.log.text(line)
        self.out.text(self.say("undo", call=f"{own_call()} init --uninstall"))
        return lines

    def write_log(self) -> str | None:
        """Keep what was not shown, say where it lies, and return that; --what-if writes nothing and shows it."""
        if self.what_if:
            for line in [self.say("details"), *(f"{INDENT}{line}" for line in self.log.lines)]:
                self.out.text(line)
            return None
        place = self.computer.data / LOG
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(str(place), encoded("\n".join([f"{iso_time()} wpf-agent {__version__}", *self.log.lines, ""])))
        except OSError as error:
            self.out.text(self.say("no_log", path=place, why=error.strerror or error))
            return None
        self.out.text(self.say("log", path=place))
        return str(place)

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
        steps = undo(self.computer, self.server, self.resident, purge=purge, what_if=self.what_if)
        titles = {c.title for c in CLIENTS.values()}
        for step in steps:
            key = "removed_client" if step.change == "removed" and step.what in titles else step.change
            self.line(self.would(key), what=step.what, why=self.out.said(step.why))
        if not steps:
            self.line("nothing")
        elif not purge:
            self.line("kept_data")
        if exe := program.single_exe():
            self.line("folder", path=exe.parent)
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
        self.out.styled(self.say(key, version=__version__), "bold cyan")
        if self.what_if:
            self.out.text(self.say("what_if"))

    def part(self, name: str, key: str, **values: object) -> None:
        """Print what one part came to."""
        said = f"{pad(self.say(name), PART_COLUMN)} {self.say(key, **values)}"
        self.out.text(said)
        if not self.what_if:
            self.log.text(said)

    def would(self, key: str) -> str:
        """The key of a text: under --what-if of what would be."""
        return f"would_{key}" if self.what_if and f"would_{key}" in TEXTS else key

    def line(self, key: str, **values: object) -> None:
        """Print an indented text."""
        self.out.text(INDENT + self.say(key, **values))
