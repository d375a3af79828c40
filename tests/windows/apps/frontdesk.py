"""A front desk in Japanese: a bar of function keys, units behind fields, wide and narrow letters, drawn stars, WPF.

    python frontdesk.py [--log FILE] [--title TEXT] [--pos X,Y]

The bar's buttons show a key over its words (`F12` over 終了; 作業中 disables it); the keys do the same wherever the
focus is, `F2` while a cell is edited, too. 備　考 and は　い have a blank inside, ＴＥＬ is wide, 氏名 is marked as
required. 年, 月 and 日 stand behind their fields. The stars of 評価 are drawn; the slider of the next column has no
words of its own. タグ shows what was entered before its field. Beside the window its tool window stays open, with a
button that deletes. Keys in the list act on the chosen item.
Events: key, clicked, entered, cell, rated, tagged, slid, chosen, room; `control` is what was used, `value` the text.
"""

from __future__ import annotations

import sys
from typing import Any

from truth_log import TruthLog, option_parser
from wpf_loader import XMLNS, data_table, end_process, show_window

X = 'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
BAR = {"F1": "ヘルプ", "F2": "参照", "F3": "検索", "F10": "確定", "F12": "終了"}
PAIR = "<WrapPanel><TextBlock Text='{Binding Code}'/><TextBlock Text='{Binding Guest}'/></WrapPanel>"
BUTTONS = "".join(
    f'<Button x:Name="{key}" Focusable="False" Width="60" Click="on_bar"><StackPanel><TextBlock Text="{key}"/>'
    f'<TextBlock Text="{words}"/></StackPanel></Button>'
    for key, words in BAR.items()
)
STARS = "".join('<TextBlock Text="☆" FontSize="20"/>' for _ in range(5))


def _row(label: str, fields: str) -> str:
    return f'<StackPanel Orientation="Horizontal"><TextBlock Text="{label}" Width="90"/>{fields}</StackPanel>'


def _box(name: str, width: int = 120) -> str:
    return f'<TextBox x:Name="{name}" Width="{width}" LostFocus="on_left"/>'


FORM = f"""<TabItem Header="台帳"><StackPanel Margin="6">{_row("氏名（必須）", _box("Person"))}{
    _row("ＴＥＬ", _box("Phone"))
}
 {
    _row(
        "生年月日",
        '<ComboBox x:Name="Era" Width="60"/>'
        + _box("Year", 30)
        + '<TextBlock Text="年"/>'
        + _box("Month", 30)
        + '<TextBlock Text="月"/>'
        + _box("Day", 30)
        + '<TextBlock Text="日"/>',
    )
}
 <CheckBox x:Name="Busy" Content="作業中" Click="on_busy"/>{_row("備　考", _box("Remark"))}
 {_row("評価", f'<StackPanel x:Name="Stars" Orientation="Horizontal">{STARS}</StackPanel>')}
 {_row("タグ", '<ItemsControl x:Name="Chips"/><TextBox x:Name="Tag" Width="90" KeyDown="on_tag"/>')}
 {
    _row(
        "宿泊者",
        f'<ComboBox x:Name="Guest" Width="160" SelectionChanged="on_chosen"><ComboBox.ItemTemplate><DataTemplate>{PAIR}'
        "</DataTemplate></ComboBox.ItemTemplate></ComboBox>",
    )
}
 <DataGrid x:Name="Lines" Height="80" AutoGenerateColumns="False" CanUserAddRows="False"><DataGrid.Columns>
  <DataGridTextColumn Header="商品ｺｰﾄﾞ" Binding="{{Binding Code}}"/>
  <DataGridTextColumn Header="数量" Binding="{{Binding Count}}"/>
 </DataGrid.Columns></DataGrid>
 <StackPanel Orientation="Horizontal"><Button x:Name="Ok" Content="確定" Click="on_ask"/>
  <Button x:Name="Cancel" Content="取消" Click="on_ask"/></StackPanel>
 <ListBox x:Name="Rooms" Height="50" KeyDown="on_room"><ListBoxItem>松の間</ListBoxItem>
  <ListBoxItem>竹の間</ListBoxItem></ListBox>
</StackPanel></TabItem>"""
XAML = f"""<Window {XMLNS} {X} x:Name="Main" Width="600" Height="560" PreviewKeyDown="on_key"><Grid><DockPanel>
 <StackPanel Orientation="Horizontal" DockPanel.Dock="Bottom">{BUTTONS}</StackPanel>
 <StackPanel DockPanel.Dock="Right" Width="110"><Border Height="175"/>
  <Slider x:Name="Zoom" Maximum="100" ValueChanged="on_slid"/></StackPanel>
 <TabControl>{FORM}</TabControl></DockPanel>
 <Grid x:Name="Layer" Background="#88000000" Visibility="Collapsed"><Border Background="White" Width="300" Height="90">
  <StackPanel><TextBlock x:Name="Words"/><StackPanel Orientation="Horizontal">
   <Button x:Name="Yes" Content="は　い" Click="on_answer"/><Button x:Name="No" Content="いいえ" Click="on_answer"/>
  </StackPanel></StackPanel></Border></Grid></Grid></Window>"""
