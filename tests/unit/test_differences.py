"""What of a difference tells something of an act."""

from __future__ import annotations

import pytest

from wpfagent.actions.differences import telling
from wpfagent.core.diff import diff
from wpfagent.core.model import Control, Snapshot


@pytest.mark.parametrize(
    ("control", "tells"),
    [
        (Control("n", automation_id="PART_TopHeaderGripper", control_type="Thumb"), False),
        (Control("n", name="Lower end", control_type="Thumb"), True),
        (Control("n", name="Saves all", control_type="ToolTip"), False),
        (Control("n", name="Saved", control_type="Text"), True),
    ],
    ids=["gripper", "named thumb", "tool tip", "text"],
)
def test_grippers_and_tool_tips_that_come_and_go_tell_nothing(control: Control, tells: bool) -> None:
    without = Snapshot((Control("w", control_type="Window"),), ())
    with_it = Snapshot((*without.controls, control), ())
    for before, after in ((without, with_it), (with_it, without)):
        assert bool(telling(diff(before, after), before, after)) is tells
