"""A Windows Forms window of choices: a combo box, a spinner of texts, cards that look alike, a tool bar with a field.

On the right, made before their labels as a designer's code often is: a combo box whose list is always open, a date
that may be left out, a time with arrows, a calendar, a combo box that completes what is typed, beside the form's
default button, and two racks of panels within panels with the same fields.

Events: `committed` and `selected` (control: the combo box's label), written by SelectionChangeCommitted and
SelectedIndexChanged; `turned` (value: the spinner's item); `opens` (value: a time); `booked` (value: the card's title);
`found` (value); `clay`, `glazed` (value: a day, or none), `closes`, `firing` (value: a day); `tinted`, `lit` (the
default button); `height`, `unit`, `filled` (control: the rack's title).

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

CLAYS = ("Stoneware", "Porcelain", "Raku", "Terracotta", "Earthenware", "Paper clay")
COURSES = ("Monday course", "Children's hour", "Raku weekend")
SIZES = ("Tiny", "Small", "Medium", "Large")
STAMPS = ("Fish", "Leaf", "Moon")


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    add_choices(form, truth)
    for number, course in enumerate(COURSES):
        form.Controls.Add(card(course, number, truth))
    form.Controls.Add(tool_bar(truth))
    add_labelled_later(form, truth)
    for number, title in enumerate(("Top rack", "Low rack")):
        form.Controls.Add(rack(title, number, truth))


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


def add_labelled_later(form: Any, truth: TruthLog) -> None:
    """Add the fields whose labels are made after them."""
    from System import DateTime
    from System.Windows.Forms import (
        AutoCompleteMode,
        AutoCompleteSource,
        Button,
        ComboBox,
        ComboBoxStyle,
        DateTimePicker,
        DateTimePickerFormat,
        Label,
        MonthCalendar,
    )

    clay = ComboBox()
    clay.DropDownStyle, clay.Height, clay.Width = ComboBoxStyle.Simple, 84, 120
    for name in CLAYS:
        clay.Items.Add(name)
    put(form, clay, 540, 40)
    clay.SelectedIndexChanged += lambda *_: truth.write("clay", "Clay", clay.Text)
    put(form, Label(), 466, 43, "Clay").AutoSize = True
    glazed = put(form, DateTimePicker(), 540, 132)
    glazed.Width, glazed.ShowCheckBox, glazed.Format = 120, True, DateTimePickerFormat.Short
    glazed.Value, glazed.Checked = DateTime(2026, 3, 4), False
    glazed.ValueChanged += lambda *_: truth.write(
        "glazed", "Glazed on", glazed.Value.ToString("yyyy-MM-dd") if glazed.Checked else "none"
    )
    put(form, Label(), 466, 136, "Glazed on").AutoSize = True
    closes = put(form, DateTimePicker(), 540, 162)
    closes.Width, closes.ShowUpDown = 90, True
    closes.Format, closes.CustomFormat = DateTimePickerFormat.Custom, "HH:mm"
    closes.Value = DateTime(2026, 3, 5, 18, 15, 0)
    closes.ValueChanged += lambda *_: truth.write("closes", "Closes at", closes.Value.ToString("HH:mm"))
    put(form, Label(), 466, 166, "Closes at").AutoSize = True
    tint = put(form, ComboBox(), 700, 232)
    tint.Width, tint.AutoCompleteMode = 120, AutoCompleteMode.SuggestAppend
    tint.AutoCompleteSource = AutoCompleteSource.ListItems
    for name in ("Amber", "Beige", "Celadon"):
        tint.Items.Add(name)
    tint.SelectionChangeCommitted += lambda *_: truth.write("tinted", "Tint", str(tint.SelectedItem))
    put(form, Label(), 650, 236, "Tint").AutoSize = True
    light = put(form, Button(), 840, 232, "Light")
    light.Click += lambda *_: truth.write("lit")
    tint.Enter += lambda *_: setattr(form, "AcceptButton", light)
    tint.Leave += lambda *_: setattr(form, "AcceptButton", None)
    firing = put(form, MonthCalendar(), 466, 210)
    firing.MaxSelectionCount = 1
    firing.SetDate(DateTime(2026, 3, 4))
    firing.DateSelected += lambda _, event: truth.write("firing", "Next firing", event.Start.ToString("yyyy-MM-dd"))
    put(form, Label(), 466, 192, "Next firing").AutoSize = True


def rack(title: str, number: int, truth: TruthLog) -> Any:
    """Return a panel with a title and, in two panels more, fields that each rack has."""
    from System.Drawing import Size
    from System.Windows.Forms import BorderStyle, Button, ComboBox, ComboBoxStyle, Label, Panel, TextBox

    made, middle, inner = Panel(), Panel(), Panel()
    made.BorderStyle, made.Size = BorderStyle.FixedSingle, Size(250, 80)
    made.Left, made.Top = 700, 40 + 90 * number
    put(made, Label(), 4, 2, title).AutoSize = True
    middle.Size, inner.Size = Size(240, 58), Size(240, 58)
    put(made, middle, 2, 20)
    put(middle, inner, 0, 0)
    height = TextBox()
    height.Width = 60
    put(inner, height, 60, 2)
    height.Leave += lambda *_: height.Text and truth.write("height", title, height.Text)
    unit = ComboBox()
    unit.DropDownStyle, unit.Width = ComboBoxStyle.DropDownList, 60
    for name in ("cm", "mm", "inch"):
        unit.Items.Add(name)
    put(inner, unit, 60, 30)
    unit.SelectedIndexChanged += lambda *_: truth.write("unit", title, unit.Text)
    put(inner, Label(), 4, 5, "Height").AutoSize = True
    put(inner, Label(), 4, 33, "Unit").AutoSize = True
    fill_up = put(inner, Button(), 140, 2, "Fill")
    fill_up.Click += lambda *_: truth.write("filled", title)
    return made


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
    end_process(show_form(__doc__, "Kiln", (960, 400), fill))
