"""What the zoo's lists hold: tables, a tree that loads when it is expanded, and controls in any number."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from System import Boolean, Int32, String
from System.Data import DataTable
from System.IO import StringReader
from System.Windows.Controls import TreeViewItem
from truth_log import TruthLog

PEOPLE = [
    ("Anna Berg", "Oslo", 34, True, 1),
    ("Ben Ortiz", "Lima", 51, False, 2),
    ("Chiyo Mori", "京都", 28, True, 3),
    ("Dora Klein", "Wien", 45, True, 4),
    ("Emil Novak", "Brno", 39, False, 5),
]
PEOPLE_COLUMNS = {"Name": String, "City": String, "Age": Int32, "Active": Boolean, "Id": Int32}
BIG_COLUMNS = {"Number": Int32, "Customer": String, "Total": String}
FIRST_NAMES = ("Alice", "Bruno", "Carla", "Dmitri", "Emi", "Farid", "Greta")


def make_table(columns: dict[str, Any], rows: list[tuple[Any, ...]]) -> Any:
    """Return a DataTable with these rows. One call for all: one call a row takes six times as long."""
    table = DataTable("row")
    for name, kind in columns.items():
        table.Columns.Add(name, kind)
    lines = (
        "".join(f"<{name}>{escape(_xml_text(value))}</{name}>" for name, value in zip(columns, row, strict=True))
        for row in rows
    )
    table.ReadXml(StringReader("<rows>" + "".join(f"<row>{line}</row>" for line in lines) + "</rows>"))
    return table


def _xml_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def people() -> Any:
    """Return the table of five people."""
    return make_table(PEOPLE_COLUMNS, list(PEOPLE))


def big_rows(count: int) -> list[tuple[Any, ...]]:
    """Return the rows of the big grid: number from 0, customer (unique), total."""
    return [
        (number, f"{FIRST_NAMES[number % len(FIRST_NAMES)]} {number:05d}", f"{number * 7 % 1000}.{number % 100:02d}")
        for number in range(count)
    ]


def log_edits(table: Any, *, control: str, log: TruthLog) -> None:
    """Write `cell_edited` whenever a value of the table itself changed."""

    def on_column_changed(sender: Any, e: Any) -> None:
        value = e.ProposedValue
        value = value if isinstance(value, (str, int, float, bool)) else str(value)
        log.write("cell_edited", control, value, row=table.Rows.IndexOf(e.Row), column=e.Column.ColumnName)

    table.ColumnChanged += on_column_changed


class LazyTree:
    """Three levels, each loaded when its parent is expanded: `Region 2`, `Site 2.1`, `Device 2.1.3`."""

    levels = ("Region", "Site", "Device")
    children = 4

    def __init__(self, tree: Any, log: TruthLog) -> None:
        self._log = log
        self._fill(tree, "")

    def _fill(self, parent: Any, path: str) -> None:
        level = path.count(".") + 1 if path else 0
        for number in range(1, self.children + 1):
            place = f"{path}.{number}" if path else str(number)
            item = TreeViewItem()
            item.Header = f"{self.levels[level]} {place}"
            item.Name = "Node_" + place.replace(".", "_")
            item.Tag = place
            if level + 1 < len(self.levels):
                item.Items.Add("loading")
                item.Expanded += self._on_expanded
            parent.Items.Add(item)

    def _on_expanded(self, sender: Any, e: Any) -> None:
        is_own = e.OriginalSource.Name == sender.Name  # the event of a child comes by here too
        if is_own and sender.Items.Count == 1 and sender.Items[0] == "loading":
            sender.Items.Clear()
            self._fill(sender, sender.Tag)
            self._log.write("loaded", sender.Name, sender.Header)


def wide_tab(count: int) -> str:
    """Return the XAML of a tab with this many controls, buttons and labels in turn (two elements each)."""
    controls = "".join(
        f'<Button x:Name="WideButton{number}" Content="Button {number}" Padding="2,0" FontSize="9"/>'
        if number % 2 == 0
        else f'<Label x:Name="WideLabel{number}" Content="Label {number}" Padding="2,0" FontSize="9"/>'
        for number in range(count)
    )
    return (
        '<TabItem xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
        ' xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="WideTab" Header="Wide">'
        f'<ScrollViewer x:Name="WideScroll"><WrapPanel>{controls}</WrapPanel></ScrollViewer></TabItem>'
    )
