"""Rows and cells of grids and lists, virtualised ones included: realised, not enumerated.

A cell is what has GridItem; a row is what holds cells, or an item of a list. A row is found by its number; by its name
(one call); among the rows that are real now; in a column whose order shows, by bisection; else from top to bottom.
All within a deadline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from wpfagent.core.captions import NEW_ITEM, NULL, folded, own_name
from wpfagent.core.errors import InvalidArgument, SelectorAmbiguous, TimedOut, Unsupported
from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo
from wpfagent.core.selector import nearest
from wpfagent.desktops.base import Budget, Conditions, Desktop
from wpfagent.desktops.locating import items, paging
from wpfagent.desktops.locating.columns import cell_text, text_at, texts_of_column
from wpfagent.desktops.locating.ordering import bisect_rows

ITEM_TYPES = (*sorted(ROW_TYPES), "TabItem")
FEW_ROWS = 100
"""Up to so many rows are read at once where a grid has all of them in its tree."""
MOST_ITEMS = 20_000
"""How many items of a list without a grid are counted; a longer one has at least so many."""
WITH_ROWS, MOST_LISTS = Conditions(control_types=("DataGrid", "Table", "List", "Tree")), 50
RowKey = int | tuple[tuple[str, str], ...]
_CELLS = ("GridItem", "TableItem")
_NO_CELLS = ("Header", "HeaderItem", "Thumb")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a table as texts; `count` is the number of all rows, or of those known where not `is_all`."""

    headers: list[str]
    rows: list[list[str]]
    count: int
    is_all: bool = True


def containers(
    desktop: Desktop, windows: Sequence[WindowInfo], within: Control | None, timeout_s: float
) -> list[Control]:
    """Return the grids and lists that show below an element, or in all windows."""
    found = desktop.find(WITH_ROWS, windows=windows, within=within, limit=MOST_LISTS, timeout_s=timeout_s)
    return [c for c in found if c.visible and (within is None or c.ref != within.ref)]


def find_row(
    desktop: Desktop, container: Control, key: RowKey, deadline: float, index: int | None = None
) -> Control | None:
    """Return the row with this number or these cell texts, realised; None when there is none.

    Args:
        desktop: where.
        container: the grid or list.
        key: a number from 0, or texts by header; the header "" means the row's caption.
        deadline: on the desktop's clock.
        index: which of several rows that fit.

    Raises:
        SelectorAmbiguous: several of the rows that are real now fit, and no index says which.
        TimedOut: the deadline came before the end of the container.
    """
    left = _time_left(desktop, deadline)
    if isinstance(key, int):
        return _row_at(desktop, container, key, left())
    if index is not None:
        return _nth(desktop, container, key, index, left)
    named = _by_name(desktop, container, key, left)
    if named is not None:
        return named
    is_grid = container.can("Grid", "Table")
    all_at_once = not is_grid or container.can("ItemContainer")
    if not all_at_once:
        all_at_once = desktop.grid_size(container, timeout_s=left())[0] <= FEW_ROWS
    real = _fitting(real_rows(desktop, container, left()), key) if all_at_once else []
    if len(real) > 1:
        raise SelectorAmbiguous(
            f"{len(real)} rows of {container.describe()} have {dict(key)!r}.",
            hint="Name more columns of the row, or give `index`.",
        )
    if real:
        return real[0]
    if is_grid:
        return _by_cells(desktop, container, key, left) if key[0][0] else None
    return paging.find(
        desktop, container, key[0][1], lambda: _fitting(real_rows(desktop, container, left()), key), left
    )


def _nth(
    desktop: Desktop, container: Control, key: tuple[tuple[str, str], ...], index: int, left: Callable[[], float]
) -> Control | None:
    """Return one of several rows that fit, by its place among them."""
    fitting = _fitting(real_rows(desktop, container, left()), key)
    if container.can("Grid", "Table") and key[0][0]:
        total, _ = desktop.grid_size(container, timeout_s=left())
        column = column_number(desktop, container, key[0][0], left())
        shown = texts_of_column(desktop, container, total, column, left)
        numbers = [number for number, text in enumerate(shown) if text == key[0][1]]
        rows = (_row_at(desktop, container, n, left()) for n in numbers)
        fitting = [row for row in rows if row is not None and _row_fits(desktop, container, row, key, left())]
    return fitting[index] if -len(fitting) <= index < len(fitting) else None


