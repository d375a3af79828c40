"""What a program's own .NET runtime tells, in a program with a button for each thing that goes wrong inside.

It lies below WINLAB (a folder that holds apps/stall); without it these tests are skipped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running_app import stranger_exe

import wpfagent
from wpfagent.app import App
from wpfagent.core import wait
from wpfagent.core.errors import HandlerThrew, WpfAgentError
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.record.read import read_session
from wpfagent.testing.record.recorder import Recorder, recorder_of

pytestmark = pytest.mark.windows
END_S = 30.0
"""So long a process may take to be gone whose exception nobody handled: somebody may look at it first."""
RACES = 8
"""So often a deadlock is tried: one thread may be through before the other begins."""
LATE_S = 1.5
"""So long an exception may take that is thrown beside the act, with the end of the process."""


@pytest.fixture(scope="module")
def stall() -> Path:
    exe = stranger_exe("stall")
    if exe is None:
        pytest.skip("stall is not here: set WINLAB to the folder that holds apps/stall")
    return exe


@pytest.fixture
def running(stall: Path, tmp_path: Path) -> Iterator[App]:
    app = wpfagent.launch(str(stall), artifacts=str(tmp_path))
    try:
        yield app
    finally:
        if app.liveness().running:
            app.gate.desktop.terminate(app.target.pid)
        app.__exit__(None, None, None)


def use(app: App, *buttons: str) -> Recorder:
    """Press buttons, and look once more; what cannot be done is what these tests are about."""
    for button in buttons:
        try:
            app.click(automation_id=button)
        except WpfAgentError:
            pass
    if buttons[-1].startswith("crash"):
        wait.until(lambda: not app.liveness().running, app.gate.desktop.clock, timeout_s=END_S)
    app.gate.glance(app.target, late_s=LATE_S)
    recorder = recorder_of(app.gate)
    runtime = recorder.runtime
    assert runtime is not None
    assert not runtime.unavailable
    return recorder


def place_of(stall: Path, button: str) -> tuple[str, str, int]:
    """Type.Method, file and line of a button's fault, as the program's build wrote them down."""
    known = json.loads((stall.parents[1] / "frames.json").read_text(encoding="utf-8"))[button]
    return known["method"], known["file"], known["line"]


def tickets(app: App) -> list[dict[str, Any]]:
    folder = recorder_of(app.gate).folder
    assert folder is not None
    found = Path(folder).parents[1].glob("tickets/**/ticket.json")
    return [json.loads(path.read_text(encoding="utf-8")) for path in found]


def failures(recorder: Recorder) -> list[Finding]:
    return [f for f in recorder.found if f.severity == "failure"]


# -- hangs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "waits"),
    [
        ("sleep", {"sleep"}),
        pytest.param("busy-loop", {"computing"}, marks=pytest.mark.slow),
        pytest.param("deadlock", {"lock"}, marks=pytest.mark.slow),
        pytest.param("task-result", {"task"}, marks=pytest.mark.slow),
        pytest.param("dispatcher-lock", {"lock", "dispatcher"}, marks=pytest.mark.slow),
    ],
)
def test_a_hang_is_one_ticket_that_names_the_method_the_line_and_the_kind_of_wait(
    running: App, stall: Path, button: str, waits: set[str]
) -> None:
    method, file, line = place_of(stall, button)
    recorder = use(running, button, "ok")
    for _ in range(RACES if button == "deadlock" else 0):
        if tickets(running):
            break
        use(running, button, "ok")  # its two threads missed each other
    (ticket,) = tickets(running)
    stack = ticket["details"]["ui_thread"]
    short = ".".join(method.split(".")[-2:])
    assert f"{short} ({file}:{line})" in " ".join(stack["own_frames"])
    assert stack["waits_for"] in waits
    assert ticket["signature"]["strength"] == "strong"
    if button == "deadlock":
        assert stack["holder_in"].startswith("OrderBook.Audit")
    assert {f.oracle for f in failures(recorder)} == {"not_responding"}


def test_the_evidence_of_a_hang_is_there_when_its_finding_is(running: App) -> None:
    begun = time.monotonic()
    use(running, "sleep")
    record = read_session(Path(recorder_of(running.gate).folder or ""))
    line = next(s for s in record.steps if s.get("dotnet", {}).get("ui_thread"))
    assert line["findings"]
    assert time.monotonic() - begun < 60


# -- exceptions -----------------------------------------------------------------------------------------------------


@pytest.mark.slow  # the runtime sends every 0.1 s: what is gone sooner takes its last word along
@pytest.mark.parametrize("button", ["crash", "crash-inner", "crash-async", "crash-thread"])
def test_an_exception_that_ends_the_program_is_one_ticket_with_the_line_it_was_thrown_at(
    running: App, stall: Path, button: str
) -> None:
    method, file, line = place_of(stall, button)
    use(running, button)
    (ticket,) = tickets(running)
    short = ".".join(method.split(".")[-2:])
    assert ticket["oracle"] == "unhandled_exception"
    assert f"{short} ({file}:{line})" in ticket["details"]["own_frames"]


@pytest.mark.parametrize("button", ["swallowed", "swallowed-many"])
def test_what_is_caught_and_forgotten_is_one_warning_that_names_the_line(
    running: App, stall: Path, button: str
) -> None:
    _, file, line = place_of(stall, button)
    recorder = use(running, button, "ok", button)
    (warning,) = recorder.found
    assert (warning.oracle, warning.severity) == ("swallowed_exception", "warning")
    assert f"({file}:{line})" in warning.title
    assert not tickets(running)


# -- leaks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "oracle"),
    [
        ("leak", "memory_growth"),
        pytest.param("window-leak", "memory_growth", marks=pytest.mark.slow),
        pytest.param("thread-leak", "thread_growth", marks=pytest.mark.slow),
    ],
)
def test_a_leak_is_one_ticket_that_names_the_control_and_the_method_that_ran(
    running: App, stall: Path, button: str, oracle: str
) -> None:
    method, file, line = place_of(stall, button)
    recorder = use(running, "ok", *[button, "ok"] * 12)
    (ticket,) = tickets(running)
    assert ticket["oracle"] == oracle
    assert ticket["details"]["about"] == f"StallWindow/{button}"
    assert method in ticket["details"]["methods"][:3]
    assert len(recorder.found) == 1
    if button == "leak":
        assert f"PictureCache.Add ({file}:{line})" in ticket["details"]["allocated_in"]
    if button == "thread-leak":
        assert ticket["details"]["thread"]["in"].endswith(f"({file}:{line})")


def test_a_leak_of_handles_is_found_where_the_system_counts_them_and_elsewhere_the_run_says_that_it_does_not(
    running: App,
) -> None:
    recorder = use(running, "ok", *["handle-leak", "ok"] * 8)
    usage = running.gate.desktop.usage(running.target.pid)
    assert usage is not None
    if usage.handles:
        (ticket,) = tickets(running)
        assert ticket["oracle"] == "handle_growth"
        assert "Stall.Remote.Worker.Signals" in ticket["details"]["methods"][:3]
    else:
        assert not recorder.found
        log = (Path(recorder.folder or "") / "runner.log").read_text(encoding="utf-8")
        assert "does not count the handles" in log


# -- nothing wrong --------------------------------------------------------------------------------------------------


def test_what_is_well_gives_nothing_and_its_record_tells_what_ran(running: App) -> None:
    recorder = use(running, *["ok", "clean"] * 5)
    assert not recorder.found
    record = read_session(Path(recorder.folder or ""))
    entered = [m for s in record.steps for m in s.get("dotnet", {}).get("entered", ())]
    assert "Stall.Caches.PictureCache.UseAndForget" in entered
    assert not [m for m in entered if not m.startswith("Stall.")]


def test_an_exception_that_windows_forms_gives_back_is_one_ticket_that_names_the_line(tmp_path: Path) -> None:
    exe = stranger_exe("forms")
    if exe is None:
        pytest.skip("forms is not here: set WINLAB to the folder that holds apps/forms")
    with wpfagent.launch(str(exe), "--log", str(tmp_path / "truth.jsonl"), artifacts=str(tmp_path)) as app:
        app.select_item(name="Choices", control_type="TabItem")
        for _ in range(2):
            with pytest.raises(HandlerThrew):
                app.click(name="Fail")
    tickets = [json.loads(path.read_text("utf-8")) for path in tmp_path.rglob("ticket.json")]
    assert [t["oracle"] for t in tickets] == ["unhandled_exception"]
    assert tickets[0]["details"]["own_frames"][0].startswith("MainForm.Choices (Program.cs:")
