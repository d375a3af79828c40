"""Where a program allocates: a session of the samples that its runtime takes, one for each 100 kB or so."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Self

from wpfagent.dotnet.commands import Provider
from wpfagent.dotnet.model import Frame
from wpfagent.dotnet.nettrace import NetTraceError, Reader
from wpfagent.dotnet.pipe import Connect, Session, connect
from wpfagent.dotnet.runtime_events import GC, RUNTIME, VERBOSE, Allocated, CollectionEnds, fact_of
from wpfagent.dotnet.symbols import Symbols

BEGIN_S = 1.0
ARRIVES_S = 0.5
"""So long after a collection its events may take to arrive."""
MOST_STACKS = 1_000


class Allocations:
    """A session that lasts until it is stopped, or the program ends. Use `Allocations.start`."""

    def __init__(self, session: Session, symbols: Symbols) -> None:
        self._session = session
        self._symbols = symbols
        self._reader = Reader(session.read)
        self._changed = threading.Condition()
        self._bytes: Counter[bytes] = Counter()
        self._collections = 0
        self._ended = False
        self._reading = threading.Thread(target=self._read, name="dotnet-allocations", daemon=True)
        self._reading.start()

    @classmethod
    def start(cls, pid: int, symbols: Symbols, *, connect: Connect = connect) -> Self:
        """Begin one; `symbols` names the code, as those of a watch do. Raises DotnetUnavailable."""
        asked = [Provider(RUNTIME, GC, VERBOSE)]
        return cls(Session.start(pid, asked, rundown=False, timeout_s=BEGIN_S, connect=connect), symbols)

    def take(self) -> tuple[tuple[int, tuple[Frame, ...]], ...]:
        """Return what was allocated up to the collection that has just ended, since the call before: bytes and stack.

        Largest first; without a collection in between nothing tells where the one ends and the next begins, so that
        what has arrived counts.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._collections > 0 or self._ended, ARRIVES_S)
            taken, self._collections = self._bytes, 0
            self._bytes = Counter()
        size = self._reader.pointer_size
        return tuple((count, self._symbols.frames(stack, size)) for stack, count in taken.most_common())

    def stop(self) -> None:
        """End the session; the program goes on."""
        threading.Thread(target=self._end, name="dotnet-allocations-stop", daemon=True).start()

    def _end(self) -> None:
        self._session.stop()
        self._reading.join(BEGIN_S)
        self._session.close()

    def _read(self) -> None:
        try:
            for event in self._reader.events():
                fact = fact_of(event.kind, event.payload)
                with self._changed:
                    if isinstance(fact, Allocated) and (event.stack in self._bytes or len(self._bytes) < MOST_STACKS):
                        self._bytes[event.stack] += fact.size
                    elif isinstance(fact, CollectionEnds):
                        self._collections += 1
                        self._changed.notify_all()
        except NetTraceError:
            pass  # the program is gone
        with self._changed:
            self._ended = True
            self._changed.notify_all()
