"""A clinic's desk: links in running text, columns side by side, choices by ticks, a question inside of the window, WPF.

    python clinic.py [--log FILE] [--title TEXT] [--pos X,Y]

The window draws its own title bar; its cross is called `Cls`. In the line of `Allergies` and `Dark mode`, which stand
over their fields, `PIN` and `Remark` stand beside theirs, in the next column. Enter in `Token` takes an allergy over.
`Phone` has a mask. `Departments` takes several choices, as `Symptoms` does. `Kind` is a combo box in a template.
`Take off` asks inside of the window, `Say` only tells there. Events: followed, entered, ticked, chosen, cell, clicked;
`control` is what was used, `value` the text, which, or whether it is on.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

TEMPLATE = "DataGridTemplateColumn"
TICK = """<DataTemplate><CheckBox Content="{{Binding {0}}}" IsChecked="{{Binding {1}}}"/></DataTemplate>"""
NEWS = """
<FlowDocument FontSize="12" PagePadding="4"><Paragraph>See the <Hyperlink x:Name="Hours">opening hours</Hyperlink> or
  <Button x:Name="Ask" Content="Ask the desk" Click="on_click"/></Paragraph>
 <List><ListItem><Paragraph><Hyperlink x:Name="Rates">Rates and fees</Hyperlink></Paragraph></ListItem></List>
 <Paragraph>One.</Paragraph><Paragraph>Two.</Paragraph><Paragraph>Three.</Paragraph><Paragraph>Four.</Paragraph>
 <Paragraph><Hyperlink x:Name="Imprint">Imprint</Hyperlink></Paragraph></FlowDocument>"""
LEFT = """
<StackPanel Margin="4">
 <TextBlock Text="Allergies" Height="22"/>
 <WrapPanel Height="26"><TextBox x:Name="Token" Width="80" KeyDown="on_token"/></WrapPanel>
 <TextBlock Text="Dark mode" Height="22"/>
 <ToggleButton x:Name="Dark" Width="36" Height="18" HorizontalAlignment="Left" Click="on_tick"/>
 <DockPanel Height="24"><TextBlock Text="Mobile" Width="80"/><TextBox x:Name="Phone" PreviewTextInput="on_mask"
   Text="(___) ___-____" PreviewKeyDown="on_mask_key" LostFocus="on_left"/></DockPanel>
 <StackPanel Orientation="Horizontal"><Button x:Name="Off" Content="Take off" Click="on_ask"/>
  <Button x:Name="Say" Content="Say" Click="on_ask"/>
  <Button x:Name="Day" Click="on_click"><StackPanel Orientation="Horizontal"><TextBlock Text="Day sheet"/>
   <TextBlock Text="12 visits" Margin="6,0,0,0"/></StackPanel></Button></StackPanel>
</StackPanel>"""
MIDDLE = f"""
<StackPanel Grid.Column="1" Margin="4">
 <DockPanel Height="22"><TextBlock Text="PIN" Width="80"/>
  <PasswordBox x:Name="Pin" PasswordChanged="on_pin"/></DockPanel>
 <DockPanel Height="26"><TextBlock Text="Departments" Width="80"/><ComboBox x:Name="Departments" IsEditable="True"
   IsReadOnly="True" Text="none"><ComboBox.ItemTemplate>{TICK.format("Dept", "On, UpdateSourceTrigger=PropertyChanged")}
  </ComboBox.ItemTemplate></ComboBox></DockPanel>
 <DockPanel Height="22"><TextBlock Text="Remark" Width="80"/><TextBox x:Name="Remark" LostFocus="on_left"/></DockPanel>
 <ListBox x:Name="Symptoms" Height="70" SelectionMode="Multiple" SelectionChanged="on_symptom"><ListBox.ItemTemplate>
  {TICK.format("Symptom", "IsSelected, RelativeSource={RelativeSource AncestorType=ListBoxItem}")}
 </ListBox.ItemTemplate></ListBox>
