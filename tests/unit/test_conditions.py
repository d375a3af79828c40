"""Searches that name several control types at once."""

from __future__ import annotations

from wpfagent.core.model import Control, Snapshot
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating.known import known_below

GRID = Control("grid", name="Stock", control_type="DataGrid")
ITEMS = Control("items", name="Stock", control_type="List")
TEXT = Control("text", name="Stock", control_type="Text")


def test_one_of_several_types_is_enough_and_another_is_not() -> None:
    wanted = Conditions(name="Stock", control_types=("DataGrid", "List"))
    tree = Snapshot((GRID, TEXT, ITEMS), ())
    assert [c.ref for c in known_below(tree, None, wanted, 10)] == ["grid", "items"]
