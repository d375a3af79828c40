"""The judge: asks every oracle, as profile and scenario configure them, about one moment of the run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Usage, WindowInfo
from wpfagent.profiles.profile import Profile
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.observing.log_files import LogFiles, size_of
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation, Oracle
from wpfagent.testing.oracles.parts.uses import Suspect
from wpfagent.testing.oracles.rules import Rule, rule_of, rules_of


@dataclass(slots=True)
class Judge:
    """Judges what the gate has read: one instance of each oracle watches one application.

    Args:
        rules: the oracles that count, in the order of the table.
    """

    rules: tuple[Rule, ...] = field(default_factory=rules_of)
    _baselines: dict[str, Baseline] = field(default_factory=dict)
    _watching: dict[str, list[tuple[Rule, Oracle[Any, Any]]]] = field(default_factory=dict)
    _histories: dict[tuple[str, str], Any] = field(default_factory=dict)

    @property
    def suspects(self) -> bool:
        """Whether an oracle was given what to look for."""
        return any(isinstance(rule.settings, Suspect) and rule.settings.suspect for rule in self.rules)

    def suspect(self, findings: Mapping[str, Mapping[str, Any]]) -> None:
        """Give oracles that need a history what an earlier run found: the first clear sign of that is a finding then.

        Args:
            findings: by the oracle's name what `details["suspect"]` of its finding said; what is absent is forgotten.
        """

        def suspecting(rule: Rule) -> Rule:
            if not isinstance(rule.settings, Suspect):
                return rule
            return replace(rule, settings=replace(rule.settings, suspect=dict(findings.get(rule.oracle.name, {}))))

        self.rules = tuple(map(suspecting, self.rules))
        settings = {rule.oracle: rule.settings for rule in self.rules}
        for watching in self._watching.values():
            for rule, oracle in watching:
                oracle.settings = settings[rule.oracle]

    def add(self, oracle: Oracle[Any, Any] | type[Oracle[Any, Any]]) -> None:
        """Let one more oracle judge; one of the same class is replaced.

        Args:
            oracle: its class, or an instance, whose settings count. Each application gets an instance of its own.
        """
        rule = rule_of(oracle)
        self.rules = (*(r for r in self.rules if r.oracle is not rule.oracle), rule)
        self._watching.clear()

    @classmethod
    def configured(
        cls, profile_oracles: Mapping[str, Any] | None = None, scenario_oracles: Mapping[str, Any] | None = None
    ) -> Judge:
        """Return the judge that a profile and a scenario ask for; where both speak, the scenario has the last word.

        Args:
            profile_oracles: by name `"on"`, `"warn"`, `"off"`, true, false, or `{"level": …, own settings…}`. A name
                with a colon, as `my_module:MyOracle`, is a class of that module.
            scenario_oracles: the same.

        Raises:
            InvalidArgument: an unknown oracle, level or setting, with the nearest names; `details["path"]` says where.
        """
        return cls(rules_of(profile_oracles or {}, scenario_oracles or {}))

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
        self._baselines[identity] = Baseline(hwnds, LogFiles.start(logs), size_of(stderr_path), time.time(), usage)
        self._watching.pop(identity, None)

    def judge(self, observation: Observation) -> list[Finding]:
        """Return what is wrong, in the order of the table; an application that was not begun begins here."""
        found = []
        for rule, oracle in self._watching_over(observation):
            finding = oracle.check(observation)
            if finding is not None:
                severity = "warning" if rule.level == "warn" else finding.severity
                found.append(replace(finding, severity=severity, cause=finding.cause or oracle.cause))
        return found

    def _watching_over(self, observation: Observation) -> list[tuple[Rule, Oracle[Any, Any]]]:
        """Return the oracles that watch an application, made at its first observation."""
        identity = observation.target.identity
        if identity not in self._watching:
            if identity not in self._baselines:
                known = observation.before.windows if observation.before is not None else observation.windows
                self.begin(identity, windows=known, logs=observation.logs)
            program = observation.target.exe or observation.target.process
            self._watching[identity] = [(rule, self._oracle(rule, identity, program)) for rule in self.rules]
        return self._watching[identity]

    def _oracle(self, rule: Rule, identity: str, program: str) -> Oracle[Any, Any]:
        """Return an instance of an oracle for one application, with what it knows of the program's earlier runs."""
        made = rule.oracle(rule.settings, baseline=self._baselines[identity])
        if isinstance(made, LastingOracle):
            made.history = self._histories.setdefault((made.name, program), made.history)
        return made


def check_profile(profile: Profile) -> None:
    """Raise InvalidArgument when a profile names an oracle, a level or a setting that there is not."""
    try:
        Judge.configured(profile.oracles)
    except InvalidArgument as error:
        error.details["path"] = ["oracles", *error.details["path"]]
        raise
