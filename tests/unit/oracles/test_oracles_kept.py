"""What a program's runtime tells of what it keeps: the heap after a collection, and threads that nothing ends."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from history import History
from observed import window

from wpfagent.core.errors import AppNotResponding, InvalidArgument
from wpfagent.core.model import Liveness
from wpfagent.dotnet import Frame, Stack
from wpfagent.testing.oracles.base import Heap
from wpfagent.testing.oracles.memory_growth import MemoryGrowth, MemoryGrowthSettings
from wpfagent.testing.oracles.parts.signature import signature_of
from wpfagent.testing.oracles.parts.weighing import BURST, FREE_S, SUSPECTING_SHARE
from wpfagent.testing.oracles.thread_growth import ThreadGrowth, ThreadGrowthSettings
from wpfagent.testing.oracles.window_growth import WindowGrowth, WindowGrowthSettings
from wpfagent.testing.runtime.facts import Inside

MB = 1_000_000
NAMES = ("Bundle", "Weigh", "Pick", "Scan")
IDLE = Frame("Shop.Worker", "Idle", "shop.dll", "C:\\src\\Worker.cs", 9, user=True)
SLEEP = Frame("System.Threading.Thread", "Sleep", "System.Private.CoreLib.dll")
WORKER = Frame("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart", "System.Private.CoreLib.dll")


@dataclass
class Program:
    """A program with a heap and threads, used by its buttons."""

    live: float = 20.0
    took_s: float = 0.02
    asked: int = 0
    asked_makers: int = 0
    makers: tuple[tuple[int, tuple[Frame, ...]], ...] = ()
    is_told: bool = True
    threads: dict[int, Stack] = field(default_factory=dict)
    history: History = field(init=False)

    def of(self, oracle: type) -> Program:
        self.history = History(oracle, NAMES)
        self.history.second_look = self
        return self

    def heap(self) -> Heap | None:
        self.asked += 1
        return Heap(round(self.live * MB), self.took_s) if self.is_told else None

    def stacks(self) -> tuple[Stack, ...]:
        self.asked += 1
        return tuple(self.threads.values())

    def allocated(self) -> tuple[tuple[int, tuple[Frame, ...]], ...]:
        self.asked_makers += 1
        return self.makers

    def use(self, name: str, kept: float = 0.0, *begun: Stack) -> None:
        self.live += kept
        self.threads |= {s.thread_id: s for s in begun}
        ran = ("Shop.Cache.Add", "Shop.Cache..cctor") if name == "Bundle" else ()
        self.history.inside = Inside(threads=frozenset(self.threads), ran=ran)
        self.history.press(name)


def idle(number: int, *frames: Frame) -> Stack:
    return Stack(number, frames or (SLEEP, IDLE), waits_for="sleep")


# -- the heap -------------------------------------------------------------------------------------------------------


def test_what_each_use_keeps_on_the_heap_is_one_failure_that_names_the_control_and_what_ran():
    program = Program().of(MemoryGrowth)
    for i in range(12):
        program.use("Bundle", 1.05)
        program.use(NAMES[1 + i % 3], 0.01)
    keys = {(f.severity, f.key) for f in program.history.found}
    assert keys == {("failure", "MainWindow/Bundle failure")}
    found = program.history.found[0]
    assert found.details["mb_per_use"] == pytest.approx(1.05, abs=0.1)
    assert found.details["methods"] == ["Shop.Cache.Add", "Shop.Cache..cctor"]
    assert "after its garbage was collected" in found.actual
    assert "Shop.Cache.Add" in found.actual


def test_what_its_uses_allocated_most_names_the_method_and_the_line():
    add = Frame("Shop.Cache", "Add", "shop.dll", "C:\\src\\Cache.cs", 15, user=True)
    program = Program(makers=((300_000, (SLEEP,)), (200_000, (SLEEP, add, IDLE)), (90_000, (IDLE,)))).of(MemoryGrowth)
    for i in range(12):
        program.use("Bundle", 1.05)
        program.use(NAMES[1 + i % 3])
    found = program.history.found[0]
    assert found.details["frame"]["line"] == 15
    assert found.details["allocated_in"] == ["Cache.Add (Cache.cs:15)", "Worker.Idle (Worker.cs:9)"]
    assert "came from Cache.Add (Cache.cs:15)." in found.actual
    before = program.asked_makers
    for _ in range(5):
        program.use("Bundle", 1.05)
    assert program.asked_makers == before  # it is known


def test_nobody_asks_what_is_allocated_where_nothing_grows():
    program = Program().of(MemoryGrowth)
    for i in range(60):
        program.use("Bundle", 1.0 if i == 3 else 0.0)
    assert not program.asked_makers


def test_a_program_that_hangs_is_not_made_to_collect():
    program = Program().of(MemoryGrowth)
    program.history.inside = Inside()
    program.history.press("Bundle", liveness=Liveness(True, responding=False))
    program.history.press("Bundle", error=AppNotResponding("It does not answer."))
    assert not program.asked


def test_garbage_is_no_growth_though_the_process_grows():
    program = Program().of(MemoryGrowth)
    for i in range(60):
        now = program.history.usage
        program.history.usage = type(now)(now.memory + 2_500_000, now.handles)
        program.use("Bundle")
        program.use(NAMES[1 + i % 3])
    assert not program.history.found


def test_what_is_kept_by_every_action_is_not_one_control_s_own():
    program = Program().of(MemoryGrowth)
    for i in range(60):
        program.use(NAMES[i % 4], 0.6)
    assert not program.history.found


def test_a_cache_that_is_full_after_some_uses_is_healthy():
    program = Program().of(MemoryGrowth)
    for i in range(40):
        program.use("Bundle", 1.0 if i < 4 else 0.0)
        program.use(NAMES[1 + i % 3])
    assert not program.history.found


def test_what_another_command_lets_go_is_not_kept():
    program = Program().of(MemoryGrowth)
    for _ in range(20):
        program.use("Bundle", 3.0)
        program.use("Weigh", -3.0)
    assert not program.history.found


def test_a_page_that_is_left_again_is_not_kept_though_something_else_grew_meanwhile():
    program = Program().of(MemoryGrowth)
    for i in range(12):
        program.use("Bundle", 0.3)
        program.use("Weigh", -0.3)
        program.use("Pick", 24.0 if i == 6 else 0.0)
    assert program.history.found == []


def test_a_page_that_holds_something_each_time_is_not_kept_where_the_heap_was_smaller_in_between():
    program = Program().of(MemoryGrowth)
    for other in (-0.3, -0.4, 1.9, -2.9, -0.2, 1.7, -1.8, 0.9, 0.1):  # what other pages hold, and the program
        program.use("Pick", other)
        program.use("Bundle", 0.6)
    assert not program.history.found


@pytest.mark.parametrize("given_back", [0.5, 0.0])
def test_what_a_dialog_holds_is_weighed_when_it_has_closed(given_back: float):
    program = Program().of(MemoryGrowth)
    plain = program.history.windows
    for i in range(30):
        program.history.windows = (*plain, window(500 + i, "Details"))
        program.use("Bundle", 0.5)
        program.use("Pick")
        program.history.windows = plain
        program.use("Weigh", -given_back)
        for _ in range(5):
            program.use("Scan", 0.1)  # little, but it all stays
    about = {f.details["about"] for f in program.history.found}
    assert about == (set() if given_back else {"MainWindow/Bundle"})


def test_collections_take_little_of_the_time():
    program = Program(took_s=0.2).of(MemoryGrowth)
    for i in range(300):
        program.use(NAMES[i % 4], 0.6)
    burst_s = BURST * program.took_s
    assert program.asked * program.took_s <= FREE_S + SUSPECTING_SHARE * program.history.time_s + burst_s


def test_a_program_that_keeps_nothing_is_hardly_ever_made_to_collect():
    program = Program().of(MemoryGrowth)
    for i in range(1_000):
        program.use(NAMES[i % 4])
    assert program.asked <= 510  # a simulated second each: 1 % of the time, at 20 ms a time


def test_twelve_uses_show_a_leak_also_on_a_machine_that_is_busy():
    program = Program(took_s=0.06).of(MemoryGrowth)
    program.use("Scan")
    for _ in range(12):
        program.use("Bundle", 1.05)
        program.use("Scan")
    assert len({f.key for f in program.history.found}) == 1


def test_a_leak_is_found_too_where_collections_take_long_and_many_others_are_used():
    program = Program(took_s=0.2).of(MemoryGrowth)
    for i in range(400):
        program.use(NAMES[i % 4], 1.05 if i % 4 == 0 else 0.0)
    assert {f.details["about"] for f in program.history.found} == {"MainWindow/Bundle"}


def test_where_the_runtime_does_not_tell_it_is_asked_once_and_the_private_memory_counts():
    program = Program(is_told=False).of(MemoryGrowth)
    for i in range(8):
        now = program.history.usage
        program.history.usage = type(now)(now.memory + 24 * MB, now.handles)
        program.use("Bundle")
        now = program.history.usage
        program.use(NAMES[1 + i % 3])
    assert program.asked == 1
    assert {f.details["measured"] for f in program.history.found} == {"private memory"}


def test_the_heap_is_left_alone_where_the_settings_say_so():
    program = Program().of(MemoryGrowth)
    program.history.oracle.settings = MemoryGrowthSettings(heap=False)
    for _ in range(12):
        program.use("Bundle", 5.0)
    assert not program.asked
    with pytest.raises(InvalidArgument):
        MemoryGrowthSettings(heap_mb_per_use=0)


def test_a_suspected_control_is_found_after_two_weighed_uses():
    first = Program().of(MemoryGrowth)
    for i in range(12):
        first.use("Bundle", 1.05)
        first.use(NAMES[1 + i % 3])
    again = Program().of(MemoryGrowth)
    again.history = first.history.suspects(first.history.found[0])
    again.history.second_look = again
    again.use("Weigh")
    for _ in range(2):
        assert not again.history.found
        again.use("Bundle", 1.05)
    assert [f.details["about"] for f in again.history.found] == ["MainWindow/Bundle"]


# -- threads --------------------------------------------------------------------------------------------------------


def test_threads_that_each_use_leaves_are_one_failure_that_names_the_method_they_stand_in():
    program = Program().of(ThreadGrowth)
    for i in range(10):
        program.use("Bundle", 0, idle(i))
        program.use(NAMES[1 + i % 3])
    found = {f.key: f for f in program.history.found}
    assert list(found) == ["MainWindow/Bundle"]
    (one,) = found.values()
    assert "Worker.Idle (Worker.cs:9)" in one.actual
    assert one.details["frame"]["line"] == 9
    assert signature_of(one, {}).strength == "strong"


def test_threads_of_a_pool_are_nobody_s():
    program = Program().of(ThreadGrowth)
    for i in range(40):
        program.use("Bundle", 0, idle(i, SLEEP, WORKER))
        program.use(NAMES[1 + i % 3])
    assert not program.history.found
    assert program.asked <= 7  # once, and again after twice as many signs


def test_threads_that_end_are_not_left():
    program = Program().of(ThreadGrowth)
    for i in range(20):
        program.use("Bundle", 0, idle(i))
        program.threads.clear()
        program.use(NAMES[1 + i % 3])
    assert not program.history.found


# -- windows --------------------------------------------------------------------------------------------------------


def test_windows_that_each_use_only_hides_are_one_failure():
    history = Program().of(WindowGrowth).history
    for i in range(10):
        history.usage = replace(history.usage, unseen=history.usage.unseen + 1)
        history.press("Bundle")
        history.press(NAMES[1 + i % 3])
    assert {(f.key, f.severity) for f in history.found} == {("MainWindow/Bundle", "failure")}


def test_a_hidden_window_that_came_with_one_that_is_still_open_is_healthy():
    history = Program().of(WindowGrowth).history
    for i in range(10):
        history.usage = replace(history.usage, unseen=history.usage.unseen + 1)
        history.windows += (replace(history.windows[0], hwnd=100 + i, minimized=True),)
        history.press("Bundle", NAMES[1 + i % 3])
    assert not history.found


def test_closing_windows_that_were_opened_before_is_healthy():
    history = Program().of(WindowGrowth).history
    for i in range(10):
        history.windows += (replace(history.windows[0], hwnd=100 + i),)
        history.press(NAMES[1 + i % 3])
    for _ in range(10):
        history.windows = history.windows[:-1]
        history.press("Bundle")
    assert not history.found


def test_a_window_that_is_kept_for_the_next_time_is_healthy():
    history = Program().of(WindowGrowth).history
    for i in range(20):
        history.usage = replace(history.usage, unseen=3 + (i > 2))
        history.press("Bundle", NAMES[1 + i % 3])
    assert not history.found


def test_what_a_control_keeps_is_one_ticket_by_whatever_it_is_seen():
    program = Program().of(MemoryGrowth)
    windows = Program().of(WindowGrowth).history
    for i in range(12):
        program.use("Bundle", 1.05)
        program.use(NAMES[1 + i % 3])
        windows.usage = replace(windows.usage, unseen=i)
        windows.press("Bundle", NAMES[1 + i % 3])
    seen = [signature_of(f, {}) for f in (program.history.found[0], windows.found[0])]
    assert seen[0].id == seen[1].id
    as_before = replace(seen[0], facts={**seen[0].facts, "oracle": "memory_growth"})
    assert seen[0].accepts(as_before.id)


def test_settings_of_window_growth_that_make_no_sense_are_refused():
    with pytest.raises(InvalidArgument):
        WindowGrowthSettings(per_use=0)


def test_settings_of_thread_growth_that_make_no_sense_are_refused():
    with pytest.raises(InvalidArgument):
        ThreadGrowthSettings(per_use=0)
