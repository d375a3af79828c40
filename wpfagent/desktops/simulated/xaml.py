"""A XAML file as nodes with line numbers, and as the list of elements that automation would see.

Knows nothing of a running application: scenario lint reads a user's own XAML through `parse_xaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from wpfagent.core.errors import FileInvalid
from wpfagent.desktops.simulated.peers import PANELS, peer_of, split_access_key

_X = "http://schemas.microsoft.com/winfx/2006/xaml"
_DESIGN_TIME = (
    "http://schemas.microsoft.com/expression/blend/2008",
    "http://schemas.openxmlformats.org/markup-compatibility/2006",
)
_TEMPLATES = frozenset(["ControlTemplate", "DataTemplate", "ItemsPanelTemplate", "HierarchicalDataTemplate", "Style"])
_INLINES = frozenset(
    ["Run", "Span", "Bold", "Italic", "Underline", "LineBreak", "Paragraph", "FlowDocument", "Hyperlink"]
)
_CONTENT_PROPERTIES = frozenset(
    [
        "Content",
        "Header",
        "Items",
        "Children",
        "Child",
        "Inlines",
        "Blocks",
        "Document",
        "ContextMenu",
        "View",
        "Columns",
        "ToolBars",
    ]
)
_RESOURCE = re.compile(r"\{\s*(?:StaticResource|DynamicResource)\s+(?:ResourceKey\s*=\s*)?([^},\s]+)\s*\}$")
_ELEMENT_NAME = re.compile(r"ElementName\s*=\s*(\w+)")


@dataclass(slots=True, eq=False)
class Node:
    """One element of the file. `tag` is its local name; `attributes` carry `x:` and owner prefixes as written."""

    tag: str
    line: int
    in_template: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[Node | str] = field(default_factory=list)
    properties: dict[str, Node] = field(default_factory=dict)

    @property
    def children(self) -> list[Node]:
        """The child elements without text, those of content properties (`Button.Content`) included."""
        found = [n for n in self.content if isinstance(n, Node)]
        for name, holder in self.properties.items():
            if name in _CONTENT_PROPERTIES and name not in ("Header", "ContextMenu", "View", "Columns"):
                found.extend(holder.children)
        return found

    def plain_text(self, captions: Mapping[str, str]) -> str:
        """Return the text of runs and inlines inside, in order."""
        parts: list[str] = []
        for item in self.content:
            if isinstance(item, str):
                parts.append(item)
            elif item.tag == "LineBreak":
                parts.append("\n")
            elif item.tag == "Hyperlink" or item.tag in _INLINES or item.tag in ("TextBlock", "String"):
                parts.append(literal(item.attributes.get("Text", ""), captions) or item.plain_text(captions))
        held = [self.properties[n] for n in ("Inlines", "Blocks", "Document") if n in self.properties]
        parts.extend(h.plain_text(captions) for h in held)
        return " ".join(p for p in parts if p).replace(" \n ", "\n").strip()


@dataclass(frozen=True, slots=True)
class XamlElement:
    """What can be said of an element before the program runs.

    `name` is '' where it is bound. `bound` lists the attributes whose values only the running program knows;
    `from_template` says that there may be none or many of it.
    """

    control_type: str
    automation_id: str
    name: str
    x_name: str
    tag: str
    line: int
    window: str = ""
    from_template: bool = False
    bound: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file. `windows` maps the x:Key of each Window (`Main` when the root is one) to its node."""

    path: Path
    root: Node
    windows: Mapping[str, Node]
    elements: tuple[XamlElement, ...]


def literal(value: str, captions: Mapping[str, str]) -> str:
    """Return an attribute's text: resources looked up in `captions`, bindings and other extensions as ''."""
    if not value.startswith("{"):
        return value
    if value.startswith("{}"):
        return value[2:]
    found = _RESOURCE.match(value.strip())
    return captions.get(found[1], "") if found else ""


