"""What an act leaves on the clipboard: a source of evidence of commands that copy, and show nothing else."""

from __future__ import annotations

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import effect


class Clipboard:
    """Tells that the program put something on the clipboard, never what."""

    name = "clipboard"

    def __init__(self) -> None:
        self._before: dict[int, int] = {}

    def before(self, doing: Doing) -> None:
        """Note what is there."""
        self._before[doing.app.pid], _ = doing.desktop.clipboard()

    def after(self, doing: Doing, performed: Performed) -> effect.Seen | None:
        """Return that the content is another one, and the program's; that confirms a command."""
        number, pid = doing.desktop.clipboard()
        if number == self._before.pop(doing.app.pid, number) or pid != doing.app.pid:
            return None
        return effect.Seen("confirmed" if performed.is_command else "unverifiable", {"changed": True})
