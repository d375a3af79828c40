"""A window in lines: what can be acted on is there with its ref, caption and state, what says nothing is not."""

from __future__ import annotations

from wpfagent.core.model import Control
from wpfagent.entries.mcp.news import REPLY, appeared_lines
from wpfagent.entries.mcp.screen import screen_lines, weight


def told(ref, control_type, name="", depth=0, **keys):
    control = Control(ref=ref, control_type=control_type, name=name, depth=depth, **keys)
    return {**control.to_dict(), "marks": control.marks()}


def test_a_text_that_repeats_the_control_around_or_after_it_is_left_out_and_others_are_not():
    lines = screen_lines([
        told("e1", "Button", "Save", 0),
        told("e2", "Text", "Save", 1),
        told("e3", "Text", "Saved at noon", 1),
        told("e4", "Text", "Server", 0),
        told("e5", "Edit", "Server", 0, value="a"),
        told("e6", "Text", "Save", 0),
    ])  # fmt: skip
    assert lines == ['[e1] Button "Save"', ' Text "Saved at noon"', '[e5] Edit "Server" = "a"', 'Text "Save"']


def test_a_glyph_on_a_button_with_a_name_is_left_out_and_so_are_the_parts_of_a_slider_and_a_branch():
    lines = screen_lines([
        told("e1", "Button", "Refresh"),
        told("e2", "Text", "⟳", 1),
        told("e3", "Button", ""),
        told("e4", "Text", "⟳", 1),
        told("e5", "ListItem", "Ada"),
        told("e6", "Button", "Pin", 1),
        told("e7", "Text", "📌", 2),
        told("e8", "Text", "⚠", 1),
        told("e9", "Slider", "Zoom", value="5"),
        told("e10", "Button", "", 1, automation_id="IncreaseLarge"),
        told("e11", "TreeItem", "Saws", expanded="collapsed"),
        told("e12", "Button", "", 1, automation_id="Expander", toggle_state="off"),
        told("e13", "Button", "", 1, automation_id="Eye", toggle_state="off"),
    ])  # fmt: skip
    assert lines[:3] == ['[e1] Button "Refresh"', "[e3] Button", ' Text "⟳"']
    assert lines[3] == '[e5] ListItem "Ada" [e6] Button "Pin" | "⚠"'
    assert lines[4:] == ['[e9] Slider "Zoom" = "5"', '[e11] TreeItem "Saws" collapsed [e13] Button #Eye off']


def test_a_word_of_a_buttons_name_is_no_line_of_its_own_and_a_field_in_a_card_is_told_as_one():
    lines = screen_lines([
        told("e1", "Button", "Sunday, March 22, 2026"),
        told("e2", "Text", "22", 1),
        told("e3", "Text", "2 visits", 1),
        told("e4", "DataItem", "Anders"),
        told("e7", "Text", "Anders", 1),
        told("e5", "Edit", "", 1),
        told("e6", "Edit", "Bed", 1),
    ])  # fmt: skip
    assert lines[:2] == ['[e1] Button "Sunday, March 22, 2026"', ' Text "2 visits"']
    assert lines[2:] == ['[e4] DataItem "Anders" [e5] Edit | [e6] "Bed"']


def test_containers_without_a_caption_leave_what_is_in_them_in_their_place():
    lines = screen_lines([
        told("e1", "Window", "Desk"),
        told("e2", "Pane", "", 1, automation_id="Root"),
        told("e3", "Group", "Office", 2),
        told("e4", "Button", "", 3, automation_id="Round", enabled=False),
    ])  # fmt: skip
    assert lines == ['Window "Desk"', ' Group "Office"', "  [e4] Button #Round disabled"]


def test_a_row_is_one_line_in_which_each_cell_has_its_ref_and_state():
    lines = screen_lines([
        told("e1", "DataGrid", "Orders"),
        told("e2", "DataItem", "Shop.Order", 1, patterns=("SelectionItem",), selected=True),
        told("e3", "Custom", "SO-1", 2, patterns=("Value",)),
        told("e4", "Text", "SO-1", 3),
        told("e5", "CheckBox", "", 2, toggle_state="on"),
    ])  # fmt: skip
    assert lines == ['[e1] DataGrid "Orders"', ' [e2] DataItem selected [e3] "SO-1" | [e5] CheckBox on']


