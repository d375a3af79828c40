"""The pictures of one page: each stored once, as WebP, in the size and quality that the page's budget allows."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import struct
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

BUDGET_BYTES = 1_850_000
"""What all pictures of a page together may take before base64: 50 steps stay below 3 MB."""
BUDGET_PER_STEP_BYTES = 9_000
"""A longer run may take more, so much for each step …"""
BUDGET_LIMIT_BYTES = 7_500_000
"""… up to this."""
MAX_PIXELS = 60_000_000
FULL_SIZED = 24
"""So many pictures of failures keep the best rung, however long the run was."""
SAMPLES = 6
WORKERS = min(8, os.cpu_count() or 2)
PNG_HEAD = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Rung:
    """How wide a picture may be, in pixels, and WebP's quality."""

    width: int
    quality: int


LADDER = (Rung(1000, 72), Rung(1000, 52), Rung(840, 46), Rung(680, 42), Rung(520, 40), Rung(400, 36), Rung(300, 30))


@dataclass(frozen=True, slots=True)
class Print:
    """A picture as it stands in the page: its id, the original's size in pixels, its data URL."""

    id: str
    width: int
    height: int
    url: str


@dataclass(slots=True)
class _Negative:
    id: str
    path: Path
    width: int
    height: int
    important: bool = False


class Album:
    """Collects pictures while a page is planned, then develops them.

    Args:
        steps: how many steps the page shows; longer runs get a larger budget.
    """

    def __init__(self, steps: int) -> None:
        self.budget = min(BUDGET_LIMIT_BYTES, max(BUDGET_BYTES, BUDGET_PER_STEP_BYTES * steps))
        self._negatives: dict[str, _Negative] = {}
        self._known: dict[Path, _Negative | None] = {}

    def add(self, path: Path, *, important: bool = False) -> tuple[str, int, int] | None:
        """Take a PNG in and return its id and size; None when it is missing or no picture."""
        if path not in self._known:
            self._known[path] = self._read(path)
        found = self._known[path]
        if found is None:
            return None
        found.important = found.important or important
        return found.id, found.width, found.height

    def prints(self) -> list[Print]:
        """Return every picture, developed; one that turns out broken is an empty frame."""
        important = [n for n in self._negatives.values() if n.important][:FULL_SIZED]
        others = [n for n in self._negatives.values() if n not in important]
        best = dict(zip((n.id for n in important), _each(important, LADDER[0]), strict=True))
        spent = sum(map(len, best.values()))
        rung = self._rung(others, self.budget - spent)
        best.update(zip((n.id for n in others), _each(others, rung), strict=True))
        return [
            Print(n.id, n.width, n.height, "data:image/webp;base64," + base64.b64encode(best[n.id]).decode("ascii"))
            for n in self._negatives.values()
            if best[n.id]
        ]

    def _read(self, path: Path) -> _Negative | None:
        try:
            data = path.read_bytes()
        except (OSError, ValueError):
            return None
        if len(data) < 24 or not data.startswith(PNG_HEAD):
            return None
        width, height = struct.unpack(">II", data[16:24])
        if not 0 < width * height <= MAX_PIXELS:
            return None
        name = "p" + hashlib.sha256(data).hexdigest()[:12]
        return self._negatives.setdefault(name, _Negative(name, path, width, height))

    @staticmethod
    def _rung(negatives: Sequence[_Negative], budget: int) -> Rung:
        """Return the best rung on which a sample says that all pictures fit into the budget."""
        if not negatives:
            return LADDER[0]
        stride = max(1, len(negatives) // SAMPLES)
        sample = negatives[::stride][:SAMPLES]
        for rung in LADDER[:-1]:
            mean = sum(map(len, _each(sample, rung))) / len(sample)
            if mean * len(negatives) * 1.05 <= budget:
                return rung
        return LADDER[-1]


def _each(negatives: Sequence[_Negative], rung: Rung) -> list[bytes]:
    develop: Callable[[_Negative], bytes] = lambda negative: _develop(negative.path, rung)  # noqa: E731
    if len(negatives) < 2:
        return [develop(n) for n in negatives]
    with ThreadPoolExecutor(WORKERS) as pool:  # Pillow works outside the interpreter's lock
        return list(pool.map(develop, negatives))


def _develop(path: Path, rung: Rung) -> bytes:
    from PIL import Image

    try:
        with Image.open(path) as image:
            picture = image.convert("RGB")
            if picture.width > rung.width:
                size = (rung.width, max(1, round(picture.height * rung.width / picture.width)))
                picture = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
            made = io.BytesIO()
            picture.save(made, "WEBP", quality=rung.quality, method=2)
    except (OSError, ValueError, SyntaxError, struct.error):  # all that Pillow raises for a broken file
        return b""
    return made.getvalue()
