"""What the program's runtime tells: exceptions that ended it or were swallowed, and where a silent UI thread stands."""

from __future__ import annotations

from typing import Any

import pytest
from observed import ended, observed

from wpfagent.core.errors import AppNotResponding, HandlerThrew, InvalidArgument
from wpfagent.core.model import Liveness, Usage
from wpfagent.dotnet import Frame, Stack, Thrown
from wpfagent.testing.oracles.base import ExceptionFacts, Finding
from wpfagent.testing.oracles.not_responding import NotResponding
from wpfagent.testing.oracles.parts.exceptions import placed_frames
from wpfagent.testing.oracles.parts.signature import signature_of
from wpfagent.testing.oracles.parts.thrown import facts_of
from wpfagent.testing.oracles.slow_response import SlowResponse
from wpfagent.testing.oracles.swallowed_exception import SwallowedException, SwallowedExceptionSettings
from wpfagent.testing.oracles.unhandled_exception import UnhandledException, UnhandledExceptionSettings
from wpfagent.testing.runtime.facts import Inside

CLR = 0xE0434352
LOAD = Frame("Shop.Orders", "Load", "shop.dll", "C:\\src\\Orders.cs", 16, user=True)
CLICK = Frame("Shop.Page", "Load_Click", "shop.dll", "C:\\src\\Page.cs", 7, user=True)
SLEEP = Frame("System.Threading.Thread", "Sleep", "System.Private.CoreLib.dll")
LOOP = Frame("System.Windows.Threading.Dispatcher", "PushFrame", "WindowsBase.dll")


def thrown(name: str = "System.FormatException", message: str = "No number.", **more: Any) -> Thrown:
    return Thrown(1.0, name, message, 7, **{"frames": (LOAD, CLICK, LOOP), **more})


def stack(*own: Frame, waits: Any = "sleep") -> Stack:
    return Stack(7, (SLEEP, *own, LOOP), waits_for=waits)


def of(*seen: Thrown, **more: Any) -> Inside:
    return Inside(thrown=seen, **more)


# -- unhandled ------------------------------------------------------------------------------------------------------


def test_an_exception_from_the_runtime_names_what_ended_the_program_where_nothing_was_printed():
    found = UnhandledException().check(ended(CLR, inside=of(thrown(swallowed=False))))
    assert found.exception.type == "System.FormatException"
    assert found.exception.source == "runtime"
    assert found.details["own_frames"] == ["Orders.Load (Orders.cs:16)", "Page.Load_Click (Page.cs:7)"]


def test_one_that_passed_native_code_is_told_from_where_it_was_thrown_first():
    main = Frame("Shop.Program", "Main", "shop.dll", user=True)
    again = thrown(frames=(LOOP, main))
    found = UnhandledException().check(ended(CLR, inside=of(thrown(), again)))
    assert found.details["own_frames"][0] == "Orders.Load (Orders.cs:16)"


PRINTED = (
    "Unhandled exception. System.FormatException: No number.\n"
    "   at System.Number.ThrowFormatException(String value)\n"
    "   at Shop.Orders.Load(String text) in C:\\src\\Orders.cs:line 16\n"
    "   at Shop.Page.<>c.<Load_Click>b__3_0(Object sender, EventArgs e){place}\n"
    "   at System.Windows.Threading.Dispatcher.PushFrame()\n"
)


@pytest.mark.parametrize(
    ("place", "told"), [(" in C:\\src\\Page.cs:line 7", "Page.Load_Click (Page.cs:7)"), ("", "Page.Load_Click")]
)
def test_where_only_the_printed_stack_is_left_it_names_method_file_and_line(tmp_path, place, told):
    """The runtime sends every 0.1 s; of a program that ends sooner stderr is all that there is."""
    written = tmp_path / "stderr.log"
    written.write_text(PRINTED.replace("{place}", place), encoding="utf-8")
    found = UnhandledException().check(ended(CLR, stderr_path=str(written)))
    assert found.details["own_frames"] == ["Orders.Load (Orders.cs:16)", told]
    assert found.details["frame"] == {"method": "Shop.Orders.Load", "file": "C:\\src\\Orders.cs", "line": 16}


