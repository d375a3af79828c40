"""Naming and starting real programs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from product import Stage
from running_app import APPS, RunningApp, python_command, top_windows, until

import wpfagent
from wpfagent.core.errors import (
    AppExited,
    AppNotFound,
    InvalidArgument,
    LaunchFailed,
    RefusedOutsideTarget,
    TargetAmbiguous,
    TargetNotFound,
)

Start = Callable[..., RunningApp]
PYTHON = python_command()[0][0]
PLAIN = str(APPS / "plain_win32.py")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    """A program whose title nothing else has."""
    with Stage("plain_win32", "--title", "Ledger 2026 台帳", folder=tmp_path_factory.mktemp("first")) as stage:
        yield stage.driven().truth


def test_a_target_is_named_in_each_way(first: RunningApp) -> None:
    for spec in (
        {"pid": first.pid},
        {"title_re": "^Ledger .* 台帳$"},
        {"process": "python", "title_re": "Ledger"},
        {"process": "PYTHON.EXE", "title_re": "Ledger", "class_name": "PlainWin32Window"},
        {"exe": PYTHON, "title_re": "Ledger"},
        {"exe": PYTHON.upper().replace("\\", "/"), "pid": first.pid},
    ):
        app = wpfagent.connect(spec)
        assert (app.pid, app.target.title, app.target.how) == (first.pid, "Ledger 2026 台帳", "attached"), spec


def test_all_keys_must_hold(first: RunningApp) -> None:
    with pytest.raises(TargetNotFound):
        wpfagent.connect(pid=first.pid, title_re="Something else")
    with pytest.raises(TargetNotFound):
        wpfagent.connect(pid=first.pid, process="notepad.exe")


def test_several_are_ambiguous_and_listed(first: RunningApp, start_app: Start) -> None:
    second = start_app("plain_win32", "--title", "Ledger 2027")
    with pytest.raises(TargetAmbiguous) as caught:
        wpfagent.connect(title_re="^Ledger", class_name="PlainWin32Window")
    candidates = {c["pid"]: c["title"] for c in caught.value.details["candidates"]}
    assert candidates == {first.pid: "Ledger 2026 台帳", second.pid: "Ledger 2027"}
    assert wpfagent.connect(class_name="PlainWin32Window", title_re="2027$").pid == second.pid


def test_none_names_the_nearest(first: RunningApp) -> None:
    with pytest.raises(TargetNotFound) as caught:
        wpfagent.connect(title_re="Legder 2026")
    assert "Ledger 2026 台帳" in str(caught.value)
    with pytest.raises(TargetNotFound, match=r"python\.exe"):
        wpfagent.connect(process="pyhton.exe")


def test_a_dead_process_is_not_found(start_app: Start) -> None:
    app = start_app("plain_win32", "--title", "Short life")
    app.kill()
    with pytest.raises((TargetNotFound, AppExited)):
        wpfagent.connect(pid=app.pid)


def test_an_empty_or_misspelt_spec_is_an_error() -> None:
    with pytest.raises(InvalidArgument):
        wpfagent.connect()
    with pytest.raises(InvalidArgument, match="title_re"):
        wpfagent.connect(title="x")


def test_a_title_that_changes_loses_no_target(start_app: Start) -> None:
    truth = start_app("zoo", "--title", "Ticking", "--start", "Windows", "--pos", "40,20")
    app = wpfagent.connect(title_re="^Ticking")
    app.toggle(automation_id="TickTitle", state="on")
    app.wait_window("^Ticking - ")
    app.click(automation_id="OpenTool")
    truth.wait_event("window_opened", control="ToolWindow")
    assert wpfagent.connect(title_re=r"^Ticking - \d+").pid == truth.pid


def test_launch_waits_for_the_window_and_ends_the_program_with_its_block(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with wpfagent.launch(PYTHON, PLAIN, "--log", str(log), "--title", "Launched & <kept>") as app:
        assert app.target.how == "launched"
        assert app.target.title == "Launched & <kept>"
        app.click(automation_id="101")
        pid = app.pid
        assert app.liveness().running
    assert '"control": "101"' in log.read_text(encoding="utf-8")
    with pytest.raises((TargetNotFound, AppExited)):
        wpfagent.connect(pid=pid)


def test_launch_passes_directory_and_environment_on(tmp_path: Path) -> None:
    script = tmp_path / "show.py"
    script.write_text(
        "import os, sys, runpy\n"
        f"sys.path.insert(0, {str(APPS)!r})\n"
        "sys.argv = ['x', '--title', os.environ['ZOO_TITLE'] + ' in ' + os.path.basename(os.getcwd())]\n"
        f"runpy.run_path({PLAIN!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    with wpfagent.launch(PYTHON, str(script), cwd=str(tmp_path), env={"ZOO_TITLE": "環境"}) as app:
        assert app.target.title == f"環境 in {tmp_path.name}"


def test_a_launcher_that_hands_over_is_followed(tmp_path: Path) -> None:
    launcher = tmp_path / "launcher.py"
    launcher.write_text(
        f"import subprocess, sys\nsubprocess.Popen([sys.executable, {PLAIN!r}, '--title', 'Handed over'])\n",
        encoding="utf-8",
    )
    with wpfagent.launch(PYTHON, str(launcher), title_re="Handed over") as app:
        assert (app.target.how, app.target.title) == ("handed_over", "Handed over")
        assert app.get_state(automation_id="101").result["exists"]


def test_a_window_that_must_be_there_is_waited_for(tmp_path: Path) -> None:
    with wpfagent.launch(PYTHON, PLAIN, "--title", "The one", title_re="^The one$") as app:
        assert app.target.title == "The one"


def test_a_missing_program_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(AppNotFound, match=r"nothing\.exe"):
        wpfagent.launch(str(tmp_path / "nothing.exe"))


def test_a_program_that_ends_at_once_tells_its_code() -> None:
    with pytest.raises(LaunchFailed, match="3") as caught:
        wpfagent.launch(PYTHON, "-c", "import sys; sys.exit(3)", startup_ms=20_000)
    assert caught.value.details["exit_code"] == 3


def test_a_program_without_a_window_is_told_after_its_time() -> None:
    with pytest.raises(LaunchFailed, match="no usable window"):
        wpfagent.launch(PYTHON, "-c", "import time; time.sleep(3)", startup_ms=800)


def test_shells_are_no_targets() -> None:
    regedit = subprocess.Popen(["regedit.exe"])
    try:
        until(lambda: top_windows(regedit.pid), 20, "a window of regedit")
        with pytest.raises(RefusedOutsideTarget):
            wpfagent.connect(pid=regedit.pid)
    finally:
        regedit.kill()
        regedit.wait(10)


@pytest.mark.parametrize("shell", ["cmd.exe", "powershell.exe", "regedit.exe"])
def test_shells_are_not_launched(shell: str) -> None:
    with pytest.raises(RefusedOutsideTarget):
        wpfagent.launch(shell, startup_ms=3_000)


def test_our_own_process_is_no_target() -> None:
    with pytest.raises(TargetNotFound):
        wpfagent.connect(pid=os.getpid())
