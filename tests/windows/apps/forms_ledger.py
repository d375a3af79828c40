"""A Windows Forms window of long and mixed tables, and of records that are turned over one by one.

| page    | control                                                              | events                     |
|---------|----------------------------------------------------------------------|----------------------------|
| Parts   | a grid of texts, ticks, choices, buttons, links and pictures         | cell, pressed, sorted, row |
| Stock   | a grid of 5,000 rows                                                 | cell                       |
| Log     | a virtual list of 2,000 rows                                         | picked (value: the row)    |
| Records | a navigator over records, with their fields                          | moved, record              |

`cell` has the value ROW/COLUMN=VALUE, written by CellValueChanged; `pressed` ROW/COLUMN, by CellContentClick of
buttons and links; `sorted` the column and its order; `record` the field's value; `wrong` ROW/COLUMN, by DataError.
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

PARTS = (("Bolt", 40, True, "North"), ("Anchor", 7, False, "South"), ("Cable", 120, False, "North"))
PLACES = ("North", "South", "West")
STOCK, LINES = 5_000, 2_000
PEOPLE = (("Ada", "London"), ("Grace", "Arlington"), ("Linus", "Helsinki"))


def fill(form: Any, truth: TruthLog) -> None:
    """Add the pages."""
    from System.Windows.Forms import DockStyle, TabControl

    pages = TabControl()
    pages.Dock = DockStyle.Fill
    form.Controls.Add(pages)
    for title, content in (("Parts", parts), ("Stock", stock), ("Log", lines), ("Records", records)):
        pages.TabPages.Add(title)
        content(pages.TabPages[pages.TabPages.Count - 1], truth)


def parts(page: Any, truth: TruthLog) -> None:
    """Add a grid with a column of each kind; the first one stays in view, the last ones lie beyond the edge."""
    from System import Array, Int32, Object, Type
    from System.Data import DataTable
    from System.Drawing import Bitmap
    from System.Windows.Forms import (
        DataGridView,
        DataGridViewButtonColumn,
        DataGridViewCheckBoxColumn,
        DataGridViewComboBoxColumn,
        DataGridViewContentAlignment,
        DataGridViewImageColumn,
        DataGridViewLinkColumn,
        DataGridViewTextBoxColumn,
        DockStyle,
    )

    grid = DataGridView()
    grid.Dock, grid.AccessibleName = DockStyle.Fill, "Parts"
    places, numbers = DataGridViewComboBoxColumn(), DataGridViewTextBoxColumn()
    table = DataTable()
    table.Columns.Add("Id", Type.GetType("System.Int32"))
    table.Columns.Add("Place")
    for number, place in enumerate(PLACES, start=1):
        table.Rows.Add(Int32(number), place)
    places.DataSource, places.ValueMember, places.DisplayMember = table, "Id", "Place"
    numbers.ValueType = Type.GetType("System.Int32")
    columns = (
        ("Part", DataGridViewTextBoxColumn()), ("Count", numbers), ("Checked", DataGridViewCheckBoxColumn()),
        ("Place", places), ("Order", DataGridViewButtonColumn()), ("Sheet", DataGridViewLinkColumn()),
        ("Picture", DataGridViewImageColumn()), ("Note", DataGridViewTextBoxColumn()),
    )  # fmt: skip
    for name, column in columns:
        column.Name = column.HeaderText = name
        grid.Columns.Add(column)
    grid.Columns[0].Frozen = True
    grid.Columns[5].DefaultCellStyle.Alignment = DataGridViewContentAlignment.MiddleRight
    for name, count, on, place in PARTS:
        cells = [name, Int32(count), on, Int32(PLACES.index(place) + 1), "Order", f"{name}.pdf", Bitmap(8, 8), ""]
        grid.Rows.Add(Array[Object](cells))
    names = [name for name, _ in columns]

    def place_of(event: Any) -> str:
        return f"{grid.Rows[event.RowIndex].Cells[0].Value}/{names[event.ColumnIndex]}"

    def changed(_: Any, event: Any) -> None:
        if event.RowIndex >= 0:
            value = grid.Rows[event.RowIndex].Cells[event.ColumnIndex].Value
            truth.write("cell", "Parts", f"{place_of(event)}={value}")

    def pressed(_: Any, event: Any) -> None:
        if event.RowIndex >= 0 and names[event.ColumnIndex] in ("Order", "Sheet"):
            truth.write("pressed", "Parts", place_of(event))

    def clicked(_: Any, event: Any) -> None:
        if event.RowIndex >= 0 and names[event.ColumnIndex] in ("Order", "Picture", "Sheet"):
            truth.write("clicked", "Parts", f"{place_of(event)} in {grid.CurrentRow.Cells[0].Value}")

    def wrong(_: Any, event: Any) -> None:
        truth.write("wrong", "Parts", place_of(event))
        grid.Rows[event.RowIndex].ErrorText = "The count is a number."
        event.ThrowException = False

    def ended(_: Any, event: Any) -> None:
        row = grid.Rows[event.RowIndex]
        row.ErrorText = "Count it again." if row.Cells[0].Value == "Cable" else ""

    def chosen(*_: Any) -> None:
        if grid.SelectedRows.Count:
            truth.write("row", "Parts", str(grid.SelectedRows[0].Cells[0].Value))

    grid.CellValueChanged += changed
    grid.CellContentClick += pressed
    grid.CellClick += clicked
    grid.DataError += wrong
    grid.CellEndEdit += ended
    grid.SelectionChanged += chosen
    grid.Sorted += lambda *_: truth.write("sorted", "Parts", f"{grid.SortedColumn.Name} {grid.SortOrder}")
    grid.UserAddedRow += lambda *_: truth.write("row_added", "Parts", grid.Rows.Count - 1)
    grid.UserDeletedRow += lambda *_: truth.write("row_deleted", "Parts", grid.Rows.Count - 1)
    page.Controls.Add(grid)


def stock(page: Any, truth: TruthLog) -> None:
    """Add a grid of many rows."""
    from System.Data import DataTable
    from System.Windows.Forms import DataGridView, DockStyle

    table = DataTable()
    for name in ("Item", "Bin", "Left", "Remark"):
        table.Columns.Add(name)
    for number in range(1, STOCK + 1):
        table.Rows.Add(f"Item {number}", f"B{number % 40}", str(number * 7 % 100), "")
    grid = DataGridView()
    grid.Dock, grid.AccessibleName, grid.DataSource = DockStyle.Fill, "Stock", table

    def changed(_: Any, event: Any) -> None:
        if event.RowIndex >= 0:
            cells = grid.Rows[event.RowIndex].Cells
            column = table.Columns[event.ColumnIndex].ColumnName
            truth.write("cell", "Stock", f"{cells[0].Value}/{column}={cells[event.ColumnIndex].Value}")

    grid.CellValueChanged += changed
    page.Controls.Add(grid)


def lines(page: Any, truth: TruthLog) -> None:
    """Add a list whose items are made when they are asked for."""
    from System.Windows.Forms import DockStyle, ListView, ListViewItem, View

    log = ListView()
    log.Dock, log.AccessibleName, log.View, log.VirtualMode = DockStyle.Fill, "Log", View.Details, True
    log.FullRowSelect = True
    log.Columns.Add("Line", 120)
    log.Columns.Add("Text", 200)

    def made(_: Any, event: Any) -> None:
        event.Item = ListViewItem(f"Line {event.ItemIndex + 1}")
        event.Item.SubItems.Add(f"Entry {event.ItemIndex * 13 % 1000}")

    def picked(*_: Any) -> None:
        if log.SelectedIndices.Count:
            truth.write("picked", "Log", f"Line {log.SelectedIndices[0] + 1}")

    log.RetrieveVirtualItem += made
    log.VirtualListSize = LINES
    log.SelectedIndexChanged += picked
    log.ItemActivate += lambda *_: truth.write("opened", "Log", f"Line {log.SelectedIndices[0] + 1}")
    page.Controls.Add(log)


def records(page: Any, truth: TruthLog) -> None:
    """Add a navigator over records and the fields of the current one."""
    from System.Data import DataTable
    from System.Drawing import Point
    from System.Windows.Forms import AccessibleRole, BindingNavigator, BindingSource, Label, TextBox

    table = DataTable()
    for name in ("Name", "Town"):
        table.Columns.Add(name)
    for person in PEOPLE:
        table.Rows.Add(*person)
    source = BindingSource()
    source.DataSource = table
    bar = BindingNavigator(True)
    bar.BindingSource = source
    for number, name in enumerate(("Name", "Town")):
        label, field = Label(), TextBox()
        label.Text, label.AutoSize, label.Location = name, True, Point(12, 44 + 32 * number)
        field.Location, field.AccessibleRole = Point(80, 40 + 32 * number), AccessibleRole.Text
        field.DataBindings.Add("Text", source, name)
        page.Controls.Add(label)
        page.Controls.Add(field)
    page.Controls.Add(bar)

    def changed(_: Any, event: Any) -> None:
        truth.write("record", event.Column.ColumnName, str(event.Row[event.Column]))

    table.ColumnChanged += changed
    table.RowDeleted += lambda *_: truth.write("deleted", "Records")
    source.PositionChanged += lambda *_: truth.write("moved", "Records", source.Position + 1)


if __name__ == "__main__":
    end_process(show_form(__doc__, "Ledger", (620, 360), fill))
