"""The dialogs of `forms_depot`: its buttons open them; `answered` (control: the button) tells what came of it."""

from __future__ import annotations

from typing import Any

from truth_log import TruthLog


def add_dialogs(page: Any, truth: TruthLog) -> None:
    """Add a button for each dialog."""
    from forms_depot import put
    from System.Windows.Forms import Button

    for number, (caption, ask) in enumerate(DIALOGS.items()):
        button = put(page, Button(), (8 + 120 * (number % 5), 8 + 36 * (number // 5), 112, 28), caption)
        button.Click += lambda *_, c=caption, a=ask: a(page.FindForm(), lambda value: truth.write("answered", c, value))


def ask_question(form: Any, tell: Any) -> None:
    """Ask with Yes, No and Cancel."""
    from System.Windows.Forms import MessageBox, MessageBoxButtons

    tell(str(MessageBox.Show(form, "Keep the pallet here?", "Pallet", MessageBoxButtons.YesNoCancel)))


def ask_task(form: Any, tell: Any) -> None:
    """Ask by a task dialog with command links, radio buttons, a tick and a part that is closed."""
    from System.Windows.Forms import (
        TaskDialog,
        TaskDialogButton,
        TaskDialogCommandLinkButton,
        TaskDialogExpander,
        TaskDialogPage,
        TaskDialogRadioButton,
        TaskDialogVerificationCheckBox,
    )

    asked = TaskDialogPage()
    asked.Caption, asked.Heading, asked.Text = "Route", "Which way?", "There are two ways."
    asked.Buttons.Add(TaskDialogCommandLinkButton("Over the bridge", "It is shorter."))
    asked.Buttons.Add(TaskDialogCommandLinkButton("Through the tunnel"))
    asked.Buttons.Add(TaskDialogButton.Cancel)
    slow = TaskDialogRadioButton("Slowly")
    asked.RadioButtons.Add(slow)
    quick = TaskDialogRadioButton("Quickly")
    asked.RadioButtons.Add(quick)
    asked.Verification = TaskDialogVerificationCheckBox("Always go this way")
    asked.Expander = TaskDialogExpander("The bridge is 2 km long.")
    pressed = TaskDialog.ShowDialog(form, asked)
    tell(f"{pressed.Text}, {'quick' if quick.Checked else 'slow'}, {asked.Verification.Checked}")


def ask_plain_task(form: Any, tell: Any) -> None:
    """Ask by a task dialog with plain buttons."""
    from System.Windows.Forms import TaskDialog, TaskDialogButton, TaskDialogPage

    asked = TaskDialogPage()
    asked.Caption, asked.Heading = "Gate", "Is the gate shut?"
    for caption in ("It is", "Not yet"):
        asked.Buttons.Add(TaskDialogButton(caption))
    tell(TaskDialog.ShowDialog(form, asked).Text)


def ask_font(form: Any, tell: Any) -> None:
    """Ask for a font."""
    from System.Windows.Forms import DialogResult, FontDialog

    asked = FontDialog()
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(f"{asked.Font.Name} {asked.Font.Size:.0f}" if done else None)


def ask_colour(form: Any, tell: Any) -> None:
    """Ask for a colour."""
    from System.Windows.Forms import ColorDialog, DialogResult

    asked = ColorDialog()
    asked.FullOpen = True
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(f"{asked.Color.R},{asked.Color.G},{asked.Color.B}" if done else None)


def ask_folder(form: Any, tell: Any) -> None:
    """Ask for a folder."""
    from System.Windows.Forms import DialogResult, FolderBrowserDialog

    asked = FolderBrowserDialog()
    asked.AutoUpgradeEnabled = False
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(asked.SelectedPath if done else None)


def ask_new_folder(form: Any, tell: Any) -> None:
    """Ask for a folder by the dialog that also opens files."""
    from System.Windows.Forms import DialogResult, FolderBrowserDialog

    asked = FolderBrowserDialog()
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(asked.SelectedPath if done else None)


def ask_print(form: Any, tell: Any) -> None:
    """Ask how to print."""
    from System.Drawing.Printing import PrintDocument
    from System.Windows.Forms import DialogResult, PrintDialog

    asked = PrintDialog()
    asked.Document, asked.AllowSomePages = PrintDocument(), True
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(f"{asked.PrinterSettings.Copies} copies" if done else None)


def ask_file(form: Any, tell: Any) -> None:
    """Ask for a file to save to."""
    from System.Windows.Forms import DialogResult, SaveFileDialog

    asked = SaveFileDialog()
    tell(asked.FileName if asked.ShowDialog(form) == DialogResult.OK else None)


def ask_name(form: Any, tell: Any) -> None:
    """Ask for a line of text in a small form whose buttons answer to Enter and Esc."""
    from forms_depot import put
    from System.Drawing import Size
    from System.Windows.Forms import Button, DialogResult, Form, FormStartPosition, TextBox

    asked = Form()
    asked.Text, asked.ClientSize, asked.StartPosition = "Name the crate", Size(260, 80), FormStartPosition.CenterParent
    field = put(asked, TextBox(), (96, 8, 150, 23), label="Crate")
    for x, caption, result in ((96, "OK", DialogResult.OK), (176, "Cancel", DialogResult.Cancel)):
        button = put(asked, Button(), (x, 44, 72, 26), caption)
        button.DialogResult = result
        if caption == "OK":
            asked.AcceptButton = button
        else:
            asked.CancelButton = button
    tell(field.Text if asked.ShowDialog(form) == DialogResult.OK else None)


def ask_wizard(form: Any, tell: Any) -> None:
    """Ask on three pages with Back and Next; Finish shows on the last."""
    from forms_depot import put
    from System.Drawing import Size
    from System.Windows.Forms import Button, DialogResult, Form, FormStartPosition, Panel, RadioButton, TextBox

    asked = Form()
    asked.Text, asked.ClientSize, asked.StartPosition = "New delivery", Size(300, 160), FormStartPosition.CenterParent
    steps = [put(asked, Panel(), (0, 0, 300, 110)) for _ in range(3)]
    where = put(steps[0], TextBox(), (96, 8, 150, 23), label="Town")
    express, normal = (
        put(steps[1], RadioButton(), (12, 8 + 28 * n, 200, 24), c) for n, c in enumerate(("Express", "Normal"))
    )
    normal.Checked = True
    count = put(steps[2], TextBox(), (96, 8, 150, 23), label="Crates")
    back, following = (
        put(asked, Button(), (130, 124, 72, 26), "< Back"),
        put(asked, Button(), (210, 124, 72, 26), "Next >"),
    )
    at = 0

    def show(number: int) -> None:
        nonlocal at
        at = number
        for n, step in enumerate(steps):
            step.Visible = n == at
        back.Enabled, following.Text = at > 0, "Finish" if at == len(steps) - 1 else "Next >"

    def forward(*_: Any) -> None:
        if at == len(steps) - 1:
            asked.DialogResult = DialogResult.OK
        else:
            show(at + 1)

    back.Click += lambda *_: show(at - 1)
    following.Click += forward
    show(0)
    done = asked.ShowDialog(form) == DialogResult.OK
    tell(f"{where.Text}, {'express' if express.Checked else 'normal'}, {count.Text}" if done else None)


def ask_borderless(form: Any, tell: Any) -> None:
    """Show a form without a frame, whose title bar is a panel with a button to close it."""
    from forms_depot import put
    from System.Drawing import Color, Size
    from System.Windows.Forms import Button, DockStyle, Form, FormBorderStyle, FormStartPosition, Label, Panel

    asked = Form()
    asked.FormBorderStyle, asked.Text = getattr(FormBorderStyle, "None"), "Board"
    asked.ClientSize, asked.StartPosition = Size(240, 120), FormStartPosition.CenterParent
    bar = put(asked, Panel(), (0, 0, 240, 28))
    bar.Dock, bar.BackColor = DockStyle.Top, Color.SteelBlue
    put(bar, Label(), (8, 6, 100, 18), "Board")
    close = put(bar, Button(), (208, 2, 28, 24), "x")
    close.AccessibleName = "Close board"
    close.Click += lambda *_: asked.Close()
    pin = put(asked, Button(), (60, 60, 100, 28), "Pin")
    pin.Click += lambda *_: tell("pinned")
    asked.ShowDialog(form)
    tell("closed")


DIALOGS = {
    "Question": ask_question, "Route": ask_task, "Gate": ask_plain_task, "Font": ask_font, "Colour": ask_colour,
    "Folder": ask_folder, "New folder": ask_new_folder, "Print": ask_print, "Save file": ask_file, "Name": ask_name,
    "Delivery": ask_wizard, "Board": ask_borderless,
}  # fmt: skip
