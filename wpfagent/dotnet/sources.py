"""From a control to code and from a method to its file, by the sources alone."""

from __future__ import annotations

import re
import xml.parsers.expat
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from wpfagent.dotnet.code import Sources, files_below, sources_of
from wpfagent.dotnet.model import Frame, Place, XamlPlace

_BINDING = re.compile(r"^\{\s*(?:x:)?Bind(?:ing)?\s*(?:Path\s*=\s*)?([\w.]+)?")
_IDENTIFIER = re.compile(r"^[A-Za-z_]\w*$")
_STATIC = re.compile(r"^\{\s*x:Static\s+(?:\w+:)?([\w.]+)\s*\}$")
_PREFERRED = ("Command", "Click", "Checked", "SelectionChanged", "TextChanged", "ValueChanged", "Selected")
"""What a control's use calls, the most telling first."""
_CAPTIONS = ("Content", "Header", "Text", "Title", "AutomationProperties.Name", "ToolTip")
_NAME, _CLASS = "x:Name", "x:Class"
_NOT_EVENTS = frozenset(
    ("Name", _NAME, _CLASS, "x:Key", "x:Uid", "Tag", "Content", "Header", "Text", "Title", "ToolTip", "Style")
)
_ACCESS_KEY = re.compile(r"_(?=\w)")
_FLAGS = frozenset(("True", "False"))
_EVENT = re.compile(
    r"(?:Click|Checked|Unchecked|Changed|Changing|Selected|Unselected|Opened|Opening|Closed|Closing|Loaded|Unloaded|"
    r"Down|Up|Move|Enter|Leave|Focus|Input|Drop|Over|Executed|CanExecute|Collapsed|Expanded|Completed|Requested|"
    r"RequestNavigate|Scroll|Wheel|Started|Delta|Edit|Ending|Ended|Error|Updated|Initialized|Activated|Deactivated)$"
)
"""How the names of the events of WPF's controls end."""


@dataclass(slots=True)
class _Element:
    tag: str
    line: int
    attributes: dict[str, str]
    caption: str = ""


@dataclass(slots=True)
class _Xaml:
    path: Path
    type: str = ""
    title: str = ""
    elements: list[_Element] = field(default_factory=list)


def locate(frame: Frame, source: Path) -> Place | None:
    """Return where a frame's method is written below `source`.

    With the frame's own file and line (from a PDB) that is the same file below `source`, else its method's declaration.
    None where `source` has neither.
    """
    code = sources_of(source)
    if frame.file:
        file = code.same(frame.file)
        return Place(str(file), frame.line) if file else None
    return code.method(frame.type, frame.method) if frame.type else None


def xaml_of(
    source: Path,
    *,
    automation_id: str = "",
    name: str = "",
    control_type: str = "",
    window: str = "",
) -> XamlPlace | None:
    """Return the XAML element of a control with its handler or command; None where it is not found or not sure.

    Args:
        source: the folder of the program's sources.
        automation_id: as UI Automation says it (`AutomationProperties.AutomationId`, else `x:Name`).
        name: the caption as UI Automation says it.
        control_type: of UI Automation, as "Button".
        window: the window's title, which decides between files where several have such a control.
    """
    files = _xaml_below(source)
    found = (
        [(file, element) for file in files for element in file.elements if _has_id(element, automation_id)]
        if automation_id
        else []
    )
    if not found and name:
        found = [(file, one) for file in files for one in file.elements if _caption(one) == name]
        typed = [pair for pair in found if pair[1].tag.rpartition(":")[2].lower() == control_type.lower()]
        found = typed or found
    if len(found) > 1 and window:
        found = [pair for pair in found if pair[0].title == window] or found
    if len(found) > 1 and name:
        found = [pair for pair in found if _caption(pair[1]) == name] or found
    return _place(*found[0], sources_of(source)) if len(found) == 1 else None


def calls_in_xaml(source: Path) -> Iterator[XamlPlace]:
    """Give the elements that call a handler or a command, without the place of what they call."""
    for file in _xaml_below(source):
        for element in file.elements:
            event, value = _called(element)
            if not event:
                continue
            named = element.attributes
            known = (named.get("AutomationProperties.AutomationId"), named.get(_NAME), named.get("Name"))
            control = next(filter(None, (*known, _caption(element))), element.tag)
            bound = _BINDING.match(value) or _STATIC.match(value)
            command = (bound[1] or "" if bound else value).rpartition(".")[2] if event == "Command" else ""
            handler = "" if event == "Command" else value
            place = Place(str(file.path), element.line)
            yield XamlPlace(place, element.tag, handler, command, None, event, file.type, control)


def _place(file: _Xaml, element: _Element, code: Sources) -> XamlPlace:
    place = Place(str(file.path), element.line)
    event, value = _called(element)
    bound = _BINDING.match(value) or _STATIC.match(value)
    if event == "Command":
        command = (bound[1] or "" if bound else value).rpartition(".")[2]
        return XamlPlace(place, element.tag, "", command, _command(command, file.type, code), event, file.type)
    if event:
        handler = value
        written = code.method(file.type, handler) if file.type else None
        return XamlPlace(place, element.tag, handler, "", written, event, file.type)
    return XamlPlace(place, element.tag, type=file.type)


def _command(command: str, near: str, code: Sources) -> Place | None:
    """Return where a command is made: its property, or the method from which a source generator makes it."""
    found = code.declared(command, near)
    if found is None and command.endswith("Command"):
        short = command.removesuffix("Command")
        found = code.declared(short, near) or code.declared(short + "Async", near)
    return found


def _called(element: _Element) -> tuple[str, str]:
    """Return the event or `Command` by which an element calls code, and what it calls; "" where it calls none."""
    found = {
        key: value
        for key, value in element.attributes.items()
        if key == "Command"
        or (key not in _NOT_EVENTS and _IDENTIFIER.match(value) and value not in _FLAGS and _EVENT.search(key))
    }
    for key in (*_PREFERRED, *found):
        if key in found:
            return key, found[key]
    return "", ""


def _has_id(element: _Element, wanted: str) -> bool:
    said = element.attributes.get("AutomationProperties.AutomationId")
    return (said or element.attributes.get(_NAME) or element.attributes.get("Name")) == wanted


def _caption(element: _Element) -> str:
    """Return the caption as it is seen: access keys are not."""
    for key in _CAPTIONS:
        value = element.attributes.get(key, "")
        if value and not value.startswith("{"):
            return value if key == "ToolTip" else _ACCESS_KEY.sub("", value, count=1)
    return _ACCESS_KEY.sub("", element.caption, count=1)


@lru_cache(maxsize=8)
def _xaml_below(source: Path) -> tuple[_Xaml, ...]:
    return tuple(_read(path) for path in files_below(source, (".xaml",)))


def _read(path: Path) -> _Xaml:
    """Return a file's elements with their lines; those before the fault where it is no XML."""
    found, stack = _Xaml(path), list[_Element]()
    parser = xml.parsers.expat.ParserCreate()

    def begin(tag: str, attributes: dict[str, str]) -> None:
        element = _Element(tag, parser.CurrentLineNumber, attributes)
        if not stack:
            found.type, found.title = attributes.get(_CLASS, ""), attributes.get("Title", "")
        stack.append(element)
        found.elements.append(element)

    def text(data: str) -> None:
        if stack and data.strip():
            stack[-1].caption = (stack[-1].caption + " " + data.strip()).strip()

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse(path.read_bytes(), True)
    except (OSError, xml.parsers.expat.ExpatError):
        pass  # a file that is being edited: what stands before the fault is right
    return found
