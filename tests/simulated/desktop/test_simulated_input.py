"""Mouse and keyboard reach what lies under the pointer or has the focus, and nothing else."""

from __future__ import annotations

import pytest


def type_into(zoo, desktop, text):
    zoo.click("NameBox")
    desktop.press_keys(("Ctrl", "A"))
    desktop.type_text(text)


def test_a_click_hits_the_control_under_it(zoo):
    zoo.click("SaveButton")
    assert zoo.status == "saved"
    assert zoo.find("SaveButton").focused


def test_a_click_on_a_disabled_control_or_a_blocked_window_does_nothing(zoo, desktop):
    zoo.click("OffButton")
    assert zoo.status == "loaded"
    rect = zoo.find("SaveButton").bounding_rect
    zoo.act("AskButton", "invoke")
    desktop.mouse_click(rect.x + 2, rect.y + 2)
    assert [w.title for w in zoo.windows] == ["Question", "Zoo"]
    assert zoo.status == "loaded"


def test_typing_replaces_what_is_selected_and_commits_on_tab(zoo, desktop):
    type_into(zoo, desktop, "neu 日本語\t")
    assert zoo.find("NameBox").value == "neu 日本語"
    assert zoo.status == "committed neu 日本語"


def test_typing_appends_and_backspace_and_delete_remove(zoo, desktop):
    zoo.click("NameBox")
    desktop.type_text("!")
    desktop.press_keys(("Backspace",))
    desktop.press_keys(("Backspace",))
    assert zoo.find("NameBox").value == "star"
    desktop.press_keys(("Ctrl", "A"))
    desktop.press_keys(("Delete",))
    assert zoo.find("NameBox").value == ""


def test_a_key_of_a_sign_types_it(zoo, desktop):
    zoo.click("NameBox")
    for key in ("*", "Plus", "/", "Period"):
        desktop.press_keys((key,))
    assert zoo.find("NameBox").value == "start*+/."


def test_a_read_only_box_keeps_its_text(zoo, desktop):
    zoo.act("Fixed", "focus")
    desktop.type_text("x")
    assert zoo.find("Fixed").value == "fixed"


def test_enter_presses_the_default_button_and_escape_cancels(zoo, desktop):
    zoo.act("NameBox", "focus")
    desktop.press_keys(("Enter",))
    assert zoo.status.startswith("saved")
    zoo.act("DialogButton", "invoke")
    desktop.press_keys(("Esc",))
    assert zoo.status == "dialog False"


def test_enter_in_a_dialog_goes_to_the_dialog(zoo, desktop):
    zoo.act("DialogButton", "invoke")
    zoo.act("Answer", "focus")
    desktop.type_text("hello\n")
    assert zoo.status == "dialog True"
    assert zoo.find("NameBox").value == "hello"


def test_space_presses_and_toggles_what_has_the_focus(zoo, desktop):
    zoo.act("Check", "focus")
    desktop.press_keys(("Space",))
    assert zoo.find("Check").toggle_state == "on"
    zoo.act("SaveButton", "focus")
    desktop.type_text(" ")
    assert zoo.status == "saved"


def test_tab_goes_through_the_controls_in_order_and_back(zoo, desktop):
    zoo.act("NameBox", "focus")
    desktop.press_keys(("Tab",))
    assert desktop.focused(zoo.pid).automation_id == "Secret"
    desktop.press_keys(("Shift", "Tab"))
    assert desktop.focused(zoo.pid).automation_id == "NameBox"
    desktop.press_keys(("Shift", "Tab"))
    assert desktop.focused(zoo.pid).automation_id == "Radio2"


def test_access_keys_press_open_and_focus(zoo, desktop):
    desktop.press_keys(("Alt", "S"))
    assert zoo.status == "saved"
    desktop.press_keys(("Alt", "N"))
    assert desktop.focused(zoo.pid).automation_id == "NameBox"
    zoo.act("SaveButton", "focus")
    desktop.press_keys(("Alt", "F"))
    desktop.press_keys(("O",))
    assert zoo.status == "text Open"


def test_arrows_move_sliders_lists_and_combo_boxes(zoo, desktop):
    zoo.act("Volume", "focus")
    desktop.press_keys(("Right",))
    assert zoo.find("Volume").value == "11"
    zoo.act("Plain", "focus")
    desktop.press_keys(("Down",))
    assert desktop.text(zoo.find("Plain")) == "green"


def test_alt_f4_closes_the_window_in_front(zoo, desktop):
    desktop.press_keys(("Alt", "F4"))
    assert not desktop.liveness(zoo.pid).running


def test_the_title_bar_closes_maximises_and_moves(zoo, desktop):
    rect = zoo.windows[0].rect
    desktop.mouse_drag((rect.x + 100, rect.y + 10), (rect.x + 130, rect.y + 30))
    assert zoo.windows[0].rect == rect._replace(x=rect.x + 30, y=rect.y + 20)
    moved = zoo.windows[0].rect
    desktop.mouse_click(moved.right - 70, moved.y + 10)
    assert zoo.windows[0].rect == desktop.screen_rect()
    desktop.mouse_click(desktop.screen_rect().right - 10, 10)
    assert not desktop.liveness(zoo.pid).running


