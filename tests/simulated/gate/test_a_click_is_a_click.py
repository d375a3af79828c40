"""What a user's click runs (handlers, focus) is what click, toggle, select_item and the menu run."""

from __future__ import annotations

import pytest

from wpfagent import Policy
from wpfagent.core.errors import RefusedMode, StaleRef, Unsupported

NEVER = Policy(input="never")
CHOICES = """
<CheckBox x:Name="C" Content="Dark" Click="on_c" Checked="on_checked"/>
<ToggleButton x:Name="T" Content="Bold" Click="on_t"/>
<RadioButton x:Name="R" Content="Red" Click="on_r"/>
<ListBox x:Name="L" Height="80" MouseLeftButtonUp="on_up" SelectionChanged="on_changed">
  <ListBoxItem x:Name="One" Content="one"/><ListBoxItem x:Name="Two" Content="two"/></ListBox>
<Menu><MenuItem Header="View"><MenuItem Header="Wrap" IsCheckable="True" Click="on_wrap"/></MenuItem></Menu>
"""


@pytest.mark.parametrize("action", ["click", "toggle"])
@pytest.mark.parametrize(("control", "event"), [("C", "c"), ("T", "t")])
def test_toggling_runs_the_click_handler(start, action, control, event):
    driven = start(CHOICES)
    assert driven.app.do(action, {"automation_id": control}).effect == "confirmed"
    assert event in driven.log


def test_choosing_a_radio_button_runs_its_click_handler(start):
    driven = start(CHOICES)
    assert driven.app.click(automation_id="R").effect == "confirmed"
    assert driven.log == ["r"]


@pytest.mark.parametrize("action", ["click", "select_item"])
def test_choosing_an_item_runs_the_handlers_of_the_mouse(start, action):
    driven = start(CHOICES)
    assert driven.app.do(action, {"automation_id": "Two"}).effect == "confirmed"
    assert driven.log == ["changed", "up"]


def test_a_checkable_menu_item_runs_its_click_handler(start):
    driven = start(CHOICES)
    driven.app.menu("View > Wrap")
    assert driven.log == ["wrap"]


@pytest.mark.parametrize(
    ("action", "control", "seen"),
    [("toggle", "C", ["checked"]), ("click", "T", []), ("click", "R", []), ("select_item", "Two", ["changed"])],
)
def test_without_input_the_pattern_is_used_and_its_own_state_confirms_nothing(start, action, control, seen):
    driven = start(CHOICES.replace("Log", ""), policy=NEVER)
    reply = driven.app.do(action, {"automation_id": control})
    assert reply.method in ("TogglePattern", "SelectionItemPattern")
    if not seen:  # what a handler of the state itself shows elsewhere is an effect
        assert reply.effect == "unverifiable"
        assert "handlers may not have run" in reply.evidence["reason"]
    assert driven.log == seen


def test_without_input_what_only_the_mouse_can_do_is_refused(start):
    driven = start('<TextBlock x:Name="T" Text="text"/>', policy=NEVER)
    with pytest.raises(RefusedMode, match="input: never"):
        driven.app.click(automation_id="T")


def test_a_caption_that_changed_before_the_press_refuses_it(start, monkeypatch):
    driven = start('<Button x:Name="B" Content="Save" Click="on_b"/>')
    read = driven.desktop.read
    from dataclasses import replace

    monkeypatch.setattr(driven.desktop, "read", lambda c, **o: replace(read(c, **o), name="Save copy"))
    with pytest.raises(StaleRef, match="became Button 'Save copy'"):
        driven.app.click(automation_id="B")
    monkeypatch.undo()
    assert driven.log == []


@pytest.mark.parametrize(
    ("action", "args"),
    [("type_text", {"text": "x"}), ("set_value", {"value": "x"}), ("type_text", {"text": "x", "input": True})],
)
@pytest.mark.parametrize(
    "content",
    [
        '<Button x:Name="X" Content="Go" Click="on_go"/>',
        '<Button x:Name="X" Content="Go" Focusable="False" Click="on_go"/>',
        '<TabControl x:Name="X"><TabItem Header="a"><TextBox x:Name="In"/></TabItem></TabControl>',
        '<GroupBox x:Name="X" Header="g"><TextBox x:Name="In" TextChanged="on_in"/></GroupBox>',
        '<TextBlock x:Name="X" Text="text"/>',
    ],
)
def test_typing_on_what_takes_no_text_is_unsupported_before_any_key(start, content, action, args):
    driven = start(content)
    before = driven.state()
    with pytest.raises(Unsupported, match="takes no text"):
        driven.app.do(action, {"automation_id": "X"}, args)
    assert driven.state() == before


def test_keys_never_press_a_button_that_takes_no_focus(start):
    driven = start('<Button x:Name="X" Content="Go" Focusable="False" Click="on_go"/>')
    with pytest.raises(Unsupported, match="focus"):
        driven.app.send_keys("F5", automation_id="X")
    assert driven.log == []


def test_several_lines_go_through_the_pattern_and_what_was_there_is_kept(start):
    driven = start('<TextBox x:Name="T" Text="old" AcceptsReturn="True" Height="90"/><Button Content="B"/>')
    reply = driven.app.type_text(automation_id="T", text="a\nb")
    assert (reply.method, reply.effect) == ("ValuePattern", "confirmed")
    assert reply.evidence["was"] == "old"


def test_keys_into_a_list_go_to_its_current_item(start):
    driven = start(CHOICES)
    driven.app.click(automation_id="One")
    driven.app.send_keys("Down", automation_id="L")
    assert driven.control("Two").selected


def test_a_place_inside_an_element_is_given_as_a_fraction(start):
    driven = start('<Slider x:Name="S" Minimum="0" Maximum="100" Width="400"/>')
    driven.app.click(automation_id="S", at={"x": 0.9, "y": 0.5})
    assert 85 < float(driven.control("S").value) < 95
