"""What the program `stall` says of its own inside, asked while it runs: each fault's method and line, each hang's wait.

It lies below WINLAB (a folder that holds apps/stall); without it these tests are skipped.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from running_app import RunningApp, until

from wpfagent.dotnet import DotnetUnavailable, Frame, Thrown, Watch, probe, sample_stacks

STALL = Path(os.environ.get("WINLAB", "")) / "apps" / "stall"
THROWING = ("swallowed", "swallowed-many", "crash", "crash-inner", "crash-thread", "crash-async")
HANGS = {
    "sleep": "sleep",
    "busy-loop": "computing",
    "deadlock": "lock",
    "task-result": "task",
    "dispatcher-lock": "lock",
}
LEAKS = ("leak", "handle-leak", "thread-leak", "window-leak")
SLOW_MACHINE_S = 10.0
TRIES = 8
Stall = Callable[..., RunningApp]


@pytest.fixture
def stall(tmp_path: Path) -> Iterator[Stall]:
    """`stall(pdb=True) -> RunningApp`: the program, with or without its PDB."""
    if not (STALL / "bin" / "stall.exe").is_file():
        pytest.skip("stall is not here: set WINLAB to the folder that holds apps/stall")
    running: list[RunningApp] = []

    def start(*, pdb: bool = True, env: dict[str, str] | None = None) -> RunningApp:
        folder = tmp_path / f"bin{len(running)}"
        shutil.copytree(STALL / "bin", folder)
        if not pdb:
            (folder / "stall.pdb").chmod(0o600)
            (folder / "stall.pdb").unlink()
        log = folder / "log.jsonl"
        app = RunningApp(
            [str(folder / "stall.exe"), "--log", str(log)], log=log, stderr=folder / "stderr.txt", env=env, timeout_s=60
        )
        running.append(app)
        app.wait_event("window_opened", timeout_s=30)
        return app

    yield start
    for app in running:
        app.kill()


def fault(name: str) -> dict[str, Any]:
    """Return what frames.json says of a button."""
    said: dict[str, Any] = json.loads((STALL / "frames.json").read_text("utf-8"))[name]
    return said


def press(app: RunningApp, name: str) -> None:
    """Press a button; returns once its handler has begun, whatever becomes of it."""
    import uiautomation

    hwnd = app.hwnd

    def invoke() -> None:
        with uiautomation.UIAutomationInitializerInThread():
            try:
                button = uiautomation.ControlFromHandle(hwnd).ButtonControl(AutomationId=name)
                button.GetInvokePattern().Invoke(waitTime=0)
            except Exception:  # the program hangs or is gone, as it should
                return

    threading.Thread(target=invoke, daemon=True).start()
    app.wait_event("clicked", id=name, timeout_s=30)


def shown(frame: Frame, *, pdb: bool) -> tuple[str, str | None, int | None]:
    """Return what frames.json has of a frame."""
    return frame.name, Path(frame.file).name if pdb and frame.file else None, frame.line


def wanted(name: str, *, pdb: bool) -> tuple[str, str | None, int | None]:
    said = fault(name)
    return said["method"], said["file"] if pdb else None, said["line"] if pdb else None


def test_probe_says_what_runs(stall: Stall) -> None:
    app = stall()
    runtime = probe(app.pid)
    assert runtime.pid == app.pid
    assert runtime.entry_assembly == "stall"
    assert int(runtime.version.partition(".")[0]) >= 5


@pytest.mark.parametrize("pdb", [True, False])
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n.startswith("crash") else n for n in THROWING]
)
def test_an_exception_names_the_method_and_line_where_it_was_thrown(stall: Stall, name: str, pdb: bool) -> None:
    # the runtime sends every 0.1 s: of a program that is gone sooner nothing comes, so it is tried anew
    thrown = next(filter(None, (_thrown(stall(pdb=pdb), name) for _ in range(TRIES))), [])
    assert thrown
    assert shown(thrown[-1].user_frames[0], pdb=pdb) == wanted(name, pdb=pdb)
    assert {one.swallowed for one in thrown} == {name.startswith("swallowed")}
    assert len(thrown) == {"swallowed-many": 50, "crash-inner": 2}.get(name, 1)
    if name == "crash-inner":
        assert [one.type for one in thrown[-1].inner] == ["System.IndexOutOfRangeException"]


def _thrown(app: RunningApp, name: str) -> list[Thrown]:
    """Return what was thrown for the first time after a button was pressed."""
    watch = Watch.start(app.pid, timeout_s=SLOW_MACHINE_S)
    try:
        watch.before(SLOW_MACHINE_S)
        mark = watch.mark()
        press(app, name)
        if name.startswith("crash"):
            app.wait_exit(30)
            until(lambda: watch.ended, 10, "the end of the watch")
        else:
            app.wait_event("done", id=name, timeout_s=30)
            watch.settle(mark, timeout_s=2, quiet_s=0.5)
        return [one for one in watch.since(mark).thrown if not one.rethrown]
    finally:
        watch.stop()


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n == "deadlock" else n for n in HANGS])
def test_a_frozen_thread_is_named_with_what_it_waits_for(stall: Stall, name: str, watched: bool) -> None:
    app = stall()
    thread = ctypes.WinDLL("user32").GetWindowThreadProcessId(app.hwnd, None)
    watch = Watch.start(app.pid, timeout_s=SLOW_MACHINE_S) if watched else None
    try:
        if watch:
            watch.before(SLOW_MACHINE_S)
        press(app, name)
        if watch and HANGS[name] == "lock":
            until(lambda: watch.holder(thread), 10, "the lock's holder")
        # on its way into the wait the thread still computes, for as long as that code is being compiled
        stacks = until(lambda: _waiting(app.pid, thread, watch, HANGS[name]), 10, f"the wait: {HANGS[name]}")
    finally:
        if watch:
            watch.stop()
    assert wanted(name, pdb=True) in [shown(frame, pdb=True) for frame in stacks[0].user_frames]
    if watch and name == "deadlock":
        assert [stack.thread_id for stack in stacks] == [thread, stacks[0].holder]
        assert stacks[1].holder == thread
    if watch and name == "dispatcher-lock":
        assert stacks[1].waits_for == "dispatcher"


def _waiting(pid: int, thread: int, watch: Watch | None, kind: str) -> tuple[Any, ...]:
    stacks = sample_stacks(pid, thread_id=thread, watch=watch, timeout_s=SLOW_MACHINE_S)
    return stacks if stacks and stacks[0].user_frames and stacks[0].waits_for == kind else ()


def test_without_a_pdb_the_hang_keeps_its_method_and_the_sources_give_the_file(stall: Stall) -> None:
    app = stall(pdb=False)
    thread = ctypes.WinDLL("user32").GetWindowThreadProcessId(app.hwnd, None)
    press(app, "sleep")
    (stack,) = sample_stacks(app.pid, thread_id=thread, timeout_s=SLOW_MACHINE_S, source=STALL / "src")
    assert stack.user_frames[0].name == fault("sleep")["method"]
    assert Path(stack.user_frames[0].file or "").name == fault("sleep")["file"]
    assert stack.user_frames[0].line is None


@pytest.mark.parametrize("name", LEAKS)
def test_the_methods_that_ran_first_in_a_use_are_told(stall: Stall, name: str) -> None:
    app = stall()
    watch = Watch.start(app.pid, timeout_s=SLOW_MACHINE_S)
    try:
        watch.before(SLOW_MACHINE_S)
        press(app, "ok")
        app.wait_event("done", id="ok", timeout_s=30)
        watch.settle(0, timeout_s=2, quiet_s=0.5)
        mark = watch.mark()
        press(app, name)
        app.wait_event("done", id=name, timeout_s=30)
        watch.settle(mark, timeout_s=3, quiet_s=1)
        calls = [f"{call.type}.{call.method}" for call in watch.since(mark).first_calls]
    finally:
        watch.stop()
    assert fault(name)["method"] in calls[:3]


def test_counters_come_once_a_second(stall: Stall) -> None:
    app = stall()
    watch = Watch.start(app.pid, timeout_s=SLOW_MACHINE_S)
    try:
        counters = until(lambda: watch.since(0).counters, 15, "counters")
    finally:
        watch.stop()
    assert counters[0].values["gc-heap-size"] > 0
    assert app.is_running


def test_a_program_with_diagnostics_off_says_so(stall: Stall) -> None:
    app = stall(env={**os.environ, "DOTNET_EnableDiagnostics": "0"})
    with pytest.raises(DotnetUnavailable, match="switched off"):
        probe(app.pid)


def test_a_program_without_dotnet_says_so() -> None:
    native = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with pytest.raises(DotnetUnavailable, match=r"not \.NET 5 or newer"):
            probe(native.pid)
    finally:
        native.kill()
        native.communicate(timeout=10)
    with pytest.raises(DotnetUnavailable, match="gone"):
        probe(native.pid)


@pytest.mark.parametrize("runtime", ["clr.dll", "mscorwks.dll"])
def test_a_program_on_dotnet_framework_says_so(runtime: str, tmp_path: Path) -> None:
    """It is known by the library that .NET Framework runs in: here any library of that name is loaded."""
    library = shutil.copy(select.__file__, tmp_path / runtime)
    program = "import ctypes, select, sys; loaded = ctypes.WinDLL(sys.argv[1]); print('ready', flush=True); input()"
    native = subprocess.Popen(
        [sys.executable, "-c", program, library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert native.stdout is not None
        assert native.stdout.readline().strip() == "ready"
        with pytest.raises(DotnetUnavailable, match=r"\.NET Framework, which says nothing of its inside"):
            probe(native.pid)
    finally:
        native.kill()
        native.communicate(timeout=10)
