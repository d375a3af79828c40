"""How a client's entry stands: absent, current, moved, stale, taken by somebody else, or in a broken file; and why."""

from __future__ import annotations

import ntpath
import os
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Literal

from wpfagent.core.errors import FileInvalid
from wpfagent.core.text_invalid import TextInvalid
from wpfagent.entries.registration import config_file, json_text, toml_text
from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.config_file import ConfigFile
from wpfagent.entries.registration.server import NAME, ServerCommand

State = Literal["absent", "current", "other", "stale", "foreign", "broken"]
EDITORS: Mapping[str, ModuleType] = MappingProxyType({"json": json_text, "toml": toml_text})


@dataclass(frozen=True, slots=True)
class Standing:
    """What one file of one client says about us.

    `current`: it starts this installation. `other`: it starts another one. `stale`: what it starts is not there.
    `foreign`: the name belongs to a server that is not ours. `broken`: the file cannot be read.
    """

    client: Client
    scope: Scope
    path: Path
    state: State
    why: str = ""
    folder: Path = Path()
    """The project's folder."""
    entry: Mapping[str, Any] = field(default_factory=dict)
    server: ServerCommand | None = None
    """What the entry starts, where it is ours."""


def inspect(client: Client, scope: Scope, computer: Computer, server: ServerCommand) -> Standing:
    """Return how the entry in the client's file stands.

    Args:
        client: whose file.
        scope: which of its files.
        computer: where it is.
        server: the command of this installation.
    """
    path = client.file(scope, computer)
    try:
        return judge(client, scope, config_file.read(path), computer, server)
    except FileInvalid as error:
        return Standing(client, scope, path, "broken", str(error), computer.folder)


def judge(client: Client, scope: Scope, file: ConfigFile, computer: Computer, server: ServerCommand) -> Standing:
    """Return how the entry in a file that was read stands.

    Raises:
        FileInvalid: the file does not parse.
    """
    try:
        entry = EDITORS[client.format].read(file.text, client.section, NAME)
    except TextInvalid as error:
        raise broken(file.path, error) from error
    if entry is None:
        return Standing(client, scope, file.path, "absent", "", computer.folder)
    ours = ServerCommand.of_entry(entry)
    if ours is None:
        why = f"the name {NAME} belongs to an entry that does not start wpf-agent"
        return Standing(client, scope, file.path, "foreign", why, computer.folder)
    state, why = _state(ours, computer, server)
    return Standing(client, scope, file.path, state, why, computer.folder, entry, ours)


def broken(path: Path, error: TextInvalid) -> FileInvalid:
    """Return the error for people about a file that does not parse."""
    return FileInvalid(
        f"{path}, line {error.line}: {error.reason}.",
        hint="The file was left as it is; mend that line and try again.",
        details={"file": str(path), "line": error.line},
    )


def _state(held: ServerCommand, computer: Computer, server: ServerCommand) -> tuple[State, str]:
    has_folder = os.path.isabs(held.command) or "/" in held.command or "\\" in held.command
    started = held.command if has_folder else computer.find_program(held.command)
    if started is None:
        return "stale", f"{held.command} is not on the PATH"
    if _same_path(started, server.command, computer) and held.args == server.args:
        return "current", ""
    if has_folder and not Path(held.command).is_file():
        return "stale", f"{held.command} does not exist"
    return "other", f"it starts {held.command}; this one is {server.command}"


def _same_path(one: str, other: str, computer: Computer) -> bool:
    if computer.platform == "win32":
        return ntpath.normcase(ntpath.normpath(one)) == ntpath.normcase(ntpath.normpath(other))
    return posixpath.normpath(one) == posixpath.normpath(other)
