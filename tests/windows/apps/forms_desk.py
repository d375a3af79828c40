"""A Windows Forms window of a support desk: child windows over one another, keys of closed menus, tiles of two labels.

| what                                                             | events                                          |
|------------------------------------------------------------------|-------------------------------------------------|
| menus with keys: Reopen (F8), Delete (Ctrl+D); below More: Purge | menu (value: the item)                          |
| "Stock", a child window of a list under buttons; "Board" over it |                                                 |
| Board: a tree and a list with ticks                              | ticked (control: the item, value)               |
| panels of two labels that are clicked: Reports, Delete all       | tile (value: the first label)                   |
| a field with "pieces" behind it, a combo box below that          | pieces, city (value: the text)                  |
| properties of a label                                            | property (control: its name, value)             |

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_depot import put
from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

SIZE = (600, 320)


def fill(form: Any, truth: TruthLog) -> None:
    """Make the window one that holds others, with its menu, and show these: the board last."""
    form.IsMdiContainer = True
    bar = menu(truth)
    form.Controls.Add(bar)
    form.MainMenuStrip = bar
    form.Shown += lambda *_: (add_stock(form), add_board(form, truth))


def menu(truth: TruthLog) -> Any:
    """Return the menu bar."""
    from System.Windows.Forms import Keys, MenuStrip, ToolStripMenuItem

    def item(caption: str, *below: Any, keys: Any = None) -> Any:
        made = ToolStripMenuItem(caption)
        for inner in below:
            made.DropDownItems.Add(inner)
        if not below:
            made.Click += lambda *_: truth.write("menu", value=caption.replace("&", ""))
        if keys is not None:
            made.ShortcutKeys = keys
        return made

    bar = MenuStrip()
    purge = item("&Purge", keys=Keys.Control | Keys.Shift | Keys.P)
    delete = item("&Delete", keys=Keys.Control | Keys.D)
    bar.Items.Add(item("&Ticket", item("&Reopen", keys=Keys.F8), delete, item("&More", item("&Print"), purge)))
    return bar


def child(form: Any, title: str) -> Any:
    """Return a child window, at the same place as the others."""
    from System.Drawing import Point, Size
    from System.Windows.Forms import Form, FormStartPosition

    made = Form()
    made.Text, made.MdiParent, made.ClientSize = title, form, Size(*SIZE)
    made.StartPosition, made.Location = FormStartPosition.Manual, Point(0, 0)
    return made


def add_stock(form: Any) -> None:
    """Show the child window whose buttons lie over its list."""
    from System.Windows.Forms import Button, ListView

    stock = child(form, "Stock")
    for number in range(3):
        put(stock, Button(), (100, 60 + 60 * number, 90, 26), f"Order {number}")
    goods = put(stock, ListView(), (0, 0, 590, 310))
    for number in range(20):
        goods.Items.Add(f"Good {number}")
    stock.Show()


def add_board(form: Any, truth: TruthLog) -> None:
    """Show the child window that is worked in."""
    from System.Windows.Forms import ComboBox, Label, ListView, TextBox, TreeView, View

    board = child(form, "Board")
    tree = put(board, TreeView(), (6, 6, 120, 90))
    tree.CheckBoxes, tree.AccessibleName = True, "Sites"
    for name in ("Berlin", "Rome"):
        tree.Nodes.Add(name)
    tree.AfterCheck += lambda _, event: truth.write("ticked", event.Node.Text, event.Node.Checked)
    machines = put(board, ListView(), (6, 102, 120, 90))
    machines.View, machines.CheckBoxes, machines.AccessibleName = View.List, True, "Machines"
    for name in ("alpha", "bravo"):
        machines.Items.Add(name)
    machines.ItemChecked += lambda _, event: truth.write("ticked", event.Item.Text, event.Item.Checked)
    pieces = put(board, TextBox(), (140, 140, 60, 23))
    pieces.Leave += lambda *_: truth.write("pieces", value=pieces.Text)
    put(board, Label(), (206, 143, 60, 18), "pieces")
    city = put(board, ComboBox(), (160, 174, 120, 23))
    city.Leave += lambda *_: truth.write("city", value=city.Text)
    add_properties(board, truth)
    for number, (head, words) in enumerate((("Reports", "Monthly figures"), ("Delete all", "Empties the board"))):
        add_tile(board, (140, 6 + 60 * number, 150, 54), head, words, truth)
    board.Show()


def add_tile(board: Any, box: tuple[int, int, int, int], head: str, words: str, truth: TruthLog) -> None:
    """Add a panel of two labels; wherever it is clicked, it does the same."""
    from System.Windows.Forms import BorderStyle, Label, Panel

    tile = put(board, Panel(), box)
    tile.BorderStyle = BorderStyle.FixedSingle
    for part in (tile, put(tile, Label(), (8, 6, 130, 18), head), put(tile, Label(), (8, 28, 130, 18), words)):
        part.Click += lambda *_: truth.write("tile", value=head)


def add_properties(board: Any, truth: TruthLog) -> None:
    """Add the properties of a label."""
    from System.Windows.Forms import Label, PropertyGrid, PropertySort

    grid = put(board, PropertyGrid(), (300, 6, 290, 300))
    grid.AccessibleName, grid.PropertySort = "Properties", PropertySort.Alphabetical
    grid.PropertyValueChanged += lambda _, event: truth.write(
        "property", event.ChangedItem.Label, str(event.ChangedItem.Value)
    )
    grid.SelectedObject = Label()


if __name__ == "__main__":
    end_process(show_form(__doc__, "Support desk", (640, 400), fill))
