"""Replays of the real WPF demo: wherever its window lies, and as often as its planted bug is asked for."""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from wpfagent import App, Gate, Policy, WpfAgentError
from wpfagent.demo import SCENARIOS
from wpfagent.demo.planted import PLANTED
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import main
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_file import read_recording
from wpfagent.testing.tickets.recorded import Recorded, open_recorded
from wpfagent.testing.tickets.store import TicketStore

pytestmark = pytest.mark.windows

PLACES = ((40, 30), (220, 160))


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    made = open_desktop("uia")
    known = {p.pid for p in made.processes()}
    yield made
    for window in made.windows():
        if window.pid not in known and window.process.lower() == Path(sys.executable).name.lower():
            made.terminate(window.pid)


def recorded(desktop: Desktop, artifacts: Path, caller: Any) -> Recorded:
    profiles = open_profiles(None, desktop_name="uia").profiles
    facts = {"caller": caller, "target_spec": {"profile": "demo"}, "profile": "demo"}
    return open_recorded(desktop, artifacts, policy=Policy(caller), profiles=profiles, facts=facts)


class Moving:
    """Puts the program's window somewhere else after its first step, at another place in each run."""

    def __init__(self, gate: Gate) -> None:
        self.gate = gate
        self.places: list[tuple[int, int]] = []

    def launching(self, command_line: str) -> None:
        """Nothing to move yet."""

    def run_started(self, number: int, times: int) -> None:
        """Nothing to move yet."""

    def step_ended(self, step: Any) -> None:
        if step.index != 1:
            return
        target = list(self.gate.targets.known.values())[-1]
        window = next(w for w in target.windows(self.gate.desktop) if not w.popup)
        x, y = PLACES[len(self.places)]
        assert ctypes.windll.user32.SetWindowPos(window.hwnd, 0, x, y, 0, 0, 0x0001 | 0x0004 | 0x0010)
        moved = next(w for w in target.windows(self.gate.desktop) if w.hwnd == window.hwnd)
        self.places.append((moved.rect.x, moved.rect.y))

    def run_ended(self, run: Any) -> None:
        """Nothing to move any more."""


@pytest.mark.slow
def test_a_scenario_replays_wherever_the_window_lies(desktop: Desktop, tmp_path: Path) -> None:
    artifacts = tmp_path / "artifacts"
    assert main(["scenario", "run", str(SCENARIOS[0]), "--artifacts", str(artifacts)]) == 0
    session = next((artifacts / "sessions").iterdir())
    recording = read_recording(str(session))
    with recorded(desktop, artifacts, "replay") as run:
        moving = Moving(run.gate)
        result = run_replay(recording, run.gate, times=2, progress=moving)
    assert result.outcome == "not_reproduced", result.describe()
    assert result.divergence is None
    assert [len(r.steps) for r in result.runs] == [len(recording.acts)] * 2
    assert len(set(moving.places)) == 2
    pids = {t.pid for t in run.gate.targets.known.values()}
    assert len(pids) == 2, "each run starts the program anew"
    assert not [p for p in desktop.processes() if p.pid in pids], "and ends it"


@pytest.mark.slow  # a scenario of a crash that reproduces is in test_wpf_failing_scenarios
def test_a_planted_crash_is_reproduced_each_time(desktop: Desktop, tmp_path: Path) -> None:
    assert any(p.id == "stale-customer" for p in PLANTED)
    with recorded(desktop, tmp_path, "library") as run:
        app = App(run.gate, run.gate.targets.open({"profile": "demo", "mode": "launch"}), owned=True)
        app.select_item(automation_id="CustomersGrid", row=4)
        app.type_text(automation_id="SearchBox", text="Berlin")
        with suppress(WpfAgentError):
            app.click(automation_id="CardButton")
        with suppress(WpfAgentError):
            app.wait_for(automation_id="CardWindow", timeout_ms=3_000)
        run.gate.glance(app.target)
    (entry,) = TicketStore(tmp_path).entries()
    assert entry.oracle == "unhandled_exception"
    assert main(["replay", "--file", str(entry.folder), "--times", "2", "--artifacts", str(tmp_path)]) == 1
    noted = json.loads((entry.folder / "ticket.json").read_text(encoding="utf-8"))["reproducibility"]
    assert (noted["reproduced"], noted["attempts"]) == (2, 2)
    assert len(TicketStore(tmp_path).entries()) == 1


def test_lines_of_json_drive_the_demo_by_hand(desktop: Desktop, tmp_path: Path) -> None:
    lines = [
        {"tool": "type_text", "args": {"selector": {"automation_id": "SearchBox"}, "text": "さくら"}},
        {"expect": {"selector": {"automation_id": "SearchBox"}, "value_equals": "さくら"}},
        {"tool": "click", "args": {"selector": {"automation_id": "Nowhere"}, "timeout_ms": 200}},
    ]
    sent = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"
    command = [sys.executable, "-m", "wpfagent", "run", "--profile", "demo", "--artifacts", str(tmp_path)]
    done = subprocess.run(command, input=sent.encode(), capture_output=True, check=False, timeout=120)
    replies = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert done.returncode == 0, done.stderr
    assert replies[0]["effect"] == "confirmed"
    assert replies[1]["verdict"]["ok"] is True
    assert replies[2]["error"]["code"] == "element_not_found"
    assert Path(replies[3]["session"]).is_dir()
