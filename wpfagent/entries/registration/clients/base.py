"""What registration knows of a client: where its file is, where our entry goes, what its own command line is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import ServerCommand

Scope = Literal["user", "project"]
Format = Literal["json", "toml"]
SCOPES: tuple[Scope, ...] = ("user", "project")


@dataclass(frozen=True, slots=True)
class Client:
    """An MCP client.

    Args:
        name: as `--client` takes it.
        title: as people call it.
        program: its command-line program.
        format: of its file; JSON may hold comments and trailing commas.
        section: the object of the file that holds the servers.
        user_file: the person's file.
        project_file: a project's file, below the project's folder.
        trace: a folder or file that is there when the client was ever used.
        leading: what the entry holds before the command.
        trailing: what it holds behind.
        add_line: the line for a shell that registers the same.
        remove_line: the line that takes it out again.
        listing: the arguments with which its program shows our server.
        project_note: what a person has to know of the project's file.
        shadow: reads the text of the person's file and says what hides our entry there; nothing in most clients.
    """

    name: str
    title: str
    program: str
    format: Format
    section: str
    user_file: Callable[[Computer], Path]
    project_file: str
    trace: Callable[[Computer], Path]
    add_line: Callable[[ServerCommand, Scope, Computer], str]
    remove_line: Callable[[Scope], str]
    leading: Mapping[str, Any] = field(default_factory=dict)
    trailing: Mapping[str, Any] = field(default_factory=dict)
    listing: tuple[str, ...] = ()
    project_note: str = ""
    shadow: Callable[[str, Computer], str] = lambda _text, _computer: ""

    def file(self, scope: Scope, computer: Computer) -> Path:
        """Return the file of this scope; it need not exist."""
        return self.user_file(computer) if scope == "user" else computer.folder / self.project_file

    def is_installed(self, computer: Computer) -> bool:
        """Return whether its program is found, or a trace of it."""
        return computer.find_program(self.program) is not None or self.trace(computer).exists()

    def entry(self, server: ServerCommand) -> dict[str, Any]:
        """Return the entry that starts this server."""
        return {
            **self.leading,
            "command": server.command,
            "args": [*server.args, *server.options],
            **self.trailing,
        }
