"""The computer that clients are looked for on: its folders, its environment, its operating system."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.core.program import find_program


@dataclass(frozen=True, slots=True)
class Computer:
    """Where things are.

    Args:
        home: the person's home folder.
        folder: the project, for scope `project`.
        data: where this program keeps its own notes.
        environ: the environment variables.
        platform: as `sys.platform` says it: `win32`, `darwin`, `linux`.
    """

    home: Path
    folder: Path
    data: Path
    environ: Mapping[str, str] = field(repr=False)
    platform: str = sys.platform

    @classmethod
    def here(cls) -> Computer:
        """Return this computer, with the current folder as the project."""
        from platformdirs import user_data_path

        return cls(Path.home(), Path.cwd(), user_data_path("wpf-agent", appauthor=False), os.environ)

    @property
    def applications(self) -> Path:
        """The folder in which programs keep the person's settings."""
        if self.platform == "win32":
            return Path(self.environ.get("APPDATA") or self.home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return Path(self.environ.get("XDG_CONFIG_HOME") or self.home / ".config")

    def find_program(self, name: str) -> str | None:
        """Return the path of a program, as the shell would find it."""
        return find_program(name, self.environ.get("PATH", ""))

    def line(self, words: Sequence[str]) -> str:
        """Return a command as a person types it into the shell."""
        return subprocess.list2cmdline(words) if self.platform == "win32" else shlex.join(words)
