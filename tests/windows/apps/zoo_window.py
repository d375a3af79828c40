"""The zoo's code behind: what its controls do beyond being logged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from System import InvalidOperationException, TimeSpan
from System.Threading import Thread, ThreadStart
from System.Windows import (
    DataObject,
    DragDrop,
    DragDropEffects,
    Duration,
    MessageBoxButton,
    MessageBoxImage,
    Visibility,
)
from System.Windows.Controls import Button, Canvas, TextBox
from System.Windows.Input import MouseButtonState
from System.Windows.Markup import XamlReader
from System.Windows.Media.Animation import DoubleAnimation
from System.Windows.Threading import DispatcherTimer
from truth_log import TruthLog
from wpf_loader import end_process, load_xaml
from zoo_data import BIG_COLUMNS, LazyTree, big_rows, log_edits, make_table, people, wide_tab
from zoo_dialogs import Dialogs
from zoo_events import EventLog, chord_of, id_of

UNHANDLED_EXCEPTION = 0xE0434352
SILENT = {"DeadButton", "SilentButton", "DisabledButton"}


def milliseconds(count: float) -> Any:
    """Return a TimeSpan."""
    return TimeSpan.FromMilliseconds(float(count))


class ZooWindow:
    """The main window. `rows`: of the big grid; `wide`: number of controls on the tab Wide (0: no such tab)."""

    def __init__(self, log: TruthLog, *, title: str, rows: int, wide: int) -> None:
        self.log = log
        self.window = load_xaml(Path(__file__).with_name("zoo.xaml"), self)
        self.window.Title = self.title = title
        self.events = EventLog(log)
        self.dialogs = Dialogs(self.window, self.events)
        self._timers: set[Any] = set()
        self._ticker: Any = None
        self._ticks = 0
        self._fill(rows, wide)
        self.events.attach(self.window)
        self.events.attach(self["ContextTarget"].ContextMenu)
        self.window.AddHandler(Button.ClickEvent, _routed(self.on_any_click), True)
        self.window.PreviewKeyDown += self.on_chord
        for name in ("Combo", "ComboEditable", "ComboLong"):
            self[name].DropDownOpened += lambda sender, e: log.write("expanded", sender.Name)
            self[name].DropDownClosed += lambda sender, e: log.write("collapsed", sender.Name)
        self["Due"].SelectedDateChanged += self.events.on_date
        self["Month"].SelectedDatesChanged += self.events.on_date
        self["TargetMenu"].Opened += lambda sender, e: log.write("expanded", "TargetMenu")
        self.window.Closed += lambda sender, e: log.write("window_closed", "ZooWindow", self.window.Title)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def start_on(self, tab: str) -> None:
        """Select a tab by its id or its header."""
        tabs = self["Tabs"]
        tabs.SelectedItem = next(
            item for item in tabs.Items if tab in (item.Name, item.Name[: -len("Tab")], item.Header)
        )

    def _fill(self, rows: int, wide: int) -> None:
        for table, name in ((people(), "PeopleGrid"), (make_table(BIG_COLUMNS, big_rows(rows)), "BigGrid")):
            log_edits(table, control=name, log=self.log)
            self[name].ItemsSource = table.DefaultView
        self["PeopleView"].ItemsSource = people().DefaultView
        for number in range(1, 1001):
            self["ListLong"].Items.Add(f"Item {number}")
        for number in range(1, 201):
            self["ComboLong"].Items.Add(f"Choice {number}")
        self._tree = LazyTree(self["Tree"], self.log)
        if wide:
            self["Tabs"].Items.Add(XamlReader.Parse(wide_tab(wide)))

    def later(self, delay_ms: float, act: Any) -> None:
        """Do something on the UI thread after a while."""
        timer = DispatcherTimer()
        timer.Interval = milliseconds(delay_ms)

        def on_tick(sender: Any, e: Any) -> None:
            timer.Stop()
            self._timers.discard(timer)
            act()

        timer.Tick += on_tick
        self._timers.add(timer)
        timer.Start()

    # -- ordinary controls --------------------------------------------------------------------------------------------
    def on_any_click(self, sender: Any, e: Any) -> None:
        control = id_of(e.OriginalSource)
        if control and control not in SILENT:
            self["Status"].Text = f"clicked {control}"

    def on_plain(self, sender: Any, e: Any) -> None:
        self["Status"].Text = f"clicked {id_of(sender)}"

    def on_repeat(self, sender: Any, e: Any) -> None:
        self["RepeatCount"].Text = str(int(self["RepeatCount"].Text) + 1)

    def on_line_changed(self, sender: Any, e: Any) -> None:
        try:
            self["LineEcho"].Text = sender.Text
        except UnicodeDecodeError:
            pass  # half of a surrogate pair was typed; the other half follows

    def on_chord(self, sender: Any, e: Any) -> None:
        chord = chord_of(e)
        if chord:
            self["ChordText"].Text = chord

    def on_destructive(self, sender: Any, e: Any) -> None:
        self.log.write("destructive", id_of(sender), sender.Header if hasattr(sender, "Header") else sender.Content)
        self["Status"].Text = f"destroyed by {id_of(sender)}"

    def on_exit(self, sender: Any, e: Any) -> None:
        self.on_destructive(sender, e)
        self.window.Close()

    def on_open_file(self, sender: Any, e: Any) -> None:
        self["FileText"].Text = self.dialogs.file(id_of(sender), save=False) or "cancelled"

    def on_save_file(self, sender: Any, e: Any) -> None:
        self["FileText"].Text = self.dialogs.file(id_of(sender), save=True) or "cancelled"

    def on_cell_edit_ending(self, sender: Any, e: Any) -> None:
        """Read the editor, as a program without bindings does."""
        if str(e.EditAction) == "Commit" and isinstance(e.EditingElement, TextBox):
            self.log.write("cell_editor", id_of(sender), e.EditingElement.Text)

    # -- mouse --------------------------------------------------------------------------------------------------------
    def _mouse(self, event: str, sender: Any, value: Any = None) -> None:
        self.log.write(event, id_of(sender), value)
        self["MouseText"].Text = f"{event} {id_of(sender)}"

    def on_hover(self, sender: Any, e: Any) -> None:
        self._mouse("hover", sender)

    def on_double_click(self, sender: Any, e: Any) -> None:
        self._mouse("double_click", sender)

    def on_right_click(self, sender: Any, e: Any) -> None:
        self._mouse("right_click", sender)

    def on_drawn_click(self, sender: Any, e: Any) -> None:
        point = e.GetPosition(sender)
        self._mouse("click", sender, [round(point.X), round(point.Y)])

    def on_drag_move(self, sender: Any, e: Any) -> None:
        if e.LeftButton == MouseButtonState.Pressed:
            self.log.write("drag", id_of(sender))
            DragDrop.DoDragDrop(sender, DataObject("Text", "dragged text"), DragDropEffects.Copy)

    def on_drop(self, sender: Any, e: Any) -> None:
        sender.Content = "Dropped"
        self._mouse("drop", sender, e.Data.GetData("Text"))

    def on_thumb_delta(self, sender: Any, e: Any) -> None:
        Canvas.SetLeft(sender, Canvas.GetLeft(sender) + e.HorizontalChange)

    def on_thumb_completed(self, sender: Any, e: Any) -> None:
        self._mouse("drag", sender, round(Canvas.GetLeft(sender)))

    # -- timing -------------------------------------------------------------------------------------------------------
    def on_cover_click(self, sender: Any, e: Any) -> None:
        self.log.write("click", "Cover")

    def on_uncover(self, sender: Any, e: Any) -> None:
        self["Cover"].Visibility = Visibility.Collapsed

    def on_cover_briefly(self, sender: Any, e: Any) -> None:
        self["Cover"].Visibility = Visibility.Visible
        self.later(1500, lambda: self.on_uncover(sender, e))

    def on_start_move(self, sender: Any, e: Any) -> None:
        animation = DoubleAnimation(0.0, 300.0, Duration(milliseconds(1500)))
        animation.Completed += lambda sender, e: self.log.write("stopped", "MovingButton")
        self["MovingButton"].BeginAnimation(Canvas.LeftProperty, animation)

    def on_start_enable(self, sender: Any, e: Any) -> None:
        def enable() -> None:
            self["LateEnabled"].IsEnabled = True
            self.log.write("enabled", "LateEnabled")

        self.later(2000, enable)

    def on_start_appear(self, sender: Any, e: Any) -> None:
        def show() -> None:
            self["LateAppearing"].Visibility = Visibility.Visible
            self.log.write("appeared", "LateAppearing")

        self.later(1000, show)

    def on_slow(self, sender: Any, e: Any) -> None:
        def answer() -> None:
            self["SlowText"].Text = "answered"
            self.log.write("answered", "SlowButton")

        self.later(1000, answer)

    def on_vanish(self, sender: Any, e: Any) -> None:
        sender.Visibility = Visibility.Collapsed
        self._mouse("vanished", sender)

    def on_remove(self, sender: Any, e: Any) -> None:
        self["RemovePanel"].Children.Clear()
        self.log.write("vanished", "RemoveMe")

    def on_recreate(self, sender: Any, e: Any) -> None:
        button = Button()
        button.Name = "RemoveMe"
        button.Content = "Remove me"
        button.Click += self.on_remove
        self["RemovePanel"].Children.Clear()
        self["RemovePanel"].Children.Add(button)
        self.log.write("appeared", "RemoveMe")

    # -- windows ------------------------------------------------------------------------------------------------------
    def on_modal(self, sender: Any, e: Any) -> None:
        self.dialogs.modal(id_of(sender))

    def on_modal_list(self, sender: Any, e: Any) -> None:
        if sender.SelectedIndex == 1:
            self.dialogs.modal(id_of(sender))

    def _ask(self, sender: Any, text: str, title: str, *, buttons: Any = MessageBoxButton.OK, icon: Any = None) -> str:
        answer = self.dialogs.message(id_of(sender), text, title, buttons=buttons, icon=icon)
        self["AnswerText"].Text = answer
        return answer

    def on_message_ok(self, sender: Any, e: Any) -> None:
        self._ask(sender, "The work is done.", "Zoo", icon=MessageBoxImage.Information)

    def on_message_yes_no(self, sender: Any, e: Any) -> None:
        self._ask(sender, "Do you like it here?", "Zoo", buttons=MessageBoxButton.YesNo, icon=MessageBoxImage.Question)

    def on_message_delete(self, sender: Any, e: Any) -> None:
        question = {"buttons": MessageBoxButton.YesNo, "icon": MessageBoxImage.Warning}
        if self._ask(sender, "Delete customer?", "Customer", **question) == "Yes":
            self.log.write("destructive", id_of(sender), "customer deleted")

    def on_message_error(self, sender: Any, e: Any) -> None:
        text = "System.InvalidOperationException: order 42 has no customer\r\n   at Zoo.Orders.Load(Int32 id)"
        self._ask(sender, text, "Error", icon=MessageBoxImage.Error)

    def on_open_tool(self, sender: Any, e: Any) -> None:
        self.dialogs.tool()

    def on_open_second(self, sender: Any, e: Any) -> None:
        self.dialogs.second()

    def on_open_popup(self, sender: Any, e: Any) -> None:
        self["ZooPopup"].IsOpen = True
        self.log.write("popup_opened", "ZooPopup")

    def on_popup_button(self, sender: Any, e: Any) -> None:
        self["ZooPopup"].IsOpen = False
        self.log.write("popup_closed", "ZooPopup")

    def on_move_window(self, sender: Any, e: Any) -> None:
        left = self.window.Left

        def step(number: int) -> None:
            self.window.Left = left + 4 * number
            if number < 40:
                self.later(50, lambda: step(number + 1))
            else:
                self.log.write("stopped", "ZooWindow", self.window.Left)

        step(1)

    def on_tick_title(self, sender: Any, e: Any) -> None:
        if self._ticker is None:
            self._ticker = DispatcherTimer()
            self._ticker.Interval = milliseconds(300)
            self._ticker.Tick += self.on_tick
        self._ticker.IsEnabled = sender.IsChecked is True

    def on_tick(self, sender: Any, e: Any) -> None:
        self._ticks += 1
        self.window.Title = f"{self.title} - {self._ticks}"

    # -- faults -------------------------------------------------------------------------------------------------------
    def on_crash_exit(self, sender: Any, e: Any) -> None:
        code = int(self["CrashCode"].Text)
        self.log.write("crash", id_of(sender), code)
        end_process(code)

    def on_crash_unhandled(self, sender: Any, e: Any) -> None:
        self._crash(id_of(sender))

    def on_crash_background(self, sender: Any, e: Any) -> None:
        control = id_of(sender)  # belongs to this thread
        Thread(ThreadStart(lambda: self._crash(control))).Start()

    def _crash(self, control: str) -> None:
        self.log.write("crash", control, UNHANDLED_EXCEPTION)
        raise InvalidOperationException("order 42 has no customer")

    def on_freeze(self, sender: Any, e: Any) -> None:
        seconds = float(self["FreezeSeconds"].Text)
        self.log.write("freeze", id_of(sender), seconds)
        Thread.Sleep(int(seconds * 1000))
        self.log.write("thawed", id_of(sender))

    def on_freeze_forever(self, sender: Any, e: Any) -> None:
        self.log.write("freeze", id_of(sender))
        Thread.Sleep(-1)


def _routed(handler: Any) -> Any:
    from System.Windows import RoutedEventHandler

    return RoutedEventHandler(handler)
