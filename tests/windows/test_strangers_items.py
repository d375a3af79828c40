"""Items, rows and cells of programs that nobody here wrote are found and told by what shows, in view or not.

They lie below WINLAB (a folder that holds apps/bazaar and apps/forms); without it these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from product import Driven
from test_clicks_on_strangers import happens, stranger

from wpfagent.core.errors import ElementNotFound


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """Lists, trees, tabs and combo boxes bound to objects."""
    with stranger("bazaar", tmp_path_factory.mktemp("lists"), "--page", "Items", "--window", "1150x900") as driven:
        yield driven


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    """Tables with template columns, a row for new items and columns out of view."""
    with stranger("bazaar", tmp_path_factory.mktemp("tables"), "--page", "Tables", "--window", "1150x900") as driven:
        yield driven


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    with stranger("forms", tmp_path_factory.mktemp("forms"), "--rows", "150") as driven:
        yield driven


def in_group(name: str, control_type: str = "List") -> dict[str, Any]:
    return {"control_type": control_type, "within": {"name": name, "control_type": "Group"}}


@pytest.mark.parametrize(
    ("group", "text", "event"),
    [
        ("People", "Hana Sato", {"id": "People", "value": "Hana Sato"}),
        ("Colleagues", "Dora Weiss", {"id": "Colleagues", "value": "Dora Weiss"}),
        ("Stock (500)", "Item 347", {"id": "Stock", "value": "Item 347"}),
        ("Messages", "Meeting moved, 14:20", {"id": "Messages", "value": "Meeting moved", "time": "14:20"}),
        ("By city", "Goran Ilic", {"id": "Grouped", "value": "Goran Ilic", "group": "Vienna"}),
    ],
)
def test_an_item_bound_to_an_object_is_chosen_by_its_text(
    lists: Driven, group: str, text: str, event: dict[str, Any]
) -> None:
    reply = happens(lists, lambda d: d.app.select_item(in_group(group), item_text=text), "selected", **event)
    assert (reply.effect, reply.evidence["item"]) == ("confirmed", text)


def test_a_combo_box_bound_to_objects_is_chosen_and_read_by_text(lists: Driven) -> None:
    prague = {"id": "CityCombo", "value": "Prague"}
    happens(lists, lambda d: d.app.select_combo(label="City", item_text="Prague"), "selected", **prague)
    assert lists.app.get_state(label="City").result["value"] == "Prague"


def test_branches_and_tabs_bound_to_objects_are_named_by_their_text(lists: Driven) -> None:
    happens(lists, lambda d: d.app.expand(name="Garden"), "expanded", id="Catalogue", value="Garden")
    happens(lists, lambda d: d.app.expand(name="Tools"), "expanded", id="Catalogue", value="Garden/Tools")
    happens(lists, lambda d: d.app.select_item(name="Plan"), "selected", id="Documents", value="Plan")


def test_no_item_is_told_by_its_type(lists: Driven) -> None:
    told = lists.app.list_controls(filter={"control_type": ["ListItem", "TreeItem", "TabItem"]}).result["controls"]
    assert len(told) > 40
    assert not [c["name"] for c in told if "Bazaar." in c["name"] or not c["name"]]


def test_a_virtualised_list_is_known_to_its_end_and_read_without_leaving_it_scrolled(lists: Driven) -> None:
    stock = lists.app.find(in_group("Stock (500)"))
    before = lists.app.gate.desktop.scroll_position(stock)
    table = lists.app.read_table(in_group("Stock (500)"), start=250, limit=3).result
    assert table["count"] == 500
    assert [row[1] for row in table["rows"]] == ["Item 251", "Item 252", "Item 253"]
    assert lists.app.gate.desktop.scroll_position(stock) == pytest.approx(before)
    assert lists.app.find(in_group("Stock (500)") | {"row": 180}).name == "Item 181"


def test_what_a_list_does_not_hold_is_said_and_leaves_it_scrolled_as_it_was(lists: Driven) -> None:
    stock = lists.app.find(in_group("Stock (500)"))
    before = lists.app.gate.desktop.scroll_position(stock)
    with pytest.raises(ElementNotFound, match="Item 9999"):
        lists.app.select_item(in_group("Stock (500)"), item_text="Item 9999")
    assert lists.app.gate.desktop.scroll_position(stock) == pytest.approx(before)


def test_cells_of_templates_are_read_and_found_by(tables: Driven) -> None:
    orders = tables.app.read_table(automation_id="Orders").result
    assert orders["rows"][0] == ["Nordwind", "420.50 €", "false", "by ship", "Remind"]
    row = {"automation_id": "Orders", "row": {"Customer": "Casa Verde"}}
    happens(tables, lambda d: d.app.select_item(row), "selected", id="Orders", value="Casa Verde")
    assert tables.app.find(automation_id="Staff", row={"Name": "Dora Weiss"}, column="City").name == "Vienna"


def test_the_row_for_a_new_item_is_no_data(tables: Driven) -> None:
    staff = tables.app.read_table(automation_id="Staff").result
    assert staff["count"] == 4
    assert [row[0] for row in staff["rows"]] == ["Ada Byron", "Chen Li", "Dora Weiss", "Kofi Mensah"]


def test_index_says_which_of_the_rows_that_fit(tables: Driven) -> None:
    assert tables.app.find(automation_id="Staff", row={"Hours": "40"}, index=1).name == "Dora Weiss"


def test_a_cell_in_a_column_and_a_row_out_of_view_is_found(tables: Driven) -> None:
    cell = tables.app.find(automation_id="Readings", row={"Sensor": "S-2500"}, column="August", timeout_ms=15_000)
    assert float(cell.text) > 0


def test_rows_of_windows_forms_are_what_holds_cells(forms: Driven) -> None:
    forms.app.select_item(name="Tables", control_type="TabItem", timeout_ms=30_000)
    table = forms.app.read_table(automation_id="orderGrid").result
    assert table["headers"] == ["Customer", "Amount", "Paid", "State", "Remind"]
    assert [row[0] for row in table["rows"]] == ["Casa Verde", "Delta Foods", "Nordwind"]
    row = {"Customer": "Delta Foods"}
    assert forms.app.find(automation_id="orderGrid", row=row).name == "Delta Foods"
    assert forms.app.find(automation_id="orderGrid", row=row, column="Amount").value == "75"


def test_items_of_a_long_windows_forms_list_are_found_by_name(forms: Driven) -> None:
    forms.app.select_item(name="Lists", control_type="TabItem", timeout_ms=30_000)
    row = {"automation_id": "manyList"}
    happens(forms, lambda d: d.app.select_item(row, item_text="Row 140"), "selected", id="manyList", value="Row 140")
    rows = forms.app.read_table(automation_id="manyList", start=120, limit=2).result
    assert (rows["count"], rows["rows"]) == (150, [["Row 121", "14641"], ["Row 122", "14884"]])
    files = forms.app.read_table(automation_id="fileList").result
    assert files["rows"][0] == ["plan.txt", "12", "Text"]
