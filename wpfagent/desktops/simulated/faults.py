"""Faults on demand: what a test can do to a simulated application."""

from __future__ import annotations

import math

from wpfagent.core.errors import ElementNotFound
from wpfagent.desktops.simulated.application import UNHANDLED_EXCEPTION, Application


class Faults:
    """The faults of one application. Each takes effect at once."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def crash(self, exit_code: int = UNHANDLED_EXCEPTION) -> None:
        """End the process with this exit code and a .NET-like stack trace on stderr."""
        self._application.crash(None, exit_code)

    def freeze(self, milliseconds: float | None = None) -> None:
        """Keep the UI thread busy for this time; None: for ever."""
        self._application.block(math.inf if milliseconds is None else milliseconds / 1000)

    def raise_dialog(self, title: str, text: str) -> None:
        """Show a modal message box with an OK button, as a global exception handler does."""
        top = self._application.modal or self._application.main
        self._application.open_message(top, text, title, ("OK",), None)

    def lose(self, automation_id: str) -> None:
        """Take an element out of its window for good.

        Raises:
            ElementNotFound: no open window has it.
        """
        for window in self._application.windows:
            for element in window.root.all_below():
                if element.automation_id == automation_id and not element.lost:
                    element.lost = True
                    window.changed()
                    return
        raise ElementNotFound(f"No element of {self._application.name} has the automation_id {automation_id!r}.")

    def leak(self, memory: int = 0, handles: int = 0) -> None:
        """Hold so many bytes and handles more, for good."""
        self._application.leak(memory, handles)

    def survive(self) -> None:
        """Let the process run on when its main window has closed."""
        self._application.survives_its_windows = True

    def slow(self, milliseconds: int) -> None:
        """Make every handler take this long from now on; 0 ends it."""
        self._application.handler_delay_ms = milliseconds
