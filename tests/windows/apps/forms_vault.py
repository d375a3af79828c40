"""A Windows Forms window of a vault: fields behind ticks, names by the tab order, a list that acts by the column.

| what                                                        | events                                          |
|-------------------------------------------------------------|-------------------------------------------------|
| ticks before a number, a date; one beside another's field   | ticked; number, date, text (the field's, value) |
| a tick before a choice that is disabled                     |                                                 |
| a choice whose field stands indented below it               | chosen; text                                    |
| a label that stands before another field in the tab order   | text                                            |
| a list whose double click does what its column says         | double (value: the column's name)               |
| "Lock": a dialog with explained commands, as the tool bar's | asked; command                                  |
| a tab called as a place to drop on                          | tab                                             |

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

EXPLAINED = {
    "Save": "Save all changes and lock the vault.",
    "Discard changes": "Discard all changes and lock the vault.",
    "Cancel": "The vault stays open.",
}


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    add_ticks(form, truth)
    add_notes(form, truth)
    add_entries(form, truth)
    add_pages(form, truth)
    for place, caption in enumerate(("Lock", "Save")):
        button = put(form, "Button", (20 + 100 * place, 330, 90, 26), caption)
        act = ask if caption == "Lock" else lambda *_: truth.write("command", "bar")
        button.Click += lambda *_, act=act: act(form, truth)


def put(holder: Any, kind: str, box: tuple[int, int, int, int], caption: str = "") -> Any:
    """Put a control at a place. (A text box tells its role as it does on Windows, where the system tells it.)"""
    from System.Windows import Forms

    control = getattr(Forms, kind)()
    control.SetBounds(*box)
    if caption:
        control.Text = caption
    if kind == "TextBox":
        control.AccessibleRole = Forms.AccessibleRole.Text
    holder.Controls.Add(control)
    return control


def add_ticks(form: Any, truth: TruthLog) -> None:
    """Add options and the fields that they stand before."""
    from System import DateTime
    from System.Windows.Forms import AccessibleRole, DateTimePickerFormat

    number = put(form, "NumericUpDown", (250, 10, 60, 24))
    number.Controls[1].AccessibleRole = AccessibleRole.Text
    date = put(form, "DateTimePicker", (120, 40, 190, 24))
    date.Format, date.CustomFormat = DateTimePickerFormat.Custom, "M/d/yyyy h:mm:ss tt"
    date.Value = DateTime(2026, 11, 27)
    for caption, top in (("Limit size (MB):", 10), ("Expires:", 40), ("Compress", 70), ("Use pattern:", 100)):
        tick = put(form, "RadioButton" if caption.startswith("Use") else "CheckBox", (20, top, 96, 22), caption)
        tick.CheckedChanged += lambda *_, tick=tick, caption=caption: truth.write("ticked", caption, bool(tick.Checked))
    put(form, "Label", (120, 74, 60, 20), "Owner:")
    owner = put(form, "TextBox", (190, 70, 120, 23))
    pattern = put(form, "TextBox", (36, 126, 274, 23))
    put(form, "CheckBox", (330, 290, 100, 22), "Copy to")
    put(form, "ComboBox", (440, 288, 120, 24)).Enabled = False
    number.ValueChanged += lambda *_: truth.write("number", "size", str(number.Value))
    date.ValueChanged += lambda *_: truth.write("date", "expires", date.Value.ToString("yyyy-MM-dd"))
    for name, field in (("owner", owner), ("pattern", pattern)):
        field.TextChanged += lambda *_, name=name, field=field: truth.write("text", name, str(field.Text))


def add_notes(form: Any, truth: TruthLog) -> None:
    """Add a field below that the system names by the label of another one: that stands before it in the tab order."""
    title = put(form, "TextBox", (120, 160, 190, 23))
    put(form, "Label", (20, 192, 96, 20), "Notes:")
    put(form, "Label", (20, 164, 96, 20), "Title:")
    notes = put(form, "RichTextBox", (120, 190, 190, 60))
    for name, field in (("title", title), ("notes", notes)):
        field.TextChanged += lambda *_, name=name, field=field: truth.write("text", name, str(field.Text))


def add_entries(form: Any, truth: TruthLog) -> None:
    """Add a list of columns whose double click does what the column under it says."""
    from System.Windows.Forms import Control, ListViewItem, View

    entries = put(form, "ListView", (330, 10, 340, 140))
    entries.View, entries.FullRowSelect = View.Details, True
    for column in ("Entry", "User", "Secret"):
        entries.Columns.Add(column, 105)
    for row in (("Bank", "anna", "***"), ("Mail", "ben", "***")):
        item = ListViewItem(row[0])
        for text in row[1:]:
            item.SubItems.Add(text)
        entries.Items.Add(item)

    def double(*_: Any) -> None:
        hit = entries.HitTest(entries.PointToClient(Control.MousePosition))
        column = hit.Item.SubItems.IndexOf(hit.SubItem) if hit.Item is not None else -1
        truth.write("double", str(hit.Item.Text) if hit.Item is not None else "", column)

    entries.DoubleClick += double


def add_pages(form: Any, truth: TruthLog) -> None:
    """Add pages, of which one is called as what things are thrown into."""
    from System.Windows.Forms import TabPage

    pages = put(form, "TabControl", (330, 160, 340, 120))
    for caption in ("General", "Recycle Bin"):
        pages.TabPages.Add(TabPage(caption))
    pages.SelectedIndexChanged += lambda *_: truth.write("tab", value=str(pages.SelectedTab.Text))


def ask(form: Any, truth: TruthLog) -> None:
    """Ask by commands that are explained in the lines below them, as the system's task dialog does."""
    from System.Windows.Forms import DialogResult, Form

    dialog = Form()
    dialog.Text = "Save before locking?"
    dialog.SetBounds(0, 0, 360, 260)
    for place, (caption, words) in enumerate(EXPLAINED.items()):
        button = put(dialog, "Button", (20, 10 + 60 * place, 300, 50), f"{caption}\n{words}")
        button.Click += lambda *_, caption=caption: truth.write("command", "dialog", caption)
        button.DialogResult = DialogResult.OK
    truth.write("asked")
    dialog.ShowDialog(form)


if __name__ == "__main__":
    end_process(show_form(__doc__, "Vault", (690, 370), fill))
