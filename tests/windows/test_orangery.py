"""Columns that stay while the others are scrolled under them, a rail, a layer with a bar."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("orangery", "--pos", "40,20", folder=tmp_path_factory.mktemp("orangery")) as stage:
        yield stage


@pytest.fixture
def desk(stage: Stage) -> Driven:
    return stage.driven()


@pytest.fixture
def scrolled(desk: Driven) -> Driven:
    desk.app.type_text(row={"Plant": "Fig"}, column="Notes", text="dry")
    return desk


@pytest.mark.parametrize("plant", ["Lemon", "Olive"])
def test_a_row_is_chosen_and_no_button_pressed_in_the_column_that_stays(scrolled: Driven, plant: str) -> None:
    scrolled.confirms(lambda: scrolled.app.select_item(row={"Plant": plant}), "chosen", control=plant)
    assert not scrolled.truth.events("pressed")


def test_a_button_in_the_column_that_stays_is_not_covered_by_what_is_scrolled_under_it(scrolled: Driven) -> None:
    more = {"name": "More", "row": {"Plant": "Myrtle"}}
    scrolled.confirms(lambda: scrolled.app.click(more), "pressed", control="more", value="Myrtle")


def test_a_button_that_is_scrolled_under_the_column_that_stays_is_brought_out(scrolled: Driven) -> None:
    water = {"name": "Water", "row": {"Plant": "Fig"}}
    scrolled.confirms(lambda: scrolled.app.click(water, input=True), "pressed", control="water", value="Fig")
    assert not scrolled.truth.events("pressed", control="more", value="Fig")


def test_an_item_is_chosen_by_words_that_all_lie_outside_of_its_list(desk: Driven) -> None:
    for page in ("Herbs", "Trees"):
        desk.confirms(lambda page=page: desk.app.click(name=page), "chosen", control=page)


def test_a_layer_whose_bar_fills_is_waited_out(desk: Driven) -> None:
    desk.app.click(name="Save")
    desk.confirms(lambda: desk.app.click(name="Ferns"), "chosen", control="Ferns")


def test_a_slider_in_a_row_counts_where_the_row_received_it(desk: Driven) -> None:
    sun = {"row": {"Plant": "Lemon"}, "column": "Sun"}
    desk.confirms(lambda: desk.app.set_value(sun, value=7), "given", control="Sun", value=7.0)


def test_a_kind_beside_a_row_names_what_of_it_stands_in_the_row(desk: Driven) -> None:
    with pytest.raises(SelectorAmbiguous, match=r"2 elements .*Slider"):
        desk.app.set_value(value=6, row={"Plant": "Lemon"}, control_type="Slider")
    assert desk.app.get_state(row={"Plant": "Lemon"}, control_type="DataItem").result["exists"]
