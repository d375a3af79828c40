"""The judge: asks every oracle, as profile and scenario configure them, about one moment of the run."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.files import encoded
from wpfagent.core.model import Usage, WindowInfo
from wpfagent.profiles.profile import Profile
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.observing.log_files import LogFiles, size_of
from wpfagent.testing.oracles.base import Finding, LastingOracle, Observation, Oracle
from wpfagent.testing.oracles.parts.uses import Suspect
from wpfagent.testing.oracles.rules import Rule, rule_of, rules_of

Watcher = Oracle[Any, Any] | BaseException
"""An oracle, or why it cannot be made."""
MOST_SAID = 4_000
"""So many characters of each text of a finding are kept."""
OWN_S = 5.0
"""So long an oracle of another package may think about one moment; one that takes longer is asked no more."""
T = TypeVar("T")


@dataclass(slots=True)
class Judge:
    """Judges what the gate has read: one instance of each oracle watches one application.

    Args:
        rules: the oracles that count, in the order of the table.
    """

    rules: tuple[Rule, ...] = field(default_factory=rules_of)
    _baselines: dict[str, Baseline] = field(default_factory=dict)
    _watching: dict[str, list[tuple[Rule, Watcher]]] = field(default_factory=dict)
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
                if isinstance(oracle, Oracle):
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
        watching = self._watching_over(observation)
        for at, (rule, oracle) in enumerate(watching):
            made = _made_of(oracle, observation)
            if isinstance(made, TimeoutError):
                watching[at] = rule, made
            finding = _sound_finding(rule, made)
            if finding is not None:
                severity = "warning" if rule.level == "warn" else finding.severity
                found.append(replace(finding, severity=severity, cause=finding.cause or rule.oracle.cause))
        return found

    def _watching_over(self, observation: Observation) -> list[tuple[Rule, Watcher]]:
        """Return the oracles that watch an application, made at its first observation, or why one cannot be made."""
        identity = observation.target.identity
        if identity not in self._watching:
            if identity not in self._baselines:
                known = observation.before.windows if observation.before is not None else observation.windows
                self.begin(identity, windows=known, logs=observation.logs)
            program = observation.target.exe or observation.target.process
            made = ((rule, _or_error(partial(self._oracle, rule, identity, program))) for rule in self.rules)
            self._watching[identity] = list(made)
        return self._watching[identity]

    def _oracle(self, rule: Rule, identity: str, program: str) -> Oracle[Any, Any]:
        """Return an instance of an oracle for one application, with what it knows of the program's earlier runs."""
        made = rule.oracle(rule.settings, baseline=self._baselines[identity])
        if isinstance(made, LastingOracle):
            made.history = self._histories.setdefault((made.name, program), made.history)
        return made


def _made_of(oracle: Watcher, observation: Observation) -> Any:
    """Return what an oracle finds, or why it does not; one of another package has so much time and no more."""
    if not isinstance(oracle, Oracle):
        return oracle
    if type(oracle).__module__.partition(".")[0] == __name__.partition(".")[0]:
        return _or_error(lambda: oracle.check(observation))
    found: SimpleQueue[Any] = SimpleQueue()
    context = copy_context()

    def ask() -> None:
        try:
            found.put(context.run(_or_error, partial(oracle.check, observation)))
        except WpfAgentError as error:
            found.put(error)

    threading.Thread(target=ask, name=oracle.name, daemon=True).start()
    try:
        made = found.get(timeout=OWN_S)
    except Empty:
        return TimeoutError(f"it took longer than {OWN_S:g} s, and is asked no more")
    if isinstance(made, WpfAgentError):
        raise made
    return made


def _sound_finding(rule: Rule, made: object) -> Finding | None:
    """Return what an oracle found, in sound texts that somebody can read; one that failed is a warning, and no more."""
    if made is None:
        return None
    if not isinstance(made, Finding):
        name = rule.oracle.name
        said = f"{type(made).__name__}: {made}" if isinstance(made, BaseException) else f"{made!r} is no finding"
        made = Finding(name, f"The oracle {name} failed: {said}", said, "It returns a finding, or None.", "failed",
                       severity="warning")  # fmt: skip
    return replace(made, title=_sound(made.title), actual=_sound(made.actual), expected=_sound(made.expected))


def _or_error(make: Callable[[], T]) -> T | BaseException:
    """Return what is made, or what somebody else's code raises instead; what this program says passes."""
    try:
        return make()
    except WpfAgentError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - an act that was done must not be lost by it
        return error


def _sound(text: Any) -> str:
    """A text without halves of characters, and no longer than somebody reads."""
    return encoded(str(text)[:MOST_SAID]).decode()


def check_profile(profile: Profile) -> None:
    """Raise InvalidArgument when a profile names an oracle, a level or a setting that there is not."""
    try:
        Judge.configured(profile.oracles)
    except InvalidArgument as error:
        error.details["path"] = ["oracles", *error.details["path"]]
        raise
