"""click, hover, drag, click_xy."""

from __future__ import annotations

import pytest

from wpfagent import Policy
from wpfagent.core.errors import ElementNotFound, InvalidArgument, RefusedOutsideTarget, Unsupported
from wpfagent.desktops.simulated.elements import Element


@pytest.mark.parametrize(
    ("automation_id", "method"),
    [
        ("SaveButton", "InvokePattern"), ("Check", "keyboard"), ("Bold", "keyboard"),
        ("Radio2", "keyboard"), ("ListsTab", "mouse"), ("Color", "mouse"),
        ("FileMenu", "ExpandCollapsePattern"), ("More", "ExpandCollapsePattern"), ("NameBox", "mouse"),
    ],
)  # fmt: skip
def test_click_takes_the_pattern_that_is_the_click_else_real_input(desk, automation_id, method):
    reply = desk.app.click(automation_id=automation_id)
    assert (reply.method, reply.effect) == (method, "confirmed")


def test_a_switch_of_the_programs_own_is_clicked_by_the_mouse(desk, monkeypatch):
    """Its peer may have a TogglePattern without a body, and Space is the key of WPF's own buttons."""
    monkeypatch.setattr(Element, "class_name", "Switch")
    for automation_id in ("Check", "Bold"):
        reply = desk.app.click(automation_id=automation_id)
        assert (reply.method, reply.effect) == ("mouse", "confirmed")


@pytest.fixture
def empty(desktop, monkeypatch):
    """Return the verbs whose patterns have nothing behind them, as those of a peer of the program's own may."""
    verbs, act = set(), desktop.act

    def tried(control, verb, value=None):
        if verb in verbs:
            raise Unsupported(f"{verb}: not implemented.", details={"hresult": "0x80004001"})
        return act(control, verb, value)

    monkeypatch.setattr(desktop, "act", tried)
    return verbs


def test_a_button_whose_pattern_is_empty_is_clicked_by_the_mouse(desk, empty):
    empty.add("invoke")
    reply = desk.app.click(automation_id="SaveButton")
    assert (reply.method, reply.effect) == ("mouse", "confirmed")


def test_a_menu_whose_pattern_is_empty_is_dropped_down_by_the_mouse(desk, empty):
    empty.add("expand")
    assert desk.app.menu("Open...", automation_id="FileMenu").effect == "confirmed"
    assert desk.log == ["open"]


def test_what_is_of_another_framework_is_not_pressed_twice(desk, desktop, empty, monkeypatch):
    empty.add("invoke")
    monkeypatch.setattr(desktop, "framework", lambda *_, **__: "WinForm")
    with pytest.raises(Unsupported):
        desk.app.click(automation_id="SaveButton")


@pytest.mark.parametrize("automation_id", ["SaveButton", "Check", "Radio2", "ListsTab"])
def test_click_with_the_mouse_has_the_same_effect(desk, automation_id):
    reply = desk.app.click(automation_id=automation_id, input=True)
    assert (reply.method, reply.effect) == ("mouse", "confirmed")


def test_clicking_what_is_selected_is_a_click_all_the_same(start):
    driven = start('<RadioButton x:Name="R" Content="Page" IsChecked="True" Click="on_r"/>')
    assert driven.app.click(automation_id="R").effect == "confirmed"
    assert driven.log == ["r"]
    assert driven.app.select_item(automation_id="R").effect == "no_op"


def test_a_double_click_and_a_right_click_use_the_mouse(start):
    driven = start(
        '<ListBox x:Name="L" MouseDoubleClick="on_double"><ListBoxItem x:Name="I" Content="one"/></ListBox>'
        '<TextBlock x:Name="T" Text="text"><TextBlock.ContextMenu><ContextMenu><MenuItem Header="Copy"/></ContextMenu>'
        "</TextBlock.ContextMenu></TextBlock>"
    )
    assert driven.app.click(automation_id="I", double=True).method == "mouse"
    assert driven.log == ["double"]
    assert driven.app.click(automation_id="T", button="right").method == "mouse"
    assert driven.app.find(name="Copy", control_type="MenuItem")


def test_click_of_what_is_not_there(desk):
    before = desk.now
    with pytest.raises(ElementNotFound):
        desk.app.click(automation_id="Nope", timeout_ms=700)
    assert desk.now - before == pytest.approx(0.7, abs=0.15)


