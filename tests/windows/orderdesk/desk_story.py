"""The story of a working day at the order desk, in chapters; the same for every way into the product.

Each chapter starts on the main window, checks what it did against the program's log and files, and leaves no window
open. 10 000 orders, SO-10001 to SO-20000; seed 7.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desk import Desk

ROWS = 10_000
OPTIONS = ("--rows", ROWS, "--seed", 7, "--login", "--size", "1120x760", "--pos", "20,20")
GRID = {"automation_id": "OrdersGrid"}
SHIPPING = {"name": "Shipping address", "control_type": "Group"}
QUESTION = {"class_name": "#32770"}
NOTE = "fragile 至急 📦"


def order(row: int | str) -> dict[str, Any]:
    """Return the selector of a row of the orders, by its place or by its number (`SO-10001`)."""
    return {**GRID, "row": row if isinstance(row, int) else {"Number": row}}


def cell(row: int | str, column: str) -> dict[str, Any]:
    """Return the selector of a cell of the orders, in a row by its place or by its number (`SO-10001`)."""
    return {**order(row), "column": column}


def button_of(name: str, within: dict[str, Any]) -> dict[str, Any]:
    """Return the selector of a button of a dialog."""
    return {"name": name, "control_type": "Button", "within": within}


def tell(desk: Desk, folder: Path) -> None:
    """Tell the whole story; the program has ended after it."""
    sign_in(desk)
    find_an_order(desk)
    filter_orders(desk)
    edit_cells(desk)
    undo_and_type(desk)
    create_an_order(desk)
    save_by_toolbar(desk)
    save_by_menu_and_keys(desk)
    change_lines(desk)
    keep_customers(desk)
    browse_the_catalogue(desk)
    change_settings(desk)
    reset_preferences(desk)
    go_to(desk, "Orders")
    delete_by_key(desk)
    delete_by_menu(desk)
    go_to(desk, "Reports")
    export(desk, folder / "orders.csv")
    export_again(desk, folder / "orders.csv")
    go_to(desk, "Orders")
    find_a_far_row(desk)
    sort_and_find_a_row(desk)
    leave(desk)


def tell_in_short(desk: Desk, folder: Path) -> None:
    """Tell the main line of the story, for a way in where each act costs a second or two."""
    sign_in(desk)
    find_an_order(desk)
    edit_cells(desk)
    create_an_order(desk)
    save_by_toolbar(desk)
    delete_by_menu(desk)
    find_a_far_row(desk)
    go_to(desk, "Reports")
    export(desk, folder / "orders.csv")
    go_to(desk, "Orders")
    leave(desk)


def go_to(desk: Desk, page: str) -> None:
    """Open a page of the main window."""
    desk.act("click", f"Tab{page}", logs={"item": page})


def sign_in(desk: Desk) -> None:
    """A wrong password is refused by the program, the right one opens the main window."""
    desk.act("type_text", "LoginUser", text="demo")
    desk.act("type_text", "LoginPassword", text="wrong", expect="unverifiable")
    desk.act("click", "LoginOk, wrong password", {"automation_id": "LoginOk"})
    desk.act("type_text", "LoginPassword", text="demo", expect="unverifiable")
    desk.act("click", "LoginOk")
    desk.event("data_loaded", orders=ROWS)
    desk.read("wait_window", None, title=f"OrderDesk - {ROWS} orders")
    close_the_tip(desk)


def close_the_tip(desk: Desk) -> None:
    """A bar that appears by itself some seconds after the data: until then it could pass for an effect of anything."""
    desk.wait_for({"automation_id": "CloseTip"}, "exists")
    desk.act("click", "CloseTip")
    desk.wait_for({"automation_id": "CloseTip"}, "gone")


def find_an_order(desk: Desk) -> None:
    """By the program's own filter: the row is realised, not enumerated."""
    desk.act("type_text", "SearchBox", text="SO-14321")
    desk.wait_for({"automation_id": "StatusFilter"}, {"text_equals": f"1 of {ROWS} shown"})
    table = desk.read("read_table", GRID)
    assert table["rows"][0][0] == "SO-14321"
    assert table["count"] == 1
    desk.act("select_item", "OrdersGrid", order("SO-14321"), expect="no_op")
    desk.act("type_text", "SearchBox", text="")
    desk.wait_for({"automation_id": "StatusFilter"}, {"text_equals": f"{ROWS} of {ROWS} shown"})


