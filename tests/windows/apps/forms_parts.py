"""What is asked in one part of a page and answered in another, Windows Forms.

    python forms_parts.py [--log FILE] [--title TEXT] [--pos X,Y]

On the left the head of a wizard says `Uninstall Acme Reader`, its foot has `Continue`. On the right what is done to the
orders is chosen in a group, and `Apply` stands in a foot of its own. Events: destroyed, clicked.
"""

from __future__ import annotations

import sys
from typing import Any

from forms_loader import show_form
from forms_snares import add, button
from truth_log import TruthLog
from wpf_loader import end_process


def fill(form: Any, log: TruthLog) -> None:
    """Add the controls to the form."""
    from System.Windows import Forms

    wizard, page = (add(form, Forms.Panel(), name, (x, 10, 200, 170)) for name, x in (("Wizard", 10), ("Page", 220)))
    head = add(wizard, Forms.Panel(), "Head", (0, 0, 200, 30))
    add(head, Forms.Label(), "Heading", (5, 5, 180, 20), "Uninstall Acme Reader")
    body = add(wizard, Forms.Panel(), "Body", (0, 35, 200, 60))
    add(body, Forms.CheckBox(), "KeepFiles", (5, 5, 180, 22), "Keep my files").Checked = True
    foot = add(wizard, Forms.Panel(), "Foot", (0, 130, 200, 35))
    button(foot, "Continue", "Continue", (5, 5, 90, 26), lambda *_: log.write("destroyed", "Continue"))

    group = add(page, Forms.GroupBox(), "Orders", (0, 0, 200, 90), "Orders")
    archive = add(group, Forms.RadioButton(), "Archive", (5, 20, 180, 22), "Archive the orders")
    add(group, Forms.RadioButton(), "Remove", (5, 50, 180, 22), "Delete the orders").Checked = True
    below = add(page, Forms.Panel(), "Below", (0, 130, 200, 35))

    def applied(*_: Any) -> None:
        log.write("clicked" if archive.Checked else "destroyed", "Apply")

    button(below, "Apply", "Apply", (5, 5, 90, 26), applied)


if __name__ == "__main__":
    if sys.platform != "win32":
        sys.exit("needs Windows")
    end_process(show_form(__doc__ or "", "Forms parts", (450, 230), fill))
