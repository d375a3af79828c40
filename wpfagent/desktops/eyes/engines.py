"""Which engine reads: Windows' own OCR where it knows the language, else RapidOCR where it is installed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from wpfagent.core.errors import ExtraMissing
from wpfagent.core.extras import INSTALL
from wpfagent.desktops.eyes import rapid, windows
from wpfagent.desktops.eyes.reading import Reading

if TYPE_CHECKING:
    from wpfagent.core.pixels import Pixels

_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")


class Engine(Protocol):
    """Something that reads pictures."""

    @property
    def name(self) -> str:
        """What people call it, with its version where it has one."""
        ...

    def read(self, pixels: Pixels) -> Reading:
        """Return the lines of a picture, with their places in it."""
        ...


def open_engine(language: str | None = None) -> Engine:
    """Return the engine that reads a language here; None leaves it to Windows' settings.

    Raises:
        ExtraMissing: there is none; the hint is the line that installs one.
    """
    found = windows.engine(language) or rapid.engine()
    if found is None:
        raise ExtraMissing(
            "Reading pictures needs an OCR engine, and none is installed"
            + (f" that knows the language {language!r}." if language else "."),
            hint=f"Install one: {INSTALL.format('ocr')}",
            details={"module": "rapidocr", "extra": "ocr"},
        )
    return found


def read(pixels: Pixels, *, language: str | None = None) -> Reading:
    """Read a picture. Raises ExtraMissing."""
    return open_engine(language).read(pixels)


def language_of(text: str) -> str:
    """Return the language in which a text is looked for."""
    return "ja" if _JAPANESE.search(text) else "en"
