"""What is kept from inside a program: facts of a stack, the watch over a silent thread, coverage, code on tickets."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wpfagent import dotnet
from wpfagent.core.errors import ExtraMissing
from wpfagent.core.model import Control
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.dotnet import FirstCall, Frame, Stack, Thrown
from wpfagent.gate.execute import Gate
from wpfagent.profiles.profile import Profile
from wpfagent.safety.policy import Policy
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.runtime import coverage as coverage_module
from wpfagent.testing.runtime.coverage import AT_START, Coverage
from wpfagent.testing.runtime.facts import Inside, counted_frames, own_frames, stack_dict, standing
from wpfagent.testing.runtime.handlers import handles
from wpfagent.testing.runtime.light import DEAF_S, Light
from wpfagent.testing.runtime.sentinel import Sentinel
from wpfagent.testing.tickets.code import _method, lines_around

LOAD = Frame("Shop.Orders", "Load", "shop.dll", "C:\\src\\Orders.cs", 16, user=True)
CLICK = Frame("Shop.Page", "Load_Click", "shop.dll", user=True)
WAIT = Frame("System.Threading.Monitor", "Enter", "System.Private.CoreLib.dll")


def stack(*frames: Frame, waits: Any = "lock", **more: Any) -> Stack:
    return Stack(7, frames, waits_for=waits, **more)


# -- facts ----------------------------------------------------------------------------------------------------------


def test_a_stack_in_words_names_the_innermost_own_method_the_wait_and_its_holder():
    assert standing(stack(WAIT, LOAD, CLICK, holder=12)) == (
        "Orders.Load (Orders.cs:16): it waits for a lock, which thread 12 holds"
    )
    assert standing(stack(WAIT, LOAD, holder=12, held_in=CLICK)).endswith("which thread 12 holds in Page.Load_Click")
    assert standing(stack(WAIT)) == ""
    assert standing(None) == ""


def test_what_waits_is_told_by_one_frame_and_what_computes_by_its_caller_too():
    assert counted_frames(stack(WAIT, LOAD, CLICK)) == ("Shop.Orders.Load",)
    assert counted_frames(stack(LOAD, LOAD, CLICK, waits="computing")) == ("Shop.Orders.Load", "Shop.Page.Load_Click")
    assert counted_frames(stack(WAIT)) == ()


def test_a_step_s_line_says_only_what_there_was_and_not_more_than_has_room():
    assert Inside().to_dict() == {}
    many = Inside(thrown=(Thrown(1.0, "T", "m", 7, (LOAD,)),) * 500, entered=(FirstCall(1.0, "A", "b", "a.dll"),) * 9)
    told = many.to_dict()
    assert set(told) == {"thrown", "entered"}
    assert len(told["thrown"]) == 20
    assert told["entered"] == ["A.b"]


def test_what_a_question_of_ui_automation_alone_threw_says_nothing_of_the_act():
    loop = Frame("System.Windows.Threading.Dispatcher", "PushFrameImpl", "WindowsBase.dll")
    main = Frame("Shop.Program", "Main", "shop.dll", user=True)
    answer = Frame("MS.Internal.Automation.ElementUtil", "Invoke", "PresentationCore.dll")
    peer = Frame("MS.Internal.Automation.ScrollProviderWrapper", "GetHorizontalScrollPercent", "PresentationCore.dll")
    asked = Thrown(1.0, "InvalidCastException", "m", 7, (peer, answer, loop, main), caught_by=answer)
    handler = Thrown(1.0, "InvalidCastException", "m", 7, (LOAD, peer, answer, loop, main), caught_by=answer)
    assert Inside(thrown=(asked, asked), late=(asked,)).to_dict() == {}
    assert len(Inside(thrown=(asked, handler)).to_dict()["thrown"]) == 1


def test_a_stack_in_the_record_has_its_own_frames_beside_all():
    made = stack_dict(stack(WAIT, LOAD))
    assert made["in"] == "Orders.Load (Orders.cs:16)"
    assert made["own_frames"] == ["Orders.Load (Orders.cs:16)"]
    assert "holder_thread" not in made


def test_what_waits_below_a_message_loop_is_not_at_work():
    loop = Frame("System.Windows.Threading.Dispatcher", "PushFrameImpl", "WindowsBase.dll")
    main, unknown = Frame("Shop.Program", "Main", "shop.dll", user=True), Frame("", "?")
    assert own_frames(stack(WAIT, LOAD, CLICK, loop, main)) == (LOAD, CLICK)
    assert own_frames(stack(loop, CLICK, loop, main)) == ()
    assert own_frames(stack(unknown, unknown, main)) == ()
    assert own_frames(stack(WAIT, main)) == (main,)


# -- the sentinel ---------------------------------------------------------------------------------------------------


def sentinel(answers: Any, taken: list[int], after_s: float = 0.0, begun: threading.Event | None = None) -> Sentinel:
    def sample(pid: int, thread: int) -> Stack:
        taken.append(thread)
        if begun is not None:
            begun.set()
        return stack(LOAD)

    desktop = SimpleNamespace(silent_thread=lambda pid, timeout_s: next(answers))
    made = Sentinel(desktop, 1, sample)
    made.begin(after_s)
    return made


def test_a_thread_that_does_not_answer_is_sampled_once_before_anybody_asks():
    taken: list[int] = []
    begun = threading.Event()
    watching = sentinel(itertools.chain((None, None), itertools.repeat(7)), taken, begun=begun)
    assert begun.wait(5)
    assert watching.end() == stack(LOAD)
    assert taken == [7]
    watching.begin(after_s=60.0)
    assert watching.end() is None  # what was seen of the act before says nothing of this one
    watching.close()


def test_a_thread_that_answers_is_never_sampled():
    taken: list[int] = []
    assert sentinel(itertools.repeat(None), taken).end() is None
    assert sentinel(itertools.repeat(7), taken, after_s=60.0).end() is None
    assert not taken


# -- the sessions ---------------------------------------------------------------------------------------------------


def test_the_session_of_a_program_that_is_gone_is_dropped_when_another_one_begins(monkeypatch):
    stopped: list[int] = []

    def start(pid: int, **_: Any) -> Any:
        return SimpleNamespace(ended=None, mark=lambda: 0, stop=lambda: stopped.append(pid))

    monkeypatch.setattr(dotnet, "probe", lambda pid: None)
    monkeypatch.setattr(dotnet, "assemblies_of", lambda runtime: ())
    monkeypatch.setattr(dotnet, "Symbols", lambda **_: None)
    monkeypatch.setattr(dotnet, "Watch", SimpleNamespace(start=start))
    light = Light(SimpleNamespace(name="uia"), print)
    programs = [Target(pid, "shop.exe", "", "", "attached", TargetSpec(pid=pid)) for pid in (1, 2, 3)]
    for program in programs[:2]:
        light.begin(program, Policy())
    watches = [p.watch for p in light._programs.values()]
    watches[0].ended = "The program ended."
    light.begin(programs[2], Policy())
    assert [p.pid for p in light._programs.values()] == [2, 3]
    assert stopped == [1]


# -- what confirms an act -------------------------------------------------------------------------------------------


ROUTED = "instance void  (object,class System.Windows.RoutedEventArgs)"


def test_a_runtime_that_gives_no_samples_does_not_make_each_act_without_effect_wait_for_them(monkeypatch):
    now, asked = [0.0], []
    desktop = SimpleNamespace(name="uia", clock=SimpleNamespace(now=lambda: now[0]), ui_thread=lambda pid: 7)
    light = Light(desktop, print)
    monkeypatch.setattr(Light, "_sampled", lambda self, pid, thread: asked.append(now[0]))
    program = SimpleNamespace(pid=1, unseen=0, sampled=set(), act="", deaf_s=DEAF_S, deaf_until=0.0)
    for second in range(200):
        now[0], program.act = float(second), f"Click {second}"
        light._look_for_standstill(program, showed=False, freeze_ms=5_000, hurried=False)
    assert asked == [0.0, DEAF_S, 3 * DEAF_S]


@pytest.mark.parametrize(
    ("method", "signature", "expected"),
    [
        ("Save_Click", ROUTED, True),
        ("Save_CheckedChanged", "instance void  (object,class System.EventArgs)", True),
        ("Save_GotFocus", ROUTED, False),  # comes along with any act on it
        ("Name_LostFocus", ROUTED, False),
        ("Page_Loaded", ROUTED, False),
        ("Clock_Tick", "instance void  (object,class System.EventArgs)", False),
        ("SaveAll_Click", ROUTED, False),  # another control's
        ("Save_Click", "instance void  (object)", False),
        ("Save_Click", "", False),
    ],
)
def test_only_a_controls_own_handler_of_a_command_is_evidence_of_an_act(method: str, signature: str, expected: bool):
    control = Control(ref="e1", control_type="Button", automation_id="Save", name="Save")
    assert handles(FirstCall(1.0, "Shop.Page", method, "shop.dll", signature), control) is expected


@pytest.mark.parametrize(
    ("method", "signature", "expected"),
    [
        ("CallIn", ROUTED, True),
        ("OnCallIn", ROUTED, True),
        ("btnCallIn_Click", "instance void  (object,class System.EventArgs)", True),
        ("CallIn", "instance void  (object,class System.Windows.Input.MouseEventArgs)", False),  # the pointer came
        ("CallInAll", ROUTED, False),
        ("CallIn", "instance void  (string)", False),
        ("CallIn_Loaded", ROUTED, False),
    ],
)
def test_a_handler_named_after_what_a_control_shows_is_evidence_of_an_act(method: str, signature: str, expected: bool):
    control = Control(ref="e1", control_type="Button", name="Call in…")
    assert handles(FirstCall(1.0, "Shop.Page", method, "shop.dll", signature), control) is expected


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("Hyperlink", "LinkLabelLinkClickedEventArgs", True),
        ("Button", "LinkLabelLinkClickedEventArgs", False),
        ("HeaderItem", "ColumnClickEventArgs", True),
        ("Hyperlink", "EventArgs", False),
    ],
)
def test_what_only_the_use_of_such_a_control_gives_a_handler_is_evidence(kind: str, given: str, expected: bool):
    control = Control(ref="e1", control_type=kind, name="Details")
    signature = f"instance void  (class System.Object,class System.Windows.Forms.{given})"
    assert handles(FirstCall(1.0, "Shop.Card", ".ctor", "shop.dll", signature), control) is expected


# -- coverage -------------------------------------------------------------------------------------------------------


def covered(monkeypatch: pytest.MonkeyPatch, *own: tuple[str, str]) -> Coverage:
    methods = tuple(SimpleNamespace(type=t, method=m) for t, m in own)
    monkeypatch.setattr(coverage_module.dotnet, "own_methods", lambda _: methods, raising=False)
    return Coverage((Path("shop.dll"),))


def test_a_method_is_credited_to_the_act_that_entered_it_first(monkeypatch):
    known = covered(monkeypatch, ("A", "x"), ("A", "y"), ("B", "z"))
    assert known.note([FirstCall(1.0, "A", "x", "shop.dll")], "") == 1
    assert known.note([FirstCall(2.0, "A", "x", "shop.dll"), FirstCall(2.0, "B", "z", "shop.dll")], "click Save") == 1
    table = known.to_dict()
    assert (table["entered"], table["total"]) == (2, 3)
    a, b = table["classes"]
    assert a == {"class": "A", "entered": {"x": AT_START}, "never": ["y"]}
    assert b["entered"] == {"z": "click Save"}


def test_where_assemblies_cannot_be_read_what_ran_is_told_without_a_total(monkeypatch):
    def missing(_: Any) -> Any:
        raise ExtraMissing("dnfile is not installed.")

    monkeypatch.setattr(coverage_module.dotnet, "own_methods", missing, raising=False)
    known = Coverage((Path("shop.dll"),))
    known.note([FirstCall(1.0, "A", "x", "shop.dll")], "click Save")
    table = known.to_dict()
    assert (table["entered"], table["total"], table["missing"]) == (1, None, "dnfile is not installed.")


# -- off, and where there is no runtime -----------------------------------------------------------------------------


def test_a_profile_or_the_caller_can_switch_it_off():
    profiles = {"shop": Profile("shop", dotnet="off")}
    target = Target(1, "shop.exe", "shop.exe", "Shop", "attached", TargetSpec(profile="shop"), 1.0)
    gate = Gate(SimulatedDesktop(), profiles=profiles)
    assert gate.targets.policy_for(target).dotnet == "off"
    gate = Gate(SimulatedDesktop(), policy=Policy(dotnet="off"), profiles={"shop": Profile("shop")})
    assert gate.targets.policy_for(target).dotnet == "off"


def test_a_simulated_application_has_no_thread_that_could_be_silent():
    assert SimulatedDesktop().silent_thread(1, 0.3) is None


# -- code on tickets ------------------------------------------------------------------------------------------------


def test_the_lines_around_are_numbered_and_the_one_that_is_meant_is_marked(tmp_path: Path):
    file = tmp_path / "a.cs"
    file.write_text("\n".join(f"line {n}" for n in range(1, 21)), encoding="utf-8")
    shown = lines_around(file, 10).splitlines()
    assert len(shown) == 7
    assert [s for s in shown if s.startswith(">")] == [">   10 line 10"]
    assert lines_around(tmp_path / "none.cs", 3) == ""


def test_the_code_of_a_leak_is_the_method_that_its_controls_use_was_the_first_to_run(tmp_path: Path):
    file = tmp_path / "Cache.cs"
    file.write_text("class Cache {\n  public void Add(Picture one)\n  {\n    all.Add(one);\n  }\n}\n", encoding="utf-8")
    details = {"about": "Main/Add", "methods": ["Shop.Cache.Add", "Shop.Picture.Load"]}
    finding = Finding("memory_growth", "t", "a", "e", details=details)
    made = _method(SimpleNamespace(finding=finding, sources=(str(tmp_path),)))
    assert made["name"] == "Shop.Cache.Add"
    assert made["at"] == f"{file}:2"
    assert "all.Add(one);" in made["lines"]
    assert _method(SimpleNamespace(finding=Finding("x", "t", "a", "e"), sources=())) == {}
