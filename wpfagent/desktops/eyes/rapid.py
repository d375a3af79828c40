"""RapidOCR (the extra `ocr`): PP-OCR models that lie in its wheel, run by onnxruntime. Nothing is downloaded.

Texts of programs stand upright, and most are short: lines are not turned, and each is recognised in its own width.
Source: the documentation of RapidOCR, "config.yaml".
"""

from __future__ import annotations

import functools
import threading
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.core.extras import is_there
from wpfagent.core.model import Rect
from wpfagent.desktops.eyes.reading import Line, Reading, Word

if TYPE_CHECKING:
    from wpfagent.core.pixels import Pixels

STRIDE = 32
"""The detector takes sides of a multiple of this; others it would stretch."""
NARROWEST = 64
"""A line is recognised in a width of at least so many pixels, at a height of 48."""
LEAST_CONFIDENCE = 0.5


@functools.cache
def engine() -> RapidEngine | None:
    """Return the engine; None where it is not installed, or without its models."""
    if not (is_there("rapidocr") and is_there("onnxruntime")):
        return None
    try:
        import rapidocr
    except ImportError:  # one of its own parts does not load here
        return None
    models = Path(rapidocr.__file__).parent / "models"
    detector, recogniser = (next(iter(sorted(models.glob(f"*_{kind}_*.onnx"))), None) for kind in ("det", "rec"))
    return RapidEngine(detector, recogniser) if detector is not None and recogniser is not None else None


class RapidEngine:
    """RapidOCR with its own models; they are loaded when something is read for the first time.

    Args:
        detector: the model that finds lines.
        recogniser: the model that reads one.
    """

    def __init__(self, detector: Path, recogniser: Path) -> None:
        self._models = detector, recogniser
        self._lock = threading.Lock()
        self._last: tuple[bytes, Reading] | None = None

    @property
    def name(self) -> str:
        """What people call it."""
        return f"RapidOCR {metadata.version('rapidocr')}"

    @functools.cached_property
    def _native(self) -> Any:
        from rapidocr import RapidOCR

        detector, recogniser = self._models
        return RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Global.text_score": LEAST_CONFIDENCE,
                "Global.return_word_box": True,
                "Global.return_single_char_box": True,
                "Det.model_path": str(detector),
                "Det.limit_side_len": STRIDE,
                "Rec.model_path": str(recogniser),
                "Rec.rec_img_shape": [3, 48, NARROWEST],
                "Rec.rec_batch_num": 1,
            }
        )

    def read(self, pixels: Pixels) -> Reading:
        """Return the lines of a picture, from the top. One that looks as the last one is not read again."""
        key, last = pixels.digest() + repr(pixels.size).encode(), self._last
        if last is None or last[0] != key:
            last = self._last = key, self._read(pixels)
        return last[1]

    def _read(self, pixels: Pixels) -> Reading:
        import numpy

        from wpfagent.desktops.eyes import ink

        image = numpy.asarray(pixels.image())[:, :, ::-1]
        down, across = (-side % STRIDE for side in image.shape[:2])
        padded = numpy.pad(image, ((0, down), (0, across), (0, 0)), mode="edge")
        with self._lock:
            found = self._native(padded)
        if found.txts is None:
            return Reading(self.name)
        lines = [
            ink.placed(image, Line(text, _rect(box), round(float(score), 3), _characters(words)))
            for text, box, score, words in zip(found.txts, found.boxes, found.scores, found.word_results, strict=False)
        ]
        return Reading(self.name, tuple(sorted(lines, key=lambda line: (line.rect.y, line.rect.x))))


def _characters(words: Any) -> tuple[Word, ...]:
    return tuple(Word(text, _rect(box), round(float(score), 3)) for text, score, box in words if text.strip())


def _rect(box: Any) -> Rect:
    """The upright rectangle around four corners."""
    xs, ys = [float(x) for x, _ in box], [float(y) for _, y in box]
    x, y = round(min(xs)), round(min(ys))
    return Rect(x, y, round(max(xs)) - x, round(max(ys)) - y)
