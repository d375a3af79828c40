"""A grid with links, dates and buttons under the pointer, and a tool bar without room for its buttons, on real WPF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage, pointer_goes_along

from wpfagent.core.errors import ElementNotFound, RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("sheet", "--pos", "40,20", folder=tmp_path_factory.mktemp("sheet")) as stage:
        yield stage


@pytest.fixture
def sheet(stage: Stage) -> Iterator[Driven]:
    with pointer_goes_along():
        yield stage.driven()


def in_row(customer: str, column: str) -> dict[str, Any]:
    return {"control_type": "DataGrid", "row": {"Customer": customer}, "column": column}


@pytest.mark.parametrize("customer", ["Nordwind", "Blue Mill"])
def test_a_click_on_a_cell_that_holds_a_link_follows_it(sheet: Driven, customer: str) -> None:
    sheet.does(lambda: sheet.app.click(in_row(customer, "Site")), "followed", value=customer)


def test_a_link_is_followed_by_its_words(sheet: Driven) -> None:
    sheet.does(lambda: sheet.app.click(name="http://wind"), "followed", value="Nordwind")


def test_a_date_is_set_in_a_cell_that_is_edited_by_a_date_picker(sheet: Driven) -> None:
    sheet.confirms(
        lambda: sheet.app.set_value(in_row("Nordwind", "Due"), value="2026-05-17"), "dated", value="2026-05-17"
    )


def test_a_date_is_typed_into_a_cell_that_is_edited_by_a_date_picker(sheet: Driven) -> None:
    sheet.confirms(
        lambda: sheet.app.type_text(in_row("Blue Mill", "Due"), text="5/18/2026"), "dated", value="2026-05-18"
    )


def test_the_check_box_in_a_cell_is_toggled_by_itself_as_by_its_cell(sheet: Driven) -> None:
    ticks = {"control_type": "CheckBox", "within": {"control_type": "DataGrid"}}
    sheet.confirms(
        lambda: sheet.app.toggle({**ticks, "index": 1}, state="on"), "ticked", control="Nordwind", value=True
    )
    sheet.confirms(lambda: sheet.app.toggle(in_row("Nordwind", "Paid")), "ticked", control="Nordwind", value=False)


def test_a_button_that_shows_only_under_the_pointer_is_pressed_in_its_row(sheet: Driven) -> None:
    sheet.happens(lambda: sheet.app.click(in_row("Nordwind", "Do")), "clicked", control="Pin", value="Nordwind")


def test_what_shows_only_under_the_pointer_is_judged_before_it_is_pressed(sheet: Driven) -> None:
    after = sheet.truth.seq()
    for cell, place in ((in_row("Nordwind", "Drop"), {}), (in_row("Blue Mill", "Drop"), {"at": {"x": 0.5, "y": 0.5}})):
        sheet.app.hover(name="Post")
        with pytest.raises(RefusedDestructive):
            sheet.app.click(cell, **place)
    sheet.settle()
    assert not [e for e in sheet.truth.events(after=after) if e["control"] == "Delete"]


def test_what_a_row_shows_under_the_pointer_is_no_effect_of_a_click(sheet: Driven) -> None:
    cell = in_row("Nordwind", "Customer")
    sheet.app.click(cell)
    sheet.app.hover(name="Post")
    reply = sheet.app.click(cell)
    assert "Button 'Pin'" not in reply.evidence.get("appeared", ()), reply.evidence


def test_what_a_tool_bar_had_no_room_for_is_pressed_from_its_overflow(sheet: Driven) -> None:
    sheet.happens(lambda: sheet.app.click(name="Zip rows"), "clicked", control="Zip rows")


def test_an_arrow_beside_a_command_is_no_command_by_its_id(sheet: Driven) -> None:
    sheet.does(lambda: sheet.app.click(automation_id="PostMore"), "clicked", control="▾")


def test_a_tool_bar_s_overflow_is_closed_again_where_what_is_named_is_not_in_it(sheet: Driven) -> None:
    with pytest.raises(ElementNotFound):
        sheet.app.click(name="Shred rows", timeout_ms=6_000)
    assert sheet.app.find(automation_id="OverflowButton").toggle_state == "off"