def filter_orders(desk: Desk) -> None:
    """By a combo box, a check box and a date."""
    desk.act("expand", "AdvancedFilter")
    desk.act("select_combo", "FilterStatus", item_text="Confirmed")
    desk.act("toggle", "FilterUrgent", state="on")
    desk.act("toggle", "FilterUrgent", state="on", expect="no_op")
    desk.act("set_value", "FilterFrom", value="2/1/2026", logs={"date": "2026-02-01"})
    desk.act("click", "FilterClear")
    desk.wait_for({"automation_id": "StatusFilter"}, {"text_equals": f"{ROWS} of {ROWS} shown"})
    desk.act("collapse", "AdvancedFilter")


def edit_cells(desk: Desk) -> None:
    """Text, date, combo box and check box cells."""
    desk.act("select_item", "OrdersGrid", order(5), logs={"item": "SO-10006"})
    desk.act("type_text", "Notes cell", cell(5, "Notes"), text=NOTE)
    desk.act("type_text", "Date cell", cell(5, "Date"), text="2/3/2026", logs={"date": "2026-02-03"})
    desk.act("select_combo", "Status cell", cell(5, "Status"), item_text="Shipped")
    desk.act("toggle", "Urgent cell", cell(5, "Urgent"), state="on", logs={"value": True})
    row = desk.read("read_table", GRID, start=5, limit=1)["rows"][0]
    assert row[2:6] == ["2/3/2026", "Shipped", "True", NOTE]


def undo_and_type(desk: Desk) -> None:
    """Undo and redo by keys; a cell on the keyboard."""
    desk.act("type_text", "Notes cell", cell(5, "Notes"), text=NOTE, expect="no_op or unverifiable")
    desk.act("toggle", "Urgent cell", cell(5, "Urgent"), state="on", expect="no_op")
    desk.act("send_keys", "Ctrl+Z", on=False, keys="Ctrl+Z")
    desk.act("send_keys", "Ctrl+Y", on=False, keys="Ctrl+Y")
    desk.act("type_text", "Notes cell", cell(7, "Notes"), text="typed by hand", input=True)
    rows = desk.read("read_table", GRID, start=5, limit=3)["rows"]
    assert (rows[0][5], rows[2][5]) == (NOTE, "typed by hand")


def create_an_order(desk: Desk) -> None:
    """The wizard, with its nested dialog."""
    desk.act("click", "NewOrderButton")
    desk.act("click", "WizardNext, nothing entered", {"automation_id": "WizardNext"})
    assert desk.text("WizardCustomerError") == "Choose an existing customer."
    desk.act("click", "PickCustomer")
    desk.act("type_text", "PickFilter", text="Globex")
    items = desk.read("get_state", {"automation_id": "PickList"})["items"]
    assert items
    assert all("Globex" in item["name"] for item in items)
    desk.act("select_item", "PickList", item_text="Globex Trading")
    desk.act("click", "OK of Pick customer", button_of("OK", {"automation_id": "PickCustomerWindow"}),
             logs={"customer": "Globex Trading"})  # fmt: skip
    desk.act("toggle", "WizardUrgent", state="on")
    desk.act("click", "WizardNext", logs={"page": 2})
    desk.act("type_text", "WizardQuantity", text="3")
    desk.act("click", "WizardAddLine")
    desk.act("click", "WizardNext", logs={"page": 3})
    desk.act("type_text", "WizardNotes", text="line 1\nline 2")
    desk.act("click", "WizardFinish", logs={"customer": "Globex Trading"})
    assert desk.event("order_created")["number"] == "SO-20001"
    desk.read("wait_window", None, title=f"OrderDesk - {ROWS + 1} orders*")


def save_by_toolbar(desk: Desk) -> None:
    """The files are what the program meant to write, with what was entered."""
    _saved(desk, lambda: desk.act("click", "ToolSave"))
    saved = desk.saved_order("SO-10006")
    assert saved["Notes"] == NOTE
    assert saved["Urgent"] is True
    assert saved["Date"].startswith("2026-02-03")
    assert desk.saved_order("SO-20001")["Notes"].split() == ["line", "1", "line", "2"]


def save_by_menu_and_keys(desk: Desk) -> None:
    """Each time another note."""
    desk.act("type_text", "Notes cell", cell("SO-10001", "Notes"), text="by the menu")
    _saved(desk, lambda: desk.act("menu", "File > Save", on=False, path="File > Save"))
    assert desk.saved_order("SO-10001")["Notes"] == "by the menu"
    desk.act("type_text", "Notes cell", cell("SO-10001", "Notes"), text="by the keys")
    _saved(desk, lambda: desk.act("send_keys", "Ctrl+S", on=False, keys="Ctrl+S"))
    assert desk.saved_order("SO-10001")["Notes"] == "by the keys"


def _saved(desk: Desk, save: Any) -> None:
    after = desk.program.seq()
    save()
    saved = desk.event("data_saved", after=after)
    desk.event("background_finished", after=after, name="save")
    assert saved["sha256"] == saved["memory_sha256"] == desk.files_hash()
    desk.read("wait_window", None, title=r"OrderDesk - \d+ orders$")


