"""What programs on the common control libraries are made of: templates, commands, items bound to objects, WPF.

    python templates.py [--log FILE] [--title TEXT] [--pos X,Y]

A rail of tabs named by a type, with their captions inside: Home, Code (first shown: Home). On Home: rows whose text or
tick is used, a field with its two arrows, stars to rate by, an icon with a tool tip, `Apply` that lets `Undo` be used,
a grid whose cells are templates, an expander that a text has the name of, `New note` that opens a dialog inside of the
window over an empty place, `Archive` behind it. On Code: 80 options that are made when they are
scrolled to. Events: clicked, stepped, rated, ticked,
chosen, opened; `control` is what was used, `value` which or what.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import data_table, end_process, show_window

ASK = """<TextBox.Template><ControlTemplate TargetType="TextBox">
  <Border BorderThickness="0,0,0,1" BorderBrush="{TemplateBinding BorderBrush}" Background="White"><DockPanel>
    <TextBlock DockPanel.Dock="Right" Text="{TemplateBinding Tag}" Foreground="{TemplateBinding Foreground}"/>
    <ScrollViewer x:Name="PART_ContentHost"/></DockPanel></Border></ControlTemplate></TextBox.Template>"""
PAGE = """
<Grid><StackPanel Margin="6">
  <StackPanel x:Name="Side" MouseLeftButtonUp="on_side">
    <TextBlock Text="Invoices" Padding="4" Background="#EEE"/><TextBlock Text="Team" Padding="4" Background="#EEE"/>
  </StackPanel>
  <StackPanel Orientation="Horizontal"><CheckBox x:Name="Backup" Click="on_tick"/><TextBlock Text="Nightly backup"/>
  </StackPanel>
  <StackPanel Orientation="Horizontal"><TextBlock Text="Quantity" Margin="4"/>
    <DockPanel Width="70"><StackPanel DockPanel.Dock="Right">
      <RepeatButton x:Name="Up" Click="on_step" Width="18" Height="12" Delay="2000"><Path Data="M0,4 L4,0 8,4 Z"/>
      </RepeatButton>
      <RepeatButton x:Name="Down" Click="on_step" Width="18" Height="12" Delay="2000"><Path Data="M0,0 L4,4 8,0 Z"/>
      </RepeatButton></StackPanel><TextBox x:Name="Quantity" Text="1"/></DockPanel>
    <TextBlock Text="Code" Margin="8,4"/><TextBox x:Name="Code" Width="70" MaxLength="4" LostFocus="on_left"/>
  </StackPanel>
  <StackPanel Orientation="Horizontal"><TextBlock Text="Your rating"/>
    <ItemsControl x:Name="Stars" MouseLeftButtonUp="on_star">
      <ItemsControl.ItemsPanel><ItemsPanelTemplate><StackPanel Orientation="Horizontal"/></ItemsPanelTemplate>
      </ItemsControl.ItemsPanel>
      <ItemsControl.ItemTemplate><DataTemplate><Border Background="Transparent" Padding="3">
        <Ellipse Width="14" Height="14" Fill="Gold"/></Border></DataTemplate></ItemsControl.ItemTemplate>
    </ItemsControl>
    <ComboBox x:Name="Size" ToolTip="Text size" Width="60" SelectionChanged="on_size"/></StackPanel>
  <StackPanel Orientation="Horizontal"><TextBox x:Name="Note" Width="90"/><Button x:Name="Apply" Content="Apply"/>
    <Button x:Name="Undo" Content="Undo"/><Button x:Name="Tint" Content="Tint" Click="on_tint"/>
    <Rectangle x:Name="Paint" Width="40" Height="20" Fill="LightGray"/>
    <TextBox x:Name="Phone" AutomationProperties.Name="Phone" Width="120" Tag="Digits" Foreground="Gray"
      BorderBrush="Gray" LostFocus="on_phone">{ASK}</TextBox>
    <TextBox x:Name="Fax" AutomationProperties.Name="Fax" Width="120" Tag="Required" Foreground="Red"
      BorderBrush="Gray" LostFocus="on_left">{ASK}</TextBox></StackPanel>
  <DataGrid x:Name="Orders" AutoGenerateColumns="False" CanUserAddRows="False" Height="110">
    <DataGrid.Columns>
      <DataGridTextColumn Header="Amount" Binding="{Binding Amount}"/>
      <DataGridTemplateColumn Header="Customer"><DataGridTemplateColumn.CellTemplate><DataTemplate>
        <TextBlock Text="{Binding Customer}"/></DataTemplate></DataGridTemplateColumn.CellTemplate>
      </DataGridTemplateColumn>
      <DataGridTemplateColumn Header="Paid"><DataGridTemplateColumn.CellTemplate><DataTemplate>
        <CheckBox IsChecked="{Binding Paid}"/></DataTemplate></DataGridTemplateColumn.CellTemplate>
      </DataGridTemplateColumn>
      <DataGridTemplateColumn Header="Status"><DataGridTemplateColumn.CellTemplate><DataTemplate>
        <ComboBox Width="80"><ComboBoxItem Content="New"/><ComboBoxItem Content="Sent"/></ComboBox></DataTemplate>
      </DataGridTemplateColumn.CellTemplate></DataGridTemplateColumn>
    </DataGrid.Columns>
  </DataGrid>
  <TextBlock Text="Details"/>
  <Expander x:Name="More" Expanded="on_opened"><Expander.Header><TextBlock Text="Details"/></Expander.Header>
    <TextBlock Text="Build 17"/></Expander>
  <StackPanel Orientation="Horizontal"><TextBlock Text="Holiday"/>
    <Calendar x:Name="Holiday" DisplayDate="2026-08-01" SelectedDatesChanged="on_day"/></StackPanel>
