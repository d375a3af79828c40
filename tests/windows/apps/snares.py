"""What asks, deletes and shows late in other ways than by a button in a dialog, WPF.

    python snares.py [--log FILE] [--title TEXT] [--pos X,Y]

`Send the report now?` with `Yes, ask` lies over the rest from the start. `Tidy` shows `Delete 3 cards?` with its
answers in the page. `Pieces` has its caption in two texts, `here` stands in a sentence that says what for. `_Purge` has
an access key. `Fruit` completes what is typed. `Cards` deletes a card with the Delete key, from its tick too; its `Bin`
shows while a card is dragged. `Twice` shows `Delete` in its place half a second after a click, `Icon` its tool tip when
the pointer comes. `button1` to `button3` say what they do by a tool tip or a picture only, `button4` by the text below
it, `Continue` by the heading over it. `Delete (Ctrl+D)` names its chord, `Number` deletes at Enter, `Loose` asks in a
window without an owner, `Rows > Clear` has `History` and `Marks`. Events: destroyed, clicked, chosen;
`control` is what was used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, load_xaml, show_window

SHOWS_S = 0.45
"""So long after a click what it shows comes: while another click there would still make a double click."""
XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="700" Height="520">
 <Grid>
  <StackPanel Margin="6">
   <StackPanel Orientation="Horizontal"><Button x:Name="Tidy" Content="Tidy" Click="on_tidy"/>
    <Button x:Name="Purge" Content="_Purge" Click="on_destroy"/><CheckBox x:Name="Compact" Content="Compact"/>
    <Button x:Name="Pieces" Click="on_destroy"><StackPanel Orientation="Horizontal">
     <TextBlock Text="De"/><TextBlock Text="lete"/></StackPanel></Button>
    <Button x:Name="Icon" Click="on_destroy"><Rectangle Width="12" Height="12" Fill="Red"/></Button></StackPanel>
   <TextBlock>To delete all cards click <Hyperlink x:Name="Here" Click="on_destroy">here</Hyperlink>.</TextBlock>
   <StackPanel x:Name="Asked" Visibility="Collapsed"><TextBlock Text="Delete 3 cards?"/>
    <Button x:Name="Go" Content="Yes" Click="on_destroy"/><Button x:Name="Leave" Content="No" Click="on_click"/>
   </StackPanel>
   <ComboBox x:Name="Fruit" IsEditable="True"><ComboBoxItem Content="Apple"/><ComboBoxItem Content="Delete all"/>
   </ComboBox>
   <ListBox x:Name="Cards" Height="90"><ListBoxItem Content="North"/><ListBoxItem><CheckBox x:Name="Tick"
    Content="South"/></ListBoxItem><ListBoxItem><ComboBox x:Name="Kind"><ComboBoxItem Content="Red"/></ComboBox>
    </ListBoxItem></ListBox>
   <Border x:Name="Card" Background="LightBlue" Width="90" Height="26" HorizontalAlignment="Left">
    <TextBlock x:Name="CardText" Text="A card"/></Border>
   <Border x:Name="Bin" Background="Pink" Width="160" Height="40" HorizontalAlignment="Left" Visibility="Hidden">
    <TextBlock Text="Drop here to delete" Height="40"/></Border>
   <Grid Height="40" Width="200" HorizontalAlignment="Left">
    <Button x:Name="Twice" Content="Next card" Click="on_twice"/>
    <Button x:Name="Late" Content="Delete" Visibility="Collapsed" Click="on_destroy"/></Grid>
   <StackPanel Orientation="Horizontal">
    <Button x:Name="button1" Click="on_destroy"><Rectangle Width="12" Height="12" Fill="Blue"/><Button.ToolTip><ToolTip>
     <StackPanel><TextBlock Text="Delete"/><TextBlock Text="Takes the card away."/></StackPanel></ToolTip>
     </Button.ToolTip></Button>
    <Button x:Name="button2" Click="on_click"><Rectangle Width="12" Height="12" Fill="Green"/><Button.ToolTip><ToolTip>
     <StackPanel><TextBlock Text="Refresh"/></StackPanel></ToolTip></Button.ToolTip></Button>
    <Button x:Name="button3" Click="on_destroy"><Image x:Name="DeleteIcon" Width="12" Height="12"/></Button>
    <Button x:Name="Loose" Content="Loose" Click="on_loose"/><Button x:Name="Shown" Content="Delete (Ctrl+D)"/>
    <StackPanel><Button x:Name="button4" Click="on_destroy"><Rectangle Width="12" Height="12" Fill="Red"/></Button>
     <TextBlock Text="Delete"/></StackPanel>
    <Menu><MenuItem x:Name="Rows" Header="Rows"><MenuItem x:Name="Clear" Header="Clear">
     <MenuItem x:Name="History" Header="History" Click="on_destroy"/>
     <MenuItem x:Name="Marks" Header="Marks" Click="on_click"/></MenuItem></MenuItem></Menu>
    <GroupBox Header="Delete account"><Button x:Name="Onward" Content="Continue" Click="on_destroy"/></GroupBox>
    <TextBlock Text="Delete card no.:"/><TextBox x:Name="Number" Width="60"/></StackPanel>
  </StackPanel>
  <Border x:Name="Layer" Background="White" Width="280" Height="90" VerticalAlignment="Top"><StackPanel>
    <TextBlock Text="Send the report now?"/><Button x:Name="Ask" Content="Yes, ask" Click="on_destroy"/>
    <Button x:Name="Decline" Content="No" Click="on_decline"/></StackPanel></Border>
 </Grid>
</Window>"""