def test_a_row_that_tells_no_type_is_one_line_of_what_its_cells_show():
    cell = {"patterns": ("GridItem", "Value", "Invoke")}
    lines = screen_lines([
        told("e1", "DataGrid", "Lines"),
        told("e2", "Custom", "Top Row", 1),
        told("e3", "Header", "", 2),
        told("e4", "Header", "Item", 2, patterns=("Invoke",)),
        told("e5", "Header", "Gift", 2, patterns=("Invoke",)),
        told("e6", "Custom", "Chair", 1),
        told("e7", "Header", "", 2, automation_id="423"),
        told("e8", "DataItem", "Item Row 1, Not sorted.", 2, value="Chair", **cell),
        told("e9", "CheckBox", "Gift Row 1", 2, value="False", toggle_state="off", **cell),
        told("e10", "Button", "Row 1", 2, value="Details", **cell),
        told("e11", "Custom", "Row 2", 1),
        told("e12", "DataItem", "Item Row 2, Not sorted.", 2, value="(null)", **cell),
    ])  # fmt: skip
    assert lines == [
        '[e1] DataGrid "Lines"',
        ' Header: [e4] "Item" | [e5] "Gift"',
        ' Custom [e8] "Chair" | [e9] CheckBox off | [e10] Button "Details"',
        ' Custom "Row 2" [e12]',
    ]


def test_a_label_after_its_field_says_nothing_and_neither_does_the_value_of_a_tick():
    lines = screen_lines([
        told("e1", "Edit", "City:", 0, value="Lyon"),
        told("e2", "Text", "City:", 0),
        told("e3", "CheckBox", "Insurance", 0, value="True", toggle_state="on"),
    ])  # fmt: skip
    assert lines == ['[e1] Edit "City:" = "Lyon"', '[e3] CheckBox "Insurance" on']


def test_a_row_keeps_a_caption_that_no_cell_of_it_says():
    lines = screen_lines([
        told("e1", "ListItem", "urgent"),
        told("e2", "Text", "urgent", 1),
        told("e3", "Button", "✕", 1),
        told("e4", "DataItem", "gift", 0),
        told("e5", "Text", "gift", 1),
        told("e6", "Button", "✕", 1),
    ])  # fmt: skip
    assert lines == ['[e1] ListItem "urgent" [e3] Button "✕"', '[e4] DataItem "gift" [e6] Button "✕"']


def test_every_type_that_is_used_has_its_ref_whatever_patterns_it_tells():
    kinds = ("Button", "CheckBox", "ComboBox", "Edit", "Hyperlink", "MenuItem", "RadioButton", "Slider", "TabItem")
    lines = screen_lines([told(f"e{n}", kind, "x", patterns=()) for n, kind in enumerate(kinds)])
    assert [line.split()[0] for line in lines] == [f"[e{n}]" for n in range(len(kinds))]


def test_a_custom_control_with_a_pattern_has_its_ref_and_a_scroll_bar_with_its_buttons_is_left_out():
    lines = screen_lines([
        told("e1", "Custom", "Dial", patterns=("RangeValue",), minimum=0, maximum=9),
        told("e2", "ScrollBar", ""),
        told("e3", "Button", "Line down", 1),
    ])  # fmt: skip
    assert lines == ['[e1] Custom "Dial" 0..9']


def test_what_appeared_keeps_to_its_room_and_counts_what_it_leaves_out():
    few = appeared_lines(
        [told("e1", "Text", "Delete 3 orders?"), told("e2", "Button", "Yes"), told("e3", "Button", "No")]
    )
    assert few == ["appeared:", '[e2] Button "Yes"', '[e3] Button "No"', 'Text "Delete 3 orders?"']
    many = appeared_lines([told(f"e{n}", "Edit", f"Field number {n}") for n in range(100)])
    assert weight("\n".join(many)) <= REPLY
    named = sum(line.startswith("[e") for line in many)
    assert named > 8
    assert many[-1] == f"and {100 - named} more: list_controls"


def test_what_appeared_without_a_caption_is_named_by_the_text_before_it():
    lines = appeared_lines([
        told("e1", "Text", "City"),
        told("e2", "Edit", automation_id="x7"),
        told("e3", "Edit", automation_id="x8", enabled=False),
    ])  # fmt: skip
    assert lines == ["appeared:", '[e2] Edit after "City"', "[e3] Edit #x8 disabled", 'Text "City"']
