"""Explores an application at random: looks, chooses by its strategy, acts through the gate, and starts again.

The dice decide everything, and they are thrown over sorted candidates: the same seed on the same application gives the
same run. A failure is handed on as from every run (it becomes a ticket); then the application is started anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from wpfagent.errors import (
    AppFailed,
    ElementNotFound,
    InvalidArgument,
    NotReached,
    Refused,
    StorageFailed,
    Unsupported,
    WpfAgentError,
)
from wpfagent.execute import Gate
from wpfagent.locate import window_id
from wpfagent.record.trail import Incident
from wpfagent.request import Request
from wpfagent.runner.application import Opened, close_application, open_application
from wpfagent.runner.explore.arguments import Choice
from wpfagent.runner.explore.candidates import Offered
from wpfagent.runner.explore.eyes import Eyes, Seen
from wpfagent.runner.explore.graph import Graph
from wpfagent.runner.explore.model import Exploration
from wpfagent.runner.explore.results import Ended, ExplorationResult, Found, Progress, Quiet, Tally
from wpfagent.runner.explore.screen import Screen
from wpfagent.runner.explore.strategies import STRATEGIES, Situation
from wpfagent.runner.reset import reset_application
from wpfagent.safety import Consent, Policy
from wpfagent.selector import Selector
from wpfagent.target import Target, TargetSpec

ACT_MS = 4_000
"""How long an action may take at least; a freeze is given its whole time."""
STUCK_TIMES = 3
"""So many runs in a row that nothing could be done in end it."""
INVARIANT_MS = 1_000
QUIET_STEPS = 60
"""So many steps without a new state count as nothing new."""


class _Over(Exception):
    """This run of the application is over."""


class _Ended(Exception):
    """The exploration is over."""

    def __init__(self, why: Ended) -> None:
        super().__init__(why)
        self.why: Ended = why


def explore(
    exploration: Exploration,
    gate: Gate,
    *,
    seed: int,
    spec: TargetSpec | None = None,
    progress: Progress | None = None,
    wall: Callable[[], float] = time.monotonic,
    graph: Graph | None = None,
) -> ExplorationResult:
    """Explore an application and return what came of it.

    Args:
        exploration: its budgets, rules and invariants.
        gate: what performs the actions; its policy's caller is `random`.
        seed: of all randomness.
        spec: the application instead of the exploration's own.
        progress: hears of each step.
        wall: seconds of real time, for the time budget.
        graph: what is known already; a fresh map by default.

    Raises:
        InvalidArgument: no application is named.
        WpfAgentError: it could not be opened the first time.
        StorageFailed: the record cannot be written any more.
    """
    target = spec or exploration.target
    if target is None:
        raise InvalidArgument("The exploration names no target.", hint="Add target, or --profile.")
    return _Explorer(exploration, gate, target, seed, progress or Quiet(), wall, graph or Graph()).run()


def tightened(policy: Policy, exploration: Exploration) -> Policy:
    """Return the policy with what the exploration forbids beyond it."""
    safety = exploration.safety
    return replace(
        policy,
        flag_destructive=policy.flag_destructive and safety.allow_destructive,
        input="never" if "never" in (policy.input, safety.input) else "allowed",
        destructive_patterns=(*policy.destructive_patterns, *safety.destructive_patterns),
    )


class _Explorer:
    def __init__(
        self,
        exploration: Exploration,
        gate: Gate,
        spec: TargetSpec,
        seed: int,
        progress: Progress,
        wall: Callable[[], float],
        graph: Graph,
    ) -> None:
        self.exploration = exploration
        self.gate = gate
        self.spec = spec
        self.seed = seed
        self.dice = Random(seed)
        self.progress = progress
        self.wall = wall
        self.graph = graph
        self.strategy = STRATEGIES[exploration.strategy]()
        self.tally = Tally()
        self.found: list[Found] = []
        self._given = gate.policy
        self.eyes = Eyes(gate, exploration)
        self._here: list[Incident] = []
        self._run_step = 0
        self._last: tuple[str, Choice] | None = None
        self._acted = ""
        self._start = wall()

    # -- the whole ----------------------------------------------------------------------------------------------------

    def run(self) -> ExplorationResult:
        """Run the application again and again until a budget ends."""
        recorder, hand_on = self.gate.recorder, self.gate.recorder.on_incident
        self.gate.policy = tightened(self._given, self.exploration)
        recorder.on_incident = lambda incident: self._incident(incident, hand_on)
        idle_runs = 0
        try:
            while True:
                self._check_budgets()
                before = self.tally.steps
                launched = self._run_application()
                idle_runs = idle_runs + 1 if self.tally.steps == before else 0
                if not launched:
                    raise _Ended("attached")
                if idle_runs >= STUCK_TIMES:
                    raise _Ended("stuck")
        except _Ended as end:
            ended = end.why
        except KeyboardInterrupt:
            ended = "interrupted"
        finally:
            self.gate.policy = self._given
            recorder.on_incident = hand_on
        self.tally.states = len(self.graph.states)
        folder = self.gate.session.folder if self.gate.session is not None else None
        return ExplorationResult(
            self.seed,
            self.exploration.strategy,
            ended,
            self.tally,
            tuple(self.found),
            self.graph.coverage(),
            self.wall() - self._start,
            self.gate.desktop.name,
            folder,
        )

    def _check_budgets(self) -> None:
        given, tally = self.exploration, self.tally
        if tally.steps >= given.max_steps:
            raise _Ended("steps")
        if given.max_time_s is not None and self.wall() - self._start >= given.max_time_s:
            raise _Ended("time")
        if given.max_failures is not None and tally.failures >= given.max_failures:
            raise _Ended("failures")
        quiet = tally.steps - self.graph.last_new >= QUIET_STEPS
        if given.until_covered and tally.steps and quiet and self.graph.is_covered:
            raise _Ended("covered")

    # -- one run of the application -----------------------------------------------------------------------------------

    def _run_application(self) -> bool:
        """Start it and act until it fails, ends, or a budget ends; return whether it can be started again."""
        opened = self._open()
        failed = True
        try:
            while True:
                self._step(opened.target)
        except _Over:
            failed = bool(self._here)
            if self._acted and self._here:
                self.graph.note_failure(self._here[0].finding.oracle, self._acted)
        except (_Ended, KeyboardInterrupt):
            failed = False
            raise
        finally:
            self._end(opened, failed=failed)
        return opened.launched

    def _open(self) -> Opened:
        self.tally.runs += 1
        self._run_step, self._last, self._acted = 0, None, ""
        self._here.clear()
        self.graph.start_over()
        self.gate.recorder.start_over()
        spec = self.spec
        if self.tally.runs > 1:
            spec = replace(spec, mode="launch")
        profile = self.gate.profiles.get(spec.profile or "")
        if profile is not None:
            reset_application(profile)
        opened = open_application(self.gate, spec, self._launching)
        self.gate.recorder.attached(opened.target)
        return opened

    def _launching(self, command_line: str) -> None:
        self._log(f"run {self.tally.runs}: launching {command_line}")
        self.progress.launching(command_line)

    def _end(self, opened: Opened, *, failed: bool) -> None:
        """Perform the last steps and close what was launched; after a failure it is ended at once."""
        desktop, pid = self.gate.desktop, opened.target.pid
        if not failed and desktop.liveness(pid).running:
            self._perform_last(opened.target)
        hand_on, self.gate.recorder.on_incident = self.gate.recorder.on_incident, None
        try:
            if not opened.launched:
                return
            if failed:
                if desktop.liveness(pid).running:
                    desktop.terminate(pid)
                desktop.forget(pid)
            else:
                close_application(self.gate, opened.target)
        finally:
            self.gate.recorder.on_incident = hand_on

    def _perform_last(self, target: Target) -> None:
        """The steps at the end of each run, under the policy as it was given: their consent is their own."""
        tight, self.gate.policy = self.gate.policy, self._given
        try:
            for step in self.exploration.at_end:
                consent = Consent(confirm=step.confirm)
                place = {"run": self.tally.runs, "strategy": "at_end"}
                request = Request(step.action, step.args, step.selector, target, step.timeout_ms or ACT_MS, consent,
                                  step.note, place)  # fmt: skip
                self.gate.execute(request)
            if self.exploration.at_end:
                self.gate.glance(target)
        except StorageFailed:
            raise
        except WpfAgentError as error:
            self._log(f"run {self.tally.runs} at_end: {error.message}")
        finally:
            self.gate.policy = tight

    # -- one step -----------------------------------------------------------------------------------------------------

    def _step(self, target: Target) -> None:
        self._check_budgets()
        screen, offered = self._look(target)
        self.tally.states = len(self.graph.states)
        state = self.graph.states[screen.state]
        state.picture = state.picture or self._last_picture()
        choice = self.strategy.choose(Situation(screen, offered.candidates, self.graph, self.dice, self.eyes.items))
        self._perform(target, screen, offered, choice)
        self._check_invariants(target)
        if self._here:
            raise _Over

    def _look(self, target: Target) -> Seen:
        """Look until there is something to do. Raises _Over when nothing comes, or the application fails."""
        try:
            seen = self.eyes.something_to_do(target)
            if seen is not None:
                if self._last is not None:
                    self.graph.lead(self._last[0], self._last[1].key, seen[0].state)
                    self._last = None
                if self.graph.see(*seen, self.tally.steps):
                    later = self.eyes.what_comes_late(target, seen[0].state)
                    if later is not None:
                        self.graph.see(*later, self.tally.steps)
                        seen = later
                return seen
        except StorageFailed:
            raise
        except WpfAgentError as error:
            self._log(f"run {self.tally.runs} step {self._run_step}: {error.message}")
            self._glance(target)
            raise _Over from error
        self._log(f"run {self.tally.runs} step {self._run_step}: nothing to do")
        raise _Over

    def _perform(self, target: Target, screen: Screen, offered: Offered, choice: Choice) -> None:
        place = {
            "run": self.tally.runs,
            "state": screen.state,
            "candidates": len(offered.candidates),
            "choice": choice.key,
            "kind": choice.kind,
            "strategy": self.exploration.strategy,
        }
        request = Request(
            choice.candidate.action,
            choice.args,
            self._selector(choice),
            target,
            self._timeout_ms(target),
            place={k: v for k, v in place.items() if v != ""},
        )
        self._last, self._acted = (screen.state, choice), choice.key
        known = len(self.gate.recorder.found)
        came: str | None = None
        failed: AppFailed | None = None
        try:
            came = self.gate.execute(request).effect
        except Refused as error:
            self.eyes.refused.add((screen.state, choice.key))
            self.tally.refused += 1
            self._last = None
            self._log(f"refused: {choice.describe()}: {error.message}")
            return
        except StorageFailed:
            raise
        except AppFailed as error:
            failed = error
        except (NotReached, InvalidArgument) as error:
            self._missed(choice, error)
        self._count(screen, choice, came, known)
        if failed is not None:
            if not self._here:
                self._glance(target)
            raise _Over from failed

    def _selector(self, choice: Choice) -> Selector | None:
        """By ref: the very element that was looked at. The record names it durably."""
        control = choice.control
        if control is None or choice.place is None:
            return None
        self.gate.refs.note(control, window_id(choice.place.window))
        return Selector(ref=control.ref)

    def _missed(self, choice: Choice, error: WpfAgentError) -> None:
        if isinstance(error, ElementNotFound | Unsupported) and choice.candidate.action == "select_combo":
            self.eyes.items.pop(choice.candidate.place.key if choice.candidate.place else "", None)
        self._log(f"not done: {choice.describe()}: {error.message}")

    def _count(self, screen: Screen, choice: Choice, came: str | None, known: int) -> None:
        self.tally.steps += 1
        self._run_step += 1
        self.tally.effective += came == "confirmed"
        self.tally.no_ops += came in (None, "no_op")
        self.tally.warnings += sum(f.severity == "warning" for f in self.gate.recorder.found[known:])
        self.graph.note(screen.state, choice, came)
        self.progress.stepped(self.tally, choice.describe(), came or "")

    def _timeout_ms(self, target: Target) -> int:
        profile = self.gate.profiles.get(target.spec.profile or "")
        freeze_ms = profile.timeouts.freeze_ms if profile is not None else 5_000
        return max(ACT_MS, freeze_ms + 1_000)

    def _check_invariants(self, target: Target) -> None:
        for invariant in self.exploration.invariants:
            try:
                if invariant.when is not None and not self.gate.is_true_now(invariant.when, target).ok:
                    continue
                when = {"when": invariant.when.to_dict()} if invariant.when is not None else {}
                for expectation in invariant.then:
                    self.gate.expect(expectation, target, timeout_ms=INVARIANT_MS, check="invariant",
                                     place={"run": self.tally.runs, **when})  # fmt: skip
            except AppFailed as error:
                self._glance(target)
                raise _Over from error

    # -- failures -----------------------------------------------------------------------------------------------------

    def _glance(self, target: Target) -> None:
        try:
            self.gate.glance(target)
        except AppFailed as error:
            self._log(error.message)

    def _incident(self, incident: Incident, hand_on: Callable[[Incident], None] | None) -> None:
        """Hand a failure on, and remember it."""
        self._here.append(incident)
        ticket: dict[str, Any] | None = None
        if hand_on is not None:
            hand_on(incident)
            session = self.gate.session
            tickets = session.facts.get("tickets", ()) if session is not None else ()
            ticket = dict(tickets[-1]) if tickets else None
        self.tally.failures += 1
        step = self.tally.steps + (self._last is not None and "choice" in incident.entry.fields)
        found = Found(incident.finding, step, self.tally.runs, self._run_step + 1, time.time(), incident.cause.subject,
                      ticket)  # fmt: skip
        self.found.append(found)
        self.progress.failed(found)

    def _last_picture(self) -> str | None:
        entries = self.gate.recorder.trail.entries
        screens: dict[str, str] = entries[-1].fields.get("screen", {}) if entries else {}
        return screens.get("after")

    def _log(self, text: str) -> None:
        if self.gate.session is not None:
            self.gate.session.log(text)
