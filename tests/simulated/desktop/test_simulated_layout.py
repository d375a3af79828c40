"""Rectangles are plausible: inside their parents, and siblings do not overlap."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wpfagent.desktops.base import Budget
from wpfagent.desktops.simulated import SimulatedDesktop

TABS = ("BasicTab", "ListsTab", "GridTab")


def trees(snapshot):
    """Yield (parent, its visible children) of a snapshot."""
    below: dict[int, list] = {}
    for index, control in enumerate(snapshot.controls):
        parent = next(snapshot.ancestors(index), None)
        if parent is not None and control.visible:
            below.setdefault(id(parent), [parent]).append(control)
    return [(group[0], group[1:]) for group in below.values()]


def check(snapshot):
    for parent, children in trees(snapshot):
        for control in children:
            assert control.bounding_rect is not None
            assert not control.bounding_rect.is_empty
            if parent.control_type != "TabItem" and parent.bounding_rect:
                inside = control.bounding_rect.intersection(parent.bounding_rect)
                assert inside == control.bounding_rect, (parent, control)
        boxes = [c for c in children if c.control_type not in ("Text", "Hyperlink")]
        for a, b in itertools.combinations(boxes, 2):
            if parent.control_type != "TabItem" and "Window" not in (a.control_type, b.control_type):
                assert a.bounding_rect.intersection(b.bounding_rect).is_empty, (a, b)


@pytest.mark.parametrize("tab", TABS)
def test_siblings_do_not_overlap_and_children_lie_inside_their_parents(zoo, desktop, tab):
    zoo.act(tab, "select")
    check(desktop.snapshot(zoo.windows, budget=Budget(elements=5000)))


leaf = st.sampled_from(
    ['<Button Content="Go"/>', '<TextBox Text="abc"/>', '<CheckBox Content="日本語"/>', '<Slider Width="80"/>',
     '<ComboBox/>', '<TextBlock Text="some words"/>', '<ListBox Height="60"/>', '<Button Margin="5" Content="m"/>',
     '<ProgressBar Height="10"/>', '<Image Width="20" Height="20"/>']
)  # fmt: skip
PANELS = [
    "<StackPanel>{}</StackPanel>",
    '<StackPanel Orientation="Horizontal">{}</StackPanel>',
    "<WrapPanel>{}</WrapPanel>",
    '<UniformGrid Columns="2">{}</UniformGrid>',
    "<DockPanel>{}</DockPanel>",
    '<GroupBox Header="g"><StackPanel>{}</StackPanel></GroupBox>',
    '<Border Padding="3"><StackPanel>{}</StackPanel></Border>',
    "<ScrollViewer><StackPanel>{}</StackPanel></ScrollViewer>",
    '<Expander Header="e" IsExpanded="True"><StackPanel>{}</StackPanel></Expander>',
]
content = st.recursive(
    leaf,
    lambda inner: st.builds(
        lambda panel, parts: panel.format("".join(parts)),
        st.sampled_from(PANELS),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=12,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content)
def test_any_nesting_of_panels_gives_rectangles_inside_and_apart(tmp_path, xaml):
    path = tmp_path / "any.xaml"
    path.write_text(
        '<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation" Title="T" Width="500" Height="400">'
        f"{xaml}</Window>",
        encoding="utf-8",
    )
    desktop = SimulatedDesktop()
    desktop.launch(str(path), [])
    check(desktop.snapshot(desktop.windows()))


def test_a_grid_gives_pixels_then_auto_then_stars_their_share(open_xaml):
    app = open_xaml("""<Grid>
        <Grid.ColumnDefinitions><ColumnDefinition Width="100"/><ColumnDefinition Width="Auto"/>
          <ColumnDefinition Width="*"/>          <ColumnDefinition Width="2*"/></Grid.ColumnDefinitions>
        <Grid.RowDefinitions><RowDefinition Height="Auto"/><RowDefinition/></Grid.RowDefinitions>
        <Button x:Name="A"/><Button x:Name="B" Grid.Column="1" Width="50"/><Button x:Name="C" Grid.Column="2"/>
        <Button x:Name="D" Grid.Column="3"/><Button x:Name="E" Grid.Row="1" Grid.ColumnSpan="4"/></Grid>""")
    width = {n: app.find(n).bounding_rect.width for n in "ABCDE"}
    assert width["A"] == 100
    assert width["B"] == 50
    assert abs(width["D"] - 2 * width["C"]) <= 2
    assert width["E"] == 398 or width["E"] >= sum(width[n] for n in "ABCD")
    assert app.find("E").bounding_rect.height > app.find("A").bounding_rect.height


def test_dock_margin_and_alignment_are_kept(open_xaml):
    app = open_xaml("""<DockPanel>
        <Button x:Name="Top" DockPanel.Dock="Top" Height="30"/><Button x:Name="Side" DockPanel.Dock="Right" Width="60"/>
        <Button x:Name="Rest" Margin="10" Width="40" Height="20" HorizontalAlignment="Right"
                VerticalAlignment="Bottom"/>
        </DockPanel>""")
    top, side, rest = (app.find(n).bounding_rect for n in ("Top", "Side", "Rest"))
    window = app.windows[0].rect
    assert (top.y, top.height) == (window.y + 30, 30)
    assert (side.right, side.width) == (window.right - 1, 60)
    assert (rest.right, rest.bottom) == (side.x - 10, window.bottom - 1 - 10)


def test_what_scrolls_out_of_a_scroll_viewer_is_not_visible_until_scrolled_into_view(zoo):
    text = zoo.find("ContextText")
    assert not text.visible
    zoo.act("Scroller", "scroll", (None, 100))
    assert zoo.find("ContextText").visible
    assert not zoo.find("SaveButton").visible


def test_japanese_is_wider_than_latin(open_xaml):
    app = open_xaml(
        '<StackPanel Orientation="Horizontal"><Button x:Name="A" Content="abcd"/>'
        '<Button x:Name="B" Content="日本語版"/></StackPanel>'
    )
    assert app.find("B").bounding_rect.width > app.find("A").bounding_rect.width


def test_a_drop_down_lies_at_its_combo_box_and_holds_its_items(zoo):
    zoo.act("Plain", "expand")
    popup = zoo.windows[0]
    combo = zoo.find("Plain").bounding_rect
    assert (popup.rect.x, popup.rect.y) == (combo.x, combo.bottom)
    for item in zoo.all(class_name="ComboBoxItem"):
        assert item.bounding_rect.intersection(popup.rect) == item.bounding_rect


def test_a_drop_down_that_would_leave_the_screen_opens_upwards(open_xaml, desktop):
    items = "<ComboBoxItem Content='i'/>" * 20
    app = open_xaml(f'<DockPanel><ComboBox x:Name="C" VerticalAlignment="Bottom">{items}</ComboBox></DockPanel>')
    rect = app.windows[0].rect
    desktop.mouse_drag((rect.x + 20, rect.y + 5), (rect.x + 20, 700))
    app.act("C", "expand")
    popup = app.windows[0].rect
    assert popup.bottom == app.find("C").bounding_rect.y
    assert popup.y >= 0