LOOSE = f"""
<StackPanel {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"><TextBlock Text="Are you sure?"/>
 <Button x:Name="Sure" Content="OK" Click="on_answer"/><Button x:Name="Stay" Content="Cancel" Click="on_answer"/>
</StackPanel>"""


class Snares:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows.Controls import SelectionChangedEventHandler
        from System.Windows.Input import KeyEventHandler, MouseButtonEventHandler, MouseEventHandler

        self.log = log
        self.window = load_xaml(XAML, self)
        self.timers: list[Any] = []
        for at, act in ((self["Cards"], self.on_key), (self["Number"], self.on_key), (self.window, self.on_chord)):
            at.KeyDown += KeyEventHandler(act)
        self["Fruit"].SelectionChanged += SelectionChangedEventHandler(self.on_chosen)
        self["Icon"].MouseEnter += MouseEventHandler(lambda icon, _: setattr(icon, "ToolTip", "Delete card"))
        self["Card"].MouseLeftButtonDown += MouseButtonEventHandler(lambda card, _: card.CaptureMouse())
        self["Card"].MouseMove += MouseEventHandler(self.on_move)
        self["Card"].MouseLeftButtonUp += MouseButtonEventHandler(self.on_drop)

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def show(self, name: str, shown: str) -> None:
        """Make an element `Visible`, `Hidden` or `Collapsed`."""
        from System.Windows import Visibility

        self[name].Visibility = getattr(Visibility, shown)

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something once, after a time."""
        from System import EventHandler, TimeSpan
        from System.Windows.Threading import DispatcherTimer

        timer = DispatcherTimer()
        timer.Interval = TimeSpan.FromSeconds(seconds)

        def tick(*_: Any) -> None:
            timer.Stop()
            act()

        timer.Tick += EventHandler(tick)
        timer.Start()
        self.timers.append(timer)

    def on_destroy(self, sender: Any, e: Any) -> None:
        self.log.write("destroyed", sender.Name)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_tidy(self, sender: Any, e: Any) -> None:
        self.show("Asked", "Visible")

    def on_decline(self, sender: Any, e: Any) -> None:
        self.show("Layer", "Collapsed")
        self.log.write("clicked", sender.Name)

    def on_key(self, sender: Any, e: Any) -> None:
        if str(e.Key) == ("Delete" if sender.Name == "Cards" else "Return"):
            self.log.write("destroyed", sender.Name)

    def on_chord(self, sender: Any, e: Any) -> None:
        if str(e.Key) == "D" and str(e.KeyboardDevice.Modifiers) == "Control":
            self.log.write("destroyed", "Shown")

    def on_loose(self, sender: Any, e: Any) -> None:
        from System.Windows import Window

        asked = Window()
        asked.Title, asked.Width, asked.Height = "Delete customer", 240, 120
        asked.Left, asked.Top = self.window.Left + 300, self.window.Top + 200
        asked.Content = load_xaml(LOOSE, self)
        asked.Show()

    def on_chosen(self, sender: Any, e: Any) -> None:
        text = str(sender.SelectedItem.Content) if sender.SelectedItem is not None else ""
        self.log.write("destroyed" if text == "Delete all" else "chosen", "Fruit", text)

    def on_answer(self, sender: Any, e: Any) -> None:
        from System.Windows import Window

        self.log.write("destroyed" if sender.Name == "Sure" else "clicked", sender.Name)
        Window.GetWindow(sender).Close()

    def on_twice(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", "Twice")
        self["CardText"].Text = "Another card"
        self.later(SHOWS_S, lambda: self.show("Late", "Visible"))

    def on_move(self, sender: Any, e: Any) -> None:
        if sender.IsMouseCaptured:
            self.show("Bin", "Visible")

    def on_drop(self, sender: Any, e: Any) -> None:
        place = e.GetPosition(self["Bin"])
        if 0 <= place.X <= self["Bin"].ActualWidth and 0 <= place.Y <= self["Bin"].ActualHeight:
            self.log.write("destroyed", "Bin")
        sender.ReleaseMouseCapture()
        self.show("Bin", "Hidden")


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Snares").parse_args()
    return show_window(options, lambda: Snares(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
