"""Runs a scenario: opens its application, performs its steps through the gate, checks, and closes what it opened.

Inside a test an element that should be there and is not, an application that ends or hangs, and an expectation that
does not hold are failures. What is refused, or was never reached, makes no test: the run ends as `not_run`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from wpfagent.actions.expect import Expectation, Verdict
from wpfagent.core import wait
from wpfagent.core.errors import (
    AccessDeniedElevated,
    AppFailed,
    InvalidArgument,
    NoInteractiveDesktop,
    Refused,
    TimedOut,
    UsageError,
    WpfAgentError,
)
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.passage import CheckKind
from wpfagent.gate.request import Reply, Request
from wpfagent.runs.application import Opened, close_application, last_look, open_application, picture_of
from wpfagent.runs.model import Scenario, Step
from wpfagent.runs.reset import reset_named
from wpfagent.runs.results import Check, Notes, Outcome, Phase, ScenarioResult, Status, StepResult
from wpfagent.safety.policy import Consent
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.record.recorder import recorder_of

NOT_A_TEST = (UsageError, Refused, NoInteractiveDesktop, AccessDeniedElevated)
"""What says nothing about the application under test."""
LATE_S = 0.5
"""How long the effect of the last step may take to show: a dialog, an end, a hang."""
INVARIANT_S = 1.0
"""How long an invariant may take to hold again after a step."""


class Progress(Protocol):
    """Hears what a run does while it does it."""

    def launching(self, command_line: str) -> None:
        """A program is about to be started."""

    def attempt(self, number: int) -> None:
        """The scenario is tried again, for the `number`th time."""

    def step_started(self, phase: Phase, number: int, step: Step) -> None:
        """A step begins."""

    def step_ended(self, result: StepResult) -> None:
        """A step has ended, or was skipped."""


class Quiet:
    """Hears nothing."""

    def launching(self, command_line: str) -> None:
        """Ignore it."""

    def attempt(self, number: int) -> None:
        """Ignore it."""

    def step_started(self, phase: Phase, number: int, step: Step) -> None:
        """Ignore it."""

    def step_ended(self, result: StepResult) -> None:
        """Ignore it."""


class _Ended(Exception):
    """The run is over: no further step is performed."""


def run_scenario(
    scenario: Scenario,
    gate: Gate,
    *,
    target: TargetSpec | None = None,
    progress: Progress | None = None,
    keep_open: bool = False,
) -> ScenarioResult:
    """Run a scenario, again as often as its `retries` allow when it failed, and return what it came to.

    Args:
        scenario: the scenario; its relative paths count from `gate.base_dir`.
        gate: what performs the steps; its policy's caller is `scenario`.
        target: the application instead of the scenario's own.
        progress: hears of each step.
        keep_open: leave the application open that was launched.
    """
    runs: list[_Run] = []
    start = gate.desktop.clock.now()
    outcome: Outcome = "failed"
    while outcome == "failed" and len(runs) <= scenario.retries:
        run = _Run(scenario, gate, progress or Quiet(), keep_open=keep_open)
        runs.append(run)
        if len(runs) > 1:
            run.progress.attempt(len(runs))
        outcome = run.perform(target or scenario.target)
    if outcome == "passed" and len(runs) > 1:
        outcome = "flaky"
    last = runs[-1]
    return ScenarioResult(
        scenario,
        outcome,
        tuple(last.notes.steps),
        tuple(last.notes.checks),
        len(runs),
        last.notes.error,
        round((gate.desktop.clock.now() - start) * 1000),
        gate.desktop.name,
        recorder_of(gate).folder,
        last.picture,
        findings=tuple(last.notes.findings),
    )


class _Run:
    """One attempt."""

    def __init__(self, scenario: Scenario, gate: Gate, progress: Progress, *, keep_open: bool) -> None:
        self.scenario = scenario
        self.gate = gate
        self.progress = progress
        self.keep_open = keep_open
        self.notes = Notes()
        self.picture: str | None = None
        self._deadline: float | None = None

    def perform(self, spec: TargetSpec | None) -> Outcome:
        """Run it once."""
        recorder_of(self.gate).start_over()
        opened: Opened | None = None
        try:
            if spec is None:
                raise InvalidArgument(f"{self.scenario.path} names no target.", hint="Add target_spec, or --profile.")
            opened = open_application(self.gate, spec, lambda line: self._launching(spec.profile, line))
            self._start_clock()
            self._test(opened.target)
            self._glance(opened.target)
        except KeyboardInterrupt:
            self._log("interrupted")
            return "interrupted"
        except WpfAgentError as error:
            self.notes.error = error
        finally:
            if opened is not None:
                self._end(opened)
        return self.notes.outcome()

    def _launching(self, profile: str | None, command_line: str) -> None:
        if reset_named(self.gate, profile):
            self._log(f"reset {profile}")
        self._log(f"launching {command_line}")
        self.progress.launching(command_line)

    def _start_clock(self) -> None:
        if self.scenario.timeout_ms is not None:
            self._deadline = self.gate.desktop.clock.now() + self.scenario.timeout_ms / 1000

    def _test(self, target: Target) -> None:
        try:
            for phase, steps in (("setup", self.scenario.setup), ("steps", self.scenario.steps)):
                self._perform_all(target, phase, steps)  # type: ignore[arg-type]
        except _Ended:
            return
        if any(s.status != "passed" for s in self.notes.steps):
            return
        for expectation in self.scenario.success:
            self.notes.checks.append(self._check("success", target, expectation, self._timeout_s(None)))

    def _perform_all(self, target: Target, phase: Phase, steps: tuple[Step, ...]) -> None:
        for number, step in enumerate(steps, start=1):
            try:
                result = self._step(target, phase, number, step)
            except _Ended:
                self._skip(phase, steps, number + 1)
                raise
            if result.status == "failed" and (self.scenario.on_failure == "stop" or phase == "setup"):
                self._skip(phase, steps, number + 1)
                raise _Ended

    def _skip(self, phase: Phase, steps: tuple[Step, ...], first: int) -> None:
        rest = [(phase, number, step) for number, step in enumerate(steps[first - 1 :], start=first)]
        if phase == "setup":
            rest += [("steps", number, step) for number, step in enumerate(self.scenario.steps, start=1)]
        for where, number, step in rest:
            self._keep(StepResult(number, where, self._shown(step), "skipped"))

    def _shown(self, step: Step) -> Step:
        """A step as it may be told about: the values of secret variables stand in its arguments and its selector."""
        masks = recorder_of(self.gate).masks
        if not masks.version:
            return step
        named = Selector.parse(masks.mask(step.selector.to_dict())) if step.selector is not None else None
        return replace(step, args=masks.mask(dict(step.args)), selector=named, note=masks.text(step.note))

    def _step(self, target: Target, phase: Phase, number: int, step: Step) -> StepResult:
        """Perform one step and what is checked after it. Raises _Ended when nothing may follow."""
        clock = self.gate.desktop.clock
        self.progress.step_started(phase, number, self._shown(step))
        start = clock.now()
        reply: Reply | None = None
        error: WpfAgentError | None = None
        checks: list[Check] = []
        over = False
        place = {"phase": phase, "step": number}
        known = len(recorder_of(self.gate).found)
        request = self._request(target, step, place)
        try:
            if self._deadline is not None and start >= self._deadline:
                raise self.gate.give_up(
                    request, TimedOut(f"The scenario took longer than its {self.scenario.timeout_ms} ms.")
                )
            reply = self.gate.execute(request)
            if any(f.severity == "failure" for f in reply.findings):  # what follows from it is no failure of its own
                over = phase != "teardown" and any(self.gate.is_true_now(e, target).ok for e in self.scenario.failure)
            else:
                timeout_s = self._timeout_s(step)
                checks.extend(self._check("expected", target, e, timeout_s, step, place) for e in step.expected)
                over = phase != "teardown" and self._check_always(target, checks, place)
        except WpfAgentError as raised:
            error = raised
        findings = tuple(recorder_of(self.gate).found[known:])
        status = _status(error, checks, findings)
        elapsed_ms = round((clock.now() - start) * 1000)
        result = StepResult(number, phase, self._shown(step), status, reply, error, tuple(checks), elapsed_ms, findings)
        self._keep(result)
        if phase == "teardown":
            self.notes.findings += findings  # a missed step is none; a crash is one wherever it happens
            return result
        if isinstance(error, NOT_A_TEST):
            self.notes.error = error
            raise _Ended
        if over or isinstance(error, AppFailed):
            raise _Ended
        return result

    def _request(self, target: Target, step: Step, place: Mapping[str, Any]) -> Request:
        return Request(
            step.action,
            step.args,
            step.selector,
            target,
            timeout_ms=round(self._timeout_s(step) * 1000),
            consent=Consent(confirm=step.confirm),
            note=step.note,
            place=place,
        )

    def _check_always(self, target: Target, checks: list[Check], place: Mapping[str, Any]) -> bool:
        """Judge the failure conditions and the invariants; return whether a failure condition ends the run."""
        for expectation in self.scenario.failure:
            verdict = self.gate.is_true_now(expectation, target)
            if verdict.ok:
                unwanted = recorder_of(self.gate).masks.text(expectation.describe())
                said = Verdict(False, f"not: {unwanted}", verdict.actual, verdict.elapsed_ms)
                self.gate.report(expectation, target, said, place=place)
                checks.append(Check("failure", said))
                return True
        for invariant in self.scenario.invariants:
            if invariant.when is not None and not self.gate.is_true_now(invariant.when, target).ok:
                continue
            when = {"when": invariant.when.to_dict()} if invariant.when is not None else {}
            for expectation in invariant.then:
                check = self._check("invariant", target, expectation, INVARIANT_S, place={**place, **when})
                if not check.verdict.ok:
                    checks.append(check)
        return False

    def _check(
        self,
        kind: CheckKind,
        target: Target,
        expectation: Expectation,
        timeout_s: float,
        step: Step | None = None,
        place: Mapping[str, Any] | None = None,
    ) -> Check:
        selector = step.selector if step is not None else None
        timeout_ms = round(timeout_s * 1000)
        verdict = self.gate.expect(
            expectation, target, selector=selector, timeout_ms=timeout_ms, check=kind, place=place
        )
        return Check(kind, verdict)

    def _glance(self, target: Target) -> None:
        """Let the oracles look once more: an effect may have come late, or a condition may have met it first."""
        known = len(recorder_of(self.gate).found)
        last_look(self.gate, target, late_s=LATE_S)
        self.notes.findings += recorder_of(self.gate).found[known:]

    def _timeout_s(self, step: Step | None) -> float:
        """The step's own timeout, else the profile's or the default; never beyond the scenario's end."""
        own = step.timeout_ms if step is not None else None
        timeout_s = own / 1000 if own is not None else self._default_timeout_s()
        if self._deadline is not None:
            timeout_s = min(timeout_s, max(0.1, self._deadline - self.gate.desktop.clock.now()))
        return timeout_s

    def _default_timeout_s(self) -> float:
        spec = self.scenario.target
        profile = self.gate.targets.profiles.get(spec.profile or "") if spec is not None else None
        return profile.timeouts.action_ms / 1000 if profile is not None else wait.DEFAULT_TIMEOUT_S

    # -- the end --------------------------------------------------------------------------------------------------

    def _end(self, opened: Opened) -> None:
        """Take the last picture, run the teardown, close what was launched; none of it changes the verdict.

        Where a person pressed the stop key, all of it is left out.
        """
        target = opened.target
        if self.gate.desktop.person.is_stopped:
            return
        self._take_picture(target)
        self._deadline = None
        for number, step in enumerate(self.scenario.teardown, start=1):
            self._step(target, "teardown", number, step)
        if opened.launched and not self.keep_open:
            close_application(self.gate, target)

    def _take_picture(self, target: Target) -> None:
        session = recorder_of(self.gate).session
        if session is None:
            return
        png = picture_of(self.gate, target)
        if png is None:
            self._log("no picture could be taken at the end")
            return
        self.picture = session.picture("end", png)

    def _keep(self, result: StepResult) -> None:
        self.notes.steps.append(result)
        number = f"{result.phase} {result.number}"
        self._log(f"{number} {result.step.describe()}: {result.status} {result.reason}".rstrip())
        self.progress.step_ended(result)

    def _log(self, text: str) -> None:
        recorder_of(self.gate).log(text)


def _status(error: WpfAgentError | None, checks: Sequence[Check], findings: Sequence[Finding]) -> Status:
    if isinstance(error, Refused):
        return "refused"
    wrong = any(not c.verdict.ok for c in checks) or any(f.severity == "failure" for f in findings)
    return "failed" if error is not None or wrong else "passed"


def facts_of(scenario: Scenario, target: TargetSpec | None = None) -> dict[str, Any]:
    """Return what `session.json` says about a scenario run, beside what every record says."""
    spec = target or scenario.target
    return {
        "caller": "scenario",
        "scenario": {"id": scenario.name, "title": scenario.title, "file": scenario.path},
        "target_spec": spec.to_dict() if spec is not None else None,
        "source": list(scenario.source),
    }
