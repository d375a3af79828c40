"""The TextBox that stands in a cell of a DataGrid while it is edited."""

from __future__ import annotations

from wpfagent.desktops.simulated.elements import Element


def is_editor(element: Element) -> bool:
    """Return whether this is the TextBox of a cell that is edited."""
    return element.kind == "TextBox" and element.parent is not None and element.parent.kind == "DataGridCell"


def open_editor(cell: Element) -> Element | None:
    """Put a TextBox with the cell's text into the cell; None where nothing can be edited."""
    if cell.kind != "DataGridCell" or cell.read_only or cell.children:
        return None
    editor = Element("TextBox", cell.window, cell)
    editor.text = cell.text
    cell.children.append(editor)
    if cell.part is not None:
        cell.part.shown = False
    cell.window.changed()
    return editor


def close_editor(editor: Element, *, commit: bool) -> None:
    """Take the TextBox away; with `commit` its text is the cell's from now on."""
    cell = editor.parent
    if cell is None or editor not in cell.children:
        return
    cell.children.clear()
    if cell.part is not None:
        cell.part.shown = True
    if commit:
        put_cell(cell, editor.text)
    cell.window.changed()


def put_cell(cell: Element, text: str) -> None:
    """Change a cell of the grid's data."""
    assert cell.table is not None
    assert cell.parent is not None
    cell.table.data[cell.parent.row][cell.column] = text
    cell.window.changed(layout=False)
