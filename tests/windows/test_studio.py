"""A program bound to objects is used by the words that are seen in it: in cards, trees, grids and stacked forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from product import Driven
from running_app import start_program

from wpfagent.core.errors import HandlerThrew


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    with start_program("studio", folder=tmp_path_factory.mktemp("studio")) as truth:
        driven = Driven(truth)
        yield driven
        driven.app.close()


DONE: dict[str, tuple[Callable[[Driven], Any], str, dict[str, Any]]] = {
    "a switch before its text, by label": (
        lambda d: d.app.toggle(label="Dark paper", state="on"), "switched", {"value": "on"}),
    "a switch by the text itself": (
        lambda d: d.app.toggle(name="Dark paper", state="off"), "switched", {"value": "off"}),
    "a check box before the text of its branch": (
        lambda d: d.app.toggle(label="Photos", control_type="CheckBox", state="on"), "checked", {"value": "Photos"}),
    "an item deep in a tree, by its path": (
        lambda d: d.app.select_item(control_type="Tree", path=["Prints", "Etchings"]), "selected",
        {"control": "Plan", "value": "Etchings"}),
    "a field below its label, not the buttons beside it": (
        lambda d: d.app.set_value(label="Copies", value="12"), "changed", {"control": "Copies", "value": "12"}),
    "a field below its label, not the arrows without words beside it": (
        lambda d: d.app.set_value(label="Nights", value="4"), "changed", {"control": "Nights", "value": "4"}),
    "one of several buttons without words, by the label before them and its place": (
        lambda d: d.app.click(label="Score", control_type="Button", index=3), "rated",
        {"control": "Score", "value": 4}),
    "a combo box below a label as wide as it, not the calendar beside them": (
        lambda d: d.app.select_combo(label="Origin", item_text="Japan"), "selected", {"value": "Japan"}),
    "a slider, not the button inside of it": (
        lambda d: d.app.set_value(label="Opacity", value=40), "changed", {"control": "Opacity", "value": 40}),
    "a list by the text above it": (
        lambda d: d.app.select_item(name="Cards", item_text="Wine label"), "selected", {"value": "Wine label"}),
    "a button that its item has the name of": (
        lambda d: d.app.click(name="4 of 5"), "rated", {"value": 4}),
    "a cell of the one grid that has these columns": (
        lambda d: d.app.type_text(row={"Person": "Alma"}, column="Wage", text="1500"), "cell",
        {"control": "Wages", "value": "1500"}),
    "the menu of a card that is narrower than its list": (
        lambda d: d.app.context_menu(["Duplicate"], name="Poster"), "duplicated", {"value": "Poster"}),
    "the item that is dragged, not the next one": (
        lambda d: d.app.drag(name="Dust shelves", to={"name": "Cut mats"}), "dragged", {"value": "Dust shelves"}),
    "a button by its tool tip": (lambda d: d.app.click(name="Bold letters"), "clicked", {"control": "Bold"}),
    "a button without its access key": (lambda d: d.app.click(name="保存"), "clicked", {"control": "Keep"}),
    "a field by the words written into it, and Enter": (
        lambda d: d.app.type_text(name="Search everything", text="glue", enter=True), "searched", {"value": "glue"}),
}  # fmt: skip


@pytest.mark.parametrize("what", DONE)
def test_it_is_used_by_the_words_that_are_seen(studio: Driven, what: str) -> None:
    act, event, match = DONE[what]
    after = studio.truth.seq()
    act(studio)
    studio.truth.wait_event(event, after=after, timeout_s=3, **match)


def test_an_expander_is_not_mistaken_for_the_button_in_its_header(studio: Driven) -> None:
    assert studio.app.expand(name="Paper").effect == "confirmed"
    after = studio.truth.seq()
    studio.app.click(name="Order sheets")
    studio.truth.wait_event("clicked", after=after, timeout_s=3)


def test_an_item_of_an_empty_list_that_is_being_filled_is_waited_for(studio: Driven) -> None:
    studio.app.click(name="Load fonts")
    fonts = {"control": "Fonts", "value": "Font 33"}
    studio.confirms(lambda: studio.app.select_item(label="Fonts", item_text="Font 33"), "selected", **fonts)


def test_a_button_behind_a_dialog_inside_the_window_is_not_pressed(studio: Driven) -> None:
    studio.confirms(lambda: studio.app.click(name="Ask"), "asked")
    after = studio.truth.seq()
    assert studio.app.click(name="Bold letters").effect == "unverifiable"
    studio.confirms(lambda: studio.app.click(name="Agree"), "agreed")
    assert not studio.truth.events("clicked", after=after)
    studio.does(lambda: studio.app.click(name="Bold letters"), "clicked", control="Bold")


def test_a_button_behind_a_layer_that_only_asks_to_wait_is_not_pressed(studio: Driven) -> None:
    after = studio.truth.seq()
    studio.app.click(name="Count")
    effect = studio.app.click(name="Bold letters").effect
    counted = studio.truth.wait_event("counted", after=after, timeout_s=12)
    pressed = studio.truth.events("clicked", after=after)
    assert all(e["seq"] > counted["seq"] for e in pressed)  # on a slow machine the layer goes while it is waited for
    assert pressed or effect != "confirmed"


def test_a_menu_that_stays_open_for_more_ticks_is_closed_once_its_path_is_done(studio: Driven) -> None:
    assert studio.app.context_menu(["Shown", "Frame"], name="Poster").effect == "confirmed"
    studio.does(lambda: studio.app.context_menu(["Duplicate"], name="Poster"), "duplicated", value="Poster")


def test_a_grid_that_edits_no_other_row_while_one_is_in_error_says_so(studio: Driven) -> None:
    yusuf, alma = ({"row": {"Person": name}, "column": "Wage"} for name in ("Yusuf", "Alma"))
    assert studio.app.type_text(yusuf, text="much").effect != "confirmed"
    with pytest.raises(HandlerThrew, match="refuses to edit it"):
        studio.app.type_text(alma, text="1600")
    studio.app.send_keys(**yusuf, keys="Escape Escape")
    studio.confirms(lambda: studio.app.type_text(alma, text="1600"), "cell", control="Wages", value="1600")


def test_a_kind_of_grid_and_its_columns_name_one_of_several(studio: Driven) -> None:
    wage = {"control_type": "DataGrid", "row": {"Person": "Yusuf"}, "column": "Wage"}
    studio.confirms(lambda: studio.app.type_text(wage, text="2300"), "cell", control="Wages", value="2300")


def test_that_words_over_the_window_went_is_no_effect_of_a_click_below_them(studio: Driven) -> None:
    studio.confirms(lambda: studio.app.click(name="Terms"), "pleaded")
    after = studio.truth.seq()
    assert studio.app.click(name="Bold letters").effect == "unverifiable"
    assert not studio.truth.events("clicked", after=after)


def test_words_with_dots_over_the_window_are_waited_out_without_a_bar(studio: Driven) -> None:
    after = studio.truth.seq()
    studio.app.click(name="Fetch")
    studio.app.click(name="Bold letters")
    fetched = studio.truth.wait_event("fetched", after=after, timeout_s=6)
    pressed = studio.truth.wait_event("clicked", after=after, timeout_s=3)
    assert pressed["seq"] > fetched["seq"]
    assert not studio.truth.events("caught", after=after)


def test_a_button_is_meant_by_its_tool_tip_also_while_that_shows(studio: Driven) -> None:
    studio.app.read_tooltip(name="Bold letters")
    studio.happens(lambda: studio.app.click(name="Bold letters"), "clicked")


def test_an_item_is_renamed_in_place(studio: Driven) -> None:
    studio.app.click(name="waiting")
    studio.app.send_keys(name="waiting", control_type="ListItem", keys="F2")
    after = studio.truth.seq()
    studio.app.type_text(control_type="Edit", within={"label": "Labels"}, text="on hold", enter=True)
    studio.truth.wait_event("renamed", after=after, timeout_s=3, value="on hold")


def test_a_drag_begins_close_to_where_it_was_pressed() -> None:
    from wpfagent.desktops.uia.input import DRAG_BEGINS, drag_path

    path = list(drag_path([(100, 100), (100, 400)]))
    assert path[: len(DRAG_BEGINS)] == [(100, 100 + pixels) for pixels in DRAG_BEGINS]
    assert path[-1] == (100, 400)
    assert list(drag_path([(5, 5), (5, 5)]))[-1] == (5, 5)


def test_a_drag_goes_on_when_the_program_has_taken_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    from wpfagent.desktops.uia import input as keyboard_mouse

    sent: list[str] = []
    taken = SimpleNamespace(wait_down=lambda _: None, wait_up=lambda _: None)
    monkeypatch.setattr(keyboard_mouse, "_send", lambda _: sent.append("moved"))
    monkeypatch.setattr(keyboard_mouse, "watched", lambda _: nullcontext(taken))
    clock = SimpleNamespace(sleep=lambda _: None)
    begun, ended = partial(sent.append, "begun"), partial(sent.append, "ended")
    keyboard_mouse.mouse_drag([(100, 100), (100, 400)], clock, begun, ended)  # type: ignore[arg-type]
    pressed_and_begun = 1 + len(keyboard_mouse.DRAG_BEGINS)
    assert sent.index("begun") == pressed_and_begun < sent.index("ended") == len(sent) - 2
