"""Asking a simulated application: its thread has to answer, and what is asked for has to be there still."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from wpfagent.core.errors import AppNotResponding, NotRunning, StaleRef, TargetNotFound, Unsupported
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.desktops.base import MouseButton
from wpfagent.desktops.simulated import acts, behaviour
from wpfagent.desktops.simulated.application import Application
from wpfagent.desktops.simulated.elements import Element
from wpfagent.desktops.simulated.frames import Frame, Program, Screen

_TIMEOUT_S = 5.0


class Asking:
    """The applications of a desktop, their elements and grids."""

    def __init__(self) -> None:
        self._screen = Screen[Element]()
        self._applications: dict[int, Application] = {}

    def chosen_day(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> date | None:
        """Return None: there are no native calendars here."""

    def day_range(self, control: Control, *, timeout_s: float = _TIMEOUT_S) -> tuple[date | None, date | None]:
        """Return no bound: there are no native calendars here."""
        return None, None

    def sign_place(self, item: Control, *, timeout_s: float = _TIMEOUT_S) -> tuple[int, int] | None:
        """Return None: there are no native trees here."""

    def place_of_choice(
        self, control: Control, choice: date | str, *, timeout_s: float = _TIMEOUT_S
    ) -> tuple[int, int] | None:
        """Return None: there are no native calendars here."""

    def grid_size(self, container: Control, *, timeout_s: float = _TIMEOUT_S) -> tuple[int, int]:
        """Return (rows, columns)."""
        table = self._grid(container, timeout_s).table
        return (len(table.data), len(table.columns)) if table is not None else (0, 0)

    def grid_headers(self, container: Control, *, timeout_s: float = _TIMEOUT_S) -> list[str]:
        """Return the column headers."""
        table = self._grid(container, timeout_s).table
        return [c.header for c in table.columns] if table is not None else []

    def grid_cell(self, container: Control, row: int, column: int, *, timeout_s: float = _TIMEOUT_S) -> Control | None:
        """Return a cell, also one of a row out of view."""
        cell = behaviour.cell_at(self._grid(container, timeout_s), row, column)
        return cell.describe(container.depth + 2) if cell is not None else None

    def grid_texts(
        self, container: Control, start: int, end: int, column: int, *, timeout_s: float = _TIMEOUT_S
    ) -> list[str | None]:
        """Return what a column shows in some rows."""
        cells = (self.grid_cell(container, row, column, timeout_s=timeout_s) for row in range(start, end))
        return [(c.value or None) if c is not None and c.toggle_state is None else None for c in cells]

    def grid_place(self, cell: Control, *, timeout_s: float = _TIMEOUT_S) -> tuple[int, int]:
        """Return the row and column of a cell."""
        element = self._element(cell, timeout_s)
        return (element.parent.row if element.parent is not None else -1), element.column

    def grid_row(self, cell: Control, *, timeout_s: float = _TIMEOUT_S) -> Control | None:
        """Return a cell's row."""
        row = self._element(cell, timeout_s).parent
        return row.describe(max(0, cell.depth - 1)) if row is not None and row.row >= 0 else None

    def rest_of_click_s(self, x: int, y: int, *, button: MouseButton = "left") -> float:
        """Return 0: two clicks are never taken for a double click here."""
        return 0.0

    def caret(self) -> Rect | None:
        """Return where the field with the focus stands, in the window in front; None where there is none."""
        window = self._screen.foreground
        focus = window.focus if window is not None else None
        return focus.rect if focus is not None and focus.control_type in ("Edit", "Document") else None

    def stir(self) -> None:
        """Nothing here waits for an input to ask its commands anew."""

    def _application(self, pid: int) -> Application:
        if pid not in self._applications:
            raise NotRunning(f"No simulated application has the pid {pid}.", details={"pid": pid})
        return self._applications[pid]

    def _window(self, hwnd: int) -> Frame[Element]:
        if window := self._screen.window(hwnd):
            return window
        raise TargetNotFound(f"No window has the handle {hwnd}.")

    def _ask(self, application: Program[Element], timeout_s: float) -> None:
        """Wait until the UI thread can answer."""
        if application.busy_s:
            self._screen.clock.sleep(min(application.busy_s, timeout_s))
            if application.busy_s:
                raise AppNotResponding(
                    f"{application.name} (pid {application.pid}) did not answer within {timeout_s:g} s.",
                    details={"pid": application.pid},
                )
        if not application.is_running:
            raise acts.exited(application)

    def _element(self, control: Control, timeout_s: float) -> Element:
        application = self._application(control.pid)
        self._ask(application, timeout_s)
        element = application.elements.get(key_of(control))
        if element is None or not element.is_alive:
            raise StaleRef(f"{control.describe()} is gone.", details={"ref": control.ref})
        return element

    def _grid(self, container: Control, timeout_s: float) -> Element:
        grid = self._element(container, timeout_s)
        if "Grid" not in grid.patterns():
            raise Unsupported(f"{container.describe()} is no grid.")
        return grid

    def _open(self, windows: Sequence[WindowInfo], timeout_s: float) -> list[Frame[Element]]:
        """Return the windows that are still open; those that closed meanwhile are left out."""
        found: list[Frame[Element]] = []
        for info in windows:
            application = self._application(info.pid)
            self._ask(application, timeout_s)
            found.extend(w for w in self._screen.order if w.hwnd == info.hwnd)
        for window in found:
            window.arrange()
        return found


def key_of(control: Control) -> int:
    """Return the key of the element that a ref names; -1 where it names none."""
    return int(control.ref[1:]) if control.ref[1:].isdigit() else -1
