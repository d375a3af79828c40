"""A Windows Forms window that holds sheets: child windows that cover one another, with menus of their own.

Events: `menu` (value: the item's caption); `pressed` (control: the sheet, value: the button's caption); `typed`
(control: the sheet, value); `in_front` (value: the sheet).
Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

SHEETS = ("First", "Second", "Third")


def fill(form: Any, truth: TruthLog) -> None:
    """Make the window one that holds others, with its menu, and show the sheets."""
    from System.Drawing import Point
    from System.Windows.Forms import ToolStripMenuItem

    def shift(*_: Any) -> None:
        form.MdiChildren[0].Location = Point(90, 30)
        truth.write("menu", value="Shift")

    form.IsMdiContainer = True
    strip = menu("File", ("Archive",), truth)
    windows = ToolStripMenuItem("Window")
    windows.DropDownItems.Add("Shift").Click += shift
    strip.Items.Add(windows)
    strip.MdiWindowListItem = windows
    form.Controls.Add(strip)
    form.MainMenuStrip = strip
    form.Shown += lambda *_: [show_sheet(form, number, truth) for number in range(len(SHEETS))]
    form.MdiChildActivate += lambda *_: form.ActiveMdiChild and truth.write("in_front", value=form.ActiveMdiChild.Text)


def menu(caption: str, below: tuple[str, ...], truth: TruthLog) -> Any:
    """Return a menu strip with one menu."""
    from System.Windows.Forms import MenuStrip, ToolStripMenuItem

    strip, top = MenuStrip(), ToolStripMenuItem(caption)
    for name in below:
        item = top.DropDownItems.Add(name)
        item.Click += lambda *_, name=name: truth.write("menu", value=name)
    strip.Items.Add(top)
    return strip


def show_sheet(form: Any, number: int, truth: TruthLog) -> None:
    """Show a child window; all but the last lie behind the last one."""
    from System.Drawing import Point, Size
    from System.Windows.Forms import AccessibleRole, Button, CheckBox, Form, FormStartPosition, Label, TextBox

    name = SHEETS[number]
    sheet = Form()
    sheet.Text, sheet.MdiParent = name, form
    sheet.StartPosition, sheet.Location = FormStartPosition.Manual, Point(10 + 10 * number, 10 + 10 * number)
    sheet.Size = Size(300, 220)
    strip = menu(f"{name} menu", (f"{name} total",), truth)
    strip.Visible = False
    sheet.Controls.Add(strip)
    sheet.MainMenuStrip = strip
    button, field, tick, plate = Button(), TextBox(), CheckBox(), Label()
    for control, top, text in ((button, 40, f"{name} save"), (field, 80, ""), (tick, 110, f"{name} tick"),
                               (plate, 145, f"{name} plate")):  # fmt: skip
        control.Location, control.Width, control.Text = Point(20, top), 120, text
        sheet.Controls.Add(control)
    field.AccessibleName = f"{name} field"
    button.AccessibleRole, field.AccessibleRole = AccessibleRole.PushButton, AccessibleRole.Text
    button.Click += lambda *_: truth.write("pressed", name, f"save {form.ActiveMdiChild.Text}")
    field.TextChanged += lambda *_: truth.write("typed", name, field.Text)
    tick.CheckedChanged += lambda *_: truth.write("ticked", name, tick.Checked)
    plate.MouseDown += lambda *_: truth.write("pressed", name, "plate")
    sheet.Show()


if __name__ == "__main__":
    end_process(show_form(__doc__, "Sheets", (420, 340), fill))
