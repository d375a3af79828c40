"""Dialogs that are drawn inside of one window, over one another: no window tells which is in front, WPF.

    python annex.py [--log FILE] [--title TEXT] [--pos X,Y]

`Settings` opens a dialog over a backdrop that dims the rest and takes its clicks; `Connection...` in it one over that,
`Proxy...` a third, `Quick...` a narrow one without a backdrop. `Drawer` slides over the right half, `Notify` puts a
toast over the corner of `Archive`. Each `Cancel` and `OK` closes its own, F5 all. `Find` has a button in its template
that empties it; `Delete...` stands in the drawer. `Items` are objects whose texts stand in their template; the list
goes when the last is chosen.
Events: pressed (layer/button), ticked (layer/box), entered (layer/field and what it holds), chosen, searched.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
DIM = "#66000000"
FIND = """<Style x:Key="Find" TargetType="TextBox"><Setter Property="Template"><Setter.Value>
 <ControlTemplate TargetType="TextBox"><Border Background="#F2F2F2"><DockPanel><Button x:Name="DeleteButton" Tag="empty"
  DockPanel.Dock="Right" Focusable="False" Width="24"><TextBlock Text="&#xE894;"/></Button>
 <ScrollViewer x:Name="PART_ContentHost"/></DockPanel></Border></ControlTemplate></Setter.Value></Setter></Style>"""
XAML = f"""<Window {NS} Width="760" Height="560" Background="White"><Window.Resources>{FIND}</Window.Resources><Grid>
<DockPanel Margin="12"><StackPanel DockPanel.Dock="Bottom" Orientation="Horizontal" HorizontalAlignment="Right">
 <Button Content="Archive" Tag="window/Archive" Width="120"/>
 </StackPanel><StackPanel DockPanel.Dock="Top" Orientation="Horizontal"><Button Content="Settings" Width="90"/>
 <Button Content="Drawer" Width="90"/><Button Content="Notify" Width="90"/><TextBlock Text="Find" Margin="12,0"/>
 <TextBox x:Name="Find" Style="{{StaticResource Find}}" Tag="window/Find" Width="200"/></StackPanel>
 <ListBox x:Name="Items" Width="160" DockPanel.Dock="Left" Margin="0,8"><ListBox.ItemTemplate><DataTemplate>
  <StackPanel Orientation="Horizontal"><TextBlock Text="{{Binding Icon}}" Width="20"/>
  <TextBlock Text="{{Binding Title}}"/></StackPanel></DataTemplate></ListBox.ItemTemplate></ListBox>
 <StackPanel Margin="12,8"><TextBlock Text="Comment"/><TextBox Tag="window/Comment"/><CheckBox Content="Shared"
  Tag="window/Shared" Margin="0,8"/><TextBlock Text="Owner"/><TextBox Tag="window/Owner"/>
  <Button Content="Cancel" Tag="window/Cancel" Width="90" Margin="0,220,0,0" HorizontalAlignment="Right"/></StackPanel>
</DockPanel><Grid x:Name="Layers"/></Grid></Window>"""


def layer(title: str, parts: str, *, width: int = 360, dim: str = DIM, place: str = "", margin: str = "0") -> str:
    """Return a dialog with its backdrop (`dim`; none where it is empty) and its `Cancel` and `OK`."""
    back = f'Background="{dim}"' if dim else ""
    place = place or 'HorizontalAlignment="Center" VerticalAlignment="Center"'
    made = {
        "field": lambda word: f'<TextBlock Text="{word}"/><TextBox Tag="{title}/{word}" Margin="0,2,0,8"/>',
        "tick": lambda word: f'<CheckBox Content="{word}" Tag="{title}/{word}" Margin="0,4"/>',
        "more": lambda word: f'<Button Content="{word}..." Tag="{title}/{word}..." Margin="0,4"/>',
    }
    inner = "".join(made[kind](word) for kind, word in (part.split(":") for part in parts.split()))
    answers = "".join(f'<Button Content="{word}" Tag="{title}/{word}" Width="80"/>' for word in ("OK", "Cancel"))
    return f"""<Grid {NS} {back}><Border Background="White" BorderBrush="Gray" BorderThickness="1" Padding="14"
 Width="{width}" {place} Margin="{margin}"><StackPanel><TextBlock Text="{title}" FontSize="18"/>{inner}
 <StackPanel Orientation="Horizontal" HorizontalAlignment="Right" Margin="0,8,0,0">{answers}</StackPanel></StackPanel>