def test_hover_moves_the_pointer_there(desk, desktop):
    desk.app.hover(automation_id="SaveButton")
    assert desk.control("SaveButton").bounding_rect.contains(*desktop._screen.pointer)
    with pytest.raises(ElementNotFound):
        desk.app.hover(automation_id="Nope", timeout_ms=0)


def test_drag_goes_from_one_element_to_another(desk, desktop, monkeypatch):
    drags = []
    monkeypatch.setattr(desktop, "mouse_drag", lambda start, end, **_more: drags.append((start, end)))
    reply = desk.app.drag(automation_id="SaveButton", to={"automation_id": "IdleButton"})
    assert reply.method == "mouse"
    start, end = drags[0]
    assert desk.control("SaveButton").bounding_rect.contains(*start)
    assert desk.control("IdleButton").bounding_rect.contains(*end)
    desk.app.drag(automation_id="SaveButton", by=(30, 40))
    assert (drags[1][1][0] - drags[1][0][0], drags[1][1][1] - drags[1][0][1]) == (30, 40)


def test_drag_does_not_leave_the_target(desk):
    with pytest.raises(RefusedOutsideTarget):
        desk.app.drag(automation_id="SaveButton", by=(5000, 0))
    with pytest.raises(InvalidArgument):
        desk.app.drag(automation_id="SaveButton")
    with pytest.raises(ElementNotFound):
        desk.app.drag(automation_id="SaveButton", to={"automation_id": "Nope"}, timeout_ms=0)


def test_click_xy_clicks_in_extended_mode(start):
    driven = start(
        '<my:Board x:Name="Board" xmlns:my="clr-namespace:Own" Height="100"/>', policy=Policy(mode="extended")
    )
    x, y = driven.app.windows()[0].rect.center
    assert driven.app.click_xy(x, y).method == "mouse"
    with pytest.raises(RefusedOutsideTarget):
        driven.app.click_xy(1, 1)


HELD = """
<RepeatButton x:Name="More" Content="More" Click="on_more"/>
<Button x:Name="Hold" Content="Hold" PreviewMouseLeftButtonDown="on_down" Click="on_hold"/>
<Button x:Name="Empty" Content="_Empty" Click="on_empty"/>
<ListBox x:Name="L" SelectionMode="Extended" SelectionChanged="on_changed"><ListBoxItem x:Name="One" Content="one"/>
<ListBoxItem x:Name="Two" Content="two"/></ListBox>
"""


def test_a_button_that_is_held_repeats_until_it_is_let_go(start):
    driven = start(HELD)
    before = driven.now
    reply = driven.app.click(automation_id="More", hold_ms=1000)
    assert (reply.method, reply.effect) == ("mouse", "confirmed")
    assert driven.now - before >= 1.0
    assert 10 < driven.log.count("more") < 20  # each 33 ms after the first half second
    count = len(driven.log)
    driven.desktop.clock.sleep(1)
    assert len(driven.log) == count


def test_keys_are_pressed_while_the_button_is_held(start):
    driven = start(HELD)
    driven.app.click(automation_id="Hold", hold_ms=300, keys="Alt+E")
    assert driven.log == ["down", "empty", "hold"]


def test_a_click_with_ctrl_adds_to_what_is_selected(start):
    driven = start(HELD)
    driven.app.click(automation_id="One")
    driven.app.click(automation_id="Two", modifiers="Ctrl")
    assert [driven.control(i).selected for i in ("One", "Two")] == [True, True]
    driven.app.click(automation_id="One", modifiers="Ctrl")
    assert [driven.control(i).selected for i in ("One", "Two")] == [False, True]


@pytest.mark.parametrize(
    "args", [{"keys": "Alt+E"}, {"modifiers": "Win"}, {"modifiers": "A"}, {"hold_ms": 10, "double": True}]
)
def test_what_cannot_be_held_is_refused(desk, args):
    with pytest.raises(InvalidArgument):
        desk.app.click(automation_id="SaveButton", **args)


def test_the_selection_that_pressing_makes_does_not_confirm_a_drag(start):
    driven = start(HELD.replace(' SelectionChanged="on_changed"', ""))
    reply = driven.app.drag(automation_id="Two", to={"automation_id": "More"})
    assert driven.control("Two").selected
    assert reply.effect == "unverifiable"


def test_a_drag_by_a_distance_after_which_nothing_shows_is_not_called_without_effect(start):
    driven = start(HELD)
    assert driven.app.drag(automation_id="Hold", by=(0, 300)).effect == "unverifiable"
