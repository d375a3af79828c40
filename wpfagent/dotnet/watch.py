"""The light session: exceptions, first calls and counters of a running program, read on a thread of its own."""

from __future__ import annotations

import threading
import time
from collections import deque
from itertools import takewhile
from typing import NamedTuple, Self, TypeVar

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet import runtime_events as said
from wpfagent.dotnet.assemblies import own_names, own_types
from wpfagent.dotnet.commands import Provider
from wpfagent.dotnet.exceptions import Exceptions, Record
from wpfagent.dotnet.model import Counters, FirstCall, Happened
from wpfagent.dotnet.nettrace import Event, NetTraceError, Reader
from wpfagent.dotnet.pipe import Connect, Session, connect, probe
from wpfagent.dotnet.symbols import Symbols

KEPT = 10_000
"""Exceptions and first calls that stay readable; what is dropped before somebody read it counts as lost."""
KEPT_COUNTERS = 7_200
"""Readings of the counters: two hours."""
TOGETHER_S = 0.3
"""Counters of one reading come within this."""
NAMING_S = 5.0
"""How long the rundown may take that names what ran before."""
LATEST_NAMES_S = 1.0
"""How long `since` waits for that rundown when it has exceptions to name."""
T = TypeVar("T")


class _Call(NamedTuple):
    """A method's first call: whose it is may be known later only."""

    code: said.Loaded
    at: float


