"""The calls of servers' tools as cards: a line when one begins, a line when it ended; whoever called, one file."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wpfagent.core.files import LineFile, write_whole
from wpfagent.core.model import iso_time
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import Outcome

FILE_NAME = "calls.jsonl"
LARGEST = 4_000_000
"""Bytes of the file; what is older goes, half of it at a time."""
KEPT = 20_000
"""Characters of a result that a card can show."""
MOST = 200
"""Cards that are shown."""


class CallLog:
    """The calls of this process, beside those of others.

    Args:
        folder: where the file lies.
        caller: who calls.
    """

    def __init__(self, folder: Path, caller: str) -> None:
        self.path = folder / FILE_NAME
        self._caller = caller
        self._lock = threading.Lock()

    @contextmanager
    def call(self, server: Server, tool: str, arguments: Mapping[str, Any]) -> Iterator[Callable[[Outcome], None]]:
        """Keep a call from its beginning; what it came to is given to what this yields."""
        masks = server.masks()
        begun = {"id": secrets.token_hex(6), "server": server.name, "tool": tool, "caller": self._caller,
                 "arguments": masks.mask(dict(arguments)), "started": iso_time(), "pid": os.getpid()}  # fmt: skip
        self._append(begun)

        def done(outcome: Outcome) -> None:
            text = masks.text(outcome.text)
            self._append({"id": begun["id"], "ended": iso_time(), "ok": outcome.ok, "text": text[:KEPT],
                          "cut": max(0, len(text) - KEPT), "ms": outcome.ms,
                          "trace": masks.text(outcome.trace)})  # fmt: skip

        yield done

    def refused(self, server: Server, tool: str, arguments: Mapping[str, Any], why: str) -> None:
        """Keep a call that was not made, and why."""
        shown = server.masks().mask(dict(arguments))
        self._append({"id": secrets.token_hex(6), "server": server.name, "tool": tool, "caller": self._caller,
                      "arguments": shown, "started": iso_time(), "refused": why})  # fmt: skip

    def _append(self, fields: Mapping[str, Any]) -> None:
        """Append a line; a disk that is full costs the card, not the call."""
        try:
            with self._lock:
                os.makedirs(self.path.parent, mode=0o700, exist_ok=True)
                if self.path.exists() and self.path.stat().st_size > LARGEST:
                    write_whole(str(self.path), self.path.read_bytes()[-LARGEST // 2 :].partition(b"\n")[2])
                file = LineFile(str(self.path))
                try:
                    file.append(json.dumps(fields, ensure_ascii=False, default=str))
                finally:
                    file.close()
        except OSError:
            pass


def read_calls(folder: Path, most: int = MOST) -> list[dict[str, Any]]:
    """Return the last calls in the order in which they began: each with `status`: running, done, failed, cut."""
    try:
        text = (folder / FILE_NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    calls: dict[str, dict[str, Any]] = {}
    for line in text.splitlines():
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:
            continue  # a line that a killed process left
        if isinstance(fields, dict) and isinstance(fields.get("id"), str):
            calls.setdefault(fields["id"], {}).update(fields)
    made = [c for c in calls.values() if "started" in c]
    return [{**c, "status": _status(c)} for c in made[-most:]]


def _status(call: Mapping[str, Any]) -> str:
    if "refused" in call:
        return "refused"
    if "ended" in call:
        return "done" if call.get("ok") else "failed"
    return "running" if _lives(call.get("pid")) else "failed"


def _lives(pid: Any) -> bool:
    """Whether the process that called still runs, as far as that is known."""
    if not isinstance(pid, int) or os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
