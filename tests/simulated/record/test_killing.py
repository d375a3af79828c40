"""A run that is killed (SIGKILL, on Windows TerminateProcess) leaves every finished step, and files that parse."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from wpfagent.testing.record.read import Session, find_session, list_sessions, read_session
from wpfagent.testing.record.retention import prune

ROOT = Path(__file__).parents[3]
MOMENTS = 50
SEED = 20261121


class Run:
    """A program that acts and records, until it is killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reported = 0
        self.process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-W", "error", str(Path(__file__).with_name("acting.py")), str(folder)],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
        assert self.process.stdout is not None
        self.lines = self.process.stdout
        self.session_id = self.lines.readline().split()[1]

    def wait_for(self, steps: int) -> None:
        while self.reported < steps:
            self._note(self.lines.readline())

    def kill(self) -> None:
        self.process.kill()
        for line in self.lines:
            self._note(line)
        self.process.wait()
        self.lines.close()

    def _note(self, line: str) -> None:
        if line.endswith("\n"):
            self.reported = int(line)

    @property
    def artifacts(self) -> Path:
        return self.folder / "artifacts"

    def read(self) -> Session:
        return read_session(find_session(self.artifacts))


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    made = Run(tmp_path)
    yield made
    if made.process.poll() is None:
        made.kill()


def check(session: Session, reported: int) -> None:
    assert [s["n"] for s in session.steps] == list(range(1, len(session.steps) + 1))
    assert reported <= len(session.steps) <= reported + 1
    json.loads((session.folder / "session.json").read_bytes())
    for step in session.steps:
        for path in (*step["screen"].values(), *step["uia"].values()):
            assert (session.folder / path).is_file()
    for path in session.folder.rglob("*.json"):
        json.loads(path.read_bytes())
    for path in session.folder.rglob("*.png"):
        with Image.open(path) as image:
            image.load()


@pytest.mark.parametrize("moments", [12, pytest.param(MOMENTS, marks=pytest.mark.slow)])
def test_every_finished_step_survives_whenever_a_run_is_killed(tmp_path, moments):
    choose = random.Random(SEED)
    total = 0
    for moment in range(moments):
        (tmp_path / str(moment)).mkdir()
        run = Run(tmp_path / str(moment))
        run.wait_for(choose.randrange(12))
        time.sleep(choose.uniform(0, 0.08))
        run.kill()
        session = run.read()
        check(session, run.reported)
        total += len(session.steps)
    assert total > moments


def test_a_killed_run_is_cut_off_and_can_be_pruned_at_once(run):
    run.wait_for(1)
    assert list_sessions(run.artifacts)[0].state == "running"
    assert prune(run.artifacts, 0).spared == ((run.session_id, "it is being written"),)
    run.kill()
    assert list_sessions(run.artifacts)[0].state == "interrupted"
    assert run.read().steps
    assert prune(run.artifacts, 0).removed == (run.session_id,)
    assert list_sessions(run.artifacts) == ()
