"""Where profiles come from: profiles.json, and the built-in profile `demo`.

Looked for in this order: the path that was named, `WPF_AGENT_PROFILES`, `./profiles.json` (not where the current folder
is somebody else's), beside the exe, the user's configuration folder. Finding none is no error; naming one that does not
exist is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wpfagent.core.environ import environment
from wpfagent.core.errors import ProfileInvalid, ProfileNotFound
from wpfagent.core.program import single_exe
from wpfagent.profiles.profile import Profile

if TYPE_CHECKING:
    from wpfagent.profiles.schema import Check

FILE_NAME = "profiles.json"
VARIABLE = "WPF_AGENT_PROFILES"
DEMO = "demo"


@dataclass(frozen=True, slots=True)
class ProfileSet:
    """The profiles in use: the file they come from (None: there is none), and by name."""

    path: Path | None = None
    profiles: Mapping[str, Profile] = field(default_factory=dict)


def find_profiles(
    named: str | None = None, *, environ: Mapping[str, str] | None = None, use_current_folder: bool = True
) -> Path | None:
    """Return the profiles.json that counts; None when there is none.

    Raises:
        ProfileNotFound: the one that was named, or that the environment names, does not exist.
    """
    environ = environment() if environ is None else environ
    for origin, given in (("--profiles", named), (VARIABLE, environ.get(VARIABLE))):
        if given:
            if not os.path.isfile(given):
                raise ProfileNotFound(f"There is no file {given!r}, which {origin} names.", hint="Is the path right?")
            return Path(given).absolute()
    return next((p for p in _places(use_current_folder=use_current_folder) if p.is_file()), None)


def _places(*, use_current_folder: bool) -> list[Path]:
    places = [Path.cwd() / FILE_NAME] if use_current_folder else []
    if exe := single_exe():
        places.append(exe.parent / FILE_NAME)
    return [*places, own_file()]


def own_file() -> Path:
    """Return where the user's own profiles.json lies, or would lie."""
    from platformdirs import user_config_path

    return user_config_path("wpf-agent", appauthor=False) / FILE_NAME


def open_profiles(path: Path | None, *, desktop_name: str, lang: str = "en", check: Check | None = None) -> ProfileSet:
    """Return the profiles of a file, and `demo`.

    Args:
        path: what `find_profiles` returned.
        desktop_name: which desktop shows the demo, `uia` or `simulated`.
        lang: the language of the demo's captions, `en` or `ja`.
        check: what else each profile must pass.

    Raises:
        ProfileInvalid: the file does not hold what it should, or has a profile `demo` of its own.
    """
    from wpfagent.demo import demo_profile
    from wpfagent.profiles.schema import load_profiles, validate_profile

    found: dict[str, Profile] = {DEMO: validate_profile(demo_profile(desktop_name, lang=lang), what="the demo")}
    if path is None:
        return ProfileSet(None, found)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileInvalid(f"{path} cannot be read: {error}.", hint="It is JSON in UTF-8.") from error
    for profile in load_profiles(text, str(path), check=check):
        if profile.name == DEMO:
            raise ProfileInvalid(
                f"{path}: the name {DEMO!r} belongs to the built-in demo.", hint="Give this profile another name."
            )
        found[profile.name] = profile
    return ProfileSet(path, found)
