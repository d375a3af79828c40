"""The live elements behind refs: one short id for one element of one process, bounded."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field

from wpfagent.desktops.uia.com import Element

MAX_PER_PROCESS = 50_000

RuntimeId = tuple[int, ...]


@dataclass(slots=True)
class _Process:
    by_runtime_id: dict[RuntimeId, str] = field(default_factory=dict)
    elements: dict[str, tuple[RuntimeId, Element]] = field(default_factory=dict)


class Refs:
    """Gives refs and keeps what is behind them, per process."""

    def __init__(self, limit: int = MAX_PER_PROCESS) -> None:
        self._limit = limit
        self._numbers = itertools.count(1)
        self._processes: dict[int, _Process] = {}
        self._lock = threading.Lock()

    def keep(self, pid: int, runtime_id: RuntimeId, element: Element) -> str:
        """Return the ref of this element; the same one as before for the same runtime id."""
        with self._lock:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = _Process()
            ref = process.by_runtime_id.get(runtime_id) if runtime_id else None
            if ref is None:
                ref = f"e{next(self._numbers)}"
                if runtime_id:
                    process.by_runtime_id[runtime_id] = ref
            process.elements[ref] = (runtime_id, element)
            if len(process.elements) > self._limit:
                oldest = next(iter(process.elements))
                old_id, _ = process.elements.pop(oldest)
                process.by_runtime_id.pop(old_id, None)
            return ref

    def element(self, pid: int, ref: str) -> Element | None:
        """Return the live element behind a ref; None when it is not kept (any more)."""
        process = self._processes.get(pid)
        kept = process.elements.get(ref) if process else None
        return kept[1] if kept else None

    def forget(self, pid: int) -> None:
        """Drop everything of a process."""
        with self._lock:
            self._processes.pop(pid, None)
