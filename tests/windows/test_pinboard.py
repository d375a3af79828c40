"""Signs with tool tips, a palette, menus of rows, a grid that is a tree, lines to fill in, ticks and stars."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage

from wpfagent.core.errors import RefusedDestructive


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("pinboard", "--pos", "40,20", folder=tmp_path_factory.mktemp("pinboard")) as stage:
        yield stage


@pytest.fixture
def board(stage: Stage) -> Driven:
    return stage.driven()


def test_enter_takes_no_destructive_item_of_the_list_below_its_field(board: Driven) -> None:
    run = {"label": "Run", "control_type": "Edit"}
    board.refuses(RefusedDestructive, lambda: board.app.type_text(run, text="trash", enter=True))
    board.happens(lambda: board.app.type_text(run, text="board", enter=True), "ran", value="Go to board")


def test_a_button_is_called_by_its_sign_beside_its_tool_tip(board: Driven) -> None:
    board.happens(lambda: board.app.click(name="✕", label="Sync finished"), "clicked", value="Sync finished")
    board.happens(lambda: board.app.click(name="Dismiss", label="Quota"), "clicked", value="Quota")


def test_a_bare_cross_takes_an_entry_of_a_list_away_and_closes_a_tag(board: Driven) -> None:
    note = {"name": "✕", "within": {"name": "Milk", "control_type": "ListItem"}}
    board.refuses(RefusedDestructive, lambda: board.app.click(note))
    board.refuses(RefusedDestructive, lambda: board.app.click(note, input=True))
    board.refuses(RefusedDestructive, lambda: board.app.send_keys("Space", note))
    board.happens(lambda: board.app.click(name="✕", label="late"), "clicked", control="Tags", value="late")


def test_a_menu_begins_with_the_button_of_a_row_that_drops_it_down(board: Driven) -> None:
    board.happens(lambda: board.app.menu(name="Quota", path=["⋯", "Archive"]), "archived", value="Quota")
    board.refuses(RefusedDestructive, lambda: board.app.menu(name="Quota", path=["⋯", "Delete card"]))


def test_the_branches_of_a_grid_are_opened_by_the_arrow_before_its_words(board: Driven) -> None:
    row = {"automation_id": "Tree", "row": {"Article": "Boards"}}
    board.confirms(lambda: board.app.expand(row), "opened", control="Boards", value=True)
    board.no_op(lambda: board.app.expand(row))
    board.confirms(lambda: board.app.collapse(row), "opened", control="Boards", value=False)
    board.confirms(lambda: board.app.expand(name="Boards"), "opened", control="Boards", value=True)
    board.confirms(lambda: board.app.collapse(name="Boards"), "opened", control="Boards", value=False)


def test_a_kind_beside_row_and_column_is_what_the_cell_shows(board: Driven) -> None:
    cell = {"automation_id": "Tree", "row": {"Article": "Paint"}, "column": "Article", "control_type": "Button"}
    board.confirms(lambda: board.app.click(cell), "opened", control="Paint", value=True)


def test_an_index_counts_the_column_that_a_label_heads(board: Driven) -> None:
    price = {"label": "Price", "index": 1}
    board.confirms(lambda: board.app.type_text(price, text="31"), "entered", control="second", value="31")


def test_what_a_label_says_is_the_text_behind_it(board: Driven) -> None:
    assert board.app.read_text(label="Total") == "41.50"


def test_what_a_button_drops_down_is_chosen_as_in_a_combo_box(board: Driven) -> None:
    for words, control in (("Cash", "Cash"), ("Net 30", "Net")):
        act = lambda words=words: board.app.select_combo(label="Terms", item_text=words)  # noqa: E731
        board.confirms(act, "ticked", control=control, value=True)


def test_stars_are_set_by_their_number(board: Driven) -> None:
    board.happens(lambda: board.app.set_value(label="Your rating", value=4), "rated", value=4)


def test_an_item_made_anew_while_it_is_aimed_at_is_chosen(board: Driven) -> None:
    for words in ("Beta", "Alpha", "Beta"):
        board.happens(lambda words=words: board.app.select_item(name=words), "chosen", value=words)


def test_a_row_that_goes_from_a_list_filled_again_and_again_went_by_its_button(board: Driven) -> None:
    for _ in range(2):
        board.app.wait_for(until={"window_exists": "Pinboard"})  # the list is seen changing by itself
        board.app.list_controls()
    board.happens(lambda: board.app.click("Stop", within="Gamma"), "stopped", value="Gamma")
