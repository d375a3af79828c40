"""Performs recorded actions again, without an AI: the same gate, the same oracles, a fresh application each time.

A replay reproduces when the oracles find the recorded failure again. Where it leaves the recorded path before that, the
first step that went differently is named: such a run says nothing about the failure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from wpfagent.actions.expect import Expectation, Verdict
from wpfagent.core import wait
from wpfagent.core.errors import (
    AccessDeniedElevated,
    AppExited,
    AppFailed,
    InvalidArgument,
    NoInteractiveDesktop,
    Refused,
    RefusedDestructive,
    UsageError,
    WpfAgentError,
)
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Request
from wpfagent.runs.adapting import adapted_args, moved, target_of
from wpfagent.runs.application import Opened, close_application, last_look
from wpfagent.runs.comparing import Came, Divergence, compare
from wpfagent.runs.replay_file import STARTERS, Act, Recording
from wpfagent.runs.replay_progress import Progress, Quiet
from wpfagent.runs.replay_results import Failure, ReplayedStep, ReplayOutcome, ReplayResult, ReplayRun
from wpfagent.runs.replay_target import open_replayed
from wpfagent.safety.policy import Consent
from wpfagent.testing.oracles.parts.signature import signature_of
from wpfagent.testing.record.cause import cause_facts
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.trail import FailureEvent

NOT_A_REPLAY = (UsageError, Refused, NoInteractiveDesktop, AccessDeniedElevated)
"""What says nothing about the application."""
MISSED = frozenset({"element_missing", "action_failed"})
"""Oracles whose findings tell of a step that could not be done: in a replay, that it left the path."""
LATE_S = 1.5
"""How long a failure may come after the last action."""
CHECK_MS = 1_000
"""The least that a check, or a step that failed, is given."""
ATTACHED = "The application was attached to, not launched: it was replayed once, in the state that it was in."


def parse_speed(text: str) -> float:
    """Return how much of the recorded pauses is kept: `fast` 0, `recorded` 1, `2x` a half. Raises InvalidArgument."""
    if text in ("fast", "recorded"):
        return 0.0 if text == "fast" else 1.0
    match = re.fullmatch(r"(\d+(?:\.\d+)?)x?", text.strip().lower())
    if match is None or float(match[1]) == 0:
        raise InvalidArgument(f"--speed cannot be {text!r}.", hint="fast, recorded, or a factor like 2x or 0.5x.")
    return 1 / float(match[1])


def run_replay(
    recording: Recording,
    gate: Gate,
    *,
    target: TargetSpec | None = None,
    times: int = 1,
    pauses: float = 0.0,
    progress: Progress | None = None,
    expected_signature: str | None = None,
) -> ReplayResult:
    """Replay a recording, and return whether it fails again.

    Args:
        recording: what is done; its secrets are filled in already.
        gate: what performs it; its policy's caller is `replay`, its recorder knows the oracles.
        target: the application instead of the recording's own.
        times: how often, each time with a freshly launched application; once where it can only be attached to.
        pauses: how much of the recorded pauses is kept, see `parse_speed`.
        progress: hears of each step.
        expected_signature: the signature of the failure that counts; any failure when None.

    Raises:
        InvalidArgument: no application is named.
        RefusedDestructive: the recorded run had consents, and this one has none.
    """
    if times < 1:
        raise InvalidArgument(f"A replay cannot run {times} times.", hint="1 or more.")
    _check_consents(recording, gate)
    if (judge := recorder_of(gate).judge) is not None:
        judge.suspect(recording.suspects)
    spec = target or recording.target_spec
    only = target is not None or bool(recording.data.get("target_spec"))
    settings = _Settings(recording, gate, spec, only, pauses, progress or Quiet(), expected_signature)
    runs: list[ReplayRun] = []
    note = ""
    while len(runs) < times:
        settings.progress.run_started(len(runs) + 1, times)
        run = _Run(settings, len(runs) + 1)
        runs.append(run.perform())
        settings.progress.run_ended(runs[-1])
        if runs[-1].outcome in ("not_run", "interrupted"):
            break
        if not run.launched:
            note = ATTACHED if times > 1 else ""
            break
    folder = recorder_of(gate).folder
    return ReplayResult(recording.path, _outcome(runs), tuple(runs), times, note, gate.desktop.name, folder)


def _outcome(runs: Sequence[ReplayRun]) -> ReplayOutcome:
    outcomes = [r.outcome for r in runs]
    order: tuple[ReplayOutcome, ...] = ("interrupted", "reproduced", "not_run", "diverged")
    return next((o for o in order if o in outcomes), "not_reproduced")


def _check_consents(recording: Recording, gate: Gate) -> None:
    """A consent of the recorded run holds for that run: nothing is started before the caller gives it again."""
    if recording.consented and not gate.policy.flag_destructive:
        listed = ", ".join(f"step {a.number} ({a.describe()})" for a in recording.consented)
        raise RefusedDestructive(
            f"In the recorded run somebody consented to something destructive: {listed}. Nothing was started.",
            hint="Pass --allow-destructive to consent again.",
            details={"steps": [a.number for a in recording.consented]},
        )


@dataclass(frozen=True, slots=True)
class _Settings:
    """What all runs of one replay share.

    `only`: the application was named for all actions; `filed`: the signatures that were handed on already.
    """

    recording: Recording
    gate: Gate
    spec: TargetSpec | None
    only: bool
    pauses: float
    progress: Progress
    expected: str | None
    filed: set[str] = field(default_factory=set)


class _Over(Exception):
    """The run is over: no further step is performed."""


class _Run:
    """One run."""

    def __init__(self, settings: _Settings, number: int) -> None:
        self.settings = settings
        self.gate = settings.gate
        self.number = number
        self.launched = False
        self.steps: list[ReplayedStep] = []
        self.failures: list[Failure] = []
        self.divergence: Divergence | None = None
        self.error: WpfAgentError | None = None
        self._act: Act | None = None

    def perform(self) -> ReplayRun:
        """Run it once."""
        settings, recorder, clock = self.settings, recorder_of(self.gate), self.gate.desktop.clock
        start = clock.now()
        hand_on = recorder.on_incident
        recorder.on_incident = lambda incident: self._incident(incident, hand_on)
        recorder.start_over()
        interrupted = False
        opened: Opened | None = None
        try:
            opened = open_replayed(settings.recording, settings.spec, self.gate, self._log, self._launching)
            self.launched = opened.launched
            self._perform_all(opened.target)
        except KeyboardInterrupt:
            interrupted = True
        except WpfAgentError as error:
            self.error = error
        finally:
            recorder.on_incident = None  # what ending it does is nobody's finding
            if opened is not None:
                self._end(opened)
            recorder.on_incident = hand_on
        elapsed_ms = round((clock.now() - start) * 1000)
        outcome: ReplayOutcome = "interrupted" if interrupted else self._came_to()
        return ReplayRun(
            self.number, outcome, tuple(self.steps), self.divergence, tuple(self.failures), self.error, elapsed_ms
        )

    def _came_to(self) -> ReplayOutcome:
        if any(f.expected for f in self.failures):
            return "reproduced"
        if self.error is not None:
            return "not_run"
        return "diverged" if self.divergence is not None else "not_reproduced"

    # -- the application ------------------------------------------------------------------------------------------

    def _launching(self, command_line: str) -> None:
        self._log(f"launching {command_line}")
        self.settings.progress.launching(recorder_of(self.gate).masks.text(command_line))

    def _end(self, opened: Opened) -> None:
        """Perform the recorded teardown and close what was launched; none of it changes the outcome."""
        try:
            for act in () if self.gate.desktop.person.is_stopped else self.settings.recording.acts:
                if act.recorded.phase == "teardown" and self.gate.desktop.liveness(opened.target.pid).running:
                    self._try(act, opened.target)
        finally:
            if opened.launched:
                close_application(self.gate, opened.target)

    # -- the steps ------------------------------------------------------------------------------------------------

    def _perform_all(self, target: Target) -> None:
        try:
            for act in self.settings.recording.acts:
                if act.recorded.phase != "teardown" and act.request.action not in STARTERS:
                    self._step(act, target)
        except _Over:
            self.gate.glance(target)  # a condition may have met what is wrong before an oracle did
        else:
            self._look_again(target)

    def _step(self, act: Act, target: Target) -> None:
        """Perform one action or check. Raises _Over when nothing may follow."""
        clock = self.gate.desktop.clock
        self._pause(act, target)
        self._act = act
        start, known = clock.now(), len(recorder_of(self.gate).found)
        came = self._try(act, target)
        if isinstance(came.error, NOT_A_REPLAY):
            self.error = _with_hint(came.error)
            raise _Over
        masks = recorder_of(self.gate).masks
        divergence = compare(act, came, self.settings.recording)
        if divergence is not None:
            divergence = replace(divergence, what=masks.text(divergence.what), detail=masks.text(divergence.detail))
        if self.divergence is None:
            self.divergence = divergence
        found = tuple(recorder_of(self.gate).found[known:])
        elapsed_ms = round((clock.now() - start) * 1000)
        step = ReplayedStep(act.number, masks.text(act.describe()), came.describe(), elapsed_ms, divergence, found)
        self.steps.append(step)
        self._log(f"run {self.number} step {act.number} {step.what}: {step.seen}")
        self.settings.progress.step_ended(step)
        over = isinstance(came.error, AppFailed) or (divergence is not None and divergence.ends)
        if over or any(f.expected for f in self.failures):
            raise _Over

    def _try(self, act: Act, main: Target) -> Came:
        try:
            target = target_of(act, main, self.gate, only=self.settings.only)
            if act.recorded.check:
                return Came(verdict=self._check(act, target))
            args, selector = moved(act, adapted_args(act), self.gate.desktop, target)
            consent = Consent(confirm=act.recorded.consent and self.gate.policy.flag_destructive)
            timeout_ms = act.request.timeout_ms if act.request.timeout_ms is not None else _patience_ms(act)
            request = Request(act.request.action, args, selector, target, timeout_ms, consent, place=self._place(act))
            return Came(reply=self.gate.execute(request))
        except WpfAgentError as error:
            return Came(error=error)

    def _check(self, act: Act, target: Target) -> Verdict:
        """Judge what the recorded run expected here; one that failed there gets no longer than it had."""
        gate, recorded = self.gate, act.recorded
        if recorded.check == "failure":
            verdict = gate.is_true_now(act.expectation, target)
            if not verdict.ok:
                return replace(verdict, ok=True)
            unwanted = recorder_of(gate).masks.text(act.expectation.describe())
            said = Verdict(False, f"not: {unwanted}", verdict.actual, verdict.elapsed_ms)
            gate.report(act.expectation, target, said, place=self._place(act))
            return said
        if recorded.when and not gate.is_true_now(Expectation.parse(recorded.when), target).ok:
            return Verdict(True, act.expectation.describe(), "its condition does not hold")
        timeout_ms = act.request.timeout_ms
        if timeout_ms is None and not recorded.ok:
            timeout_ms = max(CHECK_MS, recorded.elapsed_ms)
        return gate.expect(
            act.expectation,
            target,
            selector=act.selector,
            timeout_ms=timeout_ms,
            check=recorded.check,
            place=self._place(act),
        )

    def _place(self, act: Act) -> dict[str, object]:
        return {"phase": act.recorded.phase, "step": act.number, "run": self.number}

    def _pause(self, act: Act, target: Target) -> None:
        """Wait as long as the recorded run did; a program that ends meanwhile is waited for no longer."""
        pause_s = act.recorded.pause_ms / 1000 * self.settings.pauses
        if pause_s > 0:
            desktop = self.gate.desktop
            wait.until(lambda: not desktop.liveness(target.pid).running, desktop.clock, timeout_s=pause_s)

    def _look_again(self, target: Target) -> None:
        """Give the last action's effect its time, and let the oracles look once more."""
        recording = self.settings.recording
        waits = self.settings.expected is not None or recording.failing is not None or bool(recording.suspects)
        last_look(self.gate, target, late_s=LATE_S if waits else 0.0)

    # -- failures -------------------------------------------------------------------------------------------------

    def _incident(self, incident: FailureEvent, hand_on: Callable[[FailureEvent], None] | None) -> None:
        """Judge a failure: the expected one is reproduced; a new one is handed on, once; a missed step is neither."""
        settings, act = self.settings, self._act
        signature = signature_of(incident.finding, cause_facts(incident))
        missed = (
            incident.finding.oracle in MISSED and act is not None and act.recorded.known and not act.recorded.failed
        )
        expected = signature.accepts(settings.expected) if settings.expected is not None else not missed
        index = act.number if act is not None else 0
        self.failures.append(Failure(index, incident.finding, signature.id, expected))
        is_new = not missed and not (expected and settings.expected) and signature.id not in settings.filed
        if hand_on is not None and is_new:
            settings.filed.add(signature.id)
            hand_on(incident)

    def _log(self, text: str) -> None:
        recorder_of(self.gate).log(text)


def _patience_ms(act: Act) -> int | None:
    """What could not be done in the recorded run gets the time that it had there; None is the usual time.

    What was done has the usual time, also where an oracle then found that it was slow: cut short where it ended, it
    would look like a freeze. So has what ended the program: how fast that came says nothing about a busy machine.
    """
    recorded = act.recorded
    return max(CHECK_MS, recorded.elapsed_ms) if recorded.error and recorded.error != AppExited.code else None


def _with_hint(error: WpfAgentError) -> WpfAgentError:
    if isinstance(error, RefusedDestructive):
        error.hint = 'Pass --allow-destructive, and mark the action with "recorded": {"consent": true}.'
    return error
