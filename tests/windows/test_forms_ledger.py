"""Cells of every kind, rows by the thousand, records: found by what they show, and only what is named is changed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

from wpfagent.core.errors import ElementNotFound, Unsupported

QUICK_S = 6.0
"""What takes minutes where a grid is walked through; a busy machine takes a second or two."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_ledger", folder=tmp_path_factory.mktemp("ledger")) as stage:
        yield stage


@pytest.fixture
def ledger(stage: Stage) -> Driven:
    return stage.driven()


def cell(column: str, **row: Any) -> dict[str, Any]:
    return {"control_type": "DataGrid", "row": row, "column": column}


def test_a_cell_that_is_edited_twice_changes_and_no_other(ledger: Driven) -> None:
    """The second click opens the editor with all of it selected: Home and End are the grid's own then."""
    for count in ("12", "13", "14"):
        after = ledger.truth.seq()
        ledger.confirms(
            lambda n=count: ledger.app.type_text(**cell("Count", Part="Anchor"), text=n),
            "cell",
            value=f"Anchor/Count={count}",
        )
        assert [e["value"] for e in ledger.truth.events("cell", after=after)] == [f"Anchor/Count={count}"]


def test_an_entry_that_its_cell_refuses_stays_in_that_cell(ledger: Driven) -> None:
    after = ledger.truth.seq()
    reply = ledger.app.type_text(**cell("Count", Part="Bolt"), text="many")
    assert reply.effect == "unverifiable", reply.evidence
    assert reply.evidence["reason"] in ("the field says: The count is a number.", "an error's sign stands in the row")
    error = ledger.refuses(
        Unsupported, lambda: ledger.app.set_value(**cell("Count", Part="Cable"), value="99"), but=("wrong",)
    )
    assert "Esc" in error.hint
    ledger.app.send_keys("Esc Esc")
    assert not ledger.truth.events("cell", after=after)
    for count in ("99", "98"):  # the second time a sign of another error stands in the row
        ledger.confirms(
            lambda n=count: ledger.app.set_value(**cell("Count", Part="Cable"), value=n),
            "cell",
            value=f"Cable/Count={count}",
        )


def test_a_cell_is_filled_added_to_and_emptied(ledger: Driven) -> None:
    note = cell("Note", Part="Bolt")
    ledger.confirms(lambda: ledger.app.type_text(**note, text="old"), "cell", value="Bolt/Note=old")
    ledger.confirms(lambda: ledger.app.type_text(**note, text="er", append=True), "cell", value="Bolt/Note=older")
    ledger.confirms(lambda: ledger.app.type_text(**note, text=""), "cell", value="Bolt/Note=None")
    ledger.no_op(lambda: ledger.app.type_text(**note, text=""))


def test_a_link_in_a_cell_is_clicked_by_what_it_shows(ledger: Driven) -> None:
    ledger.does(lambda: ledger.app.click(name="Cable.pdf"), "pressed", value="Cable/Sheet")
    ledger.does(lambda: ledger.app.click(**cell("Order", Part="Anchor")), "pressed", value="Anchor/Order")


@pytest.mark.parametrize("column", ["Order", "Picture", "Sheet"])
def test_a_cell_that_is_pressed_is_the_current_one_then(ledger: Driven, column: str) -> None:
    for part in ("Anchor", "Cable"):
        at = cell(column, Part=part)
        ledger.happens(lambda at=at: ledger.app.click(**at), "clicked", value=f"{part}/{column} in {part}")


def test_a_choice_that_a_cell_lacks_is_refused_at_once(ledger: Driven) -> None:
    begun = time.monotonic()
    ledger.refuses(ElementNotFound, lambda: ledger.app.select_combo(**cell("Place", Part="Bolt"), item_text="Wst"))
    assert time.monotonic() - begun < 3.5  # a list that has items is waited for no longer


