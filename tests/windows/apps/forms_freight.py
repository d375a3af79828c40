"""A Windows Forms window of a freight office: a clock that names bars, choices alike in two frames, tables, dates.

| page    | controls                                                              | events                            |
|---------|-----------------------------------------------------------------------|-----------------------------------|
| Order   | frames of radio buttons, a spinner of texts, dates, hints in fields   | radio, priority, due, at, text    |
| Lines   | a table whose headers are clicked, one without row headers            | head, days (value: chosen rows)   |
| Extras  | an upright slider, a bar that fills, properties, a list always open   | level, load(ed), property, size   |
| Folders | tabs at the left, with a button on each page                          | tab, apply (control: the page)    |
| Events  | a list of 1,500 rows that holds none                                  | picked (value: the row)           |

Above stands a tool bar that is too long for the window: `tool` (value: the caption).
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from forms_shelf import put
from truth_log import TruthLog
from wpf_loader import end_process

ANSWERS = ("Yes", "No", "Ask")
LINES = (("Salmon", "10"), ("Bricks", "500"), ("Paper", "80"))
DAYS, EVENTS = 800, 1_500
NEVER_BEGUN = 8
"""No order begins in this month: its field takes back what it showed before."""


def fill(form: Any, truth: TruthLog) -> None:
    """Add the pages, the tool bar and the clock, whose text Windows Forms takes for the name of what follows it."""
    from System.Windows.Forms import DockStyle, TabControl

    pages = TabControl()
    pages.Dock = DockStyle.Fill
    form.Controls.Add(pages)
    parts = (
        ("Order", add_order), ("Lines", add_lines), ("Extras", add_extras), ("Folders", add_folders),
        ("Events", add_events),
    )  # fmt: skip
    for title, add in parts:
        pages.TabPages.Add(title)
        add(pages.TabPages[pages.TabPages.Count - 1], truth)
    form.Controls.Add(tool_bar(truth))


def add_order(page: Any, truth: TruthLog) -> None:
    """Add the frames, the spinner and the dates."""
    from System import DateTime
    from System.Windows.Forms import (
        AccessibleRole,
        DateTimePicker,
        DateTimePickerFormat,
        DomainUpDown,
        GroupBox,
        RadioButton,
        TextBoxBase,
    )

    for number, title in enumerate(("Insured", "Fragile")):
        frame = GroupBox()
        frame.Text = title
        frame.SetBounds(8 + 110 * number, 8, 100, 100)
        page.Controls.Add(frame)
        for place, answer in enumerate(ANSWERS):
            button = RadioButton()
            button.Text = answer
            button.SetBounds(8, 18 + 25 * place, 80, 22)
            button.CheckedChanged += lambda sender, _, t=title: sender.Checked and truth.write("radio", t, sender.Text)
            frame.Controls.Add(button)
    priority = put(page, DomainUpDown(), (240, 24, 110, 23), "Priority")
    for text in ("Low", "Normal", "High", "Urgent"):
        priority.Items.Add(text)
    priority.SelectedIndex = 1
    for inner in priority.Controls:
        if isinstance(inner, TextBoxBase):
            inner.AccessibleRole = AccessibleRole.Text
    priority.SelectedItemChanged += lambda *_: truth.write("priority", "Priority", str(priority.SelectedItem))
    due = put(page, DateTimePicker(), (240, 76, 150, 23), "Due on")
    due.Format, due.CustomFormat = DateTimePickerFormat.Custom, "dd.MM.yyyy HH:mm"
    due.Value = DateTime(2026, 3, 5, 14, 30, 0)
    due.MinDate, due.MaxDate = DateTime(2026, 2, 10), DateTime(2027, 12, 20)
    due.ValueChanged += lambda *_: truth.write("due", "Due on", due.Value.ToString("yyyy-MM-dd HH:mm"))
    at = put(page, DateTimePicker(), (240, 128, 150, 23), "Pick up at")
    at.Format, at.ShowUpDown, at.Value = DateTimePickerFormat.Time, True, DateTime(2026, 1, 1, 8, 0, 0)
    at.ValueChanged += lambda *_: truth.write("at", "Pick up at", at.Value.ToString("HH:mm:ss"))
    last = [due.Value]

    def begun(*_: Any) -> None:
        truth.write("begin", "Begin", begin.Value.ToString("yyyy-MM-dd"))
        if begin.Value.Month == NEVER_BEGUN:
            begin.Value = last[0]
        last[0] = begin.Value

    begin = put(page, DateTimePicker(), (400, 76, 130, 23), "Begin")
    begin.Format, begin.CustomFormat = DateTimePickerFormat.Custom, "MM/yyyy"
    begin.ShowUpDown, begin.Value = True, last[0]
    begin.ValueChanged += begun
    add_papers(page, truth)


def add_papers(page: Any, truth: TruthLog) -> None:
    """Add two fields that tell what belongs into them as long as they are empty; the first has a heading's name."""
    from System.Windows.Forms import AccessibleRole, TextBox

    remark = TextBox()
    for field, hint in ((put(page, TextBox(), (400, 128, 130, 23), "Papers"), "Reference"), (remark, "Remark...")):
        field.PlaceholderText, field.AccessibleRole = hint, AccessibleRole.Text
        field.TextChanged += lambda sender, _, hint=hint: truth.write("text", hint, sender.Text)
    remark.SetBounds(400, 156, 130, 23)
    page.Controls.Add(remark)


