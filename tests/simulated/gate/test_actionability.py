"""Before an act: enabled, not blocked by a modal, on screen, at rest, hit by the point, in the foreground."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import (
    ElementMoving,
    ElementNotEnabled,
    ElementNotVisible,
    ElementObscured,
    RefusedOutsideTarget,
)
from wpfagent.core.model import Control, Rect


def test_a_disabled_element_is_waited_for_until_it_is_enabled(desk):
    desk.app.click(automation_id="LaterButton")
    before = desk.now
    assert desk.app.click(automation_id="OffButton").effect == "confirmed"
    assert 0.5 < desk.now - before < 2
    assert desk.log == ["off"]


def test_a_disabled_element_ends_at_the_timeout_and_was_not_touched(desk):
    before = desk.now
    with pytest.raises(ElementNotEnabled, match="Waited") as error:
        desk.app.click(automation_id="OffButton", timeout_ms=1500)
    assert 1.4 <= desk.now - before <= 1.6
    assert error.value.details["waited_ms"] >= 1400
    assert desk.log == []


@pytest.mark.parametrize("action", ["click", "type_text", "toggle", "send_keys", "hover"])
def test_every_act_needs_an_enabled_element_and_a_read_does_not(start, action):
    driven = start('<StackPanel IsEnabled="False"><TextBox x:Name="T" Text="x"/></StackPanel>')
    args = {"type_text": {"text": "y"}, "send_keys": {"keys": "A"}}.get(action, {})
    with pytest.raises(ElementNotEnabled):
        driven.app.do(action, {"automation_id": "T"}, args, timeout_ms=0)
    assert driven.app.read_text(automation_id="T", timeout_ms=0) == "x"


def test_a_window_behind_a_modal_dialog_is_blocked_and_the_dialog_is_named(desk):
    desk.app.click(automation_id="DialogButton")
    with pytest.raises(ElementNotEnabled, match="Details") as error:
        desk.app.click(automation_id="SaveButton", timeout_ms=300)
    assert error.value.details["modal"] == "Details"
    assert desk.log == []


def test_a_dialogs_own_elements_are_not_blocked(desk):
    desk.app.click(automation_id="DialogButton")
    assert desk.app.click(automation_id="OkButton").effect == "confirmed"
    assert desk.log == ["dialog=True"]


def test_a_blocked_window_can_be_read(desk):
    desk.app.click(automation_id="DialogButton")
    assert desk.app.read_text(automation_id="NameBox", timeout_ms=0) == "start"


def test_an_act_waits_until_the_dialog_is_gone(desk):
    desk.app.click(automation_id="DialogButton")
    dialog = desk.app.find(automation_id="OkButton")
    desk.later(2, lambda: desk.desktop.act(dialog, "invoke"))
    assert desk.app.click(automation_id="SaveButton").effect == "confirmed"


FAR = (
    '<ScrollViewer x:Name="S" Height="100"><StackPanel>{}<Button x:Name="Far" Content="Far" Click="on_far"/>'
    "</StackPanel></ScrollViewer>"
)
FILL = "".join(f'<TextBlock Text="line {n}"/>' for n in range(60))


def test_a_list_item_out_of_view_is_scrolled_into_view(desk):
    desk.app.click(automation_id="ListsTab")
    reply = desk.app.click(automation_id="Many", row={"": "item 150"}, input=True)
    assert reply.effect == "confirmed"
    assert desk.app.find(automation_id="Many", row={"": "item 150"}).visible


def test_a_button_out_of_view_is_invoked_by_its_pattern(start):
    driven = start(FAR.format(FILL))
    assert not driven.control("Far").visible
    assert driven.app.click(automation_id="Far").effect == "confirmed"
    assert driven.log == ["far"]


def test_a_button_out_of_view_is_scrolled_to_before_the_mouse_is_used(start):
    driven = start(FAR.format(FILL))
    driven.app.click(automation_id="Far", input=True, timeout_ms=500)
    assert driven.log == ["far"]


def test_what_scrolls_in_what_scrolls_is_scrolled_to_through_both(start):
    inner = FAR.replace('x:Name="S"', 'x:Name="Inner"').format(FILL)
    driven = start(f'<ScrollViewer x:Name="Outer" Height="120"><StackPanel>{FILL}{inner}</StackPanel></ScrollViewer>')
    driven.app.click(automation_id="Far", input=True, timeout_ms=500)
    assert driven.log == ["far"]


def test_what_cannot_be_scrolled_to_is_not_visible_and_not_clicked(start):
    driven = start(
        '<Canvas Height="50"><Button x:Name="Out" Content="Out" Canvas.Left="5000" Click="on_out"/></Canvas>'
    )
    if driven.control("Out").visible:
        pytest.skip("the simulated canvas does not place what is outside")
    with pytest.raises(ElementNotVisible):
        driven.app.click(automation_id="Out", input=True, timeout_ms=0)
    assert driven.log == []


MOVING = """
def start(self, view):
    self.ticks = 0
    view.later(15, self.tick)

