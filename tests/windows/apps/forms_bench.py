"""A Windows Forms window of a workshop: items to rename, a tool bar to type into, properties, dates and a slider.

Events: `renamed` (control, value: the new text); `typed`, `entered` and `chosen` (control: the tool bar's field,
value); `property` (value: NAME=VALUE); `day` (control, value: the date); `slid` and `moved` (value: the slider's, by
Scroll and by ValueChanged); `pressed` (value: the button's caption).
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

TOOLS = {"Plane": "Wood", "Rasp": "Metal", "Square": "Any"}
DRAWERS = {"Left": ("Nails", "Screws"), "Right": ("Glue",)}


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    add_kept(form, truth)
    add_tools(form, truth)
    add_drawers(form, truth)
    add_properties(form, truth)
    add_dates(form, truth)
    add_slider(form, truth)
    add_failing(form, truth)
    form.Controls.Add(tool_bar(truth))


def put(form: Any, control: Any, box: tuple[int, int, int, int], caption: str) -> Any:
    """Put a control at a place, with a label above it."""
    from System.Drawing import Point, Size
    from System.Windows.Forms import Label

    x, y, width, height = box
    label = Label()
    label.Text, label.AutoSize, label.Location = caption, True, Point(x, y - 18)
    form.Controls.Add(label)
    control.Location, control.Size, control.AccessibleName = Point(x, y), Size(width, height), caption
    form.Controls.Add(control)
    return control


def add_kept(form: Any, truth: TruthLog) -> None:
    """Add a date that is no earlier one, below its label, in whose line a button stands; nothing else names it."""
    from System import DateTime
    from System.Drawing import Point, Size
    from System.Windows.Forms import Button, DateTimePicker, DateTimePickerFormat, Label

    kept, renew, label = DateTimePicker(), Button(), Label()
    kept.Format, kept.Value = DateTimePickerFormat.Short, DateTime(2026, 1, 5)
    kept.MinDate, kept.Location, kept.Size = kept.Value, Point(8, 466), Size(140, 24)
    kept.ValueChanged += lambda *_: truth.write("day", "Kept until", kept.Value.ToString("yyyy-MM-dd"))
    renew.Text, renew.Location, renew.Size = "Renew", Point(230, 444), Size(80, 24)
    renew.Click += lambda *_: truth.write("pressed", "Renew", "Renew")
    label.Text, label.AutoSize, label.Location = "Kept until", True, Point(8, 448)
    for control in (kept, renew, label):
        form.Controls.Add(control)


def add_tools(form: Any, truth: TruthLog) -> None:
    """Add a list with columns whose items can be renamed, and one whose items cannot."""
    from System.Windows.Forms import ListBox, ListView, View

    tools = put(form, ListView(), (8, 60, 200, 110), "Tools")
    tools.View, tools.LabelEdit, tools.FullRowSelect = View.Details, True, True
    fixed = put(form, ListView(), (8, 340, 200, 90), "Fixed")
    fixed.View = View.Details
    for table in (tools, fixed):
        table.Columns.Add("Tool", 70)
        table.Columns.Add("For", 100)
    for name, material in TOOLS.items():
        tools.Items.Add(name).SubItems.Add(material)
        fixed.Items.Add(f"Fixed {name}").SubItems.Add(material)
    tools.AfterLabelEdit += lambda _, event: event.Label is None or truth.write("renamed", "Tools", event.Label)
    fixed.KeyDown += lambda _, event: truth.write("key", "Fixed", str(event.KeyCode))
    plain = put(form, ListBox(), (220, 340, 100, 60), "Plain")
    plain.Items.Add("Plain one")
    plain.KeyDown += lambda _, event: truth.write("key", "Plain", str(event.KeyCode))


def add_drawers(form: Any, truth: TruthLog) -> None:
    """Add a tree whose nodes can be renamed."""
    from System.Windows.Forms import TreeView

    drawers = put(form, TreeView(), (8, 195, 200, 120), "Drawers")
    drawers.LabelEdit = True
    for name, below in DRAWERS.items():
        node = drawers.Nodes.Add(name)
        for inner in below:
            node.Nodes.Add(inner)
    drawers.ExpandAll()
    drawers.AfterLabelEdit += lambda _, event: event.Label is None or truth.write("renamed", "Drawers", event.Label)


def add_properties(form: Any, truth: TruthLog) -> None:
    """Add the properties of a button, of which most are scrolled away."""
    from System.Windows.Forms import Button, PropertyGrid, PropertySort

    grid = put(form, PropertyGrid(), (220, 60, 230, 255), "Properties")
    grid.PropertySort, grid.HelpVisible, grid.ToolbarVisible = PropertySort.Alphabetical, False, False
    grid.SelectedObject = Button()

    def changed(_: Any, event: Any) -> None:
        truth.write("property", "Properties", f"{event.ChangedItem.Label}={event.ChangedItem.Value}")

    grid.PropertyValueChanged += changed


def add_dates(form: Any, truth: TruthLog) -> None:
    """Add a calendar, and a date in the culture's short and long form."""
    from System import DateTime
    from System.Windows.Forms import DateTimePicker, DateTimePickerFormat, MonthCalendar

    month = put(form, MonthCalendar(), (464, 60, 230, 165), "Month")
    month.SetDate(DateTime(2026, 1, 5))
    month.DateChanged += lambda _, event: truth.write("day", "Month", event.Start.ToString("yyyy-MM-dd"))
    for caption, top, shape in (("Short", 310, DateTimePickerFormat.Short), ("Long", 352, DateTimePickerFormat.Long)):
        date = put(form, DateTimePicker(), (464, top, 230, 24), caption)
        date.Format, date.Value = shape, DateTime(2026, 1, 5)

        def dated(*_: Any, date: Any = date, caption: str = caption) -> None:
            truth.write("day", caption, date.Value.ToString("yyyy-MM-dd"))

        date.ValueChanged += dated