class Watch:
    """A session without rundown. A program that is gone, or a cut stream, ends it quietly: `ended` says why.

    Use `Watch.start`. One short session with a rundown, beside the first one, names the code that was there before.

    Attributes:
        ended: one sentence once the stream has ended; None while it runs.
        symbols: the names of the program's code, as far as they are known.
    """

    def __init__(self, pid: int, session: Session, symbols: Symbols, connect: Connect) -> None:
        self.pid = pid
        self.ended: str | None = None
        self.symbols = symbols
        self._session = session
        self._connect = connect
        self._reader = Reader(session.read)
        self._exceptions = Exceptions(symbols)
        self._changed = threading.Condition()
        self._number = 0
        self._kept: deque[tuple[int, Record | _Call]] = deque()
        self._counters: deque[tuple[int, Counters]] = deque(maxlen=KEPT_COUNTERS)
        self._counting: tuple[int, float, dict[str, float]] | None = None
        self._called: set[tuple[str, str]] = set()
        self._before: tuple[FirstCall, ...] = ()
        self._named = False
        self._holders: dict[int, int] = {}
        self._begun: dict[int, int] = {}
        self._latest = 0.0
        self._dropped: deque[int] = deque(maxlen=KEPT)
        self._lost_at: list[tuple[int, int]] = []
        self._stopping = False
        self._reading = threading.Thread(target=self._read, name="dotnet-watch", daemon=True)
        self._naming = threading.Thread(target=self._name, name="dotnet-names", daemon=True)

    @classmethod
    def start(
        cls,
        pid: int,
        *,
        methods: bool = True,
        exceptions: bool = True,
        counters: bool = True,
        symbols: Symbols | None = None,
        timeout_s: float = 2.0,
        connect: Connect = connect,
    ) -> Self:
        """Begin to watch a process.

        Args:
            pid: the process.
            methods: whether first calls are told of.
            exceptions: whether exceptions are.
            counters: whether the runtime's counters are, once a second.
            symbols: takes the names in; by default those of the program's own assemblies count as the user's.
            timeout_s: for beginning.
            connect: how the process is reached.

        Raises:
            DotnetUnavailable: see `probe`.
        """
        begun = time.monotonic()
        runtime = probe(pid, timeout_s=timeout_s, connect=connect)
        keywords = said.LOADER | said.JIT | said.IL_MAPS | said.CONTENTION | said.THREADS
        keywords |= (said.READY_TO_RUN if methods else 0) | (said.EXCEPTION if exceptions else 0)
        providers = [Provider(said.RUNTIME, keywords, said.VERBOSE)]
        if counters:
            providers.append(Provider(said.COUNTERS, 0, said.VERBOSE, "EventCounterIntervalSec=1"))
        left = timeout_s - (time.monotonic() - begun)
        session = Session.start(pid, providers, rundown=False, timeout_s=max(0.1, left), connect=connect)
        watch = cls(pid, session, symbols or Symbols(own=own_names(runtime), own_types=own_types(runtime)), connect)
        watch._reading.start()
        watch._naming.start()
        return watch

    @property
    def named(self) -> bool:
        """Whether the code that was there before the session has its names."""
        return self._named

    def before(self, timeout_s: float = NAMING_S) -> tuple[FirstCall, ...]:
        """Return the program's own methods that had run before the session began; waits for the rundown."""
        self._naming.join(timeout_s)
        return self._before

    def mark(self) -> int:
        """Return a place in the stream: now."""
        with self._changed:
            return self._number

    def since(self, mark: int) -> Happened:
        """Return what happened after a mark; what is not yet known of it (`swallowed`) is asked again later."""
        with self._changed:
            waits = self._naming.is_alive() and any(isinstance(item, Record) for item in _after(self._kept, mark))
        if waits:
            self._naming.join(LATEST_NAMES_S)
        with self._changed:
            self._finish_counting(time.monotonic() - TOGETHER_S)
            items = _after(self._kept, mark)
            return Happened(
                tuple(
                    self._exceptions.tell(item, self._reader.pointer_size) for item in items if isinstance(item, Record)
                ),
                tuple(call for item in items if isinstance(item, _Call) and (call := self.symbols.call(*item))),
                tuple(_after(self._counters, mark)),
                sum(count for number, count in self._lost_at if number > mark)
                + sum(number > mark for number in self._dropped),
            )

    def settle(self, mark: int, *, quiet_s: float = 0.12, timeout_s: float = 0.25, done_s: float = 0.0) -> None:
        """Wait until what was just done has arrived: the runtime sends every 0.1 s what it has.

        Args:
            mark: from before it was done; with nothing new since, one sending is waited for.
            quiet_s: so long nothing new came.
            timeout_s: at most.
            done_s: so long ago it had been done.
        """
        asked = time.monotonic()
        begun, last = asked - done_s, asked - min(done_s, quiet_s) + timeout_s
        with self._changed:
            while self.ended is None:
                now = time.monotonic()
                until = min(last, max(begun, self._latest if self._number > mark else begun) + quiet_s)
                if now >= until:
                    return
                self._changed.wait(until - now)

    def holder(self, thread_id: int) -> int | None:
        """Return the thread that holds the lock for which this one waits; None where the runtime did not say so."""
        with self._changed:
            return self._holders.get(thread_id)

    @property
    def counters(self) -> Counters | None:
        """The latest reading of the counters; None before the first one."""
        with self._changed:
            return self._counters[-1][1] if self._counters else None

    @property
    def threads(self) -> frozenset[int]:
        """The Windows threads that have begun since the session did, and still run."""
        with self._changed:
            return frozenset(self._begun.values())

    def stop(self) -> None:
        """End the session; the program goes on. What was seen stays readable."""
        self._stopping = True
        if self._session.stop():
            self._reading.join(1.0)
        self._session.close()
        self._reading.join(1.0)
        self._naming.join(NAMING_S)

    # -- the two threads

    def _read(self) -> None:
        """Read the session to its end."""
        why = "The program ended its stream of events."
        try:
            for event in self._reader.events():
                with self._changed:
                    self._take(event)
        except NetTraceError as error:
            why = "The program is gone." if error.cut else f"The program's stream of events makes no sense: {error}."
        with self._changed:
            self._finish_counting(time.monotonic())
            if not self._stopping:
                self._exceptions.end()
            self.ended = "The session was stopped." if self._stopping else why
            self._changed.notify_all()

    def _name(self) -> None:
        """Learn from a session that ends at once what code there was before."""
        try:
            session = Session.start(
                self.pid, [Provider(said.RUNTIME, 0, 1)], rundown=True, timeout_s=NAMING_S, connect=self._connect
            )
        except DotnetUnavailable:
            return  # it ended meanwhile, which the other thread says
        stopping = threading.Thread(target=session.stop, args=(NAMING_S,), name="dotnet-names-stop", daemon=True)
        stopping.start()
        try:
            for event in Reader(session.read).events():
                self.symbols.learn(said.fact_of(event.kind, event.payload))
            self._named = True
        except NetTraceError:
            pass  # cut: what was read has its names
        finally:
            stopping.join()
            session.close()
        names = list(dict.fromkeys(self.symbols.calls()))
        with self._changed:
            self._before = tuple(call for call in names if (call.type, call.method) not in self._called)
            self._changed.notify_all()

    # -- with the lock held

    def _take(self, event: Event) -> None:
        fact = said.fact_of(event.kind, event.payload)
        now = time.monotonic()
        if self._reader.lost:
            self._lost_at.append((self._number + 1, self._reader.lost))
            self._reader.lost = 0
        match fact:
            case None:
                return
            case said.Loaded():
                self.symbols.learn(fact)
                self._first_call(fact, now)
            case said.Mapped() | said.Module():
                self.symbols.learn(fact)
            case said.Raised():
                self._keep(self._exceptions.thrown(now, event.thread_id, fact, event.stack), now)
            case said.CatchBegins():
                self._exceptions.catch_begins(event.thread_id, fact)
            case said.CatchEnds():
                self._exceptions.catch_ends(event.thread_id)
            case said.LockWanted():
                self._holders[event.thread_id] = fact.owner
            case said.LockGot():
                self._holders.pop(event.thread_id, None)
            case said.ThreadBegins():
                self._begun[fact.key] = fact.thread_id
            case said.ThreadEnds():
                self._begun.pop(fact.key, None)
            case said.Count():
                self._count(fact, now)

    def _first_call(self, code: said.Loaded, now: float) -> None:
        if (call := self.symbols.call(code, now)) is None or (call.type, call.method) in self._called:
            return
        self._called.add((call.type, call.method))
        self._keep(_Call(code, now), now)

    def _keep(self, item: Record | _Call, now: float) -> None:
        self._number += 1
        self._latest = now
        if len(self._kept) == KEPT:
            self._dropped.append(self._kept.popleft()[0])
        self._kept.append((self._number, item))
        self._changed.notify_all()

    def _count(self, count: said.Count, now: float) -> None:
        if self._counting is None or count.name in self._counting[2] or now - self._counting[1] > TOGETHER_S:
            self._finish_counting(now)
            self._number += 1
            self._counting = (self._number, now, {})
        self._counting[2][count.name] = count.value

    def _finish_counting(self, before: float) -> None:
        """Keep a reading of the counters that began before a time."""
        if self._counting is not None and self._counting[1] <= before:
            number, at, values = self._counting
            self._counters.append((number, Counters(at, values)))
            self._counting = None


def _after(kept: deque[tuple[int, T]], mark: int) -> list[T]:
    """What was kept after a mark: of thousands the latest few."""
    return [item for _number, item in takewhile(lambda one: one[0] > mark, reversed(kept))][::-1]
