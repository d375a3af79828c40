"""The oracle `swallowed_exception`: the program threw an exception, caught it itself, and went on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from wpfagent.core.errors import InvalidArgument
from wpfagent.dotnet import Thrown
from wpfagent.testing.oracles.base import Finding, Observation, Oracle
from wpfagent.testing.oracles.parts.thrown import code_of, facts_of


@dataclass(frozen=True, slots=True)
class SwallowedExceptionSettings:
    """Which of them are failures, and which nothing at all."""

    failures: tuple[str, ...] = field(
        default=(), metadata={"doc": "regular expressions for `type: message`; what fits is a failure, not a warning"}
    )
    ignored: tuple[str, ...] = field(
        default=(), metadata={"doc": "regular expressions for `type: message`; what fits is not reported"}
    )

    def __post_init__(self) -> None:
        for pattern in (*self.failures, *self.ignored):
            try:
                re.compile(pattern)
            except re.error as error:
                raise InvalidArgument(f"{pattern!r} is no regular expression: {error}.") from error


@dataclass(slots=True)
class Told:
    """What was told already: type and method."""

    seen: set[str] = field(default_factory=set)


class SwallowedException(Oracle[SwallowedExceptionSettings, Told]):
    """The program caught an exception in its own code, and went on as if nothing had happened.

    Its .NET runtime tells of it. What the framework throws and catches by itself is nobody's business. A warning, each
    method and type once a run; a failure where the settings say so.
    """

    rank = 250

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        if not observation.liveness.running:
            return None
        for thrown, is_late in _caught(observation):
            said = f"{thrown.type}: {thrown.message}"
            where = thrown.user_frames[0].name if thrown.user_frames else ""
            key = f"{thrown.type} {where}"
            if key in self.memory.seen or any(re.search(p, said) for p in self.settings.ignored):
                continue
            self.memory.seen.add(key)
            return self._finding(observation, thrown, said, key, is_late=is_late)
        return None

    def _finding(self, observation: Observation, thrown: Thrown, said: str, key: str, *, is_late: bool) -> Finding:
        process, subject = observation.target.process, observation.act_of(is_late=is_late)
        place = thrown.user_frames[0] if thrown.user_frames else thrown.caught_by
        is_failure = any(re.search(p, said) for p in self.settings.failures)
        return Finding(
            self.name,
            f"{process} swallowed a {thrown.type} in {place} after {subject}",
            f"{said} was thrown in {place} and caught by {thrown.caught_by}; {process} went on.",
            f"{process} does without the exception, or says what went wrong.",
            key=key,
            details={"caught_by": str(thrown.caught_by), **code_of(thrown)},
            exception=facts_of(thrown),
            severity="failure" if is_failure else "warning",
            of_last_action=is_failure,
            of_action_before=is_late,
        )


def _caught(observation: Observation) -> Iterator[tuple[Thrown, bool]]:
    """The exceptions that code of the program caught and did not let out again; whether each came late."""
    for thrown, is_late in observation.inside.told() if observation.inside is not None else ():
        if thrown.swallowed is True and thrown.caught_by is not None and thrown.caught_by.user:
            yield thrown, is_late
