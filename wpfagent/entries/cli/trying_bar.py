"""What `try` shows while it runs: on a terminal a bar of the time with the way to stop, elsewhere a line at times."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from wpfagent.core.shown import plain
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.saying import Sayer
from wpfagent.entries.cli.stopping import STOP_KEY
from wpfagent.runs.explore.results import Found, Tally

if TYPE_CHECKING:
    from rich.progress import Progress

LINE_EVERY_S = 10.0
TEXTS: Mapping[str, str] = {
    "starting": "starting {what}",
    "attached": "It was running already (process {pid}): what is entered stays in it until you close it without "
    "saving.",
    "under_way": "{steps} actions, {states} states, {found} found; {stop} stops it",
    "line": "{passed} of {whole}: {steps} actions, {states} states, {found} found",
    "seen": "found: {title}",
    "shortening": "the shortest way to it is sought",
}


class Bar:
    """Hears what the exploration does.

    Args:
        out: where it is shown.
        whole_s: how long it takes, in seconds.
        say: the texts.
    """

    def __init__(self, out: Output, whole_s: float, say: Sayer) -> None:
        self.out = out
        self._whole_s = whole_s
        self._say = say
        self._begun = self._said = time.monotonic()
        self._started = False
        self._shown: Progress | None = None

    def launching(self, command_line: str) -> None:
        """Say once what is started: after a failure it is started again."""
        if not self._started:
            self._started = True
            self.out.line(f"  {self._say('starting', what=command_line)}")

    def attached(self, pid: int) -> None:
        """Say that it ran before, and what that means."""
        self.out.styled(f"  {self._say('attached', pid=pid)}", "yellow")

    def stepped(self, tally: Tally, what: str, effect: str) -> None:
        """Show how far it is."""
        passed_s = min(self._whole_s, time.monotonic() - self._begun)
        counts = {"steps": tally.steps, "states": tally.states, "found": tally.failures}
        if self.out.is_rich and not self.out.json:
            self._show(self._say("under_way", stop=STOP_KEY, **counts), passed_s)
        elif time.monotonic() - self._said >= LINE_EVERY_S:
            self._said = time.monotonic()
            times = {"passed": _clock(passed_s), "whole": _clock(self._whole_s)}
            self.out.line(f"  {self._say('line', **times, **counts)}")

    def failed(self, found: Found) -> None:
        """Show at once what was found."""
        text = f"  {self._say('seen', title=self.out.said(found.finding.title))}"
        if self._shown is not None:
            from rich.text import Text

            self._shown.console.print(Text(plain(text), style="bold red"))
        else:
            self.out.styled(text, "bold red")

    def shortening(self) -> None:
        """Say that the way to the first find is shortened now."""
        self.close()
        self.out.line(f"  {self._say('shortening')}")

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None

    def _show(self, text: str, passed_s: float) -> None:
        from rich.markup import escape

        if self._shown is None:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (TextColumn(" "), BarColumn(24), TextColumn("{task.fields[clock]}"),
                       TextColumn("{task.description}"))  # fmt: skip
            self._shown = Progress(*columns, transient=True)
            self._shown.add_task("", total=self._whole_s, clock="")
            self._shown.start()
        clock = f"{_clock(passed_s)} / {_clock(self._whole_s)}"
        self._shown.update(self._shown.task_ids[0], completed=passed_s, description=escape(text), clock=clock)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
