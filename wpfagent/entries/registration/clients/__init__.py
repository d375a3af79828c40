"""The clients that `wpf-agent mcp register` knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.registration.clients.base import Client
from wpfagent.entries.registration.clients.claude import CLAUDE
from wpfagent.entries.registration.clients.codex import CODEX
from wpfagent.entries.registration.clients.cursor import CURSOR
from wpfagent.entries.registration.clients.gemini import GEMINI
from wpfagent.entries.registration.clients.vscode import VSCODE

CLIENTS: Mapping[str, Client] = MappingProxyType({c.name: c for c in (CLAUDE, CODEX, GEMINI, VSCODE, CURSOR)})


def find_client(name: str) -> Client:
    """Return the client of this name.

    Raises:
        InvalidArgument: there is none.
    """
    if name not in CLIENTS:
        raise InvalidArgument(f"There is no client {name!r}.", hint=f"One of: {', '.join(CLIENTS)}.")
    return CLIENTS[name]
