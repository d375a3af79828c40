"""The families of tools: the table's actions, and what has modules of its own."""

from __future__ import annotations

from wpfagent.entries.mcp.families import (
    actions,
    applications,
    batch,
    dotnet,
    long_work,
    records,
    search,
    servers,
    sessions,
)
from wpfagent.entries.mcp.tools import Tool


def all_tools() -> tuple[Tool, ...]:
    """Return every tool there is, in the order in which they are offered."""
    own = (*applications.TOOLS, *actions.tools(), batch.TOOL, *long_work.TOOLS, *records.TOOLS)
    return (*own, *dotnet.TOOLS, *search.TOOLS, *servers.TOOLS, *sessions.TOOLS)
