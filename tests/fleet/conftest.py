"""A fleet of simulated desktops: a scheduler and workers as the processes that a person starts."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 200.0
STEPS = ("--max-steps", "60", "--no-pictures")


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

    def call(self, *words: str, code: int | None = 0) -> dict[str, Any]:
        done = subprocess.run(
            [*self.command(*words), "--json"], cwd=self.folder, capture_output=True, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}, check=False, timeout=500,
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


@pytest.fixture
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    made = Fleet(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """How five seeds are asked for, the last of which finds nothing; the first two find the same bug of the demo.

    Which seeds those are changes with every change of what an exploration tries.
    """
    known: dict[str, list[int]] = {}
    folder = tmp_path_factory.mktemp("seeds")
    explore = ("random", "run", "--json", "--profile", "demo", "--desktop", "simulated", *STEPS, "--no-minimize")
    for first in range(1, 200, 20):
        done = subprocess.run(
            [sys.executable, "-m", "wpfagent", *explore, f"--seeds={first}-{first + 19}", f"--artifacts={folder}"],
            cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=500,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        )  # fmt: skip
        for one in json.loads(done.stdout)["results"]:
            found = [f for f in one["found"] if "ticket" in f]
            known.setdefault(found[0]["ticket"]["id"] if found else "", []).append(one["seed"])
        same = max((numbers for ticket, numbers in known.items() if ticket), key=len, default=[])
        if len(same) >= 2:
            rest = sorted(n for ticket, numbers in known.items() if ticket for n in numbers if n not in same[:2])
            five = [*same[:2], *(rest + known[""])[:2], known[""][-1]]
            return ("--seeds", ",".join(map(str, five)), *STEPS)
    raise AssertionError(f"200 seeds find nothing twice: {known}")
