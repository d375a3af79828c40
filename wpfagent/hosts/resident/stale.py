"""Entries of ours in the clients' files that no longer start: an exe that moved, a version that has gone."""

from __future__ import annotations

from wpfagent.entries.registration import Computer, ServerCommand, find_stale


def stale_entries() -> list[str]:
    """Return a line for each, with what to do. They are mended when somebody sets up, never from here."""
    found = find_stale(Computer.here(), ServerCommand.here())
    return [
        f"{one.client.title} cannot start wpf-agent: {one.why} ({one.path}). "
        "`wpf-agent mcp register` mends it, `wpf-agent mcp unregister` removes it."
        for one in found
    ]
