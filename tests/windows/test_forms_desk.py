"""Child windows over one another, keys of closed menus, tiles of labels, units behind fields: Windows Forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import Refused


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_desk", "--pos", "40,20", folder=tmp_path_factory.mktemp("desk")) as stage:
        yield stage


@pytest.fixture
def desk(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("name", ["Rome", "bravo"])
def test_a_tick_is_set_in_the_child_window_in_front_of_another(desk: Driven, name: str) -> None:
    desk.confirms(lambda: desk.app.toggle(name=name, state="on"), "ticked", control=name, value=True)


@pytest.mark.parametrize("keys", ["Ctrl+D", "Ctrl+Shift+P"])
def test_keys_of_a_closed_menu_are_judged_as_its_item(desk: Driven, keys: str) -> None:
    desk.refuses(Refused, lambda: desk.app.send_keys(keys))


def test_other_keys_of_a_closed_menu_go_where_they_should(desk: Driven) -> None:
    desk.happens(lambda: desk.app.send_keys("F8"), "menu", value="Reopen")


@pytest.mark.parametrize("words", ["Delete all", "Empties the board"])
def test_a_tile_is_judged_by_all_its_words(desk: Driven, words: str) -> None:
    desk.refuses(Refused, lambda: desk.app.click(name=words))


def test_a_text_of_a_tile_is_meant_and_no_panel_that_is_called_by_it(desk: Driven) -> None:
    desk.happens(lambda: desk.app.click(name="Monthly figures"), "tile", value="Reports")


def test_a_word_behind_a_field_names_it(desk: Driven) -> None:
    desk.confirms(lambda: desk.app.type_text(label="pieces", text="12"), "pieces", value="12")


def test_what_only_one_of_those_called_alike_holds_is_found_within_it(desk: Driven) -> None:
    row = {"name": "TabIndex", "within": {"name": "Properties"}}
    desk.confirms(lambda: desk.app.type_text(row, text="3"), "property", control="TabIndex", value="3")


def test_a_property_that_is_refused_in_a_window_of_its_own_is_not_set(desk: Driven) -> None:
    row = {"name": "TabIndex", "control_type": "TreeItem"}
    after = desk.truth.seq()
    reply = desk.app.type_text(row, text="many")
    assert reply.effect == "unverifiable", reply.evidence
    assert reply.evidence["windows_opened"]
    desk.app.send_keys("Esc")
    desk.app.send_keys("Esc")
    assert not desk.truth.events("property", after=after)


def test_a_property_whose_letters_choose_is_set_to_another_value_of_the_same_letter(desk: Driven) -> None:
    act = lambda: desk.app.set_value(name="BorderStyle", value="Fixed3D")  # noqa: E731
    desk.confirms(act, "property", control="BorderStyle", value="Fixed3D")
