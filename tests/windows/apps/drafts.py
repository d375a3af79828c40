"""Signs and words in items that do something of their own, two grids with like rows, a field that hints, WPF.

    python drafts.py [--log FILE] [--title TEXT] [--pos X,Y]

Each tab holds its title and a cross. Each job holds its title and `Tick off`. `Stock` and `Basket` have a column
`Title` with the same rows; the basket has a button in each. `Due` is drawn by a template. `Staff number` tells a hint,
and, as long as it holds anything but five digits, an error instead. `Count` takes numbers; `Check` asks for errors.
Events: closed (a tab), ticked (a job), chosen (tab or job), removed (of the basket; the selected row as its value), set
(the staff number), checked (whether no error is left in the stock).
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, load_xaml, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
TITLE = '<TextBlock Text="{Binding Title}"/>'
XAML = f"""<Window {NS} Width="640" Height="520"><DockPanel>
 <TabControl x:Name="Tabs" DockPanel.Dock="Top" Height="60"><TabControl.ItemTemplate><DataTemplate>
  <StackPanel Orientation="Horizontal">{TITLE}<TextBlock Text="×" Margin="8,0,0,0"/></StackPanel>
 </DataTemplate></TabControl.ItemTemplate></TabControl>
 <ListBox x:Name="Jobs" DockPanel.Dock="Top" Height="80" HorizontalContentAlignment="Stretch"><ListBox.ItemTemplate>
  <DataTemplate><DockPanel><TextBlock DockPanel.Dock="Right" Text="Tick off"/>{TITLE}</DockPanel></DataTemplate>
 </ListBox.ItemTemplate></ListBox>
 <DockPanel DockPanel.Dock="Top"><Label Content="Staff number"/>
  <Button DockPanel.Dock="Right" Content="Check"/>
  <TextBox x:Name="Staff" ToolTip="Five digits"/></DockPanel>
 <DataGrid x:Name="Stock" Width="300" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
  <DataGridTextColumn Header="Title" Binding="{{Binding Title}}"/>
  <DataGridTemplateColumn Header="Due"><DataGridTemplateColumn.CellTemplate><DataTemplate>
   <TextBlock Text="{{Binding Due}}"/></DataTemplate></DataGridTemplateColumn.CellTemplate></DataGridTemplateColumn>
  <DataGridTextColumn Header="Count" Binding="{{Binding Count}}"/>
 </DataGrid.Columns></DataGrid>
 <DataGrid x:Name="Basket" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
  <DataGridTextColumn Header="Title" Binding="{{Binding Title}}"/>
  <DataGridTemplateColumn><DataGridTemplateColumn.CellTemplate><DataTemplate>
   <Button Content="Put back"/></DataTemplate></DataGridTemplateColumn.CellTemplate></DataGridTemplateColumn>
 </DataGrid.Columns></DataGrid></DockPanel></Window>"""
GOODS = [("Brick", "01.07.2026"), ("Sand", "04.07.2026")]
ACTS = {"×": "closed", "Tick off": "ticked"}


def is_valid(element: Any) -> bool:
    """Return whether nothing that is shown in an element has an error."""
    from System.Windows.Controls import Validation
    from System.Windows.Media import VisualTreeHelper

    inner = (VisualTreeHelper.GetChild(element, i) for i in range(VisualTreeHelper.GetChildrenCount(element)))
    return not Validation.GetHasError(element) and all(map(is_valid, inner))


class Drafts:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import Type
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase

        self.log = log
        self.window = window = load_xaml(XAML, self)
        self["Tabs"].ItemsSource = data_table(["Title"], [("File 1",), ("File 2",), ("File 3",)])
        self["Jobs"].ItemsSource = data_table(["Title"], [("Wash",), ("Iron",)])
        stock = data_table(["Title", "Due"], GOODS)
        stock.Table.Columns.Add("Count", Type.GetType("System.Int32"))
        self["Stock"].ItemsSource = stock
        self["Basket"].ItemsSource = data_table(["Title"], [(title,) for title, _ in GOODS])
        self["Tabs"].SelectedIndex = 0
        for name in ("Tabs", "Jobs"):
            self[name].PreviewMouseLeftButtonDown += self.on_mouse
            self[name].SelectionChanged += self.on_chosen
        self["Staff"].TextChanged += self.on_text
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_mouse(self, sender: Any, e: Any) -> None:
        act = ACTS.get(str(getattr(e.OriginalSource, "Text", "")))
        if act is not None:
            self.log.write(act, str(e.OriginalSource.DataContext["Title"]))
            e.Handled = True

    def on_chosen(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", str(sender.SelectedItem["Title"]) if sender.SelectedItem is not None else "")

    def on_press(self, sender: Any, e: Any) -> None:
        if str(e.OriginalSource.Content) == "Check":
            self.log.write("checked", "Stock", is_valid(self["Stock"]))
            return
        chosen = self["Basket"].SelectedItem
        self.log.write("removed", str(e.OriginalSource.DataContext["Title"]), str(chosen["Title"]) if chosen else "")
        self.window.Title += "."

    def on_text(self, sender: Any, e: Any) -> None:
        from System.Windows.Automation import AutomationProperties

        text = str(sender.Text)
        if text.isdigit() and len(text) == 5:
            sender.ClearValue(AutomationProperties.HelpTextProperty)
            self.log.write("set", "Staff", text)
        else:
            sender.SetValue(AutomationProperties.HelpTextProperty, "The number must have 5 digits.")


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Drafts").parse_args()
    return show_window(options, lambda: Drafts(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
