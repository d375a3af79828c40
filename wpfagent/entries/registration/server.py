"""The command that a client starts: which one is this installation's, and which ones were ever ours."""

from __future__ import annotations

import importlib.metadata
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from wpfagent.core import program

NAME = "wpf-agent"
SERVE = ("mcp", "serve")


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A program and its arguments up to `mcp serve`, and the options of `mcp serve` behind them."""

    command: str
    args: tuple[str, ...]
    options: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The whole command."""
        return (self.command, *self.args, *self.options)

    @classmethod
    def here(cls, options: Sequence[str] = ()) -> ServerCommand:
        """Return the command of this installation: its exe, unpacked where that was done, else its Python."""
        if program.form() != "package":
            from platformdirs import user_data_path

            unpacked = program.quick_start(user_data_path("wpf-agent", appauthor=False))
            return cls(str(unpacked or sys.executable), SERVE, tuple(options))
        return cls(sys.executable, (*program.MODULE, *SERVE), tuple(options))

    def is_found_elsewhere(self) -> bool:
        """Return whether it works from any folder: a package that is not installed is found in its own only.

        The answer is about this Python.
        """
        if "wpfagent" not in self.args:
            return True
        try:
            importlib.metadata.distribution("wpfagent")
        except importlib.metadata.PackageNotFoundError:
            own = {"", os.getcwd(), *os.environ.get("PYTHONPATH", "").split(os.pathsep)}
            return PathFinder.find_spec("wpfagent", [p for p in sys.path if p not in own]) is not None
        return True

    @classmethod
    def of_entry(cls, entry: Any) -> ServerCommand | None:
        """Return the command of a client's entry; None when it is not one of ours.

        Ours ends in `mcp serve` and options, and what it starts is called wpf-agent or wpfagent.
        """
        if not isinstance(entry, dict):
            return None
        command, args = entry.get("command"), entry.get("args", [])
        if not isinstance(command, str) or not isinstance(args, list) or not all(isinstance(a, str) for a in args):
            return None
        at = next((i for i in range(len(args) - 1) if tuple(args[i : i + 2]) == SERVE), None)
        if at is None:
            return None
        path = PureWindowsPath(command) if "\\" in command else PurePosixPath(command)
        if not path.name.lower().startswith(NAME) and not {"wpfagent", NAME} & set(args[:at]):
            return None
        return cls(command, tuple(args[: at + 2]), tuple(args[at + 2 :]))
