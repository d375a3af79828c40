"""Rows of text for WPF's DataGrid and ListView, through a DataTable.

Imports .NET: only after `dotnet.start()`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from System import String
from System.Data import DataTable
from System.Windows import Data
from System.Windows.Controls import DataGrid, DataGridLength, DataGridLengthUnitType, DataGridTextColumn, GridViewColumn

LIST_COLUMN_WIDTH = 200.0


def fill(control: Any, columns: Sequence[str], data: Sequence[Sequence[object]]) -> None:
    """Show these rows under these headers, in place of what was there."""
    table = DataTable()
    for index in range(len(columns)):
        # Headers are no column names: a binding path gives a meaning to dots, brackets and slashes.
        table.Columns.Add(f"c{index}", String)
    for row in data:
        table.Rows.Add(*("" if cell is None else str(cell) for cell in row))
    headers = control.Columns if isinstance(control, DataGrid) else control.View.Columns
    if [str(column.Header) for column in headers] != list(columns):
        headers.Clear()
        for index, header in enumerate(columns):
            binding = Data.Binding(f"c{index}")
            headers.Add((_grid_column if isinstance(control, DataGrid) else _list_column)(header, binding))
    control.ItemsSource = table.DefaultView


def _grid_column(header: str, binding: Any) -> Any:
    column = DataGridTextColumn()
    column.Header = header
    column.Binding = binding
    column.Width = DataGridLength(1.0, DataGridLengthUnitType.Star)
    return column


def _list_column(header: str, binding: Any) -> Any:
    column = GridViewColumn()
    column.Header = header
    column.DisplayMemberBinding = binding
    column.Width = LIST_COLUMN_WIDTH  # an automatic width is that of the rows at hand, and a list starts empty
    return column
