"""Opening a file with the program that the system has for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from wpfagent.core.errors import Unsupported
from wpfagent.core.program import find_program


def open_file(path: Path) -> None:
    """Open a file as if it had been double-clicked.

    Raises:
        Unsupported: the system has no program for it.
    """
    hint = f"Open it yourself: {path}"
    if sys.platform == "win32":
        try:
            os.startfile(path)
        except OSError as error:
            raise Unsupported(f"{path.name} could not be opened: {error.strerror}.", hint=hint) from error
        return
    opener = find_program("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        raise Unsupported("There is no program here that opens files (xdg-open).", hint=hint)
    subprocess.run([opener, str(path)], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
