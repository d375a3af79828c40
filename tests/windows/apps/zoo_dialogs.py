"""The zoo's further windows: modal and nested dialogs, message boxes, file dialogs, one on a thread of its own."""

from __future__ import annotations

from typing import Any

from Microsoft.Win32 import OpenFileDialog, SaveFileDialog
from System.Threading import ApartmentState, Thread, ThreadStart
from System.Windows import MessageBox, MessageBoxButton, MessageBoxImage
from System.Windows.Threading import Dispatcher
from wpf_loader import load_xaml
from zoo_events import EventLog, id_of

WINDOW = """
<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
        x:Name="{name}" Title="{title}" Width="320" SizeToContent="Height" ResizeMode="NoResize" {more}>
  <StackPanel Margin="12">{content}</StackPanel>
</Window>"""
MODAL = """
<Label Content="Comment"/>
<TextBox x:Name="ModalText"/>
<Button x:Name="ModalNested" Content="More..." Margin="0,6" Click="on_nested"/>
<WrapPanel HorizontalAlignment="Right">
  <Button x:Name="ModalOk" Content="OK" IsDefault="True" Width="80" Click="on_ok"/>
  <Button x:Name="ModalCancel" Content="Cancel" IsCancel="True" Width="80" Margin="6,0,0,0"/>
</WrapPanel>"""
NESTED = """
<Label Content="One more question"/>
<CheckBox x:Name="NestedCheck" Content="Agreed"/>
<Button x:Name="NestedOk" Content="OK" IsDefault="True" Margin="0,6,0,0" Click="on_ok"/>"""
TOOL = """
<Label Content="A window beside the main one"/>
<TextBox x:Name="ToolText"/>
<Button x:Name="ToolClose" Content="Close" IsCancel="True" Margin="0,6,0,0" Click="on_close"/>"""
SECOND = """
<TextBlock x:Name="SecondStatus" Text="On a thread of my own"/>
<Button x:Name="SecondButton" Content="Count" Margin="0,6" Click="on_count"/>
<Button x:Name="SecondFreeze" Content="Freeze for 5 s" Click="on_freeze"/>
<Button x:Name="SecondClose" Content="Close" Margin="0,6,0,0" Click="on_close"/>"""


class Dialogs:
    """Opens every further window and logs when it was shown and closed, and with which result."""

    def __init__(self, window: Any, events: EventLog) -> None:
        self.window = window
        self.events = events
        self.log = events.log

    def modal(self, opener: str) -> None:
        """Show the modal dialog and return when it was closed."""
        _Modal(self, name="ModalDialog", title="Modal dialog", content=MODAL).show(self.window, opener)

    def message(
        self, opener: str, text: str, title: str, *, buttons: Any = MessageBoxButton.OK, icon: Any = None
    ) -> str:
        """Show a message box and return the name of the button that closed it."""
        self.log.write("dialog_shown", "MessageBox", title, opener=opener, text=text)
        answer = MessageBox.Show(self.window, text, title, buttons, icon or getattr(MessageBoxImage, "None"))
        self.log.write("dialog_closed", "MessageBox", str(answer), opener=opener, title=title)
        return str(answer)

    def file(self, opener: str, *, save: bool) -> str:
        """Show the system's file dialog and return the chosen path, `""` when it was cancelled."""
        dialog = SaveFileDialog() if save else OpenFileDialog()
        dialog.Title = "Save as" if save else "Open"
        dialog.Filter = "Text files (*.txt)|*.txt|All files (*.*)|*.*"
        self.log.write("dialog_shown", "FileDialog", dialog.Title, opener=opener)
        chosen = str(dialog.FileName) if dialog.ShowDialog(self.window) else ""
        self.log.write("dialog_closed", "FileDialog", "OK" if chosen else "Cancel", opener=opener, file=chosen)
        return chosen

    def tool(self) -> None:
        """Open a window beside the main one, owned by it."""
        tool = _Extra(self, name="ToolWindow", title="Tools", content=TOOL, more=self._below(40))
        tool.window.Owner = self.window
        tool.show()

    def _below(self, offset: int) -> str:
        """Return the attributes of a place in the lower, empty half of the main window."""
        return f'Left="{self.window.Left + offset:.0f}" Top="{self.window.Top + 500:.0f}"'

    def second(self) -> None:
        """Open a top-level window on a UI thread of its own."""
        place = self._below(500)

        def run() -> None:
            second = _Second(self, name="SecondWindow", title="Zoo, second window", content=SECOND, more=place)
            second.window.Closed += lambda sender, e: second.window.Dispatcher.InvokeShutdown()
            second.show()
            Dispatcher.Run()

        thread = Thread(ThreadStart(run))
        thread.SetApartmentState(ApartmentState.STA)
        thread.IsBackground = True
        thread.Start()


class _Modal:
    """The modal dialog, and the one nested in it."""

    def __init__(self, dialogs: Dialogs, *, name: str, title: str, content: str) -> None:
        self.dialogs = dialogs
        text = WINDOW.format(name=name, title=title, content=content, more='WindowStartupLocation="CenterOwner"')
        self.window = load_xaml(text, self)
        dialogs.events.attach(self.window)

    def show(self, owner: Any, opener: str) -> None:
        log, name = self.dialogs.log, self.window.Name
        self.window.Owner = owner
        log.write("dialog_shown", name, self.window.Title, opener=opener)
        accepted = self.window.ShowDialog()
        log.write("dialog_closed", name, "OK" if accepted else "Cancel", opener=opener)

    def on_ok(self, sender: Any, e: Any) -> None:
        self.window.DialogResult = True

    def on_nested(self, sender: Any, e: Any) -> None:
        nested = _Modal(self.dialogs, name="NestedDialog", title="Nested dialog", content=NESTED)
        nested.show(self.window, id_of(sender))


class _Extra:
    """A window that does not block the others."""

    def __init__(self, dialogs: Dialogs, *, name: str, title: str, content: str, more: str) -> None:
        self.log = dialogs.log
        self.window = load_xaml(WINDOW.format(name=name, title=title, content=content, more=more), self)
        self.window.Closed += self.on_closed
        dialogs.events.attach(self.window)

    def show(self) -> None:
        self.log.write("window_opened", self.window.Name, self.window.Title)
        self.window.Show()

    def on_close(self, sender: Any, e: Any) -> None:
        self.window.Close()

    def on_closed(self, sender: Any, e: Any) -> None:
        self.log.write("window_closed", self.window.Name, self.window.Title)


class _Second(_Extra):
    """The window on its own thread."""

    count = 0

    def on_count(self, sender: Any, e: Any) -> None:
        self.count += 1
        self.window.FindName("SecondStatus").Text = f"counted {self.count}"

    def on_freeze(self, sender: Any, e: Any) -> None:
        self.log.write("freeze", id_of(sender), 5.0)
        Thread.Sleep(5000)
        self.log.write("thawed", id_of(sender))
