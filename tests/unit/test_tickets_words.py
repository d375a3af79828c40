"""A tester who has never seen the tool can follow the steps."""

from __future__ import annotations

import pytest

from wpfagent.actions import ACTIONS
from wpfagent.actions.expect import EXPECTATIONS
from wpfagent.testing.wording.elements import quote
from wpfagent.testing.wording.steps import EXPECTING, is_done_by_hand, start_words, step_words

READS = {"list_windows", "resolve_target", "list_controls", "read_text", "get_state", "read_table", "ui_diff",
         "screenshot", "wait_focus", "why"}  # fmt: skip
SAVE = {"automation_id": "SaveButton", "name": "Save", "control_type": "Button"}
GRID = {"automation_id": "OrdersGrid", "control_type": "DataGrid"}
BOX = {"automation_id": "TimeoutBox", "control_type": "Edit", "name": "Timeout (s)"}


def act(action, selector=None, **args):
    return step_words({"action": action, "args": args, **({"selector": selector} if selector else {})})


def test_every_action_that_does_something_is_done_by_hand_and_what_only_looks_is_not():
    assert {a for a in READS if not is_done_by_hand({"action": a})} == READS
    assert all(is_done_by_hand({"action": a.name}) for a in ACTIONS.values() if not a.reads)


def test_an_action_without_a_form_of_its_own_is_said_by_its_name_its_element_and_its_arguments(monkeypatch):
    monkeypatch.setattr("wpfagent.testing.wording.steps._SAYING", {})
    assert (
        act("set_value", {"automation_id": "S", "control_type": "Slider"}, value=5)
        == "Set value the slider S (value 5)."
    )
    assert is_done_by_hand({"action": "set_value"})


