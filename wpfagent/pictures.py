"""Pictures of windows, regions and controls; comparing and writing them. Pillow is loaded only here and by desktops."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from wpfagent.errors import InvalidArgument, StorageFailed
from wpfagent.locate import window_of
from wpfagent.model import Control, Picture, Rect
from wpfagent.target import main_window

if TYPE_CHECKING:
    from wpfagent.doing import Doing

CHANNEL_TOLERANCE = 24
"""A pixel differs when one of its channels differs by more than this: font smoothing is no difference."""


def take(doing: Doing, control: Control | None = None, region: Rect | None = None) -> Picture:
    """Take a picture of a control, of a region of the target's top window, or of that window; also a covered one.

    Args:
        doing: the action's context; without a target the whole desktop is taken.
        control: the control to cut out.
        region: in pixels from the picture's own corner.
    """
    if doing.target is None:
        picture = doing.desktop.capture()
    else:
        windows = doing.windows()
        window = window_of(control, windows) if control else None
        window = window or next((w for w in windows if w.is_usable), None) or main_window(windows)
        picture = doing.desktop.capture(hwnd=window.hwnd if window else None)
    if control is not None:
        if control.bounding_rect is None:
            raise InvalidArgument(f"{control.describe()} has no rectangle.", hint="Take the window's picture instead.")
        own = control.bounding_rect
        picture = cut(picture, Rect(own.x - picture.rect.x, own.y - picture.rect.y, own.width, own.height))
    return cut(picture, region) if region is not None else picture


def cut(picture: Picture, region: Rect) -> Picture:
    """Return a region of a picture, in pixels from its own corner."""
    from PIL import Image

    inside = region.intersection(Rect(0, 0, picture.width, picture.height))
    if inside.is_empty:
        raise InvalidArgument(
            f"The region {list(region)} lies outside the picture of {picture.width}x{picture.height}.",
            hint="Regions are [x, y, width, height] in pixels from the picture's own corner.",
        )
    with Image.open(io.BytesIO(picture.png)) as image:
        part = image.crop((inside.x, inside.y, inside.right, inside.bottom))
        made = io.BytesIO()
        part.save(made, "PNG")
    rect = Rect(picture.rect.x + inside.x, picture.rect.y + inside.y, inside.width, inside.height)
    return Picture(made.getvalue(), inside.width, inside.height, rect, picture.method)


def differing_share(png: bytes, baseline_path: str) -> float:
    """Return which share of the pixels differs from a baseline file, 0…1; 1 when the sizes differ."""
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(png)) as now, Image.open(baseline_path) as baseline:
        if now.size != baseline.size:
            return 1.0
        bands = ImageChops.difference(now.convert("RGB"), baseline.convert("RGB")).split()
        worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
        histogram = worst.histogram()
    return sum(histogram[CHANNEL_TOLERANCE + 1 :]) / (sum(histogram) or 1)


def write(path: str, png: bytes) -> str:
    """Write a PNG, making its folder; return the absolute path. Raises StorageFailed."""
    path = os.path.abspath(path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(png)
    except OSError as error:
        raise StorageFailed(
            f"{path} cannot be written: {error.strerror}.", hint="Choose another --artifacts."
        ) from error
    return path
