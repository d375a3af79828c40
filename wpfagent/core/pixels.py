"""The pixels of a picture, and their PNG, which is made when somebody first asks for it.

Most pictures are taken in case something fails, and nobody ever looks at them: taking one must cost little.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wpfagent.core.model import Picture, Rect

if TYPE_CHECKING:
    from PIL.Image import Image

Layout = Literal["RGB", "BGRX"]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COMPRESSION = 3
"""Pictures of windows are mostly flat: a higher level takes much longer and saves a tenth."""
EIGHT_BIT_RGB = (8, 2, 0, 0, 0)
BAND_ROWS = 40
ZLIB_HEADER, LAST_BLOCK = b"\x78\x5e", b"\x03\x00"
ADLER_BASE = 65_521


class Pixels:
    """An image as it was taken; nobody changes it any more.

    Args:
        data: its bytes, rows from the top, without gaps.
        size: width and height.
        layout: what a pixel looks like.
    """

    __slots__ = ("_digest", "_png", "data", "layout", "size")

    def __init__(self, data: bytes | bytearray, size: tuple[int, int], layout: Layout = "RGB") -> None:
        self.data = data
        self.size = size
        self.layout: Layout = layout
        self._png = b""
        self._digest = b""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pixels):
            return NotImplemented
        return (self.size, self.layout) == (other.size, other.layout) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.digest())

    @classmethod
    def of(cls, image: Image) -> Pixels:
        """Return the pixels that an RGB image has now."""
        return cls(image.tobytes(), image.size)

    def image(self) -> Image:
        """Return them as an RGB image to draw into."""
        from PIL import Image as images

        return images.frombytes("RGB", self.size, self.data, "raw", self.layout)

    def is_flat(self) -> bool:
        """Return whether all pixels are of one colour."""
        length, row = len(self.layout), self.size[0] * len(self.layout)
        at = self.size[1] // 2 * row
        middle = self.data[at : at + row]  # most pictures show there already that they are not
        return all(
            plane.count(plane[:1]) == len(plane)
            for part in (middle, self.data)
            for plane in (part[channel::length] for channel in range(3))
        )

    def is_bare(self) -> bool:
        """Return whether nothing is drawn but straight edges: each row is of one colour, or all rows are alike."""
        length, (width, height) = len(self.layout), self.size
        rows = [self.data[at : at + width * length] for at in range(0, width * height * length, width * length)]
        return all(row == row[:length] * width for row in rows) or all(row == rows[0] for row in rows)

    def painted(self, boxes: Iterable[Rect], colour: tuple[int, int, int]) -> Pixels:
        """Return them with these boxes filled, in pixels from their own corner."""
        data, (width, height) = bytearray(self.data), self.size
        pixel = bytes(colour) if self.layout == "RGB" else bytes((*reversed(colour), 0))
        for box in boxes:
            inside = box.intersection(Rect(0, 0, width, height))
            line = pixel * inside.width
            for y in range(inside.y, inside.bottom):
                at = (y * width + inside.x) * len(pixel)
                data[at : at + len(line)] = line
        return Pixels(bytes(data), self.size, self.layout)

    def png(self) -> bytes:
        """Return the PNG file."""
        if not self._png:
            self._png = Encoder().png(self)
        return self._png

    def digest(self) -> bytes:
        """Return a hash that equal pixels of the same layout share."""
        if not self._digest:
            self._digest = hashlib.sha256(self.data).digest()
        return self._digest


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of a picture, compressed by themselves: a part of a zlib stream, and what its check sum needs."""

    deflated: bytes
    check: int
    length: int


class Encoder:
    """Makes the PNGs of pictures that resemble the one before: only the bands that changed are compressed anew.

    The rows are not filtered: with pictures of windows that takes half the time that Pillow needs, and the files are no
    larger.

    Source: PNG (Portable Network Graphics) Specification, third edition, sections 5 and 11.2; RFC 1950, RFC 1951.
    """

    def __init__(self) -> None:
        self._last: Pixels | None = None
        self._bands: list[Band] = []

    def png(self, pixels: Pixels) -> bytes:
        """Return the PNG file."""
        last = self._last
        alike = last is not None and (last.size, last.layout) == (pixels.size, pixels.layout)
        old = last.data if last is not None and alike else b""
        step = BAND_ROWS * pixels.size[0] * len(pixels.layout)
        bands = []
        for number, at in enumerate(range(0, len(pixels.data), step)):
            part = pixels.data[at : at + step]
            bands.append(self._bands[number] if part == old[at : at + step] else _band(part, pixels))
        self._last, self._bands = pixels, bands
        stream = [ZLIB_HEADER, *(b.deflated for b in bands), LAST_BLOCK, struct.pack(">I", _check(bands))]
        head = struct.pack(">2I5B", *pixels.size, *EIGHT_BIT_RGB)
        chunks = ((b"IHDR", head), (b"IDAT", b"".join(stream)), (b"IEND", b""))
        return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _band(part: bytes | bytearray, pixels: Pixels) -> Band:
    if pixels.layout != "RGB":
        size = pixels.size[0], len(part) // (pixels.size[0] * len(pixels.layout))
        part = Pixels(part, size, pixels.layout).image().tobytes()
    row = pixels.size[0] * 3
    rows = b"".join(piece for at in range(0, len(part), row) for piece in (b"\0", part[at : at + row]))
    packer = zlib.compressobj(COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Band(packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH), zlib.adler32(rows), len(rows))


def _check(bands: Iterable[Band]) -> int:
    """Return the Adler-32 of what the bands hold together."""
    low, high = 1, 0
    for band in bands:
        high = (high + (band.check >> 16) + band.length * (low - 1)) % ADLER_BASE
        low = (low + (band.check & 0xFFFF) - 1) % ADLER_BASE
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def pixels_of(picture: Picture) -> Pixels:
    """Return a picture's pixels, whatever it was made of."""
    if isinstance(picture.content, Pixels):
        return picture.content
    from PIL import Image as images

    with images.open(io.BytesIO(picture.png)) as opened:
        return Pixels.of(opened.convert("RGB"))
