"""Registers the MCP server in the clients' own files, and knows how it stands there.

`register` and `unregister` edit one file of one client; `inspect` and `statuses` only look; `find_stale` and `mend` are
for whoever cleans up. `mcp serve` uses none of it.
"""

from __future__ import annotations

from wpfagent.entries.registration.clients import CLIENTS, find_client
from wpfagent.entries.registration.clients.base import SCOPES, Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.registering import Outcome, clients_in_use, find_stale, mend, register, unregister
from wpfagent.entries.registration.server import NAME, ServerCommand
from wpfagent.entries.registration.standing import Standing, inspect
from wpfagent.entries.registration.status import Status, statuses

__all__ = [
    "CLIENTS",
    "NAME",
    "SCOPES",
    "Client",
    "Computer",
    "Outcome",
    "Scope",
    "ServerCommand",
    "Standing",
    "Status",
    "clients_in_use",
    "find_client",
    "find_stale",
    "inspect",
    "mend",
    "register",
    "statuses",
    "unregister",
]
