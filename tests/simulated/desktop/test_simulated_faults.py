"""Crashes, freezes, error dialogs, lost elements and slow handlers, by the code-behind or on demand."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import AppExited, AppNotResponding, ElementNotFound, StaleRef


def test_an_unhandled_exception_ends_the_process_as_in_dotnet(open_xaml, desktop, tmp_path):
    log = tmp_path / "err.log"
    code = """class Base:
    def fail(self, text):
        raise RuntimeError(text)
class CodeBehind(Base):
    def __init__(self, view): pass
    def on_save(self, view, sender):
        self.fail("no such order")
"""
    app = open_xaml('<Button x:Name="Go" Click="on_save"/>', code, stderr_path=str(log))
    go = app.find("Go")
    assert app.act("Go", "invoke").done()
    assert desktop.liveness(app.pid).exit_code == 0xE0434352
    assert log.read_text(encoding="utf-8").splitlines() == [
        "Unhandled exception. System.InvalidOperationException: no such order",
        "   at App.Base.fail(text) in small.py:line 3",
        "   at App.CodeBehind.on_save(view, sender) in small.py:line 7",
    ]
    assert desktop.stack_trace(app.pid) == log.read_text(encoding="utf-8")
    with pytest.raises(AppExited):
        desktop.read(go)


def test_an_exception_in_a_nested_handler_stops_the_outer_one(open_xaml, desktop):
    code = """class CodeBehind:
    def __init__(self, view): self.after = False
    def on_go(self, view, sender):
        view["Box"].text = "x"
        raise SystemError("the outer handler went on")
    def on_text(self, view, sender):
        raise KeyError("inner")
"""
    app = open_xaml(
        '<StackPanel><Button x:Name="Go" Click="on_go"/><TextBox x:Name="Box" TextChanged="on_text"/></StackPanel>',
        code,
    )
    app.act("Go", "invoke")
    assert "KeyNotFoundException: inner" in desktop.stack_trace(app.pid)


def test_a_crash_in_the_constructor_leaves_no_window(open_xaml, desktop):
    app = open_xaml("<Button/>", "class CodeBehind:\n    def __init__(self, view): raise ValueError('early')\n")
    assert app.windows == []
    assert desktop.liveness(app.pid).exit_code == 0xE0434352


def test_a_crash_on_demand_has_its_exit_code(zoo, desktop):
    desktop.faults(zoo.pid).crash(3)
    assert desktop.liveness(zoo.pid).exit_code == 3
    assert "Unhandled exception" in desktop.stack_trace(zoo.pid)


def test_a_busy_program_makes_a_read_wait_in_virtual_time(zoo, desktop):
    start = desktop.clock.now()
    box = zoo.find("NameBox")
    zoo.desktop.faults(zoo.pid).freeze(3000)
    assert desktop.read(box, timeout_s=5).value == "start"
    assert desktop.clock.now() - start == pytest.approx(3)


def test_a_frozen_program_answers_nothing_and_others_go_on(zoo, desktop, apps):
    other = desktop.launch(str(apps / "zoo.xaml"), [])
    box, windows = zoo.find("NameBox"), zoo.windows
    desktop.faults(zoo.pid).freeze()
    for ask in (lambda: desktop.read(box, timeout_s=1), lambda: desktop.snapshot(windows, timeout_s=1)):
        with pytest.raises(AppNotResponding):
            ask()
    assert not desktop.wait_idle(zoo.pid, 1)
    act = desktop.act(box, "set_value", "x")
    desktop.clock.sleep(60)
    assert not act.done()
    assert desktop.wait_idle(other.pid, 1)
    assert desktop.snapshot(desktop.windows(other.pid)).controls
    desktop.terminate(zoo.pid)
    assert act.done()


def test_a_program_counts_as_hung_after_five_seconds(zoo, desktop):
    zoo.act("BusyButton", "invoke")
    assert desktop.liveness(zoo.pid).responding
    desktop.clock.sleep(5)
    assert not desktop.liveness(zoo.pid).responding
    assert not zoo.windows[0].responding
    desktop.clock.sleep(3)
    assert desktop.liveness(zoo.pid).responding
    assert zoo.status == "was busy"


def test_acts_on_a_busy_program_wait_their_turn(zoo, desktop):
    box = zoo.find("NameBox")
    desktop.faults(zoo.pid).freeze(2000)
    act = desktop.act(box, "set_value", "late")
    assert not act.done()
    desktop.clock.sleep(2)
    assert act.done()
    assert desktop.read(box).value == "late"


def test_waiting_for_an_act_ends_when_it_has_returned(zoo, desktop):
    box, start = zoo.find("NameBox"), desktop.clock.now()
    desktop.faults(zoo.pid).freeze(2000)
    act = desktop.act(box, "set_value", "late")
    assert not act.wait(1.5)
    assert desktop.clock.now() - start == pytest.approx(1.5)
    assert act.wait(60)
    assert desktop.clock.now() - start == pytest.approx(2, abs=0.01)


def test_later_runs_when_its_time_has_passed(zoo, desktop):
    zoo.act("LaterButton", "invoke")
    desktop.clock.sleep(1.9)
    assert zoo.status != "later"
    desktop.clock.sleep(0.2)
    assert zoo.status == "later"


def test_a_slow_handler_holds_the_call_of_toggle_but_not_of_invoke(zoo, desktop):
    desktop.faults(zoo.pid).slow(500)
    check, save = zoo.find("Check"), zoo.find("SaveButton")
    toggle = desktop.act(check, "toggle")
    assert not toggle.done()
    desktop.clock.sleep(0.6)
    assert toggle.done()
    assert desktop.act(save, "invoke").done()


def test_an_error_dialog_on_demand_is_modal(zoo, desktop):
    desktop.faults(zoo.pid).raise_dialog("Error", "Object reference not set")
    box, main = zoo.windows
    assert (box.title, main.enabled) == ("Error", False)
    desktop.press_keys(("Enter",))
    assert [w.title for w in zoo.windows] == ["Zoo"]


def test_a_lost_element_is_gone(zoo, desktop):
    save = zoo.find("SaveButton")
    desktop.faults(zoo.pid).lose("SaveButton")
    assert not zoo.has("SaveButton")
    with pytest.raises(StaleRef):
        desktop.read(save)
    with pytest.raises(ElementNotFound):
        desktop.faults(zoo.pid).lose("SaveButton")
