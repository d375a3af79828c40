"""Addresses, names and lines, and what a frozen thread does."""

from __future__ import annotations

from pathlib import Path

import pytest
from recorded import events, learned, recorded, unpacked

from wpfagent.dotnet import Frame, to_written
from wpfagent.dotnet.executable import debug_entries, is_ready_to_run
from wpfagent.dotnet.portable_pdb import METHOD_TOKEN, PortablePdb
from wpfagent.dotnet.runtime_events import Sample, fact_of
from wpfagent.dotnet.stacks import sample_stacks
from wpfagent.dotnet.waiting import kind_of_wait


def test_the_frozen_threads_stand_at_their_lines(tmp_path: Path) -> None:
    symbols = learned(recorded("deadlock"), unpacked(tmp_path))
    inner = set()
    for event in events(recorded("deadlock-samples")):
        fact = fact_of(event.kind, event.payload)
        if isinstance(fact, Sample):
            frames = symbols.frames(event.stack, exact=fact.managed)
            inner.add(next((str(frame) for frame in frames if frame.user), ""))
    assert {"OrderBook.Transfer (Orders.cs:28)", "OrderBook.Audit (Orders.cs:37)"} <= inner


def test_sample_stacks_gives_a_stack_for_each_thread() -> None:
    from recorded import Played

    data = recorded("deadlock-samples")
    stacks = sample_stacks(7, connect=lambda pid, timeout_s: Played(data))
    assert len(stacks) == len({stack.thread_id for stack in stacks}) == 2
    assert all(stack.samples >= 3 and stack.frames for stack in stacks)


@pytest.mark.parametrize(
    ("made", "written"),
    [
        (("Shop.Page+<Load>d__3", "MoveNext"), ("Shop.Page", "Load")),
        (("Shop.Page+<>c__DisplayClass4_0+<<Load>b__0>d", "MoveNext"), ("Shop.Page", "Load")),
        (("Shop.Page+<>c", "<Open>b__1_0"), ("Shop.Page", "Open")),
        (("Shop.Page", "<Sum>g__Add|2_0"), ("Shop.Page", "Sum")),
        (("Shop.Page", "<.ctor>b__0_1"), ("Shop.Page", ".ctor")),
        (("Shop.Page+<>c+<<-ctor>b__0_1>d", "MoveNext"), ("Shop.Page", ".ctor")),
        (("Shop.List`1+<Walk>d__5[System.__Canon]", "MoveNext"), ("Shop.List`1", "Walk")),
        (("Shop.Outer+Inner", "Run"), ("Shop.Outer+Inner", "Run")),
        (("Program", "<Main>$"), ("Program", "Main")),
        (("Shop.Page+VB$StateMachine_2_Load", "MoveNext"), ("Shop.Page", "Load")),
        (("Shop.Pages+fetch@12-1", "Invoke"), ("Shop.Pages", "fetch")),
        (("Shop.Walker", "MoveNext"), ("Shop.Walker", "MoveNext")),
    ],
)
def test_what_the_compiler_made_has_the_name_that_a_person_wrote(
    made: tuple[str, str], written: tuple[str, str]
) -> None:
    assert to_written(*made) == written


def test_a_pdb_of_another_build_is_not_taken(tmp_path: Path) -> None:
    assembly = unpacked(tmp_path)
    assert PortablePdb.of(assembly) is not None
    pdb = assembly.with_suffix(".pdb")
    data = bytearray(pdb.read_bytes())
    at = bytes(data).index(debug_entries(assembly.read_bytes()).guid)
    data[at] ^= 1
    pdb.write_bytes(data)
    assert PortablePdb.of(assembly) is None


def test_a_damaged_pdb_is_none_or_has_fewer_lines(tmp_path: Path) -> None:
    data = unpacked(tmp_path).with_suffix(".pdb").read_bytes()
    for at in range(0, len(data), 97):
        try:
            pdb = PortablePdb(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        except ValueError:
            continue
        for token in range(METHOD_TOKEN + 1, METHOD_TOKEN + 60):
            pdb.points(token)


def test_an_assembly_with_only_il_is_not_ready_to_run(tmp_path: Path) -> None:
    assert not is_ready_to_run(unpacked(tmp_path).read_bytes())
    assert not is_ready_to_run(b"MZ no assembly")


def frames(*names: str) -> tuple[Frame, ...]:
    """Return frames of these names; those of `Shop` are the user's."""
    return tuple(
        Frame(name.rpartition(".")[0], name.rpartition(".")[2], user=name.startswith("Shop")) for name in names
    )


WAITED = ("System.Threading.WaitHandle.WaitOneNoCheck", "System.Windows.Threading.DispatcherOperation.Wait")
RESULT = ("System.Threading.Tasks.Task.InternalWait", "System.Threading.Tasks.Task`1.get_Result")
INVOKED = ("System.Windows.Threading.Dispatcher.Invoke", "System.Windows.Application.Run")


@pytest.mark.parametrize(
    ("stack", "managed", "kind"),
    [
        (("System.Threading.Thread.Sleep", "Shop.A.B", *INVOKED), False, "sleep"),
        ((*WAITED, "Shop.A.B"), False, "dispatcher"),
        (("System.Threading.ManualResetEventSlim.Wait", *RESULT, "Shop.A.B"), False, "task"),
        (("System.Threading.Monitor.Enter_Slowpath", "System.Threading.Monitor.Enter", "Shop.A.B"), False, "lock"),
        (("System.Threading.WaitHandle.WaitOne", "Shop.A.B", *INVOKED), False, "handle"),
        (("System.Math.Sin", "Shop.A.B", *INVOKED), True, "computing"),
    ],
)  # fmt: skip
def test_the_kind_of_wait_is_what_the_innermost_user_method_called(
    stack: tuple[str, ...], managed: bool, kind: str
) -> None:
    assert kind_of_wait(frames(*stack), managed=managed) == kind


def test_a_message_loop_waits_for_nothing() -> None:
    loop = frames("MS.Win32.UnsafeNativeMethods.GetMessageW", "System.Windows.Threading.Dispatcher.PushFrame")
    assert kind_of_wait(loop, managed=False) is None
