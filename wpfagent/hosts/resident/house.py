"""All sessions of a host: how they begin with what a bridge says, and end."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent import __version__
from wpfagent.core.environ import environment_of
from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.cli.commands.mcp_serve import options_of
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.serving import unable
from wpfagent.hosts.agents.launched import LAUNCH
from wpfagent.hosts.resident.launching import Launching, variables_of
from wpfagent.hosts.resident.session import Session
from wpfagent.hosts.resident.shared import Shared

PATHS = ("WPF_AGENT_PROFILES", "WPF_AGENT_ARTIFACTS")
"""The variables that name a path: relative to the folder of whoever has them."""


class House:
    """All sessions of a host."""

    def __init__(self) -> None:
        self.shared = Shared()
        self.launching = Launching()
        self.sessions: dict[str, Session] = {}
        self.empty_since = time.monotonic()

    def receive(self, hello: Mapping[str, Any]) -> Session:
        """Return a new session for a bridge.

        Args:
            hello: its arguments, folder, variables, process and version.
        """
        launch = self.launching.agents.of_key(str(hello["variables"].get(LAUNCH, "")))
        if launch is not None:
            hello = variables_of(launch, hello)
        folder = Path(hello["cwd"])
        variables = {str(k): str(v) for k, v in hello["variables"].items()}
        variables |= {k: str(folder / variables[k]) for k in PATHS if variables.get(k)}
        bridge: dict[str, Any] = {"pid": int(hello["pid"]), "version": str(hello["version"])}
        with environment_of(variables):
            options = _options(hello["argv"], folder)
        is_first = launch is not None and launch.session_id not in self.sessions
        session = Session(
            launch.session_id if launch is not None and is_first else secrets.token_hex(4),
            self.shared,
            replace(options, client_pid=bridge["pid"]),
            variables,
            bridge,
            argv=tuple(hello["argv"]),
            cwd=str(folder),
            launching=self.launching,
        )
        if launch is not None:
            launch.had_session, session.launched_by = True, launch.by
        if bridge["version"] != __version__:
            session.add_news(
                f"This client's bridge is wpf-agent {bridge['version']}, the host {__version__}: `wpf-agent host stop` "
                "ends the host, and the next call starts one of the bridge's version."
            )
        session.directory = lambda: list(self.sessions.values())
        self.sessions[session.session_id] = session
        return session

    def leave(self, session: Session) -> None:
        """A bridge has gone."""
        self.sessions.pop(session.session_id, None)
        self.shared.turns.forget(session.session_id)
        self.shared.forget(session)
        self.empty_since = time.monotonic()

    def describe(self) -> list[dict[str, Any]]:
        """Return what is told of each session."""
        return [session.describe() for session in tuple(self.sessions.values())]


def _options(argv: list[str], folder: Path) -> ServeOptions:
    """What a bridge was started with; its paths are of its own folder."""
    try:
        options = options_of(argv)
    except InvalidArgument as error:
        return unable(error)
    return replace(
        options,
        profiles_path=str(folder / options.profiles_path) if options.profiles_path else None,
        artifacts=str(folder / options.artifacts) if options.artifacts else None,
    )
