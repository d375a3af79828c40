"""The session writer: one run, one folder. `steps.jsonl` grows a step at a time and is flushed.

`<artifacts>/sessions/<session id>/`: `session.json`, `steps.jsonl`, `screens/`, `runner.log`. Session ids sort by time.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import secrets
from collections.abc import Mapping
from typing import IO, Any

from wpfagent.errors import StorageFailed
from wpfagent.model import iso_time


def new_session_id(now: dt.datetime | None = None) -> str:
    """Return an id that sorts by time: `20261121-093005-1f3a`."""
    return f"{(now or dt.datetime.now()):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


class SessionWriter:
    """Writes one session's folder.

    Args:
        artifacts: the artifacts folder.
        facts: what `session.json` holds beside the id and the start: caller, target, profile, desktop, version.
        session_id: the id; a new one when not given.

    Raises:
        StorageFailed: the folder cannot be made; from every method: it cannot be written any more.
    """

    def __init__(self, artifacts: str, facts: Mapping[str, Any], session_id: str | None = None) -> None:
        self.session_id = session_id or new_session_id()
        self.folder = os.path.join(os.path.abspath(artifacts), "sessions", self.session_id)
        self.facts = {"session_id": self.session_id, "started": iso_time(), **facts}
        self._count = 0
        self._steps: IO[str] | None = None
        try:
            os.makedirs(os.path.join(self.folder, "screens"), exist_ok=True)
            self._write_facts()
            self._steps = open(os.path.join(self.folder, "steps.jsonl"), "a", encoding="utf-8", errors="replace")  # noqa: SIM115
        except OSError as error:
            raise _storage(self.folder, error) from error

    def step(self, fields: Mapping[str, Any]) -> int:
        """Append one step and flush it; return its number, from 1."""
        assert self._steps is not None
        self._count += 1
        line = json.dumps({"n": self._count, "time": iso_time(), **fields}, ensure_ascii=False, default=str)
        try:
            self._steps.write(line + "\n")
            self._steps.flush()
        except OSError as error:
            raise _storage(self.folder, error) from error
        return self._count

    def log(self, text: str) -> None:
        """Append one line to runner.log."""
        try:
            with open(os.path.join(self.folder, "runner.log"), "a", encoding="utf-8") as file:
                file.write(f"{iso_time()} {text}\n")
        except OSError as error:
            raise _storage(self.folder, error) from error

    def ai(self, kind: str, data: Any) -> None:
        """Append what was said to or by an AI to `ai/<kind>.jsonl`: raw calls, prompts, outputs."""
        line = json.dumps({"time": iso_time(), "data": data}, ensure_ascii=False, default=str)
        try:
            os.makedirs(os.path.join(self.folder, "ai"), exist_ok=True)
            with open(os.path.join(self.folder, "ai", f"{kind}.jsonl"), "a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise _storage(self.folder, error) from error

    def picture(self, name: str, png: bytes) -> str:
        """Write a PNG into `screens/` and return its absolute path."""
        path = os.path.join(self.folder, "screens", f"{name}.png")
        try:
            with open(path, "wb") as file:
                file.write(png)
        except OSError as error:
            raise _storage(self.folder, error) from error
        return path

    @property
    def next_number(self) -> int:
        """The number that the next step will have."""
        return self._count + 1

    def close(self, outcome: Mapping[str, Any] | None = None) -> None:
        """Write the outcome and the end into session.json."""
        if self._steps is None:
            return
        self._steps.close()
        self._steps = None
        self.facts = {**self.facts, "ended": iso_time(), "steps": self._count, **(outcome or {})}
        try:
            self._write_facts()
        except OSError as error:
            raise _storage(self.folder, error) from error

    def _write_facts(self) -> None:
        path = os.path.join(self.folder, "session.json")
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.facts, file, ensure_ascii=False, indent=1, default=str)
        os.replace(path + ".new", path)


def _storage(folder: str, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"{folder} cannot be written: {error.strerror or error}.",
        hint="Free some space or choose another folder with --artifacts; what was written so far is kept.",
    )
