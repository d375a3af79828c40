"""The live elements behind refs: one short id for one element of one process.

An element that is kept keeps alive what it stands for in the program, often with its whole page. So only what was seen
lately is kept; the ref of the rest is remembered, and is the same when the element is seen again.
"""

from __future__ import annotations

import itertools
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wpfagent.desktops.uia.com import Element

MAX_PER_PROCESS = 50_000
LEAST_KEPT = 500
"""So many are kept however small the last looks were."""
LOOKS = 8
"""The largest of so many looks counts: a dialog that is read in between lets nothing go of its large owner."""
SIZES_KEPT = 2
"""So many times as many elements are kept as a look has: what was read, and what it was compared with."""

RuntimeId = tuple[int, ...]
Identity = tuple[int, str, str]
"""Control type, AutomationId and class: WPF makes runtime ids from hash codes, so that some elements share theirs."""
_Key = tuple[RuntimeId, Identity]


@dataclass(slots=True)
class _Process:
    by_key: dict[_Key, str] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    """What was seen last comes last."""
    access_keys: dict[str, tuple[str, str]] = field(default_factory=dict)
    sizes: deque[int] = field(default_factory=lambda: deque(maxlen=LOOKS))
    met: set[str] = field(default_factory=set)
    """By the last look, and since then."""


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
            process.elements.pop(ref, None)
            process.elements[ref] = element
            process.met.add(ref)
            self._bound(process.by_key)
            process.met.discard(self._bound(process.elements))
            return ref

    def _bound(self, kept: dict[Any, Any]) -> Any:
        """Drop the oldest of too many; return its key."""
        oldest = next(iter(kept)) if len(kept) > self._limit else None
        kept.pop(oldest, None)
        return oldest

    def looked(self, pid: int, met: set[str]) -> None:
        """Let go of what was not seen for long, after a look that met these elements of a process."""
        with self._lock:
            process = self._processes.get(pid)
            if process is None:
                return
            process.met = met
            process.sizes.append(len(met))
            surplus = len(process.elements) - max(LEAST_KEPT, SIZES_KEPT * max(process.sizes))
            oldest = list(itertools.islice(process.elements, max(0, surplus)))
            let_go = [process.elements.pop(ref) for ref in oldest]
        del let_go  # each calls the program

    def element(self, pid: int, ref: str) -> Element | None:
        """Return the live element behind a ref; None when it is not kept (any more)."""
        process = self._processes.get(pid)
        return process.elements.get(ref) if process else None

    def access_key(self, pid: int, ref: str, name: str) -> str | None:
        """Return the access key that an element had under this name; None when it was not asked for yet."""
        process = self._processes.get(pid)
        known_name, access_key = process.access_keys.get(ref, ("", None)) if process else ("", None)
        return access_key if known_name == name else None

    def keep_access_key(self, pid: int, ref: str, name: str, access_key: str) -> None:
        """Remember an element's access key: telling it is dear, and it changes with the name."""
        process = self._processes.get(pid)
        if process is not None:
            process.access_keys[ref] = (name, access_key)
            self._bound(process.access_keys)

    def forget(self, pid: int, *, unseen: bool) -> None:
        """Drop everything of a process; `unseen`: only the elements that were not met by the last look or after it."""
        with self._lock:
            process = self._processes.get(pid) if unseen else self._processes.pop(pid, None)
            if process is None or not unseen or not process.sizes:
                return
            let_go = [process.elements.pop(ref) for ref in set(process.elements) - process.met]
        del let_go
