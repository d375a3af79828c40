from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.core.diff import WATCHED, diff, diff_windows
from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo

SAVE = Control("e1", name="Save", control_type="Button", bounding_rect=Rect(0, 0, 5, 5))
NOTE = Control("e2", automation_id="Note", control_type="Edit", value="old")
MAIN = WindowInfo(1, 9, "a.exe", "Main", "C", Rect(0, 0, 50, 50))
DIALOG = WindowInfo(2, 9, "a.exe", "Dialog", "C", Rect(0, 0, 20, 20), owner=1)


def test_equal_snapshots_have_no_difference():
    snapshot = Snapshot((SAVE, NOTE), (MAIN,))
    assert not diff(snapshot, snapshot)
    assert not diff(snapshot, Snapshot((replace(SAVE), replace(NOTE)), (replace(MAIN),)))
    assert diff(snapshot, snapshot).to_dict() == {}


def test_what_appeared_vanished_and_changed_is_told():
    change = diff(Snapshot((SAVE, NOTE)), Snapshot((replace(NOTE, value="new"), Control("e3", name="New"))))
    assert change.to_dict() == {
        "appeared": ["Custom 'New'"],
        "vanished": ["Button 'Save'"],
        "changed": [{"element": "Edit (automation_id Note)", "ref": "e2", "value": ["old", "new"]}],
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "x"), ("value", "x"), ("enabled", False), ("visible", False), ("toggle_state", "on"),
        ("selected", True), ("expanded", "expanded"),
    ],
)  # fmt: skip
def test_each_watched_property_is_a_change(key, value):
    assert key in WATCHED
    change = diff(Snapshot((SAVE,)), Snapshot((replace(SAVE, **{key: value}),)))
    assert [(c.key, c.new) for c in change.changed] == [(key, value)]


@pytest.mark.parametrize(("key", "value"), [("focused", True), ("bounding_rect", Rect(9, 9, 5, 5))])
def test_focus_and_position_alone_are_no_change(key, value):
    assert not diff(Snapshot((SAVE,)), Snapshot((replace(SAVE, **{key: value}),)))


def test_windows_that_opened_closed_and_changed_their_title():
    change = diff_windows((MAIN, DIALOG), (replace(MAIN, title="Main *"), replace(DIALOG, hwnd=3, title="Other")))
    assert change.to_dict() == {
        "windows_opened": ["Other"],
        "windows_closed": ["Dialog"],
        "titles": [["Main", "Main *"]],
    }


def test_a_truncated_snapshot_claims_nothing_about_what_came_and_went():
    change = diff(Snapshot((SAVE,), truncated=True), Snapshot((NOTE,)))
    assert change.appeared == ()
    assert change.vanished == ()


def test_ignored_elements_do_not_count():
    assert not diff(Snapshot((NOTE,)), Snapshot((replace(NOTE, value="new"),)), ignore=["e2"])


def test_long_lists_are_cut_and_counted():
    many = tuple(Control(f"e{n}", name=str(n)) for n in range(30))
    made = diff(Snapshot(), Snapshot(many)).to_dict(limit=10)
    assert len(made["appeared"]) == 10
    assert made["appeared_count"] == 30


def test_what_slides_elsewhere_is_told_and_what_makes_room_or_is_scrolled_is_not():
    drawer = replace(SAVE, hwnd=1, bounding_rect=Rect(-40, 0, 20, 5))
    page = tuple(replace(NOTE, ref=f"p{i}", bounding_rect=Rect(0, 10 * i, 9, 9)) for i in range(4))
    shown = replace(drawer, bounding_rect=Rect(0, 0, 20, 5))
    change = diff(Snapshot((drawer, *page), (MAIN,)), Snapshot((shown, *page), (MAIN,)))
    assert [(c.control.name, c.key, c.new) for c in change.changed] == [("Save", "bounding_rect", [0, 0, 20, 5])]
    made_room = replace(shown, bounding_rect=Rect(9, 0, 20, 5))
    assert not diff(Snapshot((shown, *page), (MAIN,)), Snapshot((made_room, *page), (MAIN,)))
    scrolled = tuple(replace(c, bounding_rect=c.bounding_rect._replace(y=c.bounding_rect.y + 20)) for c in page)
    assert not diff(Snapshot(page, (MAIN,)), Snapshot(scrolled, (MAIN,)))


def test_rows_made_anew_in_another_order_are_told_and_those_that_only_moved_up_are_not():
    def rows(names, start, y=0):
        return Snapshot(
            tuple(
                Control(f"e{start + i}", name=n, control_type="Text", bounding_rect=Rect(0, y + 20 * i, 50, 20))
                for i, n in enumerate(names)
            ),
            (),
        )

    sorted_anew = diff(rows("abc", 1), rows("cba", 11))
    assert {c.control.name for c in sorted_anew.changed} == {"a", "c"}
    assert not diff(rows("abc", 1), rows("abc", 11))
    assert not diff(rows("abc", 1, y=100), rows("abc", 11))


def test_inner_windows_that_lie_elsewhere_or_come_in_front_are_told():
    holder = Control("holder", control_type="Pane", class_name="WindowsForms10.MDICLIENT.app.0", depth=1)
    first, second = (
        Control(ref, name=ref, control_type="Window", depth=2, bounding_rect=Rect(0, 0, 30, 30)) for ref in ("a", "b")
    )
    before = Snapshot((holder, first, second), (MAIN,))
    raised = diff(before, Snapshot((holder, second, first), (MAIN,)))
    assert raised.to_dict() == {"changed": [{"element": "Window 'b'", "ref": "b", "in_front": [False, True]}]}
    moved = diff(before, Snapshot((holder, first, replace(second, bounding_rect=Rect(9, 9, 30, 30))), (MAIN,)))
    assert [(c.key, c.control.ref) for c in moved.changed] == [("bounding_rect", "b")]
    gone = diff(before, Snapshot((holder, second), (MAIN,)))
    assert [c.ref for c in gone.vanished] == ["a"]
    assert not gone.changed  # the next one is in front by itself
