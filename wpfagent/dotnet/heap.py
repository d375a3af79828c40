"""What a program's heap holds: a short session that begins with a whole collection, so that garbage does not count."""

from __future__ import annotations

import threading
import time

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet.commands import Provider
from wpfagent.dotnet.nettrace import NetTraceError, Reader
from wpfagent.dotnet.pipe import Connect, Session, connect
from wpfagent.dotnet.runtime_events import (
    COLLECT_NOW,
    GC,
    INFORMATIONAL,
    RUNTIME,
    WHOLE,
    CollectionBegins,
    CollectionEnds,
    fact_of,
)

STOP_S = 1.0
"""So long the rest of a stopped session may take."""


def live_heap(pid: int, *, timeout_s: float = 1.5, connect: Connect = connect) -> int:
    """Let a process collect its garbage; return the bytes that its objects still hold.

    The program stands still meanwhile, as at any collection: some ms for each 10 MB that live.

    Args:
        pid: the process.
        timeout_s: for all of it.
        connect: how the process is reached.

    Raises:
        DotnetUnavailable: see `probe`; or the collection had not ended in time.
    """
    end = time.monotonic() + timeout_s
    asked = [Provider(RUNTIME, GC | COLLECT_NOW, INFORMATIONAL)]
    session = Session.start(pid, asked, rundown=False, timeout_s=timeout_s, connect=connect)
    weighing = _Weighing(session)
    weighing.done.wait(max(0.1, end - time.monotonic()))
    threading.Thread(target=weighing.end, name="dotnet-heap-stop", daemon=True).start()  # it takes the runtime 0.1 s
    if weighing.live is None:
        raise DotnetUnavailable("The .NET program did not collect its garbage in time.")
    return weighing.live


class _Weighing:
    """Reads one session to its end: nothing of it may be left when its stop is asked over the other connection."""

    def __init__(self, session: Session) -> None:
        self.live: int | None = None
        self.done = threading.Event()
        self._session = session
        self.reading = threading.Thread(target=self._read, name="dotnet-heap", daemon=True)
        self.reading.start()

    def end(self) -> None:
        """Stop the session."""
        self._session.stop()
        self.reading.join(STOP_S)
        self._session.close()

    def _read(self) -> None:
        is_whole = False
        try:
            for event in Reader(self._session.read).events():
                match fact_of(event.kind, event.payload):
                    case CollectionBegins(generation):
                        is_whole = generation >= WHOLE
                    case CollectionEnds(live) if is_whole and self.live is None:
                        self.live = live
                        self.done.set()
        except NetTraceError:
            pass  # the program is gone, or the time was up
        finally:
            self.done.set()
