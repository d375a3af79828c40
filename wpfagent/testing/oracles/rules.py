"""Which oracles count, at which level and with which settings: built in, installed by others, or named in a file.

An installed package brings oracles by the entry point group `wpfagent.oracles`. A profile, a scenario or an exploration
names a class of any module that can be imported, as `my_module:MyOracle`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import nearest
from wpfagent.testing.oracles import ORACLES
from wpfagent.testing.oracles.base import Level, NoSettings, Oracle

GROUP = "wpfagent.oracles"
"""The entry point group by which a package brings oracles."""
LEVELS: tuple[Level, ...] = ("on", "warn", "off")
RESERVED = frozenset({"heap_growth"})
"""Names of oracles that are not in the table; a file may switch them off already."""

AnyOracle = type[Oracle[Any, Any]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One oracle with its level and settings."""

    oracle: AnyOracle
    level: Level
    settings: Any


def rules_of(*given: Mapping[str, Any]) -> tuple[Rule, ...]:
    """Return the oracles that count, those that are built in first.

    Args:
        given: levels and settings by oracle, as a profile or scenario has them; a later one has the last word.

    Raises:
        InvalidArgument: an unknown oracle, level or setting, with the nearest names; `details["path"]` says where.
    """
    known = dict(_installed())
    for oracles in given:
        for name, value in oracles.items():
            if name not in known and (loaded := _named(name, value, known)) is not None:
                known[name] = loaded
    made = []
    for name, oracle in known.items():
        merged: dict[str, Any] = {"level": oracle.level}
        for oracles in given:
            if name in oracles:
                merged |= _as_mapping(name, oracles[name], oracle)
        level = merged.pop("level")
        settings = _settings(oracle, merged)
        if level != "off":
            made.append(Rule(oracle, level, settings))
    return tuple(made)


def rule_of(oracle: Oracle[Any, Any] | AnyOracle) -> Rule:
    """Return the rule of an oracle that is given as a class, or as an instance with its settings."""
    if isinstance(oracle, Oracle):
        return Rule(type(oracle), oracle.level, oracle.settings)
    if isinstance(oracle, type) and issubclass(oracle, Oracle):
        return Rule(oracle, oracle.level, oracle.settings_type())
    raise InvalidArgument(f"{oracle!r} is no oracle.", hint="Give a subclass of wpfagent.Oracle, or an instance of it.")


# -- which there are ----------------------------------------------------------------------------------------------


@cache
def _installed() -> Mapping[str, AnyOracle]:
    """The oracles of the table, and those that installed packages bring, by name."""
    found = dict(ORACLES)
    for point in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(point.name, _loaded(point.value, point.name))
    return MappingProxyType(found)


def _named(name: str, value: Any, known: Mapping[str, Any]) -> AnyOracle | None:
    """Return the class that a file names as `module:Class`; None for a name that may only be off."""
    if name in RESERVED:
        if _level_of(value) == "off":
            return None
        raise _invalid((name,), f"The oracle {name!r} is not there yet.", "It can only be off.")
    if ":" in name:
        return _loaded(name, name)
    near = nearest(str(name), known) or list(known)
    raise _invalid((name,), f"Unknown oracle {name!r}.", f"Nearest: {', '.join(near)}.")


def _loaded(reference: str, name: str) -> AnyOracle:
    """Return the class that `module:Class` names."""
    module, _, path = reference.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise _invalid(
            (name,),
            f"The oracle {reference!r} cannot be loaded: {error}.",
            "It is written module:Class; the module must be installed, or its folder stand in PYTHONPATH.",
        ) from error
    if not (isinstance(found, type) and issubclass(found, Oracle)):
        raise _invalid((name,), f"{reference!r} is no oracle.", "It must be a subclass of wpfagent.Oracle.")
    return found


# -- levels and settings ------------------------------------------------------------------------------------------


def _as_mapping(name: str, value: Any, oracle: AnyOracle) -> dict[str, Any]:
    """The levels and settings that one entry gives; `on` after a profile's settings keeps these."""
    if not isinstance(value, Mapping):
        return {"level": _checked_level((name,), value)}
    known = ["level", *(f.name for f in oracle.fields())]
    for key in value:
        if key not in known:
            near = nearest(str(key), known) or known
            raise _invalid((name, str(key)), f"{name} has no setting {key!r}.", f"Nearest: {', '.join(near)}.")
    made = dict(value)
    if "level" in made:
        made["level"] = _checked_level((name, "level"), made["level"])
    elif oracle.level == "off":
        made["level"] = "on"
    return made


def _checked_level(path: tuple[str, ...], value: Any) -> Level:
    level = _level_of(value)
    if level is None:
        raise _invalid(path, f"The level of {path[0]} cannot be {value!r}.", f"One of: {', '.join(LEVELS)}.")
    return level


def _level_of(value: Any) -> Level | None:
    """YAML reads a bare `on` and `off` as true and false."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return next((level for level in LEVELS if level == value), None)


def _settings(oracle: AnyOracle, values: Mapping[str, Any]) -> Any:
    if oracle.settings_type is NoSettings:
        return NoSettings()
    found = shapes.check(oracle.settings_type, values)
    if isinstance(found, list):
        first, docs = found[0], {f.name: f.metadata.get("doc", "") for f in oracle.fields()}
        at = f"{oracle.name}: {shapes.show_path(first.path)}" if first.path else oracle.name
        hint = f"It is {docs[str(first.path[0])]}." if first.path else first.hint
        raise _invalid((oracle.name, *map(str, first.path)), f"{at}: {first.message}", hint)
    return found


def _invalid(path: tuple[str, ...], message: str, hint: str) -> InvalidArgument:
    return InvalidArgument(message, hint=hint, details={"path": list(path)})
