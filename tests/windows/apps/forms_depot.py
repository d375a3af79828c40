"""A Windows Forms window of what programs are made of beside plain fields: lists, strips, wizards, dialogs of Windows.

| page    | controls                                                                               |
|---------|----------------------------------------------------------------------------------------|
| Entry   | fields with masks and checks, rich texts, a calendar, a long date, a picture, a panel  |
| Lists   | a tree with ticks, lists in groups and tiles, two lists to drag between, alike cards   |
| Dialogs | a button for each dialog: of Windows, of tasks, a wizard, a form without a frame       |

Above and below stand a menu, a tool bar that is too long for the window, and a status bar with a menu.
Events: `pressed` (value: the caption); others are named by their controls below.
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from depot_dialogs import add_dialogs
from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

CREWS = ("Alpha", "Bravo", "Charlie")


def fill(form: Any, truth: TruthLog) -> None:
    """Add all the controls of the window."""
    from System.Windows.Forms import DockStyle, Keys, TabControl

    pages = TabControl()
    pages.Dock = DockStyle.Fill
    form.Controls.Add(pages)
    for title, content in (("Entry", add_entry), ("Lists", add_lists), ("Dialogs", add_dialogs)):
        pages.TabPages.Add(title)
        content(pages.TabPages[pages.TabPages.Count - 1], truth)
    form.Controls.Add(tool_bar(truth))
    form.Controls.Add(status_bar(truth))
    form.Controls.Add(menu(form, truth))
    form.KeyPreview = True
    form.KeyDown += lambda _, event: (
        event.KeyData == (Keys.Control | Keys.K) and truth.write("shortcut", value="Ctrl+K")
    )
    add_tray(form, truth)


def put(parent: Any, control: Any, box: tuple[int, int, int, int], text: str = "", label: str = "") -> Any:
    """Put a control at a place, with its role as Windows' own accessibility tells it, and a label before it."""
    from System.Drawing import Point, Size
    from System.Windows.Forms import AccessibleRole, ButtonBase, CheckBox, Label, RadioButton, TextBoxBase

    x, y, width, height = box
    if label:
        words = Label()
        words.Text, words.AutoSize, words.Location = label, True, Point(x - 84, y + 3)
        parent.Controls.Add(words)
    control.Location, control.Size = Point(x, y), Size(width, height)
    if text:
        control.Text = text
    if isinstance(control, ButtonBase) and not isinstance(control, (CheckBox, RadioButton)):
        control.AccessibleRole = AccessibleRole.PushButton
    for inner in (control, *control.Controls):
        if isinstance(inner, TextBoxBase):
            inner.AccessibleRole = AccessibleRole.Text
    parent.Controls.Add(control)
    return control


