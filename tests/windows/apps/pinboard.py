"""A pin board: signs with tool tips, a palette, menus of rows, a grid that is a tree, lines to fill in, stars, WPF.

    python pinboard.py [--log FILE] [--title TEXT] [--pos X,Y]

Each card and `Find` have a `✕` of their own; a card's has the tool tip `Dismiss`, its `⋯` drops a menu down. Enter in
`Run` runs the first command found in the list below it; `Empty trash` deletes, and the `✕` of a note the note.
The arrow before `Boards` shows `Oak`.
`Price` stands over a column of fields, `Total` before a sum. `Terms` drops ticks down. Five stars have no words.
`Live` is filled anew all the time. Events: clicked, ran, destroyed, opened, entered, ticked, rated, chosen;
`control` is what was used, `value` which.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

TEMPLATE = "DataGridTemplateColumn"
STARS = "".join(
    f'<Button x:Name="S{n}" Click="on_star"><Path Data="M0,0 L12,0 L6,10 Z" Fill="#CA0"/></Button>' for n in range(1, 6)
)
XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="760" Height="480">
 <Grid Margin="6"><Grid.ColumnDefinitions><ColumnDefinition/><ColumnDefinition/></Grid.ColumnDefinitions>
  <StackPanel>
   <DockPanel><Button x:Name="Clear" DockPanel.Dock="Right" Content="✕" Click="on_click"/><TextBox x:Name="Find"/>
   </DockPanel>
   <ListBox x:Name="Cards" HorizontalContentAlignment="Stretch"><ListBox.ItemTemplate><DataTemplate><DockPanel>
     <Button DockPanel.Dock="Right" Content="✕" ToolTip="Dismiss"/>
     <Button DockPanel.Dock="Right" Content="⋯"><Button.ContextMenu><ContextMenu><MenuItem Header="Archive"/>
      <MenuItem Header="Delete card"/></ContextMenu></Button.ContextMenu></Button>
     <TextBlock Text="{{Binding Card}}"/></DockPanel></DataTemplate></ListBox.ItemTemplate></ListBox>
   <TextBlock Text="Run" Margin="0,6,0,0"/><TextBox x:Name="Run" TextChanged="on_find" KeyDown="on_run"/>
   <ListBox x:Name="Found" Height="70" DisplayMemberPath="Command"/>
   <TextBlock Text="Live" Margin="0,6,0,0"/><ListBox x:Name="Live" Height="90"
    SelectionChanged="on_live"><ListBox.ItemTemplate><DataTemplate><StackPanel Orientation="Horizontal"><TextBlock
    Text="{{Binding Live}}" Width="90"/><TextBlock Text="{{Binding Load}}" Width="50"/><Button Content="Stop"/>
    </StackPanel></DataTemplate></ListBox.ItemTemplate></ListBox>
  </StackPanel>
  <StackPanel Grid.Column="1" Margin="6,0">
   <DataGrid x:Name="Tree" Height="110" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
     <{TEMPLATE} Header="Article" Width="140"><{TEMPLATE}.CellTemplate><DataTemplate><StackPanel
       Orientation="Horizontal"><ToggleButton Width="14" Tag="{{Binding Article}}"><Path Data="M0,0 L6,4 L0,8 Z"
       Fill="Black"/></ToggleButton><TextBlock Text="{{Binding Article}}"/></StackPanel></DataTemplate>
     </{TEMPLATE}.CellTemplate></{TEMPLATE}></DataGrid.Columns></DataGrid>
   <TextBlock Text="Price"/><ItemsControl x:Name="Lines"><ItemsControl.ItemTemplate><DataTemplate>
     <TextBox Width="80" HorizontalAlignment="Left" Text="{{Binding Price}}"/></DataTemplate>
    </ItemsControl.ItemTemplate>
    </ItemsControl>
   <StackPanel Orientation="Horizontal"><TextBlock Text="Total" Margin="0,0,9,0"/><TextBlock Text="41.50"/></StackPanel>
   <DockPanel><TextBlock Text="Terms" Width="60"/><Grid><ToggleButton x:Name="Terms" Content="none"/>
     <Popup IsOpen="{{Binding IsChecked, ElementName=Terms}}" StaysOpen="False"
       PlacementTarget="{{Binding ElementName=Terms}}"><StackPanel Background="White"><CheckBox x:Name="Cash"
       Content="Cash" Click="on_tick"/><CheckBox x:Name="Net" Content="Net 30" Click="on_tick"/></StackPanel></Popup>
    </Grid></DockPanel>
   <TextBlock Text="Your rating"/><ListBox x:Name="Rating"><ListBox.ItemsPanel><ItemsPanelTemplate><StackPanel
     Orientation="Horizontal"/></ItemsPanelTemplate></ListBox.ItemsPanel>{STARS}</ListBox>
   <TextBlock Text="Notes"/><ListBox x:Name="Notes" HorizontalContentAlignment="Stretch"><ListBox.ItemTemplate>
     <DataTemplate><DockPanel><Button DockPanel.Dock="Right" Content="✕"/><TextBlock Text="{{Binding Note}}"/>
     </DockPanel></DataTemplate></ListBox.ItemTemplate></ListBox>
   <ItemsControl x:Name="Tags"><ItemsControl.ItemsPanel><ItemsPanelTemplate><WrapPanel/></ItemsPanelTemplate>
     </ItemsControl.ItemsPanel><ItemsControl.ItemTemplate><DataTemplate><StackPanel
      Orientation="Horizontal" Margin="0,0,6,0"><TextBlock Text="{{Binding Tag}}"/><Button
      Content="✕"/></StackPanel></DataTemplate></ItemsControl.ItemTemplate>
   </ItemsControl>
  </StackPanel></Grid></Window>"""
