"""What an oracle is: a class with typed settings and a typed memory, which judges what was read around one action.

An oracle only judges: it asks the target's UI thread nothing, and reads files only where its name says so.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from wpfagent.actions.expect import Verdict
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control, Liveness, Rect, Snapshot, Usage, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.dotnet import Frame, Stack
from wpfagent.gate.passage import CheckKind
from wpfagent.testing.observing.baseline import Baseline
from wpfagent.testing.observing.shown import Shown
from wpfagent.testing.runtime.facts import Inside

S = TypeVar("S")
M = TypeVar("M")
H = TypeVar("H")
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
        around: the exceptions that wrap it, outermost first, each as `Type: message`.
    """

    type: str
    message: str = ""
    frames: tuple[str, ...] = ()
    source: str = ""
    text: str = ""
    around: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made = {"type": self.type, "message": self.message, "frames": list(self.frames), "source": self.source}
        return made | ({"around": list(self.around)} if self.around else {})


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
        cause: what usually lies behind it, as the oracle's class says; the judge fills it in.
        of_last_action: whether the last action belongs to it: seen after another action it is another fault. False for
            what took many actions to show: only `details["about"]` tells it from others.
        of_action_before: whether it belongs to the action before the last one: it showed late.
        frames: the program's own methods that tell it from other findings, innermost first: where it stood.
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
    cause: str = ""
    of_last_action: bool = True
    of_action_before: bool = False
    frames: tuple[str, ...] = ()

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


class Heap(NamedTuple):
    """What a program's heap held after a collection, in bytes, and how long it took to say so."""

    live: int
    took_s: float


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

    def with_access_keys(self, kinds: Sequence[str]) -> tuple[Control, ...]:
        """Return the controls of these types with their access keys, which a tree does not tell.

        () when they cannot be read.
        """
        ...

    def heap(self) -> Heap | None:
        """Let the program's .NET runtime collect its garbage; return what is still held. None where there is none."""
        ...

    def allocated(self) -> tuple[tuple[int, tuple[Frame, ...]], ...]:
        """Return where the program allocated since this was asked after the action before: bytes and stack.

        To be asked after `heap`; the first time, and after an action without it, it only begins.
        """
        ...

    def stacks(self) -> tuple[Stack, ...]:
        """Return where the threads of the program stand; () where its runtime does not say."""
        ...


@dataclass(slots=True)
class Observation:
    """What the gate has read around one action or one check. Nothing in it costs a further call.

    Args:
        target: the application.
        action: the action's name; `expect` for a check.
        subject: the action in words: `click Button 'Card' (automation_id CardButton)`.
        earlier: the act before, in words: what shows late is its doing; "" where there was none.
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
        second_look: reads once more, where a first sign may pass by itself; None where nobody can. Only this costs.
        inside: what the program's own runtime told of the act; None where it was not asked.
    """

    target: Target
    action: str
    subject: str
    earlier: str = ""
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
    second_look: SecondLook | None = None
    inside: Inside | None = None
    _shown: Shown | None = None

    def act_of(self, *, is_late: bool) -> str:
        """Return in words what a finding came after: the act before, where it showed late."""
        return (self.earlier if is_late else "") or self.subject

    @property
    def shown(self) -> Shown | None:
        """What shows after the action, made once for all oracles; None where no tree was read."""
        if self._shown is None and self.after is not None:
            self._shown = Shown.of(self.after)
        return self._shown


@dataclass(frozen=True, slots=True)
class NoSettings:
    """An oracle without settings of its own."""


@dataclass(slots=True)
class NoMemory:
    """An oracle that remembers nothing."""


_TYPES: Mapping[Any, str] = {S: "settings_type", M: "memory_type", H: "history_type"}


class Oracle(Generic[S, M]):
    """Watches one running application: one instance judges everything that is done to it.

    A subclass names the dataclasses of its settings and its memory, as in `class Slow(Oracle[SlowSettings, NoMemory])`,
    and defines `check`. Its docstring is its description, and its name the class's in small letters.

    Args:
        settings: the oracle's settings; their defaults when None.
        baseline: how things stood when the application was first seen; nothing was there when None.

    Attributes:
        name: as profiles and tickets write it.
        rank: of this package's oracles: the smaller it is, the sooner its finding names what is wrong.
        level: what a finding is when nobody says otherwise.
        cause: what usually lies behind a finding, a sentence with `may`, for a ticket's hypotheses. `{what}` stands for
            the control that was used, `{about}` for what the finding is about, `{entered}` for what was entered.
        memory: what it keeps from check to check.
    """

    name: ClassVar[str] = ""
    rank: ClassVar[int] = 0
    level: ClassVar[Level] = "on"
    cause: ClassVar[str] = ""
    settings_type: ClassVar[type[Any]] = NoSettings
    memory_type: ClassVar[type[Any]] = NoMemory
    history_type: ClassVar[type[Any]] = NoMemory

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        for base in cls.__dict__.get("__orig_bases__", ()):
            parameters = getattr(typing.get_origin(base), "__parameters__", ())
            for parameter, given in zip(parameters, typing.get_args(base), strict=False):
                kind = _TYPES.get(parameter)
                if kind is not None and isinstance(given, type):
                    setattr(cls, kind, given)

    def __init__(self, settings: S | None = None, *, baseline: Baseline | None = None) -> None:
        self.settings: S = settings if settings is not None else self.settings_type()
        self.baseline = baseline if baseline is not None else Baseline()
        self.memory: M = self.memory_type()

    def check(self, observation: Observation) -> Finding | None:
        """Return what is wrong after this action; None where nothing is."""
        raise NotImplementedError

    @classmethod
    def description(cls) -> str:
        """Return what it finds, as its docstring says."""
        return inspect.cleandoc(cls.__doc__ or "")

    @classmethod
    def summary(cls) -> str:
        """Return the first line of its description."""
        return cls.description().split("\n", 1)[0]

    @classmethod
    def fields(cls) -> tuple[dataclasses.Field[Any], ...]:
        """Return its settings."""
        return dataclasses.fields(cls.settings_type)


class LastingOracle(Oracle[S, M], Generic[S, M, H]):
    """An oracle that also remembers a program over all its runs, as a third dataclass: `self.history`."""

    def __init__(self, settings: S | None = None, *, baseline: Baseline | None = None) -> None:
        super().__init__(settings, baseline=baseline)
        self.history: H = self.history_type()
