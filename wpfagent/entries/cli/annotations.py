"""What GitHub shows of results beside the code: workflow commands (`::error file=…::…`) and the step summary.

Source: GitHub's reference of workflow commands, with its escaping rules.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from wpfagent.core.errors import StorageFailed
from wpfagent.entries.cli.output import emit
from wpfagent.runs.junit import failed_step
from wpfagent.runs.lint import LintReport
from wpfagent.runs.results import ScenarioResult

MARKS = {"passed": "✅", "flaky": "⚠️", "failed": "❌", "not_run": "⛔", "interrupted": "⏹️"}
ERRORS = ("invalid", "wrong")


def annotations_wanted(flag: bool, /, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether annotations are to be printed: by flag, or because GitHub runs us."""
    return flag or environ.get("GITHUB_ACTIONS") == "true"


def annotate_results(results: Iterable[ScenarioResult]) -> list[str]:
    """Return a command for each run that did not pass, and a warning for each that was flaky."""
    made = []
    for result in results:
        step = failed_step(result)
        place = step.step.place if step is not None else None
        file, line = (place.file, place.line) if place is not None else (result.scenario.path, 1)
        title = f"{result.scenario.name}: {result.outcome}"
        if result.outcome == "flaky":
            made.append(command("warning", f"It passed on attempt {result.attempts}.", file, line, title))
        elif result.outcome != "passed":
            tickets = [f"ticket: {t['folder']}" for t in result.tickets]
            made.append(command("error", "\n".join([result.reason or result.outcome, *tickets]), file, line, title))
    return made


def annotate_lint(reports: Iterable[LintReport]) -> list[str]:
    """Return a command for each remark; what is unknown is none."""
    return [
        command("error" if r.kind in ERRORS else "warning", r.message, r.place.file, r.place.line, f"lint: {r.kind}")
        for report in reports
        for r in report.lines()
        if r.kind != "unknown"
    ]


def command(kind: str, message: str, file: str, line: int, title: str) -> str:
    """Return one workflow command."""
    where = f"file={_property(_relative(file))},line={line or 1},title={_property(title)}"
    return f"::{kind} {where}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _relative(path: str) -> str:
    """A path from the repository's root, with slashes, as GitHub names files."""
    root = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()
    try:
        return Path(os.path.abspath(path)).relative_to(Path(os.path.abspath(root))).as_posix()
    except ValueError:
        return path


def show_annotations(commands: Sequence[str], *, as_json: bool) -> None:
    """Print commands; beside a JSON document they go to stderr, which GitHub reads as well."""
    for line in commands:
        emit(line, file=sys.stderr if as_json else sys.stdout)


def write_step_summary(results: Sequence[ScenarioResult], environ: Mapping[str, str] = os.environ) -> None:
    """Append a table of the results to the summary of GitHub's step; nothing without one. Raises StorageFailed."""
    path = environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.write(step_summary(results))
    except OSError as error:
        raise StorageFailed(
            f"{path} cannot be written: {error.strerror}.", hint="GITHUB_STEP_SUMMARY names it."
        ) from error


def step_summary(results: Sequence[ScenarioResult]) -> str:
    """Return the results as a table in Markdown."""
    lines = ["## wpf-agent", "", "| | scenario | steps | time | why |", "|---|---|---|---|---|"]
    for r in results:
        passed = sum(1 for s in r.steps if s.status == "passed" and s.phase == "steps")
        name = _cell(r.scenario.title or r.scenario.name)
        steps, took = f"{passed} of {len(r.scenario.steps)}", f"{r.elapsed_ms / 1000:.1f} s"
        lines.append(f"| {MARKS[r.outcome]} {r.outcome} | {name} | {steps} | {took} | {_cell(r.reason)} |")
    return "\n".join([*lines, "", ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
