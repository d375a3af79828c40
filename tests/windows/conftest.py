"""Fixtures that start real programs. Everything below this folder is marked `windows` and skipped elsewhere."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from product import Driven
from running_app import PYSIDE6_MISSING, RunningApp, orderdesk_exe, start_program, stranger_exe

HERE = Path(__file__).parent
StartApp = Callable[..., RunningApp]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them where there is no Windows."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.windows)
            if sys.platform != "win32":
                item.add_marker(pytest.mark.skip(reason="drives real windows: needs Windows"))


@pytest.fixture(scope="session", autouse=True)
def hooks_stay() -> None:
    """Set the hooks once: Wine 10's server ends by an assertion (add_queue_hook_count) when they come and go often."""
    if sys.platform == "win32":
        from wpfagent.desktops.uia import hooks

        hooks.LINGER_S = 3600.0


@pytest.fixture
def running() -> Iterator[ExitStack]:
    """The programs of one test; ended after it."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def start_app(running: ExitStack, tmp_path: Path) -> StartApp:
    """`start_app(name, *args, timeout_s=30) -> RunningApp`: one of `apps/NAME.py`, with its own log."""
    return lambda name, *args, **options: _enter(running, start_program(name, *args, folder=tmp_path, **options))


@pytest.fixture
def zoo(start_app: StartApp) -> StartApp:
    """`zoo(*args) -> RunningApp`: the WPF program with every kind of control; its ids stand in apps/zoo.py."""
    return lambda *args, **options: start_app("zoo", *args, **options)


@pytest.fixture
def stranger(running: ExitStack, tmp_path: Path) -> Callable[..., Driven]:
    """`stranger(name, *args) -> Driven`: a program that is not ours, with its log; skipped where it is not."""

    def start(name: str, *args: str) -> Driven:
        exe = stranger_exe(name)
        if exe is None:
            pytest.skip(f"{name} is not here: set WPF_AGENT_TEST_{name.upper()} to its exe")
        log = tmp_path / f"{name}.jsonl"
        command = [str(exe), "--log", str(log), *args]
        truth = RunningApp(command, log=log, stderr=log.with_suffix(".stderr.txt"), timeout_s=40)
        running.enter_context(truth)
        truth.assert_running()
        return Driven(truth)

    return start


@pytest.fixture
def orderdesk_program() -> Path:
    """The exe of orderdesk: WPF_AGENT_TEST_ORDERDESK, or below WINLAB (a folder that holds apps/orderdesk)."""
    exe = orderdesk_exe()
    if exe is None:
        pytest.skip("orderdesk is not here: set WPF_AGENT_TEST_ORDERDESK to its exe")
    return exe


@pytest.fixture
def orderdesk(running: ExitStack, tmp_path: Path, orderdesk_program: Path) -> StartApp:
    """`orderdesk(*args) -> RunningApp`: a stranger's WPF program, with its log and data below tmp_path."""
    numbers = itertools.count(1)

    def start(*args: object, data: Path | None = None, timeout_s: float = 30) -> RunningApp:
        stem = f"orderdesk-{next(numbers)}"
        log = tmp_path / f"{stem}.jsonl"
        folder = data or tmp_path / f"{stem}-data"
        command = [str(orderdesk_program), "--log", str(log), "--data", str(folder), *map(str, args)]
        stderr = log.with_suffix(".stderr.txt")
        return _enter(running, RunningApp(command, log=log, stderr=stderr, timeout_s=timeout_s))

    return start


def _enter(running: ExitStack, app: RunningApp) -> RunningApp:
    """Let the program end with the test; it must be running now."""
    running.callback(_show_end, app)
    running.enter_context(app)
    if app.process.poll() == PYSIDE6_MISSING:
        pytest.skip(app.output().strip())
    app.assert_running()
    return app


def _show_end(app: RunningApp) -> None:
    """Print how the program ended; pytest shows it with a test that failed."""
    print(f"--- {app.command}, pid {app.pid}, ended with {app.process.returncode}\n{app.output()}")
