"""What deletes in ways that no caption of the pressed control tells, WPF.

    python traps.py [--log FILE] [--title TEXT] [--pos X,Y]

`Leave` is the cancel button and says `Exit`. `Ctrl+D` and `F7` stand in the closed menu `Edit`. `Arrow` and `Proceed`
stand below the heading `Delete account`. `Grip` is slid along `Slide to erase`. A double click on `Rows` deletes, as
its tool tip says. `Danger` (`Delete all`) does it when it opens. `Swap` becomes `Delete` when the pointer comes.
`Page`, `Todo`, `Folder`, `Option` and `Choice` only name what deletes.
`button1` has its tool tip on the picture in it, `button2` on what is around it. Events: destroyed, clicked;
`control` is what was used.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, end_process, load_xaml, show_window

XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="560" Height="600">
 <DockPanel Margin="6">
  <Menu DockPanel.Dock="Top"><MenuItem Header="_Edit"><MenuItem Header="Delete row" InputGestureText="Ctrl+D"/>
   <MenuItem Header="Count" InputGestureText="Ctrl+K"/><MenuItem Header="Erase all" InputGestureText="F7"/></MenuItem>
  </Menu>
  <StackPanel>
   <StackPanel Orientation="Horizontal"><TextBox x:Name="Words" Width="90"/>
    <Button x:Name="Leave" Content="Exit" IsCancel="True" Click="on_destroy"/>
    <Button x:Name="Swap" Content="Open" Width="60" Click="on_destroy"/>
    <Button x:Name="button1" Width="30" Click="on_destroy"><Border Background="Red" Width="14" Height="14"
     ToolTip="Delete card"/></Button>
    <Border ToolTip="Delete card"><Button x:Name="button2" Width="30" Click="on_destroy"><Rectangle Fill="Blue"
     Width="12" Height="12"/></Button></Border></StackPanel>
   <StackPanel><TextBlock Text="Delete account"/><Button x:Name="Arrow" Content="&#x27A4;" Click="on_destroy"/>
    <Button x:Name="Proceed" Content="Proceed now" Click="on_destroy"/></StackPanel>
   <Canvas Height="30" Width="240" Background="LightGray"><Thumb x:Name="Grip" Width="30" Height="28"/>
    <TextBlock Text="Slide to erase" Canvas.Left="90" Canvas.Top="6"/></Canvas>
   <ListBox x:Name="Rows" Height="60" ToolTip="Double-click to delete"><ListBoxItem Content="North"/>
    <ListBoxItem Content="South"/></ListBox>
   <Expander x:Name="Danger" Header="Delete all" Expanded="on_destroy"><TextBlock Text="Done"/></Expander>
   <Expander x:Name="More" Header="More" Expanded="on_click"><TextBlock Text="Nothing"/></Expander>
   <TabControl x:Name="Pages" Height="30"><TabItem Header="Keep"/><TabItem x:Name="Page" Header="Delete"/>
   </TabControl>
   <ListBox><ListBoxItem x:Name="Todo" Content="Buy milk"/><ListBoxItem Content="Rest"/></ListBox>
   <TreeView Height="44"><TreeViewItem Header="Folders"/><TreeViewItem x:Name="Folder" Header="Trash"/></TreeView>
   <CheckBox x:Name="Option" Content="Remove duplicates" Click="on_click"/>
   <RadioButton x:Name="Choice" Content="Overwrite" Click="on_click"/>
  </StackPanel>
 </DockPanel>
</Window>"""


class Traps:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import SelectionChangedEventHandler
        from System.Windows.Controls.Primitives import DragDeltaEventHandler
        from System.Windows.Input import KeyEventHandler, MouseButtonEventHandler, MouseEventHandler

        self.log = log
        self.window = load_xaml(XAML, self)
        self.window.KeyDown += KeyEventHandler(self.on_key)
        self["Grip"].DragDelta += DragDeltaEventHandler(self.on_slid)
        for name in ("Todo", "Folder"):
            self[name].Selected += RoutedEventHandler(self.on_click)
        self["Pages"].SelectionChanged += SelectionChangedEventHandler(self.on_turned)
        self["Rows"].MouseDoubleClick += MouseButtonEventHandler(self.on_destroy)
        self["Swap"].MouseEnter += MouseEventHandler(lambda swap, _: setattr(swap, "Content", "Delete"))
        self["Swap"].MouseLeave += MouseEventHandler(lambda swap, _: setattr(swap, "Content", "Open"))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_destroy(self, sender: Any, e: Any) -> None:
        self.log.write("destroyed", sender.Name)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_key(self, sender: Any, e: Any) -> None:
        key = f"{e.KeyboardDevice.Modifiers}+{e.Key}"
        if key in ("Control+D", "None+F7"):
            self.log.write("destroyed", key)
        elif key == "Control+K":
            self.log.write("clicked", key)

    def on_turned(self, sender: Any, e: Any) -> None:
        if self["Page"].IsSelected:
            self.log.write("clicked", "Page")

    def on_slid(self, sender: Any, e: Any) -> None:
        self.log.write("destroyed", "Grip")


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Traps").parse_args()
    return show_window(options, lambda: Traps(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