def test_an_exception_that_another_one_wraps_keeps_the_words_of_both(tmp_path):
    written = tmp_path / "stderr.log"
    wrapped = (
        "Unhandled exception. System.InvalidOperationException: Not imported.\n ---> System.FormatException: No number."
    )
    written.write_text(PRINTED.replace(PRINTED.partition("\n")[0], wrapped).replace("{place}", ""), encoding="utf-8")
    inner = thrown(swallowed=False)
    outer = thrown("System.InvalidOperationException", "Not imported.", inner=(inner,), swallowed=False)
    for seen in ({"stderr_path": str(written)}, {"inside": of(inner, outer)}):
        facts = UnhandledException().check(ended(CLR, **seen)).exception
        assert (facts.type, facts.message) == ("System.FormatException", "No number.")
        assert facts.to_dict()["around"] == ["System.InvalidOperationException: Not imported."]


def test_a_printed_stack_in_another_language_has_its_places_too():
    (frame,) = placed_frames("   場所 Shop.Orders.Load(String text) 場所 C:\\src\\Orders.cs:行 16")
    assert str(frame) == "Orders.Load (Orders.cs:16)"


def test_an_exception_that_was_caught_ended_nothing():
    seen = ended(CLR, inside=of(thrown(swallowed=True)))
    assert UnhandledException().check(seen) is None


def test_one_of_which_nothing_is_known_ends_no_program_that_ended_by_itself():
    assert UnhandledException().check(ended(3, inside=of(thrown()))) is None
    assert UnhandledException().check(ended(CLR, inside=of(thrown()))) is not None


AV, FAIL_FAST = 0xC0000005, 0xC0000409


@pytest.mark.parametrize(
    ("name", "code", "ends"),
    [
        ("System.InvalidCastException", AV, False),
        ("System.InvalidCastException", FAIL_FAST, True),
        ("System.AccessViolationException", AV, True),
    ],
)
def test_a_fault_of_native_code_is_not_what_was_thrown_and_caught_before_it(tmp_path, name, code, ends):
    found = UnhandledException().check(ended(code, inside=of(thrown(name))))
    assert (found is not None) is ends
    written = tmp_path / "stderr.log"
    printed = f"{PRINTED.partition('. ')[2].replace('System.FormatException', name)}Going on.\n"
    written.write_text(printed.replace("{place}", ""), encoding="utf-8")
    found = UnhandledException().check(ended(code, stderr_path=str(written)))
    assert (found is not None) is ends


def test_an_exception_that_only_wraps_another_is_told_as_the_inner_one_with_both_stacks():
    parse = Frame("Shop.Reader", "Read", "shop.dll", user=True)
    inner = thrown("System.IndexOutOfRangeException", "Outside.", frames=(parse,))
    facts = facts_of(thrown("System.InvalidOperationException", "Not imported.", inner=(inner,)))
    assert facts.type == "System.IndexOutOfRangeException"
    assert facts.frames[:2] == ("Shop.Reader.Read", "Shop.Orders.Load")
    assert "Not imported." in facts.text


def test_the_runtime_and_stderr_give_one_signature():
    printed = ExceptionFacts(
        "System.FormatException", "No number.", ("Shop.Orders.Load", "Shop.Page.Load_Click"), "stderr"
    )
    finding = Finding("unhandled_exception", "", "", "", exception=printed, exit_code=CLR)
    from_runtime = UnhandledException().check(ended(CLR, inside=of(thrown())))
    assert signature_of(from_runtime, {}).id == signature_of(finding, {}).id


# -- swallowed ------------------------------------------------------------------------------------------------------


def test_what_the_program_caught_itself_is_a_warning_once_for_each_method_and_type():
    oracle = SwallowedException()
    seen = of(*[thrown(swallowed=True, caught_by=CLICK)] * 50)
    found = oracle.check(observed(inside=seen))
    assert found.severity == "warning"
    assert "Orders.Load (Orders.cs:16)" in found.title
    assert oracle.check(observed(inside=seen)) is None


