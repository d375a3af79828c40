"""menu, context_menu, windows, scrolling, waiting, file_dialog."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import (
    ElementNotEnabled,
    ElementNotFound,
    ElementNotVisible,
    InvalidArgument,
    TargetNotFound,
    TimedOut,
    Unsupported,
)


def no_popup(desk) -> bool:
    return not any(w.popup for w in desk.app.windows())


@pytest.mark.parametrize(
    "path", ["File > Open", ["File", "Open..."], ["FileMenu", "OpenItem"], ["_File", "_open"], "File→Open"]
)
def test_a_menu_path_by_captions_or_ids(desk, path):
    assert desk.app.menu(path).effect == "confirmed"
    assert desk.log == ["open"]
    assert no_popup(desk)


def test_a_submenu(desk):
    desk.app.menu("File > Recent > one.txt")
    assert desk.log == ["recent"]


def test_a_checkable_item_is_clicked_and_the_menu_is_closed(desk):
    assert desk.app.menu("File > Wrap").method == "ExpandCollapsePattern, InvokePattern"
    assert desk.log == ["wrap"]
    assert no_popup(desk)


def test_an_item_that_is_ticked_in_an_open_menu_goes_with_the_menu(desk):
    desk.app.expand(automation_id="FileMenu")
    assert desk.app.toggle(automation_id="WrapItem").effect == "confirmed"
    assert desk.log == ["wrap"]
    assert no_popup(desk)


@pytest.mark.parametrize("path", ["File > Opn", "Fle > Open", "File > Recent > two.txt"])
def test_a_path_that_is_not_there_names_the_nearest_and_closes_the_menu(desk, path):
    with pytest.raises(ElementNotFound, match="Nearest"):
        desk.app.menu(path, timeout_ms=500)
    assert no_popup(desk)


def test_a_disabled_item_is_refused_and_the_menu_is_closed(desk):
    with pytest.raises(ElementNotEnabled):
        desk.app.menu("File > Off", timeout_ms=500)
    assert no_popup(desk)


TWO_MENUS = "".join(
    f'<Menu x:Name="{name}"><MenuItem Header="Edit" x:Name="Edit{name}">'
    f'<MenuItem Header="Copy" Click="on_{name.lower()}"/></MenuItem></Menu>'
    for name in ("Upper", "Lower")
)


def test_of_two_menu_bars_the_one_that_is_named_is_meant_and_an_item_drops_its_own(start):
    two = start(TWO_MENUS)
    two.app.menu("Edit > Copy", automation_id="Lower")
    assert two.log == ["lower"]
    two.app.menu("Copy", automation_id="EditLower")
    two.app.menu("Copy", automation_id="EditUpper")
    assert two.log == ["lower", "lower", "upper"]
    assert no_popup(two)


def test_what_has_no_menu_of_its_own_is_told_and_no_other_menu_is_used(desk):
    with pytest.raises(Unsupported, match="no menu of its own"):
        desk.app.menu("File > Open", control_type="Window")
    assert desk.log == []


def test_a_window_without_a_menu(start):
    with pytest.raises(ElementNotFound, match="menu"):
        start().app.menu("File > Open", timeout_ms=0)


def test_a_context_menu(desk):
    reply = desk.app.context_menu(path="Copy", automation_id="ContextText")
    assert reply.effect == "confirmed"
    assert desk.log == ["copy"]
    assert no_popup(desk)


def test_a_context_menu_is_that_of_an_item_not_of_the_heading_that_is_called_the_same(start):
    small = start(
        """<TextBlock Text="Focus"/><ListBox x:Name="Lists"><ListBox.ContextMenu><ContextMenu>
        <MenuItem Header="Copy" Click="on_copy"/></ContextMenu></ListBox.ContextMenu>
        <ListBoxItem Content="Morning"/><ListBoxItem Content="Focus"/></ListBox>"""
    )
    assert small.app.context_menu("Copy", "Focus").effect == "confirmed"
    assert small.log == ["copy"]


def test_no_context_menu_and_no_such_item(desk):
    with pytest.raises(ElementNotFound, match="no context menu"):
        desk.app.context_menu("Copy", {"automation_id": "SaveButton"}, timeout_ms=1000)
    with pytest.raises(ElementNotFound, match="Copy"):
        desk.app.context_menu("Copi", {"automation_id": "ContextText"}, timeout_ms=1000)
    assert no_popup(desk)


# -- windows --


def test_windows_are_listed_focused_waited_for_and_closed(desk, desktop):
    desk.app.click(automation_id="ToolsButton")
    assert [w["title"] for w in desk.app.list_windows().result["windows"]] == ["Tools", "Desk"]
    assert [w["title"] for w in desk.app.list_windows("Des").result["windows"]] == ["Desk"]
    assert desk.app.wait_window("Tools").result["window"]["title"] == "Tools"
    assert desk.app.focus_window("Desk").effect == "confirmed"
    assert desktop.foreground() == next(w.hwnd for w in desk.app.windows() if w.title == "Desk")
    assert desk.app.focus_window("Desk").effect == "no_op"
    assert desk.app.close_window(title="Tools").evidence["windows_closed"] == ["Tools"]
    assert desk.app.wait_window("Tools", gone=True).result["window"] is None


def test_a_window_that_does_not_come_or_go(desk):
    with pytest.raises(TimedOut, match="Desk"):
        desk.app.wait_window("Tools", timeout_ms=500)
    with pytest.raises(TimedOut):
        desk.app.wait_window("Desk", gone=True, timeout_ms=500)
    with pytest.raises(TargetNotFound, match="Desk"):
        desk.app.focus_window("Tools")
    with pytest.raises(TargetNotFound):
        desk.app.close_window(title="Tools")


def test_a_window_that_comes_later_is_waited_for(desk):
    control = desk.control("ToolsButton")
    desk.later(2, lambda: desk.desktop.act(control, "invoke"))
    assert desk.app.wait_window("Tools").result["waited_ms"] >= 1_900


def test_a_window_whose_closing_handler_says_no_stays_and_is_not_confirmed(start):
    driven = start(
        '<Button x:Name="B" Content="B" Click="on_b"/>',
        "def on_b(self, view, sender): view.show('Sub')\ndef on_closing(self, view, sender): return False",
        windows='<Window x:Key="Sub" Title="Sub" Closing="on_closing"><TextBlock Text="t"/></Window>',
    )
    driven.app.click(automation_id="B")
    assert driven.app.close_window(title="Sub").effect != "confirmed"


# -- scrolling --


def test_scroll_by_pages_and_to_the_ends(desk):
    desk.app.click(automation_id="ListsTab")

    def first() -> str:
        return str(desk.app.get_state(automation_id="Many").result["items"][0]["name"])

    assert desk.app.scroll(automation_id="Many").effect == "confirmed"
    assert first() != "item 0"
    desk.app.scroll(automation_id="Many", direction="bottom")
    assert desk.app.find(name="item 199", control_type="ListItem")
    desk.app.scroll(automation_id="Many", direction="up", pages=0.5)
    desk.app.scroll(automation_id="Many", direction="top")
    assert first() == "item 0"


def test_scroll_sideways_of_what_cannot(desk):
    with pytest.raises(Unsupported):
        desk.app.scroll(automation_id="SaveButton", direction="left")


def test_scroll_into_view_of_an_item_and_of_what_shows_already(desk):
    desk.app.click(automation_id="ListsTab")
    desk.app.scroll_into_view(automation_id="Many", row={"": "item 150"})
    assert desk.app.find(name="item 150", control_type="ListItem").visible
    assert desk.app.scroll_into_view(automation_id="Fruit").effect == "no_op"


def test_scroll_into_view_of_a_button_in_a_scroll_viewer(start):
    fill = "".join(f'<TextBlock Text="line {n}"/>' for n in range(60))
    driven = start(
        f'<ScrollViewer x:Name="S" Height="100"><StackPanel>{fill}<Button x:Name="Far" Content="Far"/></StackPanel>'
        "</ScrollViewer>"
    )
    driven.app.scroll_into_view(automation_id="Far", timeout_ms=500)
    assert driven.control("Far").visible


def test_scroll_into_view_of_what_cannot_be_shown(start):
    driven = start('<StackPanel Orientation="Horizontal"><TextBlock x:Name="Empty" Text=""/></StackPanel>')
    with pytest.raises(ElementNotVisible):
        driven.app.scroll_into_view(automation_id="Empty", timeout_ms=300)


# -- waiting --


@pytest.mark.parametrize(
    ("until", "automation_id"), [("exists", "SaveButton"), ("gone", "Nope"), ("enabled", "SaveButton"),
                                 ("disabled", "OffButton"), ("visible", "SaveButton")],
)  # fmt: skip
def test_wait_for_what_is_so(desk, until, automation_id):
    assert desk.app.wait_for(automation_id=automation_id, until=until, timeout_ms=0).result["waited_ms"] < 100


@pytest.mark.parametrize(
    ("until", "automation_id"), [("exists", "Nope"), ("gone", "SaveButton"), ("enabled", "OffButton"),
                                 ("disabled", "SaveButton"), ("visible", "Nope")],
)  # fmt: skip
def test_wait_for_what_does_not_come(desk, until, automation_id):
    before = desk.now
    with pytest.raises(TimedOut) as error:
        desk.app.wait_for(automation_id=automation_id, until=until, timeout_ms=600)
    assert desk.now - before == pytest.approx(0.6, abs=0.1)
    assert error.value.details["ok"] is False


def test_wait_for_a_state_that_comes_later_and_for_an_expectation(desk):
    desk.app.click(automation_id="LaterButton")
    assert desk.app.wait_for(automation_id="OffButton", until="enabled").result["waited_ms"] >= 500
    desk.app.wait_for(automation_id="NameBox", until={"value_equals": "start"})


def test_wait_for_idle(desk):
    desk.faults.freeze(3_000)
    assert desk.app.wait_for(until="idle").result["waited_ms"] >= 2_900
    desk.faults.freeze(3_000)
    with pytest.raises(TimedOut):
        desk.app.wait_for(until="idle", timeout_ms=500)


def test_wait_for_nothing_that_can_be_waited_for(desk):
    with pytest.raises(InvalidArgument, match="visible"):
        desk.app.wait_for(automation_id="SaveButton", until="visble")
    with pytest.raises(InvalidArgument):
        desk.app.wait_for(until="exists")


def test_a_file_dialog_that_is_not_shown(desk):
    with pytest.raises(ElementNotFound, match="No open or save dialog"):
        desk.app.file_dialog("C:/x.txt", timeout_ms=300)
