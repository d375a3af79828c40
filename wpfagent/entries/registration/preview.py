"""What an empty file of a client would hold after registering."""

from __future__ import annotations

from wpfagent.entries.registration.clients.base import Client
from wpfagent.entries.registration.server import NAME, ServerCommand
from wpfagent.entries.registration.standing import EDITORS


def preview(client: Client, server: ServerCommand) -> str:
    """Return the text that a person would write into the client's file by hand."""
    text: str = EDITORS[client.format].insert("", client.section, NAME, client.entry(server))[0]
    return text.rstrip()
