"""How a label and a control stand to each other: in one line, one above the other."""

from __future__ import annotations

from collections.abc import Iterable

from wpfagent.core.model import Rect

BELOW = 1_000  # so much farther counts a field below a label than one behind it
AT_FIELD = 12  # so many pixels may lie between a field and the sign or unit that belongs to it
AT_TICK = 8  # so many times its height may words stand behind the tick that they are beside
NEARLY = 4  # so many pixels may lie between edges that are meant to be in one line


def distance_to(label: Rect, rect: Rect) -> float | None:
    """Return how far a control stands from its label, in its line or below it; None where it stands at another."""
    if _is_stacked(label, rect):
        return 0.01 * (rect.y - label.bottom)
    if in_one_line(label, rect) and rect.x >= label.x + label.width // 2:
        return rect.x - label.right + 0.001 * rect.width
    columns_overlap = min(label.right, rect.right) - max(label.x, rect.x)
    gap = rect.y - label.bottom
    if columns_overlap > 0 and -NEARLY <= gap <= 3 * label.height:
        begins = 0.005 * max(0, rect.x - label.x)  # of one line the first counts, in whatever frame it stands
        return BELOW + max(0, gap - NEARLY) + 0.001 * rect.width + begins
    return None


def _is_stacked(label: Rect, rect: Rect) -> bool:
    """Whether a field lies right below a label that is as wide as it is: both fill the column of a form."""
    reaches = label.x + 0.7 * label.width <= rect.right <= label.right + NEARLY
    return reaches and abs(label.x - rect.x) <= NEARLY and -NEARLY <= rect.y - label.bottom <= label.height


def in_one_line(label: Rect, rect: Rect) -> bool:
    """Whether a label stands in the line of a control: at its top or middle; what is high passes many lines."""
    rows_overlap = min(label.bottom, rect.bottom) - max(label.y, rect.y)
    is_level = min(abs(label.y - rect.y), abs(label.center[1] - rect.center[1])) <= label.height
    return is_level and rows_overlap > 0.4 * min(label.height, rect.height)


def distance_of_tick(label: Rect, rect: Rect) -> float | None:
    """Return how far a label stands right of a tick in its line; None where it does not, or far from it."""
    is_beside = in_one_line(label, rect) and rect.right <= label.x + label.width // 2
    return float(label.x - rect.right) if is_beside and label.x - rect.right <= AT_TICK * label.height else None


def stands_at(label: Rect, rect: Rect) -> bool:
    """Whether a label stands anywhere around an element, no farther than twice its height."""
    return not wider(rect, 2 * label.height).intersection(label).is_empty


def union(rects: Iterable[Rect]) -> Rect:
    """Return the smallest rectangle around some, at least one."""
    each = list(rects)
    x, y = min(r.x for r in each), min(r.y for r in each)
    return Rect(x, y, max(r.right for r in each) - x, max(r.bottom for r in each) - y)


def wider(rect: Rect, by: int) -> Rect:
    """Return a rectangle that reaches so many pixels farther on each side."""
    return Rect(rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by)
