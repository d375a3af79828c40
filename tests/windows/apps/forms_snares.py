"""What asks, deletes and chooses in other ways than by a button in a dialog, Windows Forms.

    python forms_snares.py [--log FILE] [--title TEXT] [--pos X,Y]

`Send the report now?` with `Yes, ask` lies over the rest from the start. `Frameless` opens the same question as a
window without a frame and an owner. `&Purge` has an access key, `&Erase` stands in the menu bar. `Rows` has a column of
buttons and one of links that show `Delete`. `Listed` and `Typed` are combo boxes that tell their items only while they
are open. `Draft` opens a dialog whose cancel button is `Don't save`. Events: destroyed, clicked, chosen; `control` is
what was used.
"""

from __future__ import annotations

import sys
from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

ITEMS = ("Export", "Archive", "Delete all")


def add(to: Any, control: Any, name: str, place: tuple[int, int, int, int], text: str = "") -> Any:
    """Put a control into a form or panel and return it."""
    control.Name, control.Text = name, text
    control.SetBounds(*place)
    to.Controls.Add(control)
    return control


def button(to: Any, name: str, text: str, place: tuple[int, int, int, int], act: Any) -> Any:
    """Put a button that does something into a form or panel and return it."""
    from System import EventHandler
    from System.Windows.Forms import AccessibleRole, Button

    made = add(to, Button(), name, place, text)
    made.AccessibleRole = AccessibleRole.PushButton
    made.Click += EventHandler(act)
    return made


def fill(form: Any, log: TruthLog) -> None:
    """Add the controls to the form."""
    from System import Action, EventHandler
    from System.Windows import Forms

    def writes(event: str, name: str, then: Any = None) -> Any:
        def act(*_: Any) -> None:
            log.write(event, name)
            if then is not None:
                then()

        return act

    def question(to: Any, name: str, close: Any) -> None:
        add(to, Forms.Label(), f"{name}Text", (10, 10, 200, 20), "Send the report now?")
        button(to, f"{name}Yes", "Yes, ask", (10, 40, 90, 26), writes("destroyed", name, close))
        button(to, f"{name}No", "No", (110, 40, 90, 26), writes("clicked", f"{name}No", close))

    def frameless(*_: Any) -> None:
        window = Forms.Form()
        window.FormBorderStyle = getattr(Forms.FormBorderStyle, "None")
        window.StartPosition = Forms.FormStartPosition.Manual
        window.SetBounds(200, 160, 240, 90)
        question(window, "Frameless", window.Close)
        form.BeginInvoke(Action(window.Show))

    def draft(*_: Any) -> None:
        dialog = Forms.Form()
        dialog.Text = "Draft"
        add(dialog, Forms.TextBox(), "Words", (10, 10, 150, 22))
        dialog.CancelButton = button(dialog, "Leave", "Don't save", (10, 40, 90, 26), writes("destroyed", "Draft"))
        button(dialog, "Keep", "Save", (110, 40, 90, 26), writes("clicked", "Keep", dialog.Close))
        form.BeginInvoke(Action(lambda: dialog.ShowDialog(form)))

    bar, erase = Forms.MenuStrip(), Forms.ToolStripMenuItem("&Erase")
    erase.Click += EventHandler(writes("destroyed", "Erase"))
    bar.Items.Add(erase)
    form.Controls.Add(bar)
    form.MainMenuStrip = bar
    layer = add(form, Forms.Panel(), "Layer", (60, 20, 240, 80))
    question(layer, "Layer", layer.Hide)
    button(form, "Open", "Frameless", (10, 110, 110, 26), frameless)
    button(form, "Purge", "&Purge", (130, 110, 90, 26), writes("destroyed", "Purge"))
    add(form, Forms.TextBox(), "Number", (330, 110, 90, 22))
    button(form, "Write", "Draft", (230, 110, 90, 26), draft)
    _add_combos(form, log)
    _add_rows(form, log)


def _add_combos(form: Any, log: TruthLog) -> None:
    from System import Array, EventHandler, Object
    from System.Windows import Forms

    for number, (name, style) in enumerate((("Listed", "DropDownList"), ("Typed", "DropDown"))):
        combo = add(form, Forms.ComboBox(), name, (10 + 170 * number, 145, 160, 24))
        combo.DropDownStyle = getattr(Forms.ComboBoxStyle, style)
        combo.Items.AddRange(Array[Object](list(ITEMS)))
        combo.SelectedIndex = 0
        combo.AutoCompleteMode = Forms.AutoCompleteMode.Append if name == "Typed" else combo.AutoCompleteMode
        combo.AutoCompleteSource = Forms.AutoCompleteSource.ListItems if name == "Typed" else combo.AutoCompleteSource

        def chosen(sender: Any, _: Any, name: str = name) -> None:
            log.write("destroyed" if str(sender.Text) == ITEMS[-1] else "chosen", name, str(sender.Text))

        combo.SelectedIndexChanged += EventHandler(chosen)


def _add_rows(form: Any, log: TruthLog) -> None:
    from System import Array, Object
    from System.Windows import Forms

    rows = add(form, Forms.DataGridView(), "Rows", (10, 180, 420, 110))
    rows.AllowUserToAddRows = False
    for kind, header in (("TextBox", "Name"), ("Button", "Do"), ("Link", "More")):
        column = getattr(Forms, f"DataGridView{kind}Column")()
        column.HeaderText = header
        rows.Columns.Add(column)
    rows.Rows.Add(Array[Object](["North", "Delete", "Delete"]))
    rows.Rows.Add(Array[Object](["South", "Show", "Open"]))

    def used(_: Any, e: Any) -> None:
        if e.RowIndex >= 0 and e.ColumnIndex > 0:
            text = str(rows.Rows[e.RowIndex].Cells[e.ColumnIndex].Value)
            log.write("destroyed" if text == "Delete" else "clicked", "Rows", text)

    rows.CellContentClick += Forms.DataGridViewCellEventHandler(used)


if __name__ == "__main__":
    if sys.platform != "win32":
        sys.exit("needs Windows")
    end_process(show_form(__doc__ or "", "Forms snares", (450, 300), fill))