</Border></Grid>"""


LAYERS = {
    "Settings": layer("Settings", "field:Server tick:TLS field:Timeout more:Connection more:Quick"),
    "Connection...": layer("Connection", "field:Port field:Timeout more:Proxy", width=300),
    "Quick...": layer("Quick", "field:Port", width=200, dim="", margin="0,0,0,80"),
    "Proxy...": layer("Proxy", "field:Port field:Host", width=240),
    "Drawer": layer(
        "Drawer",
        "field:Comment tick:Pinned more:Delete",
        width=380,
        dim="",
        place='HorizontalAlignment="Right"',
        margin="0,60,0,0",
    ),
}
TOAST = f"""<Border {NS} Background="#FFFFE0" BorderBrush="Gray" BorderThickness="1" Padding="6" Margin="0,0,-10,26"
 HorizontalAlignment="Right" VerticalAlignment="Bottom"><StackPanel Orientation="Horizontal"><TextBlock Text="Saved"/>
 <Button Content="Undo" Tag="toast/Undo" Margin="8,0"/></StackPanel></Border>"""


class Annex:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import Object, String
        from System.Collections.Generic import IDictionary
        from System.Collections.ObjectModel import ObservableCollection
        from System.Dynamic import ExpandoObject
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import TextChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase, TextBoxBase
        from wpf_loader import load_xaml

        self.log = log
        self.window = window = load_xaml(XAML, self)
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))
        window.AddHandler(TextBoxBase.TextChangedEvent, TextChangedEventHandler(self.on_text))
        found = ObservableCollection[ExpandoObject]()
        for title in ("Orders", "Planner", "Board"):
            item = ExpandoObject()
            values = IDictionary[String, Object](item)
            values["Icon"], values["Title"] = "\ue72b", title
            found.Add(item)
        self["Items"].ItemsSource = found
        self["Items"].SelectionChanged += self.on_item
        window.PreviewKeyDown += lambda _, e: str(e.Key) == "F5" and self["Layers"].Children.Clear()
        self["Find"].KeyDown += lambda _, e: str(e.Key) == "Return" and log.write("searched", "", self["Find"].Text)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_item(self, sender: Any, e: Any) -> None:
        from System.Windows import Visibility

        self.log.write("chosen", str(sender.SelectedIndex))
        sender.Visibility = Visibility.Collapsed if sender.SelectedIndex == 2 else Visibility.Visible

    def on_press(self, sender: Any, e: Any) -> None:
        from System.Windows.Markup import XamlReader

        pressed, layers = e.Source, self["Layers"].Children
        word, tag = str(pressed.Content), str(pressed.Tag or "")
        kind = "ticked" if hasattr(pressed, "IsChecked") else "pressed"
        self.log.write(kind, tag or word)
        if word in LAYERS:
            layers.Add(XamlReader.Parse(LAYERS[word]))
        elif word == "Notify":
            layers.Add(XamlReader.Parse(TOAST))
        elif layers.Count and (word in ("OK", "Cancel", "Undo")) and not tag.startswith("window"):
            layers.RemoveAt(layers.Count - 1)

    def on_text(self, sender: Any, e: Any) -> None:
        self.log.write("entered", str(e.Source.Tag), e.Source.Text)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Annex").parse_args()
    return show_window(options, lambda: Annex(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
