"""A gallery of what programs lay over, roll away and keep to themselves, WPF.

    python gallery.py [--log FILE] [--title TEXT] [--pos X,Y]

`Menu` opens a drawer with a list under `Go to`, beside which all is covered: a click there closes the drawer. `Pages`
has entries of the same names. `Hang` lies under a sheet that is drawn on while `Pen` is down. `Renew` gives the editor
another document. `Export PDF` is a combo box whose template has a button for what it shows. `Posts` keeps its newest at
the end, makes only those that show, and each has `Like`. `Ask` disables all until `Go on`; `Cellar`, `Attic` are tabs.
Events: pressed (what), page (which), drawer, drawn, edited (the editor's text), noted, liked (which).
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

SPLIT = """<Style x:Key="Split" TargetType="ComboBox"><Setter Property="Template"><Setter.Value>
 <ControlTemplate TargetType="ComboBox"><DockPanel>
  <ToggleButton DockPanel.Dock="Right" Width="20" IsChecked="{Binding IsDropDownOpen, Mode=TwoWay,
   RelativeSource={RelativeSource TemplatedParent}}"/>
  <Popup IsOpen="{TemplateBinding IsDropDownOpen}"><ItemsPresenter/></Popup>
  <Button Tag="export"><ContentPresenter Content="{TemplateBinding SelectionBoxItem}"/></Button></DockPanel>
 </ControlTemplate></Setter.Value></Setter></Style>"""
POST = """<ListBox.ItemTemplate><DataTemplate><StackPanel Orientation="Horizontal"><TextBlock Text="{Binding Text}"/>
 <Button Content="Like" Margin="8,0"/><TextBlock Text="{Binding Mark}"/></StackPanel></DataTemplate>
 </ListBox.ItemTemplate>"""
PAGES = '<ListBoxItem Content="Halls"/><ListBoxItem Content="Shop"/>'
XAML = f"""<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" Width="620" Height="460">
<Window.Resources>{SPLIT}</Window.Resources><Grid><Popup x:Name="Asked" StaysOpen="True"
 Placement="Center"><Button Content="Go on" Tag="go"/></Popup><AdornerDecorator><DockPanel x:Name="All">
 <DockPanel DockPanel.Dock="Top" LastChildFill="False"><ToggleButton x:Name="Burger" Content="Menu"/>
  <TextBlock x:Name="Said" Text="-" Margin="8,0"/><Button DockPanel.Dock="Right" Content="Ask" Tag="ask"/></DockPanel>
 <TabControl x:Name="Floors" DockPanel.Dock="Bottom"><TabItem Header="Cellar"/><TabItem Header="Attic"/></TabControl>
 <ListBox x:Name="Pages" DockPanel.Dock="Top">{PAGES}</ListBox>
 <StackPanel DockPanel.Dock="Left" Width="280">
  <ToggleButton x:Name="Pen" Content="Pen"/><Grid Height="40"><Button Content="Hang" Tag="hang"/>
   <InkCanvas x:Name="Ink" Visibility="Collapsed"/></Grid>
  <Button Content="Renew" Tag="renew"/><RichTextBox x:Name="Editor" Height="60"/>
  <TextBox x:Name="Note" AcceptsReturn="True" Height="40"/>
  <ComboBox Style="{{StaticResource Split}}" SelectedIndex="0" Width="160" HorizontalAlignment="Left">
   <ComboBoxItem Content="Export PDF"/><ComboBoxItem Content="Export CSV"/></ComboBox></StackPanel>
 <ListBox x:Name="Posts" Height="170" VirtualizingPanel.VirtualizationMode="Recycling">{POST}</ListBox></DockPanel>
 </AdornerDecorator>
 <Border x:Name="Cover" Background="#80000000" Visibility="Collapsed"/>
 <StackPanel x:Name="Drawer" Width="90" Margin="0,22,0,0" HorizontalAlignment="Left" Background="White"
  Visibility="Collapsed">
  <TextBlock Text="Go to" Margin="8,6"/><ListBox x:Name="Nav">{PAGES}</ListBox></StackPanel></Grid></Window>"""
POSTS = 240


class Gallery:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from wpf_loader import load_xaml

        self.log = log
        self.window = window = load_xaml(XAML, self)
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))
        self["Posts"].ItemsSource = data_table(["Text", "Mark"], [(f"Post number {n}", "") for n in range(POSTS)])
        self["Floors"].SelectionChanged += lambda *_: log.write("page", str(self["Floors"].SelectedItem.Header))
        self["Nav"].SelectionChanged += lambda *_: self.go(self["Nav"].SelectedItem)
        self["Pages"].SelectionChanged += lambda *_: self.go(self["Pages"].SelectedItem)
        self["Cover"].MouseLeftButtonUp += lambda *_: self.open(False)
        self["Ink"].StrokeCollected += lambda *_: log.write("drawn", "ink")
        self["Editor"].TextChanged += self.on_text
        self["Note"].TextChanged += lambda *_: log.write("noted", str(self["Note"].Text))
        self["Posts"].Loaded += lambda *_: self["Posts"].ScrollIntoView(self["Posts"].Items[POSTS - 1])

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def show(self, name: str, is_shown: bool) -> None:
        from System.Windows import Visibility

        self[name].Visibility = Visibility.Visible if is_shown else Visibility.Collapsed

    def open(self, is_open: bool) -> None:
        """Open the drawer over the rest, or close it."""
        self["Burger"].IsChecked = is_open
        self.show("Cover", is_open)
        self.show("Drawer", is_open)
        self.log.write("drawer", "open" if is_open else "closed")

    def go(self, item: Any) -> None:
        if item is not None:
            self.log.write("page", str(item.Content))
            self["Said"].Text = f"{item.Content} is shown"

    def on_press(self, sender: Any, e: Any) -> None:
        from System.Windows.Documents import FlowDocument, Paragraph

        source = e.OriginalSource
        if source == self["Burger"]:
            self.open(bool(source.IsChecked))
        elif source == self["Pen"]:
            self.show("Ink", bool(source.IsChecked))
        elif str(source.Content) == "Like":
            source.DataContext["Mark"] = "liked"
            self.log.write("liked", str(source.DataContext["Text"]))
        elif source.Tag is not None:
            self.log.write("pressed", str(source.Tag))
            if str(source.Tag) in ("ask", "go"):
                self["All"].IsEnabled = str(source.Tag) == "go"
                self["Asked"].IsOpen = str(source.Tag) == "ask"
            if str(source.Tag) == "renew":
                self["Editor"].Document = FlowDocument(Paragraph())

    def on_text(self, sender: Any, e: Any) -> None:
        from System.Windows.Documents import TextRange

        document = self["Editor"].Document
        self.log.write("edited", str(TextRange(document.ContentStart, document.ContentEnd).Text).strip())


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Gallery").parse_args()
    return show_window(options, lambda: Gallery(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
