"""profiles.json: text in, the core's profiles out."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument, ProfileInvalid
from wpfagent.core.json_text import parse_json
from wpfagent.core.keys import stop_chord
from wpfagent.core.pattern import compile_re
from wpfagent.core.shapes import Path, Problem
from wpfagent.profiles.profile import Profile, ProfileMatch, ProfilesFile

VERSION = 1
ID_RULE = "id="
"""Before a redaction rule: its pattern is for AutomationIds, not for texts."""
Check = Callable[[Profile], None]
"""Checks the keys of a profile that stand for something above the profiles: raises InvalidArgument, with where it is in
`details["path"]`."""


def load_profiles(text: str, path: str = "profiles.json", *, check: Check | None = None) -> tuple[Profile, ...]:
    """Return the profiles that a file holds; `source` and `scenarios` count from the file's folder.

    Args:
        text: the file's content.
        path: where it lies.
        check: what else a profile must pass, such as `testing.oracles.judging.check_profile`.

    Raises:
        ProfileInvalid: it is no JSON (with the line), or a key is unknown, missing or of the wrong kind, or two
            profiles have one name.
    """
    try:
        data = parse_json(text)
    except json.JSONDecodeError as error:
        raise ProfileInvalid(
            f"{path}:{error.lineno}: no valid JSON: {error.msg}.", details={"path": path, "line": error.lineno}
        ) from error
    if isinstance(data, dict):
        data = {k: v for k, v in data.items() if k != "$schema"}
    file = shapes.read(ProfilesFile, data, what=path, error=ProfileInvalid)
    for index, profile in enumerate(file.profiles):
        _check(profile, check, path, ("profiles", index))
    if file.version != VERSION:
        raise ProfileInvalid(f"{path}: version {file.version} is not known.", hint=f"This program reads {VERSION}.")
    seen: set[str] = set()
    for profile in file.profiles:
        if profile.name in seen:
            raise ProfileInvalid(f"{path}: two profiles are named {profile.name!r}.", hint="Rename one of them.")
        if profile.match in (None, ProfileMatch()) and profile.launch is None:
            raise ProfileInvalid(
                f"{path}: profile {profile.name!r} has neither match nor launch.",
                hint='Give at least one, for example "match": {"process": "MyApp.exe"}.',
            )
        _check_values(profile, path)
        seen.add(profile.name)
    folder = os.path.dirname(os.path.abspath(path))
    return tuple(_absolute(p, folder) for p in file.profiles)


def validate_profile(data: Any, *, what: str = "profile", check: Check | None = None) -> Profile:
    """Return one profile. Raises ProfileInvalid."""
    profile = shapes.read(Profile, data, what=what, error=ProfileInvalid)
    _check(profile, check, what)
    return profile


def _check(profile: Profile, check: Check | None, what: str, at: Path = ()) -> None:
    if check is None:
        return
    try:
        check(profile)
    except InvalidArgument as error:
        problem = Problem((*at, *error.details["path"]), error.message, error.hint)
        raise problem.error(ProfileInvalid, what) from error


def _check_values(profile: Profile, path: str) -> None:
    patterns = [("match.title_re", profile.match.title_re if profile.match else None)]
    patterns += [("safety.destructive_patterns", p) for p in profile.safety.destructive_patterns]
    patterns += [("record.redact", rule.removeprefix(ID_RULE)) for rule in profile.record.redact]
    try:
        for key, pattern in patterns:
            compile_re(pattern or "", key)
        if profile.safety.stop_key is not None:
            stop_chord(profile.safety.stop_key)
    except InvalidArgument as error:
        raise ProfileInvalid(f"{path}: profile {profile.name!r}: {error.message}", hint=error.hint) from error


def _absolute(profile: Profile, folder: str) -> Profile:
    def absolute(paths: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(os.path.normpath(os.path.join(folder, p)) for p in paths)

    return replace(profile, source=absolute(profile.source), scenarios=absolute(profile.scenarios))
