"""Claude Code: `~/.claude.json`, or a project's `.mcp.json`."""

from __future__ import annotations

import json
from pathlib import Path

from wpfagent.core.json_syntax import Node, parse
from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME, ServerCommand


def _user_file(computer: Computer) -> Path:
    return Path(computer.environ.get("CLAUDE_CONFIG_DIR") or computer.home) / ".claude.json"


def _trace(computer: Computer) -> Path:
    return Path(computer.environ.get("CLAUDE_CONFIG_DIR") or computer.home / ".claude")


def _add_line(server: ServerCommand, scope: Scope, computer: Computer) -> str:
    if computer.platform != "win32":
        return computer.line(["claude", "mcp", "add", "-s", scope, NAME, "--", *server.words])
    # PowerShell's shim of npm programs swallows the `--`, its quoting breaks JSON: a pipe keeps both whole; that of 5.1
    # is ASCII, so that a path with Japanese has to be escaped
    entry = json.dumps(CLAUDE.entry(server), separators=(",", ":")).replace("'", "''")
    return f"'{entry}' | claude mcp add-json -s {scope} {NAME} -"


def _shadow(text: str, computer: Computer) -> str:
    """`claude mcp add` without a scope writes an entry for one folder, and that one comes before all others."""
    for folder in {str(computer.folder), computer.folder.as_posix()}:
        node: Node | None = parse(text, "projects", folder, "mcpServers")
        for key in ("projects", folder, "mcpServers", NAME):
            member = node.find(key) if node else None
            node = member.value if member else None
        if node is not None:
            return f"an entry for this folder alone comes before it; out again: claude mcp remove -s local {NAME}"
    return ""


CLAUDE = Client(
    name="claude",
    title="Claude Code",
    program="claude",
    format="json",
    section="mcpServers",
    user_file=_user_file,
    project_file=".mcp.json",
    trace=_trace,
    leading={"type": "stdio"},
    add_line=_add_line,
    remove_line=lambda scope: f"claude mcp remove -s {scope} {NAME}",
    shadow=_shadow,
    listing=("mcp", "get", NAME),
    project_note="Claude Code asks once for approval of a project's servers.",
)
