"""Grids of Windows: their size, headers, cells and rows, by Grid and Table; native calendars and trees."""

from __future__ import annotations

from datetime import date

from wpfagent.core.model import Control
from wpfagent.desktops.uia import calendars, natives
from wpfagent.desktops.uia.asking import Asking, Session
from wpfagent.desktops.uia.com import Element

TIMEOUT_S = 10.0


class Grids:
    """The part of the desktop that asks grids, calendars and trees."""

    asking: Asking

    def chosen_day(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> date | None:
        """Return the one day that a native calendar or date field has; None where it does not tell."""
        return self.asking.ask_of(
            control,
            lambda s, e: calendars.chosen_day(int(e.CurrentNativeWindowHandle or 0)),
            timeout_s,
            "Reading the day",
        )

    def day_range(self, control: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[date | None, date | None]:
        """Return the first and last day that a native calendar or date field takes; None where it tells no bound."""
        return self.asking.ask_of(
            control,
            lambda s, e: calendars.day_range(int(e.CurrentNativeWindowHandle or 0)),
            timeout_s,
            "Reading the range of days",
        )

    def sign_place(self, item: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[int, int] | None:
        """Return the point of the sign by which a branch of a native tree is opened; None where it shows none."""
        text = item.bounding_rect

        def look(session: Session, element: Element) -> tuple[int, int] | None:
            return natives.sign_place(session.automation, element, text) if text is not None else None

        return self.asking.ask_of(item, look, timeout_s, "Reading the tree")

    def place_of_choice(
        self, control: Control, choice: date | str, *, timeout_s: float = TIMEOUT_S
    ) -> tuple[int, int] | None:
        """Return the point of a day of a native calendar, dropped down or not, or of an item of a list always open."""

        def look(_: Session, element: Element) -> tuple[int, int] | None:
            hwnd = int(element.CurrentNativeWindowHandle or 0)
            if isinstance(choice, str):
                return natives.item_place(hwnd, choice)
            return calendars.place_of(calendars.calendar_of(hwnd), choice)

        return self.asking.ask_of(control, look, timeout_s, f"Looking for {choice}")

    def grid_size(self, container: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[int, int]:
        """Return (rows, columns) of a Grid or Table."""
        return self.asking.ask_of(container, lambda s, e: s.search.grid_size(e), timeout_s, "Reading the grid")

    def grid_headers(self, container: Control, *, timeout_s: float = TIMEOUT_S) -> list[str]:
        """Return the texts of a table's column headers."""
        return self.asking.ask_of(container, lambda s, e: s.search.grid_headers(e), timeout_s, "Reading the headers")

    def grid_cell(self, container: Control, row: int, column: int, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return a cell, also one of an unrealised row; None outside the grid."""
        return self.asking.ask_of(
            container,
            lambda s, e: s.search.grid_cell(e, row, column, hwnd=container.hwnd),
            timeout_s,
            f"Reading cell ({row}, {column})",
        )

    def grid_texts(
        self, container: Control, start: int, end: int, column: int, *, timeout_s: float = TIMEOUT_S
    ) -> list[str | None]:
        """Return what a column shows in some rows; None of a cell whose value does not say it."""
        return self.asking.ask_of(
            container, lambda s, e: s.search.grid_texts(e, start, end, column), timeout_s, "Reading a column"
        )

    def grid_place(self, cell: Control, *, timeout_s: float = TIMEOUT_S) -> tuple[int, int]:
        """Return the row and column of a cell."""
        return self.asking.ask_of(cell, lambda s, e: s.search.grid_place(e), timeout_s, "Reading a cell's place")

    def grid_row(self, cell: Control, *, timeout_s: float = TIMEOUT_S) -> Control | None:
        """Return the row item that a cell belongs to."""
        return self.asking.ask_of(cell, lambda s, e: s.search.grid_row(e, hwnd=cell.hwnd), timeout_s, "Reading the row")
