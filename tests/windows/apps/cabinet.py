"""Lists as everyday programs have them: in groups, of suggestions, of several choices, with tools in a cell, WPF.

    python cabinet.py [--log FILE] [--title TEXT] [--pos X,Y]

`Staff` shows Ada and Bo in the group Red, Cy and Di in Blue; both are closed. `City` suggests Bergen, Berlin and Bern
in a pop-up when text is typed. `Colours` takes several choices. `Files` has a tick in each row's first cell, and two
buttons in its cell `Tools`. `Filter` opens a pop-up over `Hidden`.
Events: chosen, clicked; `control` is what was used, `value` which.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import GROUPS, XMLNS, data_table, end_process, show_window

XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="560" Height="520">
 <StackPanel Margin="6">
  <StackPanel Orientation="Horizontal">
   <ToggleButton x:Name="Filter" Content="Filter"/><TextBlock Text="City" Margin="8,4"/>
   <TextBox x:Name="City" Width="110"/>
   <Popup x:Name="Suggested" PlacementTarget="{{Binding ElementName=City}}" StaysOpen="False">
    <ListBox x:Name="Cities" MinWidth="110" SelectionChanged="on_city"/></Popup>
   <Popup IsOpen="{{Binding IsChecked, ElementName=Filter}}" PlacementTarget="{{Binding ElementName=Filter}}">
    <Border Background="White" Padding="4" Width="120" Height="80">
     <CheckBox x:Name="Open" Content="Only open"/></Border>
   </Popup>
  </StackPanel>
  <Button x:Name="Hidden" Content="Count" Width="80" Height="24" HorizontalAlignment="Left" Click="on_click"/>
  <ListBox x:Name="Staff" Height="110" DisplayMemberPath="Name" SelectionChanged="on_staff"/>
  <ListBox x:Name="Colours" Height="90" SelectionMode="Extended" SelectionChanged="on_colour"/>
  <ListView x:Name="Files" Height="120" SelectionChanged="on_file"><ListView.View><GridView>
   <GridViewColumn Width="40"><GridViewColumn.CellTemplate><DataTemplate><CheckBox/></DataTemplate>
   </GridViewColumn.CellTemplate></GridViewColumn>
   <GridViewColumn Header="File" Width="120" DisplayMemberBinding="{{Binding Name}}"/>
   <GridViewColumn Header="Tools" Width="160"><GridViewColumn.CellTemplate><DataTemplate>
    <StackPanel Orientation="Horizontal"><Button Content="Share"/><Button Content="Rename"/></StackPanel>
   </DataTemplate></GridViewColumn.CellTemplate></GridViewColumn></GridView></ListView.View></ListView>
 </StackPanel>
</Window>"""
CITIES = ("Bergen", "Berlin", "Bern", "Osaka")


class Cabinet:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import TextChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Data import CollectionViewSource, PropertyGroupDescription
        from System.Windows.Markup import XamlReader
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        view = CollectionViewSource.GetDefaultView(
            data_table(["Name", "Team"], [("Ada", "Red"), ("Bo", "Red"), ("Cy", "Blue"), ("Di", "Blue")])
        )
        view.GroupDescriptions.Add(PropertyGroupDescription("Team"))
        self["Staff"].ItemsSource = view
        self["Staff"].GroupStyle.Add(XamlReader.Parse(GROUPS))
        for name in ("red", "green", "blue", "white"):
            self["Colours"].Items.Add(name)
        self["Files"].ItemsSource = data_table(["Name"], [("alpha.txt",), ("beta.txt",)])
        self["Files"].AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_tool))
        self["City"].TextChanged += TextChangedEventHandler(self.on_text)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_tool(self, sender: Any, e: Any) -> None:
        if e.OriginalSource.Content is None:
            self.log.write("clicked", "Tick", str(e.OriginalSource.DataContext["Name"]))
        if isinstance(e.OriginalSource.Content, str) and e.OriginalSource.Content in ("Share", "Rename"):
            self.log.write("clicked", e.OriginalSource.Content, str(e.OriginalSource.DataContext["Name"]))

    def on_file(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("chosen", "Files", str(sender.SelectedItem["Name"]))

    def on_staff(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            self.log.write("chosen", "Staff", str(sender.SelectedItem["Name"]))

    def on_colour(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", "Colours", ",".join(sorted(map(str, sender.SelectedItems))))

    def on_text(self, sender: Any, e: Any) -> None:
        shown = self["Cities"].Items
        shown.Clear()
        for city in CITIES:
            if sender.Text and city.startswith(sender.Text) and city != sender.Text:
                shown.Add(city)
        self["Suggested"].IsOpen = shown.Count > 0

    def on_city(self, sender: Any, e: Any) -> None:
        if sender.SelectedItem is not None:
            city = str(sender.SelectedItem)
            self.log.write("chosen", "City", city)
            self["City"].Text = city


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Cabinet").parse_args()
    return show_window(options, lambda: Cabinet(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
