"""Where the threads of a program stand: a short session of samples with the rundown that names its methods."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

from wpfagent.core.errors import DotnetUnavailable
from wpfagent.dotnet.assemblies import own_names, own_types
from wpfagent.dotnet.model import Stack
from wpfagent.dotnet.nettrace import NetTraceError, Reader
from wpfagent.dotnet.pipe import Connect, Session, connect, probe
from wpfagent.dotnet.runtime_events import LIVE_STACKS, Sample, fact_of
from wpfagent.dotnet.symbols import Symbols
from wpfagent.dotnet.waiting import kind_of_wait
from wpfagent.dotnet.watch import Watch

_Seen = dict[int, Counter[tuple[bytes, bool]]]
"""By thread: how often it stood where, and whether in managed code."""
STOP_S = 0.5
"""What the end of the session needs of the time: the rundown is some MB."""


def sample_stacks(
    pid: int,
    *,
    thread_id: int | None = None,
    samples: int = 3,
    timeout_s: float = 1.5,
    source: Path | None = None,
    watch: Watch | None = None,
    connect: Connect = connect,
) -> tuple[Stack, ...]:
    """Return where threads stand; works while the UI thread hangs.

    Args:
        pid: the process.
        thread_id: only this Windows thread, first, and the one that holds its lock; None: all of them.
        samples: of each thread at least, where the time allows.
        timeout_s: for all of it.
        source: the folder of the user's sources.
        watch: the light session: what it knows of the code need not be asked again, and it knows who holds a lock.
        connect: how the process is reached.

    Raises:
        DotnetUnavailable: see `probe`; or the session brought nothing in time.
    """
    end = time.monotonic() + timeout_s
    if watch is not None and watch.named:
        symbols, rundown = watch.symbols, False
    else:
        runtime = probe(pid, timeout_s=timeout_s, connect=connect)
        symbols = Symbols(own=own_names(runtime), own_types=own_types(runtime), source=source)
        rundown = True
    session = Session.start(
        pid, [LIVE_STACKS], rundown=rundown, timeout_s=max(0.1, end - time.monotonic()), connect=connect
    )
    sampling = _Sampling(session, symbols, thread_id, samples)
    sampling.run(end)
    if not sampling.seen:
        raise DotnetUnavailable("The .NET program gave no samples of its threads in time.")
    stacks = {thread: _stack(thread, seen, sampling, symbols, watch) for thread, seen in sampling.seen.items()}
    if thread_id is None:
        return tuple(stacks.values())
    wanted = [thread_id, stacks[thread_id].holder] if thread_id in stacks else []
    return tuple(stacks[thread] for thread in wanted if thread in stacks)


class _Sampling:
    """One session: it reads on a thread of its own, because the stop is asked over another connection."""

    def __init__(self, session: Session, symbols: Symbols, thread_id: int | None, samples: int) -> None:
        self.seen: _Seen = defaultdict(Counter)
        self.pointer_size = 8
        self._session = session
        self._symbols = symbols
        self._thread_id = thread_id
        self._samples = samples
        self._enough = threading.Event()

    def run(self, end: float) -> None:
        """Sample until there is enough, stop the session, and read it to its end or until the time is up."""
        reading = threading.Thread(target=self._read, name="dotnet-samples", daemon=True)
        reading.start()
        self._enough.wait(max(0.1, end - time.monotonic() - STOP_S))
        self._session.stop(max(0.1, end - time.monotonic()))
        reading.join(max(0.1, end - time.monotonic()))
        self._session.close()
        reading.join()

    def _read(self) -> None:
        reader = Reader(self._session.read)
        try:
            for event in reader.events():
                fact = fact_of(event.kind, event.payload)
                if not isinstance(fact, Sample):
                    self._symbols.learn(fact)
                elif event.stack:
                    self.pointer_size = reader.pointer_size
                    seen = self.seen[event.thread_id]
                    seen[event.stack, fact.managed] += 1
                    if self._thread_id in (None, event.thread_id) and seen.total() >= self._samples:
                        self._enough.set()
        except NetTraceError:
            pass  # the program is gone, or the time was up: what was read counts
        finally:
            self._enough.set()


def _stack(
    thread: int, seen: Counter[tuple[bytes, bool]], sampling: _Sampling, symbols: Symbols, watch: Watch | None
) -> Stack:
    """Return the commonest stack among those that have the commonest user frame."""
    named = {(stack, managed): symbols.frames(stack, sampling.pointer_size, exact=managed) for stack, managed in seen}
    inner: Counter[str] = Counter()
    for key, count in seen.items():
        inner[next((frame.name for frame in named[key] if frame.user), "")] += count
    user, share = inner.most_common(1)[0]
    key = max(
        (key for key in seen if next((frame.name for frame in named[key] if frame.user), "") == user),
        key=lambda key: seen[key],
    )
    waits = kind_of_wait(named[key], managed=key[1])
    if waits is None and user and len(seen) > 1:
        waits = "computing"  # it moves about below one method of the program
    holder = watch.holder(thread) if watch is not None and waits == "lock" else None
    total = seen.total()
    return Stack(thread, named[key], share / total, total, waits, holder)
