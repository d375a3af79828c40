"""The story through the library: every claim stands in the program's own log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import desk_story
import pytest
from desk import Desk
from desk_record import share_confirmed


@pytest.mark.slow
def test_every_claim_of_the_library_stands_in_the_log(by_library: Callable[..., Desk], tmp_path: Path) -> None:
    desk = by_library(*desk_story.OPTIONS)
    try:
        desk_story.tell(desk, tmp_path)
    finally:
        print(desk.tally("library"))
    assert desk.judge() == []
    assert share_confirmed(desk.acts) >= 0.8
