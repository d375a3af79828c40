"""A Python program with windows, started here, seen through raw UI Automation."""

from __future__ import annotations

import _ctypes
import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
CRASH_CODE = 0xE0434352
TIMEOUT_S = 40.0
UIA_E_ELEMENTNOTAVAILABLE = -2147220991
LOOKS = 20
"""How often a look begins again when an element vanishes in the middle of it."""


def wait_for(probe: Callable[[], T], timeout_s: float = TIMEOUT_S) -> T:
    end = time.monotonic() + timeout_s
    while True:
        seen = probe()
        if seen or time.monotonic() > end:
            assert seen, f"not within {timeout_s} s: {probe.__name__}"
            return seen
        time.sleep(0.05)


class Program:
    """The program of one test; windows and elements are found below its pid only."""

    def __init__(self, arguments: list[str], stderr: Path) -> None:
        import uiautomation

        self.auto = uiautomation
        self.stderr_path = stderr
        # The interpreter itself: a venv's python.exe on Windows is a launcher with another pid.
        python = getattr(sys, "_base_executable", sys.executable)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with stderr.open("wb") as file:
            self.process = subprocess.Popen([python, *arguments], stderr=file, env=environment)

    def main(self) -> Any:
        window = self.auto.WindowControl(searchDepth=1, ProcessId=self.process.pid)
        return window if window.Exists(0, 0) else None

    def wait_main(self) -> Any:
        return wait_for(self.main)

    def find(self, **wanted: Any) -> Any:
        return wait_for(lambda: self.look(**wanted), 15)

    def look(self, **wanted: Any) -> Any:
        for left in reversed(range(LOOKS)):
            try:
                window = self.main()
                found = window and self.auto.Control(searchFromControl=window, **wanted)
                return found if found and found.Exists(0, 0) else None
            except _ctypes.COMError as error:  # A window that closes goes away under the eyes of who walks it.
                if not left or error.args[0] != UIA_E_ELEMENTNOTAVAILABLE:
                    raise
        return None

    def _pattern(self, automation_id: str, pattern: str) -> Any:
        control = self.find(AutomationId=automation_id)
        return control.GetPattern(getattr(self.auto.PatternId, pattern))

    def click(self, automation_id: str) -> None:
        self._pattern(automation_id, "InvokePattern").Invoke(waitTime=0)

    def press(self, name: str) -> None:
        control = self.find(Name=name, ControlType=self.auto.ControlType.ButtonControl)
        control.GetPattern(self.auto.PatternId.InvokePattern).Invoke(waitTime=0)

    def select(self, automation_id: str) -> None:
        self._pattern(automation_id, "SelectionItemPattern").Select(waitTime=0)

    def toggle(self, automation_id: str) -> None:
        self._pattern(automation_id, "TogglePattern").Toggle(waitTime=0)

    def expand(self, automation_id: str) -> None:
        self._pattern(automation_id, "ExpandCollapsePattern").Expand(waitTime=0)

    def put(self, automation_id: str, text: str) -> None:
        self._pattern(automation_id, "ValuePattern").SetValue(text, waitTime=0)

    def value(self, automation_id: str) -> str:
        return str(self._pattern(automation_id, "ValuePattern").Value)

    def choose(self, combo_id: str, item: str) -> None:
        combo = self.find(AutomationId=combo_id)
        states = combo.GetPattern(self.auto.PatternId.ExpandCollapsePattern)
        states.Expand(waitTime=0)
        found = self.auto.ListItemControl(searchFromControl=combo, Name=item)
        wait_for(lambda: found.Exists(0, 0))
        found.GetPattern(self.auto.PatternId.SelectionItemPattern).Select(waitTime=0)
        states.Collapse(waitTime=0)

    def status(self) -> str:
        return str(self.find(AutomationId="StatusText").Name)

    def exit_code(self, timeout_s: float = TIMEOUT_S) -> int:
        return self.process.wait(timeout_s) & 0xFFFFFFFF

    def stderr(self) -> str:
        return self.stderr_path.read_text(encoding="utf-8", errors="replace")

    def answers(self) -> bool:
        ctypes.windll.user32.SendMessageTimeoutW.argtypes = [
            ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint,
            ctypes.c_void_p,
        ]  # fmt: skip
        hwnd = ctypes.windll.user32.FindWindowW(None, "Order Desk Demo")
        return bool(ctypes.windll.user32.SendMessageTimeoutW(hwnd, 0, None, None, 2, 500, None))
