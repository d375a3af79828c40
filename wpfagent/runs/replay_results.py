"""What a replay came to: action by action, run by run, and as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from wpfagent.core.errors import WpfAgentError
from wpfagent.runs.comparing import Divergence
from wpfagent.testing.oracles.base import Finding

ReplayOutcome = Literal["reproduced", "not_reproduced", "diverged", "not_run", "interrupted"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure that the oracles found: after which action, its signature, and whether it is the one that counts."""

    index: int
    finding: Finding
    signature: str
    expected: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "index": self.index,
            "signature": self.signature,
            "expected": self.expected,
            **self.finding.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """One action of a run: what it was and what it came to; `seen` is its effect, its verdict or its error's code."""

    index: int
    what: str
    seen: str
    elapsed_ms: int
    divergence: Divergence | None = None
    findings: tuple[Finding, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "index": self.index,
            "what": self.what,
            "seen": self.seen,
            "elapsed_ms": self.elapsed_ms,
        }
        if self.divergence is not None:
            made["divergence"] = str(self.divergence)
        if self.findings:
            made["findings"] = [f.to_dict() for f in self.findings]
        return made


@dataclass(frozen=True, slots=True)
class ReplayRun:
    """One run through the file."""

    number: int
    outcome: ReplayOutcome
    steps: tuple[ReplayedStep, ...] = ()
    divergence: Divergence | None = None
    failures: tuple[Failure, ...] = ()
    error: WpfAgentError | None = None
    elapsed_ms: int = 0

    @property
    def reason(self) -> str:
        """Why it came to that, in a line; '' where there is nothing to say."""
        if self.error is not None:
            return self.error.message
        wanted = next((f for f in self.failures if f.expected), None)
        if self.outcome == "reproduced" and wanted is not None:
            return wanted.finding.title
        if self.divergence is not None:
            return str(self.divergence)
        return self.failures[0].finding.title if self.failures else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "number": self.number,
            "outcome": self.outcome,
            "elapsed_ms": self.elapsed_ms,
            "steps": [s.to_dict() for s in self.steps],
            "failures": [f.to_dict() for f in self.failures],
        }
        if self.divergence is not None:
            made["divergence"] = self.divergence.to_dict()
        if self.reason:
            made["reason"] = self.reason
        return {**made, **(self.error.to_dict() if self.error is not None else {})}


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a replay came to.

    Args:
        path: the file.
        outcome: `reproduced` when at least one run did; `diverged` when none did and one left the recorded path;
            `not_run` when it could not be tried.
        runs: each.
        wanted: how many runs were asked for.
        note: what a reader must know of how it was tried; '' when nothing.
        desktop: `uia` or `simulated`.
        session: the folder of its record.
    """

    path: str
    outcome: ReplayOutcome
    runs: tuple[ReplayRun, ...]
    wanted: int
    note: str = ""
    desktop: str = "uia"
    session: str | None = None

    @property
    def reproduced(self) -> int:
        """How many runs failed as expected."""
        return sum(1 for r in self.runs if r.outcome == "reproduced")

    @property
    def attempts(self) -> int:
        """How many runs were tried to an end."""
        return sum(1 for r in self.runs if r.outcome in ("reproduced", "not_reproduced", "diverged"))

    @property
    def divergence(self) -> Divergence | None:
        """The first divergence of the first run that has one."""
        return next((r.divergence for r in self.runs if r.divergence is not None), None)

    @property
    def error(self) -> WpfAgentError | None:
        """What kept it from being tried."""
        return next((r.error for r in self.runs if r.error is not None), None)

    @property
    def exit_code(self) -> int:
        """1 reproduced, 0 not, 3 the recorded path was left, 130 interrupted; else the error's own."""
        if self.outcome == "not_run":
            return self.error.exit_code if self.error is not None else 3
        return {"reproduced": 1, "not_reproduced": 0, "diverged": 3, "interrupted": 130}[self.outcome]

    def describe(self) -> str:
        """Return it in a line: `reproduced 3 of 3`."""
        if self.outcome == "not_run":
            return f"not run: {self.error.message}" if self.error is not None else "not run"
        counted = f"{self.reproduced} of {self.attempts}"
        if self.outcome == "reproduced":
            return f"reproduced {counted}"
        if self.outcome == "diverged":
            return f"diverged, reproduced {counted}: {self.divergence}"
        return f"interrupted, reproduced {counted}" if self.outcome == "interrupted" else f"not reproduced, {counted}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "file": self.path,
            "outcome": self.outcome,
            "reproduced": self.reproduced,
            "attempts": self.attempts,
            "runs": [r.to_dict() for r in self.runs],
            "desktop": self.desktop,
            "session": self.session,
        }
        if self.note:
            made["note"] = self.note
        if self.divergence is not None:
            made["divergence"] = self.divergence.to_dict()
        return {**made, **(self.error.to_dict() if self.error is not None else {})}
