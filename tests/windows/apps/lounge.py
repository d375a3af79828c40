"""A lounge: cards with buttons under the pointer, cards that open, a grid of keys, frames in frames, layers, WPF.

    python lounge.py [--log FILE] [--title TEXT] [--pos X,Y]

`State` in the grid keeps a key (`held`) and shows a title (`On hold`). `Opens at` stands before a button, far right of
it `Smoking` before a check box. The heads of `Lighting` and `Doors` hold a switch and a combo box; in each is `Dim at
night`. `Street` stands in `Delivery` and `Billing` of `Customer`, a frame that is all of a UserControl. What a card of
`Corner a` and `b` offers, and the box of `Ann`, show only under the pointer. A list whose only item is empty lies over
`Paste`; `Ask` shows a layer over the rest, `Steps` a window. Events: entered, clicked, toggled, chosen, opened, rated,
destroyed; `control` is what was used, `value` which.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
SHOWN = """<Setter Property="Visibility" Value="Hidden"/><Style.Triggers><DataTrigger Value="True"
  Binding="{Binding IsMouseOver, RelativeSource={RelativeSource AncestorType=Border}}"><Setter Property="Visibility"
  Value="Visible"/></DataTrigger></Style.Triggers>"""


def listed(name: str, template: str, panel: str = "StackPanel", kind: str = "ItemsControl", more: str = "") -> str:
    """Return a list of objects, each shown by a template."""
    return f"""<{kind} x:Name="{name}" {more}><{kind}.ItemsPanel><ItemsPanelTemplate><{panel}/></ItemsPanelTemplate>
      </{kind}.ItemsPanel><{kind}.ItemTemplate><DataTemplate>{template}</DataTemplate></{kind}.ItemTemplate></{kind}>"""


def card(head: str, part: str, name: str) -> str:
    """Return an expander whose whole head is a button, with something to set in it."""
    return f"""<Expander><Expander.Template><ControlTemplate TargetType="Expander"><StackPanel>
      <ToggleButton IsChecked="{{Binding IsExpanded, RelativeSource={{RelativeSource TemplatedParent}}}}">
       <ToggleButton.Template><ControlTemplate TargetType="ToggleButton"><Border Background="#EEE"><ContentPresenter/>
       </Border></ControlTemplate></ToggleButton.Template><ContentPresenter ContentSource="Header"/></ToggleButton>
      <ContentPresenter x:Name="C"/>
      </StackPanel><ControlTemplate.Triggers><Trigger Property="IsExpanded" Value="False"><Setter TargetName="C"
       Property="Visibility" Value="Collapsed"/></Trigger></ControlTemplate.Triggers></ControlTemplate>
     </Expander.Template><Expander.Header><DockPanel Width="260">{part}<TextBlock Text="{head}"/></DockPanel>
     </Expander.Header><CheckBox x:Name="{name}" Content="Dim at night" Click="on_toggle"/></Expander>"""


def frame(head: str, inside: str) -> str:
    """Return a frame that is all of a part of the window."""
    return f'<UserControl><GroupBox Header="{head}"><StackPanel>{inside}</StackPanel></GroupBox></UserControl>'


STREET = '<DockPanel><TextBlock Text="Street" Width="50"/><TextBox x:Name="{}" LostFocus="on_enter"/></DockPanel>'
XAML = f"""
<Window {NS} x:Name="Main" Width="860" Height="580"><Grid><Grid.ColumnDefinitions><ColumnDefinition/><ColumnDefinition/>
  </Grid.ColumnDefinitions>
 <StackPanel Margin="6"><StackPanel Orientation="Horizontal"><Button x:Name="Back" Content="Back" Click="on_click"/>
   <Button x:Name="Steps" Content="Steps" Click="on_steps"/><Button x:Name="Ask" Content="Ask" Click="on_ask"/>
   <Button x:Name="Crumb" Content="Rooms" Click="on_click"/></StackPanel>
  <ToggleButton x:Name="Views" Content="Views" Click="on_views"/>
  {listed("Places", '<TextBlock Text="{Binding Place}"/>', kind="ListBox", more='SelectionChanged="on_place"')}
  <DataGrid x:Name="Grid" Height="90" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
   <DataGridTextColumn Header="No." Binding="{{Binding No}}"/><DataGridComboBoxColumn x:Name="State" Header="State"
    SelectedValueBinding="{{Binding State}}" SelectedValuePath="Key" DisplayMemberPath="Title" Width="90"/>
  </DataGrid.Columns></DataGrid>
  <DockPanel><TextBlock Text="Opens at" Width="80"/><Button x:Name="Opens" HorizontalAlignment="Left" Click="on_click">
   <StackPanel Orientation="Horizontal"><TextBlock Text="09"/><TextBlock Text=":30"/></StackPanel></Button></DockPanel>
  {card("Lighting", '<ToggleButton x:Name="Light" DockPanel.Dock="Right" Width="30" Click="on_toggle"/>', "LightDim")}
  {card("Doors", '<ComboBox x:Name="Door" DockPanel.Dock="Right" Width="90" SelectionChanged="on_door"/>', "DoorDim")}
  <DockPanel><TextBlock Text="Comfort" Width="80"/>{
    listed(
        "Stars",
        '<Border Background="Transparent"><Path Data="M0,0 L12,0 L6,10 Z" Fill="#CA0"/></Border>',
        'StackPanel Orientation="Horizontal"',
    )
}</DockPanel>
  <Grid><Button x:Name="Paste" Content="Paste" Click="on_click"/>
   {listed("Layer", '<Border Background="White" Visibility="Collapsed"/>', "Grid")}</Grid></StackPanel>
 <StackPanel Grid.Column="1" Margin="6,183,6,0">
  {
    listed(
        "Props",
        '<DockPanel><TextBlock Text="{Binding Title}" Width="120"/><CheckBox Tag="{Binding Title}"/></DockPanel>',
    )
}
  {frame("Customer", frame("Billing", STREET.format("Bill")) + frame("Delivery", STREET.format("Ship")))}
  {
    listed(
        "Cards",
        f'''<Border Background="#F4F4F4" Margin="2"><DockPanel><StackPanel DockPanel.Dock="Right"
    Orientation="Horizontal"><StackPanel.Style><Style TargetType="StackPanel">{SHOWN}</Style></StackPanel.Style>
    <Button Content="Pin"/><Button Content="Delete"/><Button Content="⋯"><Button.ContextMenu><ContextMenu>
    <MenuItem Header="Share"/></ContextMenu></Button.ContextMenu></Button></StackPanel>
    <TextBlock Text="{{Binding Card}}"/></DockPanel></Border>''',
    )
}
  {
    listed(
        "People",
        f'''<Border Background="Transparent"><DockPanel><CheckBox Tag="{{Binding Person}}"><CheckBox.Style>
    <Style TargetType="CheckBox">{SHOWN}</Style></CheckBox.Style></CheckBox><TextBlock Text="{{Binding Person}}"/>
    </DockPanel></Border>''',
        kind="ListBox",
    )
}<TextBlock x:Name="Said" Text="-"/></StackPanel>
 <Grid x:Name="Asked" Grid.ColumnSpan="2" Visibility="Collapsed"><Border Background="#77000000"/>
  <Border Background="White" Width="500" Height="300"><StackPanel><TextBlock Text="Rename the place"/><TextBox/>
   <Button x:Name="Done" Content="Done" Click="on_done"/></StackPanel></Border></Grid></Grid></Window>"""
STEPS = f"""<Window {NS} x:Name="Steps" Title="Steps" Width="240" Height="120"><StackPanel Orientation="Horizontal">
 <Button x:Name="StepBack" Content="&lt; Back" Click="on_click"/><Button x:Name="StepNext" Content="Next &gt;"
  Click="on_click"/><Button Content="Leave" IsCancel="True"/></StackPanel></Window>"""
STATES = (("open", "Open"), ("held", "On hold"), ("sent", "Shipped"))


class Lounge:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Input import MouseButtonEventHandler
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        self["State"].ItemsSource = data_table(["Key", "Title"], STATES)
        self["Grid"].ItemsSource = orders = data_table(["No", "State"], [("701", "open"), ("702", "sent")])
        orders.Table.ColumnChanged += DataColumnChangeEventHandler(
            lambda _, e: log.write("entered", str(e.Row["No"]), str(e.ProposedValue))
        )
        for state in ("Open", "Members"):
            self["Door"].Items.Add(state)
        for name, column, values in (
            ("Places", "Place", ("Rooms", "Garden")),
            ("Props", "Title", ("Smoking",)),
            ("Cards", "Card", ("Corner a", "Corner b")),
            ("People", "Person", ("Ann", "Bob")),
            ("Stars", "Star", "12345"),
            ("Layer", "Item", ("none",)),
        ):
            self[name].ItemsSource = data_table([column], [(value,) for value in values])
        for name in ("Props", "Cards", "People"):
            self[name].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_part))
        self["Stars"].MouseLeftButtonUp += MouseButtonEventHandler(self.on_star)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def say(self, event: str, control: str, value: Any = None) -> None:
        """Tell what was done, in the log and in the window."""
        self.log.write(event, control, value)
        self["Said"].Text = f"{event} {control} {value}"

    def on_click(self, sender: Any, e: Any) -> None:
        self.say("clicked", str(sender.Name))

    def on_toggle(self, sender: Any, e: Any) -> None:
        self.log.write("toggled", str(sender.Name), bool(sender.IsChecked))

    def on_views(self, sender: Any, e: Any) -> None:
        self.log.write("opened", "Views", bool(sender.IsChecked))

    def on_enter(self, sender: Any, e: Any) -> None:
        self.log.write("entered", str(sender.Name), str(sender.Text))

    def on_door(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Door", str(sender.SelectedItem))

    def on_place(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Places", str(sender.SelectedItem["Place"]))

    def on_part(self, sender: Any, e: Any) -> None:
        """A button or check box of a card, person or property was pressed."""
        part = e.OriginalSource
        if getattr(part, "IsChecked", None) is not None and part.Tag is not None:
            self.log.write("toggled", str(part.Tag), bool(part.IsChecked))
            return
        words = str(part.Content)
        if words == "⋯":
            part.ContextMenu.PlacementTarget, part.ContextMenu.IsOpen = part, True
            part.ContextMenu.Items[0].Click += lambda *_: self.say("clicked", "Share", str(part.DataContext["Card"]))
            return
        self.say("destroyed" if words == "Delete" else "clicked", words, str(part.DataContext["Card"]))

    def on_star(self, sender: Any, e: Any) -> None:
        self.say("rated", "Stars", int(str(e.OriginalSource.DataContext["Star"])))

    def on_steps(self, sender: Any, e: Any) -> None:
        from wpf_loader import load_xaml

        dialog = load_xaml(STEPS, self)
        dialog.Owner, dialog.Left, dialog.Top = self.window, 500, 420
        dialog.ShowDialog()

    def on_ask(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Asked"].Visibility = Visibility.Visible

    def on_done(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self["Asked"].Visibility = Visibility.Collapsed


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Lounge").parse_args()
    return show_window(options, lambda: Lounge(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
