"""What WPF's automation peers say of each kind of element: control type, patterns, class name.

Source: the `OnCreateAutomationPeer` overrides and `*AutomationPeer` classes of WPF, as documented under
System.Windows.Automation.Peers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from wpfagent.core.model import ToggleState


@dataclass(frozen=True, slots=True)
class Peer:
    """The facts of one kind that no instance changes. `caption` is the property that holds its words."""

    control_type: str
    patterns: tuple[str, ...] = ()
    caption: str = "Content"
    focusable: bool = False
    class_name: str = ""
    has_text_part: bool = False
    """Whether a caption given as a string shows as a Text child, as WPF's ContentPresenter makes one."""


_SCROLLING = ("Selection", "Scroll", "ItemContainer")
_TABLE = ("Grid", "Table", *_SCROLLING)
_ITEM = ("SelectionItem", "ScrollItem")

PEERS = MappingProxyType(
    {
        "Window": Peer("Window", ("Window", "Transform"), "Title"),
        "Button": Peer("Button", ("Invoke",), focusable=True, has_text_part=True),
        "RepeatButton": Peer("Button", ("Invoke",), focusable=True, has_text_part=True),
        "ToggleButton": Peer("Button", ("Toggle",), focusable=True, has_text_part=True),
        "CheckBox": Peer("CheckBox", ("Toggle",), focusable=True, has_text_part=True),
        "RadioButton": Peer("RadioButton", ("SelectionItem",), focusable=True, has_text_part=True),
        "TextBox": Peer("Edit", ("Value", "Text", "Scroll"), "", focusable=True),
        "PasswordBox": Peer("Edit", ("Value", "Text", "Scroll"), "", focusable=True),
        "RichTextBox": Peer("Document", ("Text", "Scroll"), "", focusable=True),
        "TextBlock": Peer("Text", (), "Text"),
        "AccessText": Peer("Text", (), "Text"),
        "Label": Peer("Text", has_text_part=True),
        "ComboBox": Peer("ComboBox", ("ExpandCollapse", "Selection", "ItemContainer"), "", focusable=True),
        "ComboBoxItem": Peer("ListItem", _ITEM, focusable=True, has_text_part=True),
        "ListBox": Peer("List", _SCROLLING, ""),
        "ListBoxItem": Peer("ListItem", _ITEM, focusable=True, has_text_part=True),
        "ItemsControl": Peer("List", (), ""),
        "ListView": Peer("List", _SCROLLING, ""),
        "ListViewItem": Peer("ListItem", _ITEM, focusable=True, has_text_part=True),
        "DataGrid": Peer("DataGrid", _TABLE, "", focusable=True),
        "DataGridRow": Peer("DataItem", (*_ITEM, "Selection", "Invoke", "ItemContainer"), ""),
        "DataGridCell": Peer(
            "Custom", ("GridItem", "TableItem", *_ITEM, "Value", "Invoke"), focusable=True, has_text_part=True
        ),
        "DataGridColumnHeadersPresenter": Peer("Header", (), ""),
        "DataGridColumnHeader": Peer("HeaderItem", ("Invoke", "ScrollItem", "Transform"), has_text_part=True),
        "GridViewHeaderRowPresenter": Peer("Header", (), ""),
        "GridViewColumnHeader": Peer("HeaderItem", ("Invoke", "Transform"), has_text_part=True),
        "GridViewRow": Peer("DataItem", _ITEM, "", focusable=True, class_name="ListViewItem"),
        "GridViewCell": Peer("Text", ("GridItem", "TableItem"), class_name="TextBlock"),
        "TreeView": Peer("Tree", _SCROLLING, ""),
        "TreeViewItem": Peer(
            "TreeItem", ("ExpandCollapse", *_ITEM, "ItemContainer"), "Header", focusable=True, has_text_part=True
        ),
        "TabControl": Peer("Tab", ("Selection", "ItemContainer"), ""),
        "TabItem": Peer("TabItem", ("SelectionItem",), "Header", focusable=True, has_text_part=True),
        "Menu": Peer("Menu", (), ""),
        "ContextMenu": Peer("Menu", (), ""),
        "MenuItem": Peer("MenuItem", ("Invoke",), "Header", has_text_part=True),
        "ToolBar": Peer("ToolBar", (), "Header"),
        "StatusBar": Peer("StatusBar", (), ""),
        "StatusBarItem": Peer("Text", has_text_part=True),
        "Separator": Peer("Separator", (), ""),
        "Slider": Peer("Slider", ("RangeValue",), "", focusable=True),
        "ProgressBar": Peer("ProgressBar", ("RangeValue",), ""),
        "Expander": Peer("Group", ("ExpandCollapse",), "Header", focusable=True, has_text_part=True),
        "GroupBox": Peer("Group", (), "Header", has_text_part=True),
        "DatePicker": Peer("Custom", ("ExpandCollapse", "Value"), "", focusable=True),
        "Calendar": Peer("Calendar", ("Grid", "Table", "Selection"), ""),
        "Hyperlink": Peer("Hyperlink", ("Invoke",), "Text", focusable=True),
        "Image": Peer("Image", (), ""),
        "ScrollViewer": Peer("Pane", ("Scroll",), ""),
        "UserControl": Peer("Custom", (), ""),
        "Frame": Peer("Pane", (), ""),
        "ScrollBar": Peer("ScrollBar", ("RangeValue",), ""),
        "InkCanvas": Peer("Custom", (), ""),
        "Thumb": Peer("Thumb", ("Transform",), ""),
        "GridSplitter": Peer("Thumb", ("Transform",), ""),
        "ToolTip": Peer("ToolTip", (), "Text"),
        "Popup": Peer("Window", (), "", class_name="Popup"),
        "Dialog": Peer("Window", ("Window", "Transform"), "Title", class_name="#32770"),
        "DialogText": Peer("Text", (), "Text", class_name="Static"),
    }
)
"""By kind. Some kinds never stand in a XAML file: rows, cells and headers, and the parts of a message box."""

