"""Changing profiles.json: the file as it was written, one change, all of it checked, then written whole.

The order of its keys and what it does not say stay as they are. A change that the profiles' own rules refuse leaves the
file untouched.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent import core
from wpfagent.core.errors import InvalidArgument, ProfileInvalid, ProfileNotFound, StorageFailed
from wpfagent.core.files import write_whole
from wpfagent.core.json_text import parse_json
from wpfagent.core.model import ProcessInfo, WindowInfo
from wpfagent.core.selector import nearest
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.schema import VERSION, Check, load_profiles
from wpfagent.profiles.store import DEMO

SCHEMA = "profiles.schema.json"


class ProfileFile:
    """One profiles.json, which may not be there yet.

    Args:
        path: where it lies, or will lie.
        check: what else each profile must pass.

    Raises:
        ProfileInvalid: it cannot be read, or does not hold what it should: nothing is changed in a broken file.
    """

    def __init__(self, path: Path, *, check: Check | None = None) -> None:
        self.path = path
        self._check = check
        self.is_new = not path.exists()
        if self.is_new:
            self._data: dict[str, Any] = {"$schema": SCHEMA, "version": VERSION, "profiles": []}
            return
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ProfileInvalid(f"{path} cannot be read: {error}.", hint="It is JSON in UTF-8.") from error
        load_profiles(text, str(path), check=check)
        self._data = parse_json(text)

    @property
    def names(self) -> list[str]:
        """The names of its profiles, in their order."""
        return [p["name"] for p in self._entries]

    def add(self, entry: Mapping[str, Any], changes: Mapping[str, Any] | None = None) -> Profile:
        """Add a profile and write the file; return the profile as it will be read.

        Args:
            entry: the profile as it stands in the file.
            changes: values by dotted key, as `timeouts.action_ms`, beside it.

        Raises:
            InvalidArgument: the name is taken.
            ProfileInvalid: the entry is not what a profile should be.
            StorageFailed: the file cannot be written.
        """
        name = entry.get("name")
        if name == DEMO or name in self.names:
            whose = "belongs to the built-in demo" if name == DEMO else f"is taken in {self.path}"
            raise InvalidArgument(f"The name {name!r} {whose}.", hint="Choose another, or `profiles edit` changes it.")
        return self._write([*self._entries, _changed(entry, changes or {})], str(name))

    def edit(self, name: str, changes: Mapping[str, Any], removed: tuple[str, ...] = ()) -> Profile:
        """Change a profile and write the file; return the profile as it will be read.

        Args:
            name: the profile.
            changes: values by dotted key, as `timeouts.action_ms`.
            removed: dotted keys that go; what is not there is an error.

        Raises:
            ProfileNotFound: there is no such profile here.
            InvalidArgument: a key that should go is not there.
            ProfileInvalid: the entry would no longer be what a profile should be.
            StorageFailed: the file cannot be written.
        """
        at = self._find(name)
        entry = _changed(self._entries[at], changes, removed)
        return self._write([*self._entries[:at], entry, *self._entries[at + 1 :]], entry.get("name", name))

    def remove(self, name: str) -> None:
        """Take a profile out and write the file. Raises ProfileNotFound, StorageFailed."""
        at = self._find(name)
        self._write([*self._entries[:at], *self._entries[at + 1 :]], None)

    @property
    def _entries(self) -> list[dict[str, Any]]:
        return list(self._data.get("profiles", ()))

    def _find(self, name: str) -> int:
        if name in self.names:
            return self.names.index(name)
        if name == DEMO:
            raise ProfileNotFound(f"The profile {DEMO!r} is built in: it cannot be changed.")
        near = nearest(name, self.names) or self.names
        hint = f"Profiles: {', '.join(near)}." if near else "`wpf-agent profiles add` makes one."
        raise ProfileNotFound(f"{self.path} has no profile {name!r}.", hint=hint)

    def _write(self, entries: list[dict[str, Any]], wanted: str | None) -> Profile:
        data = {**self._data, "profiles": entries}
        text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
        profiles = load_profiles(text, str(self.path), check=self._check)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.is_new:
                write_whole(str(self.path.parent / SCHEMA), schema_text().encode())
            write_whole(str(self.path if self.is_new else self.path.resolve()), text.encode())
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be written: {error.strerror or error}.") from error
        self._data, self.is_new = data, False
        return next((p for p in profiles if p.name == wanted), Profile(""))


def schema_text() -> str:
    """Return the JSON Schema of profiles.json, with what each key means: editors show it and complete by it."""
    return (Path(core.__file__).parent / "schemas" / SCHEMA).read_text(encoding="utf-8")


def entry_of_running(name: str, window: WindowInfo, process: ProcessInfo) -> dict[str, Any]:
    """Return a profile that finds and starts what a window belongs to.

    A host that runs other programs (`dotnet.exe`, `python.exe`) is found by its title too, and is not started.
    """
    match: dict[str, Any] = {"process": process.name}
    entry: dict[str, Any] = {"name": name, "match": match}
    stem = os.path.splitext(process.name)[0].casefold()
    if stem.rstrip("w.0123456789") in _HOSTS:
        match["title_re"] = _title_pattern(window.title)
    elif process.exe:
        entry["launch"] = {"exe": process.exe.replace("\\", "/"), "args": []}
    entry["safety"] = {"mode": "safe", "allow_destructive": False}
    return entry


_HOSTS = frozenset({"dotnet", "python", "java", "electron", "applicationframehost", "mmc", "powershell", "pwsh"})
"""Programs whose name says nothing about the application that they run, without digits and a final w."""


def _title_pattern(title: str) -> str:
    """A regular expression for the part of a title that stays: after the last dash, mostly the program's name."""
    last = re.split(r"\s[-–—]\s", title)[-1].strip()
    return re.escape(last or title).replace(r"\ ", " ")


def _changed(entry: Mapping[str, Any], changes: Mapping[str, Any], removed: tuple[str, ...] = ()) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(entry))
    for key in removed:
        _remove(made, key)
    for key, value in changes.items():
        _put(made, key, value)
    return made


def _put(entry: dict[str, Any], key: str, value: Any) -> None:
    *parents, last = key.split(".")
    place = entry
    for parent in parents:
        inner = place.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise InvalidArgument(f"{key!r} cannot be set: {parent!r} holds {inner!r}.")
        place = inner
    place[last] = value


def _remove(entry: dict[str, Any], key: str) -> None:
    *parents, last = key.split(".")
    place: Any = entry
    for parent in parents:
        place = place.get(parent) if isinstance(place, dict) else None
    if not isinstance(place, dict) or last not in place:
        raise InvalidArgument(f"The profile has no {key!r}.", hint=f"It has: {', '.join(entry)}.")
    del place[last]
