"""A second look as the gate offers it, with what it will see told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from wpfagent.core.model import Control, Snapshot, WindowInfo


@dataclass
class Later:
    """Sees this tree later, these columns by their index, these access keys by their control's ref.

    `asked` keeps the times that it was asked for, `asked_keys` how often it was asked for access keys.
    """

    snapshot: Snapshot | None = None
    columns: dict[int, tuple[str, ...]] = field(default_factory=dict)
    asked: list[float] = field(default_factory=list)
    access_keys: dict[str, str] = field(default_factory=dict)
    asked_keys: int = 0

    def windows(self, known: Sequence[WindowInfo], within_s: float) -> tuple[WindowInfo, ...]:
        self.asked.append(within_s)
        return self.snapshot.windows if self.snapshot is not None else tuple(known)

    def again(self, after_s: float) -> Snapshot | None:
        if after_s:
            self.asked.append(after_s)
        return self.snapshot

    def with_access_keys(self, kinds: Sequence[str]) -> tuple[Control, ...]:
        self.asked_keys += 1
        shown = self.snapshot.controls if self.snapshot is not None else ()
        return tuple(replace(c, access_key=self.access_keys.get(c.ref, "")) for c in shown if c.control_type in kinds)

    def column(self, grid: Control, index: int) -> tuple[str, ...] | None:
        return self.columns.get(index)