def add_entry(page: Any, truth: TruthLog) -> None:
    """Add the fields."""
    from System import DateTime, Decimal
    from System.Windows.Forms import (
        AccessibleRole,
        Button,
        CheckedListBox,
        DateTimePicker,
        DateTimePickerFormat,
        ErrorProvider,
        LinkLabel,
        MaskedTextBox,
        MonthCalendar,
        NumericUpDown,
        RichTextBox,
        TextBox,
        Timer,
    )

    code = put(page, MaskedTextBox(), (96, 8, 120, 23), label="Code")
    code.Mask = "00-AA"
    code.TextChanged += lambda *_: truth.write("code", "Code", code.Text)
    price = put(page, NumericUpDown(), (96, 38, 120, 23), label="Price")
    price.Maximum, price.DecimalPlaces, price.Increment = Decimal(1000), 2, Decimal(5)
    price.Controls[1].AccessibleRole = AccessibleRole.Client  # its field is a pane, as it is in some builds
    price.ValueChanged += lambda *_: truth.write("price", "Price", price.Value.ToString("0.00"))
    mail = put(page, TextBox(), (96, 68, 120, 23), label="Mail")
    errors = ErrorProvider()

    def validating(_: Any, event: Any) -> None:
        bad = bool(mail.Text) and "@" not in mail.Text
        event.Cancel = bad
        errors.SetError(mail, "A mail address has an @." if bad else "")
        truth.write("refused" if bad else "accepted", "Mail", mail.Text)

    mail.Validating += validating
    site = put(page, TextBox(), (324, 204, 120, 23), label="Site")
    site.AccessibleRole, site.MaxLength = AccessibleRole.Client, 12
    site.Validated += lambda *_: errors.SetError(site, "" if "." in site.Text else "A site has a dot.")
    site.Validated += lambda *_: truth.write("site", "Site", site.Text)
    letter = put(page, RichTextBox(), (96, 98, 120, 60), label="Letter")
    letter.Leave += lambda *_: truth.write("letter", "Letter", letter.Text)
    quiet = put(page, RichTextBox(), (96, 164, 120, 44), label="Memo")
    live = put(page, RichTextBox(), (96, 214, 120, 44), label="Live")
    live.TextChanged += lambda *_: truth.write("live", "Live", live.Text)
    quiet.Name, letter.Name, live.Name = "memoBox", "letterBox", "liveBox"
    month = put(page, MonthCalendar(), (240, 8, 230, 165))
    month.SetDate(DateTime(2026, 1, 5))
    month.AccessibleName = "Month"
    month.DateSelected += lambda _, event: truth.write("day", "Month", event.Start.ToString("yyyy-MM-dd"))
    month.DateChanged += lambda _, event: truth.write("day_changed", "Month", event.Start.ToString("yyyy-MM-dd"))
    long_date = put(page, DateTimePicker(), (324, 234, 180, 23), label="Long")
    long_date.Format, long_date.Value = DateTimePickerFormat.Long, DateTime(2026, 1, 5)
    long_date.ShowCheckBox, long_date.Checked = True, False
    long_date.ValueChanged += lambda *_: truth.write("long", "Long", long_date.Value.ToString("yyyy-MM-dd"))
    ticks = put(page, CheckedListBox(), (510, 8, 110, 80))
    ticks.AccessibleName = "Crews"
    for crew in CREWS:
        ticks.Items.Add(crew)
    ticks.ItemCheck += lambda _, event: truth.write("crew", CREWS[event.Index], str(event.NewValue))
    link = put(page, LinkLabel(), (510, 96, 110, 20), "More help")
    link.LinkClicked += lambda *_: truth.write("pressed", value="More help")
    slow = put(page, Button(), (510, 120, 110, 26), "Fetch")
    answer = put(page, LinkLabel(), (510, 150, 110, 20), "no answer")
    answer.Links.Clear()
    timer = Timer()
    timer.Interval = 1000

    def answered(*_: Any) -> None:
        timer.Stop()
        answer.Text = f"answer {len(answer.Text)}"
        truth.write("fetched", "Fetch")

    def fetch(*_: Any) -> None:
        truth.write("pressed", value="Fetch")
        timer.Start()

    timer.Tick += answered
    slow.Click += fetch
    add_odd_buttons(page, truth)


def add_odd_buttons(page: Any, truth: TruthLog) -> None:
    """Add a picture, a panel and a text that are pressed or double-clicked."""
    from System.Drawing import Bitmap, Color
    from System.Windows.Forms import BorderStyle, Label, Panel, PictureBox

    picture = put(page, PictureBox(), (510, 174, 40, 34))
    picture.Image, picture.BackColor, picture.AccessibleName = Bitmap(8, 8), Color.Red, "Ring the bell"
    picture.Click += lambda *_: truth.write("pressed", value="bell")
    panel = put(page, Panel(), (560, 174, 60, 34))
    panel.BorderStyle, panel.AccessibleName = BorderStyle.FixedSingle, "Open gate"
    panel.Click += lambda *_: truth.write("pressed", value="gate")
    twice = put(page, Label(), (556, 216, 80, 20), "Twice to reset")
    twice.DoubleClick += lambda *_: truth.write("pressed", value="twice")


