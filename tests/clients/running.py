"""One run of a client with a task and this server, given by the client's own option; what came of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from client_homes import client_home
from host_driving import ROOT
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


def run_client(
    name: str, folder: Path, choose: Choose, *options: str, recorded: bool = True, winlab: Path | None = None
) -> Run:
    """Run a client until it ends.

    Args:
        name: of the client.
        folder: for its home and its files.
        choose: the model.
        options: of `mcp serve`, beside those that keep it to a simulated desktop and to this folder.
        recorded: whether the opening was recorded before, as `init` does.
        winlab: the program that starts others on a Windows test machine: the server is there then.
    """
    api = ModelApi(choose)
    home = client_home(folder, api)
    serve = ("--desktop=simulated", f"--artifacts={folder / 'artifacts'}", *options)
    try:
        if recorded:
            home.run("mcp", "register", "--client=cursor", "--no-check", "--", *serve)
        program = filling.program_of(BUILT_IN[name], home.variables["PATH"])
        server = ServerCommand(sys.executable, ("-m", "wpfagent", "mcp", "serve"), serve)
        if winlab is not None:
            server = _on_windows(winlab, folder, options)
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


def _on_windows(winlab: Path, folder: Path, options: Sequence[str]) -> ServerCommand:
    """What starts the server on the Windows test machine that WINLAB_HOME names."""
    variables = {"PYTHONPATH": _windows(ROOT), "PYTHONUTF8": "1", "WPF_AGENT_HOST_IDLE": "5",
                 "WPF_AGENT_HOST": _windows(folder / "windows")}  # fmt: skip
    given = [word for key, value in variables.items() for word in ("--env", f"{key}={value}")]
    python = ("--home", os.environ["WINLAB_HOME"], "python", "--timeout", "300", *given)
    serve = (f"--artifacts={_windows(folder / 'artifacts')}", *options)
    code = f"from wpfagent.hosts.setting_up import record; record({list(serve)!r})"  # as `mcp register` does
    subprocess.run([winlab, *python, "-c", code], check=True, timeout=LONGEST_S)
    return ServerCommand(str(winlab), (*python, "-m", "wpfagent", "mcp", "serve"), serve)


def _windows(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")
