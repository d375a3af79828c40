"""The XAML of an application, split into what WPF's own loader takes: one window at a time, events apart.

`XamlReader` refuses event attributes (they need compiled code) and does not build a dictionary of windows. Pure XML
work on text: runs on any OS.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.dom import minidom
from xml.parsers.expat import ExpatError

from wpfagent.core.errors import FileInvalid

XAML_NAMESPACE = "http://schemas.microsoft.com/winfx/2006/xaml"
_COMPILER_ATTRIBUTES = ("Class", "Subclass", "ClassModifier")


@dataclass(frozen=True, slots=True)
class Handler:
    """One event attribute: `Click="on_save"` on the element `Save`. An empty element name is the window itself.

    `anonymous` says that the name was made up here, because the element has none.
    """

    element: str
    event: str
    method: str
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class WindowMarkup:
    """A window's XAML without its event attributes, and those."""

    xaml: str
    handlers: tuple[Handler, ...]


@dataclass(frozen=True, slots=True)
class Markup:
    """The windows of an application by key, the first is the main window, and the resources they share."""

    windows: Mapping[str, WindowMarkup]
    resources: str = ""


def read_markup(path: Path, methods: Collection[str]) -> Markup:
    """Return what the file holds. An attribute whose value is one of `methods` names an event's handler.

    Raises:
        FileInvalid: the file does not parse, or holds no window.
    """
    try:
        root = minidom.parse(str(path)).documentElement
    except OSError as error:
        raise FileInvalid(f"{path} cannot be read: {error.strerror}.") from error
    except ExpatError as error:
        raise FileInvalid(f"{path}, line {error.lineno}: {error}.") from error
    assert root is not None, "a document that parses has a root"
    if root.localName == "Window":
        return Markup({path.stem: _window(root, methods)})
    windows: dict[str, WindowMarkup] = {}
    for child in [node for node in _elements(root) if node.localName == "Window"]:
        root.removeChild(child)
        key = child.getAttributeNS(XAML_NAMESPACE, "Key")
        _remove(child, XAML_NAMESPACE, "Key")
        for name, value in root.attributes.items():
            if name.partition(":")[0] == "xmlns" and not child.hasAttribute(name):
                child.setAttribute(name, value)
        windows[key] = _window(child, methods)
    if not windows:
        raise FileInvalid(f"{path} holds no Window.", hint="The root is a Window, or a ResourceDictionary of Windows.")
    return Markup(windows, root.toxml() if any(True for _ in _elements(root)) else "")


def _window(window: minidom.Element, methods: Collection[str]) -> WindowMarkup:
    found: list[Handler] = []
    for name in _COMPILER_ATTRIBUTES:
        _remove(window, XAML_NAMESPACE, name)
    for element in (window, *_descendants(window)):
        events = {
            attribute.name: attribute.value
            for attribute in list(element.attributes.values())
            if attribute.prefix is None and "." not in attribute.name and attribute.value in methods
        }
        if not events:
            continue
        name = element.getAttributeNS(XAML_NAMESPACE, "Name") or element.getAttribute("Name")
        anonymous = not name and element is not window
        if anonymous:
            name = f"Unnamed{len(found)}"
            element.setAttribute("Name", name)
        for event, method in events.items():
            element.removeAttribute(event)
            found.append(Handler("" if element is window else name, event, method, anonymous))
    return WindowMarkup(window.toxml(), tuple(found))


def _remove(element: minidom.Element, namespace: str, name: str) -> None:
    if element.hasAttributeNS(namespace, name):
        element.removeAttributeNS(namespace, name)


def _elements(parent: minidom.Element) -> Iterator[minidom.Element]:
    return (node for node in list(parent.childNodes) if isinstance(node, minidom.Element))


def _descendants(parent: minidom.Element) -> Iterator[minidom.Element]:
    for child in _elements(parent):
        yield child
        yield from _descendants(child)
