"""Gemini CLI: `~/.gemini/settings.json`, or a project's `.gemini/settings.json`."""

from __future__ import annotations

from pathlib import Path

from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME, ServerCommand


def _folder(computer: Computer) -> Path:
    return Path(computer.environ.get("GEMINI_CLI_HOME") or computer.home) / ".gemini"


def _add_line(server: ServerCommand, scope: Scope, computer: Computer) -> str:
    return computer.line(["gemini", "mcp", "add", "-s", scope, NAME, *server.words])  # with `--` nothing is added


GEMINI = Client(
    name="gemini",
    title="Gemini CLI",
    program="gemini",
    format="json",
    section="mcpServers",
    user_file=lambda computer: _folder(computer) / "settings.json",
    project_file=".gemini/settings.json",
    trace=_folder,
    add_line=_add_line,
    remove_line=lambda scope: f"gemini mcp remove -s {scope} {NAME}",
    listing=("mcp", "list"),
    project_note="Gemini CLI starts servers only in folders that it trusts.",
)
