"""Codex CLI: `~/.codex/config.toml`, or a trusted project's `.codex/config.toml`."""

from __future__ import annotations

from pathlib import Path

from wpfagent.entries.registration.clients.base import Client, Scope
from wpfagent.entries.registration.computer import Computer
from wpfagent.entries.registration.server import NAME, ServerCommand


def _folder(computer: Computer) -> Path:
    return Path(computer.environ.get("CODEX_HOME") or computer.home / ".codex")


def _add_line(server: ServerCommand, scope: Scope, computer: Computer) -> str:
    line = computer.line(["codex", "mcp", "add", NAME, "--", *server.words])
    return line if scope == "user" else f"{line}  # the person's file only: codex has no command for a project's"


CODEX = Client(
    name="codex",
    title="Codex CLI",
    program="codex",
    format="toml",
    section="mcp_servers",
    user_file=lambda computer: _folder(computer) / "config.toml",
    project_file=".codex/config.toml",
    trace=_folder,
    trailing={"startup_timeout_sec": 30, "tool_timeout_sec": 120},
    add_line=_add_line,
    remove_line=lambda _scope: f"codex mcp remove {NAME}",
    listing=("mcp", "get", NAME),
    project_note="Codex reads a project's file only in projects that it trusts.",
)
