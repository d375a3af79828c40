"""Who hears what a replay does while it does it."""

from __future__ import annotations

from typing import Protocol

from wpfagent.runs.replay_results import ReplayedStep, ReplayRun


class Progress(Protocol):
    """Hears what a replay does while it does it."""

    def launching(self, command_line: str) -> None:
        """A program is about to be started."""

    def run_started(self, number: int, times: int) -> None:
        """A run begins."""

    def step_ended(self, step: ReplayedStep) -> None:
        """A step was performed."""

    def run_ended(self, run: ReplayRun) -> None:
        """A run has ended."""


class Quiet:
    """Hears nothing."""

    def launching(self, command_line: str) -> None:
        """Ignore it."""

    def run_started(self, number: int, times: int) -> None:
        """Ignore it."""

    def step_ended(self, step: ReplayedStep) -> None:
        """Ignore it."""

    def run_ended(self, run: ReplayRun) -> None:
        """Ignore it."""
