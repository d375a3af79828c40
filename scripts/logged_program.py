"""A program that writes down what happens inside it, for scripts that hold claims against it."""

from __future__ import annotations

import ctypes
import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


class Program:
    """A running program with its log."""

    def __init__(self, folder: Path, name: str, *args: str) -> None:
        self.log = Path(tempfile.mkdtemp(prefix=f"{name}-")) / "log.jsonl"
        command = [str(folder / name / "bin" / f"{name}.exe"), "--log", str(self.log), *args]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self.process.poll() is None

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """Return what the program logged after an event's number."""
        if not self.log.exists():
            return []
        rows = [json.loads(line) for line in self.log.read_text("utf-8").split("\n")[:-1]]
        return [row for row in rows if row["seq"] > after]

    def last(self) -> int:
        """Return the number of the last event."""
        rows = self.events()
        return int(rows[-1]["seq"]) if rows else 0

    def windows(self) -> int:
        """Return how many top-level windows it shows."""
        from ctypes import wintypes

        user32, found = ctypes.WinDLL("user32"), []

        def visit(hwnd: int, _: int) -> bool:
            owner = wintypes.DWORD()
            user32.GetWindowThreadProcessId(wintypes.HWND(hwnd), ctypes.byref(owner))
            if owner.value == self.process.pid and user32.IsWindowVisible(wintypes.HWND(hwnd)):
                found.append(hwnd)
            return True

        user32.EnumWindows(ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)(visit), 0)
        return len(found)

    def end(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


def matches(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Return whether an event is what a task names: equal values, a part, or within a range."""
    for key, want in wanted.items():
        have = event.get(key)
        if isinstance(want, Mapping) and "contains" in want:
            if not isinstance(have, str) or want["contains"] not in have:
                return False
        elif isinstance(want, Mapping):
            if not isinstance(have, int | float) or not want.get("from", have) <= have <= want.get("to", have):
                return False
        elif have != want or isinstance(have, bool) != isinstance(want, bool):
            return False
    return True


def missing(events: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the wanted events that are not in the log in their order."""
    rows = iter(events)
    return [want for want in wanted if not any(matches(row, want) for row in rows)]
