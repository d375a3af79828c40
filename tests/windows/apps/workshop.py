"""A workshop's desk: trees of ticks, rows in closed groups, a dialog that a click beside it closes, WPF.

    python workshop.py [--log FILE] [--title TEXT] [--pos X,Y]

`Rights` is a tree with a check box before each text. `Stock` groups its rows by Kind (Metal, Wood); `Wood` is closed;
`Rating` is a slider in a template. `Files` has 60 rows, each with a tick (`Share`). `Sort` drops a context menu down.
`Ask` opens a dialog inside of the window, which a click beside it closes. Each card has `...` with the tool tip `More`.
`Name` stands over its field, in the line of a button without words. Events: ticked, chosen, rated, shared, clicked,
asked, left; `control` is what was used, `value` of which row, or which text.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import GROUPS, XMLNS, data_table, end_process, show_window

TEMPLATE = "DataGridTemplateColumn"
XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="860" Height="560">
 <Grid><Grid.ColumnDefinitions><ColumnDefinition/><ColumnDefinition/></Grid.ColumnDefinitions>
  <StackPanel Margin="6">
   <StackPanel Orientation="Horizontal"><Button x:Name="Sort" Content="Sort by" Click="on_menu"/>
    <Button x:Name="Ask" Content="Close the shop" Click="on_ask" Margin="6,0"/></StackPanel>
   <TreeView x:Name="Rights" Height="110"/>
   <DataGrid x:Name="Stock" Height="150" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
     <DataGridTextColumn Header="Article" Binding="{{Binding Article}}"/>
     <{TEMPLATE} Header="Rating" Width="100"><{TEMPLATE}.CellTemplate><DataTemplate>
      <Slider Maximum="5" Value="{{Binding Rating, UpdateSourceTrigger=PropertyChanged}}"/></DataTemplate>
     </{TEMPLATE}.CellTemplate></{TEMPLATE}></DataGrid.Columns></DataGrid>
   <ItemsControl x:Name="Cards"><ItemsControl.ItemTemplate><DataTemplate><StackPanel Orientation="Horizontal">
     <TextBlock Text="{{Binding Card}}" Width="60"/><Button Content="..." ToolTip="More"/></StackPanel></DataTemplate>
    </ItemsControl.ItemTemplate></ItemsControl>
  </StackPanel>
  <StackPanel Grid.Column="1" Margin="6">
   <ListView x:Name="Files" Height="160"><ListView.View><GridView>
     <GridViewColumn Header="File" Width="120" DisplayMemberBinding="{{Binding File}}"/>
     <GridViewColumn Header="Share"><GridViewColumn.CellTemplate><DataTemplate><CheckBox/></DataTemplate>
     </GridViewColumn.CellTemplate></GridViewColumn></GridView></ListView.View></ListView>
   <DockPanel><Button x:Name="Eye" DockPanel.Dock="Right" VerticalAlignment="Top" Click="on_click">
      <Rectangle Width="14" Height="8" Fill="Black"/></Button>
    <StackPanel><Label Content="_Name"/><TextBox x:Name="Person" LostFocus="on_left"/></StackPanel></DockPanel>
  </StackPanel>
  <Grid x:Name="Host" Grid.ColumnSpan="2" Visibility="Collapsed">
   <Border x:Name="Scrim" Background="#99000000" MouseLeftButtonDown="on_scrim"/>
   <Border Background="White" Width="220" Height="90" VerticalAlignment="Bottom"><StackPanel>
     <TextBlock Text="Close the shop now?"/><Button x:Name="Yes" Content="Yes, close" Click="on_scrim"/></StackPanel>
   </Border></Grid>
 </Grid>
</Window>"""
RIGHTS = {"Sales": ("Read orders", "Write orders"), "Office": ("Users", "Backups")}


class Workshop:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import SelectionChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Data import PropertyGroupDescription
        from System.Windows.Markup import XamlReader
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        for branch, leaves in RIGHTS.items():
            item = _ticked(branch)
            for leaf in leaves:
                item.Items.Add(_ticked(leaf))
            self["Rights"].Items.Add(item)
        self["Rights"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_tick))
        stock = data_table(["Article", "Kind", "Rating"], [("Nails", "Metal", "1"), ("Planks", "Wood", "2")])
        stock.Table.ColumnChanged += DataColumnChangeEventHandler(self.on_rated)
        self["Stock"].ItemsSource = stock
        self["Stock"].GroupStyle.Add(XamlReader.Parse(GROUPS))
        self["Stock"].Items.GroupDescriptions.Add(PropertyGroupDescription("Kind"))
        self["Stock"].SelectionChanged += SelectionChangedEventHandler(self.on_row)
        self["Files"].ItemsSource = data_table(["File"], [(f"report {n:02}.txt",) for n in range(1, 61)])
        self["Files"].SelectionChanged += SelectionChangedEventHandler(self.on_row)
        self["Files"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_shared))
        self["Cards"].ItemsSource = data_table(["Card"], [("North",), ("South",)])
        self["Cards"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_card))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_tick(self, sender: Any, e: Any) -> None:
        if str(e.OriginalSource.Tag) != "None":  # else it is the arrow of a branch
            self.log.write("ticked", str(e.OriginalSource.Tag), bool(e.OriginalSource.IsChecked))

    def on_rated(self, sender: Any, e: Any) -> None:
        if e.Column.ColumnName == "Rating":
            self.log.write("rated", str(e.Row["Article"]), str(e.ProposedValue))

    def on_row(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("chosen", sender.Name, str(sender.SelectedItem[0]))

    def on_shared(self, sender: Any, e: Any) -> None:
        row = getattr(e.OriginalSource, "DataContext", None)
        if row is not None:
            self.log.write("shared", "Files", str(row["File"]))

    def on_card(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", "More", str(e.OriginalSource.DataContext["Card"]))

    def on_menu(self, sender: Any, e: Any) -> None:
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import ContextMenu, MenuItem

        menu = ContextMenu()
        for words in ("Price", "Age"):
            item = MenuItem()
            item.Header = words
            item.Click += RoutedEventHandler(lambda chosen, _: self.log.write("clicked", "Sort", str(chosen.Header)))
            menu.Items.Add(item)
        menu.PlacementTarget = sender
        menu.IsOpen = True

    def on_ask(self, sender: Any, e: Any) -> None:
        self._show_dialog(True)
        self.log.write("asked", "Ask")

    def on_scrim(self, sender: Any, e: Any) -> None:
        self._show_dialog(False)
        self.log.write("clicked", sender.Name)

    def _show_dialog(self, shown: bool) -> None:
        from System.Windows import Visibility

        self["Host"].Visibility = Visibility.Visible if shown else Visibility.Collapsed

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("left", sender.Name, sender.Text)


def _ticked(words: str) -> Any:
    """Return an item of a tree with a check box before its words."""
    from System.Windows.Controls import CheckBox, Orientation, StackPanel, TextBlock, TreeViewItem

    panel, tick, text, item = StackPanel(), CheckBox(), TextBlock(), TreeViewItem()
    panel.Orientation, tick.Tag, text.Text = Orientation.Horizontal, words, words
    panel.Children.Add(tick)
    panel.Children.Add(text)
    item.Header = panel
    return item


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Workshop").parse_args()
    return show_window(options, lambda: Workshop(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
