"""A log for each server: whole lines, bounded in size, secrets hidden, with a fixed prefix for what a line is about."""

from __future__ import annotations

import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wpfagent.core.files import LineFile, write_whole
from wpfagent.core.model import iso_time
from wpfagent.safety.masking import Masks

Prefix = Literal["START", "MCP", "TOOLS"]
"""`START`: starting and stopping. `MCP`: the protocol, and the server's own stderr. `TOOLS`: calls."""
Level = Literal["info", "warning", "error", "stderr"]
LEVELS: tuple[Level, ...] = ("info", "warning", "error", "stderr")
LARGEST = 1_000_000
"""Bytes of a log; what is older goes, half of it at a time."""
LONGEST = 2_000
"""Characters of a line."""
PER_SECOND = 100
"""Lines of a server's stderr that are kept; the others are counted."""
REST_S = 0.01
"""How long a server that writes more than that waits for each block that is read of it."""
TAIL = 40
_LINE = re.compile(r"(?P<time>\S+) (?P<level>[A-Z]+) \[(?P<prefix>[A-Z]+)\] (?P<text>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log."""

    time: str
    level: str
    prefix: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """Return the JSON form."""
        return {"time": self.time, "level": self.level, "prefix": self.prefix, "text": self.text}

    def to_text(self) -> str:
        """Return the line as it stands in the file."""
        return f"{self.time} {self.level.upper()} [{self.prefix}] {self.text}"


class Log:
    """The log of one server.

    Args:
        path: its file.
        masks: what must not be written down.
        on_line: is called after each line.
    """

    def __init__(self, path: Path, masks: Masks, on_line: Callable[[], None] = lambda: None) -> None:
        self.path = path
        self._masks = masks
        self._on_line = on_line
        self._lock = threading.Lock()

    def write(self, level: Level, prefix: Prefix, text: str) -> None:
        """Append a line; a disk that is full or read-only costs the line, not the server."""
        shown = self._masks.text(text.replace("\r", "").rstrip())[:LONGEST].replace("\n", "\\n")
        try:
            with self._lock:
                os.makedirs(self.path.parent, mode=0o700, exist_ok=True)
                self._bound()
                file = LineFile(str(self.path))
                try:
                    file.append(Line(iso_time(), level, prefix, shown).to_text())
                finally:
                    file.close()
        except OSError:
            return
        self._on_line()

    def _bound(self) -> None:
        if self.path.exists() and self.path.stat().st_size > LARGEST:
            kept = self.path.read_bytes()[-LARGEST // 2 :].partition(b"\n")[2]
            write_whole(str(self.path), kept)


def log_path(folder: Path, server_id: str) -> Path:
    """Return where a server's log lies."""
    return folder / "logs" / f"{server_id}.log"


def read_log(path: Path, *, level: str = "", search: str = "", last: int = 500) -> list[Line]:
    """Return the last lines of a log that fit.

    Args:
        path: its file; none is no line.
        level: only lines of this level.
        search: only lines with this text, whatever its case.
        last: how many at most.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = (Line(*match.groups()) for line in text.splitlines() if (match := _LINE.fullmatch(line)))
    return list(deque(_fitting(found, level, search.casefold()), maxlen=last))


def _fitting(lines: Iterable[Line], level: str, search: str) -> Iterator[Line]:
    for line in lines:
        if (not level or line.level == level.upper()) and search in line.text.casefold():
            yield line


class Stderr:
    """Reads what a server writes to its stderr, to the end, and keeps as much as a person would read.

    Args:
        log: where lines go.
        now: seconds.
    """

    def __init__(self, log: Log, now: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._now = now
        self._second, self._kept, self._left_out = 0.0, 0, 0
        self._rest = threading.Event()
        self.tail: deque[str] = deque(maxlen=TAIL)
        """The last lines."""

    def read_from(self, fd: int) -> None:
        """Read until nobody writes any more; then close. Runs in a thread of its own."""
        begun = b""
        with open(fd, "rb", buffering=0) as pipe:
            while block := pipe.read(65_536):
                *lines, begun = (begun + block).split(b"\n")
                begun = begun[:LONGEST]
                if not self._take(lines):
                    self._rest.wait(REST_S)
        self._take([begun] if begun else [])
        self._tell_left_out()

    def _take(self, lines: list[bytes]) -> bool:
        """Keep the lines that this second has room for; return whether that were all."""
        if self._now() - self._second >= 1.0:
            self._tell_left_out()
            self._second, self._kept = self._now(), 0
        room = PER_SECOND - self._kept
        self._kept += len(lines[:room])
        self._left_out += len(lines[room:])
        for line in lines[:room]:
            text = line[:LONGEST].decode("utf-8", "replace").rstrip()
            self.tail.append(text)
            self._log.write("stderr", "MCP", text)
        return len(lines) <= room

    def _tell_left_out(self) -> None:
        if self._left_out:
            self._log.write(
                "warning", "MCP", f"{self._left_out} lines of stderr were left out: more than {PER_SECOND} a second."
            )
            self._left_out = 0
