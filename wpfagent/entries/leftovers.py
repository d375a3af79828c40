"""Folders that runs of wpf-agent.exe left behind when they were killed: each run unpacks itself into one.

A run that ends by itself deletes its folder; one that is killed cannot.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

PATTERN = "_MEI*"
OURS = Path("wpfagent", "demo", "application.xaml")
"""What tells our folders from those of other programs that are packed the same way."""
PYTHON = "python3*.dll"
"""Loaded by each run from its folder, and held by the system as long as it lives."""
LEAST_AGE_S = 600.0
"""A run that is just starting has not loaded it yet."""


def find_leftovers(folder: Path | None = None, *, own: str | None = None, now: float | None = None) -> list[Path]:
    """Return the folders that no run uses any more.

    Args:
        folder: where they are; the folder for temporary files by default.
        own: the folder of this run; the process's own by default.
        now: Unix time in seconds.
    """
    folder = folder or Path(tempfile.gettempdir())
    own = getattr(sys, "_MEIPASS", "") if own is None else own
    before = (time.time() if now is None else now) - LEAST_AGE_S
    ours = (p for p in sorted(folder.glob(PATTERN)) if (p / OURS).is_file() and str(p) != own)
    return [p for p in ours if p.stat().st_mtime < before and not _is_used(p)]


def delete(folders: list[Path]) -> int:
    """Delete these folders, but for those that a run uses, and return how many have gone."""
    for folder in folders:
        try:
            for path in folder.glob(PYTHON):
                path.unlink()  # the system refuses it while a run has it loaded
        except OSError:
            continue
        shutil.rmtree(folder, ignore_errors=True)
    return sum(not folder.exists() for folder in folders)


def size_of(folders: list[Path]) -> int:
    """Return how many bytes they hold."""
    return sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())


def _is_used(folder: Path) -> bool:
    try:
        for path in folder.glob(PYTHON):
            with open(path, "r+b"):
                pass
    except OSError:
        return True
    return False