def find_cell(
    desktop: Desktop, container: Control, row: Control, column: int | str, timeout_s: float
) -> Control | None:
    """Return a row's cell by its column's header or number; None when the row has fewer cells."""
    number = column if isinstance(column, int) else column_number(desktop, container, column, timeout_s)
    cells = cells_of(desktop, row, timeout_s)
    if not cells and row.can("GridItem") and container.can("Grid"):  # a cell stands for a row that is no element
        place, _ = desktop.grid_place(row, timeout_s=timeout_s)
        return desktop.grid_cell(container, place, number, timeout_s=timeout_s)
    if number >= 0 and cells and cells[0].can("GridItem") and container.can("Grid"):
        _, columns = desktop.grid_size(container, timeout_s=timeout_s)
        if len(cells) != columns:  # columns out of view are not part of the row
            place, _ = desktop.grid_place(cells[0], timeout_s=timeout_s)
            cell = desktop.grid_cell(container, place, number, timeout_s=timeout_s)
            return desktop.realize(cell, timeout_s=timeout_s) if cell is not None else None
    return cells[number] if -len(cells) <= number < len(cells) else None


def column_number(desktop: Desktop, container: Control, header: str, timeout_s: float) -> int:
    """Return the number of the column with this header.

    Raises:
        InvalidArgument: no such header; the nearest are named.
    """
    headers = desktop.grid_headers(container, timeout_s=timeout_s)
    if header in headers:
        return headers.index(header)
    plain = [folded(h) for h in headers]
    if folded(header) in plain:
        return plain.index(folded(header))
    near = nearest(header, headers) or [h for h in headers if h]
    raise InvalidArgument(
        f"{container.describe()} has no column {header!r}.",
        hint=f"Columns: {', '.join(near)}." if near else "It shows no headers: use the column's number.",
    )


def with_columns(
    desktop: Desktop, containers: Sequence[Control], headers: Iterable[str], key: RowKey, timeout_s: float
) -> list[Control]:
    """Return those of several grids that have columns with all these headers; all of them where none has.

    Without a header those in which a row shows that has this caption.
    """
    wanted = {folded(header) for header in headers if header}
    if len(containers) == 1:
        return list(containers)
    if not wanted:
        if isinstance(key, int):
            return list(containers)
        real = ((c, _fitting(real_rows(desktop, c, timeout_s), key)) for c in containers)
        return [c for c, fitting in real if any(row.visible for row in fitting)] or list(containers)
    grids = [c for c in containers if c.can("Grid", "Table")]
    shown = {c.ref: {folded(h) for h in _headers(desktop, c, timeout_s)} for c in grids}
    return [c for c in grids if wanted <= shown[c.ref]] or list(containers)


def cells_of(desktop: Desktop, row: Control, timeout_s: float) -> list[Control]:
    """Return a real row's cells, in order."""
    children = desktop.children(row, limit=500, timeout_s=timeout_s)
    cells = [c for c in children if c.can(*_CELLS)]
    return cells or [c for c in children if c.control_type not in _NO_CELLS]


def read_table(desktop: Desktop, container: Control, *, start: int, limit: int, deadline: float) -> Table:
    """Return rows of a grid or list as texts; the program is left scrolled as it was."""
    left = _time_left(desktop, deadline)
    with paging.kept(desktop, container, left):
        try:
            total, columns = desktop.grid_size(container, timeout_s=left())
        except Unsupported:
            return _read_list(desktop, container, start, limit, left)
        return _read_grid(desktop, container, (total, columns), start, limit, left)


def _read_grid(
    desktop: Desktop, container: Control, size: tuple[int, int], start: int, limit: int, left: Callable[[], float]
) -> Table:
    total, columns = size
    headers = desktop.grid_headers(container, timeout_s=left())
    # A grid that does not virtualise has all its rows in its tree: only those that are asked for are read then.
    is_small = container.can("ItemContainer") or total <= FEW_ROWS
    listed = real_rows(desktop, container, left()) if is_small else []
    real = {row.ref: list(texts.values()) for row, texts in listed}
    if total and _is_new_row(desktop, container, total - 1, left()):
        total -= 1
    found: list[list[str]] = []
    if not is_small and desktop.grid_cell(container, start, 0, timeout_s=left()) is None:
        rows = _items_from(desktop, container, start, min(total, start + limit), left())
        return Table(headers, [[cell_text(c) for c in cells_of(desktop, row, left())] for row in rows], total)
    for number in range(start, min(total, start + limit)):
        first = desktop.grid_cell(container, number, 0, timeout_s=left())
        row_item = desktop.grid_row(first, timeout_s=left()) if first is not None else None
        if row_item is not None and len(real.get(row_item.ref, ())) == columns:
            found.append(real[row_item.ref])
            continue
        if first is None and number < len(listed) == total:  # the grid gives no cells: its rows are all there
            found.append(list(listed[number][1].values()))
            continue
        if row_item is not None and not is_small:
            found.append([cell_text(c) for c in cells_of(desktop, row_item, left())])
            continue
        cells = [desktop.grid_cell(container, number, c, timeout_s=left()) for c in range(columns)]
        found.append([cell_text(c) if c is not None else "" for c in cells])
    return Table(headers, found, total)


