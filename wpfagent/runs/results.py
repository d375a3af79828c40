"""What a scenario run came to: step by step and as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import AppFailed, WpfAgentError
from wpfagent.gate.request import Reply
from wpfagent.runs.model import Scenario, Step
from wpfagent.testing.oracles.base import Finding

Status = Literal["passed", "failed", "refused", "skipped"]
Outcome = Literal["passed", "failed", "flaky", "not_run", "interrupted"]
Phase = Literal["setup", "steps", "teardown"]


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation that was judged, and what kind it was: `expected`, `success`, `failure`, `invariant`."""

    kind: str
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"kind": self.kind, **self.verdict.to_dict()}


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step came to. `number` counts from 1 within its phase."""

    number: int
    phase: Phase
    step: Step
    status: Status
    reply: Reply | None = None
    error: WpfAgentError | None = None
    checks: tuple[Check, ...] = ()
    elapsed_ms: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def reason(self) -> str:
        """Why it did not pass; '' when it did."""
        if self.status in ("passed", "skipped"):
            return ""
        found = next((f.title for f in self.findings if f.severity == "failure"), "")
        if self.error is not None:
            return found if found and isinstance(self.error, AppFailed) else self.error.message
        failed = next((c for c in self.checks if not c.verdict.ok), None)
        if failed is None:
            return found
        prefix = "" if failed.kind == "expected" else f"{failed.kind}: "
        return f"{prefix}expected {failed.verdict.expected}; seen {failed.verdict.actual}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "number": self.number,
            "phase": self.phase,
            "action": self.step.action,
            "place": str(self.step.place),
            "status": self.status,
            "elapsed_ms": self.elapsed_ms,
        }
        if self.step.selector is not None:
            made["selector"] = self.step.selector.to_dict()
        if self.reply is not None and self.reply.effect is not None:
            made["method"], made["effect"] = self.reply.method, self.reply.effect
        if self.checks:
            made["checks"] = [c.to_dict() for c in self.checks]
        if self.findings:
            made["findings"] = [f.to_dict() for f in self.findings]
        if self.error is not None:
            made |= self.error.to_dict()
        return made


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What a scenario came to.

    Args:
        scenario: the scenario.
        outcome: `flaky` passed after a retry; `not_run` never became a test: not reached, refused, or wrong input.
        steps: of the last attempt.
        checks: the `success` conditions, and the `failure` condition that ended it.
        attempts: how often it ran.
        error: what kept it from running, or ended it.
        elapsed_ms: on the desktop's clock.
        desktop: `uia` or `simulated`.
        session: the folder of its record.
        picture: the last picture of the target.
        findings: what the oracles found once the steps were over.
        tickets: the tickets of this run, each with its `id`, `folder`, `signature`, `count` and whether it is `new`.
    """

    scenario: Scenario
    outcome: Outcome
    steps: tuple[StepResult, ...] = ()
    checks: tuple[Check, ...] = ()
    attempts: int = 1
    error: WpfAgentError | None = None
    elapsed_ms: int = 0
    desktop: str = "uia"
    session: str | None = None
    picture: str | None = None
    findings: tuple[Finding, ...] = ()
    tickets: tuple[Mapping[str, Any], ...] = ()

    @property
    def exit_code(self) -> int:
        """The exit code of the command line for this run alone."""
        if self.outcome == "not_run":
            return self.error.exit_code if self.error is not None else 2
        return {"passed": 0, "flaky": 0, "failed": 1, "interrupted": 130}[self.outcome]

    @property
    def reason(self) -> str:
        """Why it did not pass; '' when it did."""
        if self.outcome in ("passed", "flaky"):
            return ""
        if self.error is not None:
            return self.error.message
        failed = next((c for c in self.checks if not c.verdict.ok), None)
        if failed is not None:
            return f"{failed.kind}: expected {failed.verdict.expected}; seen {failed.verdict.actual}"
        step = next((s for s in self.steps if s.status in ("failed", "refused") and s.phase != "teardown"), None)
        if step is not None:
            return f"{step.phase} {step.number}, {step.step.describe()}: {step.reason}"
        return next((f.title for f in self.findings if f.severity == "failure"), "")

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "id": self.scenario.name,
            "title": self.scenario.title,
            "file": self.scenario.path,
            "outcome": self.outcome,
            "attempts": self.attempts,
            "elapsed_ms": self.elapsed_ms,
            "desktop": self.desktop,
            "session": self.session,
            "picture": self.picture,
            "steps": [s.to_dict() for s in self.steps],
            "checks": [c.to_dict() for c in self.checks],
        }
        if self.findings:
            made["findings"] = [f.to_dict() for f in self.findings]
        if self.tickets:
            made["tickets"] = [dict(t) for t in self.tickets]
        if self.reason:
            made["reason"] = self.reason
        return {**made, **(self.error.to_dict() if self.error is not None else {})}


@dataclass(slots=True)
class Notes:
    """What an attempt has gathered so far; kept when it is interrupted."""

    steps: list[StepResult] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    error: WpfAgentError | None = None

    def outcome(self) -> Outcome:
        """Return what the attempt came to."""
        if self.error is not None:
            return "failed" if self.error.exit_code == 5 else "not_run"
        failed = any(s.status == "failed" and s.phase != "teardown" for s in self.steps)
        wrong = any(not c.verdict.ok for c in self.checks) or any(f.severity == "failure" for f in self.findings)
        return "failed" if failed or wrong else "passed"


def exit_code_of(results: Sequence[ScenarioResult]) -> int:
    """Return the exit code of several runs: interrupted, else failed, else what kept one from running, else 0."""
    codes = [r.exit_code for r in results]
    for code in (130, 1):
        if code in codes:
            return code
    return max(codes, default=0)
