"""A Windows Forms window of a vet: a login, a record turned by number, lists of columns and ticks, a long form, cards.

| page    | controls                                                            | events                             |
|---------|---------------------------------------------------------------------|------------------------------------|
| (login) | a password whose Enter presses OK: `paws`                           | login (value: the password)        |
| (bars)  | fields that take Enter, one is empty then; menus, a key; Delete     | went, ran (their texts), admitted  |
| Lists   | a list of several columns, one of ticks that a click only chooses   | kennels (value: texts), allergy    |
| Form    | sixty fields in a panel that scrolls                                | answer (control: the question)     |
| Cards   | cards of labels that are clicked, and a button with a picture alone | card (value: the animal), pictured |

Windows Forms calls the button with a picture as the label before it, of a card. Command line: --log FILE, --title TEXT,
--pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_loader import show_form
from forms_shelf import put
from truth_log import TruthLog
from wpf_loader import end_process

CARDS = (("Rex", "waiting"), ("Mia", "in surgery"), ("Tom", "ready"))
QUESTIONS = 60


def fill(form: Any, truth: TruthLog) -> None:
    """Add the pages and the bar; ask for the password once the window shows."""
    from System.Windows.Forms import DockStyle, TabControl, ToolStripContainer

    pages, frame = TabControl(), ToolStripContainer()
    pages.Dock = frame.Dock = DockStyle.Fill
    form.Controls.Add(frame)
    frame.ContentPanel.Controls.Add(pages)
    for title, add in (("Lists", add_lists), ("Form", add_form), ("Cards", add_cards)):
        pages.TabPages.Add(title)
        add(pages.TabPages[pages.TabPages.Count - 1], truth)
    frame.TopToolStripPanel.Controls.Add(bar(truth))
    form.Controls.Add(menus(truth))
    form.Shown += lambda *_: ask(form, truth)


def ask(form: Any, truth: TruthLog) -> None:
    """Show the login until the password is right."""
    from System.Drawing import Size
    from System.Windows.Forms import AccessibleRole, Button, DialogResult, Form, TextBox

    login = Form()
    login.Text, login.ClientSize = "Log in", Size(260, 90)
    word = put(login, TextBox(), (90, 24, 120, 23), "Password")
    word.UseSystemPasswordChar, word.AccessibleRole = True, AccessibleRole.Text
    enter = Button()
    enter.Text, enter.AccessibleRole = "OK", AccessibleRole.PushButton
    enter.SetBounds(90, 56, 80, 25)
    login.Controls.Add(enter)

    def entered(*_: Any) -> None:
        truth.write("login", value=word.Text)
        if word.Text == "paws":
            login.DialogResult = DialogResult.OK

    enter.Click += entered
    login.AcceptButton = enter
    login.ShowDialog(form)


def menus(truth: TruthLog) -> Any:
    """Return a menu bar."""
    from System.Windows.Forms import MenuStrip, ToolStripMenuItem

    strip, about = MenuStrip(), ToolStripMenuItem("Help")
    about.DropDownItems.Add("About").Click += lambda *_: truth.write("helped")
    strip.Items.Add(about)
    return strip


def bar(truth: TruthLog) -> Any:
    """Return a tool bar with fields that take Enter beside a button that deletes, and a menu with Ctrl+A."""
    from System import Enum
    from System.Windows.Forms import (
        Keys,
        ToolStrip,
        ToolStripButton,
        ToolStripDropDownButton,
        ToolStripLabel,
        ToolStripMenuItem,
        ToolStripTextBox,
    )

    strip = ToolStrip()
    every = ToolStripMenuItem("Admit all")
    every.ShortcutKeys = Enum.ToObject(Keys, int(Keys.Control) | int(Keys.A))
    every.Click += lambda *_: truth.write("admitted")
    animals = ToolStripDropDownButton("Animals")
    animals.DropDownItems.Add(every)
    strip.Items.Add(animals)
    strip.Items.Add(ToolStripLabel("Go to"))
    field = ToolStripTextBox()
    field.KeyDown += lambda _, event: event.KeyCode == Keys.Enter and truth.write("went", value=field.Text)
    strip.Items.Add(field)
    strip.Items.Add(ToolStripLabel("Run"))
    command = ToolStripTextBox()

    def ran(_: Any, event: Any) -> None:
        if event.KeyCode == Keys.Enter:
            truth.write("ran", value=command.Text)
            command.Clear()

    command.KeyDown += ran
    strip.Items.Add(command)
    delete = ToolStripButton("Delete")
    delete.Click += lambda *_: truth.write("deleted")
    strip.Items.Add(delete)
    return strip


def add_lists(page: Any, truth: TruthLog) -> None:
    """Add the list of several columns and the one of ticks."""
    from System.Windows.Forms import CheckedListBox, ListBox, SelectionMode

    kennels = put(page, ListBox(), (8, 24, 220, 90), "Kennels")
    kennels.MultiColumn, kennels.ColumnWidth, kennels.SelectionMode = True, 60, SelectionMode.MultiExtended
    for number in range(60):
        kennels.Items.Add(f"K{number}")
    kennels.SelectedIndexChanged += lambda *_: truth.write("kennels", value=list(map(str, kennels.SelectedItems)))
    allergies = put(page, CheckedListBox(), (250, 24, 200, 160), "Allergies")
    for number in range(200):
        allergies.Items.Add(f"Allergen {number}")
    allergies.ItemCheck += lambda _, event: truth.write("allergy", allergies.Items[event.Index], str(event.NewValue))


def add_form(page: Any, truth: TruthLog) -> None:
    """Add the long form."""
    from System.Windows.Forms import AccessibleRole, ComboBox, ComboBoxStyle, Label, Panel, TextBox

    panel = Panel()
    panel.SetBounds(0, 0, 330, 190)
    panel.AutoScroll = True
    page.Controls.Add(panel)
    for number in range(QUESTIONS):
        question = f"Question {number}"
        label = Label()
        label.Text = f"{question}:"
        label.SetBounds(6, 8 + 28 * number, 100, 20)
        panel.Controls.Add(label)
        field = ComboBox() if number % 10 == 8 else TextBox()
        field.SetBounds(110, 4 + 28 * number, 150, 22)
        panel.Controls.Add(field)
        if isinstance(field, ComboBox):
            field.DropDownStyle = ComboBoxStyle.DropDownList
            for answer in ("yes", "no", "sometimes"):
                field.Items.Add(answer)
            field.SelectedIndexChanged += lambda sender, _, q=question: truth.write("answer", q, sender.Text)
        else:
            field.AccessibleRole = AccessibleRole.Text
            field.Leave += lambda sender, _, q=question: sender.Text and truth.write("answer", q, sender.Text)


def add_cards(page: Any, truth: TruthLog) -> None:
    """Add the cards, and the button with a picture alone."""
    from System.Drawing import Bitmap
    from System.Windows.Forms import AccessibleRole, BorderStyle, Button, Label, Panel

    for place, (animal, state) in enumerate(CARDS):
        card = Panel()
        card.SetBounds(8 + 130 * place, 8, 120, 60)
        card.BorderStyle = BorderStyle.FixedSingle
        page.Controls.Add(card)
        for row, text in enumerate((animal, state)):
            label = Label()
            label.Text = text
            label.SetBounds(6, 6 + 20 * row, 80, 18)
            card.Controls.Add(label)
            label.Click += lambda *_, a=animal: truth.write("card", value=a)
        card.Click += lambda *_, a=animal: truth.write("card", value=a)
    pictured = Button()
    pictured.SetBounds(8, 130, 32, 32)
    pictured.Image, pictured.AccessibleRole = Bitmap(16, 16), AccessibleRole.PushButton
    pictured.Click += lambda *_: truth.write("pictured")
    page.Controls.Add(pictured)


if __name__ == "__main__":
    end_process(show_form(__doc__, "Vet", (560, 280), fill))
