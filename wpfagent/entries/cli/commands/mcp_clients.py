"""`wpf-agent mcp register`, `unregister` and `status`: the server's entry in the clients' own files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.language import language_of
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.output import Output
from wpfagent.entries.registration import (
    CLIENTS,
    SCOPES,
    Client,
    Computer,
    Outcome,
    Scope,
    ServerCommand,
    Status,
    clients_in_use,
    find_client,
    find_stale,
    mend,
    register,
    statuses,
    unregister,
)
from wpfagent.entries.registration.preview import preview
from wpfagent.entries.registration.seen import ask_client
from wpfagent.entries.setup.resident import Resident

USAGE = """\
Registers the MCP server in the clients' own files; other entries, comments and formatting stay as they are.

Usage:
  wpf-agent mcp register [options] [--] [<serve-option>...]
  wpf-agent mcp unregister [options]
  wpf-agent mcp status [options]

Options:
  --client=NAMES         claude, codex, gemini, vscode, cursor, or several with commas between; without it those that
                         are installed (status: all)
  --scope=SCOPE          user (default) or project: the current folder's file (status: both)
  --print                only show what would be written, where, and the client's own command
  --no-check             do not ask the client's program, and do not start the server
  --timeout-s=SECONDS    how long the server may take to answer (status) [default: 30]
  --json                 print JSON, for programs
  --lang=LANG            en or ja
  -h --help              this text

What follows `--` goes to `mcp serve`: `wpf-agent mcp register -- --profile MyApp`.
A copy of a file that changes is kept beside it. register also mends entries whose program has moved or gone.
Exit codes: 0 done (status: nothing to mend), 1 status found something to mend, 2 a file or the usage is wrong.
"""
MARKS = {
    "absent": "not registered",
    "current": "registered",
    "other": "another copy",
    "stale": "STALE",
    "foreign": "NAME TAKEN",
    "broken": "FILE BROKEN",
}
WORDS = {
    "added": "added to",
    "updated": "updated in",
    "unchanged": "already in",
    "removed": "removed from",
    "absent": "not in",
}


@dataclass(frozen=True, slots=True)
class HostFacts:
    """What `mcp status` says of the host, which is no client's entry: for programs, and in lines."""

    facts: Mapping[str, Any] | None
    lines: Sequence[str]


def run(
    argv: Sequence[str],
    _desktop: Desktop | None,
    *,
    host: Callable[[], HostFacts] | None = None,
    resident: Resident | None = None,
) -> int:
    """Register, unregister or look.

    Args:
        argv: the arguments.
        host: tells what runs now.
        resident: the host that clients share.
    """
    options = usage.parse(USAGE, argv)
    call = _Call(options, resident or Resident())
    if options["status"]:
        return call.status(host() if host is not None else HostFacts(None, ()))
    return call.register() if options["register"] else call.unregister()


