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
    after = kiln.truth.seq()
    reply = kiln.app.select_combo(label="Stamp", item_text=item)
    kiln.truth.wait_event("committed", after=after, control="Stamp", value=item)
    assert reply.method == "SelectionItemPattern, keyboard"
    assert [e["value"] for e in kiln.truth.events("selected", after=after)] == [item]


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
