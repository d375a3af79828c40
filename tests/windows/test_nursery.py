"""Cards of the same fields, values edited in their place, look-up fields, pop-ups of texts, tables made by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("nursery", "--pos", "40,20", folder=tmp_path_factory.mktemp("nursery")) as stage:
        yield stage


@pytest.fixture
def nursery(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("card", ["Billing", "Contact"])
def test_what_stands_under_a_heading_is_meant_of_what_each_card_has(nursery: Driven, card: str) -> None:
    field = {"label": "Town", "within": {"name": card}}
    nursery.confirms(lambda: nursery.app.type_text(field, text=f"{card} 1"), "entered", control=f"{card}Town")
    button = {"name": "Look up", "within": {"name": card}}
    nursery.confirms(lambda: nursery.app.click(button), "pressed", control=f"{card}Find")


def test_without_its_heading_a_field_of_each_card_is_ambiguous(nursery: Driven) -> None:
    nursery.refuses(SelectorAmbiguous, lambda: nursery.app.type_text(label="Town", text="Graz"))


def test_enter_after_a_text_presses_the_default_button_and_not_the_one_behind_the_field(nursery: Driven) -> None:
    field = {"label": "Town", "within": {"name": "Billing"}}
    nursery.confirms(lambda: nursery.app.type_text(field, text="Ulm"), "entered", control="BillingTown", value="Ulm")
    nursery.confirms(lambda: nursery.app.send_keys(keys="Enter"), "pressed", control="Done")


@pytest.mark.parametrize("label", ["Driver", "Trailer", "From"])
def test_the_field_above_its_note_is_meant_and_no_picture(nursery: Driven, label: str) -> None:
    nursery.confirms(lambda: nursery.app.type_text(label=label, text="7"), "entered", control=label, value="7")


def test_the_value_of_a_property_is_edited_in_its_place(nursery: Driven) -> None:
    nursery.happens(lambda: nursery.app.type_text(label="Height", text="55"), "entered", control="Height", value="55")


def test_a_field_with_an_arrow_is_chosen_from(nursery: Driven) -> None:
    choose = nursery.app.select_combo
    nursery.confirms(lambda: choose(label="Supplier", item_text="Beech"), "chosen", control="List", value="Beech")


def test_a_context_menu_may_be_a_pop_up_of_texts(nursery: Driven) -> None:
    menu = nursery.app.context_menu
    nursery.confirms(lambda: menu(name="Roses", path=["Assign"]), "chosen", control="Menu", value="Assign")


def test_rows_that_are_made_anew_in_another_order_are_seen(nursery: Driven) -> None:
    nursery.confirms(lambda: nursery.app.click(name="Pots"), "sorted")


def test_a_click_means_the_text_and_not_the_window_of_the_same_title(nursery: Driven) -> None:
    nursery.confirms(lambda: nursery.app.click(name="Nursery"), "pressed", control="Enter")


def test_a_button_of_a_minimised_window_is_one(nursery: Driven) -> None:
    nursery.app.click(name="Map")
    nursery.confirms(lambda: nursery.app.click(name="Centre"), "pressed", control="Centre")