def test_every_expectation_has_words_of_its_own():
    assert set(EXPECTING) == set(EXPECTATIONS)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (act("click", SAVE), "Click the button 'Save' (SaveButton)."),
        (act("click", SAVE, button="right"), "Right-click the button 'Save' (SaveButton)."),
        (act("click", SAVE, double=True), "Double-click the button 'Save' (SaveButton)."),
        (act("click", {"automation_id": "SettingsTab", "control_type": "TabItem"}), "Click the tab SettingsTab."),
        (act("click", {"name": "OK", "control_type": "Button", "within": {"name": "Preferences",
         "control_type": "Window"}}), "Click the button 'OK' in the window 'Preferences'."),
        (act("click", {"name": "OK", "control_type": "Button", "index": 1}), "Click the 2nd button 'OK'."),
        (act("select_item", {"name": "System.Data.DataRowView", "control_type": "DataItem", "index": 4}),
         "Select the 5th row."),
        (act("select_item", {"name": "notes.txt", "control_type": "ListItem", "index": 0}),
         "Select the 1st list item 'notes.txt'."),
        (act("type_text", BOX, text="soon"), "Type 'soon' into 'Timeout (s)' (TimeoutBox)."),
        (act("type_text", {"automation_id": "TimeoutBox", "control_type": "Edit"}, text="1"),
         "Type '1' into TimeoutBox."),
        (act("type_text", {"control_type": "Edit", "label": "Name"}, text="x"),
         "Type 'x' into the field beside 'Name'."),
        (act("type_text", BOX, text=""), "Clear 'Timeout (s)' (TimeoutBox)."),
        (act("type_text", BOX, text="a\nb ", append=True),
         "Add 'a⏎b ' (with the blanks at its ends) to the text in 'Timeout (s)' (TimeoutBox)."),
        (act("type_text", BOX, secret="LOGIN"), "Type ${secret:LOGIN} into 'Timeout (s)' (TimeoutBox)."),
        (act("type_text", BOX, text="${secret:PASSWORD}"), "Type ${secret:PASSWORD} into 'Timeout (s)' (TimeoutBox)."),
        (act("send_keys", keys="Ctrl+A Delete"), "Press Ctrl+A, then Delete."),
        (act("set_value", {"automation_id": "S", "control_type": "Slider"}, value=5), "Set the slider S to '5'."),
        (act("select_combo", {"automation_id": "C", "control_type": "ComboBox"}, item_text="Red"),
         "Choose 'Red' in the drop-down list C."),
        (act("select_item", {**GRID, "row": {"Name": "Cocoa"}}),
         "Select the row where 'Name' is 'Cocoa' of the table OrdersGrid."),
        (act("click", {**GRID, "row": 0, "column": "Price"}),
         "Click the cell in the column 'Price' of the 1st row of the table OrdersGrid."),
        (act("select_item", GRID, item_text="A", mode="add"),
         "Hold Ctrl and click 'A' in the table OrdersGrid, which adds it to the selection."),
        (act("toggle", {"automation_id": "A", "control_type": "CheckBox"}, state="on"), "Tick the check box A."),
        (act("toggle", {"automation_id": "A", "control_type": "CheckBox"}), "Toggle the check box A."),
        (act("scroll", GRID, direction="down", pages=2), "Scroll the table OrdersGrid down by 2 pages."),
        (act("menu", path="File > Save as..."), "Choose File > Save as... in the menu bar."),
        (act("context_menu", SAVE, path=["Edit", "Copy"]),
         "Right-click the button 'Save' (SaveButton) and choose Edit > Copy."),
        (act("drag", SAVE, by=[30, -4]), "Drag the button 'Save' (SaveButton) 30 pixels to the right and 4 pixels up."),
        (act("drag", SAVE, to=GRID), "Drag the button 'Save' (SaveButton) onto the table OrdersGrid."),
        (act("close_window", title="Prefs"), "Close the window 'Prefs'."),
        (act("wait_window", title="Prefs"), "Wait until the window 'Prefs' is shown."),
        (act("wait_for", SAVE, until="enabled"), "Wait until the button 'Save' (SaveButton) is enabled."),
        (act("wait_for", SAVE, until={"text_contains": "x"}),
         "Wait until the text of the button 'Save' (SaveButton) contains 'x'."),
        (act("file_dialog", path="C:/a.txt"), "Enter 'C:/a.txt' in the file dialog and confirm it."),
    ],
)  # fmt: skip
def test_a_step_says_what_to_do_and_to_what(said, words):
    assert said == words


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"text_equals": "Saved"}, "Check that the text of the button 'Save' (SaveButton) is 'Saved'."),
        ({"exists": False}, "Check that the button 'Save' (SaveButton) is not there."),
        ({"window_exists": "Preferences"}, "Check that a window 'Preferences' is open."),
        ({"selected": "Red"}, "Check that 'Red' is selected in the button 'Save' (SaveButton)."),
        ({"enabled": True, "visible": True},
         "Check that the button 'Save' (SaveButton) is enabled and the button 'Save' (SaveButton) is on screen."),
    ],
)  # fmt: skip
def test_a_check_says_what_to_look_for(keys, words):
    assert step_words({"check": "expected", "selector": SAVE, **keys}) == words


def test_a_name_that_the_element_had_is_said_where_the_selector_has_none():
    line = {"action": "click", "selector": {"automation_id": "B"}, "element": {"name": "Go", "control_type": "Button"}}
    assert step_words(line) == "Click the button 'Go' (B)."


def test_the_first_step_starts_the_program_or_says_that_it_runs():
    assert start_words("OrderDesk.exe", "--data demo", launched=True) == "Start OrderDesk.exe --data demo."
    assert start_words("a.exe", "", launched=False, title="T") == "Have a.exe running (window 'T')."


def test_characters_that_a_reader_or_a_terminal_would_not_show_are_written_out():
    assert quote("a\x00b\x1b[31m \u202eright") == r"'a\u0000b\u001b[31m \u202eright'"


def test_a_window_pattern_is_said_to_be_one():
    line = {"action": "wait_window", "args": {"title": r"Orders - \d+"}}
    assert step_words(line) == r"Wait until a window whose title matches the pattern /Orders - \d+/ is shown."
    assert (
        step_words({"action": "wait_window", "args": {"title": "Orders"}}) == "Wait until the window 'Orders' is shown."
    )
