"""Pictures of windows, regions and controls; comparing and writing them. Pillow is loaded only here and by desktops."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wpfagent.core import shapes
from wpfagent.core.errors import FileInvalid, InvalidArgument, StorageFailed, TargetNotFound, Unsupported
from wpfagent.core.model import Control, Picture, Rect, WindowInfo
from wpfagent.core.pixels import Pixels, pixels_of
from wpfagent.desktops.locating.locate import window_of
from wpfagent.desktops.target import main_window

if TYPE_CHECKING:
    from PIL.Image import Image

    from wpfagent.actions.doing import Doing

_MARK, _IGNORED, _GAP_COLOUR = "#d00020", "#2060d0", "#404040"
_GAP = 8
"""Pixels between the parts of a picture of a difference."""


def take(
    doing: Doing,
    control: Control | None = None,
    region: Rect | None = None,
    *,
    windows: tuple[WindowInfo, ...] | None = None,
) -> Picture:
    """Take a picture of a control, of a region of the target's top window, or of that window; also a covered one.

    Args:
        doing: the action's context; without a target the whole desktop is taken.
        control: the control to cut out.
        region: in pixels from the picture's own corner.
        windows: the target's, where they were listed just now.
    """
    if doing.target is None:
        picture = doing.desktop.capture()
    else:
        windows = doing.windows() if windows is None else windows
        window = window_of(control, windows) if control else None
        window = window or next((w for w in windows if w.is_usable), None) or main_window(windows)
        picture = doing.desktop.capture(hwnd=window.hwnd if window else None)
        if window is not None:
            above = windows[: windows.index(window)]
            picture = _with_popups(doing, picture, [w for w in above if w.popup and not w.rect.is_empty])
    if control is not None:
        if control.bounding_rect is None:
            raise InvalidArgument(f"{control.describe()} has no rectangle.", hint="Take the window's picture instead.")
        own = control.bounding_rect
        picture = cut(picture, Rect(own.x - picture.rect.x, own.y - picture.rect.y, own.width, own.height))
    return cut(picture, region) if region is not None else picture


def _with_popups(doing: Doing, picture: Picture, popups: Sequence[WindowInfo]) -> Picture:
    """Return a window's picture with the drop-downs, menus and tool tips that lie over it; topmost come first."""
    shown: list[Picture] = []
    for popup in popups:
        if picture.rect.intersection(popup.rect).is_empty:
            continue
        with suppress(TargetNotFound, Unsupported):  # it closed meanwhile
            shown.append(doing.desktop.capture(hwnd=popup.hwnd))
    if not shown:
        return picture
    image = pixels_of(picture).image().copy()
    for over in reversed(shown):
        image.paste(pixels_of(over).image(), (over.rect.x - picture.rect.x, over.rect.y - picture.rect.y))
    return Picture(Pixels.of(image), picture.width, picture.height, picture.rect, picture.method)


def cut(picture: Picture, region: Rect) -> Picture:
    """Return a region of a picture, in pixels from its own corner."""
    inside = region.intersection(Rect(0, 0, picture.width, picture.height))
    if inside.is_empty:
        raise InvalidArgument(
            f"The region {list(region)} lies outside the picture of {picture.width}x{picture.height}.",
            hint="Regions are [x, y, width, height] in pixels from the picture's own corner.",
        )
    part = pixels_of(picture).image().crop((inside.x, inside.y, inside.right, inside.bottom))
    rect = Rect(picture.rect.x + inside.x, picture.rect.y + inside.y, inside.width, inside.height)
    return Picture(Pixels.of(part), inside.width, inside.height, rect, picture.method)


def _regions(given: Sequence[Sequence[int]]) -> tuple[Rect, ...]:
    for region in given:
        if len(region) != 4 or min(region) < 0:
            raise InvalidArgument(f"{region} is no region.", hint="A list of [x, y, width, height] is expected.")
    return tuple(Rect(*region) for region in given)


@dataclass(frozen=True, slots=True)
class Comparison:
    """With what a picture is compared, and how: the value of `screenshot_diff`.

    Args:
        baseline: a PNG file, relative to the scenario.
        tolerance: which share of the pixels may differ, 0…1.
        ignore: regions that do not count, in pixels from the picture's own corner.
        channel_tolerance: a pixel differs when one of its channels, 0…255, differs by more than this; the default
            leaves font smoothing out.
    """

    baseline: str
    tolerance: float = shapes.key(0.01, least=0, most=1)
    ignore: tuple[Rect, ...] = shapes.key((), kind=list[list[int]], make=_regions)
    channel_tolerance: int = shapes.key(24, least=0, most=255)

    @classmethod
    def parse(cls, given: str | Mapping[str, Any]) -> Comparison:
        """Return a comparison made from a baseline's path or a mapping. Raises InvalidArgument."""
        if isinstance(given, str):
            return cls(given)
        return shapes.read(cls, given, what="screenshot_diff", error=InvalidArgument)


