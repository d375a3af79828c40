"""A player with chrome of its own: what is pressed but no button, and what is a button but tells no words, WPF.

    python parlour.py [--log FILE] [--title TEXT] [--pos X,Y]

`−`, `+` behind `Guests` and `Off`, `All` behind `Repeat` are texts in frames with a handler of the mouse. `Share` is a
combo box whose template holds a button. The arrow at `Export` opens a pop-up of such texts, the square one at
`New playlist` a context menu. The keypad has `÷` and `⌫`. The arrows at `Tempo` repeat while they are held.
Events: pressed (what), tempo (value).
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
ARROW = '<Path Data="M0,0 L4,4 8,0 Z" Fill="Black"/>'
FRAMED = 'BorderBrush="Gray" BorderThickness="1" HorizontalAlignment="Left" Margin="2"'


def texts(*words: str) -> str:
    """Return texts in frames, each pressed by the mouse."""
    return "".join(
        f'<Border Background="LightGray" Margin="2"><TextBlock Text="{w}" Tag="{w}" Padding="8,2"/></Border>'
        for w in words
    )


SHARE = f"""<ComboBox AutomationProperties.Name="Share" Width="110" HorizontalAlignment="Left"><ComboBox.Template>
 <ControlTemplate TargetType="ComboBox"><Grid><DockPanel><ToggleButton DockPanel.Dock="Right" Width="18"
  IsChecked="{{Binding IsDropDownOpen, Mode=TwoWay, RelativeSource={{RelativeSource TemplatedParent}}}}">{ARROW}
  </ToggleButton><Button Content="Share" Tag="Share"/></DockPanel><Popup StaysOpen="False"
  IsOpen="{{TemplateBinding IsDropDownOpen}}"><Border Background="White"><StackPanel IsItemsHost="True"/></Border>
  </Popup></Grid></ControlTemplate></ComboBox.Template><ComboBoxItem Content="By mail" Tag="By mail"/>
 <ComboBoxItem Content="By link" Tag="By link"/></ComboBox>"""
KEYS = "".join(f'<Button Content="{k}" Tag="{k}"/>' for k in "789÷456×123−0.=⌫")
XAML = f"""<Window {NS} Width="520" Height="420"><StackPanel Margin="8"><TextBlock x:Name="Said" Text="-"/>
 <StackPanel Orientation="Horizontal"><TextBlock Text="Guests" Width="70"/>{texts("−")}<TextBlock Text="2"/>{texts("+")}
 </StackPanel>
 <StackPanel Orientation="Horizontal"><TextBlock Text="Repeat" Width="70"/>{texts("Off", "All")}</StackPanel>
 <StackPanel Orientation="Horizontal"><TextBlock Text="Album" Width="70"/>{texts("All")}</StackPanel>
 {SHARE}
 <Border {FRAMED}><StackPanel Orientation="Horizontal"><Button Content="Export" Tag="Export"/>
  <ToggleButton x:Name="More" Content="▾"/></StackPanel></Border>
 <Popup PlacementTarget="{{Binding ElementName=More}}" StaysOpen="False"
  IsOpen="{{Binding IsChecked, ElementName=More, Mode=TwoWay}}"><StackPanel Background="White">
  {texts("As PDF", "As CSV")}</StackPanel></Popup>
 <Border {FRAMED}><StackPanel Orientation="Horizontal"><Button Content="New playlist" Tag="New playlist"/>
  <Button x:Name="New" Width="18" Height="18">{ARROW}<Button.ContextMenu><ContextMenu x:Name="Menu">
  <MenuItem Header="New station" Tag="New station"/></ContextMenu></Button.ContextMenu></Button></StackPanel></Border>
 <UniformGrid Columns="4" Width="160" HorizontalAlignment="Left">{KEYS}</UniformGrid>
 <StackPanel Orientation="Horizontal"><TextBlock Text="Tempo" Width="70"/><TextBox x:Name="Tempo" Text="60" Width="50"/>
  <StackPanel><RepeatButton Tag="1" Height="9" Width="16">{ARROW}</RepeatButton>
  <RepeatButton Tag="-1" Height="9" Width="16">{ARROW}</RepeatButton></StackPanel></StackPanel>
</StackPanel></Window>"""


class Parlour:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows import RoutedEventHandler, UIElement
        from System.Windows.Controls import MenuItem
        from System.Windows.Controls.Primitives import ButtonBase
        from System.Windows.Controls.Primitives import Selector as Choice
        from System.Windows.Input import MouseButtonEventHandler
        from wpf_loader import load_xaml

        self.log = log
        self.window = window = load_xaml(XAML, self)
        window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_press))
        window.AddHandler(Choice.SelectionChangedEvent, _changed(self.on_chosen))
        self["Menu"].AddHandler(MenuItem.ClickEvent, RoutedEventHandler(self.on_press))
        window.AddHandler(UIElement.MouseLeftButtonDownEvent, MouseButtonEventHandler(self.on_press))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def say(self, event: str, control: str, value: Any = None) -> None:
        """Tell what was done, in the log and in the window."""
        self.log.write(event, control, value)
        self["Said"].Text = f"{event} {control} {value}"

    def on_press(self, sender: Any, e: Any) -> None:
        from System.Windows.Controls.Primitives import RepeatButton

        source = e.OriginalSource
        if isinstance(source, RepeatButton):
            self["Tempo"].Text = str(int(self["Tempo"].Text) + int(str(source.Tag)))
            self.say("tempo", "Tempo", self["Tempo"].Text)
        elif source.Name == "New":
            self["Menu"].PlacementTarget, self["Menu"].IsOpen = source, True
        elif getattr(source, "Tag", None):
            self.say("pressed", str(source.Tag))
            self["More"].IsChecked = False

    def on_chosen(self, sender: Any, e: Any) -> None:
        for item in e.AddedItems:
            self.say("pressed", str(item.Tag))


def _changed(handler: Any) -> Any:
    from System.Windows.Controls import SelectionChangedEventHandler

    return SelectionChangedEventHandler(handler)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Parlour").parse_args()
    return show_window(options, lambda: Parlour(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
