"""The way to a failure: which lines of a record a person has to follow, numbered and in words."""

from __future__ import annotations

import ntpath
import subprocess
from collections.abc import Mapping
from typing import Any

from wpfagent.desktops.target import LaunchSpec, Target
from wpfagent.profiles.profile import Profile
from wpfagent.testing.record.actions import actions_of, came_too_late
from wpfagent.testing.record.trail import FailureEvent
from wpfagent.testing.tickets.failure import Line
from wpfagent.testing.tickets.model import ReproStep
from wpfagent.testing.wording.steps import is_done_by_hand, start_words, step_words

GOES_ON = ("app_exited", "app_not_responding")
"""An action that ended so was performed; one that failed otherwise was not."""


def repro_steps(failure: FailureEvent, profile: Profile | None) -> tuple[ReproStep, ...]:
    """Return the steps to the failure, from starting the program to the action or check that shows it."""
    kept = {a["recorded"].get("n") for a in actions_of(failure.record, failure.line["n"])["actions"]}
    if not came_too_late(failure.line):
        kept.add(failure.line["n"])
    lines = [line for line in failure.lines if line["n"] in kept and (line is failure.line or _is_told(line))]
    texts: list[tuple[str, int | None]] = [(_start(failure.target, profile), None)]
    texts += [(_said(line, failure), int(line["n"])) for line in lines if is_done_by_hand(line) or "check" in line]
    return tuple(ReproStep(number, text, n) for number, (text, n) in enumerate(texts, start=1))


def _is_told(line: Line) -> bool:
    """Whether a line before the failure belongs to the way: what was done, and checks that held."""
    if line.get("phase") == "teardown":
        return False
    if "check" in line:
        return line["check"] in ("expected", "success") and bool((line.get("verdict") or {}).get("ok"))
    return "error" not in line or line["error"].get("code") in GOES_ON


def _said(line: Line, failure: FailureEvent) -> str:
    """A step in words; on another program than the failed one, its name."""
    process = (line.get("target") or {}).get("process")
    text = step_words(line)
    if process and process != failure.target.process:
        return f"In {process}: {text}"
    return text


def _start(target: Target, profile: Profile | None) -> str:
    """How the program comes to be there: as its profile launches it, else as the target was named."""
    spec = target.spec
    own = profile.launch_spec() if profile is not None and spec.profile is not None else None
    what = own or (LaunchSpec(spec.exe, spec.args, spec.cwd) if spec.exe is not None else None)
    launched = target.how != "attached"
    return start_words(
        ntpath.basename(what.exe) if launched and what is not None else target.process,
        subprocess.list2cmdline(what.args) if what is not None else "",
        launched=launched,
        title=target.title,
        folder=(what.cwd or "") if what is not None else "",
        variables=tuple(name for name, _ in what.env) if what is not None else (),
    )


def last_actions(failure: FailureEvent, count: int) -> tuple[Mapping[str, Any], ...]:
    """Return the lines of the last actions up to the failure; what only looked is left out."""
    acted = [line for line in failure.lines if is_done_by_hand(line)]
    return tuple(acted[-count:])
