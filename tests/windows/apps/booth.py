"""A booth: captions below their fields, hints that go when a field is filled, rows with details, a notice's cross, WPF.

    python booth.py [--log FILE] [--title TEXT] [--pos X,Y]

`Arrives` and `Leaves` stand each below its field. `Town` and `Nick` are written into their fields, and go when these
are filled. `Pick-up` stands over a date and a time. Each row of the grid shows a field and a button in its details.
`Notify` shows a notice with a cross in the right upper corner. Events: entered, clicked; `control` is what was used,
`value` the text, or the number of the row.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
HINTED = """<Grid Margin="0,6"><TextBox x:Name="{0}" TextChanged="on_hint" LostFocus="on_enter"/><TextBlock
  x:Name="{0}Hint" Text="{0}" Foreground="Gray" Margin="4,1" IsHitTestVisible="False"/></Grid>"""
XAML = f"""
<Window {NS} x:Name="Main" Width="700" Height="420"><Grid>
 <DockPanel><StackPanel DockPanel.Dock="Top" Orientation="Horizontal"><Button x:Name="Notify" Content="Notify"
   Click="on_notify"/></StackPanel>
  <StackPanel Width="260" DockPanel.Dock="Left" Margin="6">
   <TextBox x:Name="From" LostFocus="on_enter"/><TextBlock Text="Arrives"/>
   <TextBox x:Name="To" Margin="0,3,0,0" LostFocus="on_enter"/><TextBlock Text="Leaves"/>
   {HINTED.format("Town")}{HINTED.format("Nick")}
   <TextBlock Text="Pick-up"/><StackPanel Orientation="Horizontal"><DatePicker Width="120"/><TextBox x:Name="At"
    Width="60" LostFocus="on_enter"/></StackPanel></StackPanel>
  <DataGrid x:Name="Grid" AutoGenerateColumns="False" CanUserAddRows="False" RowDetailsVisibilityMode="Visible">
   <DataGrid.Columns><DataGridTextColumn Header="No." Binding="{{Binding No}}" IsReadOnly="True"/>
    <DataGridTextColumn Header="Who" Binding="{{Binding Who}}" IsReadOnly="True"/></DataGrid.Columns>
   <DataGrid.RowDetailsTemplate><DataTemplate><StackPanel Orientation="Horizontal"><TextBlock Text="Note"/>
    <TextBox Width="90" Tag="{{Binding No}}"/><Button Content="Print" Tag="{{Binding No}}"/></StackPanel>
   </DataTemplate></DataGrid.RowDetailsTemplate></DataGrid></DockPanel>
 <Border x:Name="Notice" Width="200" HorizontalAlignment="Right" VerticalAlignment="Top" Background="#333"
   Visibility="Collapsed"><DockPanel><Button x:Name="Cross" Content="×" Width="24" DockPanel.Dock="Right"
   Click="on_cross"/><TextBlock Text="Sent to all" Foreground="White" Margin="8"/></DockPanel></Border>
</Grid></Window>"""


class Booth:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows import RoutedEventHandler, UIElement
        from System.Windows.Controls.Primitives import ButtonBase
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        guests = [("A-1", "Adler"), ("A-2", "Brandt"), ("A-3", "Celik")]
        self["Grid"].ItemsSource = data_table(["No", "Who"], guests)
        self["Grid"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_part))
        self["Grid"].AddHandler(UIElement.LostFocusEvent, RoutedEventHandler(self.on_part))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_hint(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        hint = self[f"{sender.Name}Hint"]
        hint.Visibility = Visibility.Collapsed if sender.Text else Visibility.Visible

    def on_enter(self, sender: Any, e: Any) -> None:
        if sender.Text:
            self.log.write("entered", str(sender.Name), str(sender.Text))

    def on_part(self, sender: Any, e: Any) -> None:
        """A field in the details of a row was left, or a button there pressed."""
        part = e.OriginalSource
        if (number := getattr(part, "Tag", None)) is None:
            return
        if (text := getattr(part, "Text", None)) is not None:
            self.log.write("entered", str(number), str(text))
        elif e.RoutedEvent.Name == "Click":
            self.log.write("clicked", "Print", str(number))

    def on_notify(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Notice"].Visibility = Visibility.Visible

    def on_cross(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Notice"].Visibility = Visibility.Collapsed
        self.log.write("clicked", "Cross")


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Booth").parse_args()
    return show_window(options, lambda: Booth(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
