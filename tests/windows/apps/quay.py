"""A quay's desk: buttons in rows, a field in a row's details, an option called as a field is, a layer to wait for, WPF.

    python quay.py [--log FILE] [--title TEXT] [--pos X,Y]

`Boats` groups its rows by Kind; the groups are closed; each row has `Launch` and `Scrap`. The row of `Stores` that is
chosen shows its `Supplier` in a field below, whose binding is left as it is by default. `Company` is an option, and a
label over a field. `Output` is a heading, and a button. `Find` takes its text on Enter. `Stars` stands before five
shapes, and `Tell all` behind these. A card of `Crates` has its field far below its title. The items of `Tints` have
nothing but a tool tip. `Apply` lays a layer with a bar over the window for a second. `Menu` is a list that takes each
choice back: `Tools` shows a button, `None` only says so. `Ports` filters its open list by a field in it. Events:
clicked, chosen, entered, cell; `control` is what was used, `value` of which row, or which text.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import GROUPS, XMLNS, data_table, end_process, show_window

BUTTONS = """<DataTemplate><StackPanel Orientation="Horizontal"><Button Content="Launch"/><Button Content="Scrap"/>
 </StackPanel></DataTemplate>"""
STAR = """<Path Data="M8,0 L10,6 16,6 11,10 13,16 8,12 3,16 5,10 0,6 6,6Z" Fill="Gold"/>"""
PORTS = """<ControlTemplate TargetType="ComboBox"><Grid><ContentPresenter Content="{TemplateBinding SelectionBoxItem}"/>
  <ToggleButton Content="v" HorizontalAlignment="Right" Focusable="False" IsChecked="{Binding IsDropDownOpen,
   RelativeSource={RelativeSource TemplatedParent}, Mode=TwoWay}"/><Popup IsOpen="{TemplateBinding IsDropDownOpen}">
   <Border Background="White"><StackPanel><DockPanel><TextBlock Text="Starts with"/><TextBox Width="90"/></DockPanel>
   <ItemsPresenter/></StackPanel></Border></Popup></Grid></ControlTemplate>"""
XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="760" Height="470"><Grid>
 <Grid Margin="6"><Grid.ColumnDefinitions><ColumnDefinition/><ColumnDefinition/></Grid.ColumnDefinitions>
  <StackPanel>
   <ListView x:Name="Boats" Height="160"><ListView.View><GridView>
     <GridViewColumn Header="Boat" Width="120" DisplayMemberBinding="{{Binding Boat}}"/>
     <GridViewColumn Header="Do"><GridViewColumn.CellTemplate>{BUTTONS}</GridViewColumn.CellTemplate></GridViewColumn>
    </GridView></ListView.View></ListView>
   <DataGrid x:Name="Stores" Height="150" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
     <DataGridTextColumn Header="Store" Width="120" Binding="{{Binding Store}}"/>
     <DataGridTextColumn Header="Bay" Width="60"/><DataGridTextColumn Header="Shelf" Width="60"/></DataGrid.Columns>
    <DataGrid.RowDetailsTemplate><DataTemplate><DockPanel><TextBlock Text="Supplier" Width="60"/>
      <TextBox Text="{{Binding Supplier}}"/></DockPanel></DataTemplate></DataGrid.RowDetailsTemplate></DataGrid>
   <ComboBox x:Name="Ports" SelectionChanged="on_port"><ComboBox.Template>{PORTS}</ComboBox.Template>
    <ComboBoxItem Content="Aarhus"/><ComboBoxItem Content="Bergen"/><ComboBoxItem Content="Kiel"/></ComboBox>
  </StackPanel>
  <StackPanel Grid.Column="1" Margin="6">
   <ListBox x:Name="Pages" Height="60" SelectionChanged="on_page"><ListBoxItem Content="Harbour"/>
    <ListBoxItem Content="Crew"/></ListBox>
   <ListBox x:Name="Menu" SelectionChanged="on_menu"><ListBox.ItemsPanel><ItemsPanelTemplate>
    <StackPanel Orientation="Horizontal"/></ItemsPanelTemplate></ListBox.ItemsPanel><ListBoxItem Content="Tools"/>
    <ListBoxItem Content="None"/></ListBox>
   <TextBlock x:Name="Said"/><Button x:Name="Winch" Content="Winch" Visibility="Collapsed"/>
   <RadioButton Content="Private"/><RadioButton Content="Company"/>
   <Label Content="_Company"/><TextBox x:Name="Firm" LostFocus="on_left"/>
   <DockPanel><TextBlock Text="Find" Width="60"/><TextBox x:Name="Find" KeyDown="on_find"/></DockPanel>
   <TextBlock Text="Output"/><ToggleButton x:Name="Output" Content="Output" Click="on_click"/>
   <Button x:Name="Apply" Content="Apply" Click="on_apply"/>
   <Grid><Grid.ColumnDefinitions><ColumnDefinition Width="60"/><ColumnDefinition Width="120"/><ColumnDefinition/>
    </Grid.ColumnDefinitions><Grid.RowDefinitions><RowDefinition/><RowDefinition/></Grid.RowDefinitions>
    <TextBlock Text="Stars"/><StackPanel Grid.Column="1" Orientation="Horizontal">{STAR * 5}</StackPanel>
    <ToggleButton x:Name="Told" Grid.Column="2" Content="Tell all" Click="on_click"/>
    <TextBlock Grid.Row="1" Text="Berth"/><TextBox Grid.Row="1" Grid.Column="1"/></Grid>
   <ListBox x:Name="Tints" SelectionChanged="on_tint"><ListBox.ItemsPanel><ItemsPanelTemplate>
    <StackPanel Orientation="Horizontal"/></ItemsPanelTemplate></ListBox.ItemsPanel><ListBox.ItemTemplate><DataTemplate>
    <Rectangle Width="14" Height="14" Fill="{{Binding Fill}}" ToolTip="{{Binding Tint}}"/></DataTemplate>
    </ListBox.ItemTemplate></ListBox>
   <ItemsControl x:Name="Crates"><ItemsControl.ItemsPanel><ItemsPanelTemplate><StackPanel Orientation="Horizontal"/>
    </ItemsPanelTemplate></ItemsControl.ItemsPanel><ItemsControl.ItemTemplate><DataTemplate><StackPanel Width="120">
     <TextBlock Text="{{Binding Crate}}"/><TextBlock Text="Size"/><ComboBox/><CheckBox Content="Open"/>
     <CheckBox Content="Wet"/><TextBox Text="{{Binding Note, UpdateSourceTrigger=PropertyChanged}}"/></StackPanel>
    </DataTemplate></ItemsControl.ItemTemplate></ItemsControl>
  </StackPanel></Grid>
 <Grid x:Name="Layer" Background="#AAFFFFFF" Visibility="Collapsed"><StackPanel Width="200" VerticalAlignment="Center">
   <ProgressBar IsIndeterminate="True" Height="12"/><TextBlock Text="Please wait"/></StackPanel></Grid>
</Grid></Window>"""