def test_a_value_that_is_chosen_in_a_cell_is_set_by_a_choice_and_no_key_of_one_is_made_of_its_text(
    ledger: Driven,
) -> None:
    after = ledger.truth.seq()
    for place, number in (("West", 3), ("North", 1)):
        ledger.confirms(
            lambda p=place: ledger.app.set_value(**cell("Place", Part="Cable"), value=p),
            "cell",
            value=f"Cable/Place={number}",
        )
    ledger.no_op(lambda: ledger.app.type_text(**cell("Place", Part="Cable"), text="North"))
    ledger.refuses(ElementNotFound, lambda: ledger.app.type_text(**cell("Place", Part="Cable"), text="East"))
    assert not ledger.truth.events("wrong", after=after)


def test_cells_of_a_long_grid_are_found_and_changed_without_a_walk_through_it(ledger: Driven) -> None:
    begun = time.monotonic()
    ledger.page("Stock")
    assert time.monotonic() - begun < QUICK_S
    for row, column in (({"Item": "Item 4321"}, "Remark"), ({"Bin": "B39", "Left": "73"}, "Remark")):
        begun = time.monotonic()
        after = ledger.truth.seq()
        reply = ledger.app.type_text(**cell(column, **row), text=f"seen {len(row)}")
        assert time.monotonic() - begun < QUICK_S
        assert reply.effect == "confirmed", reply.evidence
        assert len(ledger.truth.events("cell", after=after)) == 1
    assert ledger.truth.events("cell", value="Item 4321/Remark=seen 1")
    table = ledger.app.read_table(control_type="DataGrid", start=4000, limit=3).result
    assert [row[0] for row in table["rows"]] == ["Item 4001", "Item 4002", "Item 4003"]


def test_the_columns_of_a_long_grid_are_told_by_their_headers(ledger: Driven) -> None:
    ledger.page("Stock")
    told = {c["name"] for c in ledger.app.list_controls().result["controls"] if c["control_type"] == "Header"}
    assert {"Item", "Bin", "Left", "Remark"} <= told


def test_a_cell_that_is_scrolled_away_is_clicked_by_what_it_shows(ledger: Driven) -> None:
    ledger.page("Stock")
    ledger.app.click(name="Item 3210")
    state = ledger.app.get_state(**cell("Item", Item="Item 3210")).result
    assert state["visible"]
    shown = {c["name"] for c in ledger.app.list_controls().result["controls"] if c["control_type"] == "DataItem"}
    assert "Item 3210" in shown
    assert "Item 1" not in shown


def test_items_of_a_virtual_list_are_chosen_and_read_wherever_they_are(ledger: Driven) -> None:
    ledger.page("Log")
    for name in ("Line 1723", "Line 5"):
        begun = time.monotonic()
        ledger.confirms(lambda item=name: ledger.app.select_item(name=item), "picked", value=name)
        assert time.monotonic() - begun < QUICK_S
    log = {"name": "Log", "control_type": "Table"}
    ledger.confirms(lambda: ledger.app.select_item(**log, row=1500), "picked", value="Line 1501")
    table = ledger.app.read_table(**log, start=900, limit=2).result
    assert [row[0] for row in table["rows"]] == ["Line 901", "Line 902"]


def test_records_are_turned_over_and_changed(ledger: Driven) -> None:
    ledger.page("Records")
    ledger.confirms(lambda: ledger.app.click(name="Move next"), "moved", value=2)
    ledger.confirms(lambda: ledger.app.type_text(label="Town", text="Boston"), "record", control="Town", value="Boston")


def test_a_grid_that_is_called_as_its_page_and_its_tab_is_meant_where_rows_are(ledger: Driven) -> None:
    ledger.page("Parts")
    cell_of_cable = {"name": "Parts", "row": {"Part": "Cable"}, "column": "Note"}
    ledger.confirms(lambda: ledger.app.type_text(**cell_of_cable, text="spare"), "cell", value="Cable/Note=spare")
    assert "spare" in ledger.app.read_table(name="Parts").result["rows"][2]
    assert ledger.app.find(name="Count", within={"name": "Parts"})