COMMANDS = ("Export as PDF", "Empty trash", "Go to board")


class Pinboard:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import TimeSpan
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Threading import DispatcherTimer
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        self["Cards"].ItemsSource = data_table(["Card"], [("Sync finished",), ("Quota",)])
        self["Cards"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_card))
        for name, column, values in (("Notes", "Note", ("Oil", "Milk")), ("Tags", "Tag", ("north", "late"))):
            self[name].ItemsSource = data_table([column], [(value,) for value in values])
            self[name].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_cross))
        self["Tree"].ItemsSource = self.rows = data_table(["Article"], [("Boards",), ("Paint",)])
        self["Tree"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_branch))
        self["Lines"].ItemsSource = prices = data_table(["Line", "Price"], [("first", "12.50"), ("second", "29")])
        prices.Table.ColumnChanged += DataColumnChangeEventHandler(
            lambda _, e: log.write("entered", str(e.Row["Line"]), str(e.ProposedValue))
        )
        self.show_found("")
        self.timer = DispatcherTimer()
        self.timer.Interval = TimeSpan.FromSeconds(0.6)
        self.timer.Tick += lambda *_: self.fill()
        self.live, self.load = ["Alpha", "Beta", "Gamma"], 0
        self["Live"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_stop))
        self.fill()
        self.timer.Start()

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def fill(self) -> None:
        """Make the items of `Live` anew."""
        self.load = (self.load + 7) % 90
        self["Live"].ItemsSource = data_table(["Live", "Load"], [(name, f"{self.load} %") for name in self.live])

    def show_found(self, text: str) -> None:
        """Show the commands that a text finds."""
        found = [(c,) for c in COMMANDS if text.casefold() in c.casefold()]
        self["Found"].ItemsSource = data_table(["Command"], found) if found else None

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_cross(self, sender: Any, e: Any) -> None:
        event = "destroyed" if sender.Name == "Notes" else "clicked"
        self.log.write(event, sender.Name, str(e.OriginalSource.DataContext[0]))

    def on_card(self, sender: Any, e: Any) -> None:
        button, card = e.OriginalSource, str(e.OriginalSource.DataContext["Card"])
        if button.ContextMenu is None:
            self.log.write("clicked", "Dismiss", card)
            return
        button.ContextMenu.PlacementTarget = button
        for item, act in zip(button.ContextMenu.Items, ("archived", "destroyed"), strict=True):
            item.Click += self.handler(lambda act=act: self.log.write(act, "Card", card))
        button.ContextMenu.IsOpen = True

    @staticmethod
    def handler(act: Callable[[], None]) -> Any:
        """Return an event handler that only acts."""
        from System.Windows import RoutedEventHandler

        return RoutedEventHandler(lambda *_: act())

    def on_find(self, sender: Any, e: Any) -> None:
        self.show_found(str(sender.Text))

    def on_run(self, sender: Any, e: Any) -> None:
        from System.Windows.Input import Key

        if e.Key == Key.Return and self["Found"].Items.Count:
            command = str(self["Found"].Items[0]["Command"])
            self.log.write("destroyed" if "trash" in command else "ran", "Run", command)

    def on_live(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("chosen", "Live", str(sender.SelectedItem["Live"]))

    def on_stop(self, sender: Any, e: Any) -> None:
        name = str(e.OriginalSource.DataContext["Live"])
        self.live.remove(name)
        self.log.write("stopped", "Live", name)
        self.fill()

    def on_branch(self, sender: Any, e: Any) -> None:
        self.log.write("opened", str(e.OriginalSource.Tag), bool(e.OriginalSource.IsChecked))

    def on_tick(self, sender: Any, e: Any) -> None:
        self.log.write("ticked", sender.Name, bool(sender.IsChecked))

    def on_star(self, sender: Any, e: Any) -> None:
        self.log.write("rated", "Rating", int(str(sender.Name)[1:]))


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Pinboard").parse_args()
    return show_window(options, lambda: Pinboard(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
