"""Where the operands of a stated relation stand on the screen: fields by their label, columns by their header.

Found is only what is beyond doubt: one field of this name, all rows of the column. Otherwise nothing is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wpfagent.core.model import ROW_TYPES, Control, Rect, Snapshot
from wpfagent.testing.oracles.parts.stated import names_same, normal

GRIDS = frozenset({"DataGrid", "Table", "List", "Tree"})
VALUES = frozenset({"Edit", "Spinner", "Text", "Custom", "ComboBox", "Document"})
SAYING = VALUES | {"StatusBar"}
FARTHEST = 450
"""A value stands at most so many pixels right of its label."""
ROW_GAP = 6
"""Rows that lie farther apart have one between them that the tree does not hold."""
_PAGER = re.compile(
    r"\b(?:page|seite)\s*\d+\s*(?:of|/|von)\s*\d+|\d+\s*[-–]\s*\d+\s*(?:of|/|von)\s*\d+|\d+\s*/\s*\d+\s*ページ",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"^(?P<label>.*?[^\W\d_].*?)\s*[:：=＝]?\s+(?P<number>\S*\d\S*(?:\s*\S{1,3})?)$"
    r"|^(?P<label2>[^:：]+)[:：]\s*(?P<number2>.*\d.*)$"
)
"""A label and its number in one text: `Total: 12.50`, `合計：1,234円`."""
LONGEST_LABELLED = 120
"""Characters of such a text; longer ones are prose, and slow to match."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid: its header's place, and the texts of the rows that the tree holds."""

    grid: Control
    index: int
    texts: tuple[str, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a tree: the element at `start` and what is in it."""

    snapshot: Snapshot
    start: int
    end: int

    def indexes(self) -> range:
        """Return the places of its elements."""
        return range(self.start, self.end)


def regions_around(snapshot: Snapshot, index: int) -> Iterator[Region]:
    """Yield what an element stands in, the nearest first, up to its window."""
    place, depth = index, snapshot.controls[index].depth
    for start in range(index - 1, -1, -1):
        if snapshot.controls[start].depth < depth:
            depth = snapshot.controls[start].depth
            place = start
            yield Region(snapshot, place, place + len(snapshot.subtree(place)))


def field_texts(region: Region, name: str, besides: int) -> set[str] | None:
    """Return the texts of the fields with this name, without what repeats; None while one of them is written in.

    Args:
        region: where to look.
        name: as `stated.normal` gives it.
        besides: the place of the statement itself.
    """
    controls = region.snapshot.controls
    valued: set[str] = set()
    written: set[str] = set()
    labels: list[Control] = []
    for index in _outside_grids(region):
        control = controls[index]
        if index == besides or control.control_type not in SAYING or not control.visible:
            continue
        if name.isascii() and name not in f"{control.name} {control.value}".casefold():
            continue  # quick, for what is mostly not meant
        if control.name and control.value is not None and normal(control.name) == name:
            if control.focused:
                return None
            valued.add(control.value)
        elif control.control_type in ("Text", "StatusBar", "Edit") and control.text:
            found = _LABELLED.match(control.text) if len(control.text) <= LONGEST_LABELLED else None
            if found and normal(found["label"] or found["label2"] or "") == name:
                written.add(found["number"] or found["number2"])
            elif normal(control.text) == name:
                labels.append(control)
    if valued or written:
        return valued or written
    beside = [c for label in labels if (c := _beside(region, label)) is not None]
    return None if any(c.focused for c in beside) else {c.text for c in beside}


def column_of(region: Region, name: str) -> Column | None:
    """Return the one column whose header means this name; None where there is none, or more than one."""
    found = [c for index in region.indexes() if (c := _column_in(region.snapshot, index, name)) is not None]
    return found[0] if len(found) == 1 else None


def is_paged(snapshot: Snapshot) -> bool:
    """Return whether a text says that only some of the rows are shown."""
    return any(_PAGER.search(c.name) for c in snapshot.controls if c.control_type == "Text" and c.name)


def _outside_grids(region: Region) -> Iterator[int]:
    inside = -1
    for index in region.indexes():
        control = region.snapshot.controls[index]
        if 0 <= inside < control.depth:
            continue
        inside = control.depth if control.control_type in GRIDS else -1
        yield index


def _beside(region: Region, label: Control) -> Control | None:
    """The value right of a label in its line; None where that is a matter of opinion."""
    here = label.bounding_rect
    if here is None:
        return None
    near: list[tuple[int, Control]] = []
    for index in _outside_grids(region):
        control = region.snapshot.controls[index]
        rect = control.bounding_rect
        if control.control_type not in VALUES or rect is None or control is label or not control.visible:
            continue
        if _in_line(here, rect) and 0 <= rect.x - here.right + 4 <= FARTHEST:
            near.append((rect.x, control))
    near.sort(key=lambda n: n[0])
    return near[0][1] if near and any(c.isdigit() for c in near[0][1].text) else None


def _in_line(one: Rect, other: Rect) -> bool:
    return min(one.bottom, other.bottom) - max(one.y, other.y) > 0.5 * min(one.height, other.height)


def _column_in(snapshot: Snapshot, index: int, name: str) -> Column | None:
    grid = snapshot.controls[index]
    if grid.control_type not in GRIDS or not grid.visible:
        return None
    parts = snapshot.subtree(index)
    headers = _headers(parts)
    places = [i for i, header in enumerate(headers) if names_same(name, header.name)]
    if len(places) != 1:
        return None
    place, header = places[0], headers[places[0]]
    texts: list[str] = []
    complete = not snapshot.truncated and not snapshot.partial and not _is_scrolled(parts)
    bottom = header.bounding_rect.bottom if header.bounding_rect is not None else None
    for offset, row in enumerate(parts):
        if row.control_type not in ROW_TYPES or _row_above(parts, offset):
            continue
        cells = _cells(parts, offset)
        if not cells and not row.name:
            continue
        rect = row.bounding_rect
        if rect is not None and bottom is not None:
            complete = complete and abs(rect.y - bottom) <= ROW_GAP
            bottom = rect.bottom
        if len(cells) != len(headers) or not row.visible:
            complete = False
            continue
        if not any(_text_in(cells, i) for i in range(len(cells))):
            continue  # the empty row where a new one is entered
        texts.append(_text_in(cells, place))
    return Column(grid, place, tuple(texts), complete)


def _headers(parts: tuple[Control, ...]) -> list[Control]:
    found: list[Control] = []
    for offset, control in enumerate(parts):
        if control.control_type == "HeaderItem" and control.name and not _row_above(parts, offset):
            found.append(control)
    return found


def _row_above(parts: tuple[Control, ...], offset: int) -> bool:
    """Whether an element stands in a row."""
    depth = parts[offset].depth
    for place in range(offset - 1, 0, -1):
        if parts[place].depth < depth:
            if parts[place].control_type in ROW_TYPES:
                return True
            depth = parts[place].depth
    return False


def _cells(parts: tuple[Control, ...], offset: int) -> list[tuple[Control, ...]]:
    """The cells of a row, each with what is in it."""
    row = parts[offset]
    found: list[list[Control]] = []
    for control in parts[offset + 1 :]:
        if control.depth <= row.depth:
            break
        if control.depth == row.depth + 1:
            found.append([control])
        elif found:
            found[-1].append(control)
    return [tuple(cell) for cell in found if cell[0].control_type not in ("HeaderItem", "Header", "Thumb")]


def _text_in(cells: list[tuple[Control, ...]], place: int) -> str:
    return next((c.text for c in cells[place] if c.text), "")


def _is_scrolled(parts: tuple[Control, ...]) -> bool:
    """Whether rows may be out of sight: a scroll bar beside them, a group that is folded."""
    for control in parts[1:]:
        rect = control.bounding_rect
        if control.control_type == "ScrollBar" and control.visible and rect is not None and rect.height > rect.width:
            return True
        if control.control_type == "Group" and control.expanded == "collapsed":
            return True
    return False