def test_a_combo_box_is_chosen_from_by_mouse(zoo, desktop):
    zoo.click("Plain")
    (green,) = zoo.all(name="green", control_type="ListItem")
    assert green.visible
    desktop.mouse_click(*green.bounding_rect.center)
    assert desktop.text(zoo.find("Plain")) == "green"
    assert not any(w.popup for w in zoo.windows)


def test_menus_are_walked_by_mouse_and_a_click_outside_closes_them(zoo):
    zoo.click("FileMenu")
    zoo.click("RecentMenu")
    zoo.click("FirstRecent")
    assert zoo.status == "text one.txt"
    zoo.click("FileMenu")
    zoo.click("Bottom")
    assert not any(w.popup for w in zoo.windows)


def test_the_right_button_opens_the_context_menu(zoo):
    zoo.act("Scroller", "scroll", (None, 100))
    zoo.click("ContextText", button="right")
    popup = zoo.windows[0]
    assert popup.popup
    assert zoo.find("CopyItem").hwnd == popup.hwnd
    zoo.click("CopyItem")
    assert zoo.status == "text Copy"
    assert not zoo.has("CopyItem")


def test_a_double_click_on_a_row_is_told(zoo, desktop):
    zoo.act("GridTab", "select")
    cell = desktop.grid_cell(zoo.find("Orders"), 2, 1)
    desktop.mouse_click(*cell.bounding_rect.center, count=2)
    assert zoo.status == "selected_index 2"
    assert desktop.grid_row(cell).selected


def test_the_wheel_scrolls_what_is_under_it(zoo, desktop):
    zoo.act("ListsTab", "select")
    box = zoo.find("Multi").bounding_rect.center
    assert zoo.all(name="item 0")
    desktop.mouse_wheel(*box, -2)
    assert not zoo.all(name="item 0")
    desktop.mouse_wheel(*box, 5)
    assert zoo.all(name="item 0")


def test_at_point_gives_the_deepest_element(zoo, desktop):
    rect = zoo.find("SaveButton").bounding_rect
    assert desktop.at_point(*rect.center).name == "Save"
    assert desktop.at_point(rect.x + 1, rect.y + 1).automation_id == "SaveButton"
    assert desktop.at_point(1590, 990) is None


@pytest.mark.parametrize("name", ["TextBox", "PasswordBox", "RichTextBox", "DatePicker"])
def test_every_text_control_can_be_typed_into(open_xaml, desktop, name):
    app = open_xaml(f'<StackPanel><{name} x:Name="Box"/><Button x:Name="Other" Content="o"/></StackPanel>')
    app.click("Box")
    desktop.type_text("abc")
    text = desktop.text(app.find("Box"))
    assert text == ("" if name == "PasswordBox" else "abc")


# -- tool tips -----------------------------------------------------------------------------------------------------

TIPPED = """<StackPanel>
  <Button x:Name="Save" Content="Save" ToolTip="Writes_the order" Click="on_save"/>
  <Button x:Name="Off" Content="Off" ToolTip="never" IsEnabled="False"/><TextBlock x:Name="Status"/>
</StackPanel>"""
NOTING = """
class CodeBehind:
    def __init__(self, view):
        self.view = view

    def on_save(self, view, sender):
        view["Status"].text = "saved"
"""


def tips_of(app):
    return [tip.name for tip in app.all(control_type="ToolTip")]


def test_a_tool_tip_shows_when_the_pointer_has_rested_and_goes_with_it(open_xaml, desktop):
    app = open_xaml(TIPPED, NOTING)
    desktop.mouse_move(*app.find("Save").bounding_rect.center)
    desktop.clock.sleep(0.5)
    assert tips_of(app) == []
    desktop.clock.sleep(0.6)
    assert tips_of(app) == ["Writes_the order"]
    assert [w.popup for w in app.windows] == [True, False]
    assert desktop.capture(hwnd=app.windows[0].hwnd).height == app.windows[0].rect.height
    desktop.mouse_move(0, 0)
    assert tips_of(app) == []
    assert [w.popup for w in app.windows] == [False]


def test_the_mouse_goes_through_a_tool_tip_and_a_press_takes_it_away_until_the_pointer_returns(open_xaml, desktop):
    app = open_xaml(TIPPED, NOTING)
    desktop.mouse_move(*app.find("Save").bounding_rect.center)
    desktop.clock.sleep(1.1)
    point = app.windows[0].rect.center
    assert desktop.at_point(*point).control_type != "ToolTip"
    app.click("Save")
    assert app.status == "saved"
    desktop.mouse_move(*app.find("Save").bounding_rect.center)
    desktop.clock.sleep(2)
    assert tips_of(app) == []
    desktop.mouse_move(0, 0)
    desktop.mouse_move(*app.find("Save").bounding_rect.center)
    desktop.clock.sleep(2)
    assert tips_of(app) == ["Writes_the order"]


def test_a_disabled_control_and_one_that_was_only_passed_show_no_tool_tip(open_xaml, desktop):
    app = open_xaml(TIPPED, NOTING)
    desktop.mouse_move(*app.find("Off").bounding_rect.center)
    desktop.clock.sleep(2)
    desktop.mouse_move(*app.find("Save").bounding_rect.center)
    desktop.mouse_move(0, 0)
    desktop.clock.sleep(2)
    assert tips_of(app) == []