def change_lines(desk: Desk) -> None:
    """Order lines: icon-only buttons, a number cell, the mouse."""
    lines = {"automation_id": "LinesGrid"}
    desk.act("select_item", "OrdersGrid", order("SO-10002"), logs={"item": "SO-10002"})
    desk.act("click", "AddLine", logs={"order": "SO-10002"})
    desk.act("click", "AddLine", logs={"order": "SO-10002"})
    desk.act("type_text", "Quantity cell", {**lines, "row": 0, "column": "Quantity"}, text="12")
    desk.act("drag", "LinesGrid row", {**lines, "row": 0, "column": 0}, to={**lines, "row": 1, "column": 0},
             logs={"order": "SO-10002"})  # fmt: skip


def keep_customers(desk: Desk) -> None:
    """Validation, and two buttons of one name, told apart by their groups."""
    go_to(desk, "Customers")
    desk.act(
        "select_item", "CustomerList", {"automation_id": "CustomerList", "row": 3}, logs={"item": "Initech Logistics"}
    )
    desk.act("type_text", "CustomerEmail, not valid", {"automation_id": "CustomerEmail"}, text="nonsense")
    desk.wait_for({"automation_id": "ApplyCustomer"}, "disabled")
    assert desk.text("CustomerEmailError") == "Not a valid e-mail address."
    desk.act("click", "ApplyCustomer, disabled", {"automation_id": "ApplyCustomer"}, timeout_ms=600,
             expect="failed", code="element_not_enabled")  # fmt: skip
    desk.act("type_text", "CustomerEmail", text="info@example.org")
    desk.act("type_text", "CustomerCredit", text="12,345.50")
    desk.act("click", "Edit, of two", {"name": "Edit", "control_type": "Button"}, timeout_ms=600,
             expect="failed", code="selector_ambiguous")  # fmt: skip
    desk.act("click", "Edit of Shipping address", button_of("Edit", SHIPPING))
    desk.act(
        "type_text", "Address of Shipping address", {"name": "Address", "within": SHIPPING}, text="Main street 1\nKobe"
    )
    desk.refused("click", "RevertCustomer")
    desk.act("click", "ApplyCustomer", logs={"name": "Initech Logistics", "credit": 12345.5})
    desk.act("click", "CheckCredit")


def browse_the_catalogue(desk: Desk) -> None:
    """A tree whose branches are loaded when they are opened."""
    tree = {"automation_id": "CatalogueTree"}
    go_to(desk, "Catalogue")
    for name in ("Kitchen", "Pans"):
        desk.act(
            "expand",
            "CatalogueTree item",
            {"name": name, "control_type": "TreeItem", "within": tree},
            logs={"node": name},
        )
    desk.act(
        "select_item", "CatalogueTree item", {"name": "Eco pan", "control_type": "TreeItem"}, logs={"item": "Eco pan"}
    )
    desk.wait_for({"automation_id": "ProductName"}, {"text_equals": "Eco pan"})
    desk.act("click", "AddToOrder", logs={"product": "Eco pan"})
    desk.wait_for({"automation_id": "ProductRelated"}, {"text_contains": "Customers also bought"})
    desk.act(
        "collapse", "CatalogueTree item", {"name": "Kitchen", "control_type": "TreeItem"}, logs={"node": "Kitchen"}
    )


def change_settings(desk: Desk) -> None:
    """Radio button, slider, three-state check box, combo box, editable combo box, date, password."""
    go_to(desk, "Settings")
    desk.act("click", "ThemeDark")
    desk.act("select_item", "ThemeDark", expect="no_op")
    desk.act("set_value", "FontSizeSlider", value=15)
    desk.act("toggle", "BackupMode", state="on", logs={"value": True})
    desk.act("toggle", "BackupMode", state="indeterminate", logs={"value": None})
    desk.act("select_combo", "CurrencyBox", item_text="JPY")
    desk.act("select_combo", "CurrencyBox", item_text="JPY", expect="no_op")
    desk.act("select_combo", "CurrencyBox, no such item", {"automation_id": "CurrencyBox"}, item_text="Taler",
             expect="failed", code="element_not_found")  # fmt: skip
    desk.act("type_text", "CarrierBox", text="Pigeon")
    desk.act("set_value", "YearStart", value="4/1/2026", logs={"date": "2026-04-01"})
    desk.act("toggle", "ShowAdvanced", state="on", logs={"value": True})
    desk.act("type_text", "ServiceKey", text="s3cret", expect="unverifiable")
    desk.act("click", "ThemeLight")


