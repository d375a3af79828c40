"""Which of several elements of one name a person means."""

from __future__ import annotations

from typing import Any

from wpfagent.core.model import Control, Rect
from wpfagent.desktops.locating.composites import without_parts


def _left(*found: Control) -> list[str]:
    return [c.ref for c in without_parts(found)]


def test_a_link_is_meant_not_the_text_that_fills_its_line() -> None:
    text = Control("text", name="Read on", control_type="Text", bounding_rect=Rect(0, 0, 900, 17))
    link = Control("link", name="Read on", control_type="Hyperlink", bounding_rect=Rect(0, 0, 60, 17))
    other = Control("other", name="Read on", control_type="Text", bounding_rect=Rect(0, 40, 60, 17))
    assert _left(text, link) == ["link"]
    assert _left(text, link, other) == ["link", "other"]


def test_a_button_is_meant_not_the_item_that_only_holds_it() -> None:
    button = Control("button", name="4 of 5", control_type="Button", bounding_rect=Rect(0, 0, 20, 20))
    facts: dict[str, Any] = {
        "name": "4 of 5",
        "own_name": "",
        "control_type": "DataItem",
        "bounding_rect": Rect(0, 0, 20, 20),
    }
    assert _left(Control("item", **facts), button) == ["button"]
    assert _left(Control("item", patterns=("SelectionItem",), **facts), button) == ["button"]
    assert _left(Control("item", patterns=("Toggle",), **facts), button) == ["item", "button"]


def test_a_property_is_meant_not_the_field_it_is_edited_in() -> None:
    facts: dict[str, Any] = {"name": "Width", "patterns": ("Value",)}
    row = Control("row", control_type="TreeItem", bounding_rect=Rect(0, 0, 300, 20), **facts)
    editor = Control("editor", control_type="Edit", bounding_rect=Rect(150, 2, 148, 16), **facts)
    below = Control("below", control_type="Edit", bounding_rect=Rect(150, 40, 148, 16), **facts)
    assert _left(row, editor, editor, below) == ["row", "below"]


def test_a_button_is_meant_not_the_cell_of_a_grid_that_is_named_after_it() -> None:
    button = Control("button", name="Send", control_type="Button", bounding_rect=Rect(4, 4, 20, 20))
    facts: dict[str, Any] = {"name": "Send", "control_type": "Custom", "bounding_rect": Rect(0, 0, 90, 28)}
    cell = Control("cell", own_name="Shop.Order", patterns=("Invoke", "GridItem"), **facts)
    assert _left(cell, button) == ["button"]
    assert _left(Control("named", patterns=("Invoke", "GridItem"), **facts), button) == ["named", "button"]


def test_a_menu_button_and_a_tab_are_meant_not_what_opens_or_heads_them() -> None:
    facts: dict[str, Any] = {"name": "Period", "bounding_rect": Rect(0, 0, 60, 20)}
    arrow = Control("arrow", control_type="Button", patterns=("Toggle",), **facts)
    for kind in ("MenuBar", "SplitButton"):
        assert _left(Control("menu", control_type=kind, patterns=("ExpandCollapse",), **facts), arrow) == ["menu"]
    assert _left(Control("bar", control_type="MenuBar", **facts), arrow) == ["bar", "arrow"]
    assert _left(Control("tab", control_type="TabItem", **facts), Control("head", control_type="Header", **facts)) == [
        "tab"
    ]


def test_a_label_is_meant_not_the_bar_that_is_called_after_it_somewhere_else() -> None:
    label = Control("label", name="Rate", control_type="Text", bounding_rect=Rect(40, 60, 60, 20))
    bar = Control("bar", name="Rate", control_type="StatusBar", bounding_rect=Rect(0, 400, 600, 22))
    inside = Control("inside", name="Rate", control_type="Text", bounding_rect=Rect(4, 402, 60, 18))
    assert _left(label, bar) == ["label"]
    assert "bar" in _left(inside, bar)


def test_a_label_is_meant_not_the_panel_that_windows_forms_calls_after_it_unless_it_stands_there() -> None:
    label = Control("label", name="Next", control_type="Text", bounding_rect=Rect(300, 0, 60, 18))
    facts: dict[str, Any] = {"name": "Next", "control_type": "Pane", "bounding_rect": Rect(0, 200, 60, 60)}
    forms = "WindowsForms10.Window.8.app.0"
    assert _left(label, Control("card", class_name=forms, **facts)) == ["label"]
    assert _left(label, Control("map", class_name="Map", **facts)) == ["label", "map"]
    beside = facts | {"bounding_rect": Rect(370, 0, 60, 60)}
    assert _left(label, Control("card", class_name=forms, **beside)) == ["label", "card"]


def test_a_number_s_field_is_meant_not_the_arrows_in_it() -> None:
    field = Control("field", control_type="Spinner", bounding_rect=Rect(0, 0, 60, 22))
    arrows = Control("arrows", name="UpDown", control_type="Spinner", bounding_rect=Rect(43, 1, 16, 20))
    other = Control("other", control_type="Spinner", bounding_rect=Rect(100, 0, 60, 22))
    assert _left(field, arrows, other) == ["field", "other"]


def test_a_panel_is_meant_not_the_one_in_it_that_is_called_so_too() -> None:
    outer = Control("outer", name="Tube B", control_type="Pane", bounding_rect=Rect(0, 20, 262, 72))
    inner = Control("inner", name="Tube B", control_type="Pane", bounding_rect=Rect(0, 20, 260, 70))
    beside = Control("beside", name="Tube B", control_type="Pane", bounding_rect=Rect(300, 20, 262, 72))
    assert _left(outer, inner) == ["outer"]
    assert _left(outer, inner, beside) == ["outer", "beside"]


def test_a_dialogs_own_button_is_meant_not_the_one_in_its_title_bar() -> None:
    facts: dict[str, Any] = {"name": "Close", "control_type": "Button", "hwnd": 7}
    own, frame = Control("own", "2", class_name="Button", **facts), Control("frame", "Close", **facts)
    assert _left(own, frame) == _left(frame, own) == ["own"]
    assert _left(frame) == ["frame"]
    other = Control("other", "2", class_name="Button", **{**facts, "hwnd": 8})
    assert _left(frame, other) == ["frame", "other"]
