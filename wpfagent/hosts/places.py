"""Where the host's files are. A bridge asks this before it answers anything: it loads next to nothing."""

from __future__ import annotations

import os
import sys

from wpfagent.core.environ import environment

FOLDER = "WPF_AGENT_HOST"
"""The variable that names another folder."""


def folder() -> str:
    """Return the folder of the host's files, which need not exist yet."""
    if given := environment().get(FOLDER):
        return os.path.abspath(given)
    local = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    if local:
        return os.path.join(local, "wpf-agent", "host")
    from platformdirs import user_data_dir

    return os.path.join(user_data_dir("wpf-agent", appauthor=False), "host")
