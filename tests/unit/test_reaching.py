"""What is looked for beyond what is in view."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent.actions.input import reaching
from wpfagent.core.model import Control, Rect, WindowInfo
from wpfagent.core.selector import Selector

GRID = Control("grid", control_type="DataGrid", patterns=("Grid",), bounding_rect=Rect(0, 0, 90, 90), hwnd=1)


@pytest.mark.parametrize("enabled", [True, False])
def test_the_long_grid_of_a_window_that_a_dialog_blocks_is_not_looked_through(enabled: bool) -> None:
    asked: list[Control] = []

    def grid_size(grid: Control, **_: Any) -> tuple[int, int]:
        asked.append(grid)
        return 0, 0

    window = WindowInfo(1, 7, "desk.exe", "Desk", "WindowsForms10.Window", Rect(0, 0, 90, 90), enabled=enabled)
    doing: Any = SimpleNamespace(
        windows=lambda: [window],
        find_all=lambda *_, **__: [GRID],
        desktop=SimpleNamespace(grid_size=grid_size),
        left_s=1.0,
    )
    assert not reaching._is_in_long_grid(doing, Selector(name="No"))
    assert bool(asked) is enabled
