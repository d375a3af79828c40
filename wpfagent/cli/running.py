"""Running scenarios for the command line: a session for each, lines while they run, what they came to."""

from __future__ import annotations

import importlib.metadata
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wpfagent.cli.context import Context
from wpfagent.cli.output import Output, pad
from wpfagent.desktops.base import Desktop
from wpfagent.execute import Gate, Screenshots
from wpfagent.profiles import Profile, ProfileRecord
from wpfagent.record.session import SessionWriter
from wpfagent.runner.model import Scenario, Step
from wpfagent.runner.results import Phase, ScenarioResult, StepResult
from wpfagent.runner.scenario import facts_of, run_scenario
from wpfagent.target import TargetSpec

STYLES = {"passed": "green", "flaky": "yellow", "failed": "bold red", "refused": "magenta", "not_run": "magenta"}
MARKS = {"passed": "ok", "failed": "FAILED", "refused": "REFUSED", "skipped": "skipped"}
STEP_COLUMN = 52


@dataclass(frozen=True, slots=True)
class Settings:
    """How scenarios are run.

    Args:
        target: the application instead of each scenario's own.
        keep_open: leave what was launched open.
        update_baselines: write the pictures that screenshot_diff compares with.
    """

    target: TargetSpec | None = None
    keep_open: bool = False
    update_baselines: bool = False


class Lines:
    """Tells a person what a run does, a line a step."""

    def __init__(self, out: Output) -> None:
        self.out = out

    def launching(self, command_line: str) -> None:
        """Show what is about to be started."""
        self.out.line(f"  starting {command_line}")

    def attempt(self, number: int) -> None:
        """Say that it is tried again."""
        self.out.line(f"  attempt {number}")

    def step_started(self, phase: Phase, number: int, step: Step) -> None:
        """A step is shown when it has ended."""

    def step_ended(self, result: StepResult) -> None:
        """Show a step."""
        phase = "" if result.phase == "steps" else f"{result.phase} "
        what = f"{phase}{result.number:>2}  {result.step.describe()}"
        if result.status == "skipped":
            self.out.styled(f"  {pad(what, STEP_COLUMN)} skipped", "bright_black")
            return
        effect = result.reply.effect if result.reply is not None and result.reply.effect else ""
        checked = f", {len(result.checks)} checked" if result.checks else ""
        took = f"{result.elapsed_ms} ms" if result.elapsed_ms else ""
        line = f"  {pad(what, STEP_COLUMN)} {MARKS[result.status]:<8} {took:>9}  {effect}{checked}"
        self.out.styled(line.rstrip(), STYLES.get(result.status, ""))
        if result.reason:
            self.out.styled(f"      {result.reason}", STYLES.get(result.status, ""))
            if result.error is not None and result.error.hint:
                self.out.line(f"      {result.error.hint}")
            self.out.line(f"      {result.step.place}")


def run_one(
    scenario: Scenario, context: Context, desktop: Desktop, profiles: dict[str, Profile], settings: Settings
) -> ScenarioResult:
    """Run a scenario in a session of its own, tell about it, and return what it came to."""
    out = context.out
    facts = {**facts_of(scenario, settings.target), "desktop": desktop.name, "version": version()}
    session = SessionWriter(str(context.artifacts), facts)
    gate = Gate(
        desktop,
        policy=context.policy("scenario"),
        profiles=profiles,
        session=session,
        screenshots=_screenshots(settings.target or scenario.target, profiles),
        base_dir=os.path.dirname(scenario.path),
        update_baselines=settings.update_baselines,
    )
    said = " (simulated)" if desktop.name != "uia" else ""
    out.styled(f"{scenario.title or scenario.name}{said}", "bold")
    out.line(f"  {scenario.name}, {_shown(scenario.path)}")
    result: ScenarioResult | None = None
    try:
        result = run_scenario(scenario, gate, target=settings.target, progress=Lines(out), keep_open=settings.keep_open)
    finally:
        outcome: dict[str, Any] = {"outcome": result.outcome if result else "interrupted"}
        if result is not None and result.reason:
            outcome["reason"] = result.reason
        session.close(outcome)
    print_result(result, out)
    return result


def print_result(result: ScenarioResult, out: Output) -> None:
    """Print what a run came to and where its record lies."""
    passed = sum(1 for s in result.steps if s.status == "passed" and s.phase == "steps")
    steps = len(result.scenario.steps)
    held = sum(1 for c in result.checks if c.verdict.ok)
    conditions = f", {held} of {len(result.checks)} success conditions" if result.checks else ""
    took = f", {result.elapsed_ms / 1000:.1f} s" + (" of simulated time" if result.desktop != "uia" else "")
    attempts = f", attempt {result.attempts}" if result.attempts > 1 else ""
    word = {"not_run": "NOT RUN", "failed": "FAILED"}.get(result.outcome, result.outcome)
    line = f"{word}: {passed} of {steps} steps{conditions}{took}{attempts}"
    out.styled(f"  {line}", STYLES.get(result.outcome, "bold red"))
    if result.reason:
        out.line(f"  why: {result.reason}")
        if result.error is not None and result.error.hint:
            out.line(f"  {result.error.hint}")
    if result.session:
        out.line(f"  record: {result.session}")
    if result.picture:
        out.line(f"  picture: {result.picture}")
    out.line()


def version() -> str:
    """Return this program's version."""
    try:
        return importlib.metadata.version("wpfagent")
    except importlib.metadata.PackageNotFoundError:
        return "0+source"


def _screenshots(spec: TargetSpec | None, profiles: dict[str, Profile]) -> Screenshots:
    """When pictures are kept: as the target's profile says, else as profiles say by default."""
    profile = profiles.get(spec.profile or "") if spec is not None else None
    return (profile.record if profile is not None else ProfileRecord()).screenshots


def _shown(path: str) -> str:
    """A path relative to the current folder where it lies below it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path
