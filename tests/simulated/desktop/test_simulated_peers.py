"""Each control has the type, class and patterns that WPF's own automation peers give."""

from __future__ import annotations

import pytest

_SCROLL = {"Selection", "Scroll", "ItemContainer"}
_TABLE = {"Grid", "Table", *_SCROLL}
PEERS = {
    "BasicTab": {
        "MainWindow": ("Window", "Window", {"Window", "Transform"}),
        "MainMenu": ("Menu", "Menu", set()),
        "FileMenu": ("MenuItem", "MenuItem", {"ExpandCollapse"}),
        "Bar": ("ToolBar", "ToolBar", set()),
        "CutTool": ("Button", "Button", {"Invoke"}),
        "Bottom": ("StatusBar", "StatusBar", set()),
        "Status": ("Text", "TextBlock", set()),
        "Tabs": ("Tab", "TabControl", {"Selection", "ItemContainer"}),
        "BasicTab": ("TabItem", "TabItem", {"SelectionItem"}),
        "SaveButton": ("Button", "Button", {"Invoke"}),
        "Repeat": ("Button", "RepeatButton", {"Invoke"}),
        "Bold": ("Button", "ToggleButton", {"Toggle"}),
        "Check": ("CheckBox", "CheckBox", {"Toggle"}),
        "Radio1": ("RadioButton", "RadioButton", {"SelectionItem"}),
        "NameLabel": ("Text", "Label", set()),
        "NameBox": ("Edit", "TextBox", {"Value", "Text", "Scroll"}),
        "Secret": ("Edit", "PasswordBox", {"Value", "Text", "Scroll"}),
        "Rich": ("Document", "RichTextBox", {"Text", "Scroll"}),
        "Plain": ("ComboBox", "ComboBox", {"ExpandCollapse", "Selection", "ItemContainer"}),
        "Editable": ("ComboBox", "ComboBox", {"ExpandCollapse", "Selection", "ItemContainer", "Value"}),
        "Volume": ("Slider", "Slider", {"RangeValue"}),
        "Progress": ("ProgressBar", "ProgressBar", {"RangeValue"}),
        "More": ("Group", "Expander", {"ExpandCollapse"}),
        "Group": ("Group", "GroupBox", set()),
        "Day": ("Custom", "DatePicker", {"ExpandCollapse", "Value"}),
        "Heading": ("Text", "TextBlock", set()),
        "Link": ("Hyperlink", "Hyperlink", {"Invoke"}),
        "Picture": ("Image", "Image", set()),
        "Scroller": ("Pane", "ScrollViewer", {"Scroll"}),
        "Own": ("Custom", "UserControl", set()),
        "Gauge1": ("Custom", "Gauge", set()),
    },
    "ListsTab": {
        "Single": ("List", "ListBox", _SCROLL),
        "Table": ("DataGrid", "ListView", _TABLE),
        "Tree": ("Tree", "TreeView", _SCROLL),
        "Root": ("TreeItem", "TreeViewItem", {"SelectionItem", "ScrollItem", "ExpandCollapse", "ItemContainer"}),
    },
    "GridTab": {"Orders": ("DataGrid", "DataGrid", _TABLE)},
}


@pytest.mark.parametrize("tab", PEERS)
def test_every_control_has_the_type_class_and_patterns_of_its_peer(zoo, tab):
    zoo.act(tab, "select")
    found = {i: zoo.find(i) for i in PEERS[tab]}
    assert {i: (c.control_type, c.class_name, set(c.patterns)) for i, c in found.items()} == PEERS[tab]


def test_names_come_from_content_labels_headers_and_automation_properties(zoo):
    names = ("SaveButton", "NameBox", "FileMenu", "Group", "More", "Fixed", "BasicTab", "Heading", "Link")
    assert [zoo.find(n).name for n in names] == [
        "Save", "Name:", "File", "Group", "More", "Fixed text", "Basic", "Read the manual", "the manual",
    ]  # fmt: skip


