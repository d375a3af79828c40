"""A program with WPF's own ribbon: its buttons, menus and fields, on two tabs.

    python ribbon.py [--log FILE] [--title TEXT] [--pos X,Y]

Home: `Add entry`, `Book` with an arrow (Book all, Book later), `Period` (This month, This year), `Totals` (on or off).
Tools: `Go to` takes text when it is left, `Audit`, `Delete ledger` (key tips T, D). The round button opens a menu with
`Export ledger`. Below the ribbon stands a field. Events: clicked, left; `control` is what was used,
`value` the text or whether it is on.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import end_process, show_window

RIBBON = "clr-namespace:System.Windows.Controls.Ribbon;assembly=System.Windows.Controls.Ribbon"
XAML = f"""
<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" xmlns:r="{RIBBON}"
        xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="700" Height="360">
 <DockPanel>
  <r:Ribbon x:Name="Bar" DockPanel.Dock="Top" SelectedIndex="0">
   <r:Ribbon.ApplicationMenu><r:RibbonApplicationMenu x:Name="Round">
     <r:RibbonApplicationMenuItem x:Name="Export" Header="Export ledger" Click="on_click"/></r:RibbonApplicationMenu>
   </r:Ribbon.ApplicationMenu>
   <r:RibbonTab Header="Home"><r:RibbonGroup Header="Entries">
     <r:RibbonButton x:Name="Add" Label="Add entry" Click="on_click"/>
     <r:RibbonSplitButton x:Name="Book" Label="Book" Click="on_click">
       <r:RibbonMenuItem x:Name="BookAll" Header="Book all" Click="on_click"/>
       <r:RibbonMenuItem x:Name="BookLater" Header="Book later" Click="on_click"/></r:RibbonSplitButton>
     <r:RibbonMenuButton x:Name="Period" Label="Period">
       <r:RibbonMenuItem x:Name="Month" Header="This month" Click="on_click"/>
       <r:RibbonMenuItem x:Name="Year" Header="This year" Click="on_click"/></r:RibbonMenuButton>
     <r:RibbonToggleButton x:Name="Totals" Label="Totals" Click="on_toggle"/></r:RibbonGroup></r:RibbonTab>
   <r:RibbonTab Header="Tools" KeyTip="T"><r:RibbonGroup Header="Checks">
     <r:RibbonTextBox x:Name="Goto" Label="Go to" LostFocus="on_left"/>
     <r:RibbonButton x:Name="Audit" Label="Audit" Click="on_click"/>
     <r:RibbonButton x:Name="Erase" Label="Delete ledger" KeyTip="D" Click="on_click"/></r:RibbonGroup></r:RibbonTab>
  </r:Ribbon>
  <StackPanel><TextBlock Text="Remark"/><TextBox x:Name="Remark" LostFocus="on_left"/></StackPanel>
 </DockPanel>
</Window>"""


class Ledger:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        import clr
        from wpf_loader import load_xaml

        clr.AddReference("System.Windows.Controls.Ribbon")
        self.log = log
        self.window = load_xaml(XAML, self)

    def on_click(self, sender: Any, e: Any) -> None:
        e.Handled = True  # an item's click is not its menu's
        self.log.write("clicked", sender.Name)

    def on_toggle(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name, bool(sender.IsChecked))

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("left", sender.Name, sender.Text)


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Ledger").parse_args()
    return show_window(options, lambda: Ledger(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
