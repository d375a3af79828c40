"""A nursery's desk: cards of the same fields under headings, values edited in their place, a table made by hand, WPF.

    python nursery.py [--log FILE] [--title TEXT] [--pos X,Y]

`Billing` is a frame whose header is a panel, `Contact` a text over its fields; both hold `Town` and a button `Look up`.
The note `Driver` stands below its field. Pictures stand below `From`, before its field. `Height` is a property: a click
on its value opens a field; `Care` below it is a section. `Supplier` has an arrow that drops a list down. A right click
on `Roses` opens a pop-up of texts. A click on `Pots` makes the rows anew, in another order. The window is called as the
text that is pressed in it. `Map` opens a window that is minimised. Enter presses `Done`. Events: entered, pressed,
chosen, sorted.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
ARROW = '<Path Data="M0,0 L8,0 4,5 Z" Fill="Black"/>'
FRAME = 'BorderBrush="Gray" BorderThickness="1"'


def card(of: str) -> str:
    """Return the fields of an address."""
    return f"""<UserControl><StackPanel><DockPanel><Label Content="_Town *" Width="80"/><TextBox x:Name="{of}Town"
      LostFocus="on_text"/></DockPanel><Button x:Name="{of}Find" Content="Look up" Click="on_press"/></StackPanel>
    </UserControl>"""


def choice(name: str, kind: str, *words: str) -> str:
    """Return a pop-up that is no menu, of texts."""
    texts = "".join(f'<TextBlock Text="{w}" Padding="6"/>' for w in words)
    return f"""<Popup x:Name="{name}" StaysOpen="False" {kind}><Border Background="White" {FRAME}><StackPanel
      x:Name="{name}Items" MouseLeftButtonUp="on_choice" Width="110">{texts}</StackPanel></Border></Popup>"""


XAML = f"""<Window {NS} x:Name="Main" Width="820" Height="460"><Grid><Grid.ColumnDefinitions><ColumnDefinition/>
  <ColumnDefinition/></Grid.ColumnDefinitions>
 <StackPanel Margin="6"><GroupBox><GroupBox.Header><StackPanel Orientation="Horizontal"><Ellipse Width="9" Height="9"
   Fill="Red"/><TextBlock Text="Billing"/></StackPanel></GroupBox.Header>{card("Billing")}</GroupBox>
  <Border {FRAME}><StackPanel><TextBlock Text="Contact" FontWeight="Bold"/>{card("Contact")}</StackPanel></Border>
  <TextBox x:Name="Driver" LostFocus="on_text" Margin="0,8,0,0"/><TextBlock Text="Driver" FontSize="9"/>
  <TextBlock Text="Trailer" Margin="0,8,0,0"/><TextBox x:Name="Trailer" LostFocus="on_text"/>
  <DockPanel Margin="0,8"><TextBlock Text="From"/><TextBox x:Name="From" Width="50" Margin="4,0" LostFocus="on_text"/>
   <TextBlock Text="o'clock"/></DockPanel>
  <StackPanel Orientation="Horizontal"><Image x:Name="Picture" Width="24" Height="24"/></StackPanel>
  <Border Background="LightGreen" {FRAME} x:Name="Enter" MouseLeftButtonUp="on_enter"><TextBlock Text="Nursery"/>
  </Border><Button x:Name="Map" Content="Map" Click="on_map"/><Button
   x:Name="Done" Content="Done" IsDefault="True" Click="on_press"/></StackPanel>
 <StackPanel Grid.Column="1" Margin="6"><StackPanel x:Name="Rows"/>
  <TextBlock x:Name="Roses" Text="Roses" Background="LightSalmon" MouseRightButtonUp="on_menu"/>
  <DockPanel Margin="0,6"><TextBlock Text="Supplier" Width="90"/><Border {FRAME}><DockPanel><ToggleButton
    x:Name="SupplierDrop" DockPanel.Dock="Right" Width="18" Click="on_drop">{ARROW}</ToggleButton><TextBox
    x:Name="Supplier" IsReadOnly="True" BorderThickness="0"/></DockPanel></Border></DockPanel>
  <UniformGrid Columns="2" Background="WhiteSmoke"><TextBlock Text="Height"/><Border x:Name="Value"
    Background="Transparent" MouseLeftButtonDown="on_value"><TextBlock Text="40"/></Border><TextBlock Text="Habit"/>
   <TextBlock Text="Upright"/></UniformGrid><Expander Header="Care"><TextBlock Text="-"/></Expander>
  <TextBlock x:Name="Said" Text="-"/></StackPanel>{choice("Menu", 'Placement="MousePoint"', "Split", "Assign")}
  {choice("List", 'Placement="Bottom" PlacementTarget="{Binding ElementName=SupplierDrop}"', "Alder", "Beech")}