def add_slider(form: Any, truth: TruthLog) -> None:
    """Add a slider whose program listens to both of its events."""
    from System.Windows.Forms import TrackBar

    slider = put(form, TrackBar(), (464, 393, 230, 45), "Speed")
    slider.Minimum, slider.Maximum, slider.Value = 0, 100, 40
    slider.SmallChange, slider.LargeChange, slider.TickFrequency = 1, 10, 10
    slider.Scroll += lambda *_: truth.write("slid", "Speed", slider.Value)
    slider.ValueChanged += lambda *_: truth.write("moved", "Speed", slider.Value)


def add_failing(form: Any, truth: TruthLog) -> None:
    """Add a button whose handler throws."""
    from System import InvalidOperationException
    from System.Windows.Forms import AccessibleRole, Button

    button = put(form, Button(), (340, 360, 90, 26), "Weigh")
    button.Text, button.AccessibleRole = "Weigh", AccessibleRole.PushButton

    def pressed(*_: Any) -> None:
        truth.write("pressed", "Weigh", "Weigh")
        raise InvalidOperationException("The scales are gone.")

    button.Click += pressed


def tool_bar(truth: TruthLog) -> Any:
    """Return a tool bar with a text field and a combo box that take Enter."""
    from System.Windows.Forms import Keys, ToolStrip, ToolStripComboBox, ToolStripLabel, ToolStripTextBox

    bar = ToolStrip()
    for caption, field in (("Find", ToolStripTextBox()), ("Zoom", ToolStripComboBox())):
        bar.Items.Add(ToolStripLabel(caption))
        field.AccessibleName = caption
        bar.Items.Add(field)

        def pressed(_: Any, event: Any, field: Any = field, caption: str = caption) -> None:
            if event.KeyCode == Keys.Enter:
                truth.write("entered", caption, field.Text)

        def typed(*_: Any, field: Any = field, caption: str = caption) -> None:
            truth.write("typed", caption, field.Text)

        field.KeyDown += pressed
        field.TextChanged += typed
    for zoom in ("50%", "100%"):
        field.Items.Add(zoom)
    field.SelectedIndexChanged += lambda *_: truth.write("chosen", "Zoom", str(field.SelectedItem))
    return bar


if __name__ == "__main__":
    end_process(show_form(__doc__, "Bench", (710, 500), fill))
