"""Windows, processes, launch and liveness."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wpfagent.core.errors import AppExited, AppNotFound, LaunchFailed, NotRunning, RefusedOutsideTarget
from wpfagent.desktops.programs import check_allowed

pytestmark = pytest.mark.windows


def test_a_window_is_told_with_title_rect_and_process(form):
    (window,) = form.windows()
    assert (window.title, window.process, window.pid) == ("UIA test window", "python.exe", form.pid)
    assert window.is_usable
    assert not window.popup
    assert (window.rect.x, window.rect.y, window.rect.width) == (40, 30, 700)


def test_the_windows_of_all_processes_include_this_one(desktop, form):
    assert form.window.hwnd in {w.hwnd for w in desktop.windows()}


def test_an_owned_window_names_its_owner_and_comes_first(start):
    program = start()
    program.act(program.find("FileMenu"), "expand")
    desktop = program.desktop
    popups = program.until(lambda: [w for w in program.windows() if w.popup])
    assert popups
    assert not popups[0].is_usable
    desktop.act(program.find("OpenOwned"), "invoke")
    assert program.until(lambda: any(w.title == "Owned" for w in program.windows()))
    first, *_ = [w for w in program.windows() if not w.popup]
    assert (first.title, first.owner) == ("Owned", program.window.hwnd)


def test_processes_tell_name_exe_and_start_time(desktop, form):
    (info,) = [p for p in desktop.processes() if p.pid == form.pid]
    assert info.name == "python.exe"
    assert os.path.samefile(info.exe, sys.executable)
    assert info.started == pytest.approx(form.info.started)
    assert info.parent == os.getpid()


def test_a_program_that_was_started_by_its_short_name_is_told_by_its_own(desktop, tmp_path):
    """Short names (8.3) may be switched off for a disk; a shell's is refused as the shell is."""
    own = tmp_path / "powershell_ise.exe"
    shutil.copy(Path(os.environ["SYSTEMROOT"], "System32", "ping.exe"), own)
    text = ctypes.create_unicode_buffer(1_000)
    ctypes.windll.kernel32.GetShortPathNameW(str(own), text, len(text))
    if os.path.normcase(text.value) == os.path.normcase(str(own)) or "~" not in text.value:
        pytest.skip("this disk has no short names")
    with pytest.raises(RefusedOutsideTarget):
        check_allowed(text.value, named=False)
    with subprocess.Popen([text.value, "-n", "20", "127.0.0.1"], stdout=subprocess.DEVNULL) as started:
        (info,) = [p for p in desktop.processes() if p.pid == started.pid]
        started.kill()
    assert info.name == own.name
    assert os.path.normcase(info.exe) == os.path.normcase(os.path.realpath(own))


def test_the_exit_code_is_known_after_the_end(start):
    program = start()
    program.desktop.act(program.find("Exit7"), "invoke")
    assert program.until(lambda: not program.desktop.liveness(program.pid).running)
    assert program.desktop.liveness(program.pid).exit_code == 7


def test_stderr_goes_to_the_file(start):
    program = start("--stderr", "went wrong")
    assert program.stderr_path.read_bytes() == b"went wrong"


def test_environment_and_folder_reach_the_program(desktop, tmp_path):
    script = "import os, sys; sys.stderr.write(os.environ['WORD'] + '|' + os.getcwd())"
    out = tmp_path / "err.txt"
    info = desktop.launch(sys.executable, ["-c", script], cwd=str(tmp_path), env={"WORD": "x y"}, stderr_path=str(out))
    deadline = desktop.clock.now() + 20
    while desktop.liveness(info.pid).running and desktop.clock.now() < deadline:
        desktop.clock.sleep(0.05)
    assert desktop.liveness(info.pid).exit_code == 0
    word, folder = out.read_text().split("|")
    assert word == "x y"
    assert os.path.samefile(folder, tmp_path)


def test_a_missing_executable_tells_where_it_was_searched(desktop):
    with pytest.raises(AppNotFound) as caught:
        desktop.launch("no-such-program-anywhere", [])
    assert "PATH" in caught.value.details["searched"]


def test_a_file_that_is_no_program_fails_to_launch(desktop, tmp_path):
    broken = tmp_path / "broken.exe"
    broken.write_bytes(b"no program")
    with pytest.raises(LaunchFailed):
        desktop.launch(str(broken), [])


def test_terminate_ends_it_and_reading_says_app_exited(start):
    program = start()
    press = program.find("Press")
    program.desktop.terminate(program.pid)
    liveness = program.desktop.liveness(program.pid)
    assert (liveness.running, liveness.exit_code) == (False, 1)
    with pytest.raises(AppExited) as caught:
        program.desktop.read(press)
    assert caught.value.details["exit_code"] == 1
    with pytest.raises(AppExited):
        program.desktop.snapshot([program.window])


def test_terminating_nothing_says_not_running(desktop):
    with pytest.raises(NotRunning):
        desktop.terminate(999_996)


def test_the_session_is_interactive(desktop):
    desktop.check_interactive()
