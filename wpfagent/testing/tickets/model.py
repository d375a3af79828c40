"""What a ticket is: the content of `ticket.json`, from which `ticket.md` is written. Frozen values."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

VERSION = 1
FILE_NAME = "ticket.json"

Mode = Literal["scenario", "replay", "random", "interactive"]
Severity = Literal["failure", "warning"]
Strength = Literal["strong", "weak"]
Status = Literal["open", "closed", "reopened", "superseded"]


@dataclass(frozen=True, slots=True)
class TicketSignature:
    """What makes two failures the same.

    Args:
        id: a short hash of the facts.
        strength: `strong` where an exception, an exit code or the like identifies the failure; `weak` where only the
            place and the last action do.
        facts: what it was made from.
    """

    id: str
    strength: Strength
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReproStep:
    """One step of the way to the failure.

    Args:
        number: its number in the ticket, from 1.
        text: what to do, in words.
        n: its number in the session's `steps.jsonl`; null for starting the program.
    """

    number: int
    text: str
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """The program that failed.

    Args:
        process: its executable's name.
        exe: its path.
        file_version: of the executable.
        product_version: of the product.
        build_type: `release`, `debug` or `unknown`.
        framework: what it runs on, where that can be told.
        pid: its process id then.
        title: its main window's title.
    """

    process: str
    exe: str = ""
    file_version: str = ""
    product_version: str = ""
    build_type: str = "unknown"
    framework: str = ""
    pid: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Monitor:
    """One monitor.

    Args:
        rect: `[x, y, width, height]` in physical pixels of the virtual screen.
        dpi: its resolution; 96 is 100 %.
        primary: whether it is the main one.
    """

    rect: tuple[int, ...]
    dpi: int
    primary: bool = False


@dataclass(frozen=True, slots=True)
class TicketEnvironment:
    """Where it happened.

    Args:
        os: the operating system.
        os_build: its build.
        language: what the user interface is shown in.
        locale: what numbers and dates are written by.
        elevated: whether wpf-agent ran as administrator.
        monitors: all of them.
        dpi: of the monitor that showed the window.
        desktop: `uia`, or `simulated`.
        target_spec: the application as it was named.
        profile: the profile's name.
        seed: what random choices were made from.
        tool_version: of wpf-agent.
        python: of Python.
        target: the program.
    """

    os: str
    os_build: str
    language: str
    desktop: str
    tool_version: str
    python: str
    target: Program
    target_spec: Mapping[str, Any] = field(default_factory=dict)
    locale: str = ""
    elevated: bool | None = None
    monitors: tuple[Monitor, ...] = ()
    dpi: int | None = None
    profile: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class LastSelector:
    """The element that was operated last, as it was when it was found.

    Args:
        action: what was done to it.
        selector: its durable selector.
        element: its properties then (enabled, visible, bounding_rect, …); null when it was not found.
    """

    action: str
    selector: Mapping[str, Any] = field(default_factory=dict)
    element: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One attached file.

    Args:
        file: its path inside the ticket's folder; "" for something that could not be taken.
        shows: what can be seen in it, or why it is missing.
    """

    file: str
    shows: str


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A possible cause.

    Args:
        rank: 1 is the best supported.
        text: the possibility, worded as one.
        evidence: what speaks for it.
    """

    rank: int
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reproducibility:
    """How often a replay showed it again.

    Args:
        reproduced: so many replays showed the same failure.
        attempts: of so many.
        runs: what each came to.
    """

    reproduced: int = 0
    attempts: int = 0
    runs: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Ticket:
    """A failure of a program, with the way to it and all the evidence.

    Args:
        version: of this format.
        id: `TICKET-<date>-<time>-<4 hex digits>`.
        created: when it was first seen, ISO 8601.
        last_seen: when it was last seen.
        title: one line.
        summary: a few sentences.
        status: `open`, `closed`, `reopened`, `superseded`.
        superseded_by: the ticket that knows more about the same failure.
        mode: how it was found.
        oracle: what recognised it.
        severity: `failure` or `warning`.
        signature: what makes another failure the same.
        cause: window, element and action of the last action that may have changed the program.
        steps: the way to it, in words.
        actual: what was seen.
        expected: what should have been.
        environment: where it happened.
        last_selector: the element that was operated last.
        evidence: the attached files and what each shows.
        difference: what the last action changed: windows, lost, new, disabled and changed elements.
        last_actions: the last actions, as the session's record has them.
        details: what the oracle noted: a dialog's text and buttons, nearest names, a log's entry, ….
        exception: the exception behind it, where one is known.
        code: where the control and the method that failed stand in the program's code, with the lines around.
        exit_code: the code that the process ended with, and its usual meaning.
        also: what other oracles said at the same moment.
        hypotheses: possible causes, best supported first.
        reproducibility: what replays came to.
        minimised: what minimising its steps came to: `from` so many `to` so many steps, in so many `trials`, and so
            many `reproduced` of the `attempts` to replay what is left; null before it was done.
        session: where it was first seen.
        sessions: where it was seen.
        count: how often it was seen.
        machines: on which machines of a fleet it was seen, and how often on each.
    """

    id: str
    created: str
    title: str
    summary: str
    mode: Mode
    oracle: str
    signature: TicketSignature
    actual: str
    expected: str
    environment: TicketEnvironment
    session: str
    version: int = VERSION
    last_seen: str = ""
    status: Status = "open"
    superseded_by: str | None = None
    severity: Severity = "failure"
    cause: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[ReproStep, ...] = ()
    last_selector: LastSelector | None = None
    evidence: tuple[Evidence, ...] = ()
    difference: Mapping[str, Any] = field(default_factory=dict)
    last_actions: tuple[Mapping[str, Any], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    exception: Mapping[str, Any] | None = None
    code: Mapping[str, Any] | None = None
    exit_code: Mapping[str, Any] | None = None
    also: tuple[Mapping[str, Any], ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    reproducibility: Reproducibility = field(default_factory=Reproducibility)
    minimised: Mapping[str, int] | None = None
    sessions: tuple[str, ...] = ()
    count: int = 1
    machines: Mapping[str, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the content of `ticket.json`; what is not known is absent."""
        made = {f.name: _plain(getattr(self, f.name)) for f in fields(self)}
        return {k: v for k, v in made.items() if v is not None}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        made = {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
        return {k: v for k, v in made.items() if v is not None}
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, list | tuple) else value
