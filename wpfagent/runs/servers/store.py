"""The file of all servers, `servers.json` in the user's data folder: changed under a lock, replaced in one step."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from wpfagent.core.errors import FileInvalid, InvalidArgument, StorageFailed
from wpfagent.core.json_text import parse_json
from wpfagent.core.model import iso_time
from wpfagent.core.nearest import nearest
from wpfagent.runs.servers.private import make_folder, write_private
from wpfagent.runs.servers.server import Server

VARIABLE = "WPF_AGENT_SERVERS"
"""Names another folder than the one in the user's data."""
FILE_NAME = "servers.json"
SECTION = "mcpServers"
VERSION = 1
LOCK_S = 10.0
MOST = 200
"""Servers of one file."""


class ServerNotFound(InvalidArgument):
    """No server has this name."""

    code = "server_not_found"


class NameTaken(InvalidArgument):
    """Another server has this name."""

    code = "name_taken"


def servers_folder() -> Path:
    """Return the folder of the servers' file and logs."""
    if given := os.environ.get(VARIABLE):
        return Path(given).absolute()
    from platformdirs import user_data_path

    return user_data_path("wpf-agent", appauthor=False) / "servers"


class Store:
    """The servers of one person.

    Args:
        folder: where they are kept; the user's data folder by default.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or servers_folder()
        self.path = self.folder / FILE_NAME

    def stamp(self) -> tuple[int, int]:
        """Return what differs when somebody has changed the file."""
        try:
            found = self.path.stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_size)

    def servers(self) -> dict[str, Server]:
        """Return all servers by name, in the order in which they were added. Raises FileInvalid."""
        return self._read()[1]

    def find(self, name: str) -> Server:
        """Return the server of a name or id. Raises ServerNotFound, FileInvalid."""
        return _found(name, self.servers())

    def add(self, server: Server) -> Server:
        """Keep a new server, with an id and the time; return it as it is kept.

        Raises:
            InvalidArgument: its name is taken, or it is no server.
            StorageFailed: the file cannot be written.
        """
        server.validate()
        now = iso_time()
        made = replace(server, id=str(uuid.uuid4()), created=now, updated=now)
        with self._changing() as servers:
            _check_free(made, servers.values())
            if len(servers) >= MOST:
                raise InvalidArgument(f"There are {MOST} servers already.", hint="Remove one that is not used.")
            servers[made.name] = made
        return made

    def change(self, name: str, how: Callable[[Server], Server], *, is_edit: bool = True) -> Server:
        """Change a server; return it as it is kept from now on.

        Args:
            name: its name or id.
            how: makes the new one of the one that is held; its id and creation stay.
            is_edit: whether a person changed its settings, so that the time of the last change moves.

        Raises:
            ServerNotFound: there is none.
            InvalidArgument: its new name is taken, or it would be no server.
            StorageFailed: the file cannot be written.
        """
        with self._changing() as servers:
            held = _found(name, servers)
            made = replace(how(held), id=held.id, created=held.created)
            made = replace(made, updated=iso_time()) if is_edit else made
            made.validate()
            _check_free(made, (s for s in servers.values() if s.id != held.id))
            kept = [(made.name, made) if n == held.name else (n, s) for n, s in servers.items()]
            servers.clear()
            servers.update(kept)
        return made

    def remove(self, name: str) -> Server:
        """Take a server out; return it. Raises ServerNotFound, StorageFailed."""
        with self._changing() as servers:
            held = _found(name, servers)
            del servers[held.name]
        return held

    # -- the file ---------------------------------------------------------------------------------------------------

    def _read(self) -> tuple[dict[str, Any], dict[str, Server]]:
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return {"version": VERSION, SECTION: {}}, {}
        except (OSError, UnicodeDecodeError) as error:
            raise FileInvalid(f"{self.path} cannot be read: {error}.", hint="It is JSON in UTF-8.") from error
        try:
            data = parse_json(text)
        except json.JSONDecodeError as error:
            raise FileInvalid(f"{self.path}, line {error.lineno}: {error.msg}.",
                              hint="Mend it, or move it away; it was left as it is.") from error  # fmt: skip
        section = data.get(SECTION) if isinstance(data, dict) else None
        if not isinstance(section, dict):
            raise FileInvalid(f"{self.path} has no object {SECTION!r}.", hint="Mend it, or move it away.")
        try:
            found = {name: Server.parse(name, entry, what=str(self.path)) for name, entry in section.items()}
        except InvalidArgument as error:
            raise FileInvalid(f"{self.path}: {error.message}", hint=error.hint) from error
        return data, {name: s if s.id else replace(s, id=_id_of(name)) for name, s in found.items()}

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Server]]:
        """Give the servers to be changed, alone; what they are afterwards is written."""
        try:
            make_folder(str(self.folder))
            with FileLock(str(self.folder / "servers.lock"), timeout=LOCK_S, mode=0o600):
                data, servers = self._read()
                yield servers
                section = {name: server.to_entry() for name, server in servers.items()}
                text = json.dumps({**data, SECTION: section}, ensure_ascii=False, indent=2) + "\n"
                write_private(str(self.path), text.encode())
        except Timeout as error:
            raise StorageFailed(f"{self.path} is being changed by another program.", hint="Try again.") from error
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be written: {error.strerror or error}.",
                                hint="It was left as it is; mend its rights and retry.") from error  # fmt: skip


def _id_of(name: str) -> str:
    """The id of an entry that somebody wrote by hand: the same at every reading."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def _found(name: str, servers: Mapping[str, Server]) -> Server:
    for server in servers.values():
        if name in (server.name, server.id):
            return server
    folded = [s for s in servers.values() if s.name.casefold() == name.casefold()]
    if folded:
        return folded[0]
    near = nearest(name, servers) or list(servers)[:10]
    hint = f"One of: {', '.join(near)}." if near else "There are none yet: `wpf-agent servers add` makes one."
    raise ServerNotFound(f"There is no server {name!r}.", hint=hint)


def _check_free(server: Server, others: Iterable[Server]) -> None:
    if any(o.name.casefold() == server.name.casefold() for o in others):
        raise NameTaken(f"There is a server {server.name!r} already.", hint="Choose another name, or edit that one.")