def resource_key(value: str) -> str:
    """Return the key in `{StaticResource key}`; '' when it is none."""
    found = _RESOURCE.match(value.strip())
    return found[1] if found else ""


def is_bound(value: str, captions: Mapping[str, str]) -> bool:
    """Return whether only the running program knows this value."""
    if not value.startswith("{") or value.startswith(("{}", "{x:Null")):
        return False
    found = _RESOURCE.match(value.strip())
    return not (found and found[1] in captions)


def element_name_of(value: str) -> str:
    """Return the x:Name in `{Binding ElementName=…}` or `{x:Reference …}`; '' when there is none."""
    found = _ELEMENT_NAME.search(value) or re.match(r"\{x:Reference\s+(?:Name\s*=\s*)?(\w+)", value)
    return found[1] if found else ""


def parse_nodes(path: Path) -> Node:
    """Return the root node of a XAML file.

    Raises:
        FileInvalid: the file is missing or no well-formed XML; the message is `path:line: reason`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileInvalid(f"{path}:1: {error.strerror or error}.", details={"path": str(path), "line": 1}) from error
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise invalid(path, error.lineno, expat.errors.messages[error.code]) from error
    if reader.root is None:
        raise invalid(path, 1, "no element found")
    return reader.root


def invalid(path: Path, line: int, reason: str) -> FileInvalid:
    """Return the error that names file, line and reason."""
    return FileInvalid(f"{path}:{line}: {reason}", details={"path": str(path), "line": line, "reason": reason})


def parse_xaml(path: str | Path, *, captions: Mapping[str, str] | None = None) -> Document:
    """Read a XAML file without running anything.

    Args:
        path: The file.
        captions: Strings for `{StaticResource key}`; by default those beside the file and inside it.

    Raises:
        FileInvalid: the file is missing or no well-formed XML; the message is `path:line: reason`.
    """
    path = Path(path)
    root = parse_nodes(path)
    words = dict(read_captions(path) if captions is None else captions) | resource_strings(root)
    windows = {"Main": root} if root.tag != "ResourceDictionary" else {}
    if not windows:
        windows = {n.attributes.get("x:Key", f"Window{i}"): n for i, n in enumerate(root.children) if n.tag == "Window"}
    elements: list[XamlElement] = []
    if root.tag == "ResourceDictionary":
        for node in root.children:
            key = node.attributes.get("x:Key", "") if node.tag == "Window" else ""
            elements.extend(_elements(node, key, words))
    else:
        elements.extend(_elements(root, "Main" if root.tag == "Window" else "", words))
    return Document(path, root, windows, tuple(elements))


def read_captions(path: Path, lang: str = "en") -> dict[str, str]:
    """Return the strings of `captions.<lang>.xaml` beside a file; {} when there is none."""
    beside = path.with_name(f"captions.{lang}.xaml")
    return resource_strings(parse_nodes(beside)) if beside.is_file() else {}


def resource_strings(root: Node) -> dict[str, str]:
    """Return the `<sys:String x:Key="…">` of a dictionary, or of an element's resources."""
    return {
        node.attributes["x:Key"]: node.plain_text({})
        for node in _dictionary_entries(root)
        if node.tag == "String" and "x:Key" in node.attributes
    }


def style_setters(root: Node) -> dict[str, dict[str, str]]:
    """Return the plain setters of the styles of a file, by x:Key or, for implicit ones, by target type."""
    found: dict[str, dict[str, str]] = {}
    for node in _dictionary_entries(root):
        if node.tag == "Style":
            target = node.attributes.get("TargetType", "").removeprefix("{x:Type").strip(" }").rpartition(":")[2]
            setters = {
                n.attributes["Property"]: n.attributes["Value"]
                for n in node.children
                if n.tag == "Setter" and "Property" in n.attributes and "Value" in n.attributes
            }
            found[node.attributes.get("x:Key", target)] = setters
    return found


