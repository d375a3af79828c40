"""Shows a Windows Forms window from Python, with the command line and the log of the test programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import load_dotnet, run_on_ui_thread


def show_form(description: str, title: str, size: tuple[int, int], fill: Callable[[Any, TruthLog], None]) -> int:
    """Show a window until it is closed; return the exit code.

    Args:
        description: of the program; its first line stands in its help.
        title: of the window, where the command line gives none.
        size: of the window inside of its frame.
        fill: adds the controls to the form, with the log that their events go to.
    """
    options = option_parser(description.split("\n", maxsplit=1)[0], title=title).parse_args()
    truth = TruthLog(options.log)
    load_dotnet()
    import clr

    clr.AddReference("System.Windows.Forms")

    def run() -> int:
        from System.Drawing import Point, Size
        from System.Windows.Forms import Application, Form, FormStartPosition

        Application.EnableVisualStyles()
        Application.SetCompatibleTextRenderingDefault(False)
        form = Form()
        form.Text, form.ClientSize = options.title, Size(*size)
        form.StartPosition, form.Location = FormStartPosition.Manual, Point(*(options.pos or (40, 40)))
        fill(form, truth)
        form.Shown += lambda *_: truth.write("app_started")
        Application.Run(form)
        truth.write("app_exiting")
        return 0

    return run_on_ui_thread(run)
