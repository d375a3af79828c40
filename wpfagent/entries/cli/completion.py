"""Completion of what a person types at the prompt: commands, then AutomationIds and names of what is shown.

By Tab where Python has readline; anywhere by a question mark: `click Sa?` lists what fits.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from types import ModuleType

from wpfagent.core.model import Control
from wpfagent.entries.cli.prompt import commands

_BREAKS = " \t"


class Completion:
    """Knows what may stand next in a line.

    Args:
        controls: gives the controls that are shown now; asked once a line.
    """

    def __init__(self, controls: Callable[[], Iterable[Control]]) -> None:
        self._controls = controls
        self._names: list[str] | None = None
        self._found: list[str] = []

    def new_line(self) -> None:
        """Forget what was shown: the program may have changed."""
        self._names = None

    def candidates(self, line: str) -> list[str]:
        """Return what the last word of a line may become."""
        first, blank, rest = line.lstrip().partition(" ")
        if not blank:
            return [c for c in commands() if c.startswith(first)]
        if first == "help":
            return [c for c in commands() if c.startswith(rest)]
        word = rest.rpartition(" ")[2].lower()
        starting = [n for n in self._shown() if n.lower().startswith(word)]
        return starting or [n for n in self._shown() if word in n.lower()]

    def _shown(self) -> list[str]:
        if self._names is None:
            found = list(self._controls())
            ids = [c.automation_id for c in found if c.automation_id]
            names = [c.name for c in found if c.name and not c.automation_id and c.control_type != "Text"]
            quoted = [f'"{n}"' if " " in n else n for n in names if '"' not in n and "\n" not in n]
            self._names = sorted(dict.fromkeys(ids)) + sorted(dict.fromkeys(quoted))
        return self._names

    # -- readline -----------------------------------------------------------------------------------------------------

    def install(self) -> bool:
        """Complete by Tab from now on; False where Python has no readline (Windows)."""
        if (readline := _readline()) is None:
            return False

        def complete(_text: str, state: int) -> str | None:
            if state == 0:
                self._found = self.candidates(readline.get_line_buffer()[: readline.get_endidx()])
            return self._found[state] + " " if state < len(self._found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(_BREAKS)
        readline.parse_and_bind("tab: complete")
        return True

    def remove(self) -> None:
        """Complete no longer."""
        if (readline := _readline()) is not None:
            readline.set_completer(None)


def _readline() -> ModuleType | None:
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None


def asked(line: str) -> str | None:
    """Return the beginning whose completions are asked for by a question mark; None for an ordinary line.

    Only a command and its element are completed: a text may end with a question mark.
    """
    stripped = line.rstrip()
    if not stripped.endswith("?") or len(stripped.split()) > 2:
        return None
    return stripped[:-1]