def add_lists(page: Any, truth: TruthLog) -> None:
    """Add trees, lists and cards."""
    from System.Drawing import SystemBrushes
    from System.Windows.Forms import (
        ColumnHeaderStyle,
        DrawMode,
        FlowLayoutPanel,
        ListBox,
        ListView,
        ListViewGroup,
        ListViewItem,
        TreeView,
        View,
    )

    tree = put(page, TreeView(), (8, 8, 140, 120))
    tree.CheckBoxes, tree.LabelEdit, tree.AccessibleName = True, True, "Zones"
    for name, below in (("East", ("Dock 1", "Dock 2")), ("West", ("Dock 3",))):
        node = tree.Nodes.Add(name)
        for inner in below:
            node.Nodes.Add(inner)
    tree.AfterCheck += lambda _, event: truth.write("ticked", event.Node.Text, event.Node.Checked)
    tree.AfterLabelEdit += lambda _, event: event.Label is None or truth.write("renamed", "Zones", event.Label)
    tree.AfterSelect += lambda _, event: truth.write("zone", "Zones", event.Node.Text)
    tree.AfterExpand += lambda _, event: truth.write("expanded", "Zones", event.Node.Text)
    tree.NodeMouseDoubleClick += lambda _, event: truth.write("zone_opened", "Zones", event.Node.Text)
    for caption, x, view in (("Goods", 156, View.Details), ("Tiles", 316, View.Tile)):
        box = put(page, ListView(), (x, 8, 150, 120))
        box.View, box.AccessibleName, box.CheckBoxes = view, caption, caption == "Goods"
        box.HeaderStyle = ColumnHeaderStyle.Clickable
        box.Columns.Add("Name", 80)
        box.Columns.Add("Kind", 60)
        groups = [ListViewGroup("Wet"), ListViewGroup("Dry")]
        for group in groups:
            box.Groups.Add(group)
        for number, name in enumerate(("Water", "Flour", "Oil", "Rice")):
            item = ListViewItem(f"{name}{'' if caption == 'Goods' else ' tile'}", groups[number % 2])
            item.SubItems.Add("kg" if number % 2 else "l")
            box.Items.Add(item)
        box.ItemChecked += lambda _, event: truth.write("good", event.Item.Text, event.Item.Checked)
        box.ItemSelectionChanged += lambda _, event, c=caption: (
            event.IsSelected and truth.write("good_chosen", c, event.Item.Text)
        )
        box.ItemActivate += lambda sender, _, c=caption: truth.write("good_opened", c, sender.SelectedItems[0].Text)
        box.ColumnClick += lambda _, event, c=caption: truth.write("column", c, event.Column)
    drawn = put(page, ListBox(), (476, 8, 124, 120))
    drawn.DrawMode, drawn.AccessibleName = DrawMode.OwnerDrawFixed, "Drawn"
    for name in ("Amber", "Coral", "Jade"):
        drawn.Items.Add(name)
    drawn.DrawItem += lambda _, event: event.Graphics.DrawString(
        str(drawn.Items[event.Index]),
        event.Font,
        SystemBrushes.ControlText,
        float(event.Bounds.X),
        float(event.Bounds.Y),
    )
    drawn.SelectedIndexChanged += lambda *_: truth.write("drawn", "Drawn", str(drawn.SelectedItem))
    drawn.DoubleClick += lambda *_: truth.write("drawn_opened", "Drawn", str(drawn.SelectedItem))
    add_dragging(page, truth)
    flow = put(page, FlowLayoutPanel(), (240, 136, 360, 120))
    flow.AutoScroll = True
    for title in ("Forklift", "Crane", "Ramp", "Scale"):
        flow.Controls.Add(card(title, truth))


def add_dragging(page: Any, truth: TruthLog) -> None:
    """Add two lists; what is dragged from the left one falls into the right one."""
    from System.Windows.Forms import DragDropEffects, ListBox

    left, right = put(page, ListBox(), (8, 136, 100, 100)), put(page, ListBox(), (120, 136, 100, 100))
    left.AccessibleName, right.AccessibleName, right.AllowDrop = "Free", "Taken", True
    for name in ("Van", "Lorry", "Bike"):
        left.Items.Add(name)

    def begin(_: Any, event: Any) -> None:
        at = left.IndexFromPoint(event.X, event.Y)
        if at >= 0 and event.Clicks == 1:
            left.DoDragDrop(str(left.Items[at]), DragDropEffects.Move)

    def dropped(_: Any, event: Any) -> None:
        name = str(event.Data.GetData("System.String"))
        right.Items.Add(name)
        truth.write("taken", "Taken", name)

    def over(_: Any, event: Any) -> None:
        event.Effect = DragDropEffects.Move

    left.MouseDown += begin
    right.DragEnter += over
    right.DragDrop += dropped


def card(title: str, truth: TruthLog) -> Any:
    """Return a card with a title and buttons that all cards have."""
    from System.Drawing import Size
    from System.Windows.Forms import Button, CheckBox, Label, UserControl

    made = UserControl()
    made.Size = Size(160, 62)
    put(made, Label(), (6, 4, 100, 18), title)
    book = put(made, Button(), (6, 28, 60, 26), "Book")
    book.Click += lambda *_: truth.write("booked", "Book", title)
    keep = put(made, CheckBox(), (76, 30, 70, 22), "Keep")
    keep.CheckedChanged += lambda *_: truth.write("kept", title, keep.Checked)
    return made


