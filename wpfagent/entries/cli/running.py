"""Running scenarios for the command line: lines while they run, what they came to."""

from __future__ import annotations

from pathlib import Path

from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.progress import STYLES, progress_for
from wpfagent.profiles.profile import Profile
from wpfagent.runs.model import Scenario
from wpfagent.runs.recorded import Settings, run_recorded
from wpfagent.runs.results import ScenarioResult


def run_one(
    scenario: Scenario, context: Context, desktop: Desktop, profiles: dict[str, Profile], settings: Settings
) -> ScenarioResult:
    """Run a scenario in a session of its own, tell about it, and return what it came to."""
    out = context.out
    said = " (simulated)" if desktop.name != "uia" else ""
    out.styled(f"{scenario.title or scenario.name}{said}", "bold")
    out.line(f"  {scenario.name}, {_shown(scenario.path)}")
    progress = progress_for(out, scenario)
    try:
        result = run_recorded(
            scenario,
            desktop,
            context.artifacts,
            policy=context.policy("scenario"),
            profiles=profiles,
            settings=settings,
            progress=progress,
        )
    finally:
        progress.close()
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
    for ticket in result.tickets:
        again = "" if ticket.get("new", True) else f" (seen {ticket['count']} times)"
        out.styled(f"  ticket: {ticket['folder']}{again}", STYLES["failed"])
    if result.session:
        out.line(f"  record: {result.session}")
    if result.picture:
        out.line(f"  picture: {result.picture}")
    out.line()


def _shown(path: str) -> str:
    """A path relative to the current folder where it lies below it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path
