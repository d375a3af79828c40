"""What the columns of a grid show: read many cells at a time, and the cell that shows a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wpfagent.core.captions import NULL
from wpfagent.core.model import Control
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locating.ordering import bisect_rows

FIRST_AT_ONCE, AT_ONCE = 20, 200
"""So many cells of a column are read in one go; one by one where the values of the first ones do not tell the text."""
PATIENT_S = 1.0
"""A program that is merely slow when the time is over does not count as hung."""
LEAST_S = 0.1
"""With less time than this left no further cells are read."""


def cell_text(cell: Control) -> str:
    """Return what a cell shows: a check box's state as true/false, else its value or name."""
    if cell.toggle_state is not None:
        return {"on": "true", "off": "false"}.get(cell.toggle_state, "")
    if cell.value == NULL:
        return ""
    if not cell.value:
        return cell.name  # Qt: the text is the name, and the value always empty; WPF: a template's text
    return cell.value


def text_at(desktop: Desktop, container: Control, row: int, column: int, timeout_s: float) -> str:
    """Return what one cell shows; "" where there is none."""
    cell = desktop.grid_cell(container, row, column, timeout_s=timeout_s)
    return cell_text(cell) if cell is not None else ""


def texts_of_column(
    desktop: Desktop, container: Control, total: int, column: int, left: Callable[[], float]
) -> Iterator[str]:
    """Yield what a column shows, row by row, until the time is over; many are read at a time where values tell it."""
    many = FIRST_AT_ONCE
    start = 0
    while start < total and left() > LEAST_S:
        end = min(total, start + many)
        patient_s = max(PATIENT_S, left())
        told = desktop.grid_texts(container, start, end, column, timeout_s=patient_s) if many > 1 else [None]
        for row, shown in enumerate(told, start):
            if shown is None and left() <= LEAST_S:
                return
            yield text_at(desktop, container, row, column, patient_s) if shown is None else _plain(shown)
        many = AT_ONCE if any(shown is not None for shown in told) else 1
        start = end


def _plain(value: str) -> str:
    return "" if value == NULL else value


def cell_with(
    desktop: Desktop, grid: Control, text: str, left: Callable[[], float], *, in_order: bool = False
) -> Control | None:
    """Return the first cell that shows a text; None where none does, or the time is over.

    Columns in order are looked at first: they tell it at once.

    Args:
        desktop: where.
        grid: the grid.
        text: what the cell shows.
        left: how many seconds are left.
        in_order: whether only columns in order are looked at.
    """
    total, columns = desktop.grid_size(grid, timeout_s=left())
    for column in range(columns):
        row = bisect_rows(total, text, lambda number, at=column: text_at(desktop, grid, number, at, left()))  # type: ignore[misc]
        if row is not None:
            return desktop.grid_cell(grid, row, column, timeout_s=left())
    for column in () if in_order else range(columns):
        for row, shown in enumerate(texts_of_column(desktop, grid, total, column, left)):
            if shown == text:
                return desktop.grid_cell(grid, row, column, timeout_s=left())
    return None
