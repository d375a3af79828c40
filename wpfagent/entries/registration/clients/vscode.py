"""Visual Studio Code: `mcp.json` in the person's settings folder, or a project's `.vscode/mcp.json`."""

from __future__ import annotations

import json
from pathlib import Path

from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME, ServerCommand


def _folder(computer: Computer) -> Path:
    if portable := computer.environ.get("VSCODE_PORTABLE"):
        return Path(portable) / "user-data" / "User"
    return computer.applications / "Code" / "User"


def _add_line(server: ServerCommand, scope: Scope, computer: Computer) -> str:
    entry = json.dumps({"name": NAME, **VSCODE.entry(server)}, ensure_ascii=False, separators=(",", ":"))
    line = computer.line(["code", "--add-mcp", entry])
    return line if scope == "user" else f"{line}  # the person's file only: code has no command for a project's"


VSCODE = Client(
    name="vscode",
    title="Visual Studio Code",
    program="code",
    format="json",
    section="servers",
    user_file=lambda computer: _folder(computer) / "mcp.json",
    project_file=".vscode/mcp.json",
    trace=_folder,
    leading={"type": "stdio"},
    add_line=_add_line,
    remove_line=lambda _scope: f"in the command palette, MCP: List Servers, {NAME}",
    project_note="Visual Studio Code asks once whether the server is trusted.",
)