</StackPanel>
<StackPanel HorizontalAlignment="Right" VerticalAlignment="Top"><Button x:Name="NewNote" Content="New note"
  Click="on_dialog"/><Button x:Name="Archive" Content="Archive" Click="on_click"/></StackPanel>
<Grid x:Name="Host" Visibility="Collapsed"><Border Background="#88000000"/>
  <Border Background="White" Width="120" Height="60" HorizontalAlignment="Right" VerticalAlignment="Bottom">
    <StackPanel><TextBox x:Name="Title"/><Button x:Name="Create" Content="Create" Click="on_create"/></StackPanel>
  </Border></Grid></Grid>
""".replace("{ASK}", ASK)
XAML = f"""
<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="620" Height="700">
  <TabControl TabStripPlacement="Left">
    <TabItem><TabItem.Header><StackPanel><TextBlock Text="&#xE10F;"/><TextBlock Text="Home"/></StackPanel>
      </TabItem.Header>{PAGE}</TabItem>
    <TabItem><TabItem.Header><StackPanel><TextBlock Text="&#xE104;"/><TextBlock Text="Code"/></StackPanel>
      </TabItem.Header>
      <ItemsControl x:Name="Options" VirtualizingPanel.IsVirtualizing="True">
        <ItemsControl.Template><ControlTemplate TargetType="ItemsControl"><ScrollViewer CanContentScroll="True">
          <ItemsPresenter/></ScrollViewer></ControlTemplate></ItemsControl.Template>
        <ItemsControl.ItemsPanel><ItemsPanelTemplate><VirtualizingStackPanel/></ItemsPanelTemplate>
        </ItemsControl.ItemsPanel>
        <ItemsControl.ItemTemplate><DataTemplate><StackPanel Orientation="Horizontal" Margin="6">
          <TextBlock Text="{{Binding Option}}" Width="90"/><CheckBox/></StackPanel></DataTemplate>
        </ItemsControl.ItemTemplate>
      </ItemsControl></TabItem>
  </TabControl>
