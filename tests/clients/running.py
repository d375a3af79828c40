"""One run of a client with a task and this server, given by the client's own option; what came of it."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from client_homes import client_home
from model_api import Choose, ModelApi, Request

from wpfagent.entries.registration.server import ServerCommand
from wpfagent.hosts.agents import filling
from wpfagent.hosts.agents.configuration import BUILT_IN

LONGEST_S = 240


@dataclass
class Run:
    """What came of a run.

    Args:
        requests: that the model at work was sent.
        said: what the client printed.
        code: its exit code.
        tools_s: seconds until the model was offered this server's tools.
        tool_s: seconds until it read the first result.
    """

    requests: list[Request]
    said: str
    code: int
    tools_s: float
    tool_s: float

    @property
    def results(self) -> list[str]:
        """What the model read of each call."""
        return self.requests[-1].results if self.requests else []


def run_client(name: str, folder: Path, choose: Choose, *options: str, recorded: bool = True) -> Run:
    """Run a client until it ends.

    Args:
        name: of the client.
        folder: for its home and its files.
        choose: the model.
        options: of `mcp serve`, beside those that keep it to a simulated desktop and to this folder.
        recorded: whether the opening was recorded before, as `init` does.
    """
    api = ModelApi(choose)
    home = client_home(folder, api)
    serve = ("--hosted", "--desktop=simulated", f"--artifacts={folder / 'artifacts'}", *options)
    try:
        if recorded:
            home.run("mcp", "register", "--client=cursor", "--no-check", "--", *serve)
        program = filling.program_of(BUILT_IN[name], home.variables["PATH"])
        server = ServerCommand(sys.executable, ("-m", "wpfagent", "mcp", "serve"), serve)
        own = {k: home.variables[k] for k in ("WPF_AGENT_HOST", "WPF_AGENT_HOST_IDLE", "PYTHONPATH")}
        launch = folder / "launch"
        launch.mkdir()
        filled = filling.fill(BUILT_IN[name], program, "reach the goal", server, own, launch, str(folder))
        begun = time.monotonic()
        done = subprocess.run(
            filled.words, env={**home.variables, **filled.env}, cwd=filled.cwd, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=LONGEST_S, check=False,
        )  # fmt: skip
        asked = api.asked
        offered = next((r.at for r in asked if any("wpf" in tool for tool in r.tools)), float("nan"))
        read = next((r.at for r in asked if r.results), float("nan"))
        said = (done.stdout + done.stderr).decode(errors="replace")
        return Run(asked, said, done.returncode, offered - begun, read - begun)
    finally:
        api.close()
        home.close()