MOST_PIXELS = 64_000_000
"""So large a baseline may be: more than any screen, and no more than memory holds many times."""


def differing_share(png: bytes, path: str, how: Comparison) -> float:
    """Return which share of the pixels that count differs from a baseline file, 0…1; 1 when the sizes differ.

    Raises:
        FileInvalid: the baseline is no picture.
    """
    before, now = _images(png, path)
    if now.size != before.size:
        return 1.0
    changed, counted = _changes(before, now, how)
    return int(changed.histogram()[255]) / (counted or 1)


def draw_difference(png: bytes, path: str, how: Comparison) -> bytes:
    """Return a PNG of the baseline, the picture now, and the picture now with every change marked, side by side.

    Raises:
        FileInvalid: the baseline is no picture.
    """
    from PIL import Image as images
    from PIL import ImageDraw, ImageOps

    before, now = _images(png, path)
    width, height = max(before.width, now.width), max(before.height, now.height)
    changed, _ = _changes(before, now, how)
    grey = ImageOps.colorize(ImageOps.grayscale(_on_canvas(now, width, height)), black="#808080", white="#ffffff")
    marked = images.composite(images.new("RGB", grey.size, _MARK), grey, changed)
    draw = ImageDraw.Draw(marked)
    for region in how.ignore:
        draw.rectangle((region.x, region.y, region.right - 1, region.bottom - 1), outline=_IGNORED)
    if (box := changed.getbbox()) is not None:
        draw.rectangle((box[0] - 3, box[1] - 3, box[2] + 2, box[3] + 2), outline=_MARK, width=2)
    sheet = images.new("RGB", (3 * width + 2 * _GAP, height), _GAP_COLOUR)
    for number, image in enumerate((before, now, marked)):
        sheet.paste(image, (number * (width + _GAP), 0))
    made = io.BytesIO()
    sheet.save(made, "PNG")
    return made.getvalue()


def _images(png: bytes, path: str) -> tuple[Image, Image]:
    """The baseline and the picture now, as RGB."""
    from PIL import Image as images
    from PIL import UnidentifiedImageError

    try:
        with images.open(path) as baseline, images.open(io.BytesIO(png)) as now:
            if baseline.width * baseline.height > MOST_PIXELS:
                raise OSError(f"{baseline.width} x {baseline.height} pixels are too many")
            return baseline.convert("RGB"), now.convert("RGB")
    except (UnidentifiedImageError, images.DecompressionBombError, OSError, SyntaxError, ValueError) as error:
        raise FileInvalid(
            f"{path} is no picture that can be read: {error}.", hint="--update-baselines writes it anew."
        ) from error


def _on_canvas(image: Image, width: int, height: int) -> Image:
    from PIL import Image as images

    canvas = images.new("RGB", (width, height), _GAP_COLOUR)
    canvas.paste(image, (0, 0))
    return canvas


def _changes(before: Image, now: Image, how: Comparison) -> tuple[Image, int]:
    """White where a pixel that counts differs, black elsewhere, as large as both need; and how many pixels count."""
    from PIL import Image as images
    from PIL import ImageChops

    size = max(before.width, now.width), max(before.height, now.height)
    bands = ImageChops.difference(_on_canvas(before, *size), _on_canvas(now, *size)).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    changed = worst.point([255 if level > how.channel_tolerance else 0 for level in range(256)])
    counts = images.new("L", size, 255)
    for region in how.ignore:
        counts.paste(0, (region.x, region.y, region.right, region.bottom))
    return ImageChops.darker(changed, counts), int(counts.histogram()[255])


def changed_pixels(before: Picture, now: Picture, tolerance: int) -> int:
    """Return how many pixels differ by more than a tolerance in one of their channels; all, where the sizes differ."""
    if (before.width, before.height) != (now.width, now.height):
        return max(before.width * before.height, now.width * now.height)
    how = Comparison("", channel_tolerance=tolerance)
    changed, _ = _changes(pixels_of(before).image(), pixels_of(now).image(), how)
    return int(changed.histogram()[255])


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