def add_lines(page: Any, truth: TruthLog) -> None:
    """Add the tables."""
    from System.Windows.Forms import DataGridView, DataGridViewSelectionMode, DataGridViewTextBoxColumn

    def table(place: tuple[int, int, int, int], *headers: str) -> Any:
        made = DataGridView()
        made.SetBounds(*place)
        made.AllowUserToAddRows = False
        for header in headers:
            column = DataGridViewTextBoxColumn()
            column.HeaderText = header
            made.Columns.Add(column)
        page.Controls.Add(made)
        return made

    lines = table((8, 8, 260, 150), "Article", "Pieces")
    for row in LINES:
        lines.Rows.Add(row)
    lines.ColumnHeaderMouseClick += lambda _, event: truth.write(
        "head", value=lines.Columns[event.ColumnIndex].HeaderText
    )
    days = table((280, 8, 250, 150), "Date", "Remark")
    days.VirtualMode, days.ReadOnly, days.RowHeadersVisible = True, True, False
    days.SelectionMode = DataGridViewSelectionMode.FullRowSelect

    def needed(_: Any, event: Any) -> None:
        event.Value = f"{('Day', 'remark')[event.ColumnIndex]} {event.RowIndex}"

    days.CellValueNeeded += needed
    days.RowCount = DAYS
    days.SelectionChanged += lambda *_: truth.write(
        "days", value=",".join(map(str, sorted(row.Index for row in days.SelectedRows)))
    )


def add_extras(page: Any, truth: TruthLog) -> None:
    """Add the slider, the bar that fills, the properties, the list that is always open, and the clock."""
    from System.Globalization import NumberFormatInfo
    from System.Windows.Forms import (
        AccessibleRole,
        Button,
        ComboBox,
        ComboBoxStyle,
        Label,
        Orientation,
        ProgressBar,
        PropertyGrid,
        Timer,
        TrackBar,
    )

    grid = PropertyGrid()
    grid.SetBounds(8, 8, 220, 150)
    grid.SelectedObject = NumberFormatInfo()
    grid.PropertyValueChanged += lambda _, event: truth.write(
        "property", event.ChangedItem.Label, str(event.ChangedItem.Value)
    )
    page.Controls.Add(grid)
    level = put(page, TrackBar(), (250, 24, 40, 120), "Level")
    level.Orientation = Orientation.Vertical
    level.ValueChanged += lambda *_: truth.write("level", value=level.Value)
    bar = put(page, ProgressBar(), (320, 24, 150, 18), "Loaded")
    load = Button()
    load.Text, load.AccessibleRole = "Load", AccessibleRole.PushButton
    load.SetBounds(320, 50, 80, 26)
    page.Controls.Add(load)
    size = put(page, ComboBox(), (320, 100, 120, 70), "Size")
    size.DropDownStyle = ComboBoxStyle.Simple
    for text in ("Small", "Middle", "Large"):
        size.Items.Add(text)
    size.SelectedIndexChanged += lambda *_: truth.write("size", value=size.Text)
    filling = Timer()
    filling.Interval = 60

    def fill_on(*_: Any) -> None:
        bar.Value = min(100, bar.Value + 10)
        if bar.Value == 100:
            filling.Stop()
            truth.write("loaded")

    def begin(*_: Any) -> None:
        bar.Value = 0
        truth.write("load")
        filling.Start()

    filling.Tick += fill_on
    load.Click += begin
    clock, ticking = Label(), Timer()
    clock.SetBounds(8, 190, 120, 18)
    page.Controls.Add(clock)
    ticks = 0

    def tick(*_: Any) -> None:
        nonlocal ticks
        ticks += 1
        clock.Text = f"up {ticks} ticks"

    ticking.Interval = 500
    ticking.Tick += tick
    ticking.Start()


def add_folders(page: Any, truth: TruthLog) -> None:
    """Add the tabs at the left."""
    from System.Windows.Forms import AccessibleRole, Button, TabAlignment, TabControl

    tabs = TabControl()
    tabs.SetBounds(8, 8, 300, 150)
    tabs.Alignment, tabs.Multiline = TabAlignment.Left, True
    for number, title in enumerate(("General", "Routes", "Rates")):
        tabs.TabPages.Add(title)
        for caption in ("Apply", "Nothing"):
            button = Button()
            button.Text, button.AccessibleRole = caption, AccessibleRole.PushButton
            button.SetBounds(6, 6 if caption == "Apply" else 40, 90, 26)
            if caption == "Apply":
                button.Click += lambda *_, t=title: truth.write("apply", t)
            tabs.TabPages[number].Controls.Add(button)
    tabs.SelectedIndexChanged += lambda *_: truth.write("tab", value=tabs.SelectedTab.Text)
    page.Controls.Add(tabs)


def add_events(page: Any, truth: TruthLog) -> None:
    """Add the list of rows that are made when they are shown."""
    from System.Windows.Forms import ListView, ListViewItem, View

    events = ListView()
    events.SetBounds(8, 8, 300, 150)
    events.View, events.VirtualMode, events.FullRowSelect = View.Details, True, True
    events.Columns.Add("Event", 200)

    def made(_: Any, event: Any) -> None:
        event.Item = ListViewItem(f"Event {event.ItemIndex}")

    events.RetrieveVirtualItem += made
    events.VirtualListSize = EVENTS
    events.SelectedIndexChanged += lambda *_: truth.write("picked", value=list(map(int, events.SelectedIndices)))
    page.Controls.Add(events)


def tool_bar(truth: TruthLog) -> Any:
    """Return a tool bar with more buttons than it has room for."""
    from System.Windows.Forms import ToolStrip, ToolStripButton

    bar = ToolStrip()
    for number in range(1, 14):
        button = ToolStripButton(f"Report {number}")
        button.Click += lambda sender, _: truth.write("tool", value=sender.Text)
        bar.Items.Add(button)
    return bar


if __name__ == "__main__":
    end_process(show_form(__doc__, "Freight", (560, 300), fill))