def reset_preferences(desk: Desk) -> None:
    """A modeless window with a nested question: OK of the question resets, OK of the window does not."""
    desk.act("menu", "View > Preferences", on=False, path=["View", "Preferences…"])
    desk.act("select_combo", "PrefCurrency", item_text="EUR")
    desk.refused("click", "PrefReset")
    desk.agreed("click", "PrefReset")
    desk.refused("click", "OK of the reset question", button_of("OK", QUESTION))
    desk.act("click", "Cancel of the reset question", button_of("Cancel", QUESTION))
    desk.act("click", "PrefOk")


def delete_by_key(desk: Desk) -> None:
    """The Delete key needs consent, and so does Yes; No does not."""
    at = cell("SO-10003", "Customer")
    desk.act("context_menu", "Mark as > Confirmed", at, path="Mark as > Confirmed")
    desk.refused("menu", "Edit > Delete order", on=False, path="Edit > Delete order")
    desk.refused("send_keys", "Delete key", at, keys="Delete")
    desk.agreed("send_keys", "Delete key", at, keys="Delete", logs={"text": "Delete SO-10003?"})
    desk.refused("click", "Yes of Delete order", button_of("Yes", QUESTION))
    desk.act("click", "No of Delete order", button_of("No", QUESTION))


def delete_by_menu(desk: Desk) -> None:
    """The context menu needs consent, and so does Yes of the message box."""
    at = cell("SO-10003", "Customer")
    desk.refused("context_menu", "Delete order", at, path="Delete order")
    desk.agreed("context_menu", "Delete order", at, path="Delete order")
    yes = button_of("Yes", QUESTION)
    desk.refused("click", "Yes of Delete order", yes)
    desk.agreed("click", "Yes of Delete order", yes, logs={"numbers": ["SO-10003"], "left": ROWS})
    desk.read("wait_window", None, title=f"OrderDesk - {ROWS} orders*")


def export(desk: Desk, path: Path) -> None:
    """Through the file dialog: the file holds every order."""
    desk.act("click", "ExportButton")
    desk.act("file_dialog", "Export", on=False, path=str(path), logs={"file": path.name})
    desk.event("background_finished", name="export", result="completed")
    assert len(path.read_text(encoding="utf-8").splitlines()) == ROWS + 1


def export_again(desk: Desk, path: Path) -> None:
    """A file that is there already is overwritten only with consent."""
    written = path.stat().st_mtime_ns
    desk.act("click", "ExportButton")
    desk.refused("file_dialog", "Export", on=False, path=str(path))
    assert path.stat().st_mtime_ns == written
    desk.act("click", "Cancel of Export", button_of("Cancel", QUESTION))
    desk.act("click", "ExportButton")
    desk.refused("file_dialog", "Export", on=False, path=str(path))
    after = desk.program.seq()
    desk.agreed("file_dialog", "Export", on=False, path=str(path), logs={"file": path.name})
    desk.event("background_finished", after=after, name="export", result="completed")
    assert path.stat().st_mtime_ns > written


def find_a_far_row(desk: Desk) -> None:
    """Without the program's filter: row 9 000 by a text of a column in order."""
    desk.act("select_item", "OrdersGrid", order("SO-19000"), logs={"item": "SO-19000"}, timeout_ms=20_000)


def sort_and_find_a_row(desk: Desk) -> None:
    """Without the program's filter: by a text of a column in no order, cell by cell."""
    header = {"name": "Total", "control_type": "HeaderItem", "within": GRID}
    desk.act("click", "Total header", header, logs={"direction": "Ascending"})
    number = desk.read("read_table", GRID, start=700, limit=1)["rows"][0][0]
    desk.act("select_item", "OrdersGrid", order(number), logs={"item": number}, timeout_ms=60_000)


def leave(desk: Desk) -> None:
    """Closing needs consent; Cancel of the question does not, No discards and does."""
    desk.act("type_text", "Notes cell", cell(0, "Notes"), text="never saved")
    before = desk.files_hash()
    desk.refused("close_window", "MainWindow", on=False)
    desk.agreed("close_window", "MainWindow", on=False)
    desk.refused("click", "No of Save changes", button_of("No", QUESTION))
    desk.act("click", "Cancel of Save changes", button_of("Cancel", QUESTION))
    desk.refused("close_window", "MainWindow", on=False)
    desk.agreed("close_window", "MainWindow", on=False)
    desk.refused("click", "No of Save changes", button_of("No", QUESTION))
    desk.agreed("click", "No of Save changes", button_of("No", QUESTION))
    assert desk.program.wait_exit() == 0
    assert desk.files_hash() == before == desk.program.events("data_saved")[-1]["sha256"]
