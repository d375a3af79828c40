"""The families of tools: the table's actions, and what has modules of its own."""

from __future__ import annotations

from wpfagent.mcp_server.families import actions, applications, batch, explorations, minimizing, records, replays, runs
from wpfagent.mcp_server.tools import Tool


def all_tools() -> tuple[Tool, ...]:
    """Return every tool there is, in the order in which they are offered."""
    own = (batch.TOOL, explorations.TOOL, minimizing.TOOL, runs.TOOL, replays.TOOL)
    return (*applications.TOOLS, *actions.tools(), *own, *records.TOOLS)
