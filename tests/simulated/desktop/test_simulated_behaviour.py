"""Controls act on the code-behind as WPF's do, whichever way they are changed."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import ElementNotEnabled, InvalidArgument, StaleRef, Unsupported


def test_loaded_runs_when_the_window_is_shown(zoo):
    assert zoo.status == "loaded"


def test_invoke_runs_the_click_handler(zoo):
    assert zoo.act("SaveButton", "invoke").done()
    assert zoo.status == "saved"


def test_toggle_goes_round_and_tells_each_state(zoo):
    zoo.act("Check", "toggle")
    assert (zoo.status, zoo.find("Check").toggle_state) == ("checked True", "on")
    zoo.act("Check", "toggle")
    assert (zoo.status, zoo.find("Check").toggle_state) == ("checked False", "off")


def test_three_states_go_round_as_in_wpf(zoo):
    seen = [zoo.find("Check3").toggle_state]
    for _ in range(3):
        zoo.act("Check3", "toggle")
        seen.append(zoo.find("Check3").toggle_state)
    assert seen == ["indeterminate", "off", "on", "indeterminate"]


def test_the_toggle_pattern_raises_checked_and_no_click(open_xaml):
    code = """class CodeBehind:
    def __init__(self, view): self.view = view
    def on_click(self, view, sender): view["Log"].text += "click "
    def on_checked(self, view, sender): view["Log"].text += "checked "
