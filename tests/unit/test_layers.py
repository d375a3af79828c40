"""What may lie over a control is seen by the fields and buttons of the layer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wpfagent.actions.evidence.layers import brought_over, may_cover, only_went, waited_for
from wpfagent.core.diff import Difference
from wpfagent.core.model import Control, Rect, Snapshot, WindowInfo

LIST = Control("list", control_type="List", depth=1, bounding_rect=Rect(0, 40, 400, 300))
ITEM = Control("item", control_type="ListItem", depth=2, bounding_rect=Rect(0, 140, 400, 60))
BOOK = Control("book", name="Book", control_type="Button", depth=3, bounding_rect=Rect(350, 150, 40, 20))
SAVE = Control("save", name="Save", control_type="Button", depth=1, bounding_rect=Rect(0, 0, 60, 20))
ACCEPT = Control("accept", name="Accept", control_type="Button", depth=1, bounding_rect=Rect(180, 160, 60, 20))
CANCEL = Control("cancel", name="Cancel", control_type="Button", depth=1, bounding_rect=Rect(250, 160, 60, 20))


def test_what_stands_before_a_dialog_in_the_window_may_be_covered_by_it() -> None:
    tree = Snapshot((SAVE, LIST, ITEM, BOOK, ACCEPT, CANCEL), ())
    assert may_cover(tree, SAVE)
    assert may_cover(tree, BOOK)


def test_the_dialog_itself_is_not_covered_and_nothing_is_without_one() -> None:
    tree = Snapshot((SAVE, LIST, ITEM, BOOK, ACCEPT, CANCEL), ())
    assert not may_cover(tree, ACCEPT)
    assert not may_cover(tree, CANCEL)
    assert not may_cover(Snapshot((SAVE, LIST, ITEM, BOOK), ()), SAVE)


def test_the_button_that_clears_a_field_is_no_layer() -> None:
    field = Control("field", control_type="Edit", depth=1, bounding_rect=Rect(100, 0, 100, 20))
    clear = Control("clear", control_type="Button", depth=1, bounding_rect=Rect(180, 2, 16, 16))
    assert not may_cover(Snapshot((SAVE, field, clear), ()), SAVE)


def test_what_is_scrolled_out_of_its_list_is_covered_by_nothing_beside_the_list() -> None:
    area = replace(LIST, ref="area", patterns=("Scroll",), bounding_rect=Rect(0, 40, 400, 100))
    under = replace(BOOK, ref="under", depth=2, bounding_rect=Rect(0, 130, 400, 100))
    beside = Control("beside", name="26", control_type="Text", depth=1, bounding_rect=Rect(0, 150, 40, 20))
    panel = replace(area, control_type="Pane", patterns=())
    assert may_cover(Snapshot((SAVE, panel, under, beside), ()), SAVE)
    for scrolling in (area, replace(area, patterns=()), replace(panel, patterns=("Scroll",))):
        assert not may_cover(Snapshot((SAVE, scrolling, under, beside), ()), SAVE)


def test_a_part_of_a_pop_up_that_is_told_to_be_in_the_window_below_is_not_covered_by_it() -> None:
    day = replace(SAVE, hwnd=5)
    below = [replace(c, hwnd=9) for c in (LIST, ITEM, BOOK, ACCEPT)]
    assert not may_cover(Snapshot((day, *below), ()), replace(day, hwnd=9))


def test_what_came_while_all_else_stayed_lies_over_the_rest_until_it_is_gone() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    before, after = Snapshot((SAVE, LIST), (window,)), Snapshot((SAVE, LIST, ACCEPT, CANCEL), (window,))
    over = brought_over(before, after, frozenset())
    assert over == {"accept", "cancel"}
    assert brought_over(after, after, over) == over
    assert not brought_over(after, before, over)


def test_a_dialog_lies_over_the_rest_though_what_only_the_pointer_had_shown_went_as_it_came() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    plain, hovered = Snapshot((SAVE, LIST, ITEM), (window,)), Snapshot((SAVE, LIST, ITEM, BOOK), (window,))
    shown = brought_over(plain, hovered, frozenset())
    assert shown == {"book"}
    asked = Snapshot((SAVE, LIST, ITEM, ACCEPT, CANCEL), (window,))
    assert brought_over(hovered, asked, shown) == {"accept", "cancel"}
    assert brought_over(hovered, asked, frozenset()) == {"accept", "cancel"}
    elsewhere = replace(ITEM, bounding_rect=Rect(0, 240, 400, 60))
    assert not brought_over(hovered, Snapshot((SAVE, LIST, elsewhere, ACCEPT), (window,)), frozenset())


def test_a_dialog_that_comes_while_the_page_slides_in_lies_over_it() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    sliding = replace(SAVE, bounding_rect=Rect(16, 0, 60, 20))
    after = Snapshot((SAVE, ACCEPT, CANCEL), (window,))
    assert brought_over(Snapshot((sliding,), (window,)), after, frozenset()) == {"accept", "cancel"}
    in_line = replace(ACCEPT, bounding_rect=Rect(70, 0, 60, 20))
    assert not brought_over(Snapshot((sliding,), (window,)), Snapshot((SAVE, in_line), (window,)), frozenset())


def test_what_made_room_for_itself_or_replaced_something_lies_over_nothing() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    moved = Control("save", name="Save", control_type="Button", depth=1, bounding_rect=Rect(0, 30, 60, 20))
    assert not brought_over(Snapshot((SAVE,), (window,)), Snapshot((moved, ACCEPT), (window,)), frozenset())
    assert not brought_over(Snapshot((SAVE, LIST), (window,)), Snapshot((LIST, ACCEPT), (window,)), frozenset())


def test_words_and_fields_that_came_upon_the_rest_lie_over_it_and_those_in_an_item_do_not() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    asked = Control("asked", name="Keep it?", control_type="Text", depth=1, bounding_rect=Rect(180, 160, 60, 20))
    field = replace(asked, ref="field", control_type="Edit", name="")
    before = Snapshot((SAVE, LIST, ITEM), (window,))
    assert brought_over(before, Snapshot((SAVE, LIST, ITEM, asked), (window,)), frozenset()) == {"asked"}
    assert brought_over(before, Snapshot((SAVE, LIST, ITEM, field), (window,)), frozenset()) == {"field"}
    for inner in (asked, field):
        after = Snapshot((SAVE, LIST, ITEM, replace(inner, depth=3)), (window,))
        assert not brought_over(before, after, frozenset())


def test_words_with_dots_that_came_over_a_page_with_it_are_waited_for_until_they_go() -> None:
    window = WindowInfo(0, 7, "app.exe", "Notes", "HwndWrapper[app]", Rect(0, 0, 800, 600))
    words = Control("words", name="Loading…", control_type="Text", depth=1, bounding_rect=Rect(180, 160, 60, 20))
    after = Snapshot((SAVE, LIST, ITEM, BOOK, words), (window,))
    over = brought_over(Snapshot((SAVE, ACCEPT), (window,)), after, frozenset())
    assert over == {"words"}
    assert waited_for(after, BOOK, over) == words
    assert waited_for(after, BOOK) is None  # it was there before anything was done
    done = replace(words, name="No sheets yet")
    assert waited_for(Snapshot((SAVE, LIST, ITEM, BOOK, done)), BOOK, over) is None
    assert only_went(Difference(vanished=(done,)), BOOK, over, Snapshot((SAVE, LIST, ITEM, BOOK, done)))
    beside = replace(words, bounding_rect=Rect(500, 160, 60, 20))
    assert not brought_over(
        Snapshot((SAVE, ACCEPT), (window,)), Snapshot((SAVE, LIST, ITEM, BOOK, beside), (window,)), frozenset()
    )


def test_what_is_to_be_waited_for_may_cover_what_stands_before_it() -> None:
    wait = Control("wait", name="Loading", control_type="Text", depth=1, bounding_rect=Rect(170, 160, 60, 20))
    bar = Control("bar", control_type="ProgressBar", depth=1, bounding_rect=Rect(100, 180, 200, 8))
    for layer in (wait, bar):
        assert may_cover(Snapshot((SAVE, LIST, ITEM, BOOK, layer), ()), SAVE)
    text = Control("text", name="A title", control_type="Text", depth=3, bounding_rect=Rect(10, 150, 60, 20))
    assert not may_cover(Snapshot((SAVE, LIST, ITEM, text, BOOK), ()), SAVE)
    status = Control("status", name="Ready", control_type="Text", depth=1, bounding_rect=Rect(0, 380, 60, 20))
    assert not may_cover(Snapshot((SAVE, LIST, ITEM, BOOK, status), ()), SAVE)


def test_that_only_the_layer_went_away_is_told_from_what_a_click_came_to() -> None:
    over, before = frozenset({"accept", "cancel"}), Snapshot((SAVE, ACCEPT, CANCEL), ())
    went = Difference(vanished=(ACCEPT, CANCEL))
    assert only_went(went, SAVE, over, before)
    assert not only_went(went, ACCEPT, over, before)
    assert not only_went(went, SAVE, frozenset(), before)
    assert not only_went(Difference(vanished=(ACCEPT, CANCEL, BOOK)), SAVE, over, before)
    assert not only_went(Difference(vanished=(ACCEPT,), appeared=(BOOK,)), SAVE, over, before)


def test_the_end_of_what_was_to_be_waited_for_is_no_effect_of_a_click_on_what_it_lay_over() -> None:
    bar = Control("bar", control_type="ProgressBar", depth=1, bounding_rect=Rect(100, 180, 200, 8))
    before = Snapshot((SAVE, LIST, ITEM, BOOK, bar), ())
    ended, more = Difference(vanished=(bar,)), Difference(vanished=(bar,), appeared=(ACCEPT,))
    assert only_went(ended, SAVE, frozenset(), before)
    assert not only_went(more, SAVE, frozenset(), before)  # it was gone before the press, which had this effect
    assert only_went(more, SAVE, frozenset({"bar"}), before)  # it lay there at the press


def test_windows_that_stand_in_a_window_are_no_layers_of_one_another() -> None:
    holder = Control("holder", class_name="WindowsForms10.MDICLIENT.app", depth=0)
    front, behind = (Control(ref, control_type="Window", depth=1) for ref in ("front", "behind"))
    mine = [replace(c, ref=f"mine {c.ref}", depth=c.depth + 2) for c in (SAVE, LIST, ITEM)]
    others = [replace(c, depth=c.depth + 2) for c in (LIST, ITEM, ACCEPT)]
    bar = replace(SAVE, bounding_rect=Rect(500, 0, 60, 20))
    tree = Snapshot((bar, holder, front, *mine, behind, *others), ())
    assert not may_cover(tree, mine[0])
    assert not may_cover(tree, bar)
    layer = replace(ACCEPT, ref="layer", depth=3)
    assert may_cover(Snapshot((bar, holder, front, *mine, layer, behind, *others), ()), mine[0])


@pytest.mark.parametrize(("value", "is_waited_for"), [(None, True), ("30", True), ("100", False)])
def test_a_layer_with_a_bar_is_waited_for_until_the_bar_is_full(value: str | None, is_waited_for: bool) -> None:
    bar = Control("bar", control_type="ProgressBar", depth=1, bounding_rect=Rect(0, 150, 200, 8), value=value)
    assert (waited_for(Snapshot((SAVE, LIST, ITEM, bar), ()), SAVE) is not None) is is_waited_for
    in_item = replace(bar, depth=3)
    assert waited_for(Snapshot((SAVE, LIST, ITEM, in_item), ()), SAVE) is None


def test_a_layer_with_a_bar_over_a_document_is_waited_for() -> None:
    page = Control("page", control_type="Document", depth=1, bounding_rect=Rect(0, 30, 400, 300))
    tick = Control("tick", control_type="CheckBox", depth=2, bounding_rect=Rect(20, 290, 80, 20))
    bar = Control("bar", control_type="ProgressBar", depth=1, bounding_rect=Rect(100, 150, 200, 8))
    assert waited_for(Snapshot((SAVE, page, tick, bar)), tick) == bar
    assert waited_for(Snapshot((SAVE, page, tick, replace(bar, depth=2))), tick) is None
