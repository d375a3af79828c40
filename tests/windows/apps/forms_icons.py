"""A Windows Forms window whose buttons have pictures instead of words: what each one does, its tool tip says.

| what                                                                   | events                          |
|------------------------------------------------------------------------|---------------------------------|
| buttons: "Save (Ctrl+S)", "Print the list.", "Delete all"; one without | pressed (control: the tool tip) |
| a picture: "Refresh"                                                   | pressed                         |

Command line: --log FILE, --title TEXT, --pos X,Y.
"""

from __future__ import annotations

from typing import Any

from forms_depot import put
from forms_loader import show_form
from truth_log import TruthLog
from wpf_loader import end_process

TIPS = ("", "Save (Ctrl+S)", "Print the list.", "Delete all")


def fill(form: Any, truth: TruthLog) -> None:
    """Add the buttons, the picture and a field."""
    from System.Windows.Forms import Button, PictureBox, TextBox, ToolTip

    tips = ToolTip()
    for place, tip in enumerate(TIPS):
        made = put(form, Button(), (20 + 44 * place, 20, 36, 36))
        made.Name, made.Image = f"button{place}", picture(place)
        made.Click += lambda *_, tip=tip: truth.write("pressed", tip)
        if tip:
            tips.SetToolTip(made, tip)
    refresh = put(form, PictureBox(), (220, 20, 36, 36))
    refresh.Image = picture(9)
    refresh.Click += lambda *_: truth.write("pressed", "Refresh")
    tips.SetToolTip(refresh, "Refresh")
    put(form, TextBox(), (100, 90, 160, 24), label="Number")


def picture(place: int) -> Any:
    """Return a picture of bars, another one at each place."""
    from System.Drawing import Bitmap, Brushes, Graphics

    made = Bitmap(20, 20)
    drawn = Graphics.FromImage(made)
    drawn.FillRectangle(Brushes.SteelBlue, 2, 2, 4 + place, 16)
    drawn.Dispose()
    return made


if __name__ == "__main__":
    end_process(show_form(__doc__, "Icons", (300, 140), fill))
