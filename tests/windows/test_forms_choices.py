"""A choice reaches a Windows Forms program as a person's does; cards that look alike are told apart by their titles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_kiln", folder=tmp_path_factory.mktemp("kiln")) as stage:
        yield stage


@pytest.fixture
def kiln(stage: Stage) -> Driven:
    return stage.driven()


@pytest.mark.parametrize("item", ["Moon", "Leaf"])
def test_an_item_is_chosen_so_that_the_handler_of_a_persons_choice_runs(kiln: Driven, item: str) -> None:
    kiln.app.gate.desktop.mouse_move(4, 4)  # not where the list opens
    after = kiln.truth.seq()
    reply = kiln.app.select_combo(label="Stamp", item_text=item)
    kiln.truth.wait_event("committed", after=after, control="Stamp", value=item)
    assert reply.method == "SelectionItemPattern, keyboard"
    assert [e["value"] for e in kiln.truth.events("selected", after=after)] == [item]


def test_an_item_of_a_list_that_is_open_without_the_focus_is_chosen(kiln: Driven) -> None:
    for other, item in (("Tint", "Fish"), ("Find", "Moon")):
        kiln.app.send_keys("Esc", label=other)
        after = kiln.truth.seq()
        kiln.app.expand(label="Stamp", control_type="ComboBox")
        kiln.app.select_combo(label="Stamp", item_text=item)
        kiln.truth.wait_event("committed", after=after, control="Stamp", value=item)


def test_an_item_under_the_resting_pointer_is_chosen_so_that_the_program_notices(kiln: Driven) -> None:
    left, top, width, height = kiln.app.find(label="Stamp", control_type="ComboBox").bounding_rect or (0, 0, 0, 0)
    kiln.app.gate.desktop.mouse_move(left + width // 2, top + height + height // 3)
    for item in ("Fish", "Moon", "Fish"):  # the first one lies under the pointer
        after = kiln.truth.seq()
        kiln.app.select_combo(label="Stamp", item_text=item)
        kiln.truth.wait_event("committed", after=after, control="Stamp", value=item)
        kiln.truth.wait_event("selected", after=after, control="Stamp", value=item)


@pytest.mark.parametrize("item", ["Large", "Small"])
def test_an_item_of_a_spinner_that_also_takes_text_is_chosen_by_its_arrows(kiln: Driven, item: str) -> None:
    kiln.confirms(lambda: kiln.app.set_value(label="Size", value=item), "turned", value=item)


def test_a_button_of_each_card_is_named_by_the_title_of_its_card(kiln: Driven) -> None:
    for title in ("Raku weekend", "Monday course"):
        after = kiln.truth.seq()
        kiln.app.click(name="Book", label=title)
        kiln.truth.wait_event("booked", after=after, value=title)


def test_a_field_of_a_tool_bar_is_named_by_the_label_before_it(kiln: Driven) -> None:
    kiln.confirms(lambda: kiln.app.type_text(label="Find", text="bowl", enter=True), "found", value="bowl")


def test_the_menu_of_a_button_that_drops_one_down_is_used_where_it_is_named(kiln: Driven) -> None:
    for caption in ("By price", "By name"):
        after = kiln.truth.seq()
        kiln.app.menu(caption, name="Arrange")
        kiln.truth.wait_event("arranged", after=after, value=caption)


def test_a_time_of_hours_and_minutes_is_typed_part_by_part(kiln: Driven) -> None:
    for time in ("14:45", "08:05"):
        kiln.confirms(lambda wanted=time: kiln.app.set_value(label="Opens at", value=wanted), "opens", value=time)


@pytest.mark.parametrize("item", ["Porcelain", "Paper clay", "Stoneware"])
def test_an_item_of_a_list_that_is_always_open_is_chosen_whether_it_shows_or_not(kiln: Driven, item: str) -> None:
    choose = kiln.app.select_item if item == "Stoneware" else kiln.app.select_combo
    kiln.confirms(lambda: choose(label="Clay", item_text=item), "clay", value=item)


def test_a_date_that_may_be_left_out_and_is_is_set_to_the_day_it_shows(kiln: Driven) -> None:
    kiln.confirms(lambda: kiln.app.set_value(label="Glazed on", value="2026-03-04"), "glazed", value="2026-03-04")
    kiln.confirms(lambda: kiln.app.set_value(label="Glazed on", value="2026-05-06"), "glazed", value="2026-05-06")


def test_a_date_and_a_calendar_are_called_by_the_labels_made_after_them(kiln: Driven) -> None:
    kiln.confirms(lambda: kiln.app.set_value(label="Closes at", value="17:45"), "closes", value="17:45")
    kiln.confirms(lambda: kiln.app.set_value(label="Next firing", value="2026-03-18"), "firing", value="2026-03-18")


@pytest.mark.parametrize("item", ["Celadon", "Beige"])
def test_a_choice_from_a_list_that_completes_what_is_typed_presses_no_default_button(kiln: Driven, item: str) -> None:
    after = kiln.truth.seq()
    kiln.confirms(lambda: kiln.app.select_combo(label="Tint", item_text=item), "tinted", value=item)
    assert not kiln.truth.events("lit", after=after)


def test_fields_in_panels_within_panels_are_told_apart_by_the_title_of_the_outermost(kiln: Driven) -> None:
    app = kiln.app
    for title in ("Low rack", "Top rack"):
        rack = {"name": title}
        kiln.confirms(lambda w=rack: app.type_text(label="Height", within=w, text="12"), "height", control=title)
        kiln.confirms(lambda w=rack: app.select_combo(label="Unit", within=w, item_text="mm"), "unit", control=title)
        kiln.happens(lambda w=rack: app.click(name="Fill", within=w), "filled", control=title)