"""
    app = open_xaml(
        '<StackPanel><CheckBox x:Name="Box" Content="b" Click="on_click" Checked="on_checked"/>'
        '<TextBlock x:Name="Log"/></StackPanel>',
        code,
    )
    app.act("Box", "toggle")
    assert app.find("Log").name == "checked "
    app.click("Box", count=2)
    assert app.find("Log").name == "checked click checked click "


def test_a_radio_button_clears_its_group(zoo):
    zoo.act("Radio2", "select")
    assert (zoo.find("Radio1").selected, zoo.find("Radio2").selected) == (False, True)


def test_a_set_value_is_told_at_once_and_committed_when_the_focus_moves(zoo):
    zoo.act("NameBox", "focus")
    zoo.act("NameBox", "set_value", "あ😀")
    assert zoo.find("NameBox").value == "あ😀"
    assert zoo.status == "text あ😀"
    zoo.act("SaveButton", "focus")
    assert zoo.status == "committed あ😀"


def test_a_value_set_without_focus_is_not_committed(zoo):
    zoo.act("NameBox", "set_value", "x")
    zoo.act("SaveButton", "focus")
    assert zoo.status == "text x"


def test_choosing_an_item_of_a_combo_box_tells_its_index(zoo, desktop):
    zoo.act("Plain", "expand")
    popup = zoo.windows[0]
    assert popup.popup
    (blue,) = zoo.all(name="blue", control_type="ListItem")
    desktop.act(blue, "select")
    assert zoo.status == "selected_index 2"
    assert desktop.text(zoo.find("Plain")) == "blue"
    zoo.act("Plain", "collapse")
    assert not any(w.popup for w in zoo.windows)


def test_an_editable_combo_box_has_a_value(zoo):
    zoo.act("Editable", "set_value", "typed")
    assert zoo.find("Editable").value == "typed"
    assert not zoo.find("Plain").can("Value")
    assert zoo.find("Plain").value == "red", "what its Selection pattern tells"


def test_a_slider_keeps_to_its_range(zoo, desktop):
    zoo.act("Volume", "set_range", 25.0)
    assert (zoo.find("Volume").value, zoo.status) == ("25", "value 25.0")
    assert isinstance(desktop.act(zoo.find("Volume"), "set_range", 99.0).error(), InvalidArgument)
    assert isinstance(desktop.act(zoo.find("Progress"), "set_range", 9.0).error(), Unsupported)


def test_lists_select_one_or_many_as_their_mode_says(zoo, desktop):
    zoo.act("ListsTab", "select")
    apple, pear, _plum = zoo.all(class_name="ListBoxItem", control_type="ListItem")[:3]
    desktop.act(apple, "select")
    assert isinstance(desktop.act(pear, "add_to_selection").error(), Unsupported)
    many = [c for c in zoo.all(control_type="ListItem") if c.name.startswith("item ")][:2]
    for item in many:
        assert desktop.act(item, "add_to_selection").error() is None
    assert [desktop.read(c).selected for c in many] == [True, True]
    desktop.act(many[0], "remove_from_selection")
    assert [desktop.read(c).selected for c in many] == [False, True]


def test_a_tree_selects_one_item(zoo):
    zoo.act("ListsTab", "select")
    zoo.act("Root", "expand")
    zoo.act("Root", "select")
    zoo.act("Leaf", "select")
    assert (zoo.find("Root").selected, zoo.find("Leaf").selected, zoo.status) == (False, True, "selected_item Leaf")


def test_a_menu_item_is_reached_by_expanding_its_menus(zoo):
    zoo.act("FileMenu", "expand")
    zoo.act("RecentMenu", "expand")
    assert sum(w.popup for w in zoo.windows) == 2
    zoo.act("FirstRecent", "invoke")
    assert zoo.status == "text one.txt"
    assert not any(w.popup for w in zoo.windows)


def test_a_link_is_invoked(zoo):
    zoo.act("Link", "invoke")
    assert zoo.status == "text the manual"


@pytest.mark.parametrize(
    ("name", "verb", "value", "error"),
    [
        ("OffButton", "invoke", None, ElementNotEnabled),
        ("SaveButton", "toggle", None, Unsupported),
        ("Fixed", "set_value", "x", Unsupported),
        ("NameBox", "set_value", 5.0, InvalidArgument),
        ("Status", "focus", None, Unsupported),
    ],
)
def test_what_a_control_cannot_do_is_an_error_of_the_act(zoo, desktop, name, verb, value, error):
    act = desktop.act(zoo.find(name), verb, value)
    assert act.done()
    assert isinstance(act.error(), error)


def test_an_element_that_left_the_tree_is_stale(zoo, desktop):
    box = zoo.find("NameBox")
    zoo.act("GridTab", "select")
    with pytest.raises(StaleRef):
        desktop.read(box)
    assert isinstance(desktop.act(box, "set_value", "x").error(), StaleRef)
    zoo.act("BasicTab", "select")
    assert desktop.read(box).value == "start"


def test_an_element_view_has_only_what_its_kind_has(open_xaml, tmp_path):
    code = """class CodeBehind:
    def __init__(self, view):
        found = []
        for name, attribute in (("T", "checked"), ("C", "value"), ("L", "text"), ("S", "items"), ("T", "text"),
                                ("C", "checked"), ("S", "value"), ("L", "items"), ("L", "selected_item")):
            try:
                getattr(view[name], attribute)
                found.append(f"{name}.{attribute}")
            except AttributeError:
                pass
        try:
            view["none"]
        except KeyError:
            found.append("KeyError")
        view["T"].text = " ".join(found)
"""
    app = open_xaml(
        '<StackPanel><TextBox x:Name="T"/><CheckBox x:Name="C"/><ListBox x:Name="L"/><Slider x:Name="S"/></StackPanel>',
        code,
    )
    assert app.find("T").value == "T.text C.checked S.value L.items L.selected_item KeyError"


def test_a_code_behind_may_hold_dataclasses_and_leaves_no_cache_behind(open_xaml, tmp_path):
    code = """from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Order:
    number: int = 7

class CodeBehind:
    def __init__(self, view): view["T"].text = str(Order())
"""
    app = open_xaml('<TextBlock x:Name="T"/>', code)
    assert app.find("T").name == "Order(number=7)"
    assert not (tmp_path / "__pycache__").exists()
