"""A test program that runs, its windows, and the ground truth that it writes. Needs nothing but ctypes."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

APPS = Path(__file__).parent / "apps"
PYSIDE6_MISSING = 77
UNHANDLED_EXCEPTION = 0xE0434352
POLL_S = 0.02
T = TypeVar("T")


def until(probe: Callable[[], T], timeout_s: float, what: str) -> T:
    """Return the first true value of `probe`; raises AssertionError with `what` when there is none in time."""
    end = time.monotonic() + timeout_s
    while True:
        value = probe()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {timeout_s} s: {what}")
        time.sleep(POLL_S)


def top_windows(pid: int) -> list[int]:
    """Return the visible top-level windows of a process, the topmost first."""
    from ctypes import wintypes

    user32 = ctypes.WinDLL("user32")
    found: list[int] = []

    def visit(hwnd: int, _: int) -> bool:
        owner = wintypes.DWORD()
        user32.GetWindowThreadProcessId(wintypes.HWND(hwnd), ctypes.byref(owner))
        if owner.value == pid and user32.IsWindowVisible(wintypes.HWND(hwnd)):
            found.append(hwnd)
        return True

    user32.EnumWindows(ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)(visit), 0)
    return found


def usable_windows(pid: int) -> list[int]:
    """Return the top-level windows of a process that take input: visible, enabled, answering."""
    from ctypes import wintypes

    user32 = ctypes.WinDLL("user32")
    answer = ctypes.c_size_t()
    handles = map(wintypes.HWND, top_windows(pid))
    return [
        int(hwnd.value or 0)
        for hwnd in handles
        if user32.IsWindowEnabled(hwnd)
        and user32.SendMessageTimeoutW(hwnd, 0, 0, 0, 2, 500, ctypes.byref(answer))  # WM_NULL, SMTO_ABORTIFHUNG
    ]


def window_title(hwnd: int) -> str:
    """Return the Win32 title of a window."""
    from ctypes import wintypes

    buffer = ctypes.create_unicode_buffer(512)
    ctypes.WinDLL("user32").GetWindowTextW(wintypes.HWND(hwnd), buffer, len(buffer))
    return buffer.value


def python_command() -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of this Python whose process is the interpreter itself.

    A virtual environment's python.exe only starts the real one, so its pid would not be the one with the window.
    """
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    base: str = getattr(sys, "_base_executable", sys.executable)
    if os.path.normcase(base) != os.path.normcase(sys.executable):
        environment["__PYVENV_LAUNCHER__"] = sys.executable
    return [base], environment


class RunningApp:
    """A program under test. Use it as a context manager: the program ends with the block.

    Args:
        command: The program and its arguments.
        log: The ground truth that it writes (JSON Lines).
        stderr: The file that receives what it prints.
        env: Its environment; None = ours.
        timeout_s: How long to wait for its first usable window.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        log: Path,
        stderr: Path,
        env: dict[str, str] | None = None,
        timeout_s: float = 30,
    ) -> None:
        self.command = list(command)
        self.log = log
        self._stderr = stderr
        with stderr.open("wb") as stream:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, env=env
            )
        self.pid = self.process.pid
        try:
            until(lambda: usable_windows(self.pid) or not self.is_running, timeout_s, f"a window of {command}")
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> RunningApp:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    # -- the process --------------------------------------------------------------------------------------------------
    @property
    def is_running(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    def wait_exit(self, timeout_s: float = 10) -> int:
        """Wait for the end of the program and return its exit code."""
        return self.process.wait(timeout_s)

    def kill(self) -> None:
        """End the program if it still runs."""
        if self.is_running:
            self.process.kill()
        self.process.wait(10)

    def output(self) -> str:
        """Return what the program printed."""
        return self._stderr.read_text(encoding="utf-8", errors="replace")

    def assert_running(self) -> None:
        """Fail with the program's last words when it has ended."""
        if not self.is_running:
            raise AssertionError(f"{self.command} ended with {self.process.returncode:#x}:\n{self.output()}")

    # -- its windows --------------------------------------------------------------------------------------------------
    def windows(self) -> list[int]:
        """Return its visible top-level windows, the topmost first."""
        return top_windows(self.pid)

    @property
    def hwnd(self) -> int:
        """The first of its windows that takes input."""
        self.assert_running()
        return until(lambda: usable_windows(self.pid), 5, f"a usable window of {self.command}")[0]

    # -- the ground truth ---------------------------------------------------------------------------------------------
    def events(self, name: str | None = None, /, *, after: int = 0, **match: Any) -> list[dict[str, Any]]:
        """Return the logged events with this name, these fields and a `seq` greater than `after`."""
        if not self.log.exists():
            return []
        lines = self.log.read_text(encoding="utf-8").splitlines(keepends=True)
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines if line.endswith("\n")]
        return [
            row
            for row in rows
            if row["seq"] > after
            and (name is None or row["event"] == name)
            and all(row.get(key) == value for key, value in match.items())
        ]

    def wait_event(self, name: str, /, *, timeout_s: float = 5, after: int = 0, **match: Any) -> dict[str, Any]:
        """Wait for such an event and return the first; raises AssertionError with what was logged instead."""
        try:
            return until(lambda: self.events(name, after=after, **match), timeout_s, f"{name} {match}")[0]
        except AssertionError as error:
            last = "\n".join(str(row) for row in self.events(after=after)[-10:])
            note = "" if self.is_running else f"\nended with {self.process.returncode:#x}:\n{self.output()}"
            raise AssertionError(f"{error}; logged after {after}:\n{last}{note}") from None

    def seq(self) -> int:
        """Return the number of the last event, to be given as `after`."""
        rows = self.events()
        return int(rows[-1]["seq"]) if rows else 0


def start_program(name: str, *args: object, folder: Path, timeout_s: float = 30) -> RunningApp:
    """Start `apps/NAME.py` and return it once it has a usable window (or has ended); its log goes to `folder`."""
    python, environment = python_command()
    stem = f"{name}-{len(list(folder.glob('*.stderr.txt'))) + 1}"
    log = folder / f"{stem}.jsonl"
    command = [*python, str(APPS / f"{name}.py"), "--log", str(log), *map(str, args)]
    return RunningApp(command, log=log, stderr=folder / f"{stem}.stderr.txt", env=environment, timeout_s=timeout_s)


def orderdesk_exe() -> Path | None:
    """Return orderdesk's program, None where there is none."""
    return stranger_exe("orderdesk")


def stranger_exe(name: str) -> Path | None:
    """Return a program that is not ours: WPF_AGENT_TEST_NAME, or below WINLAB; None where there is none."""
    named = os.environ.get(f"WPF_AGENT_TEST_{name.upper()}")
    winlab = os.environ.get("WINLAB")
    if named:
        exe = Path(named)
    elif winlab:
        exe = Path(winlab) / "apps" / name / "bin" / f"{name}.exe"
    else:
        return None
    return exe if exe.exists() else None
