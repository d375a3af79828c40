"""A small WPF window for the tests of the UIA desktop; run it with the Windows Python.

Usage: wpf_window.py [--elements N] [--flat] [--pages N] [--rows N] [--title T]

It prints nothing; `Status` tells what happened last.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time

import pythonnet
from clr_loader import find_runtimes, get_coreclr, get_netfx


def load_dotnet():
    desktop = [r for r in find_runtimes() if r.name == "Microsoft.WindowsDesktop.App"]
    newest = max(desktop, key=lambda r: r.version_info[:3], default=None)
    runtime = get_coreclr(runtime_spec=newest) if newest else get_netfx()
    get_assembly = runtime.get_assembly

    def get_assembly_knowing_python(path):
        # pythonnet looks through all loaded DLLs for each of its functions when it isn't told which one Python is.
        assembly = get_assembly(path)
        get_function = assembly.get_function

        def get_function_knowing_python(name, *more):
            function = get_function(name, *more)
            if name != "Python.Runtime.Loader.Initialize":
                return function
            return lambda dll: function(dll or b"python%d%d.dll" % sys.version_info[:2])

        assembly.get_function = get_function_knowing_python
        return assembly

    runtime.get_assembly = get_assembly_knowing_python
    pythonnet.set_runtime(runtime)
    import clr

    data = "System.Data.Common" if newest else "System.Data"
    for assembly in ("PresentationFramework", "PresentationCore", "WindowsBase", data):
        clr.AddReference(assembly)


load_dotnet()
from System import GC, WeakReference  # noqa: E402
from System.Data import DataTable  # noqa: E402
from System.Threading import ApartmentState, Thread, ThreadStart  # noqa: E402
from System.Windows import Application, MessageBox, MessageBoxButton  # noqa: E402
from System.Windows.Markup import XamlReader  # noqa: E402

NAMESPACES = (
    'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
    'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"'
)
CONTROLS = """
<Menu x:Name="MainMenu" DockPanel.Dock="Top">
  <MenuItem x:Name="FileMenu" Header="_File">
    <MenuItem x:Name="OpenDialog" Header="_Dialog"/>
    <MenuItem x:Name="OpenOwned" Header="_Owned"/>
  </MenuItem>
</Menu>
<TextBlock x:Name="Status" DockPanel.Dock="Bottom" Text="ready"/>
<TabControl x:Name="Tabs">
  <TabItem x:Name="FormTab" Header="Form">
    <StackPanel>
      <StackPanel Orientation="Horizontal">
        <Button x:Name="Press" Content="_Press" AutomationProperties.HelpText="counts"/>
        <Button x:Name="Off" Content="Off" IsEnabled="False"/>
        <Button x:Name="Hang" Content="Hang"/>
        <Button x:Name="HangShort" Content="Hang short"/>
        <Button x:Name="Exit7" Content="Exit 7"/>
        <Button x:Name="RemoveMe" Content="Remove"/>
        <Button x:Name="Hidden" Content="Hidden" Visibility="Collapsed"/>
      </StackPanel>
      <TextBox x:Name="Input" Text="text"/>
      <TextBox x:Name="Fixed" Text="fixed" IsReadOnly="True"/>
      <TextBox x:Name="Lines" AcceptsReturn="True" Height="40"/>
      <PasswordBox x:Name="Secret" Password="geheim"/>
      <CheckBox x:Name="Check" Content="Check" IsThreeState="True"/>
      <CheckBox x:Name="Modal" Content="Opens a modal dialog"/>
      <Slider x:Name="Range" Minimum="0" Maximum="50" Value="5"/>
      <ComboBox x:Name="Combo" SelectedIndex="1">
        <ComboBoxItem Content="Alpha"/><ComboBoxItem Content="Beta"/>
      </ComboBox>
      <ListBox x:Name="Many" SelectionMode="Multiple">
        <ListBoxItem Content="one"/><ListBoxItem Content="two"/><ListBoxItem Content="three"/>
      </ListBox>
      <Expander x:Name="More" Header="More"><TextBlock x:Name="Inside" Text="inside"/></Expander>
      <TreeView x:Name="Tree" Height="60">
        <TreeViewItem Header="root"><TreeViewItem Header="leaf"/></TreeViewItem>
      </TreeView>
      <ScrollViewer x:Name="Scroller" Height="60">
        <StackPanel>LINES</StackPanel>
      </ScrollViewer>
    </StackPanel>
  </TabItem>
  <TabItem x:Name="GridTab" Header="Grid">
    <DataGrid x:Name="Grid" Height="200" AutoGenerateColumns="True" CanUserAddRows="False"/>
  </TabItem>
