"""Cursor: `~/.cursor/mcp.json`, or a project's `.cursor/mcp.json`."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME, ServerCommand


def _add_line(server: ServerCommand, _scope: Scope, _computer: Computer) -> str:
    entry = base64.b64encode(json.dumps(CURSOR.entry(server)).encode()).decode()
    return f"cursor://anysphere.cursor-deeplink/mcp/install?name={NAME}&config={quote(entry, safe='')}"


CURSOR = Client(
    name="cursor",
    title="Cursor",
    program="cursor",
    format="json",
    section="mcpServers",
    user_file=lambda computer: computer.home / ".cursor" / "mcp.json",
    project_file=".cursor/mcp.json",
    trace=lambda computer: computer.home / ".cursor",
    leading={"type": "stdio"},
    add_line=_add_line,
    remove_line=lambda _scope: f"in Cursor's settings, MCP, {NAME}",
    project_note="Cursor asks once whether a project's server may start.",
)
