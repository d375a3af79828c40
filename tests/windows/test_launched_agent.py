"""An agent on Windows: in a job with what it starts, ended together, by the host or with it; npm's batch files."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "hosts"))
from host_driving import Client, Home, text_of, until

from wpfagent.core.environ import environment_of
from wpfagent.hosts import processes
from wpfagent.hosts.agents import configuration, filling

pytestmark = pytest.mark.windows
SCRIPT = Path(__file__).parents[1] / "hosts" / "scripted_agent.py"
TASK = 'say "hi" & echo %PATH% > x | \\" ^ $(y)'


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    folder = Path(made.variables["WPF_AGENT_HOST"])
    folder.mkdir(parents=True)
    command = [sys.executable, str(SCRIPT), "--server", "{file}", "--", "{task}"]
    batch = tmp_path / "batch.cmd"
    batch.write_text("@echo %*\r\n")
    agents = {"helper": {"command": command}, "batch": {"command": [str(batch), "{task}"]}}
    (folder / "agents.json").write_text(json.dumps({"agents": agents}))
    with environment_of(made.variables):
        agent = configuration.settings().find("helper")
        program = filling.program_of(agent, os.environ.get("PATH"))
        configuration.allow("helper", agent.fingerprint(program))
    yield made
    made.close()


@pytest.fixture
def client(home: Home) -> Iterator[Client]:
    made = Client(home, "--tools", "sessions", "--structured")
    made.shake_hands()
    yield made
    made.close()


def launch(client: Client, task: str) -> dict:
    result = client.tool("launch_agent", agent="helper", task=task)
    assert not result.get("isError"), text_of(result)
    made = result["structuredContent"]
    assert until(lambda: b"\n" in Path(made["log"]).read_bytes(), 60)
    return {**made, "first": json.loads(Path(made["log"]).read_text().split("\n")[0])}


def bridge_of(home: Home, session: str) -> int | None:
    found = home.status() or {"sessions": []}
    return next((s["bridge"]["pid"] for s in found["sessions"] if s["session_id"] == session), None)


def test_it_is_stopped_with_its_children_and_its_task_is_one_argument(home, client):
    made = launch(client, TASK)
    assert made["first"]["task"] == TASK
    assert until(lambda: bridge_of(home, made["session_id"]), 60)
    bridge = bridge_of(home, made["session_id"])
    assert processes.started(made["first"]["pid"])
    told = [client.said("stop_agent", session_id=made["session_id"])]
    assert until(lambda: not processes.started(made["first"]["pid"]) and not processes.started(bridge))

    def is_told() -> bool:
        told.append(client.said("list_sessions"))
        return "has ended" in "\n".join(told)

    assert until(is_told)


def test_it_ends_with_a_host_that_is_killed(home, client):
    made = launch(client, "list")
    os.kill(home.host().pid, signal.SIGTERM)  # ends it at once, as Windows knows no signals
    assert until(lambda: not processes.started(made["first"]["pid"]))


def test_a_batch_file_is_not_given_a_task(client):
    said = client.said("launch_agent", agent="batch", task="x & y")
    assert "not_reached" in said
    assert "batch file" in said
