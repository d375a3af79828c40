"""A pen that draws in screen coordinates, with Pillow: boxes, lines, small signs, and text in any language."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFont

from wpfagent.core.model import Picture, Rect
from wpfagent.core.pixels import Pixels

INK = "#1b1b1b"
_FONTS = (
    "C:/Windows/Fonts/YuGothM.ttc", "C:/Windows/Fonts/meiryo.ttc", "C:/Windows/Fonts/msgothic.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/vlgothic/VL-PGothic-Regular.ttf", "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
    "/usr/share/fonts/opentype/ipafont-gothic/ipagp.ttf", "/usr/share/fonts/truetype/takao-gothic/TakaoPGothic.ttf",
    "/System/Library/Fonts/ヒラギノ角ゴシック W3.ttc", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
)  # fmt: skip
_GLYPHS: MappingProxyType[str, list[list[tuple[int, int]]]] = MappingProxyType(
    {
        "x": [[(-5, -5), (5, 5)], [(-5, 5), (5, -5)]],
        "o": [[(-5, -5), (5, -5), (5, 5), (-5, 5), (-5, -5)]],
        "_": [[(-5, 0), (5, 0)]],
        "v": [[(-4, -2), (0, 2), (4, -2)]],
        "^": [[(-4, 2), (0, -2), (4, 2)]],
        ">": [[(-2, -4), (2, 0), (-2, 4)]],
        "+": [[(-4, 0), (-1, 3), (4, -4)]],
    }
)
_COLOURS = frozenset(
    ("white", "black", "red", "green", "blue", "gray", "lightgray", "yellow", "orange", "navy", "darkred", "darkgreen")
)


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for path in _FONTS:
        if Path(path).is_file():
            return ImageFont.truetype(path, size)
    return ImageFont.load_default(size)


MOST = 20_000
"""Characters of one text that are drawn: no rectangle shows more, and Pillow takes no million of them."""


@lru_cache(maxsize=2_000)
def _length(text: str, size: int) -> int:
    """How many pixels a text is long."""
    return int(_font(size).getlength(text))


@lru_cache(maxsize=500)
def _written(line: str, size: int) -> Image.Image:
    """A line as it covers the paper, white where there is ink: the same words are written again and again."""
    font = _font(size)
    _, _, right, bottom = font.getbbox(line)
    mask = Image.new("L", (max(1, int(right) + 1), max(1, int(bottom) + 1)))
    ImageDraw.Draw(mask).text((0, 0), line, fill=255, font=font)
    return mask


class Pen:
    """Draws in screen coordinates; whatever lies outside `clip` is not drawn."""

    def __init__(self, area: Rect, background: str) -> None:
        self.area = area
        self.clip = area
        self._image = Image.new("RGB", (max(1, area.width), max(1, area.height)), background)
        self._draw = ImageDraw.Draw(self._image)

    def picture(self, part: Rect, method: str) -> Picture:
        """Return a part of what was drawn."""
        part = part.intersection(self.area)
        x, y = part.x - self.area.x, part.y - self.area.y
        image = self._image.crop((x, y, x + max(1, part.width), y + max(1, part.height)))
        return Picture(Pixels.of(image), image.width, image.height, part, method)

    def colour(self, name: str) -> str | None:
        """Return a XAML colour that Pillow understands; None for brushes it does not."""
        if name.startswith("#"):
            return "#" + name[-6:] if len(name) in (7, 9) else name
        return name.lower() if name and name.isalpha() and name != "Transparent" and name.lower() in _COLOURS else None

    def box(self, rect: Rect, fill: str | None, edge: str | None) -> None:
        """Draw a rectangle."""
        if not rect.is_empty:
            self._draw.rectangle(self._corners(rect), fill=fill, outline=edge)

    def ellipse(self, rect: Rect, fill: str, edge: str | None) -> None:
        """Draw an ellipse."""
        if not rect.is_empty:
            self._draw.ellipse(self._corners(rect), fill=fill, outline=edge)

    def line(self, points: list[tuple[int, int]], colour: str, width: int) -> None:
        """Draw a line through points."""
        self._draw.line([(x - self.area.x, y - self.area.y) for x, y in points], fill=colour, width=width)

    def dashes(self, rect: Rect) -> None:
        """Draw the dotted rectangle of the focus."""
        left, top, right, bottom = self._corners(rect)
        for x in range(left, right, 4):
            self._draw.line([(x, top), (x + 1, top)], fill=INK)
            self._draw.line([(x, bottom), (x + 1, bottom)], fill=INK)
        for y in range(top, bottom, 4):
            self._draw.line([(left, y), (left, y + 1)], fill=INK)
            self._draw.line([(right, y), (right, y + 1)], fill=INK)

    def width(self, text: str) -> int:
        """Return how wide a text is drawn."""
        return _length(text[:MOST], 12) if text else 0

    def text(
        self, rect: Rect, text: str, colour: str, *, align: str = "left", size: int = 12, top: bool = False,
        wraps: bool = False,
    ) -> None:  # fmt: skip
        """Write text into a rectangle, cut off at its edges."""
        seen = rect.intersection(self.clip)
        if not text or seen.is_empty:
            return
        lines = [
            part
            for line in text[:MOST].splitlines()
            for part in (self._wrap(line, rect.width, size) if wraps else [line])
        ]
        high = size + 5
        y = rect.y + (0 if top else max(0, (rect.height - high * len(lines)) // 2))
        for line in lines:
            spare = rect.width - _length(line, size) if align == "center" else 0
            self._write(_written(line, size), rect.x + max(0, spare // 2), y, seen, colour)
            y += high

    def _write(self, mask: Image.Image, x: int, y: int, seen: Rect, colour: str) -> None:
        shown = Rect(x, y, *mask.size).intersection(seen)
        if not shown.is_empty:
            left, top = shown.x - x, shown.y - y
            part = mask.crop((left, top, left + shown.width, top + shown.height))
            self._image.paste(colour, (shown.x - self.area.x, shown.y - self.area.y), part)

    def _wrap(self, line: str, width: int, size: int) -> list[str]:
        found, now = [], ""
        for word in line.replace(" ", " \0").split("\0"):
            if now and _length(now + word, size) > width:
                found.append(now)
                now = ""
            now += word
        return [*found, now]

    def glyph(self, shape: str, x: int, y: int) -> None:
        """Draw a small sign around a point: title bar buttons, arrows, a check."""
        for part in _GLYPHS[shape]:
            self.line([(x + dx, y + dy) for dx, dy in part], INK, 1)

    def _corners(self, rect: Rect) -> tuple[int, int, int, int]:
        seen = rect.intersection(self.clip) if not rect.intersection(self.clip).is_empty else rect
        x, y = seen.x - self.area.x, seen.y - self.area.y
        return x, y, x + seen.width - 1, y + seen.height - 1
