"""The template of profiles.json, with its schema beside it, for editors."""

from __future__ import annotations

import json
import os
from pathlib import Path

from wpfagent.core.files import can_write
from wpfagent.core.program import single_exe
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
    exe = single_exe()
    if exe is not None and can_write(str(exe.parent)):
        return exe.parent / FILE_NAME, False
    return own_file(), False
