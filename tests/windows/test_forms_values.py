"""Values reach a Windows Forms program: what its own handlers logged, by field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from product import Driven

from wpfagent.core.errors import ElementNotFound

Open = Callable[..., Driven]


@pytest.fixture
def forms(stranger: Open) -> Open:
    """`forms(page) -> Driven`: a new one with a page shown."""

    def start(page: str = "Fields") -> Driven:
        driven = stranger("forms", "--rows", "20")
        if page != "Fields":
            driven.app.click(name=page, control_type="TabItem", timeout_ms=30_000)
        return driven

    return start


def test_an_editor_of_windows_forms_is_left_so_that_the_program_receives_its_text(forms: Open) -> None:
    driven = forms()
    driven.confirms(
        lambda: driven.app.type_text(label="Letter:", control_type="Document", text="Hello"),
        "left", id="richBox", value="Hello",
    )  # fmt: skip


def test_a_date_whose_value_cannot_be_set_is_typed_part_by_part(forms: Open) -> None:
    driven = forms()
    reply = driven.confirms(
        lambda: driven.app.set_value(label="Date:", value="4/20/2026"), "changed", id="dateBox", value="2026-04-20"
    )
    assert reply.method == "keyboard"


def test_a_slider_ends_where_it_is_set(forms: Open) -> None:
    driven = forms()
    after = driven.truth.seq()
    reply = driven.app.set_value(control_type="Slider", value="70")
    assert reply.effect == "confirmed", reply.evidence
    assert driven.truth.events("changed", after=after)[-1]["value"] == 70


def test_an_editable_combo_box_is_entered_through_its_own_field(forms: Open) -> None:
    driven = forms("Choices")
    driven.confirms(
        lambda: driven.app.type_text(label="Tag:", control_type="ComboBox", text="beach"),
        "left", id="tagBox", value="beach",
    )  # fmt: skip


def test_a_masked_field_that_adds_its_literals_is_confirmed(forms: Open) -> None:
    driven = forms()
    driven.confirms(
        lambda: driven.app.type_text(label="Phone:", control_type="Edit", text="5551234567"),
        "left", id="phoneBox", value="(555) 123-4567",
    )  # fmt: skip


def test_a_new_row_is_begun_as_by_typing_into_it(forms: Open) -> None:
    driven = forms("Tables")
    after = driven.truth.seq()
    reply = driven.app.type_text(control_type="DataGrid", row=-1, column="Customer", text="Zephyr")
    driven.truth.wait_event("row_added", after=after, id="orderGrid")
    driven.truth.wait_event("changed", after=after, value="Zephyr/Customer=Zephyr")
    assert reply.effect == "confirmed", reply.evidence


def test_a_cell_that_refuses_its_text_is_not_confirmed(forms: Open) -> None:
    driven = forms("Tables")
    after = driven.truth.seq()
    reply = driven.app.type_text(control_type="DataGrid", row={"Customer": "Nordwind"}, column="Amount", text="many")
    driven.truth.wait_event("refused", after=after, value="many")
    assert reply.effect != "confirmed", reply.evidence
    assert not driven.truth.events("changed", after=after)


@pytest.mark.parametrize(("name", "text"), [("Caption", "Survey"), ("Day", "Friday")])
def test_a_property_is_edited_so_that_the_program_is_told(forms: Open, name: str, text: str) -> None:
    driven = forms("Tables")
    driven.confirms(
        lambda: driven.app.set_value(name=name, control_type="TreeItem", value=text),
        "changed", id="propGrid", value=f"{name}={text}",
    )  # fmt: skip


def test_a_cell_hands_over_what_was_ticked_in_it(forms: Open) -> None:
    driven = forms("Tables")
    cell = {"control_type": "DataGrid", "row": {"Customer": "Nordwind"}, "column": "Paid"}
    driven.confirms(
        lambda: driven.app.do("toggle", cell, {"state": "on"}), "changed", id="orderGrid", value="Nordwind/Paid=True"
    )


def test_a_cell_hands_over_what_was_chosen_in_the_combo_box_that_it_opens(forms: Open) -> None:
    driven = forms("Tables")
    cell = {"control_type": "DataGrid", "row": {"Customer": "Casa Verde"}, "column": "State"}
    driven.confirms(
        lambda: driven.app.do("select_combo", cell, {"item_text": "Sent"}),
        "changed", id="orderGrid", value="Casa Verde/State=Sent",
    )  # fmt: skip
    error = driven.refuses(
        ElementNotFound, lambda: driven.app.do("select_combo", cell, {"item_text": "Snt"}), but=("current",)
    )
    assert "Sent" in error.hint
    assert driven.app.get_state(**cell).result["value"] == "Sent"


@pytest.mark.parametrize(("name", "control_type", "value"), [
    ("roof.png", "ListItem", "roof.png=True"), ("House", "TreeItem", "House=True"),
])  # fmt: skip
def test_an_items_tick_is_set_and_a_click_on_it_only_selects_it(
    forms: Open, name: str, control_type: str, value: str
) -> None:
    driven = forms("Lists")
    item = {"name": name, "control_type": control_type}
    driven.confirms(lambda: driven.app.do("click", item), "selected", value=name)
    assert not driven.truth.events("checked")
    driven.confirms(lambda: driven.app.do("toggle", item, {"state": "on"}), "checked", value=value)


def test_a_choice_that_its_combo_box_does_not_tell_is_confirmed_by_what_it_changed(forms: Open) -> None:
    driven = forms("Choices")
    driven.confirms(
        lambda: driven.app.select_combo(label="City:", control_type="ComboBox", item_text="Kyoto"),
        "selected", id="cityBox", value="Kyoto",
    )  # fmt: skip


def test_a_spinner_whose_field_takes_no_text_is_turned(forms: Open) -> None:
    driven = forms("Extras")
    driven.confirms(lambda: driven.app.set_value(label="Season:", value="Autumn"), "changed", value="Autumn")
    driven.confirms(lambda: driven.app.set_value(label="Season:", value="Spring"), "changed", value="Spring")
    with pytest.raises(ElementNotFound, match="never shows 'Monsoon'") as caught:
        driven.app.set_value(label="Season:", value="Monsoon")
    assert "Summer" in caught.value.hint
    assert driven.truth.events("changed")[-1]["value"] == "Spring"


def test_a_place_inside_an_element_without_parts_is_clicked(forms: Open) -> None:
    driven = forms("Choices")
    page = {"name": "Choices", "control_type": "Pane"}
    driven.confirms(
        lambda: driven.app.click(control_type="Pane", within=page, at={"x": 0.375, "y": 0.5}), "pressed", value=1
    )


def test_what_lies_between_two_parts_of_an_element_is_dragged(forms: Open) -> None:
    driven = forms("Lists")
    page = {"name": "Lists", "control_type": "Pane"}
    tree = driven.app.find(control_type="Tree").bounding_rect
    split = driven.app.find(control_type="Pane", within=page, index=0).bounding_rect
    assert tree is not None
    assert split is not None
    at = {"dx": tree.right - split.x + 1, "dy": split.height // 2}
    driven.confirms(
        lambda: driven.app.drag(control_type="Pane", within=page, index=0, at=at, by=[60, 0]), "moved", id="splitBox"
    )


def test_a_list_of_a_thousand_rows_does_not_hide_what_an_act_changed(stranger: Open) -> None:
    driven = stranger("forms", "--rows", "1000")
    driven.app.click(name="Lists", control_type="TabItem", timeout_ms=30_000)
    driven.confirms(lambda: driven.app.click(name="Size", control_type="HeaderItem"), "sorted", value="Size")
    driven.confirms(
        lambda: driven.app.select_item(name="Row 700", control_type="ListItem"), "selected", value="Row 700"
    )


@pytest.mark.parametrize(
    ("item", "holder"),
    [
        ({"name": "Mango", "control_type": "ListItem"}, "fruitList"),
        ({"name": "Row 12", "control_type": "ListItem"}, "manyList"),
        ({"name": "House", "control_type": "TreeItem"}, "houseTree"),
    ],
    ids=["list box", "virtual list view", "tree"],
)
def test_an_item_that_is_chosen_by_its_pattern_notifies_the_program(
    forms: Open, item: dict[str, str], holder: str
) -> None:
    driven = forms("Lists")
    driven.app.gate.policy = replace(driven.app.gate.policy, input="never")
    reply = driven.confirms(lambda: driven.app.select_item(**item), "selected", id=holder)
    assert reply.method == "SelectionItemPattern"