class Quay:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import TextChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase, TextBoxBase
        from System.Windows.Data import PropertyGroupDescription
        from System.Windows.Markup import XamlReader
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        boats = [("Albatross", "Sail"), ("Calypso", "Sail"), ("Eider", "Motor"), ("Dory", "Rowing")]
        self["Boats"].ItemsSource = data_table(["Boat", "Kind"], boats)
        self["Boats"].GroupStyle.Add(XamlReader.Parse(GROUPS))
        self["Boats"].Items.GroupDescriptions.Add(PropertyGroupDescription("Kind"))
        self["Boats"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_row))
        stores = data_table(["Store", "Supplier"], [("Ropes", "Acme"), ("Paint", "Norton")])
        stores.Table.ColumnChanged += DataColumnChangeEventHandler(
            lambda _, e: log.write("cell", str(e.Row["Store"]), str(e.ProposedValue))
        )
        self["Stores"].ItemsSource = stores
        crates = data_table(["Crate", "Note"], [("Apples", ""), ("Pears", "")])
        crates.Table.ColumnChanged += DataColumnChangeEventHandler(
            lambda _, e: log.write("cell", str(e.Row["Crate"]), str(e.ProposedValue))
        )
        self["Crates"].ItemsSource = crates
        self["Ports"].AddHandler(TextBoxBase.TextChangedEvent, TextChangedEventHandler(self.on_filter))
        self["Tints"].ItemsSource = data_table(["Tint", "Fill"], [("Moss", "Olive"), ("Rose", "Pink"), ("Sky", "Blue")])

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_row(self, sender: Any, e: Any) -> None:
        row = getattr(e.OriginalSource, "DataContext", None)
        if str(e.OriginalSource.Content) in ("Launch", "Scrap"):  # else it is a group's arrow, or a column's header
            self.log.write("clicked", str(e.OriginalSource.Content), str(row["Boat"]))

    def on_page(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Pages", str(sender.SelectedItem.Content))

    def on_menu(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        if (item := sender.SelectedItem) is not None:
            self.log.write("chosen", "Menu", str(item.Content))
            self["Said"].Text = f"{item.Content} it is"
            shown = item.Content == "Tools"
            self["Winch"].Visibility = Visibility.Visible if shown else Visibility.Collapsed
            sender.SelectedItem = None

    def on_port(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("chosen", "Ports", str(sender.SelectedItem.Content))

    def on_filter(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        for item in sender.Items:
            is_shown = str(item.Content).startswith(e.OriginalSource.Text)
            item.Visibility = Visibility.Visible if is_shown else Visibility.Collapsed

    def on_tint(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Tints", str(sender.SelectedItem["Tint"]))

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("entered", sender.Name, sender.Text)

    def on_find(self, sender: Any, e: Any) -> None:
        from System.Windows.Input import Key

        if e.Key == Key.Return:
            self.log.write("entered", sender.Name, sender.Text)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name, bool(sender.IsChecked))

    def on_apply(self, sender: Any, e: Any) -> None:
        from System import EventHandler, TimeSpan
        from System.Windows import Visibility
        from System.Windows.Threading import DispatcherTimer

        timer = DispatcherTimer()
        timer.Interval = TimeSpan.FromSeconds(1)

        def end(*_: Any) -> None:
            timer.Stop()
            self["Layer"].Visibility = Visibility.Collapsed

        timer.Tick += EventHandler(end)
        self["Layer"].Visibility = Visibility.Visible
        timer.Start()
        self.log.write("clicked", sender.Name)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Quay").parse_args()
    return show_window(options, lambda: Quay(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