def _items_from(desktop: Desktop, container: Control, start: int, end: int, timeout_s: float) -> list[Control]:
    """Return the items of a grid that gives no cells: a virtual list of Windows Forms."""
    with suppress(Unsupported):
        return desktop.items(container, start=start, limit=end - start, most=MOST_ITEMS, timeout_s=timeout_s)[0]
    listed: list[Control] = []
    for kind in sorted(ROW_TYPES):
        wanted = Conditions(control_type=kind)
        listed = listed or desktop.find(wanted, windows=(), within=container, limit=end, timeout_s=timeout_s)
    return listed[start:end]


def _read_list(desktop: Desktop, container: Control, start: int, limit: int, left: Callable[[], float]) -> Table:
    """Read the items of a list without a grid: those out of view are brought into it."""
    real = {row.ref: list(texts.values()) for row, texts in real_rows(desktop, container, left())}
    try:
        listed, count = desktop.items(container, start=start, limit=limit, most=MOST_ITEMS, timeout_s=left())
    except Unsupported:
        return Table([], list(real.values())[start : start + limit], len(real))
    if count < len(real):  # groups, branches: the items stand deeper than the container's own
        return Table([], list(real.values())[start : start + limit], len(real))
    found: list[list[str]] = []
    for item in listed:
        if item.ref not in real:
            shown = desktop.realize(item, timeout_s=left())
            real |= {row.ref: list(texts.values()) for row, texts in real_rows(desktop, container, left())}
            real.setdefault(item.ref, real.get(shown.ref, [shown.name]))
        found.append(real[item.ref])
    return Table([], found, count, is_all=count < MOST_ITEMS)


def _is_new_row(desktop: Desktop, container: Control, number: int, timeout_s: float) -> bool:
    """Return whether a grid's last row is the empty one that takes a new item."""
    cell = desktop.grid_cell(container, number, 0, timeout_s=timeout_s)
    if cell is None:
        return False
    if NEW_ITEM in own_name(cell):
        return True
    row = desktop.grid_row(cell, timeout_s=timeout_s) if cell.value == NULL or not cell.text else None
    if row is None:
        return False
    if own_name(row) == NEW_ITEM:
        return True
    cells = cells_of(desktop, row, timeout_s)
    return any(c.value == NULL for c in cells) and not any(cell_text(c) for c in cells if c.toggle_state is None)


def real_rows(desktop: Desktop, container: Control, timeout_s: float) -> list[tuple[Control, dict[str, str]]]:
    """Return the rows that are real now, each with its texts by header ('' and numbers where there is none)."""
    headers = _headers(desktop, container, timeout_s)
    snapshot = desktop.snapshot((), within=container, budget=Budget(items.READ, timeout_s), timeout_s=timeout_s)
    listed: list[tuple[Control, dict[str, str]]] = []
    index = 1
    while index < len(snapshot.controls):
        row, parts = snapshot.controls[index], snapshot.subtree(index)
        cells = [n for n, c in enumerate(parts) if n and c.depth == row.depth + 1 and c.can(*_CELLS)]
        is_row = bool(cells) or row.control_type in ITEM_TYPES
        if is_row and own_name(row) != NEW_ITEM:
            cells = cells or [
                n for n, c in enumerate(parts)
                if n and c.depth == row.depth + 1 and c.control_type not in (*_NO_CELLS, *ITEM_TYPES)
            ]  # fmt: skip
            shown = [_shown_in(snapshot, index + n) for n in cells]
            texts = {headers[n] if n < len(headers) else str(n): text for n, text in enumerate(shown)}
            listed.append((row, texts or {"": row.name}))
        index += len(parts) if is_row and row.control_type != "TreeItem" else 1
    return listed


def _shown_in(snapshot: Snapshot, index: int) -> str:
    """Return what a cell shows: its own text, else the state or value of what its template put into it."""
    cell = snapshot.controls[index]
    own = cell_text(cell)
    if own or cell.value == NULL:
        return own
    return next((text for part in snapshot.subtree(index)[1:] if (text := cell_text(part))), "")


