"""Windows' own OCR, through the WinRT projections `winrt-Windows.Media.Ocr` and its companions.

Source: Windows.Media.Ocr.OcrEngine. It reads one language at a time, tells no confidence, and gives each word a place.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from wpfagent.core.model import Rect
from wpfagent.core.placed import union
from wpfagent.desktops.eyes.reading import Line, Reading, Word

if TYPE_CHECKING:
    from wpfagent.core.pixels import Pixels

ENLARGED = 2
"""Texts of programs are small for it: pictures are enlarged so many times, as far as it takes them."""


def engine(language: str | None) -> WindowsEngine | None:
    """Return the engine of a language, of the person's own languages for None; None where it is not there."""
    if sys.platform != "win32":
        return None
    try:
        from winrt.windows.globalization import Language
        from winrt.windows.media.ocr import OcrEngine

        if language is None:
            found = OcrEngine.try_create_from_user_profile_languages()
        else:
            found = OcrEngine.try_create_from_language(Language(language))
        return WindowsEngine(found, int(OcrEngine.max_image_dimension)) if found is not None else None
    except (ImportError, OSError):  # no projection installed; or this Windows has no such class
        return None


class WindowsEngine:
    """One recogniser of Windows.

    Args:
        native: the OcrEngine.
        most: the longest side of a picture that it takes.
    """

    def __init__(self, native: Any, most: int) -> None:
        self._native = native
        self._most = most

    @property
    def name(self) -> str:
        """What people call it."""
        return f"Windows OCR ({self._native.recognizer_language.language_tag})"

    def read(self, pixels: Pixels) -> Reading:
        """Return the lines of a picture."""
        from PIL import Image
        from winrt.windows.graphics.imaging import BitmapPixelFormat, SoftwareBitmap
        from winrt.windows.storage.streams import DataWriter

        width, height = pixels.size
        scale = min(ENLARGED, self._most / max(width, height))
        size = max(1, int(width * scale)), max(1, int(height * scale))
        image = pixels.image().resize(size, Image.Resampling.BICUBIC) if size != pixels.size else pixels.image()
        writer = DataWriter()
        writer.write_bytes(image.convert("RGBA").tobytes("raw", "BGRA"))
        bitmap = SoftwareBitmap.create_copy_from_buffer(writer.detach_buffer(), BitmapPixelFormat.BGRA8, *size)
        result = self._native.recognize_async(bitmap).get()
        across, down = width / size[0], height / size[1]
        return Reading(self.name, tuple(_line(line, across, down) for line in result.lines))


def _line(native: Any, across: float, down: float) -> Line:
    words = tuple(Word(word.text, _rect(word.bounding_rect, across, down)) for word in native.words)
    return Line(native.text, union(w.rect for w in words), None, words)


def _rect(native: Any, across: float, down: float) -> Rect:
    x, y = round(native.x * across), round(native.y * down)
    return Rect(x, y, round((native.x + native.width) * across) - x, round((native.y + native.height) * down) - y)