def test_access_keys_help_texts_and_states_are_read(zoo):
    save = zoo.find("SaveButton")
    assert (save.access_key, save.help_text, save.focusable) == ("Alt+S", "writes the file", True)
    assert zoo.find("Check3").toggle_state == "indeterminate"
    assert (zoo.find("Radio1").selected, zoo.find("Radio2").selected) == (True, False)
    volume = zoo.find("Volume")
    assert (volume.value, volume.minimum, volume.maximum) == ("10", 0, 50)
    assert zoo.find("Fixed").read_only is True
    assert not zoo.find("OffButton").enabled


def test_a_password_has_no_readable_value(zoo, desktop):
    zoo.act("Secret", "set_value", "geheim")
    secret = zoo.find("Secret")
    assert (secret.value, secret.is_password, desktop.text(secret)) == (None, True, "")


def test_panels_have_no_peer_and_collapsed_controls_are_not_in_the_tree(zoo):
    assert not {c.class_name for c in zoo.all()} & {"StackPanel", "WrapPanel", "DockPanel", "Border", "Grid"}
    assert not zoo.has("GoneButton")


def test_a_caption_is_a_text_below_its_control(zoo, desktop):
    (text,) = desktop.children(zoo.find("SaveButton"))
    assert (text.control_type, text.name, text.automation_id) == ("Text", "Save", "")


def test_only_the_selected_tab_has_its_content_in_the_tree(zoo):
    assert not zoo.has("Single")
    zoo.act("ListsTab", "select")
    assert zoo.has("Single")
    assert not zoo.has("SaveButton")


def test_the_way_up_leads_through_the_tab_to_the_window(zoo, desktop):
    chain, control = [], zoo.find("CutTool")
    while control:
        chain.append(control.automation_id)
        control = desktop.parent(control)
    assert chain == ["CutTool", "Bar", "MainWindow"]


def test_items_of_a_combo_box_exist_only_once_it_was_opened(zoo):
    assert not zoo.all(name="green")
    zoo.act("Plain", "expand")
    assert zoo.all(name="green", control_type="ListItem")
    zoo.act("Plain", "collapse")
    (green,) = zoo.all(name="green", control_type="ListItem")
    assert not green.visible


def test_menu_items_are_in_the_tree_while_their_menu_is_open(zoo):
    assert not zoo.has("OpenItem")
    zoo.act("FileMenu", "expand")
    assert zoo.find("OpenItem").patterns == ("Invoke",)
    assert zoo.find("RecentMenu").patterns == ("ExpandCollapse",)
    assert zoo.find("WrapItem").patterns == ("Toggle", "Invoke")
    zoo.act("FileMenu", "collapse")
    assert not zoo.has("OpenItem")


def test_tree_branches_show_when_expanded_and_leaves_say_so(zoo):
    zoo.act("ListsTab", "select")
    assert not zoo.has("Leaf")
    zoo.act("Root", "expand")
    assert zoo.find("Leaf").expanded == "leaf"
    assert zoo.find("Root").expanded == "expanded"


def test_an_expander_hides_its_content_until_it_is_open(zoo):
    assert not zoo.has("Hidden")
    zoo.act("More", "expand")
    assert zoo.has("Hidden")


def test_refs_and_runtime_ids_are_unique_and_stay(zoo, desktop):
    before = desktop.snapshot(zoo.windows)
    zoo.act("Check", "toggle")
    after = desktop.snapshot(zoo.windows)
    assert [c.ref for c in before] == [c.ref for c in after]
    assert len({c.ref for c in before}) == len({c.runtime_id for c in before}) == len(before)


def test_a_bound_text_is_unknown_and_empty(zoo):
    assert zoo.find("Bound").name == ""


def test_unknown_elements_become_custom_and_are_reported_once(zoo, desktop):
    notes = desktop.notes(zoo.pid)
    assert len(notes) == 1
    assert "Gauge" in notes[0]
    assert "zoo.xaml:" in notes[0]


def test_captions_follow_the_language(desktop, zoo, apps):
    assert zoo.windows[0].title == "Zoo"
    assert desktop.windows(desktop.launch(str(apps / "zoo.xaml"), ["--lang", "ja"]).pid)[0].title == "動物園"
