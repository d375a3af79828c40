"""Puts our entry into a client's file, mends it, and takes it out again."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from wpfagent.core.errors import Busy, InvalidArgument
from wpfagent.core.text_invalid import TextInvalid
from wpfagent.entries.registration import config_file
from wpfagent.entries.registration.clients import CLIENTS
from wpfagent.entries.registration.clients.base import SCOPES, Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.config_file import ChangedMeanwhile, ConfigFile
from wpfagent.entries.registration.ledger import Ledger, Made
from wpfagent.entries.registration.server import NAME, ServerCommand
from wpfagent.entries.registration.standing import EDITORS, Standing, broken, inspect, judge

Change = Literal["added", "updated", "unchanged", "removed", "absent"]
TRIES = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """What registering or unregistering did to one file."""

    client: Client
    scope: Scope
    path: Path
    change: Change
    why: str = ""
    backup: Path | None = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `--json` prints."""
        return {
            "client": self.client.name,
            "scope": self.scope,
            "file": str(self.path),
            "change": self.change,
            "why": self.why,
            "backup": str(self.backup) if self.backup else None,
            "notes": list(self.notes),
        }


def register(
    client: Client,
    scope: Scope,
    computer: Computer,
    server: ServerCommand,
    *,
    keep_options: bool = True,
) -> Outcome:
    """Make the client's file start this server; nothing is written when it does already.

    Args:
        client: whose file.
        scope: which of its files.
        computer: where it is.
        server: what it shall start.
        keep_options: the options of `mcp serve` that an entry has already stay.

    Raises:
        FileInvalid: the file does not parse; it was left as it is.
        InvalidArgument: the name is taken by an entry that is not ours.
        StorageFailed: the file cannot be written.
    """
    work = _Work(client, scope, computer, server, Ledger(computer.data))
    return work.until_unchanged(lambda file: work.put_in(file, keep_options=keep_options))


def unregister(client: Client, scope: Scope, computer: Computer, server: ServerCommand) -> Outcome:
    """Take our entry out of the client's file, and what was created for it where nothing else is in it.

    Args:
        client: whose file.
        scope: which of its files.
        computer: where it is.
        server: the command of this installation.

    Raises:
        FileInvalid: the file does not parse; it was left as it is.
        InvalidArgument: the entry of our name is not ours.
        StorageFailed: the file cannot be written.
    """
    work = _Work(client, scope, computer, server, Ledger(computer.data))
    return work.until_unchanged(work.take_out)


def clients_in_use(computer: Computer, scope: Scope, server: ServerCommand) -> list[Client]:
    """Return the clients that are installed, and those whose file has an entry of ours.

    Args:
        computer: where to look.
        scope: which of their files.
        server: the command of this installation.
    """
    return [
        c
        for c in CLIENTS.values()
        if c.is_installed(computer) or inspect(c, scope, computer, server).server is not None
    ]


def find_stale(computer: Computer, server: ServerCommand) -> list[Standing]:
    """Return the entries that start what is not there: the person's, this project's, and those of other projects.

    Args:
        computer: where to look.
        server: the command of this installation.
    """
    places = {c.file(s, computer).resolve(): (c, s, computer) for c in CLIENTS.values() for s in SCOPES}
    for path, client, folder in known_projects(computer):
        places.setdefault(path, (client, "project", dataclasses.replace(computer, folder=folder)))
    found = (inspect(client, scope, there, server) for client, scope, there in places.values())
    return [s for s in found if s.state == "stale"]


def known_projects(computer: Computer) -> Iterator[tuple[Path, Client, Path]]:
    """Yield the project files that were registered in earlier, with their clients and projects' folders."""
    for path, made in Ledger(computer.data).all().items():
        client = CLIENTS.get(made.client)
        if client is not None and made.scope == "project":
            below = Path(client.project_file).parts
            if path.parts[-len(below) :] == below:
                yield path, client, Path(*path.parts[: -len(below)])


def mend(stale: Standing, computer: Computer, server: ServerCommand) -> Outcome:
    """Make a stale entry start this server; its other keys and options stay."""
    return register(stale.client, stale.scope, dataclasses.replace(computer, folder=stale.folder), server)


