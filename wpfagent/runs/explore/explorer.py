"""Explores an application at random: looks, chooses by its strategy, acts through the gate, and starts again.

The dice decide everything, and they are thrown over sorted candidates: the same seed on the same application gives the
same run. A failure is handed on as from every run (it becomes a ticket); after a new one the application is started
anew, after one that is known already only where it has ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from random import Random

from wpfagent.core.errors import AppFailed, InvalidArgument, StorageFailed, WpfAgentError
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.runs.explore.actor import Actor
from wpfagent.runs.explore.aims.goals import Planner
from wpfagent.runs.explore.choosing.situation import Situation
from wpfagent.runs.explore.choosing.strategies import STRATEGIES
from wpfagent.runs.explore.failures import Failures
from wpfagent.runs.explore.known.graph import Graph
from wpfagent.runs.explore.known.inner import Inner
from wpfagent.runs.explore.lifetime import Lifetimes
from wpfagent.runs.explore.model import Exploration
from wpfagent.runs.explore.observer import Observer, Seen
from wpfagent.runs.explore.results import Ended, ExplorationResult, Progress, Quiet, Tally
from wpfagent.runs.explore.screens.offer import Candidate, Offered
from wpfagent.runs.explore.screens.screen import Screen
from wpfagent.runs.explore.values.arguments import Choice
from wpfagent.safety.policy import Policy
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.record.trail import FailureEvent

STUCK_TIMES = 3
"""So many runs in a row that nothing could be done in end it."""
INVARIANT_MS = 1_000
ESCAPES = 2
"""The first Esc takes back what a cell holds, the second what its row does."""
QUIET_STEPS = 60
"""So many steps without a new state, and without a method that had never run, count as nothing new."""


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
        self.seed = seed
        self.dice = Random(seed)
        self.progress = progress
        self.wall = wall
        self.graph = graph
        self.strategy = STRATEGIES[exploration.strategy]()
        self.tally = Tally()
        self.failures = Failures(gate, recorder_of(gate).on_incident)
        self.lifetimes = Lifetimes(gate, spec, exploration, gate.policy, self._launching)
        self.observer = Observer(gate, exploration, covers=self.graph.covers)
        self.planner = Planner(graph, self.observer.items)
        self.inner = Inner(gate, exploration.own_words)
        self.actor = Actor(gate, self.observer, self._log)
        self._run_step = self._escapes = 0
        self._last: tuple[Screen, Choice] | None = None
        self._titles: set[str] = set()
        self._start = wall()

    # -- the whole ----------------------------------------------------------------------------------------------------

    def run(self) -> ExplorationResult:
        """Run the application again and again until a budget ends."""
        gate, recorder = self.gate, recorder_of(self.gate)
        given, hand_on = gate.policy, recorder.on_incident
        gate.policy = tightened(given, self.exploration)
        recorder.on_incident = self._incident
        ended: Ended
        try:
            with recorder.session.deferring() if recorder.session is not None else nullcontext():
                ended = self._run_again_and_again()
        except _Ended as end:
            ended = end.why
        except KeyboardInterrupt:
            ended = "interrupted"
        finally:
            gate.policy = given
            recorder.on_incident = hand_on
        self.tally.states = len(self.graph.states)
        code = self.inner.coverage.to_dict() if self.inner.coverage is not None else None
        folder = recorder_of(gate).folder
        return ExplorationResult(
            self.seed,
            self.exploration.strategy,
            ended,
            self.tally,
            tuple(self.failures.found),
            self.graph.coverage(),
            self.wall() - self._start,
            gate.desktop.name,
            folder,
            self.lifetimes.was_attached,
            code,
        )

    def _run_again_and_again(self) -> Ended:
        idle_runs = 0
        while True:
            self._check_budgets()
            before = self.tally.steps
            self._run_application()
            if not self.lifetimes.can_go_on():
                return "attached"
            idle_runs = idle_runs + 1 if self.tally.steps == before else 0
            if idle_runs >= STUCK_TIMES:
                return "stuck"

    def _check_budgets(self) -> None:
        given, tally = self.exploration, self.tally
        if tally.steps >= given.max_steps:
            raise _Ended("steps")
        if given.max_time_s is not None and self.wall() - self._start >= given.max_time_s:
            raise _Ended("time")
        if given.max_failures is not None and tally.failures >= given.max_failures:
            raise _Ended("failures")
        quiet = tally.steps - max(self.graph.last_new, self.inner.last_new) >= QUIET_STEPS
        if given.until_covered and tally.steps and quiet and self.graph.is_covered:
            raise _Ended("covered")

    # -- one run of the application -----------------------------------------------------------------------------------

    def _run_application(self) -> None:
        """Start it and act until it fails, ends, or a budget ends."""
        self._run_step, self._escapes, self._last = 0, 0, None
        self.graph.start_over()
        self.failures.start_over()
        self.strategy.start_over()
        self.inner.start_over()
        opened = self.lifetimes.open()
        self.tally.runs = self.lifetimes.count
        if not opened.launched:
            self.progress.attached(opened.target.pid)
        at_once = True
        try:
            if self.tally.runs == 1 and self._seen(opened.target, self.observer.something_told) is None:
                raise _Ended("blind")
            while not (opened.launched and self._is_due):
                self._step(opened.target)
            at_once = False
            self.lifetimes.finish(opened)
        except _Over:
            at_once = self.failures.is_broken
            if not at_once:
                self._note_end(opened.target)
                self.lifetimes.finish(opened)
        except _Ended:
            at_once = False
            self.lifetimes.finish(opened)
            raise
        except KeyboardInterrupt:
            at_once = False
            raise
        finally:
            self.lifetimes.close(opened, at_once=at_once)

    def _note_end(self, target: Target) -> None:
        """What ended the program by itself is done rarely from now on."""
        if self._last is not None and not self.gate.desktop.liveness(target.pid).running:
            screen, choice = self._last
            self.graph.note_end(screen.state, choice)

    @property
    def _is_due(self) -> bool:
        every = self.exploration.restart_every
        return self.strategy.wants_fresh_start or (every is not None and self._run_step >= every)

    def _launching(self, run: int, command_line: str) -> None:
        self._log(f"run {run}: launching {command_line}")
        self.progress.launching(command_line)

    # -- one step -----------------------------------------------------------------------------------------------------

    def _step(self, target: Target) -> None:
        self._check_budgets()
        screen, offered = self._look(target)
        self.tally.states = len(self.graph.states)
        state = self.graph.states[screen.state]
        state.picture = state.picture or self._last_picture()
        self.inner.gather(target, self.tally.steps)
        choice = self._escape() or self.strategy.choose(
            Situation(screen, offered.candidates, self.graph, self.dice, self.planner, self.inner, offered.by_hand)
        )
        if choice.candidate.kind in ("command", "opening") and self._fills_up(screen.state):
            # what comes late would seem to be its effect
            screen, offered = self._look_later(target, screen, suspected=True) or (screen, offered)
        failures = len(self.failures.here)
        try:
            self._perform(target, screen, offered, choice)
            self._check_invariants(target)
        finally:
            if len(self.failures.here) > failures:
                self.graph.note_failure(screen.state, choice)
        if self.failures.is_over:
            raise _Over

    def _escape(self) -> Choice | None:
        """Esc, where a cell was left in error: until it and its row are taken back, nothing else in its grid works."""
        if not self._escapes or self.gate.policy.input == "never":
            return None
        self._escapes -= 1
        return Choice(Candidate("keys Esc", "send_keys", None, "closing", 1.0), None, {"keys": "Esc"}, "Esc")

    def _look(self, target: Target) -> Seen:
        """Look until there is something to do. Raises _Over when nothing comes, or the application fails."""
        seen = self._seen(target, self.observer.something_to_do)
        if seen is None:
            self._log(f"run {self.tally.runs} step {self._run_step}: nothing to do")
            raise _Over
        is_new = self.graph.see(*seen, self.tally.steps) and seen[0].title not in self._titles
        if self._last is not None:
            before, done = self._last
            self.graph.lead(before.state, done.key, seen[0].state)
            if done.candidate.kind == "command":
                self.planner.note_answer(done.key, before, seen[0])
            self._last = None
        self._titles.add(seen[0].title)
        # what comes late to another state of a page that was seen, the next look sees
        return self._look_later(target, seen[0]) or seen if is_new else seen

    def _fills_up(self, state: str) -> bool:
        """Whether something comes late to a state: as it was seen when it was watched, or else as it seems."""
        seen = self.observer.late.get(state)
        return self.graph.fills_up(state) if seen is None else seen

    def _look_later(self, target: Target, screen: Screen, *, suspected: bool = False) -> Seen | None:
        """Look again once what comes late to a screen is there; None where nothing does."""
        later = self._seen(target, lambda app: self.observer.what_comes_late(app, screen, suspected=suspected))
        if later is not None:
            self.graph.see(*later, self.tally.steps)
        return later

    def _seen(self, target: Target, look: Callable[[Target], Seen | None]) -> Seen | None:
        """Look. Raises _Over when the application fails."""
        try:
            return look(target)
        except StorageFailed:
            raise
        except WpfAgentError as error:
            self._log(f"run {self.tally.runs} step {self._run_step}: {error.message}")
            self._glance(target)
            raise _Over from error

    def _perform(self, target: Target, screen: Screen, offered: Offered, choice: Choice) -> None:
        place = {
            "run": self.tally.runs,
            "state": screen.state,
            "page": screen.page_of(None if choice.candidate.path else choice.place),
            "candidates": len(offered.candidates),
            "choice": choice.key,
            "kind": choice.kind,
            "strategy": self.exploration.strategy,
            "relies_on": self.planner.relies_on(choice.key) or "",
        }
        self._last = (screen, choice)
        known, failures = len(recorder_of(self.gate).found), len(self.failures.here)
        done = self.actor.do(choice, screen, target, {k: v for k, v in place.items() if v != ""})
        self._escapes = ESCAPES if done.in_error else self._escapes
        if not done.covered:
            self.inner.note(choice.key)
        if done.refused or done.covered:
            self.tally.refused += done.refused
            self._last = None
            return
        self._count(screen, choice, done.effect, known)
        if done.grew:
            self.graph.grown.add(choice.key)
        if done.failed is not None:
            if len(self.failures.here) == failures:
                self._glance(target)
            raise _Over from done.failed

    def _count(self, screen: Screen, choice: Choice, came: str | None, known: int) -> None:
        self.tally.steps += 1
        self._run_step += 1
        self.tally.effective += came == "confirmed"
        self.tally.no_ops += came in (None, "no_op")
        self.tally.unverifiable += came == "unverifiable"
        warnings = [f for f in recorder_of(self.gate).found[known:] if f.severity == "warning"]
        self.tally.warnings += len(warnings)
        if any(f.of_last_action for f in warnings):
            self.graph.warned.add(choice.key)
        entries = recorder_of(self.gate).trail.entries
        is_new = not self.graph.tried[choice.key]
        self.graph.note(screen.state, choice, came, entries[-1].n if entries else None)
        self.strategy.note(choice, came, is_new=is_new)
        self.progress.stepped(self.tally, choice.describe(), came or "")

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

    def _incident(self, incident: FailureEvent) -> None:
        """Hand a failure on, and remember it."""
        acting = self._last is not None and "choice" in incident.entry.fields
        found = self.failures.note(incident, step=self.tally.steps + acting, run=self.tally.runs,
                                   run_step=self._run_step + acting)  # fmt: skip
        if found is None:
            self.tally.repeated += 1
            return
        self.tally.failures += 1
        self.progress.failed(found)

    def _last_picture(self) -> str | None:
        entries = recorder_of(self.gate).trail.entries
        screens: dict[str, str] = entries[-1].fields.get("screen", {}) if entries else {}
        return screens.get("after")

    def _log(self, text: str) -> None:
        recorder_of(self.gate).log(text)
