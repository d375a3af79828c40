"""Where the ink of a line is: engines tell where a line is about, its pixels tell where exactly.

The ink is what differs from the line's background; a frame or rule at its edge is no ink of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wpfagent.core.model import Rect
from wpfagent.core.placed import union
from wpfagent.desktops.eyes.reading import Line, Word

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_CONTRAST, CONTRAST_SHARE = 24, 0.35
"""A pixel is ink where it differs so much from the background, and by this share of what differs most."""
RULE_SHARE = 0.92
"""A row or column near the edge that is inked by this share is a frame, or lies beyond one."""
EDGE = 3
"""Frames are looked for in the outer part of a line: a third of it on each side."""
APART_SHARE = 0.22
"""What lies farther above or below the text than this share of the height is no ink of it."""
SPACE_SHARE, NEAR_SHARE = 0.14, 0.9
"""Shares of a line's height: how wide a gap between words is at least, and how far from its place it is looked for."""


def placed(image: Any, line: Line) -> Line:
    """Return a line with the places of its ink, of the whole and of each word.

    Args:
        image: the picture, as an array of rows, columns and colours.
        line: as the engine placed it, with a word for each character.
    """
    shown = line.rect.intersection(Rect(0, 0, image.shape[1], image.shape[0]))
    if shown.is_empty:
        return line
    inked = _inked(image[shown.y : shown.bottom, shown.x : shown.right])
    top, bottom = _band(inked.sum(axis=1).tolist())
    columns = inked[top:bottom].any(axis=0).nonzero()[0]
    if not len(columns):
        return line
    left, right = int(columns[0]), int(columns[-1]) + 1
    tight = Rect(shown.x + left, shown.y + top, right - left, bottom - top)
    inner = inked[top:bottom, left:right].any(axis=0)
    gaps = [(shown.x + a, shown.x + b) for a, b in _gaps(inner, left, tight.height)]
    words = tuple(_words(line, tight, gaps))
    return replace(line, rect=union(w.rect for w in words) if words else tight, words=words)


def _inked(part: Any) -> Any:
    """Which pixels of a line are ink."""
    import numpy

    background = numpy.median(part.reshape(-1, part.shape[2]), axis=0)
    differs = numpy.abs(part.astype(numpy.int16) - background).max(axis=2)
    inked = differs > max(LEAST_CONTRAST, CONTRAST_SHARE * differs.max())
    for axis in (1, 0):
        share = inked.mean(axis=axis)
        size = len(share)
        rules = (share >= RULE_SHARE).nonzero()[0]
        first = max((int(i) + 1 for i in rules if i < size // EDGE), default=0)
        last = min((int(i) for i in rules if i >= size - size // EDGE), default=size)
        if axis == 1:
            inked[:first], inked[last:] = False, False
        else:
            inked[:, :first], inked[:, last:] = False, False
    return inked


def _band(rows: list[int]) -> tuple[int, int]:
    """The rows of the text: of the stretches with ink, those around the one with most of it that no wide gap parts."""
    stretches: list[list[int]] = []
    for at, ink in enumerate(rows):
        if ink and stretches and at - stretches[-1][1] <= APART_SHARE * len(rows):
            stretches[-1][1:] = [at + 1, stretches[-1][2] + ink]
        elif ink:
            stretches.append([at, at + 1, ink])
    top, bottom, _ = max(stretches, key=lambda stretch: stretch[2], default=(0, 0, 0))
    return top, bottom


def _gaps(columns: Any, left: int, height: int) -> Iterator[tuple[int, int]]:
    """The stretches without ink that are as wide as a space."""
    begin: int | None = None
    for at, has_ink in enumerate(columns.tolist()):
        if has_ink and begin is not None:
            if at - begin >= max(2, SPACE_SHARE * height):
                yield left + begin, left + at
            begin = None
        elif not has_ink and begin is None:
            begin = at


def _words(line: Line, tight: Rect, gaps: list[tuple[int, int]]) -> Iterator[Word]:
    """Each character's word at the height of the ink; the first and last of a word begin and end where its ink does."""
    at = 0
    placed: list[tuple[int, int]] = []
    for word in line.words:
        found = line.text.find(word.text, at)
        left, right = max(tight.x, word.rect.x), min(tight.right, word.rect.right)
        if placed and found > at and line.text[at:found].isspace():
            near = _gap_at((placed[-1][1] + left) / 2, gaps, NEAR_SHARE * tight.height)
            if near is not None:
                placed[-1], left = (placed[-1][0], near[0]), near[1]
        elif not placed:
            left = _edge([b for _, b in gaps], left, word.rect, tight.x, tight.height)
        placed.append((left, right))
        at = max(at, found + len(word.text))
    if placed:
        left, right = placed[-1]
        placed[-1] = left, _edge([a for a, _ in gaps], right, line.words[-1].rect, tight.right, tight.height)
    for (left, right), word in zip(placed, line.words, strict=True):
        yield replace(word, rect=Rect(left, tight.y, max(1, right - left), tight.height))


def _edge(ends: list[int], at: int, character: Rect, outer: int, height: int) -> int:
    """Where a line begins or ends: at a gap that parts it from a sign beside it, a check box; else at its outer ink."""
    middle = character.x + character.width / 2
    beyond = [end for end in ends if (end <= middle if outer <= middle else end >= middle)]
    near = min(beyond, key=lambda end: abs(end - at), default=None)
    return near if near is not None and abs(near - at) <= NEAR_SHARE * height else outer


def _gap_at(x: float, gaps: list[tuple[int, int]], most: float) -> tuple[int, int] | None:
    """The gap nearest to a place, if one is near."""
    near = min(gaps, key=lambda gap: abs((gap[0] + gap[1]) / 2 - x), default=None)
    return near if near is not None and abs((near[0] + near[1]) / 2 - x) <= most else None
