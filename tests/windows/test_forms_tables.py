"""Cells of a Windows Forms table that are scrolled away: its own handlers tell what reached it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven, Stage

PERSON = "Person 55"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with Stage("forms_staff", folder=tmp_path_factory.mktemp("staff")) as stage:
        yield stage


@pytest.fixture
def staff(stage: Stage) -> Driven:
    return stage.driven()


def _cell(column: str, row: int | str = PERSON) -> dict[str, Any]:
    return {"control_type": "DataGrid", "row": row if isinstance(row, int) else {"Name": row}, "column": column}


def test_a_click_on_a_cell_is_confirmed_by_the_cell_that_is_the_current_one_then(staff: Driven) -> None:
    for name, column in (("Person 3", "Team"), ("Person 4", "Name")):
        reply = staff.app.click(**_cell(column, name))
        assert (reply.effect, reply.evidence) == ("confirmed", {"focused": True})


def test_a_cell_out_of_view_is_ticked(staff: Driven) -> None:
    staff.confirms(lambda: staff.app.do("toggle", _cell("Present"), {"state": "on"}), "changed", value=f"{PERSON}=True")


def test_a_cell_out_of_view_is_chosen_in(staff: Driven) -> None:
    staff.confirms(
        lambda: staff.app.do("select_combo", _cell("Grade", "Person 2"), {"item_text": "Lead"}),
        "changed", value="Person 2=Lead",
    )  # fmt: skip
    staff.confirms(
        lambda: staff.app.do("select_combo", _cell("Grade"), {"item_text": "Senior"}),
        "changed", value=f"{PERSON}=Senior",
    )  # fmt: skip


@pytest.mark.parametrize("person", ["Person 3", PERSON])
def test_a_cell_is_edited_without_the_key_that_its_program_has_another_use_for(staff: Driven, person: str) -> None:
    after, app = staff.truth.seq(), staff.app
    staff.confirms(
        lambda: app.do("set_value", _cell("Team", person), {"value": "Team X"}), "changed", value=f"{person}=Team X"
    )
    staff.confirms(
        lambda: app.do("select_combo", _cell("Grade", person), {"item_text": "Lead"}),
        "changed", value=f"{person}=Lead",
    )  # fmt: skip
    assert not staff.truth.events("command", after=after)


def test_a_new_row_out_of_view_is_begun(staff: Driven) -> None:
    after = staff.truth.seq()
    reply = staff.app.do("type_text", _cell("Name", -1), {"text": "Zephyr"})
    staff.truth.wait_event("row_added", after=after)
    staff.truth.wait_event("changed", after=after, value="Zephyr=Zephyr")
    assert reply.effect == "confirmed", reply.evidence


def test_no_handle_of_a_window_and_no_hash_code_counts_as_an_id(staff: Driven) -> None:
    ids = {control["automation_id"] for control in staff.app.list_controls().result["controls"]}
    assert not [i for i in ids if i.removeprefix("-").isdecimal() and abs(int(i)) > 0xFFFF]
