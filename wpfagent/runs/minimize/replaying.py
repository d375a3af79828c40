"""The adapter: a trial is one replay with a freshly started application, and it fails by the failure's signature."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.core.errors import InvalidArgument, Refused
from wpfagent.desktops.target import TargetSpec
from wpfagent.gate.execute import Gate
from wpfagent.runs.minimize.steps import Item, Steps
from wpfagent.runs.minimize.trials import Trial
from wpfagent.runs.replay import run_replay
from wpfagent.runs.replay_results import ReplayedStep, ReplayResult, ReplayRun
from wpfagent.runs.replay_target import can_launch

ENDED = frozenset({"app_exited", "app_not_responding"})
EMPTY = Trial("passes")
"""Nothing to do is no way to a failure."""


class Replays:
    """Replays lists of recorded actions.

    Args:
        steps: the recording, taken apart.
        gate: performs them; its session keeps every trial.
        signature: the failure that counts; None: the first that is seen, and that one from then on.
        target: the application instead of the recording's own.

    Attributes:
        others: the titles of other failures that were seen, by their signature.

    Raises:
        InvalidArgument: the application cannot be started anew, so that no trial would tell anything.
    """

    def __init__(
        self, steps: Steps, gate: Gate, *, signature: str | None = None, target: TargetSpec | None = None
    ) -> None:
        self.steps = steps
        self.gate = gate
        self.signature = signature
        self.target = target
        self.others: dict[str, str] = {}
        spec = target or steps.recording.target_spec
        profile = gate.targets.profile(spec.profile) if spec is not None and spec.profile is not None else None
        if spec is None or not can_launch(spec, profile):
            raise InvalidArgument(
                f"{steps.recording.path} names no application that can be started: each trial needs a fresh one.",
                hint="Name it: --profile with a `launch`, or --exe.",
            )

    def test(self, items: Sequence[Item]) -> Trial:
        """Replay a list once and return what that came to.

        Raises:
            WpfAgentError: it could not be tried.
            KeyboardInterrupt: somebody interrupted it.
        """
        if not items:
            return EMPTY
        run = self.replay(items, hurry=True).runs[-1]
        if run.outcome == "interrupted":
            raise KeyboardInterrupt
        if run.outcome == "not_run" and run.error is not None:
            if isinstance(run.error, Refused) and tuple(items) != self.steps.items:
                return Trial("unresolved")  # on the way that is left, a step means something destructive
            raise run.error
        return self._trial(run)

    def replay(
        self, items: Sequence[Item], *, times: int = 1, gate: Gate | None = None, hurry: bool = False
    ) -> ReplayResult:
        """Replay a list.

        Args:
            items: what is done.
            times: how often.
            gate: what performs it, instead of the one of the trials.
            hurry: whether what is missing is soon given up.
        """
        result = run_replay(
            self.steps.put_together(items, hurry=hurry),
            gate or self.gate,
            target=self.target,
            times=times,
            expected_signature=self.signature,
        )
        for failure in (f for run in result.runs for f in run.failures):
            if self.signature is None and failure.expected:
                self.signature = failure.signature
            elif not failure.expected and not _is_missed(failure.finding.oracle):
                self.others.setdefault(failure.signature, failure.finding.title)
        return result

    def _trial(self, run: ReplayRun) -> Trial:
        offset = len(self.steps.before) + 1
        idle = frozenset(s.index - offset for s in run.steps if s.seen in ("no_op", "held"))
        if run.outcome == "reproduced":
            last = next(f.index for f in run.failures if f.expected)
            return Trial("fails", used=max(1, last - offset + 1), idle=idle)
        if run.steps and _stopped(run.steps[-1]):
            return Trial("unresolved", stopped=run.steps[-1].index - offset, idle=idle)
        return Trial("passes", idle=idle)


def _is_missed(oracle: str) -> bool:
    return oracle in ("element_missing", "action_failed")


def _stopped(step: ReplayedStep) -> bool:
    """Whether a run ended because a step could not be performed; a program that ended is another matter."""
    return step.divergence is not None and step.divergence.ends and step.seen not in ENDED
