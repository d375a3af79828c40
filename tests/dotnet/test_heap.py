"""What a heap holds after a collection, from a recorded session; threads that begin and end."""

from __future__ import annotations

import struct
import time

import pytest
from recorded import Played, recorded

from wpfagent.dotnet import Allocations, DotnetUnavailable, Symbols, Watch, live_heap
from wpfagent.dotnet.metadata_records import EventKind
from wpfagent.dotnet.nettrace import Event
from wpfagent.dotnet.runtime_events import RUNTIME, Allocated, ThreadBegins, ThreadEnds, fact_of

BEGAN = bytes.fromhex("a0832effff7f00009065a6feff7f000000000000080000007c0400000400")
ENDED = BEGAN[:16] + BEGAN[-2:]


def test_the_heap_is_what_survived_a_whole_collection() -> None:
    assert live_heap(7, connect=lambda pid, timeout_s: Played(recorded("heap"))) == 11_455_376


def test_a_session_without_a_collection_is_said() -> None:
    with pytest.raises(DotnetUnavailable, match="did not collect"):
        live_heap(7, timeout_s=0.2, connect=lambda pid, timeout_s: Played(recorded("crash-async")))


def test_a_session_begins_once_the_one_before_has_ended() -> None:
    """A runtime that is asked for both at once may answer nothing ever after."""
    talking, most = [0], [0]

    def connect(pid: int, timeout_s: float) -> Played:
        talking[0] += 1
        most[0] = max(most[0], talking[0])
        time.sleep(0.02)  # the answer's time
        played = Played(recorded("heap"))
        talking[0] -= 1
        return played

    for _ in range(5):  # the stop of each goes on when it has returned
        live_heap(7, connect=connect)
    assert most[0] == 1


def test_threads_that_begin_and_end_are_told_by_the_runtimes_own_number() -> None:
    key = struct.unpack_from("<Q", BEGAN)[0]
    assert fact_of(EventKind(RUNTIME, 85), BEGAN) == ThreadBegins(key, 0x47C)
    assert fact_of(EventKind(RUNTIME, 86), ENDED) == ThreadEnds(key)
    assert fact_of(EventKind(RUNTIME, 85), BEGAN[:20]) is None


def test_samples_of_what_is_allocated_say_how_much() -> None:
    payload = struct.pack("<IIHQQ", 104_000, 0, 4, 104_128, 0x7FF0)
    assert fact_of(EventKind(RUNTIME, 10), payload) == Allocated(104_128)


def test_a_session_of_allocations_gives_what_came_up_to_the_collection() -> None:
    symbols = Symbols(own=frozenset(("stall.dll",)), own_types=frozenset())
    session = Allocations.start(7, symbols, connect=lambda pid, timeout_s: Played(recorded("heap")))
    assert session.take() == ()
    session.stop()


def test_a_watch_knows_the_threads_that_began_and_still_run() -> None:
    watch = Watch.start(7, connect=lambda pid, timeout_s: Played(recorded("light")))
    watch._reading.join(10)
    known = watch.threads
    for number, payload in ((85, BEGAN), (86, ENDED)):
        watch._take(Event(EventKind(RUNTIME, number), 1, 0, b"", payload, False))
        assert watch.threads == (known | {0x47C} if number == 85 else known)
    watch.stop()
