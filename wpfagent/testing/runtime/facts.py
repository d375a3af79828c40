"""What a program's runtime told of one act, as the record and the oracles take it: frozen values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.model import Usage
from wpfagent.dotnet import Counters, FirstCall, Frame, Stack, Thrown

FRAMES_TOLD = 12
"""So many frames of a stack are written down."""
ENTERED_TOLD = 40
"""So many methods are named in one step's line; coverage counts all."""
THROWN_TOLD = 20
"""So many exceptions are; a loop may throw thousands."""
MB = 1_000_000
AFTER_COLLECTION = ("gen-0-size", "gen-1-size", "gen-2-size", "loh-size", "poh-size")
"""The counters of what the last collection left, by generation."""
ENTRY = frozenset({"Main", "<Main>$"})
MESSAGE_LOOP = re.compile(
    r"System\.Windows\.Threading\.Dispatcher\.(?:Run|PushFrame\w*|GetMessage)|System\.Windows\.Application\.Run\w*"
    r"|System\.Windows\.Forms\.Application\.(?:Run\w*|\w+Context.*)|System\.Windows\.Window\.ShowDialog"
)
"""What takes messages, in WPF and Windows Forms: whatever called it waits for it to end."""
_GETS = re.compile(r".*\.(?:(?:Int)?GetMessageW?|PeekMessageW?|WaitMessage|MsgWaitForMultipleObjects(?:Ex)?)")
"""What waits for a message."""
_ANSWERS = re.compile(r"MS\.Internal\.Automation\.")
"""What in WPF answers UI Automation, and catches what a peer throws."""
_ASKED = re.compile(r"MS\.Internal\.Automation\.|.*\b(?:Automation\.Provider|UI\.Accessibility|UiaCore)\WI\w+Provider")
"""What in a framework UI Automation has called, inside whatever loop of messages stands below."""
_ACTS = re.compile(
    r".*\bI\w+Provider\.(?:Interface\.)?(?:Invoke|Toggle|Expand|Collapse|Select|AddToSelection|RemoveFromSelection|SetValue)"
)
"""What in a framework does what UI Automation asks it to do."""
_LAST_RESORT = re.compile(
    r"System\.Windows\."
    r"(?:Threading\.ExceptionWrapper\.TryCatchWhen|Forms\.(?:NativeWindow\.Callback|Control\.InvokeMarshaledCallbacks))"
)
"""Where WPF and Windows Forms catch what no handler on the way did, to give it to the program's last one, if any."""
WAITS: Mapping[str, str] = {
    "sleep": "it sleeps",
    "lock": "it waits for a lock",
    "task": "it waits for a task",
    "dispatcher": "it waits for a dispatcher",
    "handle": "it waits for another thread",
    "computing": "it computes",
}
"""What a thread does that does not answer, in words."""


@dataclass(frozen=True, slots=True)
class Inside:
    """What came from inside the program since the act before.

    Args:
        thrown: exceptions during the act, in their order.
        late: those that came after the last look at the act before: they belong to it.
        entered: methods of the program that ran for the first time.
        stack: where the UI thread stood, when it did not answer.
        lost: so many events were dropped, because they were read too slowly.
        stuck_ms: how long the UI thread has stood in the program's own code, waiting, though it takes messages; 0 where
            it has not.
        stuck_before: whether it did so before this act began: the act before made it.
        ran: the program's own methods that ran for the first time whenever this act was done, in their order.
        threads: the Windows threads that have begun since the program is watched, and still run.
        heap: the bytes of the heap as the last collection left it; None where it was not told yet.
    """

    thrown: tuple[Thrown, ...] = ()
    late: tuple[Thrown, ...] = ()
    entered: tuple[FirstCall, ...] = ()
    stack: Stack | None = None
    lost: int = 0
    stuck_ms: int = 0
    stuck_before: bool = False
    ran: tuple[str, ...] = ()
    threads: frozenset[int] = frozenset()
    heap: int | None = None

    def told(self) -> Iterator[tuple[Thrown, bool]]:
        """Yield all exceptions in their order, each with whether it came late."""
        yield from ((thrown, True) for thrown in self.late)
        yield from ((thrown, False) for thrown in self.thrown)

    def to_dict(self) -> dict[str, Any]:
        """Return what the line of a step keeps; {} where there was nothing."""
        made: dict[str, Any] = {
            "thrown": [thrown_dict(t) for t in self.thrown if _is_told(t)][:THROWN_TOLD],
            "thrown_late": [thrown_dict(t) for t in self.late if _is_told(t)][:THROWN_TOLD],
            "entered": list(dict.fromkeys(f"{c.type}.{c.method}" for c in self.entered))[:ENTERED_TOLD],
            "ui_thread": stack_dict(self.stack) if self.stack is not None else None,
            "lost_events": self.lost,
        }
        return {k: v for k, v in made.items() if v}


def step_fields(inside: Inside | None, usage: Usage | None) -> dict[str, Any]:
    """Return what a step's line keeps of all this, with what the process held; {} where no runtime is asked."""
    if inside is None:
        return {}
    held: dict[str, Any] = {} if inside.heap is None else {"heap_mb": round(inside.heap / MB, 2)}
    held |= {"threads": len(inside.threads)} if held else {}
    if usage is not None:
        held |= {"memory_mb": round(usage.memory / MB, 1), "handles": usage.handles + usage.gdi + usage.user}
    told = inside.to_dict() | ({"held": held} if held else {})
    return {"dotnet": told} if told else {}


