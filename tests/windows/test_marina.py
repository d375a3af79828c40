"""Closed rails, fields behind thumbs, titles that are fields, pop-ups of lists and buttons, items that hold buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotEnabled, ElementNotFound


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("marina", "--pos", "40,20", folder=tmp_path_factory.mktemp("marina")) as stage:
        yield stage


@pytest.fixture
def marina(stage: Stage) -> Driven:
    return stage.driven()


def test_an_item_is_meant_by_the_caption_that_a_closed_rail_cuts_off(marina: Driven) -> None:
    marina.confirms(lambda: marina.app.select_item(name="Crew"), "chosen", control="Places", value="Crew")
    marina.confirms(lambda: marina.app.click(name="Home"), "chosen", control="Places", value="Home")


def test_a_caption_that_is_cut_off_labels_no_field(marina: Driven) -> None:
    marina.confirms(lambda: marina.app.set_value(label="Boats", value="5"), "entered", control="Boats", value="5")


def test_a_label_names_no_field_behind_its_own_thumbs_and_other_words(marina: Driven) -> None:
    marina.refuses(ElementNotFound, lambda: marina.app.set_value(label="Budget", value="300", timeout_ms=900))


def test_a_label_of_a_list_that_tells_nothing_names_no_button_below_it(marina: Driven) -> None:
    photos = {"label": "Photos", "control_type": "Button"}
    marina.refuses(ElementNotFound, lambda: marina.app.click(photos, timeout_ms=900))


def test_a_title_that_is_a_field_names_what_stands_behind_it(marina: Driven) -> None:
    marina.confirms(lambda: marina.app.set_value(label="Width", value="90"), "entered", control="Width", value="90")
    visible = {"label": "Visible"}
    marina.confirms(lambda: marina.app.toggle(visible, state="off"), "entered", control="Visible", value=False)


@pytest.mark.parametrize(("button", "item"), [("Reports", "Turnover"), ("⋮", "Badges"), ("Print", "Two-sided")])
def test_a_menu_is_what_a_button_or_the_arrow_at_it_drops_down(marina: Driven, button: str, item: str) -> None:
    after = marina.truth.seq()
    assert marina.app.menu(name=button, path=[item]).effect == "confirmed"
    done = [e["value"] or e["control"] for e in marina.truth.events(after=after)]
    assert [words for words in done if words in ("Print", item)] == [item]


def test_several_are_chosen_in_the_pop_up_of_a_list_that_shows_none(marina: Driven) -> None:
    for firm in ("Boreas", "Calypso"):
        choose = lambda firm=firm: marina.app.select_combo(label="Suppliers", item_text=firm)  # noqa: E731
        marina.confirms(choose, "chosen", control="Suppliers", value=firm)


def test_a_button_is_meant_not_the_item_that_is_all_of_it(marina: Driven) -> None:
    marina.happens(lambda: marina.app.click(name="Send out"), "clicked", control="Send out")


def test_what_stands_in_a_frame_is_found_where_a_button_is_called_as_its_title(marina: Driven) -> None:
    cross = {"automation_id": "Cross", "within": {"name": "Fees"}}
    marina.happens(lambda: marina.app.click(cross), "clicked", control="cross")


def test_an_item_without_a_pattern_is_chosen_by_a_click(marina: Driven) -> None:
    marina.confirms(lambda: marina.app.select_item(name="Wind"), "chosen", control="Charts", value="Wind")


def test_what_a_dialog_blocks_is_not_waited_for_where_nothing_changes(marina: Driven) -> None:
    marina.app.click(name="Ask")
    try:
        error = marina.refuses(ElementNotEnabled, lambda: marina.app.click(automation_id="Cross"))
        assert error.details["waited_ms"] < 6_000
    finally:
        marina.app.click(name="Leave")
