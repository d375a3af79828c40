"""The same story through the command line, a process for each act: every claim stands in the program's own log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import desk_story
import pytest
from desk import Desk
from desk_record import share_confirmed


@pytest.mark.slow
def test_every_claim_of_the_command_line_stands_in_the_log(by_cli: Callable[..., Desk], tmp_path: Path) -> None:
    desk = by_cli(*desk_story.OPTIONS)
    try:
        desk_story.tell_in_short(desk, tmp_path)
    finally:
        print(desk.tally("command line"))
    assert desk.judge() == []
    assert share_confirmed(desk.acts) >= 0.8
