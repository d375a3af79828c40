"""XAML is read with line numbers, and what does not parse says where and why."""

from __future__ import annotations

import pytest

from wpfagent.core.errors import FileInvalid, LaunchFailed
from wpfagent.desktops.simulated.xaml import parse_xaml

NAMESPACES = (
    'xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" '
    'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" '
    'xmlns:d="http://schemas.microsoft.com/expression/blend/2008"'
)
MVVM = f"""<UserControl x:Class="Shop.OrderView" {NAMESPACES} d:DesignWidth="300">
  <UserControl.Resources>
    <Style TargetType="Button"><Setter Property="Margin" Value="4"/></Style>
    <DataTemplate x:Key="Row"><TextBlock x:Name="RowText" Text="{{Binding Name}}"/></DataTemplate>
  </UserControl.Resources>
  <StackPanel>
    <Button x:Name="Save" Content="_Save" Command="{{Binding Save}}" IsEnabled="{{Binding CanSave}}"/>
    <TextBox AutomationProperties.AutomationId="Note" Text="{{Binding Note}}"/>
    <Button Content="{{Binding Caption}}"/>
    <Button><Button.Content><TextBlock Text="Inner"/></Button.Content></Button>
  </StackPanel>
</UserControl>"""


def parsed(tmp_path, text):
    path = tmp_path / "view.xaml"
    path.write_text(text, encoding="utf-8")
    return parse_xaml(path)


def test_elements_carry_type_id_name_and_line(tmp_path):
    document = parsed(tmp_path, MVVM)
    save = next(e for e in document.elements if e.x_name == "Save")
    assert (save.control_type, save.automation_id, save.name, save.line) == ("Button", "Save", "Save", 7)
    assert [e.line for e in document.elements if e.automation_id == "Note"] == [8]


def test_bound_attributes_are_listed_and_bound_names_are_empty(tmp_path):
    elements = parsed(tmp_path, MVVM).elements
    assert {e.bound for e in elements if e.x_name == "Save"} == {frozenset({"Command", "IsEnabled"})}
    (caption,) = [e for e in elements if "Content" in e.bound]
    assert caption.name == ""


def test_elements_of_templates_are_marked(tmp_path):
    marked = {e.x_name or e.tag: e.from_template for e in parsed(tmp_path, MVVM).elements}
    assert marked["RowText"] is True
    assert marked["Save"] is False


def test_styles_setters_panels_and_design_time_attributes_are_no_elements(tmp_path):
    elements = parsed(tmp_path, MVVM).elements
    assert not {e.tag for e in elements} & {"Style", "Setter", "DataTemplate", "StackPanel"}


def test_windows_of_a_dictionary_are_found_by_key(apps):
    document = parse_xaml(apps / "zoo.xaml")
    assert list(document.windows) == ["Main", "Dialog", "Tools"]
    assert {e.window for e in document.elements} == {"Main", "Dialog", "Tools"}
    assert next(e for e in document.elements if e.x_name == "MainWindow").name == "Zoo"


def test_malformed_xml_names_file_line_and_reason(tmp_path):
    with pytest.raises(FileInvalid) as raised:
        parsed(tmp_path, f"<Window {NAMESPACES}>\n  <Button>\n  </Grid>\n</Window>")
    assert raised.value.message.startswith(f"{tmp_path / 'view.xaml'}:3: mismatched tag")
    assert raised.value.details["line"] == 3


def test_a_missing_file_is_a_file_error(tmp_path):
    with pytest.raises(FileInvalid, match=r"none\.xaml:1"):
        parse_xaml(tmp_path / "none.xaml")


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ('<Button x:Name="A"/>\n<Button x:Name="A"/>', 3, "already used in line 2"),
        ('\n<Button Click="on_nothing"/>', 3, "on_nothing"),
    ],
)
def test_what_wpf_would_refuse_names_its_line(open_xaml, content, line, reason):
    with pytest.raises(FileInvalid, match=reason) as raised:
        open_xaml(f"<StackPanel>{content}</StackPanel>", "class CodeBehind:\n    def __init__(self, view): pass\n")
    assert raised.value.details["line"] == line


def test_a_root_that_is_no_window_is_refused(open_xaml):
    with pytest.raises(FileInvalid, match="Grid is neither a Window"):
        open_xaml("<Grid><!-- <Window --></Grid>")


@pytest.mark.parametrize("code", ["import nothing_like_this", "x = 1", "def broken(:"])
def test_a_code_behind_that_does_not_load_fails_the_launch(open_xaml, code):
    with pytest.raises(LaunchFailed, match=r"small\.py"):
        open_xaml("<Button/>", code)
