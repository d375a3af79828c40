"""Every action of the table on real WPF controls: what is reported as confirmed stands in the program's log."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from product import Driven, Stage
from running_app import until

from wpfagent.core.errors import (
    ElementNotEnabled,
    ElementNotFound,
    InvalidArgument,
    RefusedCoordinates,
    RefusedDestructive,
    RefusedMode,
    RefusedOutsideTarget,
    TimedOut,
    Unsupported,
    WpfAgentError,
)

KANJI = "größer 日本 😀 𠮷"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("zoo", "--pos", "40,20", "--title", "Acting", folder=tmp_path_factory.mktemp("acting")) as stage:
        yield stage


@pytest.fixture
def zoo(stage: Stage) -> Driven:
    return stage.driven()


# -- click --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "method", "event"),
    [
        ("PlainButton", "InvokePattern", {"event": "click"}),
        ("Repeat", "InvokePattern", {"event": "click"}),
        ("Toggle", "keyboard", {"event": "toggled", "value": "on"}),
        ("Check", "keyboard", {"event": "toggled", "value": "on"}),
        ("RadioGreen", "keyboard", {"event": "toggled", "value": "on"}),
        ("HelpLink", "InvokePattern", {"event": "click"}),
        ("ToolNew", "InvokePattern", {"event": "click"}),
    ],
)
def test_click_uses_the_pattern_that_is_the_click_else_real_input(
    zoo: Driven, control: str, method: str, event: dict[str, Any]
) -> None:
    zoo.tab("ButtonsTab")
    after = zoo.truth.seq()
    reply = zoo.app.click(automation_id=control)
    assert (reply.method, reply.effect) == (method, "confirmed"), reply.evidence
    match = {k: v for k, v in event.items() if k != "event"}
    zoo.truth.wait_event(event["event"], after=after, control=control, **match)


def test_selecting_a_chosen_radio_button_again_is_a_no_op(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    zoo.app.click(automation_id="RadioRed")
    zoo.no_op(lambda: zoo.app.select_item(automation_id="RadioRed"))


def test_a_click_that_shows_nothing_is_unverifiable_not_confirmed(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    reply = zoo.does(lambda: zoo.app.click(automation_id="DeadButton"), "click", control="DeadButton")
    assert reply.evidence["reason"]


def test_click_with_input_uses_the_mouse(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    zoo.app.click(automation_id="Repeat")
    reply = zoo.confirms(lambda: zoo.app.click(automation_id="PlainButton", input=True), "click", control="PlainButton")
    assert reply.method == "mouse"


def test_a_button_without_id_and_name_is_called_by_its_tool_tip(zoo: Driven) -> None:
    icon = next(
        c
        for c in zoo.app.list_controls(automation_id="MainToolBar").result["controls"]
        if c["control_type"] == "Button" and not c["automation_id"] and c["name"] == "Refresh the list"
    )
    after = zoo.truth.seq()
    zoo.app.click(ref=icon["ref"])
    zoo.truth.wait_event("click", control="IconRefresh", after=after)


@pytest.mark.parametrize(
    ("control", "how", "event"),
    [
        ("DoubleTarget", {"double": True}, "double_click"),
        ("DoubleButton", {"double": True}, "double_click"),
        ("RightTarget", {"button": "right"}, "right_click"),
    ],
)
def test_double_and_right_clicks_go_by_mouse(zoo: Driven, control: str, how: dict[str, Any], event: str) -> None:
    zoo.tab("MouseTab")
    reply = zoo.confirms(lambda: zoo.app.click(automation_id=control, **how), event, control=control)
    assert reply.method == "mouse"


def test_a_calendar_day_is_clicked_by_its_name(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    day = "Thursday, January 15, 2026"
    zoo.confirms(lambda: zoo.app.click(name=day), "date_changed", control="Month", value="2026-01-15")


# -- text ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "text", "method", "options"),
    [
        ("LineBox", KANJI, "ValuePattern", {}),
        ("LineBox", "キーボード 𠮷😀 ok", "keyboard", {"input": True}),
        ("NotesBox", "eins\nzwei 二\n\n三 😀", "ValuePattern", {}),
        ("NotesBox", "one\ntwo", "keyboard", {"input": True}),
        ("ComboEditable", "Tiny 小", "ValuePattern", {}),
    ],
)
def test_type_text_replaces_what_is_there_and_the_program_receives_it(
    zoo: Driven, control: str, text: str, method: str, options: dict[str, Any]
) -> None:
    zoo.tab("ListsTab" if control.startswith("Combo") else "TextTab")
    after = zoo.truth.seq()
    reply = zoo.app.type_text(automation_id=control, text=text, **options)
    assert (reply.method, reply.effect) == (method, "confirmed"), reply.evidence
    until(
        lambda: [_lines(e["value"]) for e in zoo.truth.events("text_changed", control=control, after=after)] == [text],
        3,
        f"text_changed {text!r}, not {zoo.truth.events(after=after)[-3:]}",
    )
    assert _lines(zoo.app.read_text(automation_id=control)) == text


@pytest.mark.parametrize("text", ["rich 日本 😀", "two\nlines"])
def test_type_text_leaves_the_focus_in_an_editor(zoo: Driven, text: str) -> None:
    zoo.tab("TextTab")
    after = zoo.truth.seq()
    reply = zoo.app.type_text(automation_id="RichBox", text=text)
    assert (reply.method, reply.effect) == ("keyboard", "confirmed"), reply.evidence
    assert _lines(zoo.truth.events("text_raw", control="RichBox", after=after)[-1]["value"]) == text
    assert not zoo.truth.events("text_changed", control="RichBox", after=after)
    assert zoo.app.find(automation_id="RichBox").focused


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


@pytest.mark.parametrize("options", [{}, {"input": True}])
def test_append_adds_to_what_is_there(zoo: Driven, options: dict[str, Any]) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="first")
    zoo.confirms(
        lambda: zoo.app.type_text(automation_id="LineBox", text=" 二番", append=True, **options),
        "text_changed",
        control="LineBox",
        value="first 二番",
    )


def test_typing_what_is_there_already_is_a_no_op(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="same")
    zoo.no_op(lambda: zoo.app.type_text(automation_id="LineBox", text="same"))


def test_a_field_can_be_emptied(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="full")
    zoo.confirms(
        lambda: zoo.app.type_text(automation_id="LineBox", text=""), "text_changed", control="LineBox", value=""
    )


def test_uncommitted_text_is_unverifiable(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="committed")
    after = zoo.truth.seq()
    reply = zoo.app.type_text(automation_id="LineBox", text="not yet", commit=False)
    assert reply.effect == "unverifiable"
    zoo.settle()
    assert zoo.truth.events("text_raw", control="LineBox", value="not yet", after=after)
    assert not zoo.truth.events("text_changed", after=after)


def test_text_that_a_field_cuts_off_is_not_confirmed(zoo: Driven) -> None:
    zoo.tab("TextTab")
    reply = zoo.app.type_text(automation_id="ShortBox", text="0123456789ABC", input=True)
    assert reply.effect == "unverifiable", reply.evidence
    assert zoo.app.read_text(automation_id="ShortBox") == "0123456789"


@pytest.mark.parametrize("options", [{}, {"input": True}])
def test_a_password_is_typed_and_never_told(zoo: Driven, options: dict[str, Any]) -> None:
    zoo.tab("TextTab")
    text = f"geheim-{len(options)}"
    after = zoo.truth.seq()
    reply = zoo.app.type_text(automation_id="PasswordField", text=text, **options)
    assert reply.effect == "unverifiable"
    zoo.truth.wait_event("text_changed", control="PasswordField", value=text, after=after)
    assert "geheim" not in str(reply.to_dict())
    assert zoo.app.read_text(automation_id="PasswordField") == ""
    assert "geheim" not in str(zoo.app.get_state(automation_id="PasswordField").to_dict())


def test_a_secret_comes_from_the_environment(zoo: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WPF_AGENT_SECRET_LOGIN", "tief geheim")
    zoo.tab("TextTab")
    after = zoo.truth.seq()
    reply = zoo.app.type_text(automation_id="LineBox", secret="LOGIN")
    assert reply.effect == "confirmed"
    zoo.truth.wait_event("text_changed", control="LineBox", value="tief geheim", after=after)
    assert "geheim" not in str(reply.evidence)


def test_a_read_only_field_refuses_text(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.refuses(Unsupported, lambda: zoo.app.type_text(automation_id="ReadOnlyBox", text="x"))
    assert zoo.app.read_text(automation_id="ReadOnlyBox") == "cannot be changed"


def test_a_cell_is_typed_into_by_row_and_header(zoo: Driven) -> None:
    zoo.tab("GridTab")
    zoo.confirms(
        lambda: zoo.app.type_text(
            automation_id="PeopleGrid", row={"Name": "Ben Ortiz"}, column="City", text="Quito 基"
        ),
        "cell_edited",
        control="PeopleGrid",
        row=1,
        column="City",
        value="Quito 基",
    )


def test_a_program_that_reads_a_cells_editor_gets_the_text(zoo: Driven) -> None:
    zoo.tab("GridTab")
    zoo.confirms(
        lambda: zoo.app.set_value(automation_id="PeopleGrid", row={"Name": "Anna Berg"}, column="City", value="Lima"),
        "cell_editor", control="PeopleGrid", value="Lima",
    )  # fmt: skip


def test_a_read_only_cell_refuses_text(zoo: Driven) -> None:
    zoo.tab("GridTab")
    zoo.refuses(
        Unsupported,
        lambda: zoo.app.type_text(automation_id="PeopleGrid", row=0, column="Id", text="9"),
        but=("selected",),
    )


# -- keys ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chord", ["Ctrl+Shift+K", "F5", "Alt+Down", "Ctrl+1"])
def test_chords_arrive(zoo: Driven, chord: str) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="x")
    after = zoo.truth.seq()
    reply = zoo.app.send_keys(chord)
    assert reply.method == "keyboard"
    zoo.truth.wait_event("key", value=chord, after=after)


def test_keys_go_into_the_element_that_is_named(zoo: Driven) -> None:
    zoo.tab("TextTab")
    zoo.app.type_text(automation_id="LineBox", text="to be deleted")
    zoo.confirms(
        lambda: zoo.app.send_keys("Ctrl+A Delete", automation_id="LineBox"), "text_raw", control="LineBox", value=""
    )


# -- choosing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("combo", "item"),
    [("Combo", "Banana"), ("Combo", "Cherry"), ("ComboEditable", "Medium"), ("ComboLong", "Choice 150")],
)
def test_select_combo_chooses_by_text_and_closes_the_list(zoo: Driven, combo: str, item: str) -> None:
    zoo.tab("ListsTab")
    zoo.confirms(
        lambda: zoo.app.select_combo(automation_id=combo, item_text=item), "selected", control=combo, value=item
    )
    assert zoo.app.find(automation_id=combo).expanded == "collapsed"
    zoo.no_op(lambda: zoo.app.select_combo(automation_id=combo, item_text=item))


@pytest.mark.parametrize("item", ["Apple", "Banana", "Cherry"])
def test_the_items_of_a_closed_list_prove_no_effect_when_they_go(zoo: Driven, item: str) -> None:
    """WPF tells the items of a list for a moment after it was closed: here somebody looks at once, and acts on that."""
    zoo.tab("ListsTab")
    zoo.app.select_combo(automation_id="Combo", item_text=item)
    seen = zoo.app.gate.look(zoo.app.target, 3_000)
    silent = next(c for c in seen if c.automation_id == "SilentButton")
    zoo.does(lambda: zoo.app.click(ref=silent.ref), "click", control="SilentButton")


def test_a_missing_or_disabled_combo_item_is_not_chosen(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    opened = ("expanded", "collapsed")
    error = zoo.refuses(
        ElementNotFound, lambda: zoo.app.select_combo(automation_id="Combo", item_text="Chery"), but=opened
    )
    assert "Cherry" in error.hint
    zoo.refuses(ElementNotEnabled, lambda: zoo.app.select_combo(automation_id="Combo", item_text="Grape"), but=opened)
    assert zoo.app.find(automation_id="Combo").expanded == "collapsed"


def test_select_item_in_a_list(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="ListSingle", item_text="Tuesday"),
        "selected", control="ListSingle", value="Tuesday",
    )  # fmt: skip
    zoo.no_op(lambda: zoo.app.select_item(automation_id="ListSingle", item_text="Tuesday"))
    zoo.confirms(lambda: zoo.app.select_item(name="Wednesday"), "selected", control="ListSingle", value="Wednesday")
    error = zoo.refuses(ElementNotFound, lambda: zoo.app.select_item(automation_id="ListSingle", item_text="Tuseday"))
    assert "Tuesday" in error.hint


def test_select_item_adds_to_and_removes_from_a_selection(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    for item, mode, items in (
        ("East", "only", ["East"]),
        ("West", "add", ["East", "West"]),
        ("East", "remove", ["West"]),
        ("North", "only", ["North"]),
    ):
        after = zoo.truth.seq()
        reply = zoo.app.select_item(automation_id="ListExtended", item_text=item, mode=mode)
        assert reply.effect == "confirmed", reply.evidence
        last = until(lambda: zoo.truth.events("selected", control="ListExtended", after=after), 3, mode)[-1]  # noqa: B023
        assert sorted(last["items"]) == items


def test_a_virtualised_item_is_selected_by_its_text(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="ListLong", item_text="Item 900"),
        "selected", control="ListLong", value="Item 900",
    )  # fmt: skip


def test_a_lazy_tree_loads_when_it_is_expanded(zoo: Driven) -> None:
    zoo.tab("ListsTab")
    zoo.confirms(lambda: zoo.app.expand(automation_id="Node_3"), "loaded", control="Node_3")
    zoo.confirms(lambda: zoo.app.expand(automation_id="Node_3_2"), "loaded", control="Node_3_2")
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="Node_3_2_1"), "selected", control="Tree", value="Device 3.2.1"
    )
    zoo.refuses(WpfAgentError, lambda: zoo.app.expand(automation_id="Node_3_2_1"))
    zoo.no_op(lambda: zoo.app.expand(automation_id="Node_3"))
    zoo.confirms(lambda: zoo.app.collapse(automation_id="Node_3"), "collapsed", control="Node_3")


@pytest.mark.parametrize(
    ("tab", "grid", "row", "value"),
    [
        ("GridTab", "PeopleGrid", {"Name": "Chiyo Mori"}, "Chiyo Mori"),
        ("GridTab", "PeopleGrid", {"City": "Wien", "Age": "45"}, "Dora Klein"),
        ("GridTab", "PeopleGrid", 0, "Anna Berg"),
        ("GridTab", "PeopleGrid", -1, "Emil Novak"),
        ("ListsTab", "PeopleView", {"City": "京都"}, "Chiyo Mori"),
        ("ListsTab", "PeopleView", 1, "Ben Ortiz"),
    ],
)
def test_a_row_is_selected_by_number_or_by_its_cells(zoo: Driven, tab: str, grid: str, row: Any, value: str) -> None:
    zoo.tab(tab)
    zoo.confirms(lambda: zoo.app.select_item(automation_id=grid, row=row), "selected", control=grid, value=value)
    zoo.no_op(lambda: zoo.app.select_item(automation_id=grid, row=row))


def test_rows_are_added_to_and_removed_from_a_selection(zoo: Driven) -> None:
    zoo.tab("GridTab")
    zoo.app.select_item(automation_id="PeopleGrid", row=3)
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="PeopleGrid", row=2, mode="add"),
        "selected", control="PeopleGrid", count=2,
    )  # fmt: skip
    zoo.confirms(
        lambda: zoo.app.select_item(automation_id="PeopleGrid", row=3, mode="remove"),
        "selected", control="PeopleGrid", items=["Chiyo Mori"],
    )  # fmt: skip


def test_toggle_reaches_the_state_that_is_asked_for(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    for state in ("indeterminate", "off", "on", "off"):
        zoo.confirms(
            partial(zoo.app.toggle, automation_id="CheckThree", state=state),
            "toggled", control="CheckThree", value=state,
        )  # fmt: skip
    zoo.no_op(lambda: zoo.app.toggle(automation_id="CheckThree", state="off"))
    zoo.confirms(lambda: zoo.app.toggle(automation_id="CheckThree"), "toggled", control="CheckThree", value="on")


def test_a_two_state_box_does_not_become_indeterminate(zoo: Driven) -> None:
    zoo.tab("ButtonsTab")
    reply = zoo.app.toggle(automation_id="Check", state="indeterminate")
    assert reply.effect != "confirmed"


def test_a_check_box_in_a_cell_is_committed(zoo: Driven) -> None:
    zoo.tab("GridTab")
    now = zoo.app.read_table(automation_id="PeopleGrid").result["rows"][4][3]
    wanted: Literal["on", "off"] = "off" if now == "True" else "on"
    zoo.confirms(
        lambda: zoo.app.toggle(automation_id="PeopleGrid", row=4, column="Active", state=wanted),
        "cell_edited", control="PeopleGrid", row=4, column="Active",
    )  # fmt: skip
    assert zoo.app.read_table(automation_id="PeopleGrid").result["rows"][4][3] != now


def test_expanders_and_combo_boxes_open_and_close(zoo: Driven) -> None:
    for tab, control in (("ButtonsTab", "Details"), ("ListsTab", "Combo")):
        zoo.tab(tab)
        zoo.confirms(partial(zoo.app.expand, automation_id=control), "expanded", control=control)
        zoo.no_op(partial(zoo.app.expand, automation_id=control))
        zoo.confirms(partial(zoo.app.collapse, automation_id=control), "collapsed", control=control)
        zoo.no_op(partial(zoo.app.collapse, automation_id=control))


def test_set_value_moves_a_slider_and_sets_a_date(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.confirms(
        lambda: zoo.app.set_value(automation_id="Volume", value=55), "value_changed", control="Volume", value=55
    )
    zoo.no_op(lambda: zoo.app.set_value(automation_id="Volume", value=55))
    error = zoo.refuses(InvalidArgument, lambda: zoo.app.set_value(automation_id="Volume", value=101))
    assert "0 to 100" in error.hint
    zoo.confirms(
        lambda: zoo.app.set_value(automation_id="Due", value="11/21/2026"),
        "date_changed", control="Due", value="2026-11-21",
    )  # fmt: skip


def test_a_progress_bar_takes_no_value(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.refuses(WpfAgentError, lambda: zoo.app.set_value(automation_id="Progress", value=50))


# -- menus --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "event", "control"),
    [
        ("File > New", "click", "FileNew"),
        (["File", "Open recent", "More", "Oldest.txt"], "click", "RecentOldest"),
        ("FileMenu > FileRecent > RecentFirst", "click", "RecentFirst"),
        ("Edit > Word wrap", "toggled", "EditWrap"),
    ],
)
def test_menu_follows_a_path(zoo: Driven, path: Any, event: str, control: str) -> None:
    after = zoo.truth.seq()
    reply = zoo.app.menu(path)
    assert reply.effect in ("confirmed", "unverifiable"), reply.evidence
    zoo.truth.wait_event(event, control=control, after=after)
    _no_menu_is_open(zoo)


def test_menu_names_what_it_did_not_find_and_closes_again(zoo: Driven) -> None:
    opened = ("expanded", "collapsed")
    error = zoo.refuses(ElementNotFound, lambda: zoo.app.menu("File > Open recent > Fist.txt"), but=opened)
    assert "First.txt" in error.hint
    zoo.refuses(ElementNotEnabled, lambda: zoo.app.menu("Edit > Paste"), but=opened)
    zoo.refuses(ElementNotFound, lambda: zoo.app.menu("Fiel"))
    _no_menu_is_open(zoo)


def _no_menu_is_open(zoo: Driven) -> None:
    until(lambda: not any(w.popup for w in zoo.app.windows()), 3, f"no pop-up in {zoo.app.windows()}")


@pytest.mark.parametrize(("path", "control"), [("Copy", "ContextCopy"), ("Colour > Red", "ContextRed")])
def test_context_menu_follows_a_path(zoo: Driven, path: str, control: str) -> None:
    zoo.tab("MouseTab")
    after = zoo.truth.seq()
    zoo.app.context_menu(path, automation_id="ContextTarget")
    zoo.truth.wait_event("click", control=control, after=after)
    _no_menu_is_open(zoo)


def test_a_context_menu_that_is_not_there_is_an_error(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    opened = ("expanded", "collapsed", "hover", "key", "right_click")
    error = zoo.refuses(
        ElementNotFound, lambda: zoo.app.context_menu("Cpoy", automation_id="ContextTarget"), but=opened
    )
    assert "Copy" in error.hint
    _no_menu_is_open(zoo)
    zoo.refuses(ElementNotFound, lambda: zoo.app.context_menu("Copy", automation_id="HoverTarget"), but=opened)


# -- scrolling ----------------------------------------------------------------------------------------------------


def test_scroll_moves_a_container(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.app.scroll(automation_id="FarScroll", direction="top")
    for direction in ("down", "bottom", "up", "top", "right", "left"):
        zoo.confirms(
            partial(zoo.app.scroll, automation_id="FarScroll", direction=direction),
            "scrolled", control="FarScroll",
        )  # fmt: skip
    with zoo.untouched():
        assert zoo.app.scroll(automation_id="FarScroll", direction="top").effect != "confirmed"


def test_scroll_into_view_shows_what_was_hidden(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.app.scroll(automation_id="FarScroll", direction="top")
    zoo.confirms(lambda: zoo.app.scroll_into_view(automation_id="FarButton"), "scrolled", control="FarScroll")
    view = zoo.app.find(automation_id="FarScroll").bounding_rect
    button = zoo.app.find(automation_id="FarButton").bounding_rect
    assert view is not None
    assert button is not None
    assert view.intersection(button) == button
    zoo.no_op(lambda: zoo.app.scroll_into_view(automation_id="FarButton"))


def test_an_element_that_is_scrolled_away_is_clicked_all_the_same(zoo: Driven) -> None:
    zoo.tab("ValuesTab")
    zoo.app.scroll(automation_id="FarScroll", direction="top")
    after = zoo.truth.seq()
    zoo.app.click(automation_id="FarButton")
    zoo.truth.wait_event("click", control="FarButton", after=after)
    zoo.app.scroll(automation_id="FarScroll", direction="top")
    after = zoo.truth.seq()
    assert zoo.app.click(automation_id="FarButton", input=True).method == "mouse"
    zoo.truth.wait_event("click", control="FarButton", after=after)


# -- mouse --------------------------------------------------------------------------------------------------------


def test_hover_rests_the_pointer(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    zoo.app.hover(automation_id="DropTarget")
    after = zoo.truth.seq()
    reply = zoo.app.hover(automation_id="HoverTarget")
    assert reply.method == "mouse"
    zoo.truth.wait_event("hover", control="HoverTarget", after=after)


def test_drag_and_drop(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    zoo.confirms(
        lambda: zoo.app.drag(automation_id="DragSource", to={"automation_id": "DropTarget"}),
        "drop", control="DropTarget", value="dragged text",
    )  # fmt: skip


def test_drag_by_a_distance(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    left = zoo.app.find(automation_id="DragThumb").bounding_rect
    zoo.confirms(lambda: zoo.app.drag(automation_id="DragThumb", by=[60, 0]), "drag", control="DragThumb")
    now = zoo.app.find(automation_id="DragThumb").bounding_rect
    assert left is not None
    assert now is not None
    assert abs(now.x - left.x - 60) <= 3
    zoo.refuses(RefusedOutsideTarget, lambda: zoo.app.drag(automation_id="DragThumb", by=[5000, 0]))


def test_click_xy_reaches_what_has_no_element(zoo: Driven) -> None:
    zoo.tab("MouseTab")
    thumb = zoo.app.find(automation_id="DragThumb").bounding_rect
    assert thumb is not None
    x, y = thumb.x + 60, thumb.y + 110
    zoo.refuses(RefusedMode, lambda: zoo.app.click_xy(x, y))
    with zoo.again(mode="extended") as app:
        zoo.app.focus_window()
        zoo.confirms(lambda: app.click_xy(x, y), "click", control="DrawnTarget")
        plain = app.find(automation_id="FileMenu").bounding_rect
        assert plain is not None
        error = zoo.refuses(RefusedCoordinates, lambda: app.click_xy(*plain.center))
        assert error.details["selector"]["automation_id"] == "FileMenu"
        zoo.refuses(RefusedOutsideTarget, lambda: app.click_xy(1270, 1015))


# -- windows and dialogs ------------------------------------------------------------------------------------------


def test_windows_are_listed_focused_waited_for_and_closed(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    reply = zoo.confirms(lambda: zoo.app.click(automation_id="OpenTool"), "window_opened", control="ToolWindow")
    assert "Tools" in str(reply.evidence)
    zoo.app.wait_window("Tools")
    titles = [w["title"] for w in zoo.app.list_windows().result["windows"]]
    assert set(titles) == {"Acting", "Tools"}
    zoo.app.focus_window("Acting")
    reply = zoo.app.focus_window("Tools")
    assert reply.effect == "confirmed"
    assert next(w for w in zoo.app.windows() if w.foreground).title == "Tools"
    zoo.no_op(lambda: zoo.app.focus_window("Tools"))
    zoo.confirms(lambda: zoo.app.close_window(title="Tools"), "window_closed", control="ToolWindow")
    zoo.app.wait_window("Tools", gone=True)
    with pytest.raises(TimedOut):
        zoo.app.wait_window("Tools", timeout_ms=200)


def test_the_window_of_an_element_can_be_named_by_the_element(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    zoo.app.click(automation_id="OpenTool")
    zoo.confirms(lambda: zoo.app.close_window(automation_id="ToolText"), "window_closed", control="ToolWindow")


def test_closing_the_main_window_is_destructive(zoo: Driven) -> None:
    zoo.refuses(RefusedDestructive, zoo.app.close_window)
    assert zoo.truth.is_running


def test_the_open_dialog_takes_a_path(zoo: Driven, tmp_path: Path) -> None:
    file = tmp_path / "open me.txt"
    file.write_text("x", encoding="utf-8")
    zoo.tab("TextTab")
    zoo.confirms(lambda: zoo.app.click(automation_id="OpenFile"), "dialog_shown", control="FileDialog")
    zoo.confirms(
        lambda: zoo.app.file_dialog(str(file)), "dialog_closed", control="FileDialog", value="OK", file=str(file)
    )
    assert zoo.app.read_text(automation_id="FileText") == str(file)


def test_the_save_dialog_takes_a_path_and_overwrites_only_with_consent(zoo: Driven, tmp_path: Path) -> None:
    new, old = tmp_path / "new 新.txt", tmp_path / "old.txt"
    old.write_text("kept", encoding="utf-8")
    zoo.tab("TextTab")
    zoo.app.click(automation_id="SaveFile")
    zoo.refuses(RefusedDestructive, lambda: zoo.app.file_dialog(str(old)))
    zoo.confirms(
        lambda: zoo.app.file_dialog(str(new)), "dialog_closed", control="FileDialog", value="OK", file=str(new)
    )
    with zoo.again(allow_destructive=True) as app:
        app.click(automation_id="SaveFile")
        zoo.confirms(
            lambda: app.file_dialog(str(old), confirm=True), "dialog_closed", control="FileDialog", file=str(old)
        )


def test_a_message_box_is_answered(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    for button in ("Yes", "No"):
        reply = zoo.confirms(lambda: zoo.app.click(automation_id="MessageYesNo"), "dialog_shown", control="MessageBox")
        assert "Zoo" in str(reply.evidence)
        zoo.confirms(
            partial(zoo.app.click, name=button, control_type="Button"),
            "dialog_closed",
            value=button,
        )
        zoo.tab("WindowsTab")  # WPF gives the focus back to where it was, and with it may open that page
        zoo.app.expect(automation_id="AnswerText", text_equals=button)


def test_a_popup_belongs_to_the_program(zoo: Driven) -> None:
    zoo.tab("WindowsTab")
    zoo.confirms(lambda: zoo.app.click(automation_id="OpenPopup"), "popup_opened", control="ZooPopup")
    zoo.confirms(lambda: zoo.app.click(automation_id="PopupButton"), "popup_closed", control="ZooPopup")
