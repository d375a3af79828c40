"""Painting over what a picture must not show: password fields, and elements whose text is secret."""

from __future__ import annotations

import io
from collections.abc import Sequence

from wpfagent.model import Control, Picture, Rect, Snapshot
from wpfagent.record.masking import Masks

COLOUR = (96, 96, 96)
CAPTION_HEIGHT = 40
"""A window whose title is secret loses this much of its top; what lies below are its elements."""


def hidden_regions(snapshot: Snapshot, masks: Masks) -> tuple[Rect, ...]:
    """Return where a picture of this tree must be painted over, in pixels of the screen.

    An element that is secret only by its name (a row, a group) is left out where an element inside it is hidden by
    the same text: covering that one is enough.
    """
    found: list[Rect] = []
    for index, control in enumerate(snapshot.controls):
        rect = control.bounding_rect
        if rect is None or rect.is_empty or not control.visible or not masks.hides(control):
            continue
        if control.control_type == "Window":
            continue  # its caption is covered below
        if masks.hides_whole(control) or not _hidden_inside(snapshot, index, control, masks):
            found.append(rect)
    found += (
        window.rect._replace(height=min(CAPTION_HEIGHT, window.rect.height))
        for window in snapshot.windows
        if masks.text(window.title) != window.title
    )
    return tuple(dict.fromkeys(found))


def cover(picture: Picture, regions: Sequence[Rect]) -> Picture:
    """Return the picture with these regions of the screen painted over; the same one where none lies inside."""
    if not any(not r.intersection(picture.rect).is_empty for r in regions) or picture.rect.is_empty:
        return picture
    from PIL import Image, ImageDraw

    across, down = picture.width / picture.rect.width, picture.height / picture.rect.height
    with Image.open(io.BytesIO(picture.png)) as opened:
        image = opened.convert("RGB")
    draw = ImageDraw.Draw(image)
    for region in regions:
        inside = region.intersection(picture.rect)
        if inside.is_empty:
            continue
        left, top = (inside.x - picture.rect.x) * across, (inside.y - picture.rect.y) * down
        right, bottom = left + inside.width * across - 1, top + inside.height * down - 1
        draw.rectangle((int(left), int(top), max(int(left), round(right)), max(int(top), round(bottom))), fill=COLOUR)
    made = io.BytesIO()
    image.save(made, "PNG")
    return Picture(made.getvalue(), picture.width, picture.height, picture.rect, picture.method)


def _hidden_inside(snapshot: Snapshot, index: int, control: Control, masks: Masks) -> bool:
    return any(
        inner.visible and inner.bounding_rect is not None and not inner.bounding_rect.is_empty and masks.hides(inner)
        for inner in snapshot.subtree(index)
        if inner is not control
    )
