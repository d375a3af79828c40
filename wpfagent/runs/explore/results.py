"""What an exploration came to: its counts, what it found, why it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from wpfagent.testing.oracles.base import Finding

Ended = Literal["steps", "time", "failures", "covered", "stuck", "blind", "attached", "interrupted"]
REASONS: Mapping[str, str] = {
    "steps": "all steps were done",
    "time": "the time is over",
    "failures": "enough failures were found",
    "covered": "everything that was seen has been used",
    "stuck": "nothing could be done any more",
    "blind": "the application tells UI Automation nothing of what it shows",
    "attached": "the application has ended, and it was attached to: it cannot be started anew",
    "interrupted": "it was interrupted",
}


@dataclass(slots=True)
class Tally:
    """The live counters.

    Args:
        steps: actions that were performed or tried.
        effective: those with a confirmed effect.
        no_ops: those that came to nothing: no effect, or not possible any more.
        unverifiable: those of which it is not known whether they had an effect.
        refused: what the gate refused; these are no steps.
        states: different states.
        failures: different failures.
        repeated: how often one came that was known already.
        warnings: findings that only warn.
        runs: how often the application was started.
    """

    steps: int = 0
    effective: int = 0
    no_ops: int = 0
    unverifiable: int = 0
    refused: int = 0
    states: int = 0
    failures: int = 0
    repeated: int = 0
    warnings: int = 0
    runs: int = 0

    def to_dict(self) -> dict[str, int]:
        """Return the JSON form."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Found:
    """A failure that was found.

    Args:
        finding: as the oracle put it.
        step: after which step of the exploration.
        run: in which run of the application.
        run_step: after which step of that run.
        time: Unix seconds when it was seen.
        choice: the action after which it was seen.
        signature: what tells it from other failures.
        ticket: the ticket, as the session names it; None where none is written.
        times: how often it was seen in all.
    """

    finding: Finding
    step: int
    run: int
    run_step: int
    time: float
    choice: str
    signature: str = ""
    ticket: Mapping[str, Any] | None = None
    times: int = 1

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {"oracle": self.finding.oracle, "title": self.finding.title, "step": self.step, "run": self.run,
                "run_step": self.run_step, "time": self.time, "after": self.choice, "times": self.times}  # fmt: skip
        return made | ({"ticket": dict(self.ticket)} if self.ticket else {})


@dataclass(frozen=True, slots=True)
class ExplorationResult:
    """What one exploration came to."""

    seed: int
    strategy: str
    ended: Ended
    tally: Tally
    found: tuple[Found, ...]
    coverage: Mapping[str, Any] = field(repr=False)
    elapsed_s: float = 0.0
    desktop: str = "uia"
    session: str | None = None
    attached: bool = False
    code: Mapping[str, Any] | None = field(default=None, repr=False)
    """Which of the program's own methods ran, and by what; None where its runtime told nothing."""

    @property
    def exit_code(self) -> int:
        """0 nothing found, 1 failures, 130 interrupted."""
        return 130 if self.ended == "interrupted" else int(bool(self.found))

    @property
    def outcome(self) -> str:
        """The word that the session's record keeps."""
        return "interrupted" if self.ended == "interrupted" else "failed" if self.found else "passed"

    def describe(self) -> str:
        """Return one line."""
        tally = self.tally
        found = f"{tally.failures} failures" if tally.failures != 1 else "1 failure"
        return (
            f"seed {self.seed}, {self.strategy}: {found} in {tally.steps} steps ({tally.effective} with an effect), "
            f"{tally.states} states, {tally.runs} starts; {REASONS[self.ended]}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "seed": self.seed,
            "strategy": self.strategy,
            "ended": self.ended,
            "outcome": self.outcome,
            **self.tally.to_dict(),
            "found": [f.to_dict() for f in self.found],
            "coverage": {k: self.coverage[k] for k in ("controls", "used")}
            | {k: len(self.coverage[k]) for k in ("never_reached", "always_disabled", "left_alone", "transitions")},
            "elapsed_s": round(self.elapsed_s, 2),
            "desktop": self.desktop,
        }
        if self.code is not None:
            made["methods"] = {"entered": self.code["entered"], "total": self.code["total"]}
        made |= {"attached": True} if self.attached else {}
        return made | ({"session": self.session} if self.session else {})


class Progress(Protocol):
    """Hears what an exploration does while it does it."""

    def launching(self, command_line: str) -> None:
        """The application is about to be started."""

    def attached(self, pid: int) -> None:
        """The application was running before: its process is explored as it is."""

    def stepped(self, tally: Tally, what: str, effect: str) -> None:
        """A step has ended."""

    def failed(self, found: Found) -> None:
        """A failure was found."""


class Quiet:
    """Hears nothing."""

    def launching(self, command_line: str) -> None:
        """Ignore it."""

    def attached(self, pid: int) -> None:
        """Ignore it."""

    def stepped(self, tally: Tally, what: str, effect: str) -> None:
        """Ignore it."""

    def failed(self, found: Found) -> None:
        """Ignore it."""
