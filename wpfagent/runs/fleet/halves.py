"""Records that grow on other machines, here as far as they have come: what is left of a run whose machine went away."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any

from wpfagent.core.errors import FileInvalid
from wpfagent.runs.fleet.following import FOLLOWED
from wpfagent.runs.fleet.taking_in import check_free, mark_half

SESSION = re.compile(r"\d{8}-\d{6}-[0-9a-f]+")


class Halves:
    """Writes what workers send of the sessions that they are writing.

    Args:
        artifacts: the caller's artifacts.
        run: of which run.
    """

    def __init__(self, artifacts: Path, run: str) -> None:
        self._artifacts, self._run = artifacts, run
        self._sessions: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._over: set[str] = set()
        self._lock = threading.Lock()

    def hear(self, event: tuple[float, dict[str, Any]]) -> None:
        """Write a part of a record; called by the thread of dask's client."""
        told = event[1]
        session, name = str(told.get("session", "")), str(told.get("file", ""))
        if SESSION.fullmatch(session) is None or name not in FOLLOWED:
            return
        with self._lock:
            if told["work"] in self._over:
                return
            path, at = self._artifacts / "sessions" / session / name, int(told["at"])
            size = path.stat().st_size if path.exists() else 0
            try:
                check_free(self._artifacts, session, self._run, told["work"])
            except FileInvalid:
                return
            if at > size:
                return  # what stands before it did not come
            self._sessions[told["work"]][session] = str(told["machine"])
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "r+b" if path.exists() else "wb") as file:
                file.seek(at)
                file.write(told["data"])

    def mark(self, work: str, whole: str | None, why: str) -> None:
        """Mark the records of a piece of work that are no whole ones.

        Args:
            work: the piece of work.
            whole: the session that was taken in, where one was.
            why: what is said of the others.
        """
        with self._lock:
            if whole is not None:
                self._over.add(work)
            for session, machine in self._sessions[work].items():
                if session != whole:
                    made_by = {"run": self._run, "work": work, "machine": machine}
                    mark_half(self._artifacts, session, made_by, why)