</Window>"""
STARS, OPTIONS = 5, 80


class Templates:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows.Controls import CheckBox, ComboBox, SelectionChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase, Selector
        from wpf_loader import load_xaml

        self.log, self.undone, self.tint = log, True, 0
        self.window = load_xaml(XAML, self)
        self.ticks, self.boxes = CheckBox, ComboBox
        for name in ("New", "8", "16"):
            self["Size"].Items.Add(name)
        self["Stars"].ItemsSource = data_table(["Number"], [(str(n),) for n in range(1, STARS + 1)])
        rows = [("120", "Blue Mill", False), ("420", "Nordwind", False)]
        self["Orders"].ItemsSource = data_table(["Amount", "Customer", "Paid"], rows)
        self["Options"].ItemsSource = data_table(["Option"], [(f"Option {n}",) for n in range(1, OPTIONS + 1)])
        self["Options"].AddHandler(ButtonBase.ClickEvent, _routed(self.on_option))
        self["Orders"].AddHandler(ButtonBase.ClickEvent, _routed(self.on_cell))
        self["Orders"].AddHandler(Selector.SelectionChangedEvent, SelectionChangedEventHandler(self.on_status))
        self._command("Apply", self.on_apply, lambda: True)
        self._command("Undo", self.on_undo, lambda: not self.undone)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def _command(self, name: str, run: Any, can: Any) -> None:
        from System.Windows.Input import (
            CanExecuteRoutedEventHandler,
            CommandBinding,
            ExecutedRoutedEventHandler,
            RoutedCommand,
        )

        def allowed(sender: Any, e: Any) -> None:
            e.CanExecute = can()

        command = RoutedCommand(name, self.window.GetType())
        binding = CommandBinding(command, ExecutedRoutedEventHandler(run), CanExecuteRoutedEventHandler(allowed))
        self.window.CommandBindings.Add(binding)
        self[name].Command = command

    def on_side(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", "Side", getattr(e.OriginalSource, "Text", None))

    def on_tick(self, sender: Any, e: Any) -> None:
        self.log.write("ticked", sender.Name, bool(sender.IsChecked))

    def on_step(self, sender: Any, e: Any) -> None:
        self.log.write("stepped", sender.Name)

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("left", sender.Name, sender.Text)

    def on_phone(self, sender: Any, e: Any) -> None:
        from System.Windows.Media import Brushes

        is_good = sender.Text.isdigit()
        sender.Tag, sender.Foreground = ("Digits", Brushes.Gray) if is_good else ("Digits only", Brushes.Red)
        sender.BorderBrush = Brushes.Gray if is_good else Brushes.Red
        self.on_left(sender, e)

    def on_star(self, sender: Any, e: Any) -> None:
        self.log.write("rated", "Stars", str(e.OriginalSource.DataContext["Number"]))

    def on_size(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Size", str(sender.SelectedItem))

    def on_apply(self, sender: Any, e: Any) -> None:
        self.undone = False
        self.log.write("clicked", "Apply")

    def on_undo(self, sender: Any, e: Any) -> None:
        self.undone = True
        self.log.write("clicked", "Undo")

    def on_tint(self, sender: Any, e: Any) -> None:
        from System.Windows.Media import Brushes

        self.tint += 1
        self["Paint"].Fill = (Brushes.Crimson, Brushes.Teal)[self.tint % 2]
        self.log.write("clicked", "Tint")

    def on_cell(self, sender: Any, e: Any) -> None:
        if isinstance(e.OriginalSource, self.ticks):
            self.log.write("ticked", "Paid", str(e.OriginalSource.DataContext["Customer"]))

    def on_option(self, sender: Any, e: Any) -> None:
        self.log.write("ticked", "Options", str(e.OriginalSource.DataContext["Option"]))

    def on_status(self, sender: Any, e: Any) -> None:
        if isinstance(e.OriginalSource, self.boxes):
            self.log.write("chosen", "Status", str(e.OriginalSource.SelectedItem.Content))

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_dialog(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Host"].Visibility = Visibility.Visible
        self.log.write("opened", "Host")

    def on_create(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Host"].Visibility = Visibility.Collapsed
        self.log.write("clicked", "Create")

    def on_opened(self, sender: Any, e: Any) -> None:
        self.log.write("opened", sender.Name)

    def on_day(self, sender: Any, e: Any) -> None:
        day = sender.SelectedDate
        self.log.write("chosen", sender.Name, f"{day.Year}-{day.Month}-{day.Day}" if day is not None else None)


def _routed(handler: Any) -> Any:
    from System.Windows import RoutedEventHandler

    return RoutedEventHandler(handler)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Templates").parse_args()
    return show_window(options, lambda: Templates(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
