"""A Windows Forms window of choices: a combo box, a spinner of texts, cards that look alike, a tool bar with a field.

Events: `committed` and `selected` (control: the combo box's label), written by SelectionChangeCommitted and
SelectedIndexChanged; `turned` (value: the spinner's item); `opens` (value: a time); `booked` (value: the card's title);
`found` (value). Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

COURSES = ("Monday course", "Children's hour", "Raku weekend")
SIZES = ("Tiny", "Small", "Medium", "Large")
STAMPS = ("Fish", "Leaf", "Moon")


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    add_choices(form, truth)
    for number, course in enumerate(COURSES):
        form.Controls.Add(card(course, number, truth))
    form.Controls.Add(tool_bar(truth))


def put(parent: Any, control: Any, x: int, y: int, text: str = "") -> Any:
    """Put a control into another at a place, with its role as Windows' own accessibility tells it."""
    from System.Drawing import Point
    from System.Windows.Forms import AccessibleRole, Button, TextBoxBase

    control.Location = Point(x, y)
    if text:
        control.Text = text
    if isinstance(control, Button):
        control.AccessibleRole = AccessibleRole.PushButton
    for inner in control.Controls:
        if isinstance(inner, TextBoxBase):
            inner.AccessibleRole = AccessibleRole.Text
    parent.Controls.Add(control)
    return control


def add_choices(form: Any, truth: TruthLog) -> None:
    """Add the combo box and the spinner of texts, which takes what is typed, too."""
    from System import DateTime
    from System.Windows.Forms import (
        ComboBox,
        ComboBoxStyle,
        DateTimePicker,
        DateTimePickerFormat,
        DomainUpDown,
        Label,
    )

    put(form, Label(), 8, 44, "Stamp").AutoSize = True
    stamp = put(form, ComboBox(), 80, 40)
    stamp.DropDownStyle = ComboBoxStyle.DropDownList
    for name in STAMPS:
        stamp.Items.Add(name)
    stamp.SelectedIndexChanged += lambda *_: truth.write("selected", "Stamp", str(stamp.SelectedItem))
    stamp.SelectionChangeCommitted += lambda *_: truth.write("committed", "Stamp", str(stamp.SelectedItem))
    put(form, Label(), 8, 80, "Size").AutoSize = True
    size = put(form, DomainUpDown(), 80, 76)
    for name in SIZES:
        size.Items.Add(name)
    size.SelectedIndex = 0
    size.SelectedItemChanged += lambda *_: truth.write("turned", "Size", str(size.SelectedItem))
    put(form, Label(), 230, 44, "Opens at").AutoSize = True
    opens = put(form, DateTimePicker(), 310, 40)
    opens.Width, opens.ShowUpDown = 90, True
    opens.Format, opens.CustomFormat = DateTimePickerFormat.Custom, "HH:mm"
    opens.Value = DateTime(2026, 3, 5, 9, 30, 0)
    opens.ValueChanged += lambda *_: truth.write("opens", "Opens at", opens.Value.ToString("HH:mm"))


def card(title: str, number: int, truth: TruthLog) -> Any:
    """Return a card with its title at the top and a button at its bottom."""
    from System.Drawing import Size
    from System.Windows.Forms import Button, Label, UserControl

    made = UserControl()
    made.Size = Size(140, 220)
    made.Left, made.Top = 8 + 148 * number, 130
    put(made, Label(), 6, 4, title).AutoSize = True
    book = put(made, Button(), 6, 180, "Book")
    book.Click += lambda *_: truth.write("booked", "Book", title)
    return made


def tool_bar(truth: TruthLog) -> Any:
    """Return a tool bar whose field takes Enter; its accessible name is the one of a label elsewhere."""
    from System.Windows.Forms import Keys, ToolStrip, ToolStripDropDownButton, ToolStripLabel, ToolStripTextBox

    bar = ToolStrip()
    bar.AccessibleName = "Elsewhere"
    field = ToolStripTextBox()
    field.KeyDown += lambda _, event: event.KeyCode == Keys.Enter and truth.write("found", "Find", field.Text)
    dropped = ToolStripDropDownButton("Arrange")
    for caption in ("By name", "By price"):
        item = dropped.DropDownItems.Add(caption)
        item.Click += lambda *_, chosen=caption: truth.write("arranged", "Arrange", chosen)
    bar.Items.Add(dropped)
    bar.Items.Add(ToolStripLabel("Find"))
    bar.Items.Add(field)
    return bar


if __name__ == "__main__":
    end_process(show_form(__doc__, "Kiln", (460, 380), fill))
