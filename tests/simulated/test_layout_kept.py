"""The simulated desktop keeps places and descriptions while nothing differs: they are what a fresh look would give."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulated.explore.test_exploring import demo_runs
from wpfagent.core.model import Control
from wpfagent.desktops.simulated.windows import Window

EVERY = 5


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Compare every fifth reading of a window with one that keeps nothing; count them."""
    kept, count = Window.controls, [0]

    def controls(self: Window) -> tuple[Control, ...]:
        shown = kept(self)
        count[0] += 1
        if count[0] % EVERY == 0:
            for window in (self, *self.application.windows):
                window.changed()
            assert kept(self) == shown
        return shown

    monkeypatch.setattr(Window, "controls", controls)
    return count


@pytest.mark.parametrize("strategy", ["novelty", "uniform"])
def test_what_is_kept_is_what_a_fresh_look_gives(tmp_path: Path, compared: list[int], strategy: str) -> None:
    demo_runs(tmp_path, 4, 120, strategy=strategy)
    assert compared[0] > 20 * EVERY
