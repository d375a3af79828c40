"""What of a difference tells something of an act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.actions.evidence.differences import CHOSE_NONE, is_item_gone, is_item_run, missed, telling
from wpfagent.core.diff import diff
from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo


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


def test_the_window_and_the_words_of_a_tool_tip_tell_nothing_when_they_come_and_when_they_go() -> None:
    here = WindowInfo(1, 9, "a.exe", "Desk", "Frame", Rect(0, 0, 90, 90))
    over = replace(here, hwnd=2, title="", popup=True)
    main = Control("w", control_type="Window", hwnd=1)
    tip = (Control("p", control_type="Window", hwnd=2), Control("t", name="Saves", control_type="ToolTip", hwnd=2))
    words = Control("x", name="Saves", control_type="Text", hwnd=2)
    without, with_it = Snapshot((main,), (here,)), Snapshot((main, *tip, words), (here, over))
    for before, after in ((without, with_it), (with_it, without)):
        told = telling(diff(before, after), before, after)
        assert (told.appeared, told.vanished) == ((), ())


def test_a_title_bar_that_a_dialog_disables_tells_nothing_beside_the_dialog() -> None:
    def shown(*, enabled: bool) -> Snapshot:
        window = Control("w", control_type="Window")
        bar = Control("t", control_type="TitleBar", depth=1, enabled=enabled)
        parts = [Control("x", name="Close", control_type="Button", depth=2, enabled=enabled)]
        return Snapshot(
            (window, bar, *parts, Control("b", name="OK", control_type="Button", depth=1, enabled=enabled)), ()
        )

    before, after = shown(enabled=True), shown(enabled=False)
    assert [c.control.ref for c in telling(diff(before, after), before, after).changed] == ["b"]


@pytest.mark.parametrize(
    ("title", "track", "tells"),
    [("Roads", "e9", True), ("Angel", "e9", False), ("Roads", "e4", False), ("Angel", "", True)],
    ids=["made anew, shown above", "made anew", "still there", "gone with its list"],
)
def test_a_gone_item_was_chosen_where_words_beside_its_list_say_so(title: str, track: str, tells: bool) -> None:
    def desk(title: str, track: str) -> Snapshot:
        shown = Control("e2", name=title, control_type="Text", depth=1)
        items = (
            Control("e3", control_type="List", depth=1),
            Control(track, name="Roads", control_type="ListItem", depth=2),
            Control("e5", name=title, control_type="Text", depth=2),
        )
        return Snapshot((Control("e1", control_type="Window"), shown, *(items if track else ())), ())

    before, after = desk("Angel", "e4"), desk(title, track)
    assert is_item_gone(before.controls[3], diff(before, after), before, after) is tells


@pytest.mark.parametrize(
    ("came", "chosen", "runs"),
    [("Button", "", True), ("Text", "", False), ("Button", "Crew", False), ("", "", False)],
    ids=["a page", "words only", "another is chosen", "nothing"],
)
def test_an_item_whose_choice_is_taken_back_was_run_where_more_than_words_came(
    came: str, chosen: str, runs: bool
) -> None:
    def desk(*, came: str, chosen: str) -> Snapshot:
        rows = [
            Control(
                name, name=name, control_type="ListItem", depth=2, patterns=("SelectionItem",), selected=name == chosen
            )
            for name in ("Board", "Crew")
        ]
        page = [Control("new", control_type=came, name="Add", depth=1)] if came else []
        window, nav = Control("w", control_type="Window"), Control("nav", control_type="List", depth=1)
        return Snapshot((window, nav, *rows, *page), ())

    before, after = desk(came="", chosen="Crew"), desk(came=came, chosen=chosen)
    assert is_item_run(before.controls[2], diff(before, after), after) is runs


def test_a_click_on_an_item_that_only_takes_the_choice_from_another_met_none() -> None:
    rows = [Control(ref, control_type="ListItem", patterns=("SelectionItem",), selected=ref == "a") for ref in "abc"]
    before = Snapshot(tuple(rows), ())
    nothing = Snapshot(tuple(replace(c, selected=False) for c in rows), ())
    other = Snapshot(tuple(replace(c, selected=c.ref == "b") for c in rows), ())
    assert missed(diff(before, nothing), rows[1], frozenset(), before) == CHOSE_NONE
    assert missed(diff(before, other), rows[1], frozenset(), before) is None
    assert missed(diff(before, nothing), rows[0], frozenset(), before) is None  # a click that takes its own choice back
    both = Snapshot((*nothing.controls, Control("new", control_type="Text", name="Shown")), ())
    assert missed(diff(before, both), rows[1], frozenset(), before) is None
