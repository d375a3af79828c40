"""What an oracle is: a named check of what the gate has read around one action, which may find a failure.

The `@oracle` decorator turns a function `(observation, settings) -> Finding | None` into the record of the table. An
oracle only judges: it asks the target's UI thread nothing, and reads files only where its name says so.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Liveness, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.gate.passage import CheckKind

S = TypeVar("S")
Level = Literal["on", "warn", "off"]
"""`on`: a finding is a failure, and makes a ticket; `warn`: it is only reported."""
Severity = Literal["failure", "warning"]


@dataclass(frozen=True, slots=True)
class ExceptionFacts:
    """An exception of the program, as it was read.

    Args:
        type: its full type name, as `System.FormatException`.
        message: what it said; '' where that is not known.
        frames: its stack, innermost first, each as `Namespace.Type.Method`, without arguments and places.
        source: where it was read: `stderr`, `event log`, `dialog`.
        text: the whole text as it was read.
    """

    type: str
    message: str = ""
    frames: tuple[str, ...] = ()
    source: str = ""
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"type": self.type, "message": self.message, "frames": list(self.frames), "source": self.source}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with the program.

    Args:
        oracle: the name of the oracle that saw it.
        title: one line, fit for a ticket's title: what happened to what, after what.
        actual: what was seen.
        expected: what should have been.
        key: tells it from other findings of this oracle in this run: the same key is reported once.
        details: JSON-safe facts.
        exception: the exception behind it, where one is known.
        exit_code: the code that the process ended with.
        severity: `failure`, or `warning` where the oracle only warns.
        of_last_action: whether the last action belongs to it: seen after another action it is another fault. False for
            what took many actions to show: only `details["about"]` tells it from others.
        of_action_before: whether it belongs to the action before the last one: it showed late.
    """

    oracle: str
    title: str
    actual: str
    expected: str
    key: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    exception: ExceptionFacts | None = None
    exit_code: int | None = None
    severity: Severity = "failure"
    of_last_action: bool = True
    of_action_before: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; what is not known is absent."""
        made: dict[str, Any] = {
            "oracle": self.oracle,
            "severity": self.severity,
            "title": self.title,
            "actual": self.actual,
            "expected": self.expected,
        }
        if self.details:
            made["details"] = dict(self.details)
        if self.exception is not None:
            made["exception"] = self.exception.to_dict()
        if self.exit_code is not None:
            made["exit_code"] = self.exit_code
        return made


class SecondLook(Protocol):
    """Reads more of the program; for what looks wrong at first sight, and never in the course of things."""

    def windows(self, known: Sequence[WindowInfo], within_s: float) -> tuple[WindowInfo, ...]:
        """Return the windows once others than these are open, at the latest so many seconds later."""
        ...

    def again(self, after_s: float) -> Snapshot | None:
        """Return windows and trees as they are so many seconds later; None when they cannot be read."""
        ...

    def column(self, grid: Control, index: int) -> tuple[str, ...] | None:
        """Return a grid's column, rows that are not shown too; None when it cannot be read, or is very long."""
        ...


@dataclass(slots=True)
class Observation:
    """What the gate has read around one action or one check. Nothing in it costs a further call.

    Args:
        target: the application.
        action: the action's name; `expect` for a check.
        subject: the action in words: `click Button 'Card' (automation_id CardButton)`.
        args: the action's arguments, secrets masked.
        effect: what the action came to: `confirmed`, `no_op`, …; None where it did not act.
        selector: which element was meant, in durable keys.
        control: that element as it was when it was found.
        item: the menu item that the action's path led to.
        before: the tree before the action; None where the gate did not read it.
        after: the tree after it; None where it could not be read.
        windows: the target's windows now, topmost first.
        liveness: whether the process runs and answers, and its exit code.
        usage: what the process holds after the action; None where that was not read.
        monitors: the rectangles of the screens.
        error: what the action raised.
        verdict: what a check came to.
        check: which kind of check it was; '' for an action.
        busy_ms: how long the UI thread did not answer after the action.
        freeze_ms: from when on that counts as frozen.
        is_test: whether a person or file promised that the step is possible (scenario, replay).
        is_exploring: whether the step was drawn at random.
        stderr_path: what the program wrote to stderr, when we launched it.
        logs: the application's own log files, as globs.
        time_s: when that was, on the desktop's clock.
        memory: what this oracle keeps between its calls for this target; at first the judge's `baseline` is in it.
        shared: what the oracles have made of this one observation, so that none makes it twice.
        second_look: reads once more, where a first sign may pass by itself; None where nobody can. Only this costs.
    """

    target: Target
    action: str
    subject: str
    args: Mapping[str, Any] = field(default_factory=dict)
    effect: str | None = None
    selector: Selector | None = None
    control: Control | None = None
    item: Control | None = None
    before: Snapshot | None = None
    after: Snapshot | None = None
    windows: tuple[WindowInfo, ...] = ()
    liveness: Liveness = field(default_factory=lambda: Liveness(True))
    usage: Usage | None = None
    monitors: tuple[Rect, ...] = ()
    error: WpfAgentError | None = None
    verdict: Verdict | None = None
    check: CheckKind = ""
    busy_ms: int = 0
    freeze_ms: int = 5_000
    is_test: bool = False
    is_exploring: bool = False
    stderr_path: str | None = None
    logs: tuple[str, ...] = ()
    time_s: float = 0.0
    memory: dict[str, Any] = field(default_factory=dict)
    shared: dict[str, Any] = field(default_factory=dict)
    second_look: SecondLook | None = None


@dataclass(frozen=True, slots=True)
class NoSettings:
    """An oracle without settings of its own."""


@dataclass(frozen=True)
class Oracle(Generic[S]):
    """One oracle of the table: its name, what it sees, its default level and the type of its settings."""

    name: str
    check: Callable[[Observation, S], Finding | None]
    level: Level
    settings: type[S]
    doc: str

    @property
    def summary(self) -> str:
        """The first sentence of its doc."""
        return self.doc.strip().split("\n", 1)[0]

    def fields(self) -> tuple[dataclasses.Field[Any], ...]:
        """Return its settings."""
        return dataclasses.fields(self.settings)  # type: ignore[arg-type]


def oracle(
    *,
    level: Level = "on",
    settings: type[S] = NoSettings,  # type: ignore[assignment]
) -> Callable[[Callable[[Observation, S], Finding | None]], Oracle[S]]:
    """Turn a function into the oracle of its name; its docstring is the oracle's doc."""

    def make(check: Callable[[Observation, S], Finding | None]) -> Oracle[S]:
        return Oracle(check.__name__, check, level, settings, (check.__doc__ or "").strip())

    return make
