"""A Windows Forms table that is longer than its window: 60 rows, the empty one for a new row far below what shows.

Columns: Name, Team, Present (check boxes), Grade (combo boxes). Events: `row_added`; `changed` (control: the column,
value: `NAME=VALUE`), written by the grid's own handlers; `command`, which the form does at F2, whatever has the focus.
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

ROWS = 60
GRADES = ("Junior", "Senior", "Lead")


def fill(form: Any, truth: TruthLog) -> None:
    """Add the table, which fills the window, and the form's own key."""
    from System.Windows.Forms import DockStyle, Keys

    def pressed(_: Any, event: Any) -> None:
        if event.KeyCode == Keys.F2:
            event.Handled = True
            truth.write("command")

    form.KeyPreview = True
    form.KeyDown += pressed
    grid = table(truth)
    grid.Dock = DockStyle.Fill
    form.Controls.Add(grid)


def table(truth: TruthLog) -> Any:
    """Return the table with its rows and handlers."""
    from System import Array, Object
    from System.Windows.Forms import (
        DataGridView,
        DataGridViewCheckBoxColumn,
        DataGridViewComboBoxColumn,
        DataGridViewTextBoxColumn,
    )

    grid = DataGridView()
    grades = DataGridViewComboBoxColumn()
    for grade in GRADES:
        grades.Items.Add(grade)
    columns = (
        ("Name", DataGridViewTextBoxColumn()), ("Team", DataGridViewTextBoxColumn()),
        ("Present", DataGridViewCheckBoxColumn()), ("Grade", grades),
    )  # fmt: skip
    for name, column in columns:
        column.Name = column.HeaderText = name
        grid.Columns.Add(column)
    for number in range(1, ROWS + 1):
        grid.Rows.Add(Array[Object]([f"Person {number}", f"Team {number % 7}", False, GRADES[0]]))

    def changed(_: Any, event: Any) -> None:
        if event.RowIndex >= 0:
            cells = grid.Rows[event.RowIndex].Cells
            value = cells[event.ColumnIndex].Value
            truth.write("changed", columns[event.ColumnIndex][0], f"{cells[0].Value}={value}")

    grid.CellValueChanged += changed
    grid.UserAddedRow += lambda *_: truth.write("row_added", value=grid.Rows.Count - 1)
    return grid


if __name__ == "__main__":
    end_process(show_form(__doc__, "Staff", (520, 320), fill))
