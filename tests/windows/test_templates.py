"""What is made of templates, commands and items bound to objects, as with the common control libraries, on real WPF."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, ElementObscured, InvalidArgument, SelectorAmbiguous


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("templates", "--pos", "40,20", folder=tmp_path_factory.mktemp("templates")) as stage:
        yield stage


@pytest.fixture
def made(stage: Stage) -> Driven:
    return stage.driven()


def in_row(customer: str, column: str) -> dict[str, Any]:
    return {"control_type": "DataGrid", "row": {"Customer": customer}, "column": column}


def test_a_text_on_a_tabs_page_is_no_caption_of_the_tab(made: Driven) -> None:
    made.happens(lambda: made.app.click(name="Invoices"), "clicked", control="Side", value="Invoices")


def test_a_tick_is_found_by_the_text_beside_it_on_a_tabs_page(made: Driven) -> None:
    made.confirms(lambda: made.app.toggle(name="Nightly backup", state="on"), "ticked", control="Backup", value=True)


def test_the_arrows_of_a_field_are_told_apart_by_index_only(made: Driven) -> None:
    arrows = {"label": "Quantity", "control_type": "Button"}
    made.refuses(SelectorAmbiguous, lambda: made.app.click(arrows))
    made.happens(lambda: made.app.click(arrows | {"index": 0}), "stepped", control="Up")
    made.happens(lambda: made.app.click(arrows | {"index": 1}), "stepped", control="Down")


def test_a_caption_of_a_tab_labels_nothing_outside_of_it_where_another_text_does(made: Driven) -> None:
    made.confirms(lambda: made.app.type_text(label="Code", text="AB1"), "left", control="Code", value="AB1")


def test_a_field_that_says_in_red_what_is_wrong_refuses_it(made: Driven) -> None:
    for text in ("12a", "12b"):
        reply = made.happens(lambda text=text: made.app.type_text(name="Phone", text=text), "left", value=text)
        assert reply.effect == "unverifiable", reply.evidence
        assert reply.evidence["reason"] == "the field says: Digits only"
    made.confirms(lambda: made.app.type_text(name="Phone", text="12"), "left", control="Phone", value="12")
    made.confirms(lambda: made.app.type_text(name="Fax", text="12"), "left", control="Fax", value="12")


def test_an_index_says_which_of_the_items_beside_a_label(made: Driven) -> None:
    made.happens(lambda: made.app.click(label="Your rating", index=3), "rated", control="Stars", value="4")


def test_a_combo_box_is_found_by_its_tool_tip(made: Driven) -> None:
    made.confirms(lambda: made.app.select_combo(name="Text size", item_text="16"), "chosen", control="Size", value="16")


def test_a_command_that_another_made_possible_can_be_used_at_once(made: Driven) -> None:
    for _ in range(3):
        made.happens(lambda: made.app.click(name="Apply"), "clicked", control="Apply")
        made.happens(lambda: made.app.click(name="Undo", timeout_ms=1500), "clicked", control="Undo")


def test_the_tick_and_the_choice_in_a_templates_cell_are_used(made: Driven) -> None:
    paid = made.confirms(lambda: made.app.toggle(in_row("Nordwind", "Paid"), state="on"), "ticked", value="Nordwind")
    assert paid.evidence["toggle_state"] == ["off", "on"]
    made.confirms(
        lambda: made.app.select_combo(in_row("Blue Mill", "Status"), item_text="Sent"), "chosen", value="Sent"
    )


def test_a_text_that_is_named_like_what_unfolds_is_not_in_its_way(made: Driven) -> None:
    made.confirms(lambda: made.app.expand(name="Details"), "opened", control="More")


def test_what_lies_behind_a_dialog_inside_of_its_window_is_not_pressed_through_it(made: Driven) -> None:
    made.confirms(lambda: made.app.click(name="New note"), "opened", control="Host")
    with made.untouched():
        assert made.app.click(name="Archive", timeout_ms=2_000).effect != "confirmed"
        with suppress(ElementObscured):
            assert made.app.toggle(label="Nightly backup", timeout_ms=2_000).effect != "confirmed"
    made.confirms(lambda: made.app.click(name="Create"), "clicked", control="Create")
    made.happens(lambda: made.app.click(name="Archive"), "clicked", control="Archive")


@pytest.mark.parametrize(("date", "day"), [("8/14/2026", "2026-8-14"), ("2026-11-03", "2026-11-3")])
def test_a_day_of_a_calendar_is_set_by_its_date_in_whatever_month(made: Driven, date: str, day: str) -> None:
    made.confirms(lambda: made.app.set_value(label="Holiday", value=date), "chosen", control="Holiday", value=day)


def test_what_is_no_date_changes_nothing_in_a_calendar(made: Driven) -> None:
    made.refuses(InvalidArgument, lambda: made.app.set_value(label="Holiday", value="soon"))


def test_a_label_that_shows_only_when_its_list_is_scrolled_is_found(made: Driven) -> None:
    made.app.select_item(name="Code", control_type="TabItem")
    try:
        made.confirms(lambda: made.app.toggle(label="Option 60", state="on"), "ticked", value="Option 60")
        made.refuses(ElementNotFound, lambda: made.app.toggle(label="Option 99"))
        assert made.app.find(label="Option 60").toggle_state == "on"  # a search in vain leaves it scrolled as it was
    finally:
        made.app.select_item(name="Home", control_type="TabItem")
