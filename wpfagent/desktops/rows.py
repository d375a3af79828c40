"""Rows and cells of grids and lists, virtualised ones included: realised, not enumerated.

A row is found by its number; by its name (`ItemContainer`, one call); among the rows that are real now; in a column
whose order shows, by bisection; else by reading the column from top to bottom, a page of real rows at a time. All
within a deadline.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from wpfagent.core.errors import InvalidArgument, SelectorAmbiguous, TimedOut, Unsupported
from wpfagent.core.model import ROW_TYPES, Control
from wpfagent.core.selector import nearest
from wpfagent.desktops.base import Budget, Desktop

ITEM_TYPES = (*sorted(ROW_TYPES), "TabItem")
SAMPLES = 9
"""How many cells show whether a column is in order."""
RowKey = int | tuple[tuple[str, str], ...]


def find_row(desktop: Desktop, container: Control, key: RowKey, deadline: float) -> Control | None:
    """Return the row with this number or these cell texts, realised; None when there is none.

    Raises:
        SelectorAmbiguous: several of the rows that are real now fit.
        TimedOut: the deadline came before the end of the container.
    """
    left = _time_left(desktop, deadline)
    if isinstance(key, int):
        return _row_at(desktop, container, key, left())
    named = _by_name(desktop, container, key, left)
    if named is not None:
        return named
    real = [row for row, texts in real_rows(desktop, container, left()) if _fits(texts, key)]
    if len(real) > 1:
        raise SelectorAmbiguous(
            f"{len(real)} rows of {container.describe()} have {dict(key)!r}.", hint="Name more columns of the row."
        )
    if real:
        return real[0]
    if not container.can("Grid", "Table"):
        return None
    return _by_cells(desktop, container, key, left)


def find_cell(
    desktop: Desktop, container: Control, row: Control, column: int | str, timeout_s: float
) -> Control | None:
    """Return a row's cell by its column's header or number; None when the row has fewer cells."""
    number = column if isinstance(column, int) else column_number(desktop, container, column, timeout_s)
    cells = cells_of(desktop, row, timeout_s)
    return cells[number] if -len(cells) <= number < len(cells) else None


def column_number(desktop: Desktop, container: Control, header: str, timeout_s: float) -> int:
    """Return the number of the column with this header.

    Raises:
        InvalidArgument: no such header; the nearest are named.
    """
    headers = desktop.grid_headers(container, timeout_s=timeout_s)
    if header in headers:
        return headers.index(header)
    folded = [h.casefold().strip() for h in headers]
    if header.casefold().strip() in folded:
        return folded.index(header.casefold().strip())
    near = nearest(header, headers) or [h for h in headers if h]
    raise InvalidArgument(
        f"{container.describe()} has no column {header!r}.",
        hint=f"Columns: {', '.join(near)}." if near else "It shows no headers: use the column's number.",
    )


def cells_of(desktop: Desktop, row: Control, timeout_s: float) -> list[Control]:
    """Return a real row's cells, in order."""
    children = desktop.children(row, limit=500, timeout_s=timeout_s)
    cells = [c for c in children if c.can("GridItem", "TableItem")]
    return cells or [c for c in children if c.control_type not in ("Header", "HeaderItem", "Thumb")]


def read_table(
    desktop: Desktop, container: Control, *, start: int, limit: int, deadline: float
) -> tuple[list[str], list[list[str]], int]:
    """Return (headers, rows of cell texts from `start`, number of rows in all)."""
    left = _time_left(desktop, deadline)
    try:
        total, columns = desktop.grid_size(container, timeout_s=left())
    except Unsupported:
        listed = real_rows(desktop, container, left())
        texts = [list(cells.values()) for _, cells in listed]
        return [], texts[start : start + limit], len(texts)
    headers = desktop.grid_headers(container, timeout_s=left())
    real = {}
    for row, texts_by_header in real_rows(desktop, container, left()):
        real[row.ref] = list(texts_by_header.values())
    found: list[list[str]] = []
    for number in range(start, min(total, start + limit)):
        first = desktop.grid_cell(container, number, 0, timeout_s=left())
        row_item = desktop.grid_row(first, timeout_s=left()) if first is not None else None
        if row_item is not None and len(real.get(row_item.ref, ())) == columns:
            found.append(real[row_item.ref])
            continue
        cells = [desktop.grid_cell(container, number, c, timeout_s=left()) for c in range(columns)]
        found.append([cell_text(c) if c is not None else "" for c in cells])
    return headers, found, total


def real_rows(desktop: Desktop, container: Control, timeout_s: float) -> list[tuple[Control, dict[str, str]]]:
    """Return the rows that are real now, each with its texts by header ('' and numbers where there is none)."""
    headers = _headers(desktop, container, timeout_s)
    snapshot = desktop.snapshot((), within=container, budget=Budget(5_000, timeout_s), timeout_s=timeout_s)
    listed: list[tuple[Control, dict[str, str]]] = []
    for index, row in enumerate(snapshot.controls):
        if row.control_type not in ITEM_TYPES:
            continue
        parts = snapshot.subtree(index)[1:]
        cells = [c for c in parts if c.can("GridItem", "TableItem") and c.depth == row.depth + 1]
        cells = cells or [c for c in parts if c.depth == row.depth + 1]
        texts = {headers[n] if n < len(headers) else str(n): cell_text(c) for n, c in enumerate(cells)}
        listed.append((row, texts or {"": row.name}))
    return listed