def menu(form: Any, truth: TruthLog) -> Any:
    """Return a menu with a submenu and a tick, and give the form a context menu with a submenu."""
    from System.Windows.Forms import ContextMenuStrip, Keys, MenuStrip, ToolStripMenuItem, ToolStripSeparator

    def item(caption: str, *below: Any) -> Any:
        made = ToolStripMenuItem(caption)
        made.Click += lambda *_: truth.write("menu", value=caption)
        for inner in below:
            made.DropDownItems.Add(inner)
        return made

    bar = MenuStrip()
    night = item("Night shift")
    night.CheckOnClick = True
    night.CheckedChanged += lambda *_: truth.write("night", value=night.Checked)
    top = item("On top")
    top.Click += lambda *_: setattr(top, "Checked", not top.Checked)
    save = item("Store")
    save.ShortcutKeys = Keys.Control | Keys.T
    bar.Items.Add(
        item(
            "&Depot", save, item("Send to", item("Printer room"), item("Front desk")), ToolStripSeparator(), night, top
        )
    )
    context = ContextMenuStrip()
    context.Items.Add(item("Inspect"))
    context.Items.Add(item("Move to", item("Hall A"), item("Hall B")))
    form.ContextMenuStrip = context
    return bar


def tool_bar(truth: TruthLog) -> Any:
    """Return a tool bar that is too long, with a combo box and a split button."""
    from System.Windows.Forms import (
        ComboBoxStyle,
        ToolStrip,
        ToolStripButton,
        ToolStripComboBox,
        ToolStripLabel,
        ToolStripSplitButton,
    )

    bar = ToolStrip()
    bar.AccessibleName = "Tools"
    bar.Items.Add(ToolStripLabel("Hall"))
    for style, name in ((ComboBoxStyle.DropDownList, "Hall"), (ComboBoxStyle.DropDown, "Zoom")):
        box = ToolStripComboBox()
        box.DropDownStyle, box.AccessibleName = style, name
        for entry in ("One", "Two", "Three"):
            box.Items.Add(f"{name} {entry}")
        box.SelectedIndexChanged += lambda *_, b=box, n=name: truth.write("strip_chosen", n, str(b.SelectedItem))
        box.ComboBox.SelectionChangeCommitted += lambda *_, b=box, n=name: truth.write(
            "strip_committed", n, str(b.SelectedItem)
        )
        bar.Items.Add(box)
    split = ToolStripSplitButton("Dispatch")
    split.ButtonClick += lambda *_: truth.write("pressed", value="Dispatch")
    for caption in ("By van", "By bike"):
        split.DropDownItems.Add(caption).Click += lambda *_, c=caption: truth.write("pressed", value=c)
    bar.Items.Add(split)
    for number in range(1, 13):
        button = ToolStripButton(f"Action {number}")
        button.Click += lambda *_, c=f"Action {number}": truth.write("pressed", value=c)
        bar.Items.Add(button)
    return bar


def status_bar(truth: TruthLog) -> Any:
    """Return a status bar with a text and a button that drops a menu down."""
    from System.Windows.Forms import StatusStrip, ToolStripDropDownButton, ToolStripStatusLabel

    bar = StatusStrip()
    bar.Items.Add(ToolStripStatusLabel("Ready"))
    dropped = ToolStripDropDownButton("Priority")
    for caption in ("Low", "Normal", "Urgent"):
        dropped.DropDownItems.Add(caption).Click += lambda *_, c=caption: truth.write("priority", value=c)
    bar.Items.Add(dropped)
    return bar


def add_tray(form: Any, truth: TruthLog) -> None:
    """Add an icon beside the clock, which a button shows a message of."""
    from System.Drawing import SystemIcons
    from System.Windows.Forms import NotifyIcon

    icon = NotifyIcon()
    icon.Icon, icon.Text, icon.Visible = SystemIcons.Application, "Depot", True
    form.FormClosed += lambda *_: icon.Dispose()
    icon.Click += lambda *_: truth.write("tray")


if __name__ == "__main__":
    end_process(show_form(__doc__, "Depot", (640, 380), fill))