</Grid></Window>"""
STOCK = (("Acer", "120"), ("Birch", "80"), ("Cedar", "45"))


class Nursery:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from wpf_loader import load_xaml

        self.log, self.rows, self.last = log, list(STOCK), {}
        self.window = load_xaml(XAML, self)
        self["List"].Closed += lambda *_: setattr(self["SupplierDrop"], "IsChecked", False)
        self.fill()

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def fill(self) -> None:
        """Make the rows of the table anew."""
        from System.Windows.Input import MouseButtonEventHandler

        self["Rows"].Children.Clear()
        for row in (("Plant", "Pots"), *self.rows):
            line = _line(*row)
            if row[1] == "Pots":
                line.MouseLeftButtonUp += MouseButtonEventHandler(self.on_sort)
            self["Rows"].Children.Add(line)

    def on_sort(self, sender: Any, e: Any) -> None:
        self.rows.sort(key=lambda row: int(row[1]))
        self.fill()
        self.log.write("sorted", "Pots")

    def on_text(self, sender: Any, e: Any) -> None:
        if sender.Text != self.last.get(sender.Name, ""):
            self.last[sender.Name] = sender.Text
            self.log.write("entered", sender.Name, sender.Text)

    def on_press(self, sender: Any, e: Any) -> None:
        self.log.write("pressed", sender.Name)
        self["Said"].Text = f"pressed {sender.Name}"

    on_enter = on_press

    def on_menu(self, sender: Any, e: Any) -> None:
        self["Menu"].IsOpen = True

    def on_drop(self, sender: Any, e: Any) -> None:
        self["List"].IsOpen = True

    def on_choice(self, sender: Any, e: Any) -> None:
        name, words = str(sender.Name).removesuffix("Items"), str(e.OriginalSource.Text)
        self[name].IsOpen = False
        self.log.write("chosen", name, words)
        self["Supplier" if name == "List" else "Said"].Text = words

    def on_value(self, sender: Any, e: Any) -> None:
        """The value of the property gives way to a field, until that is left."""
        from System.Windows.Controls import TextBox

        shown = sender.Child
        if str(shown.GetType().Name) != "TextBlock":
            return
        field = TextBox()
        field.Text, sender.Child, e.Handled = shown.Text, field, True
        field.Focus()

        def leave(*_: Any) -> None:
            shown.Text, sender.Child = field.Text, shown
            self.log.write("entered", "Height", field.Text)

        field.LostKeyboardFocus += leave

    def on_map(self, sender: Any, e: Any) -> None:
        from System.Windows import Window, WindowState
        from System.Windows.Controls import Button

        self.map, button = Window(), Button()
        button.Content, button.Name = "Centre", "Centre"
        button.Click += self.on_press
        self.map.Title, self.map.Content, self.map.WindowState = "Map", button, WindowState.Minimized
        self.map.Show()


def _line(*words: str) -> Any:
    """Return texts side by side."""
    from System.Windows.Controls import Orientation, StackPanel, TextBlock

    panel = StackPanel()
    panel.Orientation = Orientation.Horizontal
    for text in words:
        cell = TextBlock()
        cell.Text, cell.Width = text, 100.0
        panel.Children.Add(cell)
    return panel


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Nursery").parse_args()
    return show_window(options, lambda: Nursery(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
