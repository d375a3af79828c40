"""What becomes of exceptions: which were swallowed, which came out again, which wrap another.

The runtime tells of each throw, of each handler that begins, and of each that ends normally, thread by thread.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field

from wpfagent.dotnet.model import Frame, Thrown
from wpfagent.dotnet.runtime_events import HAS_INNER, RETHROWN, CatchBegins, Raised
from wpfagent.dotnet.symbols import Symbols

LONGEST_CHAIN = 8
"""Exceptions within exceptions."""
DEEPEST = 64
"""Handlers that one thread may be in at a time."""
LATE = 200
"""So many exceptions back may the one lie that comes out again on another thread."""
_MACHINE = "MoveNext"
_RAISING = frozenset(("System.Runtime.EH", "System.Runtime.CompilerServices.InternalCalls"))
"""The runtime's own frames above a `throw`."""
_OF_TYPE = "System.TypeInitializationException"
"""What the runtime itself puts around an exception of a static constructor: of its handler nothing is told."""
_CARRIER = ".ExceptionDispatchInfo"
"""By this an exception comes out again where it is awaited."""


@dataclass(slots=True, eq=False)
class Record:
    """One exception as the stream has it; its names are looked up when somebody asks."""

    at: float
    raised: Raised
    thread_id: int
    stack: bytes
    inner: Record | None = None
    first: Record | None = None
    within: CatchBegins | None = None
    swallowed: bool | None = None
    caught: CatchBegins | None = None


@dataclass(slots=True)
class _Thread:
    flying: list[Record] = field(default_factory=list)
    handling: list[Record] = field(default_factory=list)


class Exceptions:
    """Follows the exceptions of one program."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._threads: defaultdict[int, _Thread] = defaultdict(_Thread)
        self._late: deque[Record] = deque(maxlen=LATE)

    def thrown(self, at: float, thread_id: int, raised: Raised, stack: bytes) -> Record:
        """Take in a throw; return its record, which later events of the thread change."""
        record = Record(at, raised, thread_id, stack)
        thread = self._threads[thread_id]
        if raised.type == _OF_TYPE and thread.flying:
            thread.handling.append(thread.flying.pop())
        handled = thread.handling.pop() if thread.handling else None
        record.within = handled.caught if handled is not None else None
        if handled is not None and raised.flags & HAS_INNER and not _same(handled, record):
            record.inner, handled.swallowed = handled, False
        elif handled is not None and _same(handled, record):
            record.first, handled.swallowed = handled.first or handled, False
        else:
            if handled is not None:
                thread.handling.append(handled)
            record.first = self._earlier(record)
        thread.flying = [*thread.flying[-DEEPEST:], record]
        self._late.append(record)
        return record

    def catch_begins(self, thread_id: int, caught: CatchBegins) -> None:
        """A handler has taken the thread's latest exception."""
        thread = self._threads[thread_id]
        if thread.flying:
            record = thread.flying.pop()
            record.caught = caught
            thread.handling = [*thread.handling[-DEEPEST:], record]

    def catch_ends(self, thread_id: int) -> None:
        """The thread's latest handler has ended normally: what it took is gone, if it was the program's own."""
        thread = self._threads[thread_id]
        if thread.handling:
            record = thread.handling.pop()
            if record.swallowed is None:
                record.swallowed = self._is_swallowed(record)

    def end(self) -> None:
        """The program has ended: what no handler has taken ended it."""
        for thread in self._threads.values():
            for record in thread.flying:
                record.swallowed = False

    def tell(self, record: Record, pointer_size: int, depth: int = LONGEST_CHAIN) -> Thrown:
        """Return a record with its names."""
        frames = self._frames(record, pointer_size)
        if record.first is not None:
            earlier = self._frames(record.first, pointer_size)
            frames = earlier if any(frame.user for frame in earlier) else frames
        inner = () if record.inner is None or not depth else (self.tell(record.inner, pointer_size, depth - 1),)
        return Thrown(
            at=record.at,
            type=record.raised.type,
            message=record.raised.message,
            thread_id=record.thread_id,
            frames=frames,
            hresult=record.raised.hresult,
            inner=inner,
            rethrown=record.first is not None,
            swallowed=record.swallowed,
            caught_by=self._catcher(record),
        )

    def _frames(self, record: Record, pointer_size: int) -> tuple[Frame, ...]:
        """Return where a record was thrown, from the `throw` itself on."""
        frames = self._symbols.frames(record.stack, pointer_size)
        while frames and frames[0].type in _RAISING:
            frames = frames[1:]
        if record.within is not None:
            frames = self._symbols.in_handler(frames, record.within.method, record.within.address)
        return frames

    def _earlier(self, record: Record) -> Record | None:
        """Return the exception that comes out again here: an awaited one on whatever thread, or `throw;` on its own.

        A new one like it would come from the same place in the code; what comes out again comes from elsewhere.
        """
        top = self._symbols.frames(record.stack[:16])
        carried = record.raised.flags & RETHROWN or any(frame.type.endswith(_CARRIER) for frame in top)
        for earlier in reversed(self._late):
            if not _same(earlier, record) or earlier.swallowed is True or earlier.caught is None:
                continue
            if carried or (earlier.thread_id == record.thread_id and earlier.stack[:16] != record.stack[:16]):
                earlier.swallowed = False
                return earlier.first or earlier
        return None

    def _catcher(self, record: Record) -> Frame | None:
        if record.caught is None:
            return None
        known = self._symbols.method(record.caught.method, record.caught.address)
        return known or Frame("", record.caught.name)

    def _is_swallowed(self, record: Record) -> bool | None:
        """Return True where a handler of the program, or the framework for itself alone, has taken it.

        The compiler's own handler in an `async` method hands the exception to the task: nothing is known then.
        """
        caught = record.caught
        catcher = self._catcher(record)
        if caught is None or catcher is None:
            return None
        if not catcher.user:
            stack = (record.first or record).stack
            return None if any(frame.user for frame in self._symbols.frames(stack)) else True
        if _MACHINE in caught.name:
            return True if self._symbols.is_written_at(caught.address) else None
        return True


def _same(one: Record, other: Record) -> bool:
    return one.raised.type == other.raised.type and one.raised.message == other.raised.message
