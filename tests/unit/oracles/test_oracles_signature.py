"""Signatures: the same failure is the same wherever, whenever and in whatever language it happens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from observed import STACK, STACK_JA

from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.oracles.parts.exceptions import parse_exception
from wpfagent.testing.oracles.parts.signature import signature_of, stable_id

CAUSE = {"window": "SettingsPage", "element": "SaveButton", "action": "click"}


def crash(text: str, **more: object) -> Finding:
    exception = parse_exception(text, str(more.pop("source", "stderr")))
    return Finding("unhandled_exception", "t", "a", "e", exception=exception, exit_code=0xE0434352, **more)  # type: ignore[arg-type]


def test_an_exception_with_its_stack_is_strong_and_needs_no_cause():
    made = signature_of(crash(STACK), CAUSE)
    assert made.strength == "strong"
    assert made.id == signature_of(crash(STACK), {}).id
    assert made.facts["frames"] == ["OrderDesk.SettingsPage.Save_Click"]
    assert len(made.id) == 12


def test_language_and_source_of_the_exception_do_not_matter():
    assert signature_of(crash(STACK), CAUSE).id == signature_of(crash(STACK_JA, source="event log"), CAUSE).id


def test_a_shown_exception_is_one_failure_whether_its_text_or_its_dialog_was_seen_first():
    exception = parse_exception(STACK, "text")
    text, dialog = (Finding(o, "t", "a", "e", exception=exception) for o in ("exception_text", "error_dialog"))
    assert signature_of(text, CAUSE).id == signature_of(dialog, {}).id
    assert signature_of(text, CAUSE).accepts("722fb320fe2d"), "what was kept of it before"
    assert not signature_of(dialog, CAUSE).accepts("722fb320fe2d")


def test_a_method_that_is_slow_and_one_that_never_returned_are_two_failures():
    def held_up(oracle: str, **details: object) -> Finding:
        return Finding(oracle, "t", "a", "e", frames=("Shop.Store.Load",), details=details)

    slow, hung = held_up("slow_response", busy_ms=4000), held_up("not_responding", busy_ms=6000, still_hung=False)
    never = held_up("not_responding", busy_ms=6000, still_hung=True)
    assert signature_of(slow, CAUSE).id == signature_of(hung, {}).id
    assert signature_of(never, CAUSE).id != signature_of(slow, CAUSE).id
    assert signature_of(never, CAUSE).accepts(signature_of(hung, {}).id), "as it was kept before"


def test_another_method_another_type_or_another_code_is_another_failure():
    first = signature_of(crash(STACK), CAUSE).id
    assert signature_of(crash(STACK.replace("Save_Click", "Load_Click")), CAUSE).id != first
    assert signature_of(crash(STACK.replace("FormatException", "OverflowException")), CAUSE).id != first
    other = Finding("unhandled_exception", "t", "a", "e", exception=parse_exception(STACK), exit_code=3)
    assert signature_of(other, CAUSE).id != first


def test_the_way_to_the_faulty_method_does_not_matter():
    by_menu = crash("System.Exception: x\n   at Desk.Deep.Work()\n   at Desk.Menu.Save()\n")
    by_button = crash("System.Exception: x\n   at Desk.Deep.Work()\n   at Desk.Button.Save()\n")
    assert signature_of(by_menu, {}).id == signature_of(by_button, {}).id


FRAMEWORK = """   at System.Windows.RoutedEventHandlerInfo.InvokeHandler(Object target, RoutedEventArgs routedEventArgs)
   at System.Windows.EventRoute.InvokeHandlersImpl(Object source, RoutedEventArgs args, Boolean reRaised)
   at System.Windows.Threading.Dispatcher.Invoke()
   at OrderDesk.App.Main()"""
JUST_STARTED = f"""System.NullReferenceException: Object reference not set to an instance of an object.
   at OrderDesk.Models.Customer.get_Name() in C:\\src\\Customer.cs:line 12
   at OrderDesk.Models.Guard.NotNull(Object value)
   at OrderDesk.ViewModels.OrdersViewModel.<>c__DisplayClass7_0.<Recount>b__0(Order order)
   at System.Linq.Enumerable.Sum[TSource](IEnumerable`1 source, Func`2 selector)
   at OrderDesk.ViewModels.OrdersViewModel.Recount()
   at OrderDesk.ViewModels.OrdersViewModel.set_Filter(String value)
   at OrderDesk.OrdersPage.Filter_Click(Object sender, RoutedEventArgs e)
{FRAMEWORK}"""
"""The whole stack, as a debug build or a program that was just started gives it."""
LONG_USED = f"""System.NullReferenceException: Object reference not set to an instance of an object.
   at OrderDesk.ViewModels.OrdersViewModel.<>c__DisplayClass7_0.<Recount>b__0(Order order)
   at System.Linq.Enumerable.Sum[TSource](IEnumerable`1 source, Func`2 selector)
   at OrderDesk.ViewModels.OrdersViewModel.Recount()
   at OrderDesk.OrdersPage.Filter_Click(Object sender, RoutedEventArgs e)
{FRAMEWORK}"""
"""The same fault when accessor, guard and setter were compiled into their callers."""


def test_accessors_guards_and_lambdas_that_the_compiler_took_away_do_not_matter():
    started, used = signature_of(crash(JUST_STARTED), {}), signature_of(crash(LONG_USED), {})
    assert started.facts["frames"] == ["OrderDesk.ViewModels.OrdersViewModel.Recount"]
    assert started.id == used.id


def test_a_whole_stack_is_accepted_for_one_that_lacks_even_the_frame_to_blame():
    text = "System.InvalidOperationException: x\n{}   at Desk.Page.Save_Click(Object sender, RoutedEventArgs e)\n"
    recorded = signature_of(crash(text.format("") + FRAMEWORK), {})
    whole = signature_of(crash(text.format("   at Desk.Order.Post()\n   at Desk.Store.Save()\n") + FRAMEWORK), {})
    assert whole.id != recorded.id
    assert whole.accepts(recorded.id)
    assert whole.accepts(whole.id)


def test_two_faults_below_one_handler_and_one_below_two_handlers_are_told_apart():
    text = "System.InvalidOperationException: x\n   at Desk.{}()\n   at Desk.Page.{}(Object sender, EventArgs e)\n"
    made = [
        signature_of(crash(text.format(method, handler) + FRAMEWORK), {})
        for method, handler in (("Store.Save", "Save_Click"), ("Mail.Send", "Save_Click"), ("Mail.Send", "Mail_Click"))
    ]
    assert not made[0].accepts(made[1].id)
    assert not made[1].accepts(made[0].id)
    assert made[1].id == made[2].id


def test_what_the_framework_calls_is_never_missing_so_its_caller_does_not_stand_for_it():
    """The handler runs below a dialog that another handler of the program opened."""
    outer = "   at Desk.Main.Open_Click(Object sender, RoutedEventArgs e)\n"
    inner = f"System.Exception: x\n   at Desk.Dialog.Ok_Click(Object sender, RoutedEventArgs e)\n{FRAMEWORK}\n{outer}"
    opened = signature_of(crash(f"System.Exception: x\n{outer}{FRAMEWORK}"), {})
    assert not signature_of(crash(inner), {}).accepts(opened.id)


def test_an_accessor_counts_where_no_method_called_it():
    text = "System.Exception: x\n   at Desk.Order.{}()\n   at System.Windows.Data.BindingExpression.UpdateSource()\n"
    first, second = (signature_of(crash(text.format(name)), {}) for name in ("set_Quantity", "set_Price"))
    assert first.id != second.id


def test_without_an_exception_it_is_weak_and_each_last_step_has_its_own():
    finding = Finding("not_responding", "t", "a", "e")
    first = signature_of(finding, CAUSE)
    assert first.strength == "weak"
    for key in CAUSE:
        assert signature_of(finding, {**CAUSE, key: "other"}).id != first.id


def test_a_crash_seen_only_by_its_exit_code_is_weak():
    """0xE0434352 is every unhandled .NET exception: alone it would make one ticket of all crashes."""
    finding = Finding("process_exited", "t", "a", "e", exit_code=0xE0434352)
    assert signature_of(finding, CAUSE).strength == "weak"
    assert signature_of(finding, CAUSE).id != signature_of(finding, {**CAUSE, "element": "LoadButton"}).id


def test_two_elements_that_are_missing_after_the_same_step_are_two_failures():
    made = [signature_of(Finding("element_missing", "t", "a", "e", details={"about": a}), CAUSE).id for a in "xy"]
    assert made[0] != made[1]


def test_what_windows_makes_up_for_each_run_is_left_out():
    assert stable_id("HwndWrapper[OrderDesk;;6f0c1b2a-1111]") == "HwndWrapper"
    assert stable_id("WindowsForms10.Window.8.app.0.141b42a_r9_ad1") == "WindowsForms10"
    assert stable_id("1313478") == ""
    assert stable_id("SaveButton2") == "SaveButton2"


@given(st.text(max_size=40), st.text(max_size=40), st.integers(), st.integers(1, 99_999), st.text(max_size=20))
def test_texts_numbers_and_pids_never_change_it(title, actual, busy_ms, pid, text):
    for name in ("not_responding", "error_dialog", "process_exited"):
        plain = Finding(name, "t", "a", "e", key="k")
        varied = Finding(
            name, title, actual, text, key=str(pid), details={"pid": pid, "busy_ms": busy_ms, "text": text}
        )
        assert signature_of(plain, CAUSE).id == signature_of(varied, CAUSE).id


@given(st.sampled_from([STACK, STACK_JA]), st.integers(1, 10**6))
def test_line_numbers_and_messages_never_change_a_strong_one(text, number):
    varied = text.replace("74", str(number)).replace("correct", f"{number}").replace("正しく", f"{number}")
    assert signature_of(crash(varied), {}).id == signature_of(crash(STACK), CAUSE).id


def test_an_exception_without_a_stack_is_weak_but_its_type_counts():
    """`System.NullReferenceException` alone may come from anywhere."""
    first = signature_of(crash("Unhandled exception. System.NullReferenceException: x"), CAUSE)
    assert first.strength == "weak"
    assert first.id != signature_of(crash("Unhandled exception. System.FormatException: x"), CAUSE).id
