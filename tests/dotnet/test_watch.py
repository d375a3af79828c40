"""What a watch makes of recorded streams: exceptions and what became of them, first calls, counters, locks."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from recorded import Played, learned, recorded, unpacked

from wpfagent.dotnet import Watch
from wpfagent.dotnet.pipe import probe


def watched(name: str, assembly: Path | None = None) -> Watch:
    """Return the watch of a recorded session, at its end; the code's module lies at `assembly`."""
    data = recorded(name)
    symbols = learned(data, assembly) if assembly else None
    watch = Watch.start(7, connect=lambda pid, timeout_s: Played(data), symbols=symbols)
    watch.before()
    watch._reading.join(10)
    watch.stop()
    return watch


def test_probe_reads_what_the_runtime_says_of_itself() -> None:
    runtime = probe(7, connect=lambda pid, timeout_s: Played(b""))
    assert (runtime.pid, runtime.version, runtime.entry_assembly) == (7, "10.0.12", "stall")


def test_a_swallowed_exception_says_who_swallowed_it(tmp_path: Path) -> None:
    (thrown,) = watched("light", unpacked(tmp_path)).since(0).thrown
    assert thrown.type == "System.FormatException"
    assert "12,x0" in thrown.message
    assert thrown.swallowed is True
    assert str(thrown.caught_by) == "PriceParser.TryRead (Pricing.cs:40)"
    assert str(thrown.user_frames[0]) == "PriceParser.Read (Pricing.cs:53)"


def test_a_wrapped_exception_stands_at_its_own_throw_with_the_inner_one(tmp_path: Path) -> None:
    pytest.importorskip("dnfile")
    thrown = watched("crash-inner", unpacked(tmp_path)).since(0).thrown
    first = [one for one in thrown if not one.rethrown]
    assert [one.type for one in first] == ["System.IndexOutOfRangeException", "System.InvalidOperationException"]
    assert str(first[1].user_frames[0]) == "Catalogue.Import (Remote.cs:40)"
    assert [str(inner.user_frames[0]) for inner in first[1].inner] == ["Catalogue.ReadHeader (Remote.cs:44)"]
    assert all(one.swallowed is False for one in thrown)


def test_an_exception_after_an_await_keeps_its_place_when_it_comes_out_again(tmp_path: Path) -> None:
    thrown = watched("crash-async", unpacked(tmp_path)).since(0).thrown
    assert [one.rethrown for one in thrown] == [False] + [True] * (len(thrown) - 1)
    assert len(thrown) > 1
    assert {str(one.user_frames[0]) for one in thrown} == {"Catalogue.RefreshLater (Remote.cs:28)"}
    assert all(one.swallowed is False for one in thrown)


def test_without_a_pdb_the_method_stays(tmp_path: Path) -> None:
    (thrown,) = watched("light", unpacked(tmp_path, pdb=False)).since(0).thrown
    assert str(thrown.user_frames[0]) == "PriceParser.Read"


def test_first_calls_are_the_programs_own_and_each_once(tmp_path: Path) -> None:
    calls = [(call.type, call.method) for call in watched("light", unpacked(tmp_path)).since(0).first_calls]
    assert ("Stall.Pricing.PriceParser", "Read") in calls
    assert all(type_name.startswith("Stall.") for type_name, _ in calls)
    assert len(calls) == len(set(calls))


def test_a_mark_leaves_out_what_came_before_it(tmp_path: Path) -> None:
    watch = watched("light", unpacked(tmp_path))
    assert watch.since(watch.mark()).thrown == ()
    assert watch.since(watch.mark()).first_calls == ()


def test_counters_of_one_second_come_together() -> None:
    counters = watched("light").since(0).counters
    assert counters
    assert {"gc-heap-size", "working-set", "exception-count"} <= set(counters[0].values)


def test_the_holder_of_a_lock_is_named_while_it_is_waited_for() -> None:
    watch = watched("deadlock")
    held = {thread: holder for thread, holder in watch._holders.items() if watch.holder(holder) == thread}
    assert len(held) == 2


def test_what_was_done_a_while_ago_is_not_waited_for_again() -> None:
    class Open(Played):
        def receive(self, size: int, timeout_s: float | None) -> bytes:
            part = super().receive(size, timeout_s)
            if not part and timeout_s is None:
                done.wait(10)  # the program runs on, and says nothing
            return part

    done = threading.Event()
    watch = Watch.start(7, connect=lambda pid, timeout_s: Open(recorded("heap")[:400]))
    for done_s, least_s, most_s in ((0.0, 0.1, 5.0), (1.0, 0.0, 0.1)):
        begun = time.monotonic()
        watch.settle(watch.mark(), done_s=done_s)
        assert least_s <= time.monotonic() - begun <= most_s
    done.set()
    watch.stop()


def test_a_program_that_is_gone_ends_the_watch_quietly() -> None:
    data = recorded("crash-async")[:-1000]
    watch = Watch.start(7, connect=lambda pid, timeout_s: Played(data))
    watch.settle(0, timeout_s=5)
    watch._reading.join(5)
    assert watch.ended == "The program is gone."
