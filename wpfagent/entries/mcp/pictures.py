"""Pictures as a client gets them: not larger than a model looks at."""

from __future__ import annotations

import io
from dataclasses import dataclass

from wpfagent.core.model import Picture

LONGEST_SIDE = 1_568
"""Pixels; models scale down what is larger, after it was paid for."""


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG, and how much smaller than the picture it is."""

    data: bytes
    scale: float


def image_of(picture: Picture) -> Image:
    """Return a picture as it is sent: its longest side is `LONGEST_SIDE` at most."""
    longest = max(picture.width, picture.height)
    if longest <= LONGEST_SIDE:
        return Image(picture.png, 1)
    from PIL import Image as Pillow

    scale = LONGEST_SIDE / longest
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    with Pillow.open(io.BytesIO(picture.png)) as full, io.BytesIO() as made:
        full.convert("RGB").resize(size, Pillow.Resampling.LANCZOS).save(made, "PNG", optimize=True)
        return Image(made.getvalue(), round(scale, 4))
