"""The program inside wpf-agent.exe: the command line, without what only other entries of its libraries need."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import sys
from collections.abc import Sequence

import stand_ins

MODULES = getattr(sys, "_MEIPASS", "")
"""The folder that the exe unpacked itself into."""
HOST = ["host"]
OTHER_SERVERS = re.compile(r"(?<![\w-])(all|servers)(?![\w-])")
"""The toolsets that use other MCP servers."""
GC_THRESHOLD = 20_000
"""So many new objects until Python looks for garbage: with its own 700 that is a tenth of the time of a start."""


def keep_to_itself() -> None:
    """Let programs that are started from here know nothing of this exe's own folder.

    Without it they look for DLLs there first, and another wpf-agent.exe would live in a folder that goes with this one.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    if sys.platform == "win32" and MODULES:
        os.add_dll_directory(MODULES)
        ctypes.windll.kernel32.SetDllDirectoryW(None)


def read_own_modules() -> None:
    """Unpacked: let modules come from the folder of this process's files, which nobody changes.

    An update puts another exe into the place of this one while this process lives; modules are read when first needed.
    """
    own = os.path.join(MODULES, "PYZ.pyz")
    if os.path.isfile(own):
        import pyimod02_importers  # type: ignore[import-not-found]  # PyInstaller's, in the exe only

        archive = pyimod02_importers.pyz_archive
        archive._filename, archive._start_offset = own, 0


def start_quickly(arguments: Sequence[str]) -> None:
    """Leave out what a start need not wait for; an MCP client waits for the server at each of its own starts."""
    gc.set_threshold(GC_THRESHOLD)
    if serves_one(arguments) or list(arguments[:1]) == HOST:
        import pydantic

        # The protocol has some 400 models, of which a session uses a few dozen: each is built when it is first used.
        pydantic.BaseModel.model_config = pydantic.ConfigDict(defer_build=True)


def serves_one(arguments: Sequence[str]) -> bool:
    """Return whether this process serves one client, on stdin and stdout, and uses no other servers for it."""
    others = any(OTHER_SERVERS.search(word) for word in arguments)
    return list(arguments[:2]) == ["mcp", "serve"] and "--alone" in arguments and not others


if __name__ == "__main__":
    keep_to_itself()
    read_own_modules()
    if sys.argv[1:2] == ["run"]:  # a goal's model may need it; elsewhere each missing module would be looked for in it
        sys.path.append(os.path.join(MODULES, "anthropic.zip"))
    stand_ins.install(serving=serves_one(sys.argv[1:]))
    start_quickly(sys.argv[1:])
    from wpfagent.entries.cli import main

    sys.exit(main())
