"""What a person sees of a run while it runs: a line a step, and on a terminal the step that is under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wpfagent.entries.cli.output import Output, pad
from wpfagent.runs.model import Scenario, Step
from wpfagent.runs.results import Check, Phase, StepResult

if TYPE_CHECKING:
    from rich.progress import Progress

STYLES = {"passed": "green", "flaky": "yellow", "failed": "bold red", "refused": "magenta", "not_run": "magenta"}
MARKS = {"passed": "ok", "failed": "FAILED", "refused": "REFUSED", "skipped": "skipped"}
STEP_COLUMN = 52


class Lines:
    """Tells what a run does, a line a step."""

    def __init__(self, out: Output, scenario: Scenario) -> None:
        self.out = out
        self.scenario = scenario

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
        for change in baselines_of(result.checks):
            self.out.line(f"      baseline {change}")
        if result.reason:
            self.out.styled(f"      {result.reason}", STYLES.get(result.status, ""))
            if result.error is not None and result.error.hint:
                self.out.line(f"      {result.error.hint}")
            for picture in pictures_of(result.checks):
                self.out.line(f"      difference: {picture}")
            self.out.line(f"      {result.step.place}")

    def close(self) -> None:
        """Nothing more will come."""


class Live(Lines):
    """The same on a terminal, with the step that is under way and how long it has been."""

    def __init__(self, out: Output, scenario: Scenario) -> None:
        super().__init__(out, scenario)
        self._shown: Progress | None = None

    def launching(self, command_line: str) -> None:
        """Show what is started, and that its window is waited for."""
        self.close()
        super().launching(command_line)
        self._show("waiting for its window")

    def attempt(self, number: int) -> None:
        """Say that it is tried again."""
        self.close()
        super().attempt(number)

    def step_started(self, phase: Phase, number: int, step: Step) -> None:
        """Show the step as under way."""
        self.close()
        count = len(getattr(self.scenario, phase))
        where = "" if phase == "steps" else f"{phase} "
        self._show(f"{where}{number}/{count}  {step.describe()}")

    def step_ended(self, result: StepResult) -> None:
        """Show a step that has ended."""
        self.close()
        super().step_ended(result)

    def close(self) -> None:
        """Take away what is under way."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None

    def _show(self, text: str) -> None:
        from rich.markup import escape
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (TextColumn(" "), SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn())
        self._shown = Progress(*columns, transient=True)
        self._shown.add_task(escape(text))
        self._shown.start()


def progress_for(out: Output, scenario: Scenario) -> Lines:
    """Return what tells about a run: live on a terminal, plain lines elsewhere."""
    return Live(out, scenario) if out.is_rich and not out.json else Lines(out, scenario)


def baselines_of(checks: Sequence[Check]) -> list[str]:
    """Return what became of each baseline that checks wrote: `main.png: new`."""
    return [f"{c.verdict.details['baseline']}: {c.verdict.details['change']}" for c in checks if _is_baseline(c)]


def pictures_of(checks: Sequence[Check]) -> list[str]:
    """Return the pictures of differences that checks left."""
    return [str(c.verdict.details["picture"]) for c in checks if "picture" in c.verdict.details]


def _is_baseline(check: Check) -> bool:
    return "baseline" in check.verdict.details
