"""profiles.json: text in, the core's profiles out."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any

from wpfagent.errors import InvalidArgument, ProfileInvalid
from wpfagent.oracles.judging import Judge
from wpfagent.profiles import Profile, ProfilesFile
from wpfagent.schemas import adapters
from wpfagent.schemas.problems import Path, Problem
from wpfagent.selector import compile_re

VERSION = 1


def load_profiles(text: str, path: str = "profiles.json") -> tuple[Profile, ...]:
    """Return the profiles that a file holds; `source` and `scenarios` count from the file's folder.

    Raises:
        ProfileInvalid: it is no JSON (with the line), or a key is unknown, missing or of the wrong kind, or two
            profiles have one name.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProfileInvalid(
            f"{path}:{error.lineno}: no valid JSON: {error.msg}.", details={"path": path, "line": error.lineno}
        ) from error
    if isinstance(data, dict):
        data = {k: v for k, v in data.items() if k != "$schema"}
    file = adapters.read(ProfilesFile, data, what=path, error=ProfileInvalid)
    for index, profile in enumerate(file.profiles):
        _check_oracles(profile, path, ("profiles", index))
    if file.version != VERSION:
        raise ProfileInvalid(f"{path}: version {file.version} is not known.", hint=f"This program reads {VERSION}.")
    seen: set[str] = set()
    for profile in file.profiles:
        if profile.name in seen:
            raise ProfileInvalid(f"{path}: two profiles are named {profile.name!r}.", hint="Rename one of them.")
        if profile.match is None and profile.launch is None:
            raise ProfileInvalid(
                f"{path}: profile {profile.name!r} has neither match nor launch.",
                hint='Give at least one, for example "match": {"process": "MyApp.exe"}.',
            )
        _check_patterns(profile, path)
        seen.add(profile.name)
    folder = os.path.dirname(os.path.abspath(path))
    return tuple(_absolute(p, folder) for p in file.profiles)


def validate_profile(data: Any, *, what: str = "profile") -> Profile:
    """Return one profile. Raises ProfileInvalid."""
    profile = adapters.read(Profile, data, what=what, error=ProfileInvalid)
    _check_oracles(profile, what)
    return profile


def _check_oracles(profile: Profile, what: str, at: Path = ()) -> None:
    try:
        Judge.configured(profile.oracles)
    except InvalidArgument as error:
        problem = Problem((*at, "oracles", *error.details["path"]), error.message, error.hint)
        raise problem.error(ProfileInvalid, what) from error


def _check_patterns(profile: Profile, path: str) -> None:
    patterns = [("match.title_re", profile.match.title_re if profile.match else None)]
    patterns += [("safety.destructive_patterns", p) for p in profile.safety.destructive_patterns]
    for key, pattern in patterns:
        try:
            compile_re(pattern or "", key)
        except InvalidArgument as error:
            raise ProfileInvalid(f"{path}: profile {profile.name!r}: {error.message}", hint=error.hint) from error


def _absolute(profile: Profile, folder: str) -> Profile:
    def absolute(paths: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(os.path.normpath(os.path.join(folder, p)) for p in paths)

    return replace(profile, source=absolute(profile.source), scenarios=absolute(profile.scenarios))
