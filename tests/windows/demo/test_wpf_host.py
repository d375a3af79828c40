"""The WPF host with small applications of these tests: every promise of the view interface, made true by WPF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from wpf_program import CRASH_CODE, Program

pytestmark = [pytest.mark.windows, pytest.mark.slow]  # the demo itself, which runs on it, is used in other tests

RUN = "import sys; from wpfagent.demo.wpf_host import run; sys.exit(run(sys.argv[1], *sys.argv[2:]))"

XAML = """
<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
                    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <Window x:Key="Main" x:Class="Probe.Main" Title="Probe" Width="500" Height="400" Loaded="on_loaded"
          Closing="on_closing">
    <StackPanel>
      <TextBox x:Name="Box" TextChanged="on_text"/>
      <PasswordBox x:Name="Secret"/>
      <RichTextBox x:Name="Rich"/>
      <TextBlock x:Name="Block" Text="plain"/>
      <Label x:Name="Caption" Content="_Label"/>
      <GroupBox x:Name="Group" Header="Group"/>
      <DatePicker x:Name="Date"/>
      <CheckBox x:Name="Check" IsThreeState="True" Content="Check" Checked="on_checked"/>
      <Slider x:Name="Slide" Maximum="10"/>
      <ComboBox x:Name="Combo"><ComboBoxItem Content="one"/><ComboBoxItem Content="two"/></ComboBox>
      <ComboBox x:Name="Editable" IsEditable="True"/>
      <TabControl x:Name="Tabs" SelectionChanged="on_tab">
        <TabItem Header="First"><ListBox x:Name="List" SelectionChanged="on_list"/></TabItem>
        <TabItem Header="Second"/>
      </TabControl>
      <TreeView x:Name="Tree"><TreeViewItem Header="Root"><TreeViewItem Header="Leaf"/></TreeViewItem></TreeView>
      <DataGrid x:Name="Grid" AutoGenerateColumns="False"/>
      <ListView x:Name="View"><ListView.View><GridView/></ListView.View></ListView>
      <Button Content="Nameless" Click="on_nameless">
        <Button.ContextMenu>
          <ContextMenu><MenuItem x:Name="Deep" Header="Deep" IsCheckable="True"/></ContextMenu>
        </Button.ContextMenu>
      </Button>
    </StackPanel>
  </Window>
  <Window x:Key="Second" Title="Second" Width="200" Height="100" Loaded="on_second">
    <TextBlock x:Name="Inside"/>
  </Window>
</ResourceDictionary>
"""

CODE = """
class CodeBehind:
    def __init__(self, view):
        self.view, self.seen, self.may_close = view, [], False
        view["Block"].text = "set before it is shown"

    def on_loaded(self, view, sender):
        {body}

    def __getattr__(self, name):
        raise AttributeError(name)

    def on_second(self, view, sender): {second}
    def on_closing(self, view, sender): return self.may_close
    def on_text(self, view, sender): self.seen.append("text " + sender.text)
    def on_checked(self, view, sender): {checked}
    def on_tab(self, view, sender): self.seen.append(f"tab {{sender.selected_index}}")
    def on_list(self, view, sender): self.seen.append(f"list {{sender.selected_index}} {{sender.selected_item}}")
    def on_nameless(self, view, sender): pass
"""


@pytest.fixture
def probe(start: Callable[..., Program], tmp_path: Path) -> Callable[..., Program]:
    def start_probe(body: str, *, second: str = "pass", checked: str = "pass", xaml: str = XAML) -> Program:
        (tmp_path / "probe.xaml").write_text(xaml, encoding="utf-8")
        lines = "\n        ".join(body.strip().splitlines())
        code = CODE.format(body=lines, second=second, checked=checked)
        (tmp_path / "probe.py").write_text(code, encoding="utf-8")
        return start("-c", RUN, str(tmp_path / "probe.xaml"))

    return start_probe


def passes(program: Program) -> bool:
    code = program.exit_code()
    assert program.stderr() == ""
    return code == 7


def test_texts_of_every_editor_are_read_and_set(probe: Callable[..., Program]) -> None:
    assert passes(
        probe("""
assert view["Block"].text == "set before it is shown"
assert view["Caption"].text == "_Label" and view["Group"].text == "Group" and view.title == "Probe"
for name in ("Box", "Secret", "Rich", "Block", "Caption", "Group", "Editable"):
    view[name].text = "日本語 text"
    assert view[name].text == "日本語 text", (name, view[name].text)
view["Rich"].text = "one\\ntwo"
assert view["Rich"].text.split() == ["one", "two"]
view["Date"].text = "2026-11-20"
assert view["Date"].text == "11/20/2026", view["Date"].text
view.title = "Other"
assert view.title == "Other" and "text 日本語 text" in self.seen, self.seen
view.exit(7)
""")
    )


def test_states_values_and_items_are_read_and_set(probe: Callable[..., Program]) -> None:
    assert passes(
        probe("""
for state in (True, None, False):
    view["Check"].checked = state
    assert view["Check"].checked is state
