"""Buttons under the pointer, cards that open, a grid of keys, frames in frames, layers, and steps back and next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive, Unsupported


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("lounge", "--pos", "40,20", folder=tmp_path_factory.mktemp("lounge")) as stage:
        yield stage


@pytest.fixture
def lounge(stage: Stage) -> Driven:
    return stage.driven()


def test_a_cell_that_keeps_a_key_is_chosen_in_its_list(lounge: Driven) -> None:
    cell = {"row": {"No.": "701"}, "column": "State"}
    lounge.confirms(lambda: lounge.app.select_combo(cell, item_text="On hold"), "entered", control="701", value="held")
    lounge.refuses(Unsupported, lambda: lounge.app.type_text(cell, text="Shipped"))


def test_a_label_names_the_button_at_it_and_no_box_with_words_of_its_own_in_the_next_column(lounge: Driven) -> None:
    lounge.happens(lambda: lounge.app.click(label="Opens at"), "clicked", control="Opens")


def test_the_words_in_the_head_of_a_card_name_what_is_set_there(lounge: Driven) -> None:
    lounge.confirms(lambda: lounge.app.toggle(label="Lighting", state="on"), "toggled", control="Light", value=True)
    door = {"label": "Doors"}
    lounge.confirms(lambda: lounge.app.select_combo(door, item_text="Members"), "chosen", control="Door")


def test_what_stands_in_a_card_is_found_by_the_words_of_its_head(lounge: Driven) -> None:
    for head, control in (("Doors", "DoorDim"), ("Lighting", "LightDim")):
        dim = {"name": "Dim at night", "within": {"name": head}}
        lounge.app.expand(name=head)
        act = lambda dim=dim: lounge.app.toggle(dim, state="on")  # noqa: E731
        lounge.confirms(act, "toggled", control=control, value=True)
        lounge.app.collapse(name=head)


def test_a_frame_that_is_all_of_a_part_of_the_window_is_one_with_it(lounge: Driven) -> None:
    street = {"label": "Street", "within": {"name": "Delivery", "within": {"name": "Customer"}}}
    lounge.confirms(lambda: lounge.app.type_text(street, text="Pier 9"), "entered", control="Ship", value="Pier 9")


def test_a_group_of_places_is_opened_by_its_button(lounge: Driven) -> None:
    lounge.confirms(lambda: lounge.app.expand(name="Views"), "opened", value=True)
    lounge.confirms(lambda: lounge.app.collapse(name="Views"), "opened", value=False)


def test_an_item_is_chosen_where_a_button_has_the_same_words(lounge: Driven) -> None:
    lounge.confirms(lambda: lounge.app.select_item(name="Rooms"), "chosen", value="Rooms")


def test_what_a_card_shows_only_under_the_pointer_is_pressed_in_it(lounge: Driven) -> None:
    corner = {"name": "Corner b"}
    lounge.happens(lambda: lounge.app.click(name="Pin", within=corner), "clicked", control="Pin", value="Corner b")
    lounge.refuses(RefusedDestructive, lambda: lounge.app.click(name="Delete", within=corner))


def test_a_menu_begins_with_a_button_that_shows_only_under_the_pointer(lounge: Driven) -> None:
    lounge.app.hover(name="Ann")
    lounge.happens(lambda: lounge.app.menu(name="Corner a", path=["⋯", "Share"]), "clicked", value="Corner a")


def test_a_box_that_shows_only_under_the_pointer_is_ticked_by_the_words_beside_it(lounge: Driven) -> None:
    lounge.app.hover(name="Views")
    lounge.confirms(lambda: lounge.app.toggle(label="Bob", state="on"), "toggled", control="Bob", value=True)


def test_signs_that_only_the_mouse_presses_are_set_by_their_number(lounge: Driven) -> None:
    lounge.happens(lambda: lounge.app.set_value(label="Comfort", value=4), "rated", value=4)


def test_an_item_in_which_nothing_shows_covers_nothing(lounge: Driven) -> None:
    lounge.happens(lambda: lounge.app.click(name="Paste", at={"x": 0.5, "y": 0.5}), "clicked")


def test_a_button_is_called_without_its_arrow_and_before_one_that_a_dialog_blocks(lounge: Driven) -> None:
    lounge.app.click(name="Steps")
    try:
        lounge.happens(lambda: lounge.app.click(name="Back"), "clicked", control="StepBack")
        lounge.happens(lambda: lounge.app.click(name="Next"), "clicked", control="StepNext")
    finally:
        lounge.app.click(name="Leave")


def test_a_click_in_vain_tells_what_is_drawn_over_the_window(lounge: Driven) -> None:
    lounge.app.click(name="Ask")
    try:
        reply = lounge.app.click(name="Steps")
        assert reply.effect == "unverifiable"
        assert "Rename the place" in reply.evidence.get("may_be_covered_by", ""), reply.evidence
    finally:
        lounge.app.click(name="Done")


def test_the_button_of_one_card_is_not_that_of_the_next(lounge: Driven) -> None:
    lounge.app.hover(name="Corner a")
    lounge.happens(lambda: lounge.app.click(name="Pin", label="Corner b"), "clicked", control="Pin", value="Corner b")
