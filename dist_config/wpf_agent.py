"""The program inside wpf-agent.exe: the command line, without what only other entries of its libraries need."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import sys

import stand_ins

MODULES = getattr(sys, "_MEIPASS", "")
"""The folder that the exe unpacked itself into."""


def keep_to_itself() -> None:
    """Let programs that are started from here know nothing of this exe's own folder.

    Without it they look for DLLs there first, and another wpf-agent.exe would live in a folder that goes with this one.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    if sys.platform == "win32" and MODULES:
        os.add_dll_directory(MODULES)
        ctypes.windll.kernel32.SetDllDirectoryW(None)


if __name__ == "__main__":
    multiprocessing.freeze_support()
    keep_to_itself()
    stand_ins.install()
    from wpfagent.cli import main

    sys.exit(main())