</TabControl>
""".replace("LINES", "".join(f'<TextBlock x:Name="Line{i}" Text="line {i}" Height="20"/>' for i in range(20)))
PAGES = """
<Button x:Name="Next" DockPanel.Dock="Top" Content="Next"/>
<TextBlock x:Name="Status" DockPanel.Dock="Top" Text="ready"/>
<ContentControl x:Name="Page"/>
"""
OWNED = f'<Window {NAMESPACES} Title="Owned" Width="200" Height="120"><Button x:Name="Close" Content="Close"/></Window>'


def make_elements(count, flat):
    """Return XAML of about `count` elements: groups of ten (an Expander's content stays simple), or all siblings."""
    if flat:
        return "<StackPanel>" + "".join(f'<TextBlock Text="t{i}"/>' for i in range(count)) + "</StackPanel>"
    sections = []
    for first in range(0, count, 100):
        groups = "".join(make_group(g) for g in range(first // 10, min(first + 100, count) // 10))
        sections.append(f'<GroupBox Header="Section {first}"><StackPanel>{groups}</StackPanel></GroupBox>')
    return "<ScrollViewer><StackPanel>" + "".join(sections) + "</StackPanel></ScrollViewer>"


def make_group(number):
    items = "".join(
        f'<TextBlock x:Name="T{number}_{i}" Text="text {number}.{i}"/>'
        f'<TextBox x:Name="B{number}_{i}" Text="{number}.{i}"/>'
        f'<CheckBox x:Name="C{number}_{i}"/>'
        for i in range(3)
    )
    return f'<GroupBox x:Name="G{number}"><StackPanel Orientation="Horizontal">{items}</StackPanel></GroupBox>'


class TestWindow:
    """The code behind."""

    def __init__(self, options):
        body = make_elements(options.elements, options.flat) if options.elements else CONTROLS
        body = PAGES if options.pages else body
        self.window = XamlReader.Parse(
            f'<Window {NAMESPACES} Title="{options.title}" Width="700" Height="650" Left="40" Top="30">'
            f"<DockPanel>{body}</DockPanel></Window>"
        )
        self.presses = 0
        if options.elements:
            return
        find = self.window.FindName
        self.status = find("Status")
        if options.pages:
            self.page, self.lines, self.seen = find("Page"), options.pages, []
            find("Next").Click += self.on_next
            return
        find("Press").Click += self.on_press
        find("Hang").Click += lambda sender, event: time.sleep(3600)
        find("HangShort").Click += lambda sender, event: time.sleep(4)
        find("Exit7").Click += lambda sender, event: Application.Current.Shutdown(7)
        find("RemoveMe").Click += lambda sender, event: sender.Parent.Children.Remove(sender)
        find("Modal").Checked += self.on_modal
        find("OpenDialog").Click += self.on_modal
        find("OpenOwned").Click += self.on_owned
        find("Input").TextChanged += lambda sender, event: self.say(f"input {sender.Text}")
        self.fill(find("Grid"), options.rows)

    def say(self, text):
        self.status.Text = text

    def on_next(self, sender, event):
        """Show a page that is made anew, and tell how many of those before are still held by somebody."""
        items = "".join(f'<ListBoxItem Content="line {i}"/>' for i in range(self.lines))
        self.page.Content = XamlReader.Parse(
            f'<ListBox {NAMESPACES} VirtualizingPanel.IsVirtualizing="False">{items}</ListBox>'
        )
        gc.collect()
        GC.Collect()
        GC.WaitForPendingFinalizers()
        GC.Collect()
        self.say(f"held {sum(page.IsAlive for page in self.seen)}")
        self.seen.append(WeakReference(self.page.Content))

    def on_press(self, sender, event):
        self.presses += 1
        self.say(f"pressed {self.presses}")

    def on_modal(self, sender, event):
        answer = MessageBox.Show(self.window, "Really?", "Question", MessageBoxButton.YesNo)
        self.say(f"answer {answer}")

    def on_owned(self, sender, event):
        owned = XamlReader.Parse(OWNED)
        owned.Owner = self.window
        owned.FindName("Close").Click += lambda s, e: owned.Close()
        owned.Show()

    def fill(self, grid, rows):
        table = DataTable()
        for column in ("Id", "Name", "City"):
            table.Columns.Add(column)
        for i in range(rows):
            table.Rows.Add(str(i), f"name {i}", f"city {i % 7}")
        grid.ItemsSource = table.DefaultView


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--elements", type=int, default=0)
    parser.add_argument("--flat", action="store_true")
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--title", default="UIA test window")
    parser.add_argument("--stderr", default="")
    options = parser.parse_args()
    if options.stderr:
        os.write(2, options.stderr.encode())
    codes = []

    def run():
        codes.append(Application().Run(TestWindow(options).window))

    thread = Thread(ThreadStart(run))
    thread.SetApartmentState(ApartmentState.STA)
    thread.Start()
    thread.Join()
    return codes[0]


if __name__ == "__main__":
    sys.exit(main())
