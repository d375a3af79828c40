"""What a label names in a tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wpfagent.core.model import Control, Rect, Snapshot
from wpfagent.core.selector import Selector
from wpfagent.desktops.locating.alike import (
    arrows_with,
    behind_option,
    items_below,
    labelled_for,
    line_from,
    meant,
    under,
)
from wpfagent.desktops.locating.labels import as_shown, labelled
from wpfagent.desktops.locating.not_found import not_found


def _named(*controls: Control) -> list[str]:
    return [c.ref for c in labelled(Snapshot(controls, ()), "Season:", lambda _: True)]


def test_a_field_inside_of_a_control_of_the_same_name_is_no_second_match() -> None:
    spinner = Control("e1", name="Season:", control_type="Spinner", bounding_rect=Rect(0, 0, 90, 20))
    inner = Control("e2", name="Season:", control_type="Edit", depth=1, bounding_rect=Rect(0, 0, 70, 20))
    beside = Control("e3", name="Season:", control_type="Edit", bounding_rect=Rect(0, 40, 90, 20))
    assert _named(spinner, inner) == ["e1"]
    assert _named(spinner, inner, beside) == ["e1", "e3"]
    assert _named(beside) == ["e3"]


def test_a_field_that_only_its_tool_tip_describes_is_named_by_that_where_no_text_is() -> None:
    tipped = Control("e1", control_type="Edit", help_text="Season", bounding_rect=Rect(0, 0, 90, 20))
    assert _named(tipped) == ["e1"]
    assert _found(tipped, Control("e2", control_type="Edit", bounding_rect=Rect(0, 118, 90, 20))) == ["e2"]


def test_a_field_is_named_by_the_words_that_stand_in_it_while_it_is_empty_whatever_text_stands_before_it() -> None:
    hinted = Control("e1", name="Sign in", control_type="Edit", hint="Season", bounding_rect=Rect(0, 0, 90, 20))
    assert _named(hinted) == ["e1"]
    assert _named(replace(hinted, hint="Season…")) == ["e1"]
    assert _named(replace(hinted, value="Autumn"), replace(hinted, ref="e2", hint="Year")) == ["e1"]
    assert _found(hinted, Control("e2", control_type="Edit", bounding_rect=Rect(0, 118, 90, 20))) == ["e2"]


def _found(*controls: Control) -> list[str]:
    label = Control("label", name="Season", control_type="Text", bounding_rect=Rect(0, 100, 200, 17))
    return [c.ref for c in labelled(Snapshot((label, *controls), ()), "Season", lambda _: True)]


def test_a_date_with_a_tick_is_named_by_what_stands_left_of_it_and_one_in_the_next_line_by_what_it_follows() -> None:
    def label(words: str, x: int) -> Control:
        return Control(words, name=words, control_type="Text", bounding_rect=Rect(x, 100, 80, 18), depth=1)

    def date(ref: str, x: int, y: int) -> Control:
        return Control(ref, control_type="ComboBox", patterns=("Toggle", "Value"), bounding_rect=Rect(x, y, 160, 21),
                       class_name="SysDateTimePick32", depth=1)  # fmt: skip

    panel = Control("panel", control_type="Pane", bounding_rect=Rect(0, 90, 700, 60))
    row = (panel, label("Starts", 300), date("starts", 390, 98), label("Ends", 560), date("ends", 0, 128))
    found = {words: [c.ref for c in labelled(Snapshot(row), words, lambda _: True)] for words in ("Starts", "Ends")}
    assert found == {"Starts": ["starts"], "Ends": ["ends"]}
    alone = Snapshot((*row[:4], replace(row[4], depth=2)))
    assert labelled(alone, "Ends", lambda _: True) == []


def test_captions_below_fields_name_those_and_captions_above_fields_these() -> None:
    def column(*kinds: str, gap: int = 4) -> Snapshot:
        """Fields, and words that stand 2 pixels below what comes before them; fields so far below the words."""
        made, y = [], 50
        for n, kind in enumerate(kinds):
            y += 2 if kind else gap
            made.append(
                Control(f"{n}", name=kind, control_type="Text" if kind else "Edit", bounding_rect=Rect(20, y, 200, 20))
            )
            y += 20
        return Snapshot(tuple(made))

    def named(snapshot: Snapshot, *words: str) -> list[str]:
        return [c.ref for word in words for c in labelled(snapshot, word, lambda c: c.control_type == "Edit")]

    assert named(column("", "One", "", "Two"), "One", "Two") == ["0", "2"]
    assert named(column("", "One", ""), "One") == ["2"]
    assert named(column("", "One", "", "is missing", gap=2), "One") == ["2"]
    assert named(column("One", "", "Two", ""), "One", "Two") == ["1", "3"]
    assert named(column("One", "", "is missing", "Two", ""), "One", "Two") == ["1", "4"]


def test_who_reads_by_a_heading_reads_what_is_below_it_not_the_next_heading() -> None:
    def column(words: str, x: int) -> tuple[Control, Control]:
        heading = Control(f"{words} heading", name=words, control_type="Text", bounding_rect=Rect(x, 50, 40, 18))
        return heading, Control(words, control_type="List", bounding_rect=Rect(x, 70, 200, 200))

    two = Snapshot((*column("Jobs", 20), *column("Tiles", 400)))
    jobs = Selector(label="Jobs")
    assert [c.ref for c in meant(two, jobs, labelled(two, "Jobs", lambda _: True), lambda _: True, reads=True)] == [
        "Jobs"
    ]
    told = Snapshot((*two.controls[:2], two.controls[2]))
    found = labelled(told, "Jobs", lambda _: True)
    assert [c.ref for c in meant(told, jobs, found, lambda _: True, reads=True)] == ["Tiles heading"]


def test_who_reads_a_spinner_that_tells_no_value_reads_the_field_in_it() -> None:
    spinner = Control("spinner", name="Season", control_type="Spinner", bounding_rect=Rect(0, 0, 90, 20))
    field = Control("field", name="Season", control_type="Edit", value="42", depth=1, bounding_rect=Rect(0, 0, 70, 20))
    season = Selector(label="Season")

    def read(*controls: Control, reads: bool = True) -> list[str]:
        tree = Snapshot(controls)
        found = labelled(tree, "Season", lambda _: True)
        return [c.ref for c in meant(tree, season, found, lambda _: True, reads=reads)]

    assert read(spinner, field) == ["field"]
    assert read(spinner, field, reads=False) == ["spinner"]
    assert read(replace(spinner, value="42"), field) == ["spinner"]


def test_a_label_across_the_edge_of_a_field_is_not_written_into_it() -> None:
    behind = Control("behind", control_type="Edit", bounding_rect=Rect(-30, 93, 260, 18))
    assert _found(behind, Control("below", control_type="Edit", bounding_rect=Rect(0, 119, 200, 18))) == ["below"]


def test_a_field_as_wide_as_the_label_above_it_is_meant_not_what_stands_beside_both() -> None:
    below = Control("below", control_type="ComboBox", bounding_rect=Rect(0, 117, 200, 22))
    beside = Control("beside", control_type="Edit", bounding_rect=Rect(216, 98, 90, 22))
    assert _found(below, beside) == ["below"]
    assert _found(beside) == ["beside"]


def test_a_field_below_a_label_is_meant_not_what_other_words_in_its_line_name() -> None:
    narrow = Control("narrow", control_type="Edit", bounding_rect=Rect(0, 120, 60, 22))
    words = Control("words", name="PIN", control_type="Text", bounding_rect=Rect(216, 100, 80, 17))
    other = Control("other", control_type="Edit", bounding_rect=Rect(300, 98, 90, 22))
    assert _found(narrow, words, other) == ["narrow"]
    assert _found(narrow, other) == ["other"]
    assert _found(words, other) == ["other"]


def test_a_field_below_a_label_is_meant_not_a_button_of_other_words_in_its_line() -> None:
    label = Control("label", name="Season:", control_type="Text", bounding_rect=Rect(0, 100, 67, 18))
    below = Control("below", control_type="ComboBox", bounding_rect=Rect(0, 120, 180, 26))
    new = Control("new", name="New", control_type="Button", bounding_rect=Rect(240, 100, 100, 30))
    assert _named(label, below, new) == ["below"]
    assert _named(label, new) == ["new"]


def test_words_in_a_control_are_no_label_of_what_follows_it() -> None:
    below = Control("below", control_type="Edit", bounding_rect=Rect(0, 120, 60, 22))
    combo = Control("combo", control_type="ComboBox", bounding_rect=Rect(216, 98, 90, 22))
    shown = Control("shown", name="Norway", control_type="Text", depth=1, bounding_rect=Rect(220, 100, 40, 17))
    field = Control("field", control_type="Edit", bounding_rect=Rect(310, 98, 90, 22))
    label = Control("label", name="Season", control_type="Text", bounding_rect=Rect(0, 100, 200, 17))
    tree = Snapshot((label, combo, shown, field, below), ())
    assert [c.ref for c in labelled(tree, "Season", lambda c: c.control_type == "Edit")] == ["field"]


def test_something_high_is_not_in_the_line_of_each_label_beside_it() -> None:
    high = Control("high", control_type="Calendar", bounding_rect=Rect(216, -40, 180, 170))
    low = Control("low", control_type="Edit", bounding_rect=Rect(30, 140, 60, 22))
    assert _found(high, low) == ["low"]


def test_a_tick_without_words_is_named_by_the_text_after_it() -> None:
    tick = Control("tick", control_type="CheckBox", bounding_rect=Rect(-20, 100, 16, 16), patterns=("Toggle",))
    named = Control("named", name="Other", control_type="CheckBox", bounding_rect=Rect(-20, 100, 16, 16))
    assert _found(tick) == ["tick"]
    assert _found(named) == []


def test_the_buttons_of_a_field_and_the_parts_of_a_slider_are_not_what_its_label_names() -> None:
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 120, 120, 22))
    button = Control("button", name="▲", control_type="Button", bounding_rect=Rect(152, 120, 24, 22))
    assert _found(button, field) == ["field"]
    assert _found(button) == ["button"]
    slider = Control("slider", control_type="Slider", bounding_rect=Rect(0, 120, 90, 22))
    part = Control("part", control_type="Button", depth=1, bounding_rect=Rect(0, 120, 40, 22))
    assert _found(slider, part) == ["slider"]


def test_the_items_that_stand_before_a_field_are_not_what_its_label_names() -> None:
    item = Control("item", name="maps", control_type="DataItem", bounding_rect=Rect(0, 119, 50, 20))
    field = Control("field", control_type="Edit", bounding_rect=Rect(54, 119, 80, 20))
    assert _found(item, field) == ["field"]


def test_a_field_that_a_text_labels_goes_before_a_column_header_of_that_name() -> None:
    header = Control("header", name="Season", control_type="HeaderItem", bounding_rect=Rect(0, 300, 90, 22))
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 120, 120, 22))
    assert _found(header, field) == ["field"]
    assert _found(header) == ["header"]


def test_a_label_in_a_tool_bar_names_the_field_beside_it_never_the_bar() -> None:
    bar = Control("bar", name="Elsewhere", control_type="ToolBar", bounding_rect=Rect(0, 98, 500, 24))
    label = Control("label", name="Season", control_type="Text", depth=1, bounding_rect=Rect(0, 100, 60, 17))
    box = Control("box", control_type="ComboBox", depth=1, bounding_rect=Rect(62, 99, 90, 22))
    assert [c.ref for c in labelled(Snapshot((bar, label, box), ()), "Season", lambda _: True)] == ["box"]
    assert [c.ref for c in labelled(Snapshot((bar, label), ()), "Elsewhere", lambda _: True)] == ["bar"]


def _cards(*, rows: int) -> list[str]:
    controls = [Control("list", control_type="Pane")]
    for row in range(rows):
        y = 300 * row
        controls += [
            Control(f"card{row}", control_type="Pane", depth=1, bounding_rect=Rect(0, y, 190, 290)),
            Control(
                f"title{row}", name=f"Course {row}", control_type="Text", depth=2, bounding_rect=Rect(6, y, 90, 15)
            ),
            Control(f"book{row}", name="Book", control_type="Button", depth=2, bounding_rect=Rect(6, y + 250, 70, 26)),
        ]
    tree = Snapshot(tuple(controls), ())
    return [c.ref for c in labelled(tree, "Course 1", lambda c: c.name == "Book", is_named=True)]


def test_a_button_of_its_own_name_is_the_one_of_the_card_that_the_label_heads() -> None:
    assert _cards(rows=3) == ["book1"]
    assert _cards(rows=1) == []


def test_a_field_beside_a_card_stands_at_no_label_in_it() -> None:
    card = Control("card", control_type="Pane", bounding_rect=Rect(0, 100, 140, 220))
    title = replace(_text("Raku", 6, 104), depth=1)
    button = Control("book", name="Book", control_type="Button", depth=1, bounding_rect=Rect(6, 280, 75, 23))
    date = Control("date", control_type="ComboBox", bounding_rect=Rect(240, 102, 120, 21))
    for fields in ((), (_text("Glazed on", 160, 104), date)):
        tree = Snapshot((card, title, button, *fields), ())
        assert [c.ref for c in labelled(tree, "Raku", lambda c: c.name == "Book", is_named=True)] == ["book"]


def test_of_two_buttons_of_one_name_in_a_card_none_is_guessed() -> None:
    card = Control("card", control_type="Pane", bounding_rect=Rect(0, 0, 190, 290))
    title = Control("title", name="Season", control_type="Text", depth=1, bounding_rect=Rect(6, 0, 90, 15))
    first = Control("first", name="Book", control_type="Button", depth=1, bounding_rect=Rect(6, 200, 70, 26))
    second = Control("second", name="Book", control_type="Button", depth=1, bounding_rect=Rect(6, 240, 70, 26))
    both = Snapshot((card, title, first, second), ())
    assert labelled(both, "Season", lambda c: c.name == "Book", is_named=True) == []
    alone = Snapshot((card, title, first), ())
    assert labelled(alone, "Season", lambda c: c.name == "Book", is_named=True) == [first]
    assert labelled(alone, "Season", lambda c: c.name == "Book") == []


def test_a_button_with_a_picture_only_belongs_to_the_field_beside_it() -> None:
    arrow = Control("arrow", control_type="Button", bounding_rect=Rect(50, 118, 18, 11), patterns=("Invoke",))
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 118, 50, 22))
    assert _found(arrow, field) == ["field"]
    assert _found(arrow) == ["arrow"]


def test_what_a_label_names_goes_on_in_its_line_up_to_the_next_words() -> None:
    stars = [Control(f"s{n}", control_type="Button", bounding_rect=Rect(20 * n, 120, 16, 16)) for n in range(5)]
    colon = Control("colon", name=":", control_type="Text", bounding_rect=Rect(58, 120, 2, 16))
    words = Control("words", name="Colour", control_type="Text", bounding_rect=Rect(100, 120, 40, 16))
    other = Control("other", control_type="Button", bounding_rect=Rect(150, 120, 16, 16))
    below = Control("below", control_type="Button", bounding_rect=Rect(20, 140, 16, 16))
    tree = Snapshot((*stars, colon, words, other, below), ())
    assert line_from(tree, stars[0], lambda _: True) == stars
    assert line_from(tree, stars[2], lambda _: True) == stars[2:]
    assert line_from(tree, stars[0], lambda c: c.ref != "s1") == [stars[0], *stars[2:]]


def test_a_label_that_is_a_bare_sign_names_what_stands_beside_it_and_not_all_that_has_no_name() -> None:
    sign = Control("sign", name=":", control_type="Text", bounding_rect=Rect(60, 100, 4, 17))
    nameless = Control("nameless", control_type="Edit", bounding_rect=Rect(0, 0, 50, 17))
    minutes = Control("minutes", control_type="ComboBox", bounding_rect=Rect(70, 98, 50, 22))
    assert [c.ref for c in labelled(Snapshot((sign, nameless, minutes), ()), ":", lambda _: True)] == ["minutes"]


def test_the_first_of_those_in_a_line_below_a_label_is_named_though_the_next_is_a_little_narrower() -> None:
    first = Control("first", control_type="Button", bounding_rect=Rect(0, 120, 17, 16))
    second = Control("second", control_type="Button", bounding_rect=Rect(17, 120, 16, 16))
    assert _found(first, second) == ["first"]


def test_a_label_on_a_page_names_the_field_beside_it_and_not_the_pages_that_hold_both() -> None:
    pages = Control("pages", control_type="Tab", depth=0, bounding_rect=Rect(0, 0, 300, 300))
    label = Control("label", name="Season", control_type="Text", depth=1, bounding_rect=Rect(0, 100, 200, 17))
    field = Control("field", control_type="ComboBox", depth=1, bounding_rect=Rect(0, 117, 80, 22))
    assert [c.ref for c in labelled(Snapshot((pages, label, field), ()), "Season", lambda _: True)] == ["field"]


def test_the_days_of_a_calendar_are_not_what_a_label_beside_it_names() -> None:
    star = Control("star", control_type="Button", bounding_rect=Rect(0, 118, 20, 20))
    calendar = Control("calendar", control_type="Calendar", bounding_rect=Rect(210, 0, 180, 180))
    day = Control("day", name="Monday 9", control_type="Button", depth=1, bounding_rect=Rect(212, 100, 20, 18))
    label = Control("label", name="Season", control_type="Text", bounding_rect=Rect(0, 100, 200, 17))
    tree = Snapshot((label, star, calendar, day), ())
    assert [c.ref for c in labelled(tree, "Season", lambda c: c.control_type == "Button")] == ["star"]


def test_a_caption_of_a_tab_names_nothing_outside_of_it_where_another_text_does() -> None:
    tab = Control("tab", name="Season", control_type="TabItem", bounding_rect=Rect(0, 0, 80, 40))
    caption = Control("caption", name="Season", control_type="Text", depth=1, bounding_rect=Rect(10, 10, 50, 17))
    below = Control("list", control_type="List", bounding_rect=Rect(0, 42, 80, 30))
    label = Control("label", name="Season", control_type="Text", bounding_rect=Rect(200, 200, 50, 17))
    field = Control("field", control_type="Edit", bounding_rect=Rect(260, 200, 80, 20))
    assert _named(tab, caption, below, label, field) == ["field"]
    assert _named(tab, caption, below) == ["list"]


def test_the_arrows_at_a_field_are_one_column_from_the_top() -> None:
    press = {"control_type": "Button", "patterns": ("Invoke",)}
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 0, 60, 24))
    up = Control("up", bounding_rect=Rect(60, 0, 18, 12), **press)  # type: ignore[arg-type]
    down = Control("down", bounding_rect=Rect(60, 12, 18, 12), **press)  # type: ignore[arg-type]
    other = Control("other", bounding_rect=Rect(60, 40, 18, 12), **press)  # type: ignore[arg-type]
    tree = Snapshot((down, up, field, other), ())
    assert [c.ref for c in arrows_with(tree, down, lambda _: True)] == ["up", "down"]
    assert [c.ref for c in arrows_with(tree, other, lambda _: True)] == ["other"]


def test_the_items_of_a_labelled_list_are_counted_by_an_index() -> None:
    stars = Control("stars", control_type="List", bounding_rect=Rect(0, 0, 100, 20))
    first = Control("first", control_type="DataItem", depth=1, bounding_rect=Rect(0, 0, 20, 20))
    second = Control("second", control_type="DataItem", depth=1, bounding_rect=Rect(20, 0, 20, 20))
    tree = Snapshot((stars, first, second), ())
    assert [c.ref for c in items_below(tree, stars)] == ["first", "second"]
    assert items_below(tree, first) == []


def test_a_field_below_its_label_is_nearer_than_a_page_beside_the_form() -> None:
    label = Control("label", name="Season", control_type="Text", bounding_rect=Rect(0, 0, 30, 17))
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 18, 250, 20))
    page = Control("page", control_type="Tab", bounding_rect=Rect(250, 0, 600, 600))
    beside = Control("beside", control_type="List", bounding_rect=Rect(36, 0, 100, 60))
    assert _named(label, field, page) == ["field"]
    assert _named(label, field, beside) == ["beside"]


def test_the_text_inside_of_a_label_that_told_says_nothing_more() -> None:
    inner = Control("inner", name="Season", control_type="Text", depth=1, bounding_rect=Rect(5, 105, 40, 12))
    below = Control("below", control_type="Edit", bounding_rect=Rect(0, 117, 200, 22))
    beside = Control("beside", control_type="Button", patterns=("Invoke",), bounding_rect=Rect(216, 100, 20, 20))
    assert _found(inner, below, beside) == ["below"]


def test_what_is_scrolled_out_of_its_list_is_named_by_no_label_outside_of_it() -> None:
    rows = Control("list", control_type="List", patterns=("Scroll",), bounding_rect=Rect(-40, 0, 30, 60))
    tick = Control("tick", control_type="CheckBox", depth=1, patterns=("Toggle",), bounding_rect=Rect(-20, 100, 16, 16))
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 117, 200, 22))
    assert _found(rows, tick, field) == ["field"]


def test_a_field_for_an_address_is_named_as_a_whole_and_none_of_its_parts() -> None:
    whole = Control("whole", class_name="SysIPAddress32", control_type="Pane", bounding_rect=Rect(0, 118, 120, 20))
    parts = [Control(f"e{n}", control_type="Edit", depth=1, bounding_rect=Rect(n * 30, 120, 28, 16)) for n in range(4)]
    assert _found(whole, *parts) == ["whole"]


def test_a_date_is_named_as_a_whole_and_neither_its_tick_nor_its_arrows() -> None:
    whole = Control(
        "whole", class_name="WindowsForms10.SysDateTimePick32.app.0", control_type="ComboBox",
        bounding_rect=Rect(0, 118, 120, 20),
    )  # fmt: skip
    tick = Control("tick", control_type="CheckBox", depth=1, bounding_rect=Rect(2, 120, 13, 13))
    arrows = Control("arrows", control_type="Spinner", depth=1, bounding_rect=Rect(102, 120, 16, 16))
    assert _found(whole, tick, arrows) == ["whole"]
    named = [replace(c, name="Season:") for c in (whole, arrows)]
    assert _named(*named) == ["whole"]


def test_the_title_of_a_frame_names_the_first_field_in_a_line_of_several() -> None:
    frame = Control("frame", name="Season", control_type="Group", bounding_rect=Rect(0, 0, 190, 60))
    boxes = [
        Control(f"e{n}", control_type="Edit", depth=1, bounding_rect=Rect(8 + 58 * n, 24, 50, 25)) for n in range(3)
    ]
    assert [c.ref for c in labelled(Snapshot((frame, *boxes), ()), "Season", lambda _: True)] == ["e0"]


def test_a_label_is_read_in_any_width_without_what_marks_it_as_required() -> None:
    for words in ("ＴＥＬ", "TEL：", "TEL（必須）", "※ＴＥＬ", "Ｔ　Ｅ　Ｌ"):
        label = Control("label", name=words, control_type="Text", bounding_rect=Rect(0, 100, 60, 17))
        field = Control("field", control_type="Edit", bounding_rect=Rect(70, 98, 90, 22))
        assert [c.ref for c in labelled(Snapshot((label, field), ()), "tel", lambda _: True)] == ["field"], words


def test_a_list_right_below_its_label_is_meant_not_the_tab_beside_both() -> None:
    below = Control("below", control_type="Table", bounding_rect=Rect(0, 119, 260, 140))
    beside = Control("beside", control_type="Tab", bounding_rect=Rect(392, 106, 390, 160))
    field = Control("field", control_type="Edit", bounding_rect=Rect(210, 98, 60, 22))
    assert _found(below, beside) == ["below"]
    assert _found(below, beside, field) == ["field"]


def test_a_word_right_behind_a_field_names_it_rather_than_one_below() -> None:
    field = Control("field", control_type="Edit", bounding_rect=Rect(10, 98, 90, 24))
    pieces = Control("words", name="pieces", control_type="Text", bounding_rect=Rect(104, 100, 40, 16))
    below = Control("below", control_type="ComboBox", bounding_rect=Rect(60, 140, 120, 24))
    assert [c.ref for c in labelled(Snapshot((field, pieces, below), ()), "pieces", lambda _: True)] == ["field"]
    behind = replace(field, ref="behind", bounding_rect=Rect(150, 98, 90, 24))
    assert [c.ref for c in labelled(Snapshot((field, pieces, behind), ()), "pieces", lambda _: True)] == ["behind"]
    tick = Control("tick", name="Toxic", control_type="CheckBox", bounding_rect=Rect(180, 98, 90, 20))
    assert [c.ref for c in labelled(Snapshot((field, pieces, tick), ()), "pieces", lambda _: True)] == ["field"]
    town = replace(pieces, name="Town")
    assert [c.ref for c in labelled(Snapshot((field, town, below), ()), "Town", lambda _: True)] == ["below"]


def test_a_unit_names_the_field_before_it_not_the_next() -> None:
    line = []
    for place, unit in enumerate(("年", "月", "dpi")):
        left = 90 + 50 * place
        line += [Control(f"of {unit}", control_type="Edit", bounding_rect=Rect(left, 98, 30, 20)),
                 Control(unit, name=unit, control_type="Text", bounding_rect=Rect(left + 30, 100, 14, 16))]  # fmt: skip
    below = Control("below", name="Member", control_type="CheckBox", bounding_rect=Rect(200, 122, 90, 16))
    for unit in ("年", "月", "dpi"):
        assert [c.ref for c in labelled(Snapshot((*line, below), ()), unit, lambda _: True)] == [f"of {unit}"]


def _rated(*controls: Control, able: tuple[str, ...] = ()) -> list[str]:
    page = Control("tab", name="Details", control_type="TabItem", bounding_rect=Rect(0, 0, 60, 20))
    label = Control("label", name="Rating", control_type="Text", depth=1, bounding_rect=Rect(0, 100, 80, 20))
    return [c.ref for c in labelled_for(Snapshot((page, label, *controls), ()), "Rating", lambda _: True, able)]


def test_signs_drawn_behind_a_label_are_named_by_it_not_what_stands_farther_or_below() -> None:
    stars = [Control(f"s{n}", name="☆", control_type="Text", depth=1, bounding_rect=Rect(80 + 20 * n, 98, 20, 24))
             for n in range(5)]  # fmt: skip
    slider = Control("slider", control_type="Slider", depth=1, bounding_rect=Rect(400, 100, 90, 20))
    below = Control("below", control_type="DataGrid", depth=1, bounding_rect=Rect(0, 140, 300, 90))
    assert _rated(*stars, slider, below) == ["s0", "s1", "s2", "s3", "s4"]
    assert _rated(slider) == ["slider"]


def test_a_sign_at_a_field_belongs_to_it() -> None:
    sign = Control("sign", name="〒", control_type="Text", depth=1, bounding_rect=Rect(80, 100, 14, 20))
    dash = Control("dash", name="－", control_type="Text", depth=1, bounding_rect=Rect(140, 100, 14, 20))
    first, second = (Control(r, control_type="Edit", depth=1, bounding_rect=Rect(x, 100, 40, 20))
                     for r, x in (("first", 96), ("second", 156)))  # fmt: skip
    assert _rated(sign, first, dash, second) == ["first"]


def test_what_was_entered_stands_before_the_field_that_takes_more() -> None:
    chips = Control("chips", control_type="List", depth=1, bounding_rect=Rect(80, 98, 90, 22))
    field = Control("field", control_type="Edit", depth=1, patterns=("Value",), bounding_rect=Rect(170, 98, 90, 22))
    assert _rated(chips, field, able=("Value",)) == ["field"]
    assert _rated(chips, field) == ["chips"]


def test_the_title_of_a_frame_names_what_is_in_it_not_what_stands_beside_it() -> None:
    frames = [
        Control(f"frame{n}", name=title, control_type="Group", bounding_rect=Rect(100 * n, 0, 90, 80))
        for n, title in enumerate(("Insured", "Fragile"))
    ]
    answers = [
        Control(
            f"{n}{word}", name=word, control_type="RadioButton", depth=1, bounding_rect=Rect(100 * n + 8, y, 60, 20)
        )
        for n in range(2)
        for word, y in (("Yes", 16), ("No", 40))
    ]
    shown = Snapshot((frames[0], *answers[:2], frames[1], *answers[2:]), ())
    for number, title in enumerate(("Insured", "Fragile")):
        found = labelled(shown, title, lambda c: c.name == "No", is_named=True)
        assert [c.ref for c in found] == [f"{number}No"]


def test_a_scroll_bar_of_its_own_stands_behind_its_label_and_that_of_a_list_has_none() -> None:
    below = Control("below", control_type="ComboBox", bounding_rect=Rect(60, 160, 120, 22))
    place = Rect(216, 100, 200, 18)
    assert _found(Control("bar", "63", "", "ScrollBar", "ScrollBar", bounding_rect=place), below) == ["bar"]
    assert _found(Control("bar", "", "", "ScrollBar", bounding_rect=place), below) == ["below"]
    of_a_view = Control("bar", "HorizontalScrollBar", "", "ScrollBar", "ScrollBar", bounding_rect=place)
    assert _found(of_a_view, below) == ["below"]


def _behind(*controls: Control, name: str = "At most (MB):", label: str = "At most (MB)") -> list[str]:
    tick = Control("tick", name=name, control_type="CheckBox", bounding_rect=Rect(0, 100, 120, 20))
    tree = Snapshot((tick, *controls), ())
    return [c.ref for c in behind_option(tree, label, lambda c: c.control_type in ("Edit", "Spinner"))]


def test_a_tick_names_the_field_next_to_it_and_none_behind_other_words_or_controls() -> None:
    field = Control("field", control_type="Edit", bounding_rect=Rect(200, 98, 90, 22))
    words = Control("words", name="Owner:", control_type="Text", bounding_rect=Rect(130, 100, 40, 20))
    button = Control("button", name="Browse", control_type="Button", bounding_rect=Rect(130, 98, 40, 22))
    assert _behind(field) == ["field"]
    assert _behind(words, field) == _behind(button, field) == []


def test_a_tick_whose_caption_ends_in_a_colon_names_the_field_indented_below_it() -> None:
    field = Control("field", control_type="Edit", bounding_rect=Rect(16, 124, 200, 22))
    flush = Control("flush", control_type="Edit", bounding_rect=Rect(0, 124, 200, 22))
    assert _behind(field) == ["field"]
    assert _behind(flush) == _behind(field, name="At most (MB)") == []


def test_a_pane_that_takes_a_value_is_named_by_its_label() -> None:
    field = Control("field", control_type="Pane", patterns=("Value",), bounding_rect=Rect(216, 98, 90, 22))
    frame = Control("frame", control_type="Pane", bounding_rect=Rect(216, 98, 90, 22))
    assert _found(frame, field) == ["field"]


def test_a_label_names_what_the_program_draws_itself_where_nothing_else_stands_at_it() -> None:
    drawn = Control("drawn", control_type="Pane", bounding_rect=Rect(216, 98, 90, 22))
    below = Control("below", control_type="Pane", bounding_rect=Rect(216, 298, 90, 22))
    assert _found(drawn) == _found(below, drawn) == ["drawn"]
    assert _found(below) == []
    inside = Control("inside", control_type="Button", depth=1, bounding_rect=Rect(290, 198, 9, 9))
    assert _found(drawn, inside) == []  # a panel holds something


def test_an_access_key_behind_a_label_is_no_part_of_its_words() -> None:
    def shown(*names: str) -> str:
        return as_shown(Snapshot(tuple(Control(n, name=n, control_type="Text") for n in names), ()), "取引先")

    assert shown("取引先(T):", "支払方法(P):") == "取引先(T):"
    assert shown("取引先(T)：") == "取引先(T)："
    assert shown("取引先:", "取引先(T):") == "取引先"
    assert shown("取引先(A):", "取引先(B):") == "取引先"  # these tell two labels apart
    assert shown("支払方法(P):") == "取引先"
    column = Control("column", name="取引先", control_type="HeaderItem")
    label = Control("label", name="取引先(T):", control_type="Text")
    assert as_shown(Snapshot((column, label), ()), "取引先") == "取引先(T):"


def test_a_label_said_with_its_colon_is_no_option_that_is_called_so_without() -> None:
    field = Control("field", name="Basket:", control_type="Edit", bounding_rect=Rect(100, 0, 90, 20))
    tick = Control("tick", name="Basket", control_type="CheckBox", bounding_rect=Rect(300, 0, 90, 20))
    tree = Snapshot((field, tick), ())
    assert [c.ref for c in labelled_for(tree, "Basket:", lambda _: True, ())] == ["field"]
    assert len(labelled_for(tree, "Basket", lambda _: True, ())) == 2


def _text(name: str, x: int, y: int, width: int = 60, **more: Any) -> Control:
    return Control(name, name=name, control_type="Text", bounding_rect=Rect(x, y, width, 16), **more)


def test_a_switch_that_has_a_label_before_it_is_not_named_by_the_words_behind_it() -> None:
    drop = Control("drop", control_type="Button", bounding_rect=Rect(-40, 98, 36, 20), patterns=("Toggle",))
    assert _found(drop) == ["drop"]
    assert _found(_text("Colour", -120, 100), drop) == []


def test_the_name_of_a_property_is_no_label_of_the_section_below_it() -> None:
    section = Control("section", name="Care", control_type="Button", bounding_rect=Rect(0, 140, 300, 20))
    assert _found(section) == ["section"]
    assert _found(_text("40", 220, 100), section) == []
    assert _found(_text("Habit", 0, 118), section) == []


def test_a_note_right_below_a_field_names_it_where_nothing_else_does() -> None:
    above = Control("above", control_type="Edit", bounding_rect=Rect(0, 78, 200, 22))
    below = Control("below", control_type="Edit", bounding_rect=Rect(0, 137, 200, 22))
    own = Control("own", control_type="Edit", bounding_rect=Rect(0, 118, 200, 22))
    assert _found(above, _text("Trailer", 0, 121), below) == ["above"]
    assert _found(above, own) == ["own"]
    assert _found(_text("Driver", 0, 61), above, _text("Trailer", 0, 121), below) == ["below"]


def _under(heading: str, meant: str, *controls: Control) -> list[str]:
    window = Control("window", control_type="Window", bounding_rect=Rect(0, 0, 900, 90))
    tree = Snapshot((window, *(replace(c, depth=c.depth + 1) for c in controls)), ())
    head = next(c for c in tree if c.name == heading)
    found = [c for c in tree if c.control_type == meant]
    return [c.ref for c in under(tree, head, found, is_counted=False)]


def test_what_each_card_has_is_meant_by_the_heading_over_it() -> None:
    cards: list[Control] = []
    for x in (0, 300, 600):
        field = Control(f"e{x}", control_type="Edit", bounding_rect=Rect(x + 80, 30, 90, 20))
        cards += (_text(f"Card {x}", x, 0), field)
    for x in (0, 300, 600):
        assert _under(f"Card {x}", "Edit", *cards) == [f"e{x}"]
    assert _under("Card 0", "Edit", cards[0], *cards[2:]) == []


def test_the_words_of_buttons_beside_a_heading_head_nothing() -> None:
    button = Control("add", name="Add", control_type="Button", bounding_rect=Rect(80, 0, 40, 20))
    inside = Control("words", name="Add", control_type="Text", depth=1, bounding_rect=Rect(85, 2, 30, 16))
    field = Control("field", control_type="Edit", bounding_rect=Rect(150, 30, 90, 20))
    assert _under("Group", "Edit", _text("Group", 0, 0), button, inside, field) == ["field"]


def test_what_a_frame_of_its_own_holds_stands_under_no_heading_outside_of_it() -> None:
    frame = Control("frame", control_type="Group", bounding_rect=Rect(0, 20, 300, 60))
    inside = Control("inside", control_type="Edit", depth=1, bounding_rect=Rect(80, 30, 90, 20))
    assert _under("Contact", "Edit", _text("Contact", 0, 0), frame, inside) == []
    assert _under("Contact", "Edit", _text("Contact", 0, 0), inside) == ["inside"]


def test_a_caption_below_a_group_heads_what_is_nearest_above_it() -> None:
    bar = Control("bar", control_type="List", bounding_rect=Rect(0, 0, 400, 20))
    looks = Control("looks", control_type="List", bounding_rect=Rect(210, 30, 150, 40))
    assert _under("Looks", "List", bar, looks, _text("Labels", 60, 72), _text("Looks", 255, 72)) == ["looks"]


def test_a_button_below_others_is_not_meant_past_them() -> None:
    less = Control("less", control_type="Button", patterns=("Invoke",), bounding_rect=Rect(174, 118, 26, 26))
    clock = Control("clock", control_type="Button", patterns=("Toggle",), bounding_rect=Rect(174, 148, 26, 40))
    assert _found(less, clock) == ["less"]
    assert _found(clock) == ["clock"]


def test_the_arrow_of_a_branch_is_named_by_no_words_beside_its_tree() -> None:
    tree = Control("tree", control_type="Tree", bounding_rect=Rect(-200, 90, 180, 200))
    branch = Control("branch", name="2025", control_type="TreeItem", depth=1, bounding_rect=Rect(-200, 100, 180, 20))
    arrow = Control(
        "arrow", control_type="Button", patterns=("Toggle",), depth=2, bounding_rect=Rect(-200, 102, 16, 16)
    )
    year = Control("year", name="2025", control_type="Text", depth=2, bounding_rect=Rect(-180, 102, 60, 16))
    assert _found(tree, branch, arrow, year) == []
    snapshot = Snapshot((tree, branch, arrow, year), ())
    assert [c.ref for c in labelled(snapshot, "2025", lambda c: c.control_type == "Button")] == ["arrow"]


def test_the_sign_at_the_end_of_a_field_is_meant_by_its_hint_not_the_one_inside_that_empties_it() -> None:
    field = Control("field", control_type="Edit", bounding_rect=Rect(0, 100, 200, 40))
    hint = Control("hint", name="Season", control_type="Text", depth=1, bounding_rect=Rect(6, 102, 60, 12))
    cross = Control("cross", control_type="Button", patterns=("Invoke",), depth=1, bounding_rect=Rect(170, 108, 26, 26))
    clock = Control("clock", control_type="Button", patterns=("Toggle",), bounding_rect=Rect(202, 100, 26, 40))

    def pressed(*controls: Control) -> list[str]:
        return [c.ref for c in labelled(Snapshot(controls, ()), "Season", lambda c: c.control_type == "Button")]

    assert pressed(field, hint, cross) == ["cross"]
    assert pressed(field, hint, cross, clock) == ["clock"]


def test_words_are_beside_a_tick_that_they_stand_at_not_beside_one_across_the_window() -> None:
    def tick(x: int) -> Control:
        return Control(f"at {x}", control_type="Button", patterns=("Toggle",), bounding_rect=Rect(x, 98, 20, 20))

    assert _found(tick(-40)) == ["at -40"]
    assert _found(tick(-300)) == []


def test_a_field_with_words_above_it_is_not_named_by_what_stands_before_other_buttons_in_its_line() -> None:
    label = Control("label", name="Season:", control_type="Text", bounding_rect=Rect(0, 100, 50, 20))
    button = Control("add", name="Add", control_type="Button", bounding_rect=Rect(60, 100, 40, 20))
    words = Control("words", name="Tags", control_type="Text", bounding_rect=Rect(500, 88, 200, 16))
    field = Control("tags", control_type="Edit", bounding_rect=Rect(501, 105, 80, 16))
    assert [c.ref for c in labelled(Snapshot((label, button, words, field)), "Season", _is_edit)] == []
    assert [c.ref for c in labelled(Snapshot((label, button, field)), "Season", _is_edit)] == ["tags"]
    assert [c.ref for c in labelled(Snapshot((label, words, field)), "Season", _is_edit)] == ["tags"]


def _is_edit(control: Control) -> bool:
    return control.control_type == "Edit"


def _line(y: int, *, is_turned: bool) -> tuple[Control, ...]:
    """Two labels with a field each, from the left or from the right end of a line."""
    made = []
    for at, (name, kind) in enumerate((("الاسم", "Text"), ("", "Edit"), ("المدينة", "Text"), ("", "Edit"))):
        x = 600 - 150 * at if is_turned else 150 * at
        made.append(Control(f"{kind}{at}", name=name, control_type=kind, bounding_rect=Rect(x, y, 140, 20)))
    return tuple(made)


def test_labels_of_a_page_that_runs_from_right_to_left_stand_right_of_what_they_name() -> None:
    for is_turned in (True, False):  # such words may stand on a page that is not turned round
        page = Snapshot(_line(100, is_turned=is_turned))
        assert [c.ref for c in labelled(page, "الاسم", _is_edit)] == ["Edit1"]
        assert [c.ref for c in labelled(page, "المدينة:", _is_edit)] == ["Edit3"]
        assert labelled(page, "المدينة", _is_edit)[0] == page.controls[3]


def test_a_button_right_at_a_label_is_meant_not_the_list_behind_another_line() -> None:
    label = Control("label", name="Season:", control_type="Text", bounding_rect=Rect(0, 0, 50, 16))
    drop = Control("drop", name="Any", control_type="Button", bounding_rect=Rect(56, 0, 150, 18))
    tick = Control("tick", name="Select all", control_type="CheckBox", bounding_rect=Rect(0, 26, 80, 16))
    rows = Control("rows", control_type="DataGrid", bounding_rect=Rect(0, 44, 600, 300))
    assert _named(label, drop, tick, rows) == ["drop"]
    near = replace(rows, bounding_rect=Rect(0, 20, 600, 300))
    assert _named(label, drop, near) == ["rows"]  # a list right below its heading, which has a button
    assert _named(label, tick, rows) == ["rows"]


def test_a_label_of_what_tells_nothing_names_no_button_behind_the_column_of_the_fields() -> None:
    def text(words: str, y: int, width: int = 90) -> Control:
        return Control(words, name=words, control_type="Text", bounding_rect=Rect(0, y, width, 20))

    send = Control("send", name="Send review", control_type="Button", bounding_rect=Rect(300, 0, 90, 20))
    tick = Control("tick", name="Print it", control_type="CheckBox", bounding_rect=Rect(300, 0, 90, 20))
    title = Control("title", control_type="Edit", bounding_rect=Rect(90, 30, 200, 20))
    form = (text("Title", 30), title)
    stars = (text("Stars", 0), *form)
    for control in (send, tick):
        assert _pressed_at("Stars", *stars, control) == []
        assert _pressed_at("Stars", *stars, replace(control, bounding_rect=Rect(200, 0, 90, 20))) == [control.ref]
        assert _pressed_at("Stars", text("Stars", 0), control) == [control.ref], "no column is known of"
        assert _pressed_at("Stars", *stars, control, is_named=True) == [control.ref]
    assert _pressed_at("Stars", *stars, replace(send, name="…")) == ["send"]


def _pressed_at(label: str, *controls: Control, is_named: bool = False) -> list[str]:
    pressed = ("Button", "CheckBox")
    found = labelled(Snapshot(controls, ()), label, lambda c: c.control_type in pressed, is_named=is_named)
    return [c.ref for c in found]


def test_the_only_field_of_a_card_is_named_by_what_the_card_is_called_however_far_from_its_title() -> None:
    def card(name: str, y: int) -> tuple[Control, ...]:
        return (
            Control(name, name=name, control_type="DataItem", bounding_rect=Rect(0, y, 200, 160)),
            Control(f"{name} title", name=name, control_type="Text", depth=1, bounding_rect=Rect(4, y + 4, 60, 16)),
            Control(f"{name} diet", control_type="ComboBox", depth=1, bounding_rect=Rect(4, y + 24, 180, 22)),
            Control(f"{name} note", control_type="Edit", depth=1, bounding_rect=Rect(4, y + 120, 180, 22)),
        )

    def edits(*controls: Control) -> list[str]:
        selector, tree = Selector(label="Bell", control_type="Edit"), Snapshot(controls, ())
        found = labelled(tree, "Bell", _is_edit)
        return [c.ref for c in meant(tree, selector, found, _is_edit, reads=False)]

    cards = (*card("Anders", 0), *card("Bell", 200))
    assert edits(*cards) == ["Bell note"]
    assert edits(*cards, *card("Bell", 400)) == []


def test_what_stands_in_the_line_of_a_label_that_names_nothing_is_said() -> None:
    label = Control("e1", name="Stars", control_type="Text", bounding_rect=Rect(0, 0, 60, 20))
    send = Control("e2", name="Send review", control_type="Button", bounding_rect=Rect(300, 0, 90, 20))
    below = replace(send, ref="e3", name="Close", bounding_rect=Rect(300, 60, 90, 20))
    error = not_found(Selector(label="stars"), Snapshot((label, send, below), ()), (), extended=False)
    assert "'Send review'" in error.hint
    assert "'Close'" not in error.hint
    named = not_found(Selector(label="stars", name="Send"), Snapshot((label, send), ()), (), extended=False)
    assert "in their line" not in named.hint
