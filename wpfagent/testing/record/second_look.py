"""What an oracle may read once more when something looks wrong: the tree a moment later, a whole column of a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import sight
from wpfagent.core import wait
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Snapshot, WindowInfo
from wpfagent.desktops.base import Conditions, Desktop
from wpfagent.dotnet import Frame, Stack
from wpfagent.testing.oracles.base import Heap
from wpfagent.testing.runtime.light import Light

MOST_ROWS = 100
"""Reading one cell of a row that is not shown takes up to 10 ms."""
MOST_WITH_KEYS = 500
"""So many controls are asked for their access keys: WPF raises an event for each."""


@dataclass(frozen=True, slots=True)
class LiveSecondLook:
    """Reads the program itself.

    Args:
        desktop: where it runs.
        look: gives a context that only looks at it.
        runtime: asks the program's own runtime; None where nothing is asked.
    """

    desktop: Desktop
    look: Callable[[], Doing]
    runtime: Light | None = None

    def windows(self, known: Sequence[WindowInfo], within_s: float) -> tuple[WindowInfo, ...]:
        """Return the windows once others than these are open, at the latest so many seconds later."""
        pid, hwnds = self.look().app.pid, {w.hwnd for w in known}
        shown = tuple(known)

        def others() -> bool:
            nonlocal shown
            shown = tuple(self.desktop.windows(pid))
            return {w.hwnd for w in shown} != hwnds

        wait.until(others, self.desktop.clock, timeout_s=within_s)
        return shown

    def again(self, after_s: float) -> Snapshot | None:
        """Return windows and trees as they are so many seconds later; None when they cannot be read."""
        wait.until(lambda: False, self.desktop.clock, timeout_s=after_s)
        try:
            return sight.look(self.look())
        except WpfAgentError:
            return None  # a program that has ended or hangs meanwhile is another oracle's finding

    def with_access_keys(self, kinds: Sequence[str]) -> tuple[Control, ...]:
        """Return the controls of these types with their access keys; () when they cannot be read."""
        try:
            return tuple(self.look().find_all(Conditions(control_types=tuple(kinds)), limit=MOST_WITH_KEYS))
        except WpfAgentError:
            return ()

    def heap(self) -> Heap | None:
        """Let the program's .NET runtime collect its garbage; return what is still held. None where there is none.

        What is kept here of elements that are gone would be held by us, not by the program.
        """
        if self.runtime is None:
            return None
        begun, target = self.desktop.clock.now(), self.look().app
        self.desktop.forget(target.pid, unseen=True)
        live = self.runtime.heap(target)
        return Heap(live, self.desktop.clock.now() - begun) if live is not None else None

    def allocated(self) -> tuple[tuple[int, tuple[Frame, ...]], ...]:
        """Return where the program allocated since this was asked after the action before: bytes and stack."""
        return self.runtime.allocated(self.look().app) if self.runtime is not None else ()

    def stacks(self) -> tuple[Stack, ...]:
        """Return where the threads of the program stand; () where its runtime does not say."""
        return self.runtime.stacks(self.look().app) if self.runtime is not None else ()

    def column(self, grid: Control, index: int) -> tuple[str, ...] | None:
        """Return a grid's column, rows that are not shown too; None when it cannot be read, or is very long."""
        try:
            rows, columns = self.desktop.grid_size(grid)
            if rows > MOST_ROWS or index >= columns:
                return None
            cells = [self.desktop.grid_cell(grid, row, index) for row in range(rows)]
        except WpfAgentError:
            return None
        return tuple(cell.text for cell in cells if cell is not None) if None not in cells else None
