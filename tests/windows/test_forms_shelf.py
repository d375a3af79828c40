"""Items of Windows Forms are renamed, a date is left out and set again, a row is chosen as a whole: by its own log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from product import Driven, Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_shelf", folder=tmp_path_factory.mktemp("shelf")) as stage:
        yield stage


@pytest.fixture
def shelf(stage: Stage) -> Driven:
    return stage.driven()


def test_a_date_that_was_left_out_is_set_and_left_out_again(shelf: Driven) -> None:
    shelf.confirms(lambda: shelf.app.set_value(label="Due", value="2026-04-20"), "dated", value="2026-04-20")
    shelf.confirms(lambda: shelf.app.set_value(label="Due", value="2027-01-31"), "dated", value="2027-01-31")
    shelf.confirms(lambda: shelf.app.toggle(label="Due", state="off"), "dated", value="none")
    shelf.confirms(lambda: shelf.app.set_value(label="Due", value="2027-01-31"), "dated", value="2027-01-31")
    shelf.no_op(lambda: shelf.app.set_value(label="Due", value="2027-01-31"))
    shelf.confirms(lambda: shelf.app.set_value(label="Due", value="2028/2/29"), "dated", value="2028-02-29")


def test_an_item_of_a_tree_is_renamed_so_that_the_program_is_told(shelf: Driven) -> None:
    renamed = {"control": "Shelves", "value": "Honey"}
    shelf.confirms(lambda: shelf.app.set_value(name="Sugar", value="Honey"), "renamed", **renamed)


def test_an_item_of_a_list_is_renamed_in_the_field_that_its_program_opens_and_directly(shelf: Driven) -> None:
    shelf.app.select_item(name="Cumin")
    shelf.app.send_keys("F2")
    shelf.confirms(
        lambda: shelf.app.type_text(control_type="Edit", within={"name": "Jars"}, text="Caraway", enter=True,
                                    timeout_ms=30_000),
        "renamed", control="Jars", value="Caraway",
    )  # fmt: skip
    renamed = {"control": "Jars", "value": "Cloves"}
    shelf.confirms(lambda: shelf.app.set_value(name="Dill", value="Cloves", timeout_ms=30_000), "renamed", **renamed)


@pytest.mark.parametrize("number", [2, 320, 322])
def test_a_row_is_chosen_as_a_whole_and_becomes_the_current_one(shelf: Driven, number: int) -> None:
    after = shelf.truth.seq()
    shelf.app.select_item(control_type="DataGrid", row={"Part": f"Part {number}"})
    shelf.truth.wait_event("row", after=after, value=f"{number}, current {number}", timeout_s=3)
    assert not shelf.truth.events("edited", after=after)


def test_items_are_added_to_what_is_chosen_and_removed_from_it(shelf: Driven) -> None:
    for mode, item, chosen in (
        ("only", "Red", "Red"), ("add", "Blue", "Red,Blue"), ("remove", "Red", "Blue"),
    ):  # fmt: skip
        after = shelf.truth.seq()
        shelf.app.select_item(label="Inks", item_text=item, mode=mode)
        shelf.truth.wait_event("picked", after=after, value=chosen, timeout_s=3)