def _headers(desktop: Desktop, container: Control, timeout_s: float) -> list[str]:
    try:
        return desktop.grid_headers(container, timeout_s=timeout_s)
    except Unsupported:
        return []


def _fitting(listed: list[tuple[Control, dict[str, str]]], key: tuple[tuple[str, str], ...]) -> list[Control]:
    return [row for row, texts in listed if _fits(texts, key, row)]


def _fits(texts: dict[str, str], key: tuple[tuple[str, str], ...], row: Control) -> bool:
    shown = {folded(h): t for h, t in texts.items()}
    return all(
        shown.get(folded(h)) == wanted or (h == "" and (row.name == wanted or wanted in texts.values()))
        for h, wanted in key
    )


def _row_at(desktop: Desktop, container: Control, number: int, timeout_s: float) -> Control | None:
    if container.can("Grid", "Table"):
        total, _ = desktop.grid_size(container, timeout_s=timeout_s)
        number = number + total if number < 0 else number
        if not 0 <= number < total:
            return None
        cell = desktop.grid_cell(container, number, 0, timeout_s=timeout_s)
        row = desktop.grid_row(cell, timeout_s=timeout_s) if cell is not None else None
        row = desktop.realize(row, timeout_s=timeout_s) if row is not None else None
        if row is not None:
            return row if _is_made(row) else None  # of a closed group its rows are no elements
        if cell is None and (listed := _items_from(desktop, container, number, number + 1, timeout_s)):
            return listed[0]
    elif container.can("ItemContainer"):
        most = number + 1 if number >= 0 else MOST_ITEMS
        listed, count = desktop.items(container, start=max(0, number), limit=1, most=most, timeout_s=timeout_s)
        if number < 0 <= count + number:
            listed, _ = desktop.items(container, start=count + number, limit=1, most=count, timeout_s=timeout_s)
        if listed and count > 0 and -count <= number < count:
            return desktop.realize(listed[0], timeout_s=timeout_s)
    found = [row for row, _ in real_rows(desktop, container, timeout_s)]
    return found[number] if -len(found) <= number < len(found) else None


def _is_made(row: Control) -> bool:
    """Whether a row that was realised is an element now: of WPF a closed group holds it back, or stands for it."""
    has_place = row.bounding_rect is not None and not row.bounding_rect.is_empty
    return row.control_type != "Group" and (row.enabled or has_place)


def _by_name(
    desktop: Desktop, container: Control, key: tuple[tuple[str, str], ...], left: Callable[[], float]
) -> Control | None:
    """A list item's name is its text; a grid row's may be its first cell's. One call, also for unrealised rows."""
    if len(key) != 1:
        return None
    header, wanted = key[0]
    row = items.own_named(desktop, container, wanted, left())
    if row is None or header == "" or not container.can("Grid", "Table"):
        return row
    return row if _row_fits(desktop, container, row, key, left()) else None


def _row_fits(
    desktop: Desktop, container: Control, row: Control, key: tuple[tuple[str, str], ...], timeout_s: float
) -> bool:
    shown = [cell_text(c) for c in cells_of(desktop, row, timeout_s)]
    headers = _headers(desktop, container, timeout_s)
    texts = {headers[n] if n < len(headers) else str(n): text for n, text in enumerate(shown)}
    return _fits(texts, key, row)


def _by_cells(
    desktop: Desktop, container: Control, key: tuple[tuple[str, str], ...], left: Callable[[], float]
) -> Control | None:
    total, _ = desktop.grid_size(container, timeout_s=left())
    header, wanted = key[0]
    column = column_number(desktop, container, header, left())

    def text(row: int) -> str:
        return text_at(desktop, container, row, column, left())

    def fitting(row: int) -> Control | None:
        item = _row_at(desktop, container, row, left())
        is_it = item is None or len(key) == 1 or _row_fits(desktop, container, item, key, left())
        return item if is_it else None

    guess = bisect_rows(total, wanted, text)
    if guess is not None and (item := fitting(guess)) is not None:
        return item
    read = 0
    for row, shown in enumerate(texts_of_column(desktop, container, total, column, left)):
        read = row + 1
        if shown == wanted and (item := fitting(row)) is not None:
            return item
    if read < total:
        raise TimedOut(
            f"{container.describe()} has {total} rows; {read} were read and none has {dict(key)!r}.",
            hint="Raise timeout_ms, filter the list in the program, or name the row by its index.",
        )
    return None


MINIMUM_S = 0.05


def _time_left(desktop: Desktop, deadline: float) -> Callable[[], float]:
    return lambda: max(MINIMUM_S, deadline - desktop.clock.now())