TOOLS = f"""<Window {XMLNS} {X} x:Name="Tools" Title="付箋" Width="150" Height="100" ShowActivated="False"><StackPanel>
 <TextBox/><Button x:Name="Drop" Content="付箋を削除" Click="on_click"/></StackPanel></Window>"""
ASKED = {"Ok": "入力内容を登録してもよろしいですか？", "Cancel": "入力中の内容を取り消します。よろしいですか？"}


class FrontDesk:
    """The windows and what their controls do."""

    def __init__(self, log: TruthLog) -> None:
        from System.Data import DataColumnChangeEventHandler
        from System.Windows.Input import MouseButtonEventHandler
        from wpf_loader import load_xaml

        self.log = log
        self.window = load_xaml(XAML, self)
        for place, star in enumerate(self["Stars"].Children, start=1):
            star.MouseLeftButtonDown += MouseButtonEventHandler(lambda *_, n=place: log.write("rated", "Stars", n))
        for era in ("昭和", "平成", "令和"):
            self["Era"].Items.Add(era)
        self["Guest"].ItemsSource = data_table(["Code", "Guest"], [("101", "山本"), ("102", "佐藤")])
        lines = data_table(["Code", "Count"], [("A-1", "2"), ("A-2", "5")])
        lines.Table.ColumnChanged += DataColumnChangeEventHandler(
            lambda _, e: log.write("cell", str(e.Row["Code"]), str(e.ProposedValue))
        )
        self["Lines"].ItemsSource = lines
        self.window.Loaded += self.on_loaded

    def __getitem__(self, name: str) -> Any:
        return self.window.FindName(name)

    def on_loaded(self, sender: Any, e: Any) -> None:
        from wpf_loader import load_xaml

        tools = load_xaml(TOOLS, self)
        tools.Owner, tools.Left, tools.Top = self.window, self.window.Left + 610, self.window.Top
        tools.Show()

    def on_key(self, sender: Any, e: Any) -> None:
        key = str(e.SystemKey) if str(e.Key) == "System" else str(e.Key)
        if key in BAR:
            e.Handled = True
            self.log.write("key", key)

    def on_bar(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_click(self, sender: Any, e: Any) -> None:
        self.log.write("clicked", sender.Name)

    def on_busy(self, sender: Any, e: Any) -> None:
        self["F12"].IsEnabled = not sender.IsChecked

    def on_left(self, sender: Any, e: Any) -> None:
        self.log.write("entered", sender.Name, sender.Text)

    def on_tag(self, sender: Any, e: Any) -> None:
        if str(e.Key) == "Return":
            self["Chips"].Items.Add(sender.Text)
            self.log.write("tagged", "Tag", sender.Text)
            sender.Text = ""

    def on_slid(self, sender: Any, e: Any) -> None:
        self.log.write("slid", sender.Name, float(e.NewValue))

    def on_chosen(self, sender: Any, e: Any) -> None:
        self.log.write("chosen", sender.Name, str(sender.SelectedItem["Guest"]))

    def on_room(self, sender: Any, e: Any) -> None:
        chosen = sender.SelectedItem
        self.log.write("room", str(e.Key), None if chosen is None else str(chosen.Content))

    def on_ask(self, sender: Any, e: Any) -> None:
        self["Words"].Text = ASKED[sender.Name]
        self.log.write("clicked", sender.Name)
        self._show_layer(True)

    def on_answer(self, sender: Any, e: Any) -> None:
        self._show_layer(False)
        self.log.write("clicked", sender.Name)

    def _show_layer(self, shown: bool) -> None:
        from System.Windows import Visibility

        self["Layer"].Visibility = Visibility.Visible if shown else Visibility.Collapsed


def main() -> int:
    """Show the windows until the main one is closed."""
    options = option_parser(__doc__ or "", title="フロント").parse_args()
    return show_window(options, lambda: FrontDesk(TruthLog(options.log)).window)


if __name__ == "__main__":
    end_process(main()) if sys.platform == "win32" else sys.exit("needs Windows")
