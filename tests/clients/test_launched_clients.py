"""Each of the three clients, launched as an agent, has this server by an option of its own; no file is changed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from client_homes import client_home
from host_driving import Client, until
from model_api import Choose, ModelApi

from wpfagent.core.environ import environment_of
from wpfagent.hosts.agents import configuration, filling

pytestmark = pytest.mark.clients
TASK = '--- is no option here: "list" the windows; $(x) %PATH%'.lstrip("- ")


def test_it_finds_the_server_calls_it_and_ends(name: str, tmp_path: Path, model: Callable[[Choose], ModelApi]) -> None:
    api = model(lambda results: None if results else ("list_windows", {}))
    home = client_home(tmp_path, api)
    with environment_of(home.variables):
        agent = configuration.settings().find(name)
        program = filling.program_of(agent, home.variables["PATH"])
        configuration.allow(name, agent.fingerprint(program))
    caller = Client(home, "--tools", "sessions", name="Caller")
    try:
        caller.shake_hands()
        caller.said("list_sessions")  # the opening of a server with these tools is recorded from now on
        before = _registered(home.variables["HOME"])
        made = caller.said("launch_agent", agent=name, task=TASK)
        started = re.match(r"launched: session (\w+) .*; what it prints: (.+)", made)
        assert started, made
        session, log = started[1], Path(started[2])
        seen: list[str] = []

        def has_ended() -> bool:
            seen.append(caller.said("list_sessions"))
            return session not in seen[-1].split("\n")[0]

        assert until(has_ended, 120), log.read_text(errors="replace")
        told = log.read_text(errors="replace")
        assert any("wpf" in tool for tool in api.asked[0].tools), "its first request has the tools"
        assert any("No windows" in result for request in api.asked for result in request.results), told
        assert TASK in str([request.body for request in api.asked[:1]]).replace("\\'", "'")
        assert "That is all." in told
        assert len({line.split()[1] for text in seen for line in text.split("\n") if line.startswith(session)}) > 1
        assert _registered(home.variables["HOME"]) == before
        assert f"(session {session}) has ended, exit code 0" in "\n".join([*seen, caller.said("list_sessions")])
    finally:
        caller.close()
        home.close()
        assert until(lambda: home.host() is None)


def _registered(home: str) -> dict[str, str]:
    """Where our name stands in the files of a home."""
    found = {}
    for folder, _, files in os.walk(home):
        for file in files:
            text = (Path(folder) / file).read_bytes()
            if file in ("config.toml", "settings.json", ".claude.json", "mcp.json") and b"wpf-agent" in text:
                found[str(Path(folder) / file)] = text.decode(errors="replace")
    return found