@dataclass(frozen=True, slots=True)
class _Work:
    """One file to work on."""

    client: Client
    scope: Scope
    computer: Computer
    server: ServerCommand
    ledger: Ledger

    def until_unchanged(self, edit: Callable[[ConfigFile], Outcome]) -> Outcome:
        """What an edit did, which is made anew when somebody else wrote the file in between."""
        path = self.client.file(self.scope, self.computer)
        with self.ledger.locked():
            for _ in range(TRIES):
                file = config_file.read(path)
                try:
                    return edit(file)
                except TextInvalid as error:
                    raise broken(file.path, error) from error
                except ChangedMeanwhile:
                    continue
        raise Busy(
            f"{path} is written by another program again and again.", hint=f"Close {self.client.title}, then try again."
        )

    def put_in(self, file: ConfigFile, *, keep_options: bool) -> Outcome:
        """Add the entry, or make it start this server."""
        held = self.judged(file)
        editor, section = EDITORS[self.client.format], self.client.section
        if held.server is None:
            text, made_section = editor.insert(file.text, section, NAME, self.client.entry(self.server))
            self.ledger.note(file.path, self.made(file, section=made_section))
            return self.written(file, text, "added")
        options = held.server.options if keep_options else self.server.options
        if held.state == "current" and options == held.server.options:
            return self.outcome(file, "unchanged")
        entry = self.client.entry(dataclasses.replace(self.server, options=options))
        text = editor.update(file.text, section, NAME, {key: entry[key] for key in ("command", "args")})
        return self.written(file, text, "updated", held.why or "its options differed")

    def take_out(self, file: ConfigFile) -> Outcome:
        """Remove the entry, and what was made for it where nothing else is in it."""
        held = self.judged(file)
        made = self.ledger.all().get(file.path, Made(self.client.name, self.scope))
        if held.server is None:
            self.ledger.forget(file.path)
            return self.outcome(file, "absent")
        editor = EDITORS[self.client.format]
        text = editor.remove(file.text, self.client.section, NAME, drop_section=made.section)
        if made.file and editor.is_empty(text):
            config_file.delete(file)
            _remove_empty(made.folders)
            done = self.outcome(file, "removed")
        else:
            blank = made.blank if made.blank is not None and editor.is_empty(text) else None
            done = self.written(file, text if blank is None else blank, "removed")
        self.ledger.forget(file.path)
        return done

    def judged(self, file: ConfigFile) -> Standing:
        """How the entry stands.

        Raises:
            InvalidArgument: the entry of our name is not ours.
        """
        held = judge(self.client, self.scope, file, self.computer, self.server)
        if held.state == "foreign":
            raise InvalidArgument(
                f"{held.path}: {held.why}.", hint="It was left as it is; rename or remove that entry, then try again."
            )
        return held

    def made(self, file: ConfigFile, *, section: bool) -> Made:
        """What has to be undone one day; what an entry that somebody else took out left behind is still ours."""
        before = self.ledger.all().get(file.path)
        return Made(
            self.client.name,
            self.scope,
            section=section or (before is not None and before.section),
            file=file.raw is None or (before is not None and before.file),
            folders=_missing_folders(file.path.parent) or (before.folders if before else ()),
            blank=file.text if file.raw is not None and not file.text.strip() else before.blank if before else None,
        )

    def written(self, file: ConfigFile, text: str, change: Change, why: str = "") -> Outcome:
        """Write the file."""
        backup = config_file.write(file, text, private=self.scope == "user")
        return self.outcome(file, change, why, backup)

    def outcome(self, file: ConfigFile, change: Change, why: str = "", backup: Path | None = None) -> Outcome:
        """What was done, and what a person has to know of it."""
        notes = []
        if change in ("added", "updated", "removed"):
            notes.append(f"Restart {self.client.title}; it reads the file when it starts.")
        if change == "added" and self.scope == "project" and self.client.project_note:
            notes.append(self.client.project_note)
        if change in ("added", "updated") and not self.server.is_found_elsewhere():
            notes.append(
                "wpfagent is not installed in this Python: a client, which starts it elsewhere, will not find it."
            )
        command = Path(self.server.command)
        if change in ("added", "updated") and command.is_relative_to(Path(tempfile.gettempdir()).resolve()):
            notes.append(f"{command} lies in a temporary folder: put the program elsewhere and register again.")
        return Outcome(self.client, self.scope, file.path, change, why, backup, tuple(notes))


def _missing_folders(folder: Path) -> tuple[str, ...]:
    missing = []
    while not folder.exists():
        missing.append(str(folder))
        folder = folder.parent
    return tuple(reversed(missing))


def _remove_empty(folders: Sequence[str]) -> None:
    for folder in map(Path, reversed(folders)):
        try:
            folder.rmdir()
        except OSError:
            return  # somebody else uses it
