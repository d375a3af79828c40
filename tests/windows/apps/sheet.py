"""A grid as programs of offices have it: links, dates, buttons that show under the pointer, a tool bar too narrow, WPF.

    python sheet.py [--log FILE] [--title TEXT] [--pos X,Y]

Rows Blue Mill and Nordwind, each with a link (`Site`), a date that is edited by a date picker (`Due`), a tick (`Paid`)
and buttons (`Pin`, `Delete`) that show while the pointer is over their row. The tool bar has room for a part of its
buttons: `Archive rows` and `Zip rows` stand in its overflow. `Post` has an arrow (`▾`) beside it. Events: followed,
dated, ticked, clicked; `control` is what was used, `value` of which row, or which day.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import data_table, end_process, show_window

TOOLS = ("Import rows", "Export rows", "Check rows", "Archive rows", "Zip rows")


def under_pointer(column: str, caption: str) -> str:
    """Return a column of buttons that show while the pointer is over their row."""
    return f"""<DataGridTemplateColumn Header="{column}" Width="70"><DataGridTemplateColumn.CellTemplate><DataTemplate>
      <Button Content="{caption}"><Button.Style><Style TargetType="Button">
        <Setter Property="Visibility" Value="Collapsed"/><Style.Triggers>
        <DataTrigger Binding="{{Binding IsMouseOver, RelativeSource={{RelativeSource AncestorType=DataGridRow}}}}"
          Value="True"><Setter Property="Visibility" Value="Visible"/></DataTrigger></Style.Triggers></Style>
      </Button.Style></Button></DataTemplate></DataGridTemplateColumn.CellTemplate></DataGridTemplateColumn>"""


XAML = f"""
<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="660" Height="380">
  <DockPanel>
    <ToolBarTray DockPanel.Dock="Top" Width="280" HorizontalAlignment="Left"><ToolBar x:Name="Tools">
      {"".join(f'<Button Content="{tool}" Margin="4"/>' for tool in TOOLS)}
    </ToolBar></ToolBarTray>
    <StackPanel DockPanel.Dock="Top" Orientation="Horizontal" Margin="6">
      <Button x:Name="Post" Content="Post"/><Button x:Name="PostMore" Content="▾"/>
    </StackPanel>
    <DataGrid x:Name="Rows" AutoGenerateColumns="False" CanUserAddRows="False" RowHeight="26">
      <DataGrid.RowStyle><Style TargetType="DataGridRow"><Setter Property="Background" Value="White"/></Style>
      </DataGrid.RowStyle>
      <DataGrid.Columns>
        <DataGridTextColumn Header="Customer" Binding="{{Binding Customer}}" IsReadOnly="True"/>
        <DataGridHyperlinkColumn Header="Site" Binding="{{Binding Site}}" Width="160"/>
        <DataGridTemplateColumn Header="Due" Width="120">
          <DataGridTemplateColumn.CellTemplate><DataTemplate><TextBlock Text="{{Binding Due}}"/></DataTemplate>
          </DataGridTemplateColumn.CellTemplate>
          <DataGridTemplateColumn.CellEditingTemplate><DataTemplate>
            <DatePicker SelectedDate="{{Binding Due, UpdateSourceTrigger=PropertyChanged}}"/></DataTemplate>
          </DataGridTemplateColumn.CellEditingTemplate></DataGridTemplateColumn>
        <DataGridCheckBoxColumn Header="Paid" Binding="{{Binding Paid}}"/>
        {under_pointer("Do", "Pin")}{under_pointer("Drop", "Delete")}
      </DataGrid.Columns>
    </DataGrid>
  </DockPanel>
</Window>"""


class Sheet:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import DateTime
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Documents import Hyperlink
        from wpf_loader import load_xaml

        self.log, self.link = log, Hyperlink
        self.window = load_xaml(XAML, self)
        rows = [
            ("Blue Mill", "http://mill", DateTime(2026, 4, 3), False),
            ("Nordwind", "http://wind", DateTime(2026, 4, 9), False),
        ]
        view = data_table(["Customer", "Site", "Due", "Paid"], rows)
        view.Table.ColumnChanged += DataColumnChangeEventHandler(self.on_changed)
        self.window.FindName("Rows").ItemsSource = view
        self.window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_click))  # a Hyperlink's, too

    def on_changed(self, sender: Any, e: Any) -> None:
        if e.Column.ColumnName == "Due":
            self.log.write("dated", str(e.Row["Customer"]), e.ProposedValue.ToString("yyyy-MM-dd"))
        elif e.Column.ColumnName == "Paid":
            self.log.write("ticked", str(e.Row["Customer"]), bool(e.ProposedValue))

    def on_click(self, sender: Any, e: Any) -> None:
        row = e.OriginalSource.DataContext
        customer = str(row["Customer"]) if row is not None else None
        if isinstance(e.OriginalSource, self.link):
            self.log.write("followed", "Site", customer)
        elif isinstance(e.OriginalSource.Content, str):
            self.log.write("clicked", e.OriginalSource.Content, customer)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Sheet").parse_args()
    return show_window(options, lambda: Sheet(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
