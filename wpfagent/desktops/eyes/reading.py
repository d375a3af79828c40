"""What was read of a picture: lines with their places, and the place of any part of a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from wpfagent.core.model import Rect
from wpfagent.core.placed import union


@dataclass(frozen=True, slots=True)
class Word:
    """A part of a line that the engine gave a place of its own: a word, or one character."""

    text: str
    rect: Rect
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; its words follow each other in it. `confidence` is 0…1, None where the engine tells none."""

    text: str
    rect: Rect
    confidence: float | None = None
    words: tuple[Word, ...] = ()

    def moved(self, dx: int, dy: int) -> Line:
        """Return it at another place."""
        words = tuple(replace(w, rect=_moved(w.rect, dx, dy)) for w in self.words)
        return replace(self, rect=_moved(self.rect, dx, dy), words=words)

    def part(self, start: int, end: int) -> Rect:
        """Return where the characters from `start` to before `end` stand.

        Of a word that is only partly meant, they have the share that they take: Japanese is written without spaces.
        """
        cut = (_cut(word.rect, word.text, start - begin, end - begin) for word, begin in self._placed())
        within = [rect for rect in cut if rect is not None]
        return union(within) if within else _cut(self.rect, self.text, start, end) or self.rect

    def confidence_of(self, start: int, end: int) -> float | None:
        """Return how sure the engine is of a part: the mean of its words, else the line's."""
        known = [w.confidence for w, begin in self._placed() if begin < end and begin + len(w.text) > start]
        told = [c for c in known if c is not None]
        return round(sum(told) / len(told), 3) if told else self.confidence

    def _placed(self) -> Iterator[tuple[Word, int]]:
        """Each word with where it begins in the text."""
        at = 0
        for word in self.words:
            found = self.text.find(word.text, at)
            if found >= 0:
                yield word, found
                at = found + len(word.text)


@dataclass(frozen=True, slots=True)
class Reading:
    """What an engine read; `engine` names it for people."""

    engine: str
    lines: tuple[Line, ...] = ()

    def moved(self, dx: int, dy: int) -> Reading:
        """Return it at another place: the screen's pixels instead of the picture's."""
        return replace(self, lines=tuple(line.moved(dx, dy) for line in self.lines))

    @property
    def text(self) -> str:
        """All lines, from the top."""
        return "\n".join(line.text for line in self.lines)


def rows(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, where those that stand side by side like words of one text are one line."""
    found: list[Line] = []
    for line in sorted(lines, key=lambda each: (each.rect.x, each.rect.y)):
        beside = next((i for i, left in enumerate(found) if _continues(left, line)), None)
        if beside is None:
            found.append(line)
            continue
        left = found[beside]
        told = [c for c in (left.confidence, line.confidence) if c is not None]
        found[beside] = Line(
            f"{left.text} {line.text}", union((left.rect, line.rect)), min(told, default=None), left.words + line.words
        )
    return sorted(found, key=lambda each: (each.rect.y, each.rect.x))


def _continues(left: Line, right: Line) -> bool:
    """Whether a line goes on where another ends: on the same height, no farther away than a wide space."""
    low, high = sorted((left.rect.height, right.rect.height))
    common = min(left.rect.bottom, right.rect.bottom) - max(left.rect.y, right.rect.y)
    gap = right.rect.x - left.rect.right
    return common >= 0.6 * low and high <= 2 * low and -0.5 * low <= gap <= 0.9 * low


def _moved(rect: Rect, dx: int, dy: int) -> Rect:
    return rect._replace(x=rect.x + dx, y=rect.y + dy)


def _cut(rect: Rect, text: str, start: int, end: int) -> Rect | None:
    """The share of a text's rectangle that some of its characters take; None where none of them is in it."""
    start, end = max(0, start), min(len(text), end)
    if start >= end:
        return None
    widths = [2 if unicodedata.east_asian_width(c) in "FWA" else 1 for c in text]
    left, right = (round(rect.width * sum(widths[:at]) / sum(widths)) for at in (start, end))
    return rect._replace(x=rect.x + left, width=max(1, right - left))
