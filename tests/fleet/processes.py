"""A fleet of simulated desktops: a scheduler and workers as the processes that a person starts."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 200.0
STEPS = ("--max-steps", "60", "--no-pictures")
HEAVY = """\
import os, time
from wpfagent.core.errors import NoInteractiveDesktop
from wpfagent.desktops.simulated.desktop import SimulatedDesktop
def check_interactive(self):
    time.sleep(0.02)
    if os.path.exists(os.environ["LOCKED"]):
        raise NoInteractiveDesktop("The session is locked.")
SimulatedDesktop.check_interactive = check_interactive
"""
"""What a worker loads whose work takes seconds, so that something can happen to it in the middle; it is locked as long
as a file is there."""


def wait_for(what: str, holds: Callable[[], object], seconds: float = WAIT_S) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


@dataclass
class Fleet:
    """The processes of one fleet below one folder."""

    folder: Path
    port: int = field(default_factory=free_port)
    certificates: Path | None = None
    processes: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"{'tls' if self.certificates else 'tcp'}://127.0.0.1:{self.port}"

    def command(self, *words: str) -> list[str]:
        certs = ["--certs", str(self.certificates)] if self.certificates else []
        return [sys.executable, "-m", "wpfagent", "fleet", *words, *certs]

    def start(self, name: str, *words: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
        log = open(self.folder / f"{name}.log", "w", encoding="utf-8")  # noqa: SIM115 - closed with the process
        made = subprocess.Popen(
            self.command(*words), cwd=self.folder, stdout=log, stderr=log, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **(env or {})},
        )  # fmt: skip
        log.close()
        self.processes[name] = made
        return made

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def scheduler(self) -> None:
        self.start("scheduler", "scheduler", "--port", str(self.port))
        wait_for("a scheduler", lambda: "listens" in self.log("scheduler"))

    def worker(self, name: str, *words: str, env: dict[str, str] | None = None) -> None:
        self.start(
            name, "worker", self.address, "--name", name, "--folder", str(self.folder / name), "--desktop",
            "simulated", *words, env=env,
        )  # fmt: skip
        wait_for(f"worker {name}", lambda: f"{name} works" in self.log(name))

    def heavy_worker(self, name: str) -> Path:
        """Start a worker to which something is to happen amid its work; return the file that locks its desktop."""
        (self.folder / "heavy").mkdir(exist_ok=True)
        (self.folder / "heavy" / "sitecustomize.py").write_text(HEAVY, encoding="utf-8")
        locked = self.folder / f"{name}.locked"
        paths = f"{self.folder / 'heavy'}{os.pathsep}{ROOT}"
        self.worker(name, env={"PYTHONPATH": paths, "LOCKED": str(locked)})
        return locked

    def call(self, *words: str, code: int | None = 0, timeout: float = 500) -> dict[str, Any]:
        done = subprocess.run(
            [*self.command(*words), "--json"], cwd=self.folder, capture_output=True, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}, check=False, timeout=timeout,
        )  # fmt: skip
        assert code is None or done.returncode == code, done.stdout + done.stderr
        made: dict[str, Any] = json.loads(done.stdout)
        return made

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def close(self) -> None:
        for name in list(self.processes):
            self.kill(name)
