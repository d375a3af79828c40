"""The policy judges what the mouse and the keys really reach, whatever was named."""

from __future__ import annotations

from contextlib import suppress

import pytest

from wpfagent.core.errors import Refused, RefusedDestructive, Unsupported

DEL = '<Button x:Name="Del" Content="Delete" Height="60" Click="on_del"/>'
INSIDE = [
    f'<GroupBox x:Name="X" Header="Box">{DEL}</GroupBox>',
    f'<ScrollViewer x:Name="X" Height="60">{DEL}</ScrollViewer>',
    f'<UserControl x:Name="X">{DEL}</UserControl>',
    f'<ListBox Height="70"><ListBoxItem x:Name="X">{DEL}</ListBoxItem></ListBox>',
]
ACTS = [
    ("click", {"input": True}), ("click", {"double": True}), ("click", {"at": {"x": 0.5, "y": 0.5}}),
    ("drag", {"by": (1, 0)}), ("send_keys", {"keys": "F5"}),
]  # fmt: skip


@pytest.mark.parametrize("content", INSIDE)
@pytest.mark.parametrize(("action", "args"), ACTS)
def test_a_container_around_a_delete_button_never_presses_it(start, content, action, args):
    driven = start(content)
    with suppress(Refused, Unsupported):
        driven.app.do(action, {"automation_id": "X"}, args, timeout_ms=500)
    assert "del" not in driven.log


def test_a_place_on_a_delete_button_is_refused_whatever_is_named(start):
    driven = start(INSIDE[0])
    with pytest.raises(RefusedDestructive):
        driven.app.click(automation_id="X", at={"x": 0.5, "y": 0.7})
    assert driven.log == []


@pytest.mark.parametrize(("action", "args"), [("send_keys", {"keys": "F5"}), ("click", {}), ("drag", {"by": (0, 2)})])
def test_a_text_inside_a_delete_button_is_the_button(start, action, args):
    driven = start('<Button x:Name="Del" Click="on_del"><TextBlock x:Name="T" Text="away"/></Button>'.replace(
        'x:Name="Del"', 'x:Name="DeleteAll"'))  # fmt: skip
    with pytest.raises(RefusedDestructive):
        driven.app.do(action, {"automation_id": "T"}, args)
    assert driven.log == []


def test_a_free_place_of_an_item_is_clicked_beside_the_button_in_it(start):
    driven = start(
        '<ListBox x:Name="L" Height="70" SelectionChanged="on_changed"><ListBoxItem x:Name="X">'
        f'<StackPanel Orientation="Horizontal">{DEL}<TextBlock Text="a long text beside the button in this row"/>'
        "</StackPanel></ListBoxItem></ListBox>"
    )
    driven.app.click(automation_id="X")
    assert driven.log == ["changed"]


TREE = """
<TreeView x:Name="T" Height="200" SelectedItemChanged="on_selected"><TreeViewItem x:Name="Root" Header="root"
 IsExpanded="True"><TreeViewItem x:Name="A" Header="a"/><TreeViewItem x:Name="B" Header="b"/><TreeViewItem x:Name="C"
 Header="c"/></TreeViewItem></TreeView>
"""


@pytest.mark.parametrize("args", [{}, {"input": True}])
def test_an_open_branch_is_clicked_on_its_own_row(start, args):
    driven = start(TREE)
    driven.app.click(automation_id="Root", **args)
    assert driven.control("Root").selected
    assert not driven.control("B").selected


MANY = "".join(f'<Button Content="B{n}"/>' for n in range(120))


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        (f'<TextBox x:Name="T"/>{MANY}<Button Content="Delete" IsDefault="True" Click="on_del"/>', "Enter"),
        (f'<TextBox x:Name="T"/>{MANY}<Button Content="Delete" IsDefault="True" Click="on_del"/>', "Shift+Enter"),
        ('<TextBox x:Name="T"/><CheckBox Content="_Delete all" Click="on_del"/>', "Alt+D"),
        ('<TextBox x:Name="T"/><RadioButton Content="_Delete all" Click="on_del"/>', "Alt+D"),
        ('<TextBox x:Name="T"/><Button Content="Discard changes" IsCancel="True" Click="on_del"/>', "Esc"),
        ('<Button x:Name="T" Content="Delete" Click="on_del"/>', "Shift+Space"),
        ('<Button x:Name="T" Content="Delete" Click="on_del"/>', "Ctrl+Space"),
        ('<Button x:Name="T" Content="Delete" Click="on_del"/>', "Alt+Enter"),
    ],
)
def test_keys_that_press_a_destructive_control_are_refused(start, content, keys):
    driven = start(content)
    with pytest.raises(RefusedDestructive):
        driven.app.send_keys(keys, automation_id="T")
    assert driven.log == []


@pytest.mark.parametrize("text", ["a\t ", "a\t\n", "a\t\r", "a\tb"])
def test_typed_characters_never_press_the_button_beside_the_field(start, text):
    driven = start('<TextBox x:Name="T"/><Button x:Name="Del" Content="Delete" Click="on_del"/>')
    with pytest.raises((Refused, Unsupported)):
        driven.app.type_text(automation_id="T", text=text, input=True)
    assert driven.log == []


@pytest.mark.parametrize(
    ("content", "action", "args"),
    [
        ('<ListBox x:Name="X"><ListBoxItem Content="Delete all"/></ListBox>', "select_item",
         {"item_text": "Delete all"}),
        ('<ComboBox x:Name="X"><ComboBoxItem Content="Delete all"/></ComboBox>', "select_combo",
         {"item_text": "Delete all"}),
        ('<RadioButton x:Name="X" Content="Delete all" Click="on_x"/>', "click", {}),
        ('<CheckBox x:Name="X" Content="Delete all" Click="on_x"/>', "toggle", {}),
        ('<TabControl x:Name="X"><TabItem Header="a"/><TabItem Header="Delete all"/></TabControl>', "select_item",
         {"item_text": "Delete all"}),
    ],
)  # fmt: skip
def test_an_item_is_judged_by_its_caption(start, content, action, args):
    driven = start(content)
    with pytest.raises(RefusedDestructive):
        driven.app.do(action, {"automation_id": "X"}, args)
    assert driven.log == []


def test_a_button_renamed_while_it_was_waited_for_is_not_pressed(start):
    driven = start(
        '<Button x:Name="B" Content="Save" IsEnabled="False" Click="on_b"/>',
        "def start(self, view):\n    view.later(300, self.rename)\n\n"
        "def rename(self):\n    self.view['B'].text = 'Delete all'\n    self.view['B'].enabled = True",
    )
    with pytest.raises(Refused):
        driven.app.click(automation_id="B", input=True)
    assert driven.log == []
