"""What a label names in a tree."""

from __future__ import annotations

from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.desktops.labels import labelled


def _named(*controls: Control) -> list[str]:
    return [c.ref for c in labelled(Snapshot(controls, ()), "Season:", lambda _: True)]


def test_a_field_inside_of_a_control_of_the_same_name_is_no_second_match() -> None:
    spinner = Control("e1", name="Season:", control_type="Spinner", bounding_rect=Rect(0, 0, 90, 20))
    inner = Control("e2", name="Season:", control_type="Edit", depth=1, bounding_rect=Rect(0, 0, 70, 20))
    beside = Control("e3", name="Season:", control_type="Edit", bounding_rect=Rect(0, 40, 90, 20))
    assert _named(spinner, inner) == ["e1"]
    assert _named(spinner, inner, beside) == ["e1", "e3"]
    assert _named(beside) == ["e3"]