def _is_told(thrown: Thrown) -> bool:
    """Whether an exception says something of the act: what a question of UI Automation alone threw does not."""
    catchers = (thrown.caught_by,) if thrown.caught_by is not None else thrown.frames  # what took it is not known yet
    is_answer = any(_ANSWERS.match(frame.name) for frame in catchers)
    return not (thrown.rethrown or (is_answer and not own_frames(thrown)))


def heap_of(counters: Counters | None) -> int | None:
    """Return the bytes of the heap as the last collection left it; None where no counter says so."""
    sizes = [counters.values[name] for name in AFTER_COLLECTION if name in counters.values] if counters else []
    return round(sum(sizes)) if sizes else None


def thrown_dict(thrown: Thrown) -> dict[str, Any]:
    """Return an exception as a record keeps it: type, message, the program's frames, whether it was caught."""
    made: dict[str, Any] = {
        "type": thrown.type,
        "message": thrown.message,
        "frames": [str(f) for f in thrown.user_frames[:FRAMES_TOLD]],
        "caught_by": str(thrown.caught_by) if thrown.caught_by is not None else None,
    }
    return {k: v for k, v in made.items() if v} | {"swallowed": thrown.swallowed}


def stack_dict(stack: Stack) -> dict[str, Any]:
    """Return a stack as records and tickets keep it; what is not known is absent."""
    blamed = blamed_frame(stack)
    made: dict[str, Any] = {
        "in": str(blamed) if blamed is not None else None,
        "waits_for": stack.waits_for,
        "holder_thread": stack.holder,
        "holder_in": str(stack.held_in) if stack.held_in is not None else None,
        "frames": [str(f) for f in stack.frames[:FRAMES_TOLD]],
        "own_frames": [str(f) for f in own_frames(stack)[:FRAMES_TOLD]],
        "samples": stack.samples,
    }
    return {k: v for k, v in made.items() if v}


def stack_details(stack: Stack | None) -> dict[str, Any]:
    """Return a stack for a finding's details, with the place of the blamed method; {} without one."""
    if stack is None:
        return {}
    place = place_of(blamed_frame(stack))
    return {"ui_thread": stack_dict(stack)} | ({"frame": place} if place else {})


def place_of(frame: Frame | None) -> dict[str, Any]:
    """Return a method and where it stands, for a finding's details: `method`, `file`, `line`."""
    made = {"method": frame.name, "file": frame.file, "line": frame.line} if frame is not None else {}
    return {k: v for k, v in made.items() if v}


def own_frames(stack: Stack | Thrown | None) -> tuple[Frame, ...]:
    """Return the frames of the program's own code that are at work, innermost first.

    What waits below a message loop is not at work: `Main`, or a handler that shows a dialog, one of the system's, too,
    in which UI Automation asks something.
    """
    own: list[Frame] = []
    for frame, above in zip(stack.frames, (None, *stack.frames), strict=False) if stack is not None else ():
        if MESSAGE_LOOP.fullmatch(frame.name) or (frame.method in ENTRY and above is not None and not above.type):
            break
        if frame.user:
            own.append(frame)
        elif _ASKED.match(frame.name):
            break
    return tuple(own)


def blamed_frame(stack: Stack | None) -> Frame | None:
    """Return the innermost frame of the program's own code; None where there is none."""
    return next(iter(own_frames(stack)), None)


def went_to_caller(thrown: Thrown) -> bool:
    """Return whether an exception left the program's handler for UI Automation, which had called it by a pattern.

    Nothing of the program caught it: a person's click would have had it unhandled.
    """
    catcher = thrown.caught_by
    if catcher is None or catcher.user or thrown.rethrown or not own_frames(thrown):
        return False
    is_framework_s = _ANSWERS.match(catcher.name) or _ACTS.fullmatch(catcher.name)
    return bool(is_framework_s) and any(_ACTS.fullmatch(frame.name) for frame in (catcher, *thrown.frames))


def met_last_resort(thrown: Thrown) -> bool:
    """Return whether nothing but the framework's last resort stopped an exception of the program's on the UI thread.

    The program goes on where a handler for what nobody handled says so: it shows or logs something, or is silent.
    """
    catcher = thrown.caught_by
    if catcher is None or thrown.swallowed is False or not own_frames(thrown):
        return False  # what another thread has waited for comes out again there
    return _LAST_RESORT.match(catcher.name) is not None


def waits_for_messages(stack: Stack | None) -> bool:
    """Return whether a thread waited for messages whenever it was looked at: nothing of its program ran on it."""
    return stack is not None and bool(stack.frames) and _GETS.fullmatch(stack.frames[0].name) is not None


def counted_frames(stack: Stack | None) -> tuple[str, ...]:
    """Return the frames that tell one hang from another: the blamed one, with its caller where it computes.

    How long a method computes is mostly its caller's doing; what waits, waits by itself.
    """
    if stack is None:
        return ()
    own = tuple(dict.fromkeys(f.name for f in own_frames(stack)))
    return own[:2] if stack.waits_for in (None, "computing") else own[:1]


def standing(stack: Stack | None) -> str:
    """Return where a thread stands and what it does there, in words; '' where no code of the program is on it."""
    blamed = blamed_frame(stack)
    if stack is None or blamed is None:
        return ""
    does = WAITS.get(stack.waits_for or "", "")
    held = f", which thread {stack.holder} holds" if stack.holder else ""
    held += f" in {stack.held_in}" if held and stack.held_in is not None else ""
    return str(blamed) + (f": {does}{held}" if does else "")
