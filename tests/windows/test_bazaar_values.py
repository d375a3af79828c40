"""What is chosen, typed and ticked in a WPF program of templates reaches it: held against its own log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from product import Driven

Open = Callable[..., Driven]
STAFF = {"within": {"name": "Staff"}, "control_type": "DataGrid"}


@pytest.fixture
def bazaar(stranger: Open) -> Open:
    """`bazaar(page) -> Driven`: the program with a page shown."""
    return lambda page: stranger("bazaar", "--page", page)


def test_a_choice_in_a_box_that_takes_text_is_handed_over_by_leaving_it(bazaar: Open) -> None:
    driven = bazaar("Items")
    box = {"label": "Label (choose or type)", "control_type": "ComboBox"}
    driven.confirms(
        lambda: driven.app.do("select_combo", box, {"item_text": "office"}), "changed", id="LabelCombo", value="office"
    )


def test_a_cell_of_a_template_that_keeps_its_value_is_typed_into(bazaar: Open) -> None:
    driven = bazaar("Tables")
    after = driven.truth.seq()
    driven.app.do("type_text", {**STAFF, "row": {"Name": "Chen Li"}, "column": "Since"}, {"text": "3/1/2025"})
    driven.app.do("click", {**STAFF, "row": {"Name": "Ada Byron"}, "column": "Name"})
    driven.truth.wait_event("changed", after=after, value="2025-03-01")


def test_the_one_check_box_in_a_cell_of_a_template_is_what_toggle_means(bazaar: Open) -> None:
    driven = bazaar("Tables")
    orders = {"within": {"name": "Orders"}, "control_type": "DataGrid"}
    driven.confirms(
        lambda: driven.app.do("toggle", {**orders, "row": {"Customer": "Delta Foods"}, "column": "Paid"}),
        "changed", id="Paid", value=True, row="Delta Foods",
    )  # fmt: skip


def test_a_caption_that_is_longer_only_to_tell_it_from_its_siblings_is_pressed(bazaar: Open) -> None:
    driven = bazaar("Items")
    after = driven.truth.seq()
    driven.app.do("click", {"name": "14:20", "within": {"name": "Messages"}})
    driven.truth.wait_event("selected", after=after, id="Messages", time="14:20")
