"""The pictures of a ticket: the element of interest outlined."""

from __future__ import annotations

import io

from wpfagent.core.model import Picture, Rect

COLOUR = (220, 30, 30)
HALO = (255, 255, 255)
WIDTH = 3
MARGIN = 2


def outlined(png: bytes, picture: Picture, element: Rect | None) -> tuple[bytes, bool]:
    """Return a picture with an element outlined, and whether the element lies in it.

    Args:
        png: the picture's pixels, masked where they must be.
        picture: where it lies on the screen.
        element: the element's rectangle on the screen; None outlines nothing.
    """
    inside = element.intersection(picture.rect) if element is not None else None
    if inside is None or inside.is_empty:
        return png, False
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    across = image.width / max(1, picture.rect.width)
    down = image.height / max(1, picture.rect.height)
    left, top = (inside.x - picture.rect.x) * across, (inside.y - picture.rect.y) * down
    right, bottom = left + inside.width * across, top + inside.height * down
    draw = ImageDraw.Draw(image)
    for grown, colour, width in ((MARGIN + WIDTH + 1, HALO, WIDTH + 2), (MARGIN + WIDTH, COLOUR, WIDTH)):
        box = (
            max(0, left - grown), max(0, top - grown),
            min(image.width - 1, right + grown - 1), min(image.height - 1, bottom + grown - 1),
        )  # fmt: skip
        draw.rectangle(box, outline=colour, width=width)
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue(), True
