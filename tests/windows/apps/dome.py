"""A dome's desk as the control libraries draw it: no frame, signs for words, hints inside of fields, a clock, WPF.

    python dome.py [--log FILE] [--title TEXT] [--pos X,Y]

The window has no title bar: its corner holds a cross that is drawn and tells nothing. `Instruments` stands far behind a
burger. `Pages` is a list too narrow for its items. `Start time` is a hint in its field, with a cross in it that empties
it and a dial beside it. `Repeats` and `Limit` have two signs each. Choosing a track fills its list again and tells it
above. A counter ticks.
Events: pressed (what), chosen (page or track), set (the field and what it holds).
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
RIGHT = 'DockPanel.Dock="Right"'
FLAT = """<Style x:Key="Flat" TargetType="ButtonBase"><Setter Property="Template"><Setter.Value>
 <ControlTemplate TargetType="ButtonBase"><Border Background="#EEE" Padding="6"><ContentPresenter/></Border>
 </ControlTemplate></Setter.Value></Setter></Style>"""
HINT = """<Style x:Key="Hint" TargetType="TextBox"><Setter Property="Template"><Setter.Value>
 <ControlTemplate TargetType="TextBox"><Border Background="#F2F2F2"><Grid Height="38">
 <ScrollViewer x:Name="PART_ContentHost" Margin="6,15,28,0"/><TextBlock Text="{TemplateBinding Tag}" Margin="6,1"/>
 <Button Style="{StaticResource Flat}" HorizontalAlignment="Right" Tag="empty" Focusable="False">
 <Path Data="M0,0 L9,9 M9,0 L0,9" Stroke="Black"/></Button></Grid></Border></ControlTemplate></Setter.Value></Setter>
</Style>"""


def sign(kind: str, tag: str, data: str, more: str = "") -> str:
    """Return a button that only shows a drawing."""
    return f'<{kind} Style="{{StaticResource Flat}}" Tag="{tag}" {more}><Path Data="{data}" Stroke="Black"/></{kind}>'


def amount(label: str) -> str:
    """Return a number under its label, with two signs behind it."""
    less = sign("RepeatButton", f"{label} less", "M0,6 L12,6", RIGHT)
    more = sign("RepeatButton", f"{label} more", "M0,6 L12,6 M6,0 L6,12", RIGHT)
    return f"""<DockPanel Width="240" HorizontalAlignment="Left"><TextBlock DockPanel.Dock="Top" FontSize="9"
 Text="{label}"/>{less}{more}<TextBox Text="1"/></DockPanel>"""


PAGES = "".join(
    f'<ListBoxItem Tag="{p}"><StackPanel Orientation="Horizontal"><Ellipse Width="14" Height="14" Fill="Gray"/>'
    f'<TextBlock Text="{p}" Margin="14,0" Width="120"/></StackPanel></ListBoxItem>'
    for p in ("Targets", "Nights", "Archive")
)
XAML = f"""<Window {NS} Width="640" Height="520" WindowStyle="None"><Window.Resources>{FLAT}{HINT}</Window.Resources>
<DockPanel><DockPanel DockPanel.Dock="Top" LastChildFill="False">
 {sign("Button", "cross", "M0,0 L9,9 M9,0 L0,9", RIGHT + ' Width="44"')}</DockPanel>
 <DockPanel DockPanel.Dock="Top" LastChildFill="False">{sign("ToggleButton", "burger", "M0,0 H14 M0,5 H14")}
 <TextBlock DockPanel.Dock="Right" Text="Instruments" Margin="0,4,20,0"/></DockPanel>
 <ListBox x:Name="Pages" DockPanel.Dock="Left" Width="40">{PAGES}</ListBox>
 <StackPanel DockPanel.Dock="Right" Width="210"><TextBlock x:Name="Playing" Text="-"/><ListBox x:Name="Tracks"/>
  <TextBlock x:Name="Ticking" Text="Idle 0"/><TextBlock x:Name="Said" Text="-"/></StackPanel>
 <StackPanel Margin="12,0">{amount("Repeats")}{amount("Limit")}
  <DockPanel Width="240" HorizontalAlignment="Left">{sign("ToggleButton", "dial", "M0,0 L6,6 L12,0", RIGHT)}
   <TextBox x:Name="Start" Style="{{StaticResource Hint}}" Tag="Start time" Text="21:00"/></DockPanel>
 </StackPanel></DockPanel></Window>"""
TRACKS = ("Roads", "Teardrop", "Angel")


class Dome:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System import TimeSpan
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Threading import DispatcherTimer
        from wpf_loader import load_xaml

        self.log, self.ticks = log, 0
        self.window = window = load_xaml(XAML, self)
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))
        self["Pages"].SelectionChanged += self.on_page
        self["Tracks"].SelectionChanged += self.on_track
        self["Start"].TextChanged += lambda *_: log.write("set", "Start time", self["Start"].Text)
        self.fill("")
        self.timer = DispatcherTimer()
        self.timer.Interval = TimeSpan.FromSeconds(1)
        self.timer.Tick += self.on_tick
        self.timer.Start()

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def fill(self, playing: str) -> None:
        """Fill the list of tracks anew, with a mark at what is playing."""
        from System.Windows.Controls import ListBoxItem

        self["Tracks"].Items.Clear()
        for track in TRACKS:
            item = ListBoxItem()
            item.Content = f"\u25b6 {track}" if track == playing else track
            self["Tracks"].Items.Add(item)

    def on_press(self, sender: Any, e: Any) -> None:
        tag = str(e.Source.Tag)
        self.log.write("pressed", tag)
        self["Said"].Text = tag
        if tag == "Start time":
            self["Start"].Text = ""

    def on_page(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", str(self["Pages"].SelectedItem.Tag))

    def on_track(self, sender: Any, e: Any) -> None:
        if self["Tracks"].SelectedItem is not None:
            track = TRACKS[self["Tracks"].SelectedIndex]
            self.log.write("chosen", track)
            self["Playing"].Text = track
            self.fill(track)

    def on_tick(self, sender: Any, e: Any) -> None:
        self.ticks += 1
        self["Ticking"].Text = f"Idle {self.ticks}"


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Dome").parse_args()
    return show_window(options, lambda: Dome(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
