"""Whose records a client may see: behind a fence only those of its profiles, whatever way leads to a file of one."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from wpfagent.core.files import read_object


def is_shown(session_id: str, artifacts: Path, fence: Collection[str] | None) -> bool:
    """Return whether a session's record may be seen: behind a fence only one that is about nothing but its profiles."""
    if not fence:
        return True
    facts = read_object(artifacts / "sessions" / session_id / "session.json")
    return all(profile in fence for profile in facts.get("profiles") or [facts.get("profile")])


def is_hidden(path: str, artifacts: Path, fence: Collection[str] | None) -> bool:
    """Return whether a path lies, its links followed, in a session or its tickets that may not be seen."""
    real = Path(os.path.realpath(path))
    for name in ("sessions", "tickets"):
        root = Path(os.path.realpath(artifacts / name))
        if real.is_relative_to(root) and (inside := real.relative_to(root).parts):
            return not is_shown(inside[0], artifacts, fence)
    return False