</StackPanel>"""
XAML = f"""
<Window {XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Main" Width="760" Height="420"
   WindowStyle="None"><Grid><DockPanel>
  <DockPanel DockPanel.Dock="Top" Height="30" Background="#2B3A55">
   <Button x:Name="Cls" DockPanel.Dock="Right" Width="40"
    ToolTip="Close" Click="on_close"><Path Data="M0,0 L10,10 M10,0 L0,10" Stroke="White"/></Button>
   <TextBlock Text="Clinic" Foreground="White"/></DockPanel>
  <DataGrid x:Name="Stock" DockPanel.Dock="Bottom" Height="110" AutoGenerateColumns="False" CanUserAddRows="False">
   <DataGrid.Columns><DataGridTextColumn Header="Article" Width="120" Binding="{{Binding Article}}"/>
    <{TEMPLATE} Header="Kind" Width="120"><{TEMPLATE}.CellTemplate><DataTemplate><TextBlock Text="{{Binding Kind}}"/>
     </DataTemplate></{TEMPLATE}.CellTemplate><{TEMPLATE}.CellEditingTemplate><DataTemplate>
      <ComboBox SelectedValuePath="Content" SelectedValue="{{Binding Kind, UpdateSourceTrigger=PropertyChanged}}">
       <ComboBoxItem Content="Metal"/><ComboBoxItem Content="Glass"/></ComboBox></DataTemplate>
     </{TEMPLATE}.CellEditingTemplate></{TEMPLATE}></DataGrid.Columns></DataGrid>
  <Grid><Grid.ColumnDefinitions><ColumnDefinition/><ColumnDefinition/><ColumnDefinition/></Grid.ColumnDefinitions>
   {LEFT}{MIDDLE}<FlowDocumentScrollViewer x:Name="News" Grid.Column="2" Height="120">{NEWS}</FlowDocumentScrollViewer>
  </Grid></DockPanel>
  <Grid x:Name="Layer" Background="#88000000" Visibility="Collapsed"><Border Background="White" Width="260" Height="90">
    <StackPanel><TextBlock x:Name="Words" TextWrapping="Wrap"/><StackPanel Orientation="Horizontal">
      <Button x:Name="Yes" Content="Go ahead" Click="on_answer"/>
      <Button x:Name="No" Content="Keep it" Click="on_answer"/>
    </StackPanel></StackPanel></Border></Grid>
</Grid></Window>"""
ASKED = "Take the hinge off the board? It cannot be brought back."
TOLD = "The board was printed. Two pages are in the tray."


class Clinic:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        for link in ("Hours", "Rates", "Imprint"):
            self[link].Click += RoutedEventHandler(lambda sender, _: log.write("followed", str(sender.Name)))
        for grid, key, table in (
            (
                "Departments",
                "Dept",
                data_table(["On", "Dept"], [(False, "Surgery"), (False, "Dental"), (False, "Eyes")]),
            ),
            ("Symptoms", "Symptom", data_table(["Symptom"], [("Cough",), ("Fever",), ("Rash",)])),
            ("Stock", "Article", data_table(["Article", "Kind"], [("Hinge", "Metal"), ("Pane", "Glass")])),
        ):
            self[grid].ItemsSource = table
            table.Table.ColumnChanged += DataColumnChangeEventHandler(
                lambda _, e, key=key: log.write("cell", str(e.Row[key]), str(e.ProposedValue))
            )

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_close(self, sender: Any, e: Any) -> None:
        self.window.Close()

    def on_token(self, sender: Any, e: Any) -> None:
        from System.Windows.Input import Key

        if e.Key == Key.Return:
            self.log.write("entered", sender.Name, sender.Text)
            sender.Text = ""

    def on_tick(self, sender: Any, e: Any) -> None:
        self.log.write("ticked", sender.Name, bool(sender.IsChecked))

    def on_mask(self, sender: Any, e: Any) -> None:
        e.Handled = True
        for sign in str(e.Text):
            at = str(sender.Text).find("_")
            if sign.isdigit() and at >= 0:
                sender.Text = sender.Text[:at] + sign + sender.Text[at + 1 :]

    def on_mask_key(self, sender: Any, e: Any) -> None:
        from System.Windows.Input import Key

        if e.Key == Key.Delete:
            sender.Text, e.Handled = "(___) ___-____", True

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("entered", sender.Name, sender.Text)

    def on_pin(self, sender: Any, e: Any) -> None:
        self.log.write("entered", sender.Name, sender.Password)

    def on_symptom(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", sender.Name, [str(row[0]) for row in sender.SelectedItems])

    def on_ask(self, sender: Any, e: Any) -> None:
        self["Words"].Text = ASKED if sender.Name == "Off" else TOLD
        self._show_layer(True)

    def on_answer(self, sender: Any, e: Any) -> None:
        self._show_layer(False)
        self.log.write("clicked", sender.Name)

    def _show_layer(self, shown: bool) -> None:
        from System.Windows import Visibility

        self["Layer"].Visibility = Visibility.Visible if shown else Visibility.Collapsed


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Clinic").parse_args()
    return show_window(options, lambda: Clinic(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
