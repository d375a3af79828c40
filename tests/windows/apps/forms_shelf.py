"""A Windows Forms window of lists whose items are renamed, a date that can be left out, and a table of many rows.

Events: `dated` (value: a date or "none"); `renamed` (control, value: the new text); `picked` (control, value: the
chosen items, joined by a comma); `edited` (value: row/column=value); `row` (value: the chosen rows' numbers and the
current one's).
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

JARS = ("Basil", "Cumin", "Dill")
SHELVES = {"Upper": ("Flour", "Sugar"), "Lower": ("Oats",)}
COLOURS = ("Red", "Green", "Blue", "White")
ROWS = 500
COLUMNS = ("Part", "Bin", "Count", "Note")


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    add_date(form, truth)
    add_jars(form, truth)
    add_shelves(form, truth)
    add_colours(form, truth)
    add_table(form, truth)


def put(form: Any, control: Any, box: tuple[int, int, int, int], caption: str) -> Any:
    """Put a control at a place, with a label above it."""
    from System.Drawing import Point, Size
    from System.Windows.Forms import Label

    x, y, width, height = box
    label = Label()
    label.Text, label.AutoSize, label.Location = caption, True, Point(x, y - 18)
    form.Controls.Add(label)
    control.Location, control.Size = Point(x, y), Size(width, height)
    form.Controls.Add(control)
    return control


def add_date(form: Any, truth: TruthLog) -> None:
    """Add a date that need not be set: its check box says whether it is."""
    from System import DateTime
    from System.Windows.Forms import DateTimePicker, DateTimePickerFormat

    due = put(form, DateTimePicker(), (8, 24, 140, 24), "Due")
    due.Format, due.CustomFormat, due.ShowCheckBox = DateTimePickerFormat.Custom, "yyyy-MM-dd", True
    due.Value, due.Checked = DateTime(2026, 3, 5), False

    def dated(*_: Any) -> None:
        truth.write("dated", "Due", due.Value.ToString("yyyy-MM-dd") if due.Checked else "none")

    due.ValueChanged += dated


def add_jars(form: Any, truth: TruthLog) -> None:
    """Add a list view whose items can be renamed."""
    from System.Windows.Forms import Keys, ListView, View

    jars = put(form, ListView(), (8, 80, 140, 120), "Jars")
    jars.View, jars.LabelEdit, jars.MultiSelect = View.List, True, False
    for name in JARS:
        jars.Items.Add(name)
    jars.KeyDown += lambda _, event: event.KeyCode == Keys.F2 and jars.SelectedItems[0].BeginEdit()
    jars.AfterLabelEdit += lambda _, event: event.Label is None or truth.write("renamed", "Jars", event.Label)


def add_shelves(form: Any, truth: TruthLog) -> None:
    """Add a tree whose nodes can be renamed."""
    from System.Windows.Forms import Keys, TreeView

    shelves = put(form, TreeView(), (8, 230, 140, 150), "Shelves")
    shelves.LabelEdit = True
    for name, below in SHELVES.items():
        node = shelves.Nodes.Add(name)
        for inner in below:
            node.Nodes.Add(inner)
    shelves.ExpandAll()
    shelves.KeyDown += lambda _, event: event.KeyCode == Keys.F2 and shelves.SelectedNode.BeginEdit()
    shelves.AfterLabelEdit += lambda _, event: event.Label is None or truth.write("renamed", "Shelves", event.Label)


def add_colours(form: Any, truth: TruthLog) -> None:
    """Add two lists in which several items can be chosen: by simple clicks, and as in Explorer."""
    from System.Windows.Forms import ListBox, SelectionMode

    for caption, top, mode in (("Paints", 24, SelectionMode.MultiSimple), ("Inks", 130, SelectionMode.MultiExtended)):
        box = put(form, ListBox(), (170, top, 120, 80), caption)
        box.SelectionMode = mode
        for name in COLOURS:
            box.Items.Add(name)

        def picked(*_: Any, box: Any = box, caption: str = caption) -> None:
            truth.write("picked", caption, ",".join(str(item) for item in box.SelectedItems))

        box.SelectedIndexChanged += picked


def add_table(form: Any, truth: TruthLog) -> None:
    """Add a table of many rows."""
    from System.Windows.Forms import DataGridView

    table = put(form, DataGridView(), (310, 24, 320, 380), "Parts")
    for name in COLUMNS:
        table.Columns.Add(name, name)
    for number in range(1, ROWS + 1):
        table.Rows.Add(f"Part {number}", f"B{number % 9}", str(number * 3), "")

    def edited(_: Any, event: Any) -> None:
        cell = table.Rows[event.RowIndex].Cells[event.ColumnIndex]
        truth.write("edited", "Parts", f"{event.RowIndex + 1}/{COLUMNS[event.ColumnIndex]}={cell.Value}")

    table.CellValueChanged += edited

    def chosen(*_: Any) -> None:
        if table.SelectedRows.Count and table.CurrentCell is not None:
            rows = ",".join(str(row.Index + 1) for row in table.SelectedRows)
            truth.write("row", "Parts", f"{rows}, current {table.CurrentCell.RowIndex + 1}")

    table.SelectionChanged += chosen


if __name__ == "__main__":
    end_process(show_form(__doc__, "Shelf", (640, 420), fill))
