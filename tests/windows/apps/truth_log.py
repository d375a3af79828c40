"""The ground truth of the test programs: every event that truly happened inside them, as JSON Lines."""

from __future__ import annotations

import argparse
import json
import threading
from datetime import datetime
from pathlib import Path
from typing import Any


class TruthLog:
    """One JSON object a line (`t`, `seq` from 1 without gaps, `event`, `control`, `value`, …), flushed at once."""

    def __init__(self, path: Path | None) -> None:
        self._file = path.open("a", encoding="utf-8", newline="\n") if path else None
        self._lock = threading.Lock()
        self._seq = 0

    def write(self, event: str, control: str = "", value: Any = None, **more: Any) -> None:
        """Append one event; any thread may call it."""
        with self._lock:
            self._seq += 1
            if self._file is None:
                return
            line = {
                "t": datetime.now().isoformat(timespec="milliseconds"),
                "seq": self._seq,
                "event": event,
                "control": control,
                "value": value,
                **more,
            }
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()


def option_parser(description: str, *, title: str) -> argparse.ArgumentParser:
    """Return a parser with the options that every test program has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--log", type=Path, help="write the ground truth to this file, JSON Lines")
    parser.add_argument("--title", default=title, help="the main window's title")
    parser.add_argument("--pos", type=position, help="X,Y of the main window, in the toolkit's own units")
    return parser


def position(text: str) -> tuple[int, int]:
    """Return `X,Y` as two numbers."""
    x, y = text.split(",")
    return int(x), int(y)
