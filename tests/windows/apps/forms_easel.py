"""What loses something without a caption of its own, Windows Forms.

    python forms_easel.py [--log FILE] [--title TEXT] [--pos X,Y]

`deletePicture` is a picture that is clicked. `Canvas` draws, has the focus at first, and loses its shape by the Delete
key.
`&Discard` has an access key. `Go` does what is chosen among `Archive` and `Delete the shape`, `Do` what `Action` shows,
which is `Delete` at first. Events: destroyed, clicked; `control` is what was used.
"""

from __future__ import annotations

import sys
from typing import Any

from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process


def add(to: Any, control: Any, name: str, place: tuple[int, int, int, int], text: str = "") -> Any:
    """Put a control into a form or panel and return it."""
    control.Name, control.Text = name, text
    control.SetBounds(*place)
    to.Controls.Add(control)
    return control


def fill(form: Any, log: TruthLog) -> None:
    """Add the controls to the form."""
    from System import Array, EventHandler, Object
    from System.Drawing import Color
    from System.Windows import Forms

    def clicks(control: Any, is_lost: Any = lambda: True) -> None:
        def act(*_: Any) -> None:
            log.write("destroyed" if is_lost() else "clicked", str(control.Name))

        control.Click += EventHandler(act)

    picture = add(form, Forms.PictureBox(), "deletePicture", (10, 10, 40, 40))
    picture.BackColor = Color.Red
    clicks(picture)
    canvas = add(form, Forms.UserControl(), "Canvas", (60, 10, 120, 80))
    canvas.BackColor = Color.White
    form.Shown += lambda *_: canvas.Focus()

    def pressed(_: Any, event: Any) -> None:
        if event.KeyCode == Forms.Keys.Delete:
            log.write("destroyed", "Canvas")

    canvas.KeyDown += Forms.KeyEventHandler(pressed)
    clicks(add(form, Forms.Button(), "Discard", (200, 10, 90, 26), "&Discard"))
    chosen = add(form, Forms.GroupBox(), "Chosen", (10, 100, 280, 60), "Shape")
    add(chosen, Forms.RadioButton(), "Archive", (10, 20, 80, 24), "Archive")
    erase = add(chosen, Forms.RadioButton(), "Erase", (95, 20, 120, 24), "Delete the shape")
    clicks(add(chosen, Forms.Button(), "Go", (220, 20, 50, 26), "Go"), lambda: erase.Checked)
    action = add(form, Forms.ComboBox(), "Action", (10, 170, 120, 24))
    action.DropDownStyle = Forms.ComboBoxStyle.DropDownList
    action.Items.AddRange(Array[Object](["Archive", "Delete"]))
    action.SelectedIndex = 1
    clicks(add(form, Forms.Button(), "Do", (140, 170, 60, 26), "Go"), lambda: action.SelectedIndex == 1)


if __name__ == "__main__":
    if sys.platform != "win32":
        sys.exit("needs Windows")
    end_process(show_form(__doc__ or "", "Easel", (300, 210), fill))
