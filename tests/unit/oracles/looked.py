"""A second look as the gate offers it, with what it will see told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.core.model import Control, Snapshot, WindowInfo


@dataclass
class Later:
    """Sees this tree later, and these columns by their index; `asked` keeps what it was asked for."""

    snapshot: Snapshot | None = None
    columns: dict[int, tuple[str, ...]] = field(default_factory=dict)
    asked: list[float] = field(default_factory=list)

    def windows(self, known: Sequence[WindowInfo], within_s: float) -> tuple[WindowInfo, ...]:
        self.asked.append(within_s)
        return self.snapshot.windows if self.snapshot is not None else tuple(known)

    def again(self, after_s: float) -> Snapshot | None:
        if after_s:
            self.asked.append(after_s)
        return self.snapshot

    def column(self, grid: Control, index: int) -> tuple[str, ...] | None:
        return self.columns.get(index)