def _dictionary_entries(root: Node) -> list[Node]:
    holders = [root, *root.children] if root.tag == "ResourceDictionary" else [root]
    found = list(root.children) if root.tag == "ResourceDictionary" else []
    for node in holders:
        if "Resources" in node.properties:
            held = node.properties["Resources"]
            found.extend(n for h in (held, *held.children) for n in h.children)
            found.extend(held.children)
    return list({id(n): n for n in found}.values())


def caption_of(node: Node, captions: Mapping[str, str]) -> str:
    """Return the words of an element as written: its caption property, its text, or a header made of text."""
    peer = peer_of(node.tag)
    caption = peer.caption if peer else ""
    if not caption:
        return ""
    if caption in node.attributes:
        return literal(node.attributes[caption], captions)
    if caption in node.properties:
        return node.properties[caption].plain_text(captions)
    if caption == "Text" or not node.children:
        return node.plain_text(captions)
    return ""


def _elements(node: Node, window: str, captions: Mapping[str, str]) -> Iterator[XamlElement]:
    peer = peer_of(node.tag)
    is_element = node.tag not in PANELS and peer is not None and node.tag[:1].isupper()
    if is_element and peer is not None and not _is_plumbing(node):
        own = node.attributes
        x_name = own.get("x:Name", own.get("Name", ""))
        named = own.get("AutomationProperties.Name", "")
        name = literal(named, captions) if named else split_access_key(caption_of(node, captions))[0]
        yield XamlElement(
            control_type=peer.control_type,
            automation_id=literal(own.get("AutomationProperties.AutomationId", ""), captions) or x_name,
            name=name,
            x_name=x_name,
            tag=node.tag,
            line=node.line,
            window=window,
            from_template=node.in_template,
            bound=frozenset(k for k, v in own.items() if is_bound(v, captions)),
        )
    for child in node.content:
        if isinstance(child, Node):
            yield from _elements(child, window, captions)
    for holder in node.properties.values():
        for child in holder.children:
            yield from _elements(child, window, captions)


def _is_plumbing(node: Node) -> bool:
    """Say whether a node is no element of the window: resources, templates, columns, inlines, setters."""
    if node.tag == "Hyperlink":
        return False
    return node.tag in _INLINES or node.tag in _TEMPLATES or node.tag.endswith(_PLUMBING) or node.tag in _VALUES


_PLUMBING = (
    "Definition", "Column", "Dictionary", "Brush", "Trigger", "Triggers", "Setter", "Transform", "Binding", "Animation",
    "Converter", "Storyboard", "Effect", "Template", "Selector", "Gesture", "Command", "KeyFrames", "Description",
)  # fmt: skip
_VALUES = frozenset(
    [
        "String",
        "Int32",
        "Double",
        "Boolean",
        "Thickness",
        "CornerRadius",
        "Color",
        "GridView",
        "XmlDataProvider",
        "ObjectDataProvider",
        "Application",
        "GradientStop",
        "PathGeometry",
        "Condition",
        "BeginStoryboard",
        "GroupStyle",
        "CollectionViewSource",
        "Array",
        "ArrayList",
        "Static",
    ]
)


class _Reader:
    """Turns expat's events into nodes."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._open: list[Node] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        in_template = bool(self._open) and (self._open[-1].in_template or self._open[-1].tag in _TEMPLATES)
        node = Node(tag, self.parser.CurrentLineNumber, in_template)
        for key, value in attributes.items():
            space, _, local = key.rpartition(" ")
            if space not in _DESIGN_TIME:
                node.attributes[f"x:{local}" if space == _X else local] = value
        if not self._open:
            self.root = node
        elif "." in tag:
            owner, _, name = tag.partition(".")
            self._open[-1].properties[name if owner == self._open[-1].tag else tag] = node
        else:
            self._open[-1].content.append(node)
        self._open.append(node)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _text(self, data: str) -> None:
        if text := " ".join(data.split()):
            self._open[-1].content.append(text)
