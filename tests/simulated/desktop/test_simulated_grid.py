"""Grids and long lists are virtualised: only what is in view stands in the tree; the rest is found, then realised."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import StaleRef, Unsupported


@pytest.fixture
def grid(zoo):
    zoo.act("GridTab", "select")
    return zoo.find("Orders")


def test_only_the_rows_in_view_are_in_the_tree(zoo, desktop, grid):
    rows = zoo.all(control_type="DataItem")
    assert 10 < len(rows) < 60
    assert all(r.visible for r in rows)
    assert desktop.grid_size(grid) == (10_000, 2)
    assert desktop.grid_headers(grid) == ["Number", "Customer"]


def test_cells_are_read_anywhere_and_have_name_and_value(desktop, grid):
    cell = desktop.grid_cell(grid, 9000, 1)
    assert (cell.name, cell.value, cell.control_type) == ("customer 9000", "customer 9000", "Custom")
    assert not cell.visible
    assert desktop.grid_cell(grid, 10_000, 0) is None
    assert desktop.grid_cell(grid, 0, 2) is None


def test_a_row_out_of_view_is_realised_and_selected(zoo, desktop, grid):
    row = desktop.grid_row(desktop.grid_cell(grid, 9000, 0))
    assert "VirtualizedItem" in row.patterns
    assert row.bounding_rect is None
    real = desktop.realize(row)
    assert real.ref == row.ref
    assert real.visible
    assert "VirtualizedItem" not in real.patterns
    assert desktop.act(real, "select").error() is None
    assert zoo.status == "selected_index 9000"
    assert zoo.find("Orders").control_type == "DataGrid"


def test_rows_are_found_by_their_name_one_after_the_other(desktop, grid):
    first = desktop.find_item(grid, after=None, prop="name", value="System.Data.DataRowView")
    second = desktop.find_item(grid, after=first, prop="name", value="System.Data.DataRowView")
    assert desktop.find_item(grid, after=None, prop="name", value="customer 1") is None
    assert [desktop.children(r)[0].name for r in (first, second)] == ["0", "1"]


def test_a_long_list_finds_an_item_out_of_view_by_its_name(zoo, desktop):
    zoo.act("ListsTab", "select")
    box = zoo.find("Multi")
    assert not zoo.all(name="item 150")
    item = desktop.find_item(box, after=None, prop="name", value="item 150")
    assert "VirtualizedItem" in item.patterns
    desktop.realize(item)
    assert zoo.all(name="item 150", control_type="ListItem")[0].visible
    assert desktop.find_item(box, after=item, prop="name", value="item 150") is None


def test_scrolling_by_percent_and_pages_moves_the_rows(zoo, desktop, grid):
    zoo.act("Orders", "scroll", (None, 100))
    assert desktop.children(zoo.all(control_type="DataItem")[-1])[0].name == "9999"
    zoo.act("Orders", "scroll_by", (None, -1))
    assert desktop.children(zoo.all(control_type="DataItem")[-1])[0].name != "9999"
    zoo.act("Orders", "scroll", (None, 0))
    assert desktop.children(zoo.all(control_type="DataItem")[0])[0].name == "0"


def test_an_edited_cell_keeps_its_value(desktop, grid):
    cell = desktop.grid_cell(grid, 5, 1)
    assert desktop.act(cell, "set_value", "new").error() is None
    assert desktop.grid_cell(grid, 5, 1).value == "new"


@pytest.mark.parametrize("start", ["F2", "double click", "typing"])
def test_a_cell_is_edited_in_place_and_enter_commits(zoo, desktop, grid, start):
    cell = desktop.grid_cell(grid, 1, 1)
    desktop.mouse_click(*cell.bounding_rect.center, count=2 if start == "double click" else 1)
    if start == "F2":
        desktop.press_keys(("F2",))
    desktop.type_text("by hand")
    (editor,) = desktop.children(desktop.read(cell))
    assert (editor.control_type, editor.value, editor.focused) == ("Edit", "by hand", True)
    assert desktop.read(cell).value == "customer 1"
    desktop.type_text("\n")
    assert desktop.read(cell).value == "by hand"
    assert [c.control_type for c in desktop.children(cell)] == ["Text"]


def test_leaving_an_edited_cell_commits_it_and_escape_does_not(zoo, desktop, grid):
    first, second = (desktop.grid_cell(grid, n, 1) for n in (1, 2))
    desktop.mouse_click(*first.bounding_rect.center)
    desktop.type_text("one")
    desktop.mouse_click(*second.bounding_rect.center)
    assert desktop.read(first).value == "one"
    desktop.type_text("two")
    desktop.press_keys(("Esc",))
    assert desktop.read(second).value == "customer 2"


def test_several_rows_can_be_selected(desktop, grid):
    rows = [desktop.grid_row(desktop.grid_cell(grid, i, 0)) for i in (1, 3)]
    desktop.act(rows[0], "select")
    desktop.act(rows[1], "add_to_selection")
    assert [desktop.read(r).selected for r in rows] == [True, True]


def test_a_header_sorts_and_a_list_view_has_cells_of_text(zoo, desktop, grid):
    header = next(c for c in zoo.all(control_type="HeaderItem") if c.name == "Customer")
    desktop.act(header, "invoke")
    desktop.act(header, "invoke")
    assert desktop.grid_cell(zoo.find("Orders"), 0, 1).name == "customer 9999"
    zoo.act("ListsTab", "select")
    cell = desktop.grid_cell(zoo.find("Table"), 1, 0)
    assert (cell.name, cell.control_type, cell.patterns) == ("b", "Text", ("GridItem", "TableItem"))


def test_new_rows_make_old_ones_stale(open_xaml, desktop):
    code = """class CodeBehind:
    def __init__(self, view): self.fill(view, None)
    def fill(self, view, sender): view.rows("G", ["A"], [["x"], ["y"]])
"""
    app = open_xaml('<StackPanel><Button x:Name="B" Click="fill"/><DataGrid x:Name="G"/></StackPanel>', code)
    old = app.all(control_type="DataItem")[0]
    app.act("B", "invoke")
    with pytest.raises(StaleRef):
        desktop.read(old)


def test_what_is_no_grid_says_so(zoo, desktop):
    with pytest.raises(Unsupported):
        desktop.grid_size(zoo.find("SaveButton"))
    with pytest.raises(Unsupported):
        desktop.find_item(zoo.find("SaveButton"), after=None, prop="name", value="x")