UNKNOWN = Peer("Custom", (), "Content")
"""An element that is not in this table."""

PANELS = frozenset(
    [
        "Grid",
        "StackPanel",
        "DockPanel",
        "WrapPanel",
        "UniformGrid",
        "Canvas",
        "Border",
        "Viewbox",
        "ContentControl",
        "ContentPresenter",
        "ToolBarTray",
        "ToolBarPanel",
        "VirtualizingStackPanel",
        "ItemsPresenter",
        "AdornerDecorator",
        "Rectangle",
        "Ellipse",
        "Line",
        "Path",
        "Polygon",
        "Polyline",
        "BulletDecorator",
        "Decorator",
        "TabPanel",
        "MediaElement",
    ]
)
"""Elements without an automation peer: laid out and drawn, but not in the tree."""

ITEM_KINDS = MappingProxyType(
    {
        "ComboBox": "ComboBoxItem",
        "ListBox": "ListBoxItem",
        "ListView": "ListViewItem",
        "TreeView": "TreeViewItem",
        "TreeViewItem": "TreeViewItem",
        "TabControl": "TabItem",
        "Menu": "MenuItem",
        "ContextMenu": "MenuItem",
        "MenuItem": "MenuItem",
        "StatusBar": "StatusBarItem",
    }
)
"""Which container an items control wraps around an item that is not one already."""


def peer_of(kind: str) -> Peer | None:
    """Return the peer of a kind; None for a panel, `UNKNOWN` for what WPF itself does not have."""
    return None if kind in PANELS else PEERS.get(kind, UNKNOWN)


def split_access_key(caption: str) -> tuple[str, str]:
    """Return a caption as it is read and its access key: `"_Save"` → `("Save", "Alt+S")`."""
    key = ""

    def shown(found: re.Match[str]) -> str:
        nonlocal key
        letter = found[1]
        if letter == "_" or not letter:
            return letter
        if key:
            return "_" + letter
        key = "Alt+" + letter.upper()
        return letter

    return re.sub("_(.?)", shown, caption, flags=re.DOTALL), key


def toggle_state(checked: bool | None) -> ToggleState:
    """Return UIA's word for a check mark."""
    return "indeterminate" if checked is None else "on" if checked else "off"
