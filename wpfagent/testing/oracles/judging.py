"""The judge: asks every oracle of the table, as profile and scenario configure them, about one moment of the run."""

from __future__ import annotations

import time
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.actions.base import fits
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage, WindowInfo
from wpfagent.core.selector import nearest
from wpfagent.profiles.profile import Profile
from wpfagent.testing.oracles import ORACLES
from wpfagent.testing.oracles.base import Finding, Level, NoSettings, Observation, Oracle
from wpfagent.testing.oracles.parts.baseline import KEY, Baseline
from wpfagent.testing.oracles.parts.log_files import LogFiles, size_of
from wpfagent.testing.oracles.parts.uses import LIVES, Suspect

LEVELS: tuple[Level, ...] = ("on", "warn", "off")
RESERVED = frozenset({"heap_growth"})
"""Names of oracles that are not in the table; a file may switch them off already."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One oracle with its level and settings."""

    oracle: Oracle[Any]
    level: Level
    settings: Any


@dataclass(slots=True)
class Judge:
    """Judges what the gate has read, and keeps what the oracles remember of each application.

    Args:
        rules: the oracles that count, in the order of the table.
    """

    rules: tuple[Rule, ...] = field(default_factory=lambda: _rules({}))
    _memories: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    _lives: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def suspects(self) -> bool:
        """Whether an oracle was told what to look for."""
        return any(isinstance(rule.settings, Suspect) and rule.settings.suspect for rule in self.rules)

    def suspect(self, findings: Mapping[str, Mapping[str, Any]]) -> None:
        """Tell oracles that need a history what an earlier run found: the first clear sign of that is a finding then.

        Args:
            findings: by the oracle's name what `details["suspect"]` of its finding said; what is absent is forgotten.
        """

        def told(rule: Rule) -> Rule:
            if not isinstance(rule.settings, Suspect):
                return rule
            return replace(rule, settings=replace(rule.settings, suspect=dict(findings.get(rule.oracle.name, {}))))

        self.rules = tuple(map(told, self.rules))

    @classmethod
    def configured(
        cls, profile_oracles: Mapping[str, Any] | None = None, scenario_oracles: Mapping[str, Any] | None = None
    ) -> Judge:
        """Return the judge that a profile and a scenario ask for; where both speak, the scenario has the last word.

        Args:
            profile_oracles: by name `"on"`, `"warn"`, `"off"`, true, false, or `{"level": …, own settings…}`.
            scenario_oracles: the same.

        Raises:
            InvalidArgument: an unknown oracle, level or setting, with the nearest names; `details["path"]` tells where.
        """
        return cls(_rules(profile_oracles or {}, scenario_oracles or {}))

    def begin(
        self,
        identity: str,
        *,
        windows: Iterable[WindowInfo] = (),
        logs: Sequence[str] = (),
        stderr_path: str | None = None,
        usage: Usage | None = None,
    ) -> None:
        """Take down how an application stands: what is open and written now is no finding later.

        Args:
            identity: the target's.
            windows: its open windows.
            logs: its own log files, as globs.
            stderr_path: what it writes to stderr.
            usage: what its process holds.
        """
        hwnds = frozenset(w.hwnd for w in windows)
        baseline = Baseline(hwnds, LogFiles.start(logs), size_of(stderr_path), time.time(), usage)
        names = [rule.oracle.name for rule in self.rules]
        self._memories[identity] = {n: {KEY: baseline, LIVES: self._lives.setdefault(n, {})} for n in names}

    def judge(self, observation: Observation) -> list[Finding]:
        """Return what is wrong, in the order of the table; an application that was not begun begins here."""
        identity = observation.target.identity
        if identity not in self._memories:
            known = observation.before.windows if observation.before is not None else observation.windows
            self.begin(identity, windows=known, logs=observation.logs)
        memories = self._memories[identity]
        found = []
        moment = replace(observation)  # one copy for all: each oracle finds its own memory in it
        for rule in self.rules:
            moment.memory = memories[rule.oracle.name]
            finding = rule.oracle.check(moment, rule.settings)
            if finding is not None:
                found.append(replace(finding, severity="warning") if rule.level == "warn" else finding)
        return found


def check_profile(profile: Profile) -> None:
    """Raise InvalidArgument when a profile names an oracle, a level or a setting that there is not."""
    try:
        Judge.configured(profile.oracles)
    except InvalidArgument as error:
        error.details["path"] = ["oracles", *error.details["path"]]
        raise


def _rules(*given: Mapping[str, Any]) -> tuple[Rule, ...]:
    for oracles in given:
        for name, value in oracles.items():
            _check_name(name, value)
    made = []
    for name, oracle in ORACLES.items():
        merged: dict[str, Any] = {"level": oracle.level}
        for oracles in given:
            if name in oracles:
                merged |= _as_mapping(name, oracles[name], oracle)
        level = merged.pop("level")
        settings = _settings(oracle, merged)
        if level != "off":
            made.append(Rule(oracle, level, settings))
    return tuple(made)


def _check_name(name: str, value: Any) -> None:
    if name in ORACLES:
        return
    if name in RESERVED:
        if _level_of(value) == "off":
            return
        raise _invalid((name,), f"The oracle {name!r} is not there yet.", "It can only be off.")
    near = nearest(str(name), ORACLES) or list(ORACLES)
    raise _invalid((name,), f"Unknown oracle {name!r}.", f"Nearest: {', '.join(near)}.")


def _as_mapping(name: str, value: Any, oracle: Oracle[Any]) -> dict[str, Any]:
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


def _settings(oracle: Oracle[Any], values: Mapping[str, Any]) -> Any:
    if oracle.settings is NoSettings:
        return NoSettings()
    hints = typing.get_type_hints(oracle.settings)
    docs = {f.name: f.metadata.get("doc", "") for f in oracle.fields()}
    for key, value in values.items():
        if not fits(value, hints[key]):
            raise _invalid((oracle.name, key), f"{oracle.name}: {key} cannot be {value!r}.", f"It is {docs[key]}.")
    try:
        return oracle.settings(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
    except InvalidArgument as error:
        raise _invalid((oracle.name,), f"{oracle.name}: {error.message}", error.hint) from error


def _invalid(path: tuple[str, ...], message: str, hint: str) -> InvalidArgument:
    return InvalidArgument(message, hint=hint, details={"path": list(path)})
