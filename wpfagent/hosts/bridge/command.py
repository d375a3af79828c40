"""`wpf-agent mcp serve`: a server in this process, or the bridge to the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop

NO_BRIDGE = frozenset({"--alone", "-h", "--help"})


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Serve until the client has gone."""
    if NO_BRIDGE & set(argv) or desktop is not None or not _has_protocol():
        from wpfagent.entries.cli.commands.mcp_serve import run as serve_alone

        return serve_alone(argv, desktop)
    from wpfagent.hosts.bridge.serving import serve

    return serve(argv)


def _has_protocol() -> bool:
    """Whether the library of the protocol is installed, which the host needs; asked without loading it."""
    import importlib.util

    try:
        return importlib.util.find_spec("mcp") is not None
    except ModuleNotFoundError:
        return False
