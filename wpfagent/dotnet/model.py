"""What is known from inside a .NET program: values only.

Times (`at`) are seconds on `time.monotonic()`'s scale, taken when the reader got the event's block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Literal

Waits = Literal["sleep", "lock", "task", "dispatcher", "handle", "computing"]
"""What a thread does that does not answer: it sleeps, waits for a lock, for a task, for the UI thread through its
dispatcher, for an event or another handle, or computes."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A running .NET program, as its diagnostics pipe describes it.

    Attributes:
        pid: the process.
        version: the runtime's, as "10.0.12"; "" where the runtime is too old to say it.
        command_line: as the program was started.
        architecture: "x64", "x86", "arm64".
        entry_assembly: the simple name of the assembly that holds Main; None where the runtime does not say it.
    """

    pid: int
    version: str
    command_line: str
    architecture: str
    entry_assembly: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One method on a stack, named as a person wrote it: `async`, lambdas and local functions are mapped back.

    Attributes:
        type: with its namespace, as "Shop.Orders.OrderBook"; "" where the method is not known.
        method: "Load"; ".ctor" for a constructor.
        module: path or file name of the assembly; "" where it is not known.
        file: path of the source file as the PDB has it, or as found below the source folder.
        line: of the statement, counted from 1; None without a PDB.
        user: whether it is of the program's own modules, not of the framework or a package.
    """

    type: str
    method: str
    module: str = ""
    file: str | None = None
    line: int | None = None
    user: bool = False

    @property
    def name(self) -> str:
        """Return type and method with the namespace: "Shop.Orders.OrderBook.Load"."""
        return f"{self.type}.{self.method}" if self.type else self.method

    def __str__(self) -> str:
        """Return "OrderBook.Load (Orders.cs:16)": what a line of text has room for."""
        short = f"{self.type.rpartition('.')[2]}.{self.method}" if self.type else self.method
        if not self.file:
            return short
        name = PurePath(self.file.replace("\\", "/")).name
        return f"{short} ({name}:{self.line})" if self.line else f"{short} ({name})"


@dataclass(frozen=True, slots=True)
class Thrown:
    """One exception that was thrown.

    Attributes:
        at: when the reader got it.
        type: with its namespace.
        message: the exception's own.
        thread_id: the Windows thread.
        frames: the stack, innermost first, from where it was first thrown (an awaited one comes out elsewhere).
        hresult: the exception's, as an unsigned number.
        inner: what it wraps, where that was seen being thrown on the same thread.
        rethrown: whether it was thrown before and came out again (`throw;`, `await`).
        swallowed: True once a handler of the program has taken it and it did not come out again; False when it came
            out again or ended the program; None while neither is known.
        caught_by: the method that took it; None where none did, or it is not known.
    """

    at: float
    type: str
    message: str
    thread_id: int
    frames: tuple[Frame, ...]
    hresult: int = 0
    inner: tuple[Thrown, ...] = ()
    rethrown: bool = False
    swallowed: bool | None = None
    caught_by: Frame | None = None

    @property
    def user_frames(self) -> tuple[Frame, ...]:
        """Return the frames of the program's own modules, innermost first."""
        return tuple(frame for frame in self.frames if frame.user)


@dataclass(frozen=True, slots=True)
class FirstCall:
    """A method of the program that ran for the first time: named as a person wrote it."""

    at: float
    type: str
    method: str
    module: str
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Counters:
    """The runtime's counters, once a second: "gc-heap-size" (MB), "working-set" (MB), "exception-count", …."""

    at: float
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Stack:
    """Where one thread stands, over some samples.

    Attributes:
        thread_id: the Windows thread.
        frames: the commonest stack, innermost first.
        share: of this thread's samples that have the same innermost user frame, 0 to 1.
        samples: how many samples of this thread there were.
        waits_for: what it does instead of answering; None where the stack does not say.
        holder: the Windows thread that holds the lock it waits for, where the runtime said so.
        held_in: the program's own method in which that thread stands.
    """

    thread_id: int
    frames: tuple[Frame, ...]
    share: float = 1.0
    samples: int = 1
    waits_for: Waits | None = None
    holder: int | None = None
    held_in: Frame | None = None

    @property
    def user_frames(self) -> tuple[Frame, ...]:
        """Return the frames of the program's own modules, innermost first."""
        return tuple(frame for frame in self.frames if frame.user)


@dataclass(frozen=True, slots=True)
class Happened:
    """What a watch saw since a mark.

    Attributes:
        thrown: exceptions, in order.
        first_calls: the program's own methods that ran for the first time.
        counters: readings of the runtime's counters.
        lost: how many events the runtime or the watch dropped (0: nothing is missing).
    """

    thrown: tuple[Thrown, ...] = ()
    first_calls: tuple[FirstCall, ...] = ()
    counters: tuple[Counters, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Method:
    """A method with a body that a person wrote: its accessors and what the compiler made are left out."""

    type: str
    method: str
    module: str
    token: int


@dataclass(frozen=True, slots=True)
class Literals:
    """The words and numbers of a program, commonest kinds of use first; secrets are left out.

    Attributes:
        strings: string literals, those that are compared or parsed first.
        numbers: integer and floating-point constants other than -1, 0 and 1, those that are compared first.
        enums: by the enum's type, the names of its members.
        patterns: regular expressions, of `Regex` calls and of attributes.
        resources: values of the assemblies' string resources.
    """

    strings: tuple[str, ...] = ()
    numbers: tuple[float, ...] = ()
    enums: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source file: the line counts from 1; None where only the file is known."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Wire:
    """What calls a method: a control, by an event or a command.

    Attributes:
        method: its type with the namespace, and its name.
        control: the control's AutomationId, name or caption; "" where nothing says it.
        event: as "Click"; "" where only the command is known.
        command: the command's name; "" for a handler.
        place: XAML file and line of the control; "" without sources.
    """

    method: tuple[str, str]
    control: str = ""
    event: str = ""
    command: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class XamlPlace:
    """Where the sources make a control, and what its use calls.

    Attributes:
        place: XAML file and line of the element.
        element: its tag, as "Button".
        handler: the method that its event calls; "" where there is none.
        command: the bound command's path, as "SaveCommand"; "" where there is none.
        code: where that method, or what the command runs, is written; None where it was not found.
        event: the event or property by which it is called, as "Click" or "Command".
        type: the class (with its namespace) that the XAML belongs to (`x:Class`); "" where it has none.
        control: how the element is known: its AutomationId, name or caption, else its tag.
    """

    place: Place
    element: str
    handler: str = ""
    command: str = ""
    code: Place | None = None
    event: str = ""
    type: str = ""
    control: str = ""
