"""One MCP server as it is configured: an entry of the `mcpServers` JSON of other clients, and some keys of ours."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.program import find_program
from wpfagent.core.shapes import Key, Shape
from wpfagent.runs.servers.state import ToolInfo
from wpfagent.safety.masking import Masks, hide_arguments, placeholder
from wpfagent.safety.secret_names import is_secret_name

LONGEST_NAME = 100
LONGEST_TEXT = 20_000
KEYS: Mapping[str, str] = {
    "command": "command", "args": "args", "env": "env", "cwd": "cwd", "url": "url", "headers": "headers",
    "description": "description", "enabled": "enabled", "includeResources": "include_resources", "id": "id",
    "createdAt": "created", "updatedAt": "updated", "approved": "approved", "approvedTools": "approved_tools",
}  # fmt: skip
"""The keys of an entry, and the fields that hold them."""
_CONTROLLING = re.compile(r"[\0-\x1f\x7f]")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_().]*")
_KEYLIKE = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_\-.=+]{24,}")
"""A value that nobody would type: long, letters and digits, no blank and no slash."""


@dataclass(frozen=True, slots=True)
class Server:
    """An MCP server: a command that is started, or an address.

    Args:
        name: how people call it; unique without regard to case.
        command: the program; empty where there is an address.
        args: its arguments.
        env: its environment, beside the few variables that every server gets.
        cwd: the folder that it starts in; the current one when empty.
        url: of a server that speaks streamable HTTP.
        headers: of every request to that address.
        description: what it is for.
        enabled: whether it runs.
        include_resources: whether its resources are offered to a model as a tool.
        id: a UUID that stays when the name changes.
        created: when it was added, ISO 8601.
        updated: when it was changed last.
        approved: the fingerprint of what a person has seen in full and let start.
        approved_tools: by name, the hash of the schema with which a person let a model call the tool.
        others: keys of other clients, kept as they are.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    description: str = ""
    enabled: bool = True
    include_resources: bool = False
    id: str = ""
    created: str = ""
    updated: str = ""
    approved: str = ""
    approved_tools: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def shape(cls) -> Shape:
        """Return the keys that an entry of the file may hold."""
        kinds: dict[str, Any] = {
            "args": tuple[str, ...], "env": Mapping[str, str], "headers": Mapping[str, str],
            "approvedTools": Mapping[str, str], "enabled": bool, "includeResources": bool,
        }  # fmt: skip
        keys = {key: Key(kinds.get(key, str), default=None) for key in KEYS}
        return Shape(cls, keys, lambda values: cls("", **{KEYS[key]: value for key, value in values.items()}))

    @classmethod
    def parse(cls, name: str, entry: Any, *, what: str) -> Server:
        """Return the server of an entry; keys that are not known stay beside.

        Args:
            name: its key in `mcpServers`.
            entry: what stands there.
            what: the file, for messages.

        Raises:
            FileInvalid: a key holds what it cannot.
            InvalidArgument: the whole makes no server.
        """
        if not isinstance(entry, Mapping):
            raise FileInvalid(f"{what}: {name!r} is no object.", hint="An object with command and args, or with url.")
        known = {k: v for k, v in entry.items() if k in KEYS}
        others = {k: v for k, v in entry.items() if k not in KEYS}
        read = shapes.read(cls, known, what=f"{what}: {name}", error=FileInvalid)
        made = replace(read, name=name, others=others)
        made.validate()
        return made

    def to_entry(self) -> dict[str, Any]:
        """Return the entry as the file holds it: without what is empty."""
        made = {key: getattr(self, name) for key, name in KEYS.items()}
        made = {
            k: dict(v) if isinstance(v, Mapping) else list(v) if isinstance(v, tuple) else v for k, v in made.items()
        }
        return {k: v for k, v in made.items() if isinstance(v, bool) or v or (k == "args" and self.command)} | dict(
            self.others
        )

    def validate(self) -> None:
        """Raise InvalidArgument where this makes no server."""
        check_name(self.name)
        if bool(self.command.strip()) == bool(self.url.strip()):
            raise InvalidArgument(f"{self.name}: a command or a url is needed, and not both.",
                                  hint="For example the command npx with its arguments, one a line.")  # fmt: skip
        if self.url and urllib.parse.urlsplit(self.url).scheme not in ("http", "https"):
            raise InvalidArgument(
                f"{self.name}: the url cannot be {self.shown_url!r}.", hint="It begins with https:// or http://."
            )
        for variable in self.env:
            if not _VARIABLE.fullmatch(variable):
                raise InvalidArgument(
                    f"{self.name}: no variable can be called {variable!r}.", hint="Letters, digits and _."
                )
        for text in (self.command, self.cwd, self.url, self.description, *self.args, *self.env.values()):
            if "\0" in text or len(text) > LONGEST_TEXT:
                raise InvalidArgument(f"{self.name}: a text is too long, or holds a NUL character.",
                                      hint=f"{LONGEST_TEXT} characters at most.")  # fmt: skip

    # -- what is run ----------------------------------------------------------------------------------------------

    @property
    def fingerprint(self) -> str:
        """Tells whether what a person consented to is still what would be run."""
        told = [self.command, *self.args], sorted(self.env.items()), self.cwd, self.url, sorted(self.headers.items())
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]

    @property
    def is_approved(self) -> bool:
        """Whether a person has seen this command and let it start."""
        return self.approved == self.fingerprint

    def lets(self, tool: ToolInfo) -> bool:
        """Return whether a person let models call this tool, with the schema that it has now."""
        return self.approved_tools.get(tool.name) == tool.hash

    def find_command(self) -> str | None:
        """Return the program that the command names, as it would be found; None where there is none."""
        path = self.env.get("PATH") or os.environ.get("PATH", "")
        return find_program(self.command, path)

    # -- what is shown --------------------------------------------------------------------------------------------

    @property
    def shown_command(self) -> str:
        """The whole command line, or the address, without secrets."""
        if self.url:
            return self.shown_url
        words = [self.command, *(_shown_argument(str(a)) for a in hide_arguments(self.args))]
        return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)

    @property
    def shown_url(self) -> str:
        """The address without a password, and without secrets in its query."""
        parts = urllib.parse.urlsplit(self.url)
        pairs = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
        query = "&".join(f"{k}={_shown(k, v)}" for k, v in pairs)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query=query).geturl()

    @property
    def shown_env(self) -> dict[str, str]:
        """The environment, with what sounds or looks like a secret hidden."""
        return {k: _shown(k, v) for k, v in self.env.items()}

    @property
    def secrets(self) -> Iterator[tuple[str, str]]:
        """The names and values that must not be seen."""
        yield from ((k, v) for k, v in (*self.env.items(), *_query(self.url)) if _shown(k, v) != v)
        yield from self.headers.items()
        for before, after in zip(self.args, hide_arguments(self.args), strict=True):
            if after != before:
                yield "ARGUMENT", re.split("[=:]", before, maxsplit=1)[-1]
            elif _shown_argument(before) != before:
                yield "ARGUMENT", before

    def masks(self) -> Masks:
        """Return what hides this server's secrets in texts."""
        made = Masks()
        for name, value in self.secrets:
            made.add(value, name)
        return made

    def warnings(self) -> list[str]:
        """Return what a person should know before this is saved."""
        told = []
        if not self.url and self.find_command() is None:
            told.append(f"The command {self.command!r} was not found: neither a file, nor in a folder of PATH.")
        if any(True for _ in self.secrets):
            told.append("Secrets are kept as plain text in the user's data folder, which only the user may read.")
        if self.include_resources:
            told.append("Resources as tools make every request to a model larger. "
                        "Use it only for servers with few resources.")  # fmt: skip
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON for people and programs: no secrets."""
        return {
            "name": self.name, "id": self.id, "command_line": self.shown_command, "command": self.command,
            "args": [_shown_argument(str(a)) for a in hide_arguments(self.args)], "env": self.shown_env,
            "cwd": self.cwd, "url": self.shown_url if self.url else "",
            "headers": {k: placeholder(k) for k in self.headers},
            "description": self.description, "enabled": self.enabled, "include_resources": self.include_resources,
            "created_at": self.created, "updated_at": self.updated, "approved": self.is_approved,
        }  # fmt: skip


def check_name(name: str) -> None:
    """Raise InvalidArgument where a server cannot be called so."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or _CONTROLLING.search(name):
        hint = f"1 to {LONGEST_NAME} characters, no control characters, no blank at the ends."
        raise InvalidArgument(f"A server cannot be called {name[:LONGEST_NAME]!r}.", hint=hint)


def merged(shown: Mapping[str, str], held: Mapping[str, str]) -> dict[str, str]:
    """Return variables as they are saved where a person edited what is shown: a placeholder stands for what is held."""
    return {k: held[k] if k in held and v == _shown(k, held[k]) else v for k, v in shown.items()}


def merged_args(shown: tuple[str, ...], held: tuple[str, ...]) -> tuple[str, ...]:
    """Return arguments as they are saved where a person edited what is shown."""
    hidden = {_shown_argument(str(h)): a for a, h in zip(held, hide_arguments(held), strict=True)}
    return tuple(hidden.get(arg, arg) for arg in shown)


def _shown(name: str, value: str) -> str:
    return placeholder(name) if value and (is_secret_name(name) or _KEYLIKE.fullmatch(value)) else value


def _shown_argument(text: str) -> str:
    return placeholder("ARGUMENT") if _KEYLIKE.fullmatch(text) else text


def _query(url: str) -> Iterator[tuple[str, str]]:
    parts = urllib.parse.urlsplit(url)
    yield from urllib.parse.parse_qsl(parts.query)
    if parts.password:
        yield "PASSWORD", parts.password
