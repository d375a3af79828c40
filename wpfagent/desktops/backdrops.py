"""Which of several controls can be reached where a layer is in front: not what it covers, nor what is dimmed.

A dialog that is drawn in its window dims all behind it and takes the clicks there: no peer tells of that, the eye does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.fronts import Front, covered, fronts
from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.core.pixels import Pixels, pixels_of
from wpfagent.core.placed import wider
from wpfagent.desktops.base import Desktop

AROUND = 6
"""So many pixels around a control are looked at."""
MARGIN = 24
"""So many pixels a layer is larger, at most, than what stands in it."""
LEAST = 40
"""Of fewer pixels nothing is said."""
LESS = 0.9
"""What is dimmed has so much of its contrast, or less; what lies behind it is by as much darker or lighter."""


@dataclass(frozen=True, slots=True)
class _Tones:
    """How bright it is around a control, and how much darker and lighter things differ there; None where unknown."""

    ground: int
    contrast: int | None


def reached(desktop: Desktop, snapshot: Snapshot, found: Sequence[Control]) -> list[Control]:
    """Return the one of several controls that can be reached, where a layer keeps from all others; else all."""
    layers = fronts(snapshot)
    behind = covered(snapshot, layers, found)
    free = [c for c in found if c.ref not in behind]
    if len(free) > 1 and layers:
        first = next((c for c in free if _stands_in(snapshot, layers[-1], c)), None)
        if first is not None:
            free = [c for c in free if c is first or not _is_dimmed(desktop, c, first, layers[-1].box)]
    return free if len(free) == 1 else list(found)


def _stands_in(snapshot: Snapshot, front: Front, control: Control) -> bool:
    at = snapshot.index_of(control.ref)
    return at is not None and front.first <= at < front.end


def _is_dimmed(desktop: Desktop, control: Control, like: Control, box: Rect) -> bool:
    """Whether it is darker or lighter around a control than around one of the layer in front, and all paler.

    What is partly under the parts of the layer, and else under its margin, shows nothing to be judged by.
    """
    if control.hwnd != like.hwnd or control.bounding_rect is None or like.bounding_rect is None:
        return False
    try:
        picture = desktop.capture(hwnd=like.hwnd)
        pixels = pixels_of(picture)
    except WpfAgentError:
        return False
    front = _tones(pixels, picture.rect, like.bounding_rect, Rect(0, 0, 0, 0))
    behind = _tones(pixels, picture.rect, control.bounding_rect, wider(box, MARGIN))
    if front is None or behind is None:  # all of it lies under the layer's margin
        return front is not None and not control.bounding_rect.intersection(box).is_empty
    low, high = sorted((front.ground, behind.ground))
    is_paler = behind.contrast is None or (front.contrast is not None and behind.contrast <= LESS * front.contrast)
    return low < LESS * high and is_paler


def _tones(pixels: Pixels, area: Rect, rect: Rect, without: Rect) -> _Tones | None:
    ring, inside, whole = Counter[int](), Counter[int](), rect.intersection(without).is_empty
    for x, y in _points(wider(rect, AROUND).intersection(area)):
        if not without.contains(x, y):
            length = len(pixels.layout)
            at = ((y - area.y) * pixels.size[0] + x - area.x) * length
            (inside if rect.contains(x, y) else ring)[sum(pixels.data[at : at + 3]) // 3] += 1
    if ring.total() < LEAST:
        return None
    return _Tones(ring.most_common(1)[0][0], max(inside) - min(inside) if whole and inside else None)


def _points(rect: Rect) -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(rect.y, rect.bottom) for x in range(rect.x, rect.right))
