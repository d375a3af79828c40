"""What stands in an item and is none of its caption: signs and words that do something of their own, cells, hints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("drafts", "--pos", "40,20", folder=tmp_path_factory.mktemp("drafts")) as stage:
        yield stage


@pytest.fixture
def drafts(stage: Stage) -> Driven:
    return stage.driven()


def test_a_cross_on_a_tab_is_meant_not_the_tab(drafts: Driven) -> None:
    drafts.happens(lambda: drafts.app.click(name="×", within={"name": "File 2"}), "closed", control="File 2")
    assert not drafts.truth.events("chosen")


def test_a_tab_is_chosen_by_its_title(drafts: Driven) -> None:
    drafts.confirms(lambda: drafts.app.click(name="File 3"), "chosen", control="File 3")


def test_words_named_within_an_item_are_meant_not_the_item(drafts: Driven) -> None:
    drafts.happens(lambda: drafts.app.click(name="Tick off", within={"name": "Iron"}), "ticked", control="Iron")


def test_an_item_named_by_other_words_than_its_caption_is_clicked_at_these(drafts: Driven) -> None:
    drafts.happens(lambda: drafts.app.click(name="Tick off", index=0), "ticked", control="Wash")


def test_a_button_in_a_row_names_the_grid_that_has_it(drafts: Driven) -> None:
    drafts.confirms(lambda: drafts.app.click(name="Put back", row={"Title": "Sand"}), "removed", control="Sand")


def test_a_button_in_a_row_that_is_not_selected_selects_it_first(drafts: Driven) -> None:
    for title in ("Brick", "Sand"):
        button = {"name": "Put back", "row": {"Title": title}}
        drafts.confirms(lambda named=button: drafts.app.click(named), "removed", control=title, value=title)  # type: ignore[misc]


def test_a_cell_that_a_template_draws_has_what_it_shows_as_its_value(drafts: Driven) -> None:
    drafts.app.expect({"automation_id": "Stock", "row": {"Title": "Sand"}, "column": "Due"}, value_equals="04.07.2026")


def test_a_hint_that_comes_back_is_no_error(drafts: Driven) -> None:
    reply = drafts.app.type_text(label="Staff number", text="12")
    assert reply.effect == "unverifiable", reply.evidence
    drafts.confirms(lambda: drafts.app.type_text(label="Staff number", text="54321"), "set", value="54321")


def test_what_a_cell_refused_leaves_no_error_behind(drafts: Driven) -> None:
    cell = {"automation_id": "Stock", "row": {"Title": "Brick"}, "column": "Count"}
    drafts.app.type_text(cell, text="5")
    assert drafts.app.type_text(cell, text="many").effect == "unverifiable"
    drafts.happens(lambda: drafts.app.click(name="Check"), "checked", value=False)
    reply = drafts.app.type_text(cell, text="7")
    assert reply.effect == "confirmed", (reply.method, reply.evidence)
    drafts.happens(lambda: drafts.app.click(name="Check"), "checked", value=True)