view["Deep"].checked = True
assert view["Deep"].checked is True and view["Deep"].text == "Deep"
view["Slide"].value = 4
assert view["Slide"].value == 4
view["Box"].enabled = False
assert view["Box"].enabled is False and view["Slide"].enabled is True
view["Box"].visible = False
assert view["Box"].visible is False and view["Slide"].visible is True
assert view["Combo"].items == ["one", "two"] and view["Combo"].selected_item == ""
view["Combo"].selected_item = "two"
assert (view["Combo"].selected_index, view["Combo"].selected_item) == (1, "two")
view["Combo"].items = ["three"]
assert view["Combo"].items == ["three"] and view["Combo"].selected_index == -1
view["Tree"].selected_item = "Leaf"
assert view["Tree"].selected_item == "Leaf"
view["Tree"].selected_item = ""
assert view["Tree"].selected_item == ""
view.exit(7)
""")
    )


def test_what_an_element_does_not_have_is_an_attribute_error_and_a_missing_name_a_key_error(
    probe: Callable[..., Program],
) -> None:
    assert passes(
        probe("""
def error_of(action):
    try:
        action()
    except Exception as error:
        return type(error)
assert error_of(lambda: view["Slide"].text) is AttributeError
assert error_of(lambda: view["Slide"].checked) is AttributeError
assert error_of(lambda: view["Box"].value) is AttributeError
assert error_of(lambda: view["Box"].items) is AttributeError
assert error_of(lambda: setattr(view["Slide"], "text", "x")) is AttributeError
assert error_of(lambda: setattr(view["Box"], "checked", True)) is AttributeError
assert error_of(lambda: view["Nothing"]) is KeyError
assert error_of(lambda: view.show("Nothing")) is KeyError
view.exit(7)
""")
    )


def test_rows_fill_grids_and_lists_and_are_read_back(probe: Callable[..., Program]) -> None:
    assert passes(
        probe("""
for name in ("Grid", "View"):
    view.rows(name, ["No. [x]/y", "Text"], [(1, "a"), (2, None)])
    view.rows(name, ["No. [x]/y", "Text"], [(1, "a"), (2, None), (3, "c")])
    assert view[name].row(2) == ["3", "c"] and view[name].row(1) == ["2", ""]
    view[name].selected_index = 2
    assert view[name].selected_index == 2
view.exit(7)
""")
    )


def test_a_selection_inside_a_tab_is_not_the_tabs_own(probe: Callable[..., Program]) -> None:
    assert passes(
        probe("""
view["List"].items = ["a", "b"]
self.seen.clear()
view["List"].selected_index = 1
view["Tabs"].selected_index = 1
def check():
    assert self.seen == ["list 1 b", "tab 1"], self.seen
    view.exit(7)
view.later(100, check)
""")
    )


def test_a_dialog_gives_its_result_after_the_caller_went_on(probe: Callable[..., Program]) -> None:
    assert passes(
        probe(
            """
def closed(result):
    assert result is True and self.seen[-2:] == ["went on", "second"], self.seen
    assert view.window("Second") is None
    view.exit(7)
view.show_dialog("Second", closed)
self.seen.append("went on")
""",
            second='(self.seen.append("second"), view["Inside"].text, self.view.window("Second").close(True))',
        )
    )


def test_closing_that_answers_false_keeps_the_window_open(probe: Callable[..., Program]) -> None:
    assert passes(
        probe("""
second = view.show("Second")
assert view.window("Second") is second and second.title == "Second"
view.close()
def check():
    assert view.title == "Probe"
    self.may_close = True
    view.exit(7)
view.later(100, check)
""")
    )


def test_closing_the_main_window_ends_with_0(probe: Callable[..., Program]) -> None:
    program = probe('self.may_close = True\nview.show("Second")\nview.close()')
    assert program.exit_code() == 0


def test_an_exception_in_a_handler_ends_the_process(probe: Callable[..., Program]) -> None:
    program = probe('raise ValueError("nobody handles this")')
    assert program.exit_code() == CRASH_CODE
    assert "ValueError: nobody handles this" in program.stderr()
    assert "on_loaded" in program.stderr()


def test_an_exception_in_a_handler_that_automation_calls_ends_the_process_too(probe: Callable[..., Program]) -> None:
    program = probe("pass", checked='raise ValueError("toggled")')
    program.wait_main()
    program.toggle("Check")
    assert program.exit_code() == CRASH_CODE
    assert "toggled" in program.stderr()


def test_a_made_up_name_is_no_automation_id(probe: Callable[..., Program]) -> None:
    program = probe("pass")
    program.wait_main()
    assert program.find(Name="Nameless", ClassName="Button").AutomationId == ""


def test_a_window_is_a_whole_application_too(probe: Callable[..., Program]) -> None:
    window = XAML[XAML.index("<Window") : XAML.index("</Window>")] + "</Window>"
    spaces = XAML[XAML.index(" xmlns") : XAML.index(">")]
    alone = window.replace('<Window x:Key="Main"', f"<Window{spaces}", 1)
    assert passes(probe("view.exit(7)", xaml=alone))