def cell_text(cell: Control) -> str:
    """Return what a cell shows: a check box's state as true/false, else its value or name."""
    if cell.toggle_state is not None:
        return {"on": "true", "off": "false"}.get(cell.toggle_state, "")
    if cell.value == "" and cell.class_name != "DataGridCell":
        return cell.name  # Qt: the text is the name, and the value always empty
    return cell.text


def _headers(desktop: Desktop, container: Control, timeout_s: float) -> list[str]:
    try:
        return desktop.grid_headers(container, timeout_s=timeout_s)
    except Unsupported:
        return []


def _fits(texts: dict[str, str], key: tuple[tuple[str, str], ...]) -> bool:
    folded = {h.casefold().strip(): t for h, t in texts.items()}
    return all(folded.get(h.casefold().strip()) == wanted for h, wanted in key)


def _row_at(desktop: Desktop, container: Control, number: int, timeout_s: float) -> Control | None:
    if container.can("Grid", "Table"):
        total, _ = desktop.grid_size(container, timeout_s=timeout_s)
        number = number + total if number < 0 else number
        cell = desktop.grid_cell(container, number, 0, timeout_s=timeout_s) if 0 <= number < total else None
        if cell is None:
            return None
        row = desktop.grid_row(cell, timeout_s=timeout_s)
        return desktop.realize(row, timeout_s=timeout_s) if row is not None else None
    items = [row for row, _ in real_rows(desktop, container, timeout_s)]
    return items[number] if -len(items) <= number < len(items) else None


def _by_name(
    desktop: Desktop, container: Control, key: tuple[tuple[str, str], ...], left: Callable[[], float]
) -> Control | None:
    """A list item's name is its text; a grid row's may be its first cell's. One call, also for unrealised rows."""
    if len(key) != 1 or not container.can("ItemContainer"):
        return None
    header, wanted = key[0]
    try:
        item = desktop.find_item(container, after=None, prop="name", value=wanted, timeout_s=left())
    except Unsupported:
        return None
    if item is None:
        return None
    row = desktop.realize(item, timeout_s=left())
    if header == "" or not container.can("Grid", "Table"):
        return row
    texts = next((t for r, t in real_rows(desktop, container, left()) if r.ref == row.ref), {})
    return row if _fits(texts, key) else None


def _by_cells(
    desktop: Desktop, container: Control, key: tuple[tuple[str, str], ...], left: Callable[[], float]
) -> Control | None:
    total, _ = desktop.grid_size(container, timeout_s=left())
    header, wanted = key[0]
    column = column_number(desktop, container, header, left())

    def text(row: int) -> str:
        cell = desktop.grid_cell(container, row, column, timeout_s=left())
        return cell_text(cell) if cell is not None else ""

    def fitting(row: int) -> Control | None:
        item = _row_at(desktop, container, row, left())
        if item is None or len(key) == 1:
            return item
        cells = cells_of(desktop, item, left())
        texts = {h: cell_text(c) for h, c in zip(_headers(desktop, container, left()), cells, strict=False)}
        return item if _fits(texts, key) else None

    guess = bisect_rows(total, wanted, text)
    if guess is not None and (item := fitting(guess)) is not None:
        return item
    for row in range(total):
        if left() <= MINIMUM_S:
            raise TimedOut(
                f"{container.describe()} has {total} rows; {row} were read and none has {dict(key)!r}.",
                hint="Raise timeout_ms, filter the list in the program, or name the row by its index.",
            )
        if text(row) == wanted and (item := fitting(row)) is not None:
            return item
    return None


def bisect_rows(total: int, wanted: str, text: Callable[[int], str]) -> int | None:
    """Return the first row with this text in a column that looks ordered; None when it does not, or has none.

    New rows may stand out of order before the first or after the last: the order of the others counts.
    """
    if total < 2 * SAMPLES:
        return None
    marks = [i * (total - 1) // (SAMPLES - 1) for i in range(SAMPLES)]
    sampled = [order_key(text(m)) for m in marks]
    goal = order_key(wanted)
    for start, end in ((0, SAMPLES), (1, SAMPLES), (0, SAMPLES - 1)):
        part = sampled[start:end]
        rising = all(a < b for a, b in itertools.pairwise(part))
        if not rising and not all(a > b for a, b in itertools.pairwise(part)):
            continue
        low, high = start, total - 1 - (SAMPLES - end)
        while low < high:
            middle = (low + high) // 2
            here = order_key(text(middle))
            if here == goal or (here > goal if rising else here < goal):
                high = middle
            else:
                low = middle + 1
        return low if text(low) == wanted else None
    return None


def order_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that orders texts as people do: runs of digits count as numbers."""
    made: list[tuple[int, int, str]] = []
    run = ""
    for character in text.casefold() + "\0":
        if run and character.isdigit() == run[0].isdigit() and character != "\0":
            run += character
            continue
        if run:
            made.append((0, int(run), "") if run[0].isdigit() and run.isascii() else (1, 0, run))
        run = character
    return tuple(made)


MINIMUM_S = 0.05


def _time_left(desktop: Desktop, deadline: float) -> Callable[[], float]:
    return lambda: max(MINIMUM_S, deadline - desktop.clock.now())
