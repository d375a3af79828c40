"""A marina's desk: what the templates of the common control libraries hide from UI Automation, WPF.

    python marina.py [--log FILE] [--title TEXT] [--pos X,Y]

The rail of places is closed: it cuts the captions `Home`, `Boats` and `Crew` off. `Boats` stands before a field too.
`Budget` stands before two thumbs, in the line of a high field of the next column, `Remark`; `Photos` before a list that
tells nothing, above two buttons. The titles of `Width` and `Visible` are fields that are only read. `Reports`, `⋮` and
the arrow at `Print` open pop-ups, as the arrow of the empty list `Suppliers` does. `Send out` is a button in an item.
`Fees` is a button and the title of a frame that has a cross. `Tide` and `Wind` are items that a thumb lies over.
`Ask` opens a modal window. Events: chosen, entered, clicked, ticked; `control` is what was used, `value` which.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

NS = f'{XMLNS} xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
AT_END = 'DockPanel.Dock="Right" Width="20"'
ARROW = '<Path Data="M0,0 L4,4 8,0 Z" Fill="Black"/>'
PLACE = """<StackPanel Orientation="Horizontal"><Rectangle Width="16" Height="16" Fill="Gray"/>
 <TextBlock Text="{Binding Place}" Margin="30,0,0,0"/></StackPanel>"""


def template(kind: str, inside: str, attributes: str = "", content: str = "") -> str:
    """Return a control with a template of its own."""
    return f"""<{kind} {attributes}><{kind}.Template><ControlTemplate TargetType="{kind}">{inside}</ControlTemplate>
     </{kind}.Template>{content}</{kind}>"""


def opener(content: str, inside: str, attributes: str = "") -> str:
    """Return a button that stays down while its pop-up is open; a click beside that closes it."""
    return f"""<ToggleButton x:Name="Opener" {attributes}><ToggleButton.Style><Style TargetType="ToggleButton">
     <Style.Triggers><Trigger Property="IsChecked" Value="True"><Setter Property="IsHitTestVisible" Value="False"/>
     </Trigger></Style.Triggers></Style></ToggleButton.Style>{content}</ToggleButton>
     <Popup StaysOpen="False" IsOpen="{{Binding IsChecked, ElementName=Opener, Mode=TwoWay}}">
     <Border Background="White" BorderBrush="Gray" BorderThickness="1">{inside}</Border></Popup>"""


def listed(name: str, column: str, kind: str = "ListBox", attributes: str = "") -> str:
    """Return a list of objects."""
    return f"""<{kind} x:Name="{name}" {attributes}><{kind}.ItemTemplate><DataTemplate>
     <TextBlock Text="{{Binding {column}}}"/></DataTemplate></{kind}.ItemTemplate></{kind}>"""


def prop(title: str, editor: str) -> str:
    """Return a line of a grid of properties: its title is a field that is only read."""
    return f"""<GroupBox><GroupBox.Template><ControlTemplate TargetType="GroupBox"><DockPanel><ContentPresenter
      ContentSource="Header" Width="90"/><ContentPresenter/></DockPanel></ControlTemplate></GroupBox.Template>
     <GroupBox.Header><TextBox Text="{title}" IsReadOnly="True" BorderThickness="0"/></GroupBox.Header>{editor}
     </GroupBox>"""


def line(label: str, inside: str) -> str:
    """Return something behind its label."""
    return f"""<DockPanel Margin="2"><TextBlock Text="{label}" Width="80" VerticalAlignment="Center"/>{inside}
     </DockPanel>"""


STEPS = template(
    "ContentControl",
    """<DockPanel><RepeatButton DockPanel.Dock="Right" Width="18" Tag="more"/><TextBox x:Name="PART_TextBox"
     Text="{Binding Width, UpdateSourceTrigger=PropertyChanged}"/></DockPanel>""",
    'Focusable="False" Width="110" HorizontalAlignment="Left"',
)
SWITCH = '<ToggleButton IsChecked="{Binding Visible}" Width="36" HorizontalAlignment="Left"/>'
THUMBS = """<Canvas Width="160" Height="70" HorizontalAlignment="Left"><Thumb Width="12" Height="18" Canvas.Top="26"
 Canvas.Left="10"/><Thumb Width="12" Height="18" Canvas.Top="26" Canvas.Left="90"/></Canvas>"""
PHOTOS = template(
    "ListBox", '<DockPanel><Button Width="20" Tag="back"/><Button Width="20" Tag="on"/></DockPanel>', 'Width="120"'
)
SUPPLIERS = template(
    "ListBox",
    f"<DockPanel>{opener(ARROW, '<ItemsPresenter/>', AT_END)}<Border/></DockPanel>",
    'x:Name="Suppliers" SelectionMode="Multiple" Height="24"',
    """<ListBox.ItemContainerStyle><Style TargetType="ListBoxItem"><Setter Property="Template"><Setter.Value>
    <ControlTemplate TargetType="ListBoxItem"><CheckBox Content="{Binding Firm}" IsChecked="{Binding IsSelected,
    RelativeSource={RelativeSource TemplatedParent}}"/></ControlTemplate></Setter.Value></Setter></Style>
    </ListBox.ItemContainerStyle>""",
)
TABS = """<ItemsControl x:Name="Charts"><ItemsControl.ItemsPanel><ItemsPanelTemplate><StackPanel
 Orientation="Horizontal"/></ItemsPanelTemplate></ItemsControl.ItemsPanel><ItemsControl.ItemTemplate><DataTemplate>
 <Grid><TextBlock Text="{Binding Chart}" Margin="8,2" IsHitTestVisible="False"/><Thumb Opacity="0"/></Grid>
 </DataTemplate></ItemsControl.ItemTemplate></ItemsControl>"""
BADGES = '<StackPanel><Button Content="Badges"/><Button Content="Merge"/></StackPanel>'
LABELS = '<StackPanel><Button Content="Labels"/><Button Content="Two-sided"/></StackPanel>'
SPLIT = template(
    "ContentControl",
    f"<DockPanel>{opener(ARROW, LABELS, AT_END)}<Button Content='Print'/></DockPanel>",
    'Focusable="False" Width="90" HorizontalAlignment="Left"',
)
REPORTS = template("ContentControl", f"<Grid>{opener('Reports', listed('Reports', 'Report'))}</Grid>", 'x:Name="Drop"')
MORE = template("ContentControl", f"<Grid>{opener('⋮', BADGES)}</Grid>")
XAML = f"""
<Window {NS} x:Name="Main" Width="760" Height="520"><DockPanel>
 {listed("Places", "Place", attributes='Width="36" ScrollViewer.HorizontalScrollBarVisibility="Disabled"').replace(
    '<TextBlock Text="{Binding Place}"/>', PLACE)}
 <StackPanel Width="330" Margin="6">
  {line("Boats", '<TextBox Text="{Binding Boats, UpdateSourceTrigger=PropertyChanged}"/>')}
  {line("Budget", THUMBS)}{line("Photos", PHOTOS)}
  <StackPanel Orientation="Horizontal"><Button Content="Moor" Height="30"/><Button Content="Bill"/></StackPanel>
  {line("Print", SPLIT)}{line("Suppliers", SUPPLIERS)}
  {prop("Width", STEPS)}{prop("Visible", SWITCH)}
 </StackPanel>
 <StackPanel Margin="6"><TextBlock x:Name="Said" Text="-"/>
  <StackPanel Orientation="Horizontal">{REPORTS}{MORE}
   <Button Content="Fees"/><Button x:Name="Ask" Content="Ask"/></StackPanel>
  {line("Remark", '<TextBox Height="40" Text="{Binding Remark, UpdateSourceTrigger=PropertyChanged}"/>')}
  {TABS}
  <Border BorderBrush="Gray" BorderThickness="1"><StackPanel><DockPanel><Button DockPanel.Dock="Right" Width="18"
    x:Name="Cross" Tag="cross"/><TextBlock Text="Fees"/></DockPanel><CheckBox Content="Yearly"/></StackPanel></Border>
  <ListBox><ListBoxItem><Button Content="Send out"/></ListBoxItem></ListBox>
 </StackPanel></DockPanel></Window>"""  # fmt: skip

ASK = f"""<Window {NS} Title="Ask" Width="200" Height="90"><Button Content="Leave" IsCancel="True"/></Window>"""


class Marina:
    """The window and what its controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows import RoutedEventHandler
        from System.Windows.Controls import SelectionChangedEventHandler
        from System.Windows.Controls.Primitives import ButtonBase, DragStartedEventHandler, Selector, Thumb
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        for name, column, values in (
            ("Places", "Place", ("Home", "Boats", "Crew")),
            ("Suppliers", "Firm", ("Acme", "Boreas", "Calypso")),
            ("Charts", "Chart", ("Tide", "Wind")),
        ):
            self[name].ItemsSource = data_table([column], [(value,) for value in values])
        self["Drop"].DataContext = reports = data_table(["Report"], [("Occupancy",), ("Turnover",)])
        self["Drop"].Loaded += RoutedEventHandler(lambda *_: self._fill(reports))
        values = data_table(["Boats", "Remark", "Width", "Visible"], [("3", "", "80", True)])
        values.Table.ColumnChanged += DataColumnChangeEventHandler(self.on_value)
        self.window.DataContext = values[0]
        self.window.AddHandler(Selector.SelectionChangedEvent, SelectionChangedEventHandler(self.on_chosen))
        self.window.AddHandler(ButtonBase.ClickEvent, RoutedEventHandler(self.on_click))
        self["Charts"].AddHandler(Thumb.DragStartedEvent, DragStartedEventHandler(self.on_chart))

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def _fill(self, reports: Any) -> None:
        drop = self["Drop"]
        drop.Template.FindName("Reports", drop).ItemsSource = reports

    def say(self, event: str, control: str, value: Any = None) -> None:
        """Tell what was done, in the log and in the window."""
        self.log.write(event, control, value)
        self["Said"].Text = f"{event} {control} {value}"

    def on_value(self, sender: Any, e: Any) -> None:
        value = e.ProposedValue
        self.say("entered", str(e.Column.ColumnName), value if isinstance(value, bool) else str(value))

    def on_chosen(self, sender: Any, e: Any) -> None:
        for row in e.AddedItems:
            self.say("chosen", str(e.Source.Name), str(row[0]))

    def on_click(self, sender: Any, e: Any) -> None:
        button = e.OriginalSource
        words = str(button.Tag or button.Content)
        self.say("clicked", words)
        if words == "Ask":
            self._ask()

    def on_chart(self, sender: Any, e: Any) -> None:
        self.say("chosen", "Charts", str(e.OriginalSource.DataContext["Chart"]))

    def _ask(self) -> None:
        from wpf_loader import load_xaml

        dialog = load_xaml(
            f'<Window {NS} Title="Ask" Width="200" Height="90"><Button Content="Leave" IsCancel="True"/></Window>', self
        )
        dialog.Owner, dialog.Left, dialog.Top = self.window, 420, 420
        dialog.ShowDialog()


def main() -> int:
    """Show the window until it is closed."""
    options = option_parser(__doc__ or "", title="Marina").parse_args()
    return show_window(options, lambda: Marina(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