def tick(self):
    self.ticks += 1
    self.view["Spacer"].visible = self.ticks % 2 == 0
    if self.ticks < 100:
        self.view.later(15, self.tick)
"""


def test_input_waits_until_the_element_is_at_rest(start):
    """It moves every 15 ms for 1.5 s: the pointer must not be used before."""
    driven = start(
        '<TextBlock x:Name="Spacer" Text="spacer" Height="40"/><Button x:Name="B" Content="B" Click="on_b"/>', MOVING
    )
    driven.app.click(automation_id="B", input=True)
    assert driven.now >= 1.4
    assert driven.log == ["b"]


def test_an_element_that_never_rests_is_moving(start):
    driven = start(
        '<TextBlock x:Name="Spacer" Text="spacer" Height="40"/><Button x:Name="B" Content="B" Click="on_b"/>',
        MOVING.replace("< 100", "< 10_000"),
    )
    with pytest.raises(ElementMoving):
        driven.app.click(automation_id="B", input=True, timeout_ms=1000)
    assert driven.log == []


def test_a_pattern_needs_no_rest(start):
    driven = start(
        '<TextBlock x:Name="Spacer" Text="spacer" Height="40"/><Button x:Name="B" Content="B" Click="on_b"/>', MOVING
    )
    driven.app.click(automation_id="B")
    assert driven.log == ["b"]


def cover(driven, by: Control, monkeypatch) -> None:
    """Let another element lie under every point."""
    monkeypatch.setattr(driven.desktop, "at_point", lambda x, y, *, timeout_s=5.0: by)


def test_input_is_not_sent_where_something_else_of_the_target_lies(desk, monkeypatch):
    cover(desk, desk.control("NameBox"), monkeypatch)
    with pytest.raises(ElementObscured, match="NameBox"):
        desk.app.click(automation_id="SaveButton", input=True, timeout_ms=300)
    assert desk.log == []


def test_input_is_not_sent_into_another_program(desk, monkeypatch):
    cover(desk, Control("x1", name="Other", control_type="Window", pid=1, hwnd=1), monkeypatch)
    with pytest.raises(RefusedOutsideTarget):
        desk.app.click(automation_id="SaveButton", input=True, timeout_ms=300)
    assert desk.log == []


def test_a_pattern_may_be_used_on_what_is_covered(desk, monkeypatch):
    cover(desk, desk.control("NameBox"), monkeypatch)
    assert desk.app.click(automation_id="SaveButton").effect == "confirmed"


def test_input_brings_its_window_to_the_front_first(start, desktop):
    driven = start('<Button x:Name="B" Content="B" Click="on_b"/>', title="One")
    other = start(title="Two")
    assert desktop.foreground() == other.app.windows()[0].hwnd
    driven.app.click(automation_id="B", input=True)
    assert desktop.foreground() == driven.app.windows()[0].hwnd
    assert driven.log == ["b"]


def test_a_minimised_window_is_restored_for_input(desk, desktop):
    root = desk.app.find(automation_id="MainWindow")
    desktop.act(root, "set_window_state", "minimized")
    desk.app.click(automation_id="SaveButton", input=True, timeout_ms=1000)
    assert desk.log == ["save"]


def test_the_point_is_the_middle_of_what_shows():
    from wpfagent.actions.actionability import input_point
    from wpfagent.core.model import WindowInfo

    window = WindowInfo(1, 1, "", "", "", Rect(0, 0, 100, 100))
    assert input_point(Control("e", bounding_rect=Rect(80, 0, 200, 10)), window, Rect(0, 0, 1000, 1000)) == (90, 5)
    with pytest.raises(ElementNotVisible):
        input_point(Control("e", bounding_rect=Rect(200, 0, 20, 10)), window, Rect(0, 0, 1000, 1000))