@pytest.mark.parametrize("more", [{"caught_by": LOOP}, {"caught_by": None}, {"swallowed": None}, {"swallowed": False}])
def test_what_the_framework_caught_or_nobody_is_not_swallowed_by_the_program(more):
    seen = thrown(**{"swallowed": True, "caught_by": CLICK, **more})
    assert SwallowedException().check(observed(inside=of(seen))) is None


def test_patterns_make_it_a_failure_or_nothing():
    seen = observed(inside=of(thrown(swallowed=True, caught_by=CLICK)))
    assert SwallowedException(SwallowedExceptionSettings(failures=("Format.*: No",))).check(seen).severity == "failure"
    assert SwallowedException(SwallowedExceptionSettings(ignored=("FormatException",))).check(seen) is None
    with pytest.raises(InvalidArgument, match="no regular expression"):
        SwallowedExceptionSettings(failures=("(",))


def test_one_that_came_late_belongs_to_the_act_before():
    found = SwallowedException().check(observed(inside=Inside(late=(thrown(swallowed=True, caught_by=CLICK),))))
    assert found.of_action_before


INVOKED = Frame("Windows.Win32.UI.Accessibility.IInvokeProvider", "Invoke", "System.Private.Windows.Core.dll")
CAUGHT = Frame("MS.Internal.Automation.ElementUtil", "Invoke", "PresentationCore.dll")
TOGGLED = Frame(
    "System.Windows.Automation.Peers.ToggleButtonAutomationPeer",
    "System.Windows.Automation.Provider.IToggleProvider.Toggle", "PresentationFramework.dll",
)  # fmt: skip
PEER = Frame(
    "System.Windows.Automation.Peers.ItemAutomationPeer", "IsKeyboardFocusableCore", "PresentationFramework.dll"
)
BOX = Frame("System.Windows.MessageBox", "ShowCore", "PresentationFramework.dll")
ASKED = Frame("Shop.PricePeer", "GetNameCore", "shop.dll", user=True)


@pytest.mark.parametrize(
    ("frames", "catcher", "is_told"),
    [
        ((LOAD, CLICK), INVOKED, True),
        ((LOAD, CLICK, TOGGLED), CAUGHT, True),
        ((ASKED,), CAUGHT, False),  # what a question of UI Automation threw, no person sees
        ((SLEEP,), INVOKED, False),  # the framework refused by itself
        ((PEER, CAUGHT, BOX, CLICK, TOGGLED), CAUGHT, False),  # a question while the handler shows a message box
        ((LOAD,), CLICK, False),  # the program caught it
    ],
)
def test_an_exception_that_a_handler_gave_to_ui_automation_is_unhandled(frames: Any, catcher: Frame, is_told: bool):
    seen = observed(subject="click Button 'Load'", inside=of(thrown(frames=frames, caught_by=catcher)))
    found = UnhandledException().check(seen)
    assert (found is not None) == is_told
    if found is not None:
        assert "unhandled System.FormatException" in found.title
        assert found.details["frame"]["line"] == LOAD.line


DISPATCHED = Frame("System.Windows.Threading.ExceptionWrapper", "TryCatchWhen", "WindowsBase.dll")
PROCESSED = Frame("System.Windows.Forms.NativeWindow", "Callback", "System.Windows.Forms.dll")


@pytest.mark.parametrize(
    ("frames", "catcher", "is_told"),
    [
        ((LOAD, CLICK, LOOP), DISPATCHED, True),
        ((LOAD, CLICK, LOOP), PROCESSED, True),
        ((LOAD, CLICK, LOOP), Frame("System.Windows.Forms.Control", "InvokeMarshaledCallbacks", "Forms.dll"), True),
        ((SLEEP,), DISPATCHED, False),  # the framework's own, on a thread of its own
        ((LOAD, CLICK, LOOP), Frame("System.Threading.Tasks.Task", "ExecuteWithThreadLocal", "System.dll"), False),
    ],
)
def test_an_exception_that_only_the_last_resort_stopped_is_unhandled(frames: Any, catcher: Frame, is_told: bool):
    seen = observed(subject="click Button 'Load'", inside=of(thrown(frames=frames, caught_by=catcher)))
    found = UnhandledException().check(seen)
    assert (found is not None) == is_told
    if found is not None:
        assert f"stopped by nothing but {catcher.type.rpartition('.')[2]}.{catcher.method}" in found.actual
        assert found.details["frame"]["line"] == LOAD.line


