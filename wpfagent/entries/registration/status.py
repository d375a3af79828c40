"""How we stand with every client: installed, registered, and whether what is registered answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wpfagent.entries.registration import config_file, health
from wpfagent.entries.registration.clients.base import SCOPES, Client
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.health import Health
from wpfagent.entries.registration.ledger import Ledger
from wpfagent.entries.registration.registering import known_projects
from wpfagent.entries.registration.server import ServerCommand
from wpfagent.entries.registration.standing import Standing, inspect

NOT_STARTED = "not started: this project's file was not written by this installation"


@dataclass(frozen=True, slots=True)
class Status:
    """One file of one client."""

    standing: Standing
    installed: bool
    health: Health | None = None
    note: str = ""

    @property
    def is_good(self) -> bool:
        """Whether nothing has to be mended: not registered at all is good too."""
        return self.standing.state in ("absent", "current", "other") and (self.health is None or self.health.ok)

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `--json` prints."""
        standing = self.standing
        return {
            "client": standing.client.name,
            "scope": standing.scope,
            "file": str(standing.path),
            "installed": self.installed,
            "registered": standing.server is not None,
            "state": standing.state,
            "why": standing.why or self.note,
            "command": list(standing.server.words) if standing.server else None,
            "health": self.health.to_dict() if self.health else None,
        }


def statuses(
    clients: Sequence[Client],
    computer: Computer,
    server: ServerCommand,
    *,
    start: bool = True,
    timeout_s: float = health.TIMEOUT_S,
) -> list[Status]:
    """Return how each client's files stand, the person's and this project's, and stale ones of other projects.

    A project's file may come from strangers: what it names is started only if it is this installation, or if we wrote
    that file.

    Args:
        clients: the clients to look at.
        computer: where to look.
        server: the command of this installation.
        start: whether to start what is registered.
        timeout_s: how long each may take to answer.
    """
    known = Ledger(computer.data).all()
    answered: dict[tuple[Any, ...], Health] = {}
    found = []
    for standing in _standings(clients, computer, server):
        installed = standing.client.is_installed(computer)
        held, note = None, _shadow(standing, computer)
        if standing.server is not None and standing.state in ("current", "other") and start:
            if standing.scope == "user" or standing.path in known or _is_plain(standing):
                env = _environment(standing)
                key = (standing.server.words, *sorted(env.items()))
                if key not in answered:
                    answered[key] = health.check(standing.server.words, computer, env=env, timeout_s=timeout_s)
                held = answered[key]
            else:
                note = NOT_STARTED
        found.append(Status(standing, installed, held, note))
    return found


def _shadow(standing: Standing, computer: Computer) -> str:
    """What hides the person's entry from the client."""
    if standing.scope != "user" or standing.state == "broken":
        return ""
    text = config_file.read(standing.path).text
    return standing.client.shadow(text, computer) if text.strip() else ""


def _is_plain(standing: Standing) -> bool:
    """Whether starting it does nothing that this installation would not do by itself."""
    server = standing.server
    return standing.state == "current" and server is not None and not server.options and "env" not in standing.entry


def _environment(standing: Standing) -> dict[str, str]:
    env = standing.entry.get("env")
    return {k: str(v) for k, v in env.items()} if isinstance(env, dict) else {}


def _standings(clients: Sequence[Client], computer: Computer, server: ServerCommand) -> list[Standing]:
    made = []
    for client in clients:
        seen = set()
        for scope in SCOPES:
            standing = inspect(client, scope, computer, server)
            if (real := standing.path.resolve()) not in seen:
                seen.add(real)
                made.append(standing)
        for path, known, folder in known_projects(computer):
            if known is client and path not in seen:
                standing = inspect(client, "project", dataclasses.replace(computer, folder=folder), server)
                if standing.state == "stale":
                    made.append(standing)
    return made
