"""The live elements behind refs: one short id for one element of one process, bounded."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field

from wpfagent.desktops.uia.com import Element

MAX_PER_PROCESS = 50_000

RuntimeId = tuple[int, ...]
Identity = tuple[int, str, str]
"""Control type, AutomationId and class: WPF makes runtime ids from hash codes, so that some elements share theirs."""
_Key = tuple[RuntimeId, Identity]


@dataclass(slots=True)
class _Process:
    by_key: dict[_Key, str] = field(default_factory=dict)
    elements: dict[str, tuple[_Key | None, Element]] = field(default_factory=dict)
    access_keys: dict[str, tuple[str, str]] = field(default_factory=dict)


class Refs:
    """Gives refs and keeps what is behind them, per process."""

    def __init__(self, limit: int = MAX_PER_PROCESS) -> None:
        self._limit = limit
        self._numbers = itertools.count(1)
        self._processes: dict[int, _Process] = {}
        self._lock = threading.Lock()

    def keep(
        self, pid: int, runtime_id: RuntimeId, identity: Identity, element: Element, *, is_double: bool = False
    ) -> str:
        """Return the ref of this element; the same one as before for the same runtime id and identity.

        Args:
            pid: The element's process.
            runtime_id: UI Automation's id; () when it has none.
            identity: What else must be equal.
            element: The live element.
            is_double: Another element has the same runtime id: this one gets a ref that is surely its own.
        """
        key = (runtime_id, identity) if runtime_id and not is_double else None
        with self._lock:
            process = self._processes.get(pid)
            if process is None:
                process = self._processes[pid] = _Process()
            ref = process.by_key.get(key) if key else None
            if ref is None:
                ref = f"e{next(self._numbers)}"
                if key:
                    process.by_key[key] = ref
            process.elements[ref] = (key, element)
            if len(process.elements) > self._limit:
                oldest = next(iter(process.elements))
                oldest_key, _ = process.elements.pop(oldest)
                process.access_keys.pop(oldest, None)
                if oldest_key:
                    process.by_key.pop(oldest_key, None)
            return ref

    def element(self, pid: int, ref: str) -> Element | None:
        """Return the live element behind a ref; None when it is not kept (any more)."""
        process = self._processes.get(pid)
        kept = process.elements.get(ref) if process else None
        return kept[1] if kept else None

    def access_key(self, pid: int, ref: str, name: str) -> str | None:
        """Return the access key that an element had under this name; None when it was not asked for yet."""
        process = self._processes.get(pid)
        known_name, access_key = process.access_keys.get(ref, ("", None)) if process else ("", None)
        return access_key if known_name == name else None

    def keep_access_key(self, pid: int, ref: str, name: str, access_key: str) -> None:
        """Remember an element's access key: telling it is dear, and it changes with the name."""
        process = self._processes.get(pid)
        if process is not None and ref in process.elements:
            process.access_keys[ref] = (name, access_key)

    def forget(self, pid: int) -> None:
        """Drop everything of a process."""
        with self._lock:
            self._processes.pop(pid, None)