def test_the_callers_of_an_exception_and_of_the_one_around_it_are_named_once():
    inner = thrown("System.IO.IOException", "No disk.", frames=(SLEEP, LOAD, CLICK, LOOP))
    outer = thrown(frames=(CLICK, LOOP), inner=(inner,), swallowed=True, caught_by=CLICK)
    found = SwallowedException().check(observed(inside=of(outer)))
    assert found.details["own_frames"] == ["Orders.Load (Orders.cs:16)", "Page.Load_Click (Page.cs:7)"]


def test_what_came_out_again_where_it_was_waited_for_is_not_unhandled_where_it_passed():
    assert UnhandledException().check(observed(inside=of(thrown(caught_by=PROCESSED, swallowed=False)))) is None


def test_a_profile_says_what_the_last_resort_is_meant_for():
    seen = observed(inside=of(thrown(message="The price is wrong", caught_by=DISPATCHED)))
    meant = UnhandledException(UnhandledExceptionSettings(ignore="FormatException: The price"))
    assert meant.check(seen) is None
    assert UnhandledException(UnhandledExceptionSettings(ignore="Other")).check(seen) is not None
    with pytest.raises(InvalidArgument):
        UnhandledExceptionSettings(ignore="(")


def test_one_that_was_told_late_is_the_doing_of_the_act_before():
    late = Inside(late=(thrown(caught_by=INVOKED),))
    found = UnhandledException().check(observed(subject="click 'Next'", earlier="click 'Load'", inside=late))
    assert found.of_action_before
    assert found.title.endswith("after click 'Load'")


def test_an_exception_of_which_no_runtime_tells_is_known_by_its_number():
    error = HandlerThrew("It threw.", details={"hresult": "0x80131509"})
    found = UnhandledException().check(observed(subject="click 'Load'", error=error))
    assert "0x80131509" in found.actual


def test_what_the_framework_alone_would_not_do_is_no_exception_of_the_program():
    error = HandlerThrew("It threw.", details={"hresult": "0x80131509"})
    refused = thrown("System.InvalidOperationException", frames=(SLEEP, LOOP), hresult=0x80131509, caught_by=CAUGHT)
    assert UnhandledException().check(observed(error=error, inside=of(refused))) is None
    other = thrown("System.InvalidOperationException", hresult=0x80131509, caught_by=CLICK)
    assert UnhandledException().check(observed(error=error, inside=of(refused, other))) is not None


# -- where the UI thread stands -------------------------------------------------------------------------------------


def hung(seen: Stack | None, subject: str = "click Button 'Load'") -> Finding:
    error = AppNotResponding("It does not answer.")
    found = NotResponding().check(
        observed(subject=subject, error=error, busy_ms=5_000, liveness=Liveness(True, False), inside=of(stack=seen))
    )
    assert found is not None
    return found


def test_a_thread_that_waits_for_messages_is_not_kept_by_its_program():
    waits = Frame("System.Windows.Threading.Dispatcher", "GetMessage", "WindowsBase.dll")
    free = Stack(7, (waits, LOOP), waits_for=None)
    found = hung(free)
    assert found.severity == "warning"
    assert "It waits for messages, idle." in found.actual


@pytest.mark.parametrize(
    ("seen", "idle_s", "busy_ms", "severity"),
    [
        (None, 0.1, 5_300, "warning"),
        (Stack(7, (LOOP,), waits_for="computing"), 0.1, 5_300, "warning"),
        (Stack(7, (LOOP,), waits_for="computing"), 4.0, 5_300, "failure"),
        (Stack(7, (LOOP,), waits_for="computing"), 0.1, 10_000, "failure"),
        (stack(LOAD, CLICK, waits="computing"), 0.1, 5_300, "failure"),
        (Stack(7, (SLEEP, LOOP), waits_for="sleep"), 0.1, 5_300, "failure"),
    ],
)
def test_where_the_processors_had_no_time_left_what_only_computes_in_no_code_of_the_program_is_a_warning(
    seen: Stack | None, idle_s: float, busy_ms: int, severity: str
) -> None:
    oracle = NotResponding()
    assert oracle.check(observed(time_s=10.0, usage=Usage(1, 1, idle_s=50.0))) is None
    late = observed(busy_ms=busy_ms, inside=of(stack=seen), time_s=16.0, usage=Usage(1, 1, idle_s=50.0 + idle_s))
    found = oracle.check(late)
    assert found is not None
    assert found.severity == severity


