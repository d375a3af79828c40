"""An orangery's desk: columns that stay, a rail of pictures, a layer with a bar.

    python orangery.py [--log FILE] [--title TEXT] [--pos X,Y]

The first column of `Plants` stays where it is, and all that lies behind it is scrolled under it. The rail is too narrow
for the words of its items, which tell nothing of themselves. `Save` lays a layer over all for a while, whose bar fills.
`Sun` and `Dose` reach the plant as their sliders move.
Events: pressed (what: more, water or save; the plant), chosen (page or plant), given (Sun or Dose; how much).
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
NUMBERS = ("Dose", "Sun")
SLIDER = '<Slider Maximum="9" Value="{{Binding {0}, UpdateSourceTrigger=PropertyChanged}}"/>'
PLANTS, PAGES = ("Fig", "Lemon", "Olive", "Myrtle"), ("Trees", "Herbs", "Ferns")


def column(width: int, inside: str, more: str = "") -> str:
    """Return a column whose cells are made by a template."""
    return f"""<DataGridTemplateColumn Width="{width}" {more}><DataGridTemplateColumn.CellTemplate>
 <DataTemplate>{inside}
 </DataTemplate></DataGridTemplateColumn.CellTemplate></DataGridTemplateColumn>"""


MORE = '<ToggleButton Tag="more" Width="150" ToolTip="More"><TextBlock Text="+"/></ToggleButton>'
XAML = f"""<Window {NS} Width="680" Height="420"><Grid><DockPanel>
 <ListBox x:Name="Pages" DockPanel.Dock="Left" Width="44"><ListBox.ItemTemplate><DataTemplate>
  <StackPanel Orientation="Horizontal"><Ellipse Width="16" Height="16" Fill="Teal"/>
   <TextBlock Text="{{Binding Words}}" Margin="30,0" Width="120"/></StackPanel></DataTemplate></ListBox.ItemTemplate>
 </ListBox>
 <DockPanel DockPanel.Dock="Right" Width="160"><TextBlock x:Name="Said" DockPanel.Dock="Bottom" Text="-"/>
  <Button x:Name="Save" DockPanel.Dock="Bottom" Content="Save" Tag="save"/></DockPanel>
 <DataGrid x:Name="Plants" AutoGenerateColumns="False" CanUserAddRows="False" FrozenColumnCount="1" RowHeight="26">
  <DataGrid.Columns>{column(180, MORE)}
   <DataGridTextColumn Header="Plant" Width="170" Binding="{{Binding Words}}" IsReadOnly="True"/>
   {column(90, '<Button Tag="water" Content="Water"/>', 'Header="Care"')}
   <DataGridTextColumn Header="Notes" Width="260" Binding="{{Binding Notes}}"/>
   {"".join(column(110, SLIDER.format(name), f'Header="{name}"') for name in NUMBERS)}</DataGrid.Columns></DataGrid>
 </DockPanel>
 <Border x:Name="Layer" Background="#A0FFFFFF" Visibility="Collapsed"><StackPanel VerticalAlignment="Center">
  <ProgressBar x:Name="Bar" Height="14" Margin="0,0,260,0"/><TextBlock Text="Bitte warten"/></StackPanel></Border>
</Grid></Window>"""


def table(*words: str) -> Any:
    """Return rows of data."""
    from System import Double, String
    from System.Data import DataTable

    made = DataTable()
    for name in ("Words", "Notes"):
        made.Columns.Add(name, String)
    for name in NUMBERS:
        made.Columns.Add(name, Double)
    for word in words:
        made.Rows.Add(word, "", 0.0, 0.0)
    return made.DefaultView


class Orangery:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import TimeSpan
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Threading import DispatcherTimer
        from wpf_loader import load_xaml

        self.log = log
        self.window = window = load_xaml(XAML, self)
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))
        plants = table(*PLANTS)
        plants.Table.ColumnChanged += self.on_number
        self["Pages"].ItemsSource, self["Plants"].ItemsSource = table(*PAGES), plants
        self["Pages"].SelectionChanged += lambda *_: self.tell("chosen", str(self["Pages"].SelectedItem["Words"]))
        self["Plants"].SelectionChanged += lambda *_: self.tell("chosen", str(self["Plants"].SelectedItem["Words"]))
        self.filling = DispatcherTimer()
        self.filling.Interval = TimeSpan.FromMilliseconds(300)
        self.filling.Tick += self.on_filling

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def tell(self, event: str, what: str, value: Any = None) -> None:
        """Log and show what was done."""
        self.log.write(event, what, value)
        self["Said"].Text = f"{event} {what} {value or ''}"

    def on_number(self, sender: Any, e: Any) -> None:
        if str(e.Column.ColumnName) in NUMBERS:
            self.tell("given", str(e.Column.ColumnName), float(e.ProposedValue))

    def on_press(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        row = e.OriginalSource.DataContext
        self.tell("pressed", str(e.OriginalSource.Tag), str(row["Words"]) if row is not None else None)
        if str(e.OriginalSource.Tag) == "save":
            self["Bar"].Value, self["Layer"].Visibility = 0, Visibility.Visible
            self.filling.Start()

    def on_filling(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Bar"].Value += 10
        if self["Bar"].Value >= 100:
            self.filling.Stop()
            self["Layer"].Visibility = Visibility.Collapsed


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Orangery").parse_args()
    return show_window(options, lambda: Orangery(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
