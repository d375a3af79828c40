from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo, iso_time


def control(ref: str, depth: int = 0, **fields) -> Control:
    return Control(ref, depth=depth, **fields)


TREE = Snapshot(tuple(control(r, d) for r, d in [("a", 0), ("b", 1), ("c", 2), ("d", 2), ("e", 1), ("f", 0), ("g", 1)]))


def test_a_rect_ends_before_its_right_and_bottom():
    rect = Rect(-10, 5, 20, 10)
    assert (rect.right, rect.bottom, rect.center) == (10, 15, (0, 10))
    assert rect.contains(-10, 5)
    assert rect.contains(9, 14)
    assert not rect.contains(10, 5)
    assert not rect.contains(-10, 15)


def test_the_intersection_of_rects_that_do_not_meet_is_empty():
    assert Rect(0, 0, 10, 10).intersection(Rect(5, 5, 10, 10)) == Rect(5, 5, 5, 5)
    assert Rect(0, 0, 10, 10).intersection(Rect(20, 20, 5, 5)).is_empty


def test_ancestors_come_nearest_first():
    assert [c.ref for c in TREE.ancestors(3)] == ["b", "a"]
    assert [c.ref for c in TREE.ancestors(6)] == ["f"]
    assert list(TREE.ancestors(0)) == []


def test_a_subtree_is_the_element_and_what_is_below_it():
    assert [c.ref for c in TREE.subtree(1)] == ["b", "c", "d"]
    assert [c.ref for c in TREE.subtree(4)] == ["e"]
    assert [c.ref for c in TREE.subtree(5)] == ["f", "g"]


def test_items_of_a_closed_list_are_those_below_it_and_what_is_in_them():
    def shown(kind: str, depth: int, expanded: str | None = None) -> Control:
        return control(kind, depth, control_type=kind, expanded=expanded)

    closed = [shown("ComboBox", 1, "collapsed"), shown("Edit", 2), shown("ListItem", 2), shown("Text", 3),
              shown("ListItem", 2), shown("Text", 3), shown("Button", 2)]  # fmt: skip
    opened = [shown("ComboBox", 1, "expanded"), shown("ListItem", 2), shown("Text", 3)]
    beside = [shown("List", 1), shown("ListItem", 2), shown("Text", 1)]
    snapshot = Snapshot((shown("Window", 0), *closed, *opened, *beside))
    assert snapshot.of_closed_lists() == {3, 4, 5, 6}


def test_list_controls_keys_are_those_of_the_contract():
    assert list(control("e1").to_dict()) == [
        "ref", "automation_id", "name", "control_type", "enabled", "visible", "bounding_rect", "value", "class_name",
        "patterns", "depth",
    ]  # fmt: skip


def test_list_windows_keys_are_those_of_the_contract():
    window = WindowInfo(1, 2, "a.exe", "T", "C", Rect(0, 0, 1, 1))
    assert set(window.to_dict()) == {
        "title", "pid", "process", "class_name", "hwnd", "rect", "foreground", "elevated", "responding",
    }  # fmt: skip


def test_states_leave_out_what_does_not_apply():
    assert control("e1").states() == {"enabled": True, "visible": True, "focused": False}
    assert control("e1", toggle_state="off", selected=False).states()["toggle_state"] == "off"
    assert control("e1", selected=False).states()["selected"] is False


def test_text_is_the_value_where_there_is_one_even_an_empty_one():
    assert control("e1", name="Label", value="").text == ""
    assert control("e1", name="Label").text == "Label"


def test_describe_cuts_long_names():
    assert len(control("e1", name="x" * 500).describe()) < 100


@pytest.mark.parametrize(
    "change", [{"enabled": False}, {"responding": False}, {"popup": True}, {"rect": Rect(0, 0, 0, 5)}]
)
def test_a_window_that_no_person_could_use_is_not_usable(change):
    usable: dict[str, Any] = {
        "hwnd": 1,
        "pid": 2,
        "process": "",
        "title": "",
        "class_name": "",
        "rect": Rect(0, 0, 9, 9),
    }
    assert WindowInfo(**usable).is_usable
    assert not WindowInfo(**{**usable, **change}).is_usable


def test_times_carry_milliseconds_and_an_offset():
    when = dt.datetime(2026, 11, 21, 9, 30, 5, 1500, tzinfo=dt.timezone(dt.timedelta(hours=9)))
    assert iso_time(when) == "2026-11-21T09:30:05.001+09:00"
    assert dt.datetime.fromisoformat(iso_time()).tzinfo is not None
