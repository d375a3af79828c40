"""Whoever is killed amid a write leaves what was completed, and all of it can be read."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.profiles.file import ProfileFile
from wpfagent.testing.artifacts import State
from wpfagent.testing.record.read import read_session

KILLS = 12
WRITER = """
import os, random, select, signal, sys, time
from pathlib import Path
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.profiles.file import ProfileFile
from wpfagent.safety.policy import Guard
from wpfagent.testing.artifacts import State
from wpfagent.testing.record.session import SessionWriter

folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
dice = random.Random(seed)

def write(told):
    session = SessionWriter(str(folder), {"caller": "cli"})
    state, profiles = State(folder), ProfileFile(folder / "profiles.json")
    for number in range(1, 1_000_000):
        session.step({"action": "click", "args": {"text": "x" * dice.randrange(20_000)}})
        session.facts["note"] = "y" * dice.randrange(20_000)
        session.save()
        state.save_guard(frozenset(), Guard({f"t{number}": ("a" * 9_000, time.time())}))
        state.remember_target(Target(number, "a.exe", "", "A" * 9_000, "attached", TargetSpec(pid=number)))
        if "A" in profiles.names:
            profiles.edit("A", {"timeouts.action_ms": number})
        else:
            profiles.add({"name": "A", "match": {"process": "a.exe"}})
        os.write(told, f"{session.folder} {number}\\n".encode())

first_s = 0.0
for _ in range(kills):
    began = time.monotonic()
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        write(told)
    os.close(told)
    if first_s:
        time.sleep(dice.uniform(0.1, 3) * first_s)
    else:
        select.select([heard], [], [])
        first_s = time.monotonic() - began
    os.kill(child, signal.SIGKILL)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    sys.stdout.write("".join(os.read(heard, 1 << 20).decode().splitlines(keepends=True)[-1:]))
    os.close(heard)
    sys.stdout.flush()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_what_was_completed_before_a_kill_is_there_and_can_be_read(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    command = [sys.executable, "-c", WRITER, str(tmp_path), str(KILLS), str(seed)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.split("\n")[:-1]
    assert told, f"seed {seed}: nothing was completed before any kill"
    for folder, number in (line.rsplit(" ", 1) for line in told):
        session = read_session(folder)
        assert [s["n"] for s in session.steps[: int(number)]] == list(range(1, int(number) + 1)), f"seed {seed}"
        assert session.facts["caller"] == "cli"
    assert ProfileFile(tmp_path / "profiles.json").names == ["A"]
    assert State(tmp_path).load_guard().tokens
