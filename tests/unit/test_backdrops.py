"""Which of two buttons called alike can be reached is seen by what is dimmed."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from wpfagent.core.model import Control, Picture, Rect, Snapshot
from wpfagent.core.pixels import Pixels
from wpfagent.desktops.backdrops import reached

SIZE = 300, 200
WINDOW = Control("window", control_type="Window", bounding_rect=Rect(0, 0, *SIZE), hwnd=1)


def _at(ref: str, kind: str, x: int, y: int, width: int, height: int = 20) -> Control:
    return Control(ref, name=ref, control_type=kind, depth=1, bounding_rect=Rect(x, y, width, height), hwnd=1)


BEHIND = _at("behind", "Button", 200, 160, 60)
FIELD = _at("field", "Edit", 20, 40, 100)
TICK = _at("tick", "CheckBox", 20, 70, 100)
PORT = _at("port", "Edit", 30, 50, 80)
FRONT = _at("front", "Button", 40, 80, 60)
TREE = Snapshot((WINDOW, FIELD, TICK, BEHIND, PORT, FRONT), ())


@dataclass
class _Screen:
    """A window with two buttons; all but the layer is dimmed to a part."""

    dimmed: float

    def capture(self, *, hwnd: int | None = None, rect: Rect | None = None) -> Picture:
        rows = bytearray()
        for y in range(SIZE[1]):
            for x in range(SIZE[0]):
                of = next((c.bounding_rect for c in (BEHIND, FRONT) if c.bounding_rect.contains(x, y)), None)  # type: ignore[union-attr]
                tone = 255 if of is None else 0 if x == of.center[0] else 220
                rows += bytes([round(tone * (1 if y < 130 and x < 150 else self.dimmed))] * 3)
        return Picture(Pixels(rows, SIZE), *SIZE, Rect(0, 0, *SIZE), "test")


@pytest.mark.parametrize(("dimmed", "meant"), [(0.6, ["front"]), (1.0, ["behind", "front"])])
def test_of_two_buttons_the_one_that_is_dimmed_is_not_meant(dimmed: float, meant: list[str]) -> None:
    assert [c.ref for c in reached(_Screen(dimmed), TREE, [BEHIND, FRONT])] == meant  # type: ignore[arg-type]


def test_without_a_layer_nothing_is_looked_at() -> None:
    tree = Snapshot((WINDOW, BEHIND, FRONT), ())
    assert reached(None, tree, [BEHIND, FRONT]) == [BEHIND, FRONT]  # type: ignore[arg-type]
