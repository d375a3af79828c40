"""The arithmetic of WPF's panels: docking, flowing, uniform cells, and grids of Auto, star and pixel tracks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wpfagent.core.model import Rect
from wpfagent.desktops.simulated.elements import Element, Track

Size = tuple[int, int]
Measure = Callable[[Element, int], Size]


def dock(sizes: Sequence[Size], sides: Sequence[str], inner: Rect, *, fill: bool) -> list[Rect]:
    """Cut slots off a rectangle, one side after the other; the last takes the rest when `fill`."""
    x, y, w, h = inner
    found: list[Rect] = []
    for i, ((cw, ch), side) in enumerate(zip(sizes, sides, strict=True)):
        if fill and i == len(sizes) - 1:
            found.append(Rect(x, y, w, h))
        elif side in ("Top", "Bottom"):
            found.append(Rect(x, y if side == "Top" else y + h - ch, w, ch))
            y, h = (y + ch if side == "Top" else y), max(0, h - ch)
        else:
            found.append(Rect(x if side == "Left" else x + w - cw, y, cw, h))
            x, w = (x + cw if side == "Left" else x), max(0, w - cw)
    return found


def flow(sizes: Sequence[Size], width: int) -> list[Rect]:
    """Put rectangles in lines from left to right, a new line where the width ends."""
    found: list[Rect] = []
    x = y = line = 0
    for w, h in sizes:
        if x and x + w > width:
            x, y, line = 0, y + line, 0
        found.append(Rect(x, y, w, h))
        x, line = x + w, max(line, h)
    return found


def uniform(element: Element, count: int) -> tuple[int, int]:
    """Return (columns, rows) of a UniformGrid."""
    columns = int(element.attributes.get("Columns", "0") or 0)
    rows = int(element.attributes.get("Rows", "0") or 0)
    if not columns:
        columns = -(-count // rows) if rows else max(1, round(count**0.5 + 0.49))
    return max(1, columns), max(1, rows or -(-count // max(1, columns)))


def place_grid(grid: Element, children: Sequence[Element], measure: Measure, inner: Rect) -> list[Rect]:
    """Return the cell of each child."""
    columns, rows = tracks_of(grid, children, measure, inner.width, inner.height)
    found: list[Rect] = []
    for child in children:
        c, cs, r, rs = _cell(child, len(columns), len(rows))
        x, y = inner.x + sum(columns[:c]), inner.y + sum(rows[:r])
        found.append(Rect(x, y, sum(columns[c : c + cs]), sum(rows[r : r + rs])))
    return found


def tracks_of(
    grid: Element, children: Sequence[Element], measure: Measure, width: int, height: int
) -> tuple[list[int], list[int]]:
    """Return the widths of a grid's columns and the heights of its rows. A height below 0: as high as needed."""
    columns, rows = grid.tracks or ([("star", 1.0)], [("star", 1.0)])
    cells = [_cell(c, len(columns), len(rows)) for c in children]
    wide = [0] * len(columns)
    for child, (c, cs, _, _) in zip(children, cells, strict=True):
        if cs == 1:
            wide[c] = max(wide[c], measure(child, width)[0])
    widths = _share(columns, wide, width, bounded=height >= 0)
    high = [0] * len(rows)
    for child, (c, cs, r, rs) in zip(children, cells, strict=True):
        if rs == 1:
            high[r] = max(high[r], measure(child, sum(widths[c : c + cs]))[1])
    return widths, _share(rows, high, height, bounded=height >= 0)


def parse_track(value: str) -> Track:
    """Return a RowDefinition's Height or a ColumnDefinition's Width."""
    value = value.strip()
    if value.lower() == "auto":
        return "auto", 0.0
    if value.endswith("*"):
        return "star", float(value[:-1] or 1)
    return ("pixel", float(found[0])) if (found := re.match(r"[\d.]+", value)) else ("star", 1.0)


def _share(tracks: Sequence[Track], needed: Sequence[int], room: int, *, bounded: bool) -> list[int]:
    sizes = [int(amount) if kind == "pixel" else need for (kind, amount), need in zip(tracks, needed, strict=True)]
    stars = sum(amount for kind, amount in tracks if kind == "star")
    if bounded and stars:
        rest = max(0, room - sum(s for s, (kind, _) in zip(sizes, tracks, strict=True) if kind != "star"))
        sizes = [int(rest * t[1] / stars) if t[0] == "star" else s for s, t in zip(sizes, tracks, strict=True)]
    return sizes


def _cell(child: Element, columns: int, rows: int) -> tuple[int, int, int, int]:
    own = child.attributes
    c = min(int(own.get("Grid.Column", "0")), columns - 1)
    r = min(int(own.get("Grid.Row", "0")), rows - 1)
    cs = min(int(own.get("Grid.ColumnSpan", "1")), columns - c)
    return c, max(1, cs), r, max(1, min(int(own.get("Grid.RowSpan", "1")), rows - r))
