"""From the nodes of a XAML file to the live elements of a window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wpfagent.desktops.simulated.elements import Element, Track
from wpfagent.desktops.simulated.frames import Frame
from wpfagent.desktops.simulated.panels import parse_track
from wpfagent.desktops.simulated.peers import ITEM_KINDS, PANELS, PEERS, split_access_key
from wpfagent.desktops.simulated.tables import Column, Table
from wpfagent.desktops.simulated.xaml import (
    Node,
    caption_of,
    element_name_of,
    invalid,
    is_bound,
    literal,
    resource_key,
)

EVENTS = frozenset(
    [
        "Click",
        "PreviewMouseLeftButtonDown",
        "MouseLeftButtonUp",
        "Checked",
        "Unchecked",
        "Indeterminate",
        "SelectionChanged",
        "TextChanged",
        "PasswordChanged",
        "LostFocus",
        "GotFocus",
        "ValueChanged",
        "SelectedItemChanged",
        "SelectedDateChanged",
        "Expanded",
        "Collapsed",
        "Loaded",
        "Closing",
        "Closed",
        "MouseDoubleClick",
        "DropDownOpened",
        "DropDownClosed",
    ]
)
_TEXT_ATTRIBUTE = {"TextBox": "Text", "PasswordBox": "Password", "DatePicker": "Text", "ComboBox": "Text"}
_INLINES = frozenset(["Run", "Span", "Bold", "Italic", "Underline", "LineBreak", "Paragraph", "FlowDocument"])
_SPECIAL = frozenset(["String", "InlineUIContainer", "BlockUIContainer"])


class Builder:
    """Builds one window's elements. `notes` takes what was not understood, each thing once."""

    def __init__(
        self, path: Path, captions: Mapping[str, str], styles: Mapping[str, Mapping[str, str]], notes: dict[str, str]
    ) -> None:
        self._path = path
        self._captions = captions
        self._styles = styles
        self._notes = notes
        self._names: dict[str, Element] = {}
        self._links: list[tuple[Element, str, bool]] = []

    def build(self, node: Node, window: Frame[Element]) -> tuple[Element, dict[str, Element]]:
        """Return the root element and the elements by x:Name."""
        root = self._element(node, window, None)
        for element, target, labels_target in self._links:
            if target in self._names:
                owner, label = (self._names[target], element) if labels_target else (element, self._names[target])
                owner.labelled_by, label.labels = label, owner
        return root, self._names

    def _element(self, node: Node, window: Frame[Element], parent: Element | None) -> Element:
        kind = node.tag
        element = Element(kind, window, parent, line=node.line)
        if kind not in PEERS and kind not in PANELS:
            self._notes.setdefault(kind, f"{self._path}:{node.line}: unknown element {kind}, shown as Custom")
        element.attributes = {
            k: v if v.startswith("{x:Null") else literal(v, self._captions)
            for k, v in {**self._style(node), **node.attributes}.items()
            if not is_bound(v, self._captions)
        }
        self._identify(element, node)
        self._read_states(element)
        if caption := self._caption(element, node):
            element.text = caption
        element.painted = self._painted(node)
        self._add_children(element, node)
        if element.kind == "RichTextBox":
            element.text = "\n".join(n.plain_text(self._captions) for n in _paragraphs(node))
        if "ContextMenu" in node.properties:
            for menu in node.properties["ContextMenu"].children:
                element.context_menu = self._element(menu, window, element)
        self._select_first(element)
        return element

    def _style(self, node: Node) -> Mapping[str, str]:
        return self._styles.get(resource_key(node.attributes.get("Style", "")) or node.tag, {})

    def _identify(self, element: Element, node: Node) -> None:
        own = element.attributes
        element.x_name = own.get("x:Name", own.get("Name", ""))
        element.automation_id = own.get("AutomationProperties.AutomationId", "") or element.x_name
        element.own_name = own.get("AutomationProperties.Name", "")
        element.help_text = own.get("AutomationProperties.HelpText", "") or own.get("ToolTip", "")
        if element.x_name:
            if element.x_name in self._names:
                line = self._names[element.x_name].line
                raise invalid(self._path, node.line, f"the name {element.x_name!r} is already used in line {line}")
            self._names[element.x_name] = element
        element.handlers = {k: v for k, v in own.items() if k in EVENTS and v}
        for attribute, labels_target in (("Target", True), ("AutomationProperties.LabeledBy", False)):
            if target := element_name_of(node.attributes.get(attribute, "")):
                self._links.append((element, target, labels_target))

    def _read_states(self, element: Element) -> None:
        own = element.attributes
        element.enabled = not _is_false(own.get("IsEnabled", ""))
        element.shown = own.get("Visibility", "Visible") == "Visible"
        element.read_only = _is_true(own, "IsReadOnly")
        element.editable = _is_true(own, "IsEditable")
        element.three_state = _is_true(own, "IsThreeState")
        element.checkable = _is_true(own, "IsCheckable")
        element.selected = _is_true(own, "IsSelected")
        element.expanded = _is_true(own, "IsExpanded")
        element.realized = element.expanded
        if "IsChecked" in own:
            element.checked = None if own["IsChecked"].startswith("{x:Null") else _is_true(own, "IsChecked")
        if "Value" in own or "Minimum" in own or "Maximum" in own or element.kind in ("Slider", "ProgressBar"):
            element.minimum = number(own, "Minimum", 0.0)
            element.maximum = number(own, "Maximum", 10.0 if element.kind == "Slider" else 100.0)
            element.value = min(max(number(own, "Value", element.minimum), element.minimum), element.maximum)
            element.step = number(own, "SmallChange", 1.0 if element.maximum > 1 else 0.1)

    def _caption(self, element: Element, node: Node) -> str:
        if attribute := _TEXT_ATTRIBUTE.get(element.kind):
            return element.attributes.get(attribute, "") or (
                node.plain_text(self._captions) if element.kind == "TextBox" else ""
            )
        return caption_of(node, self._captions)

    def _painted(self, node: Node) -> dict[str, str]:
        """Return the text that a brush paints into an element's background, as the attributes of its TextBlock."""
        brushes = node.properties["Background"].children if "Background" in node.properties else []
        visuals = [b.properties["Visual"] for b in brushes if b.tag == "VisualBrush" and "Visual" in b.properties]
        texts = [child for visual in visuals for child in visual.children if child.tag == "TextBlock"]
        return {k: literal(v, self._captions) for text in texts[:1] for k, v in text.attributes.items()}

    def _add_children(self, element: Element, node: Node) -> None:
        window, kind = element.window, element.kind
        if kind == "Grid":
            element.tracks = _tracks(node, "ColumnDefinitions", "Width"), _tracks(node, "RowDefinitions", "Height")
        if kind in ("DataGrid", "ListView") and (columns := _columns(node)):
            element.table = Table([self._column(n) for n in columns])
        elif kind == "DataGrid":
            element.table = Table()
        item_kind = ITEM_KINDS.get(kind, "")
        for child in node.children:
            if child.tag in _INLINES or kind == "RichTextBox":
                continue
            if item_kind and child.tag not in (item_kind, "Separator"):
                element.children.append(self._wrap(child, item_kind, element))
            elif child.tag not in _SPECIAL:
                element.children.append(self._element(child, window, element))
        if kind == "TabControl" and element.children and not any(t.selected for t in element.children):
            index = int(number(element.attributes, "SelectedIndex", 0))
            element.children[min(max(index, 0), len(element.children) - 1)].selected = True

    def _wrap(self, child: Node, item_kind: str, parent: Element) -> Element:
        item = Element(item_kind, parent.window, parent, line=child.line)
        if child.tag == "String":
            item.text = child.plain_text(self._captions)
        else:
            item.children.append(self._element(child, parent.window, item))
        return item

    def _column(self, node: Node) -> Column:
        own = node.attributes
        header = literal(own.get("Header", ""), self._captions)
        if not header and "Header" in node.properties:
            header = node.properties["Header"].plain_text(self._captions)
        return Column(split_access_key(header)[0], number(own, "Width", 0.0), _is_true(own, "IsReadOnly"))

    def _select_first(self, element: Element) -> None:
        if "SelectedIndex" in element.attributes and element.kind in ("ComboBox", "ListBox", "ListView"):
            index = int(number(element.attributes, "SelectedIndex", -1))
            for i, item in enumerate(element.children):
                item.selected = i == index
        if element.kind == "ComboBox" and not element.text:
            element.text = next((i.name for i in element.children if i.selected), "")


