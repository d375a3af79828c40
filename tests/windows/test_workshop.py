"""Ticks in trees, rows in closed groups and under a head, menus of buttons, a dialog that a click beside it closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("workshop", "--pos", "40,20", folder=tmp_path_factory.mktemp("workshop")) as stage:
        yield stage


@pytest.fixture
def shop(stage: Stage) -> Driven:
    return stage.driven()


def in_row(article: str) -> dict[str, Any]:
    return {"automation_id": "Stock", "row": {"Article": article}}


@pytest.mark.parametrize("words", ["Office", "Sales"])
def test_a_tick_of_a_tree_is_set_by_the_words_beside_it(shop: Driven, words: str) -> None:
    shop.confirms(lambda: shop.app.toggle(name=words, state="on"), "ticked", control=words, value=True)


def test_a_tick_of_an_open_branch_is_not_one_of_what_is_in_it(shop: Driven) -> None:
    shop.app.expand(name="Sales", control_type="TreeItem")
    shop.confirms(lambda: shop.app.toggle(name="Sales"), "ticked", control="Sales")
    shop.confirms(lambda: shop.app.toggle(name="Write orders"), "ticked", control="Write orders", value=True)


def test_a_row_of_a_closed_group_is_selected(shop: Driven) -> None:
    shop.confirms(lambda: shop.app.select_item(in_row("Planks")), "chosen", control="Stock", value="Planks")


def test_groups_stay_closed_where_no_row_has_the_text(shop: Driven) -> None:
    shop.app.collapse(name="Wood")
    shop.refuses(ElementNotFound, lambda: shop.app.select_item(in_row("Bolts")))
    assert shop.app.find(name="Wood", control_type="Group").expanded == "collapsed"


def test_the_slider_of_a_templates_cell_is_set(shop: Driven) -> None:
    shop.app.expand(name="Metal")
    cell = {**in_row("Nails"), "column": "Rating"}
    shop.confirms(lambda: shop.app.set_value(cell, value=4), "rated", control="Nails", value="4")


def test_the_tick_of_a_row_under_the_head_of_its_list_is_scrolled_to(shop: Driven) -> None:
    shop.app.scroll(automation_id="Files", direction="top")
    shop.app.scroll(automation_id="Files", pages=0.2)
    tick = {"automation_id": "Files", "row": {"File": "report 01.txt"}, "column": "Share"}
    shop.confirms(lambda: shop.app.toggle(tick, state="on"), "shared", value="report 01.txt")


@pytest.mark.parametrize(("number", "options"), [(55, {}), (35, {"timeout_ms": 9_000})])
def test_a_row_that_is_scrolled_away_is_found_whether_a_timeout_is_given_or_not(
    shop: Driven, number: int, options: dict[str, int]
) -> None:
    shop.app.scroll(automation_id="Files", direction="top")
    name = f"report {number}.txt"
    shop.confirms(lambda: shop.app.click(name=name, **options), "chosen", control="Files", value=name)


def test_a_menu_that_a_button_drops_down_is_used_by_one_call(shop: Driven) -> None:
    shop.happens(lambda: shop.app.menu("Age", name="Sort by"), "clicked", control="Sort", value="Age")


def test_a_button_without_a_menu_is_said_to_have_been_pressed(shop: Driven) -> None:
    after = shop.truth.seq()
    with pytest.raises(ElementNotFound, match="was pressed"):
        shop.app.menu("Age", automation_id="Eye")
    shop.truth.wait_event("clicked", after=after, control="Eye")


def test_a_button_of_a_card_is_found_by_its_tool_tip_and_the_card(shop: Driven) -> None:
    shop.happens(lambda: shop.app.click(name="More", label="South"), "clicked", control="More", value="South")


def test_a_label_over_its_field_names_no_button_beside_it(shop: Driven) -> None:
    shop.confirms(lambda: shop.app.type_text(label="Name", text="Ada"), "left", control="Person", value="Ada")


def test_a_click_that_only_closed_what_lay_over_the_window_is_not_confirmed(shop: Driven) -> None:
    shop.confirms(lambda: shop.app.click(name="Close the shop"), "asked")
    reply = shop.happens(lambda: shop.app.click(name="Sort by"), "clicked", control="Scrim")
    assert reply.effect == "unverifiable", reply.evidence
    shop.confirms(lambda: shop.app.click(name="Close the shop"), "asked")
    shop.confirms(lambda: shop.app.click(name="Yes, close"), "clicked", control="Yes")