class _Call:
    """One call.

    Args:
        options: what docopt read.
        resident: the host that clients share.
    """

    def __init__(self, options: dict[str, Any], resident: Resident) -> None:
        self.resident = resident
        self.out = Output(json=bool(options["--json"]), language=language_of(options.get("--lang")))
        self.computer = Computer.here()
        self.server = ServerCommand.here(options["<serve-option>"])
        self.named = [find_client(n.strip()) for n in (options["--client"] or "").split(",") if n.strip()]
        self.scope = _scope(options["--scope"])
        self.check = not options["--no-check"]
        self.only_print = bool(options["--print"])
        self.timeout_s = _seconds(options["--timeout-s"])
        self.failed: list[tuple[Client, WpfAgentError]] = []

    def register(self) -> int:
        """Register in the clients that were named, else in those that are there, and mend what is stale."""
        clients = self.named or clients_in_use(self.computer, self.scope, self.server)
        if not clients:
            raise InvalidArgument("No client was found.", hint=f"Name one with --client: {', '.join(CLIENTS)}.")
        if self.only_print:
            return self.preview(clients)
        done: list[Outcome] = []
        keep = not self.server.options
        for client in clients:
            work = partial(register, client, self.scope, self.computer, self.server, keep_options=keep)
            self.try_one(done, client, work)
        if not self.named:
            for stale in find_stale(self.computer, self.server):
                self.try_one(done, stale.client, partial(mend, stale, self.computer, self.server))
        if done:
            self.resident.record(self.server.options)
        shown = [self.show(outcome) for outcome in done]
        self.out.line("The same by the clients' own means:")
        for client in clients:
            self.out.line(f"  {client.add_line(self.server, self.scope, self.computer)}")
        return self.end({"command": list(self.server.words), "clients": shown})

    def unregister(self) -> int:
        """Unregister from the clients that were named, else from all."""
        clients = self.named or list(CLIENTS.values())
        if self.only_print:
            return self.preview(clients)
        done: list[Outcome] = []
        for client in clients:
            self.try_one(done, client, partial(unregister, client, self.scope, self.computer, self.server))
        if any(outcome.change == "removed" for outcome in done):
            self.resident.stop(Path(self.server.command))
        shown = [self.show(o) for o in done if self.named or o.change != "absent"]
        if not shown and not self.failed:
            self.out.line(f"wpf-agent is in no client's {self.scope} file.")
        if shown:
            self.out.line("The same by the clients' own means:")
        for outcome in done:
            if outcome.change == "removed" or self.named:
                self.out.line(f"  {outcome.client.remove_line(self.scope)}")
        return self.end({"clients": shown})

    def status(self, host: HostFacts) -> int:
        """Show how each client stands, and what runs now."""
        clients = self.named or list(CLIENTS.values())
        found = statuses(clients, self.computer, self.server, start=self.check, timeout_s=self.timeout_s)
        good = all(s.is_good for s in found)
        shown = [s.to_dict() for s in found]
        self.out.document({"good": good, "command": list(self.server.words), "clients": shown, "host": host.facts})
        self.out.table(
            ("client", "installed", "scope", "state", "answers", "file"),
            [
                (
                    s.standing.client.title,
                    self.out.said("yes" if s.installed else "no"),
                    s.standing.scope,
                    self.out.said(MARKS[s.standing.state]),
                    self.out.said(_answer(s)),
                    s.standing.path,
                )
                for s in found
            ],
        )
        for s in found:
            if why := s.standing.why or s.note or (s.health.error if s.health else ""):
                self.out.line(f"{s.standing.client.title}, {s.standing.scope}: {why}")
        if any(s.standing.state in ("stale", "other") for s in found):
            self.out.line("`wpf-agent mcp register` makes these entries start this installation.")
        for line in host.lines:
            self.out.line(line)
        return 0 if good else 1

    def preview(self, clients: Sequence[Client]) -> int:
        """Show what would be written, and where."""
        shown = []
        for client in clients:
            path = client.file(self.scope, self.computer)
            line = client.add_line(self.server, self.scope, self.computer)
            text = preview(client, self.server)
            shown.append({"client": client.name, "scope": self.scope, "file": str(path), "text": text, "line": line})
            self.out.styled(f"{client.title}: {path}", "bold")
            self.out.line(text)
            self.out.line(f"or: {line}")
            self.out.line(f"out again: {client.remove_line(self.scope)}\n")
        self.out.document({"command": list(self.server.words), "clients": shown})
        return 0

    def try_one(self, done: list[Outcome], client: Client, work: Callable[[], Outcome]) -> None:
        """Do it for one client; another one's broken file is no reason not to."""
        try:
            done.append(work())
        except WpfAgentError as error:
            self.failed.append((client, error))

    def show(self, outcome: Outcome) -> dict[str, Any]:
        """Tell what was done, and what the client itself says of it."""
        self.out.styled(f"{outcome.client.title}: {WORDS[outcome.change]} {outcome.path}", "bold")
        if outcome.why:
            self.out.line(f"  {outcome.why}")
        if outcome.backup:
            self.out.line(f"  as it was: {outcome.backup}")
        facts = outcome.to_dict()
        if self.check and outcome.change in ("added", "updated"):
            seen = ask_client(outcome.client, self.computer)
            facts["seen"] = seen.yes
            if seen.said:
                self.out.line(f"  {seen.said}")
        for note in outcome.notes:
            self.out.line(f"  {note}")
        return facts

    def end(self, document: dict[str, Any]) -> int:
        """Tell what failed, and return the exit code."""
        errors = [{"client": client.name, **error.to_dict()} for client, error in self.failed]
        self.out.document({**document, "failed": errors})
        for client, error in self.failed:
            self.out.styled(f"{client.title}: {error.code}: {error}", "bold red")
        return self.failed[0][1].exit_code if self.failed else 0


def _scope(given: str | None) -> Scope:
    for scope in SCOPES:
        if given in (None, scope):
            return scope
    raise InvalidArgument(f"--scope cannot be {given!r}.", hint="user or project.")


def _seconds(given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 600:
        raise InvalidArgument(f"--timeout-s cannot be {given!r}.", hint="Seconds, at most 600.")
    return seconds


def _answer(status: Status) -> str:
    if status.health is None:
        return ""
    if not status.health.ok:
        return "NO"
    return f"{status.health.tools} tools in {status.health.elapsed_ms} ms"
