"""Painting over what a picture must not show: password fields, and elements whose text is secret."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from wpfagent.core.model import Control, Picture, Rect, Snapshot, WindowInfo
from wpfagent.core.pixels import pixels_of
from wpfagent.safety.masking import Masks

COLOUR = (96, 96, 96)
CAPTION_HEIGHT = 40
"""A window whose title is secret loses this much of its top; what lies below are its elements."""
FRAME = 10
"""A window's rectangle has edges through which one sees: so many pixels of it cover nothing."""


@dataclass(slots=True)
class Cover:
    """Paints over secrets in pictures; remembers what was hidden last, for a program whose tree cannot be read."""

    masks: Masks = field(default_factory=Masks)
    _regions: tuple[Rect, ...] = ()
    _of: tuple[Snapshot, int] | None = None

    def regions(self, snapshot: Snapshot | None) -> tuple[Rect, ...]:
        """Return what is hidden, in pixels of the screen; without a tree the regions of the last one count."""
        version = self.masks.version
        if snapshot is not None and (self._of is None or self._of[0] is not snapshot or self._of[1] != version):
            self._regions = hidden_regions(snapshot, self.masks)
            self._of = (snapshot, version)
        return self._regions

    def covered(self, picture: Picture, snapshot: Snapshot | None) -> Picture:
        """Return the picture as it may be seen: password fields and masked texts are painted over."""
        return cover(picture, self.regions(snapshot))


def hidden_regions(snapshot: Snapshot, masks: Masks) -> tuple[Rect, ...]:
    """Return where a picture of this tree must be painted over, in pixels of the screen.

    An element that is secret only by its name (a row, a group) is left out where an element inside it is hidden by
    the same text: covering that one is enough. What lies below an owned window, which is above its owner always,
    cannot be seen and needs no paint: it would take away from the picture of a dialog.
    """
    found: list[Rect] = []
    above = _owned(snapshot.windows)
    for index, control in enumerate(snapshot.controls):
        if control.control_type == "Window" or (rect := _hidden_place(control, masks)) is None:
            continue  # the caption of a window is covered below
        inside = snapshot.subtree(index)[1:]
        if masks.hides_whole(control) or not any(_hidden_place(inner, masks) for inner in inside):
            found += _outside(rect, above.get(control.hwnd, ()))
    found += (
        window.rect._replace(height=min(CAPTION_HEIGHT, window.rect.height))
        for window in snapshot.windows
        if masks.text(window.title) != window.title
    )
    return tuple(dict.fromkeys(found))


def cover(picture: Picture, regions: Sequence[Rect]) -> Picture:
    """Return the picture with these regions of the screen painted over; the same one where none lies inside."""
    shown = [inside for region in regions if not (inside := region.intersection(picture.rect)).is_empty]
    if not shown:
        return picture
    across, down = picture.width / picture.rect.width, picture.height / picture.rect.height
    boxes: list[Rect] = []
    for inside in shown:
        left, top = (inside.x - picture.rect.x) * across, (inside.y - picture.rect.y) * down
        width, height = left % 1 + inside.width * across, top % 1 + inside.height * down
        boxes.append(Rect(int(left), int(top), math.ceil(width), math.ceil(height)))
    pixels = pixels_of(picture).painted(boxes, COLOUR)
    return Picture(pixels, picture.width, picture.height, picture.rect, picture.method)


def _hidden_place(control: Control, masks: Masks) -> Rect | None:
    """Where an element shows that must not be seen; None where it does not show, or may be."""
    rect = control.bounding_rect
    return rect if rect and not rect.is_empty and control.visible and masks.hides(control) else None


def _owned(windows: Sequence[WindowInfo]) -> dict[int, list[Rect]]:
    """Return, for each window, what the windows with a frame cover that it owns, directly or not."""
    owners = {w.hwnd: w.owner for w in windows}
    found: dict[int, list[Rect]] = {}
    for window in windows:
        if window.popup or window.minimized:
            continue  # a pop-up may be transparent
        rect = window.rect
        inner = Rect(rect.x + FRAME, rect.y + FRAME, rect.width - 2 * FRAME, rect.height - 2 * FRAME)
        owner, seen = window.owner, {window.hwnd}
        while owner and owner not in seen and not inner.is_empty:
            found.setdefault(owner, []).append(inner)
            seen.add(owner)
            owner = owners.get(owner, 0)
    return found


def _outside(rect: Rect, covers: Sequence[Rect]) -> list[Rect]:
    """Return what of a rectangle none of the others covers, as rectangles."""
    left = [rect]
    for one in covers:
        left = [part for each in left for part in _without(each, one)]
    return left


def _without(rect: Rect, other: Rect) -> list[Rect]:
    common = rect.intersection(other)
    if common.is_empty:
        return [rect]
    parts = (
        Rect(rect.x, rect.y, rect.width, common.y - rect.y),
        Rect(rect.x, common.bottom, rect.width, rect.bottom - common.bottom),
        Rect(rect.x, common.y, common.x - rect.x, common.height),
        Rect(common.right, common.y, rect.right - common.right, common.height),
    )
    return [part for part in parts if not part.is_empty]
