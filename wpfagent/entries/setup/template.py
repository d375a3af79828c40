"""The template of profiles.json, with its schema beside it, for editors."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from wpfagent.entries.doctor import EXAMPLE_EXE
from wpfagent.profiles.file import SCHEMA, schema_text
from wpfagent.profiles.schema import VERSION
from wpfagent.profiles.store import FILE_NAME, VARIABLE, find_profiles, own_file


def profiles_text(schema: str = SCHEMA) -> str:
    """Return a profiles.json with one example to start from.

    Args:
        schema: where its JSON Schema lies.
    """
    example = {
        "name": "MyApp-Dev",
        "match": {"process": "MyApp.exe"},
        "launch": {"exe": EXAMPLE_EXE, "args": []},
        "timeouts": {"startup_ms": 60_000, "action_ms": 10_000},
        "safety": {"mode": "safe", "allow_destructive": False},
    }
    return json.dumps({"$schema": schema, "version": VERSION, "profiles": [example]}, indent=2) + "\n"


def template(path: Path) -> dict[Path, bytes]:
    """Return the files of the template for a profiles.json, with their content: its schema, then the file itself."""
    return {path.parent / SCHEMA: schema_text().encode(), path: profiles_text().encode()}


def place_of_profiles(named: str | None = None) -> tuple[Path, bool]:
    """Return the profiles.json in use and True, or the place for a new one and False.

    A new one goes where it was named, else beside the exe, else into the person's configuration folder: every entry
    of the program looks there, the MCP server too.
    """
    given = named or os.environ.get(VARIABLE)
    if given:
        return Path(given).absolute(), os.path.isfile(given)
    found = find_profiles()
    if found is not None:
        return found, True
    if getattr(sys, "frozen", False) and _is_open(Path(sys.executable).parent):
        return Path(sys.executable).parent / FILE_NAME, False
    return own_file(), False


def _is_open(folder: Path) -> bool:
    """Whether files can be made there; `os.access` knows nothing of Windows' access lists."""
    probe = folder / f".wpf-agent-{os.getpid()}"
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError:
        return False
    return True
