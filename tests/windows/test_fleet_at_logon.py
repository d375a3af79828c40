"""`fleet worker --install` with the task scheduler itself: what it keeps starts a worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from wpfagent.core.errors import StorageFailed
from wpfagent.runs.fleet.at_logon import name_of_task, register, task_of, unregister

pytest.importorskip("distributed")
pytestmark = pytest.mark.windows
ROOT = Path(__file__).parents[2]
SPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
CLOCK = """\
import distributed.metrics
def resync(self):  # its own loop ends only where the clock stands still between two calls
    import time
    self.delta = self.base_timer() - time.perf_counter()
distributed.metrics._WindowsTime.resync = resync
"""


@pytest.fixture
def _cleared() -> Iterator[None]:
    yield
    subprocess.run(["schtasks.exe", "/Delete", "/F", "/TN", name_of_task()], capture_output=True, check=False)


def read(text: str) -> dict[str, str]:
    return {e.tag.removeprefix(SPACE): e.text or "" for e in ET.fromstring(text[text.index("<Task") :]).iter()}


def kept() -> dict[str, str]:
    """Return what the task scheduler keeps, by the names of its elements; Wine's keeps neither trigger nor command."""
    asked = ["schtasks.exe", "/Query", "/TN", name_of_task(), "/XML"]
    data = subprocess.run(asked, capture_output=True, check=False).stdout
    if not data.strip():  # Wine's prints nothing, and keeps the task as a file
        data = Path(os.environ["SYSTEMROOT"], "System32", "Tasks", name_of_task()).read_bytes()
    return read(data.decode("utf-16" if data[:2] == b"\xff\xfe" else "utf-8", "replace"))


@pytest.mark.usefixtures("_cleared")
def test_the_task_is_there_and_what_it_starts_is_the_worker(tmp_path: Path) -> None:
    folder = tmp_path / "my worker"
    words = ["worker", "127.0.0.1:1", "--install", "--name", "pc 1", "--folder", str(folder), "--desktop", "simulated"]
    env = {**os.environ, "PYTHONPATH": f"{tmp_path};{ROOT}", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "wpfagent", "fleet", *words, "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=env, check=True, timeout=100, capture_output=True, text=True)
    wanted, told = read(task_of(json.loads(done.stdout)["words"], tmp_path)), kept()
    assert told["Description"] == wanted["Description"]
    for part in ("Command", "Arguments", "WorkingDirectory", "LogonType"):
        assert told.get(part, wanted[part]) == wanted[part]
    (tmp_path / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
    started = subprocess.Popen(f'"{wanted["Command"]}" {wanted["Arguments"]}', cwd=wanted["WorkingDirectory"], env=env)
    try:
        until, log = time.monotonic() + 100, folder / "worker.log"
        while not (log.is_file() and "tcp://127.0.0.1:1 does not answer" in log.read_text(encoding="utf-8")):
            assert started.poll() is None, f"it ended with {started.returncode}"
            assert time.monotonic() < until, "the worker says nothing"
            time.sleep(0.2)
    finally:
        started.kill()
        started.wait()


@pytest.mark.usefixtures("_cleared")
def test_a_task_is_put_in_the_place_of_an_earlier_one_and_taken_out_once(tmp_path: Path) -> None:
    register(["fleet", "worker", "one"], tmp_path)
    register(["fleet", "worker", "two"], tmp_path)
    assert kept()["Description"]
    assert kept().get("Arguments", "two").endswith("two")
    unregister()
    with pytest.raises(StorageFailed, match="Delete"):
        unregister()
