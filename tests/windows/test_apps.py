"""The test programs themselves, seen through plain UI Automation: what they promise is there and is logged."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from running_app import UNHANDLED_EXCEPTION, RunningApp, start_program, until, usable_windows, window_title

auto = pytest.importorskip("uiautomation", exc_type=ImportError)

Start = Callable[..., RunningApp]
TABS = {
    "ButtonsTab": """PlainButton Repeat RepeatCount Toggle DeadButton DisabledButton Check CheckThree RadioRed Details
        HomeGroup Duplicate DeleteAll ButtonSeven SendMail ExitButton Undelete Recipient HelpLink Picture MainMenu
        MainToolBar Status""",
    "TextTab": """LineBox NotesBox ReadOnlyBox PasswordField RichBox ShortBox LineEcho ChordText OpenFile SaveFile
        FileText""",
    "ListsTab": "Combo ComboEditable ComboLong ListSingle ListExtended ListLong Tree Node_1 PeopleView",
    "GridTab": "PeopleGrid",
    "BigGridTab": "BigGrid",
    "ValuesTab": "Volume Progress Busy Due Month FarScroll NearButton FarButton",
    "MouseTab": "DragSource DropTarget DragThumb HoverTarget DoubleTarget RightTarget ContextTarget MouseText",
    "TimingTab": """CoveredButton Uncover CoverBriefly MovingButton StartMove StartEnable LateEnabled StartAppear
        SlowButton VanishingLabel RemoveMe Recreate""",
    "WindowsTab": """ModalButton ModalCheck ModalList ModalExpander MessageOk MessageYesNo MessageDelete MessageError
        OpenTool OpenSecond OpenPopup MoveWindow TickTitle""",
    "FaultsTab": "CrashCode CrashExit CrashUnhandled CrashBackground FreezeSeconds Freeze FreezeCheck FreezeForever",
}


class Hand:
    """Finds elements of one program by AutomationId or name and acts on them by patterns."""

    def __init__(self, app: RunningApp) -> None:
        self.app = app
        self.uia = auto.uiautomation._AutomationClient.instance().IUIAutomation

    def _first(self, condition: Any) -> Any:
        for hwnd in self.app.windows():
            found = self.uia.ElementFromHandle(hwnd).FindFirst(7, condition)
            if found:
                return auto.Control.CreateControlFromElement(found)
        return None

    def peek(self, value: str, *, prop: int = auto.PropertyId.AutomationIdProperty) -> Any:
        return self._first(self.uia.CreatePropertyCondition(prop, value))

    def find(self, value: str, *, prop: int = auto.PropertyId.AutomationIdProperty) -> Any:
        return until(lambda: self.peek(value, prop=prop), 5, f"{value} in {self.app.command}")

    def named(self, name: str) -> Any:
        return self.find(name, prop=auto.PropertyId.NameProperty)

    def item(self, container: Any, name: str) -> Any:
        condition = self.uia.CreatePropertyCondition(auto.PropertyId.NameProperty, name)
        found = until(lambda: container.Element.FindFirst(4, condition), 5, f"{name} in {container}")
        return auto.Control.CreateControlFromElement(found)

    def click(self, automation_id: str) -> None:
        self.find(automation_id).GetInvokePattern().Invoke(waitTime=0)

    def tab(self, automation_id: str) -> None:
        self.select(self.find(automation_id))

    def select(self, control: Any) -> None:
        control.GetPattern(auto.PatternId.SelectionItemPattern).Select(waitTime=0)

    def write(self, automation_id: str, text: str) -> None:
        field = self.find(automation_id)
        field.SetFocus()
        field.GetValuePattern().SetValue(text, waitTime=0)

    def front(self) -> None:
        hwnd = self.app.hwnd
        auto.SetForegroundWindow(hwnd)
        until(lambda: auto.GetForegroundWindow() == hwnd, 5, "the foreground")
        time.sleep(0.15)  # the first input would get lost

    def centre(self, automation_id: str) -> tuple[int, int]:
        box = self.find(automation_id).BoundingRectangle
        return box.xcenter(), box.ycenter()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    """One zoo for the tests that leave it running; each of them goes to its own tab."""
    with start_program("zoo", "--pos", "40,40", "--title", "Shared", folder=tmp_path_factory.mktemp("zoo")) as app:
        yield app


def answers(app: RunningApp, hwnd: int) -> bool:
    return hwnd in usable_windows(app.pid)


def press_and_wait(start: Callable[[], None]) -> threading.Thread:
    """Run a pattern call that may not return before a dialog is closed on a thread of its own."""

    def run() -> None:
        with auto.UIAutomationInitializerInThread():
            start()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def test_zoo_shows_every_control_of_its_reference(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    for tab, ids in TABS.items():
        hand.tab(tab)
        for automation_id in ids.split():
            assert hand.find(automation_id).ProcessId == app.pid, automation_id
    assert hand.peek("DrawnTarget") is None
    assert hand.peek("LateAppearing") is None or not hand.peek("LateAppearing").IsControlElement


def test_zoo_logs_what_happens_to_its_controls(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    hand.tab("ButtonsTab")
    hand.click("PlainButton")
    app.wait_event("click", control="PlainButton", value="_Plain")
    until(lambda: hand.find("Status").Name == "clicked PlainButton", 2, "the status")
    for state in ("on", "indeterminate", "off"):
        hand.find("CheckThree").GetTogglePattern().Toggle(waitTime=0)
        app.wait_event("toggled", control="CheckThree", value=state)
    hand.find("Details").GetExpandCollapsePattern().Expand(waitTime=0)
    app.wait_event("expanded", control="Details")
    hand.named("Second").GetInvokePattern().Invoke(waitTime=0)
    app.wait_event("click", control="Duplicate", element="DuplicateSecond")

    hand.tab("TextTab")
    hand.write("LineBox", "größer 日本 😀")
    app.wait_event("text_raw", control="LineBox", value="größer 日本 😀")
    assert not app.events("text_changed")
    hand.find("NotesBox").SetFocus()
    app.wait_event("text_changed", control="LineBox", value="größer 日本 😀")
    hand.write("PasswordField", "geheim")
    app.wait_event("text_raw", control="PasswordField", value="geheim")

    hand.tab("ListsTab")
    hand.select(hand.named("Tuesday"))
    app.wait_event("selected", control="ListSingle", value="Tuesday", index=1)
    hand.select(hand.named("North"))
    hand.named("South").GetSelectionItemPattern().AddToSelection(waitTime=0)
    app.wait_event("selected", control="ListExtended", items=["North", "South"], count=2)
    hand.find("Combo").GetExpandCollapsePattern().Expand(waitTime=0)
    app.wait_event("expanded", control="Combo")
    hand.select(hand.item(hand.find("Combo"), "Banana"))
    app.wait_event("selected", control="Combo", value="Banana")
    hand.find("Node_2").GetExpandCollapsePattern().Expand(waitTime=0)
    app.wait_event("loaded", control="Node_2", value="Region 2")
    hand.select(hand.find("Node_2_3"))
    app.wait_event("selected", control="Tree", value="Site 2.3")

    hand.tab("GridTab")
    grid = hand.find("PeopleGrid").GetGridPattern()
    assert (grid.RowCount, grid.ColumnCount) == (5, 5)
    hand.tab("ValuesTab")
    hand.find("Volume").GetRangeValuePattern().SetValue(55, waitTime=0)
    app.wait_event("value_changed", control="Volume", value=55)
    hand.find("Due").GetPattern(auto.PatternId.ValuePattern).SetValue("11/21/2026", waitTime=0)
    app.wait_event("date_changed", control="Due", value="2026-11-21")
    hand.select(hand.item(hand.find("Month"), "Thursday, January 15, 2026"))
    app.wait_event("date_changed", control="Month", value="2026-01-15")
    hand.find("FarScroll").GetScrollPattern().SetScrollPercent(-1, 100, waitTime=0)
    app.wait_event("scrolled", control="FarScroll")
    assert not app.events("destructive")


def test_zoo_logs_a_cell_when_its_table_received_it(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    hand.tab("GridTab")
    grid = hand.find("PeopleGrid").GetGridPattern()
    cell = grid.GetItem(1, 1).GetPattern(auto.PatternId.ValuePattern)
    cell.SetValue("Quito", waitTime=0)
    until(lambda: cell.Value == "Quito", 2, "the cell's new value")
    assert not app.events("cell_edited"), "the cell is still being edited"
    grid.GetItem(2, 1).SetFocus()
    app.wait_event("cell_edited", control="PeopleGrid", row=1, column="City", value="Quito")


def test_zoo_takes_the_mouse_and_the_keyboard(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    hand.tab("MouseTab")
    hand.front()
    auto.MoveTo(*hand.centre("HoverTarget"), moveSpeed=0, waitTime=0.1)
    app.wait_event("hover", control="HoverTarget")
    auto.Click(*hand.centre("DoubleTarget"), waitTime=0)
    auto.Click(*hand.centre("DoubleTarget"), waitTime=0)
    app.wait_event("double_click", control="DoubleTarget")
    auto.RightClick(*hand.centre("RightTarget"), waitTime=0)
    app.wait_event("right_click", control="RightTarget")
    box = hand.find("DragThumb").BoundingRectangle
    auto.DragDrop(box.xcenter(), box.ycenter(), box.xcenter() + 60, box.ycenter(), moveSpeed=2, waitTime=0)
    app.wait_event("drag", control="DragThumb", value=70)
    auto.DragDrop(*hand.centre("DragSource"), *hand.centre("DropTarget"), moveSpeed=1, waitTime=0)
    app.wait_event("drop", control="DropTarget", value="dragged text")
    auto.Click(box.left + 60, box.top + 100, waitTime=0)
    app.wait_event("click", control="DrawnTarget")
    auto.RightClick(*hand.centre("ContextTarget"), waitTime=0)
    app.wait_event("expanded", control="TargetMenu")
    hand.click("ContextCopy")
    app.wait_event("click", control="ContextCopy")
    auto.SendKeys("{Ctrl}{Shift}k", waitTime=0)
    app.wait_event("key", value="Ctrl+Shift+K")


def test_zoo_changes_in_its_own_time(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    hand.tab("TimingTab")
    assert not hand.find("LateEnabled").IsEnabled
    for button in ("StartEnable", "StartAppear", "StartMove", "SlowButton", "RemoveMe"):
        hand.click(button)
    app.wait_event("vanished", control="RemoveMe")
    app.wait_event("appeared", control="LateAppearing")
    app.wait_event("stopped", control="MovingButton")
    app.wait_event("enabled", control="LateEnabled")
    assert hand.find("LateEnabled").IsEnabled
    assert hand.peek("RemoveMe") is None
    hand.tab("WindowsTab")
    hand.find("TickTitle").GetTogglePattern().Toggle(waitTime=0)
    until(lambda: window_title(app.hwnd).startswith("Shared - "), 3, "a new title")


@pytest.mark.parametrize(
    ("button", "code"),
    [("CrashExit", 7), ("CrashUnhandled", UNHANDLED_EXCEPTION), ("CrashBackground", UNHANDLED_EXCEPTION)],
)
def test_zoo_crashes_with_the_code_it_says(zoo: Start, button: str, code: int) -> None:
    app = zoo("--start", "Faults")
    Hand(app).click(button)
    assert app.wait_exit() & 0xFFFFFFFF == code
    app.wait_event("crash", control=button, value=code)
    assert ("InvalidOperationException" in app.output()) == (code == UNHANDLED_EXCEPTION)


def test_zoo_freezes_and_thaws(shared: RunningApp) -> None:
    app, hand, hwnd = shared, Hand(shared), shared.hwnd
    hand.tab("FaultsTab")
    hand.write("FreezeSeconds", "2")
    hand.click("Freeze")
    app.wait_event("freeze", control="Freeze", value=2.0)
    assert not answers(app, hwnd)
    app.wait_event("thawed", control="Freeze")
    assert answers(app, hwnd)


def test_zoo_opens_a_modal_dialog_inside_toggle(shared: RunningApp) -> None:
    app, hand, main = shared, Hand(shared), shared.hwnd
    hand.tab("WindowsTab")
    call = press_and_wait(lambda: Hand(app).find("ModalCheck").GetTogglePattern().Toggle(waitTime=0))
    app.wait_event("dialog_shown", control="ModalDialog", opener="ModalCheck")
    until(lambda: not ctypes.windll.user32.IsWindowEnabled(main), 2, "a disabled main window")
    assert not app.events("toggled", control="ModalCheck")
    hand.click("ModalNested")
    app.wait_event("dialog_shown", control="NestedDialog", opener="ModalNested")
    hand.click("NestedOk")
    app.wait_event("dialog_closed", control="NestedDialog", value="OK")
    hand.click("ModalOk")
    app.wait_event("dialog_closed", control="ModalDialog", value="OK")
    call.join(10)
    assert not call.is_alive()
    app.wait_event("toggled", control="ModalCheck", value="on")


def test_zoo_asks_before_it_deletes(shared: RunningApp) -> None:
    app, hand = shared, Hand(shared)
    hand.tab("WindowsTab")
    for answer, deleted in (("No", 0), ("Yes", 1)):
        after = app.seq()
        hand.click("MessageDelete")
        app.wait_event("dialog_shown", control="MessageBox", text="Delete customer?", after=after)
        hand.named(answer).GetInvokePattern().Invoke(waitTime=0)
        app.wait_event("dialog_closed", value=answer, after=after)
        until(lambda: hand.find("AnswerText").Name == answer, 3, "the answer")  # noqa: B023
        assert len(app.events("destructive", after=after)) == deleted


def test_a_second_window_answers_while_the_first_is_frozen(zoo: Start) -> None:
    app = zoo("--start", "Windows")
    hand, first = Hand(app), app.hwnd
    hand.click("OpenPopup")
    hand.click("PopupButton")
    app.wait_event("popup_closed", control="ZooPopup")
    hand.click("OpenSecond")
    app.wait_event("window_opened", control="SecondWindow")
    second = until(lambda: [hwnd for hwnd in usable_windows(app.pid) if hwnd != first], 5, "the second window")[0]
    hand.tab("FaultsTab")
    hand.click("FreezeForever")
    app.wait_event("freeze", control="FreezeForever")
    window = auto.ControlFromHandle(second)
    window.ButtonControl(AutomationId="SecondButton").GetInvokePattern().Invoke(waitTime=0)
    app.wait_event("click", control="SecondButton")
    assert not answers(app, first)


def test_zoo_obeys_its_options(zoo: Start) -> None:
    app = zoo("--title", "Zoo 動物園", "--pos", "100,50", "--rows", "42", "--wide", "100", "--start", "BigGridTab")
    hand = Hand(app)
    assert window_title(app.hwnd) == "Zoo 動物園"
    box = auto.ControlFromHandle(app.hwnd).BoundingRectangle
    assert (box.left, box.top) == (100, 50)
    assert hand.find("BigGrid").GetGridPattern().RowCount == 42
    hand.tab("WideTab")
    assert hand.find("WideButton98").Name == "Button 98"
    assert hand.find("WideLabel99").Name == "Label 99"


def test_plain_win32_logs_what_happens(start_app: Start) -> None:
    app = start_app("plain_win32", "--title", "Plain 1")
    hand = Hand(app)
    assert window_title(app.hwnd) == "Plain 1"
    for control in (*range(101, 115), "Item 201", "Item 203"):
        assert hand.find(str(control)).ProcessId == app.pid
    hand.click("101")
    app.wait_event("click", control="101")
    hand.write("102", "größer 日本")
    app.wait_event("text_raw", control="102", value="größer 日本")
    hand.find("103").SetFocus()
    app.wait_event("text_changed", control="102", value="größer 日本")
    hand.find("105").GetTogglePattern().Toggle(waitTime=0)
    app.wait_event("toggled", control="105", value="on")
    hand.select(hand.named("Tuesday"))
    app.wait_event("selected", control="110", value="Tuesday")
    hand.select(hand.named("Ben"))
    app.wait_event("selected", control="111", value="Ben")
    hand.find("112").GetRangeValuePattern().SetValue(30, waitTime=0)
    app.wait_event("value_changed", control="112", value=30)
    hand.click("114")
    app.wait_event("dialog_shown", control="MessageBox")
    hand.named("No").GetInvokePattern().Invoke(waitTime=0)
    app.wait_event("dialog_closed", value="No")
    hand.click("Item 202")
    assert app.wait_exit() == 0
    app.wait_event("destructive", control="202")


def test_qt_window_logs_what_happens(start_app: Start) -> None:
    app = start_app("qt_window", "--title", "Qt 1")
    hand = Hand(app)
    assert window_title(app.hwnd) == "Qt 1"
    page = "MainWindow.centralWidget.pages.qt_tabwidget_stackedwidget.generalPage."
    hand.click(page + "applyButton")
    app.wait_event("click", control="applyButton")
    hand.write(page + "nameEdit", "größer 日本")
    app.wait_event("text_raw", control="nameEdit", value="größer 日本")
    hand.find(page + "activeCheck").GetTogglePattern().Toggle(waitTime=0)
    app.wait_event("toggled", control="activeCheck", value="on")
    hand.find(page + "volumeSlider").GetRangeValuePattern().SetValue(40, waitTime=0)
    app.wait_event("value_changed", control="volumeSlider", value=40)
    hand.select(hand.named("Lists"))
    app.wait_event("selected", control="pages", value="Lists")
    hand.select(hand.named("Tuesday"))
    app.wait_event("selected", control="dayList", value="Tuesday")


def test_orderdesk_starts_with_data_of_its_own(orderdesk: Start) -> None:
    app = orderdesk("--rows", "20")
    app.wait_event("data_loaded")
    assert window_title(app.hwnd).startswith("OrderDesk")


def test_a_program_that_dies_at_its_start_shows_why(start_app: Start) -> None:
    with pytest.raises(AssertionError, match="argument --pos"):
        start_app("plain_win32", "--pos", "nowhere")
