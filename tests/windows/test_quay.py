"""Buttons named by their row, a field in a row's details, an option called as a field, a layer that says to wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("quay", "--pos", "40,20", folder=tmp_path_factory.mktemp("quay")) as stage:
        yield stage


@pytest.fixture
def quay(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("boat", ["Eider", "Calypso", "Albatross"])
def test_a_button_is_named_by_its_row_also_in_a_closed_group(quay: Driven, boat: str) -> None:
    button = {"name": "Launch", "row": {"Boat": boat}}
    quay.happens(lambda: quay.app.click(button), "clicked", control="Launch", value=boat)


def test_a_button_within_a_row_of_a_closed_group_is_pressed(quay: Driven) -> None:
    button = {"name": "Launch", "within": {"row": {"Boat": "Dory"}}}
    quay.happens(lambda: quay.app.click(button), "clicked", control="Launch", value="Dory")


def test_a_destructive_button_named_by_its_row_is_asked_for(quay: Driven) -> None:
    quay.refuses(RefusedDestructive, lambda: quay.app.click(name="Scrap", row={"Boat": "Eider"}))


def test_enter_in_a_field_presses_none_of_the_buttons_that_each_row_has(quay: Driven) -> None:
    quay.app.expand(name="Sail", control_type="Group")
    quay.happens(lambda: quay.app.type_text(label="Find", text="rope", enter=True), "entered", value="rope")


def test_what_is_entered_in_a_rows_details_is_not_said_to_have_arrived(quay: Driven) -> None:
    quay.app.select_item(row={"Store": "Paint"})
    field = {"control_type": "Edit", "within": {"row": {"Store": "Paint"}}}
    after = quay.truth.seq()
    reply = quay.app.type_text(field, text="Nordic")
    assert reply.effect == "unverifiable"
    quay.settle()
    assert not [e for e in quay.truth.events(after=after) if e["event"] == "cell"]


def test_text_goes_into_the_field_and_not_to_the_option_of_the_same_name(quay: Driven) -> None:
    quay.confirms(lambda: quay.app.type_text(label="Company", text="Nord"), "entered", control="Firm", value="Nord")


def test_a_click_means_the_button_and_not_the_heading_of_the_same_name(quay: Driven) -> None:
    quay.confirms(lambda: quay.app.click(name="Output"), "clicked", control="Output", value=True)


def test_a_label_of_drawn_shapes_names_no_button_behind_them(quay: Driven) -> None:
    quay.refuses(ElementNotFound, lambda: quay.app.click(label="Stars", timeout_ms=500))
    quay.refuses(ElementNotFound, lambda: quay.app.toggle(label="Stars", state="on", timeout_ms=500))
    quay.confirms(lambda: quay.app.click(name="Tell all", label="Stars"), "clicked", control="Told", value=True)


def test_the_field_of_a_card_is_named_by_what_the_card_is_called(quay: Driven) -> None:
    field = {"label": "Pears", "control_type": "Edit"}
    quay.confirms(lambda: quay.app.type_text(field, text="ripe"), "cell", control="Pears", value="ripe")


def test_an_item_that_shows_a_colour_only_is_found_by_its_tool_tip(quay: Driven) -> None:
    quay.confirms(lambda: quay.app.click(name="Rose"), "chosen", control="Tints", value="Rose")
    tints = {"automation_id": "Tints"}
    quay.confirms(lambda: quay.app.select_item(tints, item_text="Sky"), "chosen", control="Tints", value="Sky")
    quay.refuses(ElementNotFound, lambda: quay.app.select_item(tints, item_text="Violet"))


def test_a_column_made_wider_at_the_edge_of_its_header_is_confirmed(quay: Driven) -> None:
    header = {"name": "Store", "control_type": "HeaderItem"}
    before = quay.app.find(header).bounding_rect
    reply = quay.app.drag(header, by=[40, 0], at={"x": 0.995, "y": 0.5})
    after = quay.app.find(header).bounding_rect
    assert before is not None
    assert after is not None
    assert after.width >= before.width + 30
    assert reply.effect == "confirmed"


def test_a_layer_that_says_to_wait_is_waited_out(quay: Driven) -> None:
    quay.app.click(name="Apply")
    quay.confirms(lambda: quay.app.click(name="Crew"), "chosen", control="Pages", value="Crew")


def test_an_item_of_a_list_that_takes_each_choice_back_is_confirmed_by_the_page_it_shows(quay: Driven) -> None:
    menu = {"automation_id": "Menu"}
    quay.confirms(lambda: quay.app.click(name="Tools", within=menu), "chosen", control="Menu", value="Tools")
    reply = quay.app.click(name="None", within=menu)
    assert reply.effect == "unverifiable"


def test_a_field_that_goes_with_its_list_as_it_is_filled_is_told_as_what_came_of_it(quay: Driven) -> None:
    ports = {"automation_id": "Ports"}
    quay.app.expand(ports)
    quay.app.type_text(label="Starts with", text="Be")
    quay.confirms(lambda: quay.app.select_combo(ports, item_text="Bergen"), "chosen", control="Ports", value="Bergen")