def number(attributes: Mapping[str, str], name: str, default: float) -> float:
    """Return an attribute as a number; the default where it is absent, `Auto`, `*` or no number."""
    try:
        return float(attributes.get(name, ""))
    except ValueError:
        return default


def _is_true(attributes: Mapping[str, str], name: str) -> bool:
    return attributes.get(name, "").lower() == "true"


def _is_false(value: str) -> bool:
    return value.lower() == "false"


def _columns(node: Node) -> list[Node]:
    if "Columns" in node.properties:
        return node.properties["Columns"].children
    views = node.properties["View"].children if "View" in node.properties else []
    return [c for view in views for c in (*view.children, *_columns(view)) if c.tag.endswith("Column")]


def _tracks(node: Node, name: str, size: str) -> list[Track]:
    """Return a grid's rows or columns, from the property elements or the short form `"Auto,*"`."""
    if name in node.attributes:
        return [parse_track(part) for part in node.attributes[name].split(",")]
    holder = node.properties.get(name)
    found = [parse_track(n.attributes.get(size, "*")) for n in holder.children] if holder else []
    return found or [("star", 1.0)]


def _paragraphs(node: Node) -> list[Node]:
    """Return the paragraphs of a rich text box's document."""
    found: list[Node] = []
    for child in node.children:
        found.extend(_paragraphs(child) if child.tag in ("FlowDocument", "Section") else [child])
    return found
