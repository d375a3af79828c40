"""What a machine is, so that like is compared with like: the product's version, its profiles, the programs they name.

Of a profile that counts which does not belong to one machine: folders are left out, files count by their names. Of a
program count its executable and the files beside it that bear its name, as `MyApp.dll` and `MyApp.deps.json` do.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PureWindowsPath
from typing import Any

from wpfagent import __version__
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.store import DEMO

OF_MACHINE = ("source", "scenarios", "logs")
"""Folders of a profile: each machine has its own."""
DIGITS = 16
READ_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Likeness:
    """What must be the same on two machines for one profile: '' where it has none, or it cannot be read.

    Args:
        profile: the hash of what the profile says.
        program: the hash of its program.
    """

    profile: str = ""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a machine tells of itself.

    Args:
        machine: the worker's name.
        version: of this product.
        desktop: `uia` or `simulated`.
        usable: whether its desktop can be used now.
        why: why it cannot.
        profiles: by name, those that were asked for and that it has.
    """

    machine: str
    version: str = __version__
    desktop: str = "uia"
    usable: bool = True
    why: str = ""
    profiles: Mapping[str, Likeness] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return dataclasses.asdict(self)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Facts:
        """Return the facts that a machine sent."""
        told = {name: Likeness(**likeness) for name, likeness in data["profiles"].items()}
        return cls(**{**data, "profiles": told})


def likeness_of(profile: Profile) -> Likeness:
    """Return what must be the same elsewhere for a profile; of the demo nothing: the product's version says it."""
    if profile.name == DEMO:
        return Likeness()
    exe = profile.launch.exe if profile.launch is not None else None
    return Likeness(hash_of_profile(profile), hash_of_program(Path(exe)) if exe else "")


def own_likenesses(known: Mapping[str, Profile], names: Iterable[str]) -> dict[str, Likeness]:
    """Return what a caller's own profiles are like."""
    return {name: likeness_of(known[name]) for name in names if name in known}


def hash_of_profile(profile: Profile) -> str:
    """Return the hash of what a profile says, wherever its files lie."""
    data = {name: value for name, value in dataclasses.asdict(profile).items() if name not in OF_MACHINE}
    for part in ("launch", "match"):
        if data[part]:
            data[part] = {name: value for name, value in data[part].items() if name != "cwd"}
    text = json.dumps(_anywhere(data), sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _anywhere(value: Any) -> Any:
    """A value in which a path is its last part."""
    if isinstance(value, Mapping):
        return {str(name): _anywhere(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_anywhere(item) for item in value]
    if isinstance(value, str) and (os.path.isabs(value) or PureWindowsPath(value).is_absolute()):
        return PureWindowsPath(value).name
    return value


def hash_of_program(exe: Path) -> str:
    """Return the hash of a program's files; '' where they cannot be read."""
    made = hashlib.sha256()
    try:
        beside = sorted(p for p in exe.parent.iterdir() if p.is_file() and _bears(p, exe))
        for path in beside:
            made.update(path.name.lower().encode())
            with open(path, "rb") as file:
                while part := file.read(READ_AT_ONCE):
                    made.update(part)
    except OSError:
        return ""
    return made.hexdigest()[:DIGITS] if beside else ""


def _bears(path: Path, exe: Path) -> bool:
    name, own = path.name.lower(), exe.stem.lower()
    return name == exe.name.lower() or name.startswith(f"{own}.")


@dataclass(frozen=True, slots=True)
class Expected:
    """What a machine must be like to take part.

    Args:
        version: of the product.
        profiles: by name.
    """

    version: str = __version__
    profiles: Mapping[str, Likeness] = field(default_factory=dict)

    def without_programs(self, names: Collection[str]) -> Expected:
        """Return the same where the programs of some profiles do not count: they are sent."""
        told = {n: replace(wanted, program="") if n in names else wanted for n, wanted in self.profiles.items()}
        return replace(self, profiles=told)

    def against(self, facts: Facts) -> str:
        """Return why a machine is left out; '' where it takes part."""
        if facts.version != self.version:
            return f"it has wpf-agent {facts.version}, not {self.version}"
        for name, wanted in self.profiles.items():
            own = facts.profiles.get(name)
            if own is None:
                return f"it has no profile {name}"
            if wanted.profile and own.profile != wanted.profile:
                return f"its profile {name} says something else"
            if wanted.program and own.program != wanted.program:
                return f"its program of the profile {name} is another one"
        return ""


def expected_of(own: Mapping[str, Likeness], names: Iterable[str], machines: Sequence[Facts]) -> Expected:
    """Return what machines must be like: what the caller has, and where it has nothing, what most of them have.

    Args:
        own: the caller's own profiles.
        names: those that are used.
        machines: all that are there.
    """
    same = [m for m in machines if m.version == __version__]
    made: dict[str, Likeness] = {}
    for name in names:
        told = [m.profiles[name] for m in same if name in m.profiles]
        mine = own.get(name, Likeness())
        made[name] = Likeness(
            mine.profile or _most(likeness.profile for likeness in told),
            mine.program or _most(likeness.program for likeness in told),
        )
    return Expected(profiles=made)


def _most(values: Iterable[str]) -> str:
    counted = Counter(v for v in values if v)
    return counted.most_common(1)[0][0] if counted else ""
