"""`wpf-agent mcp`: hands its subcommands to the server and to the registration in clients."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.cli import Shown

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop

USAGE = """\
The MCP server: Claude Code and other clients see and drive applications through it.

Usage:
  wpf-agent mcp serve [options]        the server itself, on stdio; clients start it
  wpf-agent mcp register [options]     put it into the clients' files
  wpf-agent mcp unregister [options]   take it out again
  wpf-agent mcp status [options]       where it is registered, and whether it answers

`wpf-agent mcp SUBCOMMAND --help` explains each.
"""
Run: TypeAlias = "Callable[[Sequence[str], Desktop | None], int]"
SUBCOMMANDS = {
    "serve": "wpfagent.hosts.bridge.command:run",
    "register": "wpfagent.hosts.setting_up:run_registration",
    "unregister": "wpfagent.hosts.setting_up:run_registration",
    "status": "wpfagent.hosts.command:run_mcp_status",
}


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Run a subcommand; only its own module is loaded."""
    name = next((word for word in argv[1:] if not word.startswith("-")), None)
    if name is None:
        raise Shown(USAGE)
    if name not in SUBCOMMANDS:
        from wpfagent.core.selector import nearest

        near = nearest(name, SUBCOMMANDS) or list(SUBCOMMANDS)
        raise InvalidArgument(f"There is no command `mcp {name}`.", hint=f"Nearest: {', '.join(near)}.")
    module, function = SUBCOMMANDS[name].split(":")
    command: Run = getattr(importlib.import_module(module), function)
    return command(argv, desktop)