def test_a_hang_names_the_method_its_line_and_what_it_waits_for():
    found = hung(stack(LOAD, CLICK))
    assert "in Orders.Load (Orders.cs:16)" in found.title
    assert "Orders.Load (Orders.cs:16): it sleeps" in found.actual
    assert found.details["ui_thread"]["waits_for"] == "sleep"


def test_a_hang_of_which_the_runtime_did_not_answer_in_time_is_that_of_the_same_act_before():
    oracle, error = NotResponding(), AppNotResponding("It does not answer.")

    def again(seen: Stack | None, subject: str) -> Finding:
        state = {"error": error, "busy_ms": 5_000, "liveness": Liveness(True, False)}
        found = oracle.check(observed(subject=subject, inside=of(stack=seen), **state))
        assert found is not None
        return found

    first = again(stack(LOAD), "click 'Load'")
    assert again(None, "click 'Load'").frames == first.frames == ("Shop.Orders.Load",)
    assert again(None, "click 'Other'").frames == ()


def test_one_hang_has_one_signature_whatever_action_ran_into_it_and_two_have_two():
    first = signature_of(hung(stack(LOAD, CLICK)), {"element": "LoadButton", "action": "click"})
    again = signature_of(hung(stack(LOAD)), {"element": "Other", "action": "type_text"})
    other = signature_of(hung(stack(CLICK)), {"element": "LoadButton", "action": "click"})
    assert first.strength == "strong"
    assert first.id == again.id != other.id


def test_what_computes_is_told_apart_by_its_caller_too():
    slow, busy = hung(stack(LOAD, CLICK, waits="computing")), hung(stack(LOAD, LOAD, waits="computing"))
    assert signature_of(slow, {}).id != signature_of(busy, {}).id


def test_without_a_frame_of_the_program_a_hang_is_told_by_the_last_action_as_before():
    cause = {"element": "LoadButton", "action": "click"}
    assert signature_of(hung(stack()), cause).id == signature_of(hung(None), cause).id
    assert signature_of(hung(None), cause).strength == "weak"


def test_a_second_in_the_program_s_own_code_is_a_warning_and_elsewhere_nothing():
    def check(seen: Stack | None, busy_ms: int) -> Finding | None:
        return SlowResponse().check(observed(effect="confirmed", busy_ms=busy_ms, inside=of(stack=seen)))

    found = check(stack(LOAD, waits="computing"), 1_200)
    assert found.severity == "warning"
    assert "Orders.Load (Orders.cs:16)" in found.title
    assert check(stack(LOAD, waits="computing"), 900) is None
    assert check(stack(), 1_200) is None


# -- only the framework ---------------------------------------------------------------------------------------------


def framework(message: str, *frames: str) -> str:
    facts = ExceptionFacts("System.ArgumentException", message, frames)
    return signature_of(Finding("unhandled_exception", "", "", "", exception=facts), {"element": "E"}).id


def test_without_own_frames_the_message_counts_but_for_what_varies_and_one_telling_frame():
    plumbing = ("System.ThrowHelper.ThrowArgument", "MS.Internal.Data.Worker.Run")
    first = framework("'a b' is not in C:\\data\\x.json at 12", *plumbing, "System.Windows.Data.Binding.Attach")
    again = framework("'c' is not in D:\\y\\z.json at 7", "System.Windows.Data.Binding.Attach", "System.Windows.X.Y")
    assert first == again
    assert first != framework("Something else", "System.Windows.Data.Binding.Attach")
    assert first != framework("'a b' is not in C:\\data\\x.json at 12", "System.Windows.Controls.Grid.Measure")
