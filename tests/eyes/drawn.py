"""Pictures with known texts at known places, drawn as the simulated desktop draws."""

from __future__ import annotations

import pytest

from wpfagent.core.model import Rect
from wpfagent.core.pixels import Pixels, pixels_of
from wpfagent.desktops.simulated.pen import INK, Pen

SIZE = Rect(0, 0, 420, 260)
TEXTS = {
    "Stock report": Rect(20, 20, 0, 18),
    "Print labels": Rect(20, 60, 0, 18),
    "Delete": Rect(220, 60, 0, 18),
    "在庫一覧": Rect(20, 100, 0, 18),
    "削除": Rect(220, 100, 0, 18),
    "ラベルを印刷": Rect(20, 140, 0, 18),
    "Sencha 煎茶 100 g": Rect(20, 180, 0, 18),
}


def picture(texts: dict[str, Rect] | None = None, *, framed: bool = False) -> tuple[Pixels, dict[str, Rect]]:
    """Return a picture of these texts, and the place of each."""
    pen = Pen(SIZE, "#f3f3f3")
    placed = {}
    for text, at in (texts or TEXTS).items():
        rect = at._replace(width=pen.width(text))
        if framed:
            pen.box(Rect(rect.x - 8, rect.y - 4, rect.width + 16, rect.height + 8), "#e6e6e6", "#ababab")
        pen.text(rect, text, INK)
        placed[text] = rect
    return pixels_of(pen.picture(SIZE, "drawn")), placed


def _draws_japanese() -> bool:
    """Whether this machine has a font for it: without one each character is the same box."""
    one, other = (picture({text: Rect(20, 20, 0, 18)})[0].data for text in ("在", "庫"))
    return one != other


needs_japanese = pytest.mark.skipif(not _draws_japanese(), reason="no font for Japanese is installed")
