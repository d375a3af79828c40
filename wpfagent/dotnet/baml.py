"""Compiled XAML (BAML): the elements of a page, with what is written in their attributes.

Source: dotnet/wpf, PresentationFramework/System/Windows/Markup: `BamlRecords.cs` (the records and their fields),
`KnownTypes` and `BamlSharedContext` (properties with negative ids are the framework's own).
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

HEADER = b"\x0c\0\0\0" + "MSBAML".encode("utf-16-le")
VERSIONS = 12
"""Bytes after the header: three version numbers."""
DOCUMENT_END, ELEMENT_START, ELEMENT_END, TEXT, ATTRIBUTE_INFO, STRING_INFO = 0x02, 0x03, 0x04, 0x10, 0x1F, 0x20
TYPE_INFO, CONNECTION, ARGUMENTS_START, ARGUMENTS_END = 0x1D, 0x2D, 0x2A, 0x2B
PROPERTY, PROPERTY_CUSTOM, PROPERTY_STRING, PROPERTY_WITH_CONVERTER = 0x05, 0x06, 0x21, 0x24
SIZED = frozenset({
    PROPERTY, PROPERTY_CUSTOM, 0x0F, TEXT, 0x11, 0x12, 0x14, 0x16, 0x19, 0x1B, 0x1C, 0x1D, 0x1E,
    ATTRIBUTE_INFO, STRING_INFO, PROPERTY_WITH_CONVERTER, 0x26, 0x33, 0x34,
})  # fmt: skip
"""Records that say how long they are."""
LENGTHS = {
    0x01: 6, DOCUMENT_END: 0, ELEMENT_START: 3, ELEMENT_END: 0, 0x07: 2, 0x08: 0, 0x09: 2, 0x0A: 0, 0x0B: 2, 0x0C: 0,
    0x0D: 2, 0x0E: 0, 0x1A: 0, PROPERTY_STRING: 4, 0x22: 4, 0x23: 6, 0x25: 4, 0x27: 9, 0x28: 9, 0x29: 0, 0x2A: 0,
    0x2B: 0, 0x2C: 2, 0x2D: 4, 0x2E: 2, 0x30: 3, 0x31: 0, 0x32: 2, 0x35: 8, 0x36: 4, 0x37: 3, 0x38: 4,
}  # fmt: skip
"""How long the others are."""
OF_ATTRIBUTE = frozenset({0x07, 0x09, 0x0B, 0x0D, 0x22, 0x23, 0x38})
"""Records that begin with the id of a property whose value is no plain text."""
CONTENT = {-1: "Text", -14: "Content", -110: "Text"}
"""Properties of the framework's own that hold a caption, by id."""
OTHERS = {-7: "Command", -67: "Header", -71: "Header"}
"""Others of them."""
BINDING = -20
"""The id of the framework's type of a binding."""


@dataclass(slots=True)
class Element:
    """One element: its attributes by name, and the texts that stand in it. None: what only a running program knows.

    Attributes:
        type: of a type of the program's own the name; "" for one of the framework's.
        connection: by which number the code of its page knows it; 0 where that has nothing to do with it.
        bound: the paths of its bindings, by the attribute.
        arguments: the texts with which it is made: of `{Binding Name}` its path.
        kind: the number of its type.
        within: the attribute that is read now.
        is_made: whether its arguments are read now.
    """

    attributes: dict[str, str | None] = field(default_factory=dict)
    texts: list[str | None] = field(default_factory=list)
    type: str = ""
    connection: int = 0
    bound: dict[str, str] = field(default_factory=dict)
    arguments: list[str] = field(default_factory=list)
    kind: int = 0
    within: str = ""
    is_made: bool = False

    def end(self, inner: Element) -> None:
        """Take in an element that ended in this one."""
        self.texts += inner.texts
        if inner.kind == BINDING:
            self.bound[self.within] = next(iter(inner.arguments), inner.attributes.get("Path") or "")


def elements(data: bytes) -> Iterator[Element]:
    """Give the elements of a page, each when it ends: inner ones first.

    Raises:
        ValueError: these bytes are none, or hold a record that is not known.
    """
    names: dict[int, str] = CONTENT | OTHERS
    strings: dict[int, str] = {}
    types: dict[int, str] = {}
    within: list[Element] = []
    kind = 0
    for kind, body in _records(data):
        if kind == ELEMENT_START:
            number = _number(body)
            within.append(Element(type=types.get(number, ""), kind=number))
        elif kind == ELEMENT_END and within:
            ended = within.pop()
            if within:
                within[-1].end(ended)
            yield ended
        elif kind == TYPE_INFO:
            types[_number(body)] = _text(body, 4)
        elif kind == ATTRIBUTE_INFO:
            names[_number(body)] = _text(body, 5)
        elif kind == STRING_INFO:
            strings[_number(body)] = _text(body, 2)
        elif within:
            _take_in(within[-1], kind, body, names, strings)
    if kind != DOCUMENT_END:
        raise ValueError("compiled XAML that is cut off")


def _take_in(element: Element, kind: int, body: bytes, names: dict[int, str], strings: dict[int, str]) -> None:
    """Note what a record says of the element in which it stands."""
    if kind in (ARGUMENTS_START, ARGUMENTS_END):
        element.is_made = kind == ARGUMENTS_START
    elif kind == TEXT:
        (element.arguments if element.is_made else element.texts).append(_text(body, 0))
    elif kind == CONNECTION:
        element.connection = _number(body)
    elif kind == PROPERTY_CUSTOM and len(body) == 6:
        element.attributes.setdefault(names.get(_number(body[4:]), ""), None)  # a property as a value: of a setter
    elif kind in (PROPERTY, PROPERTY_WITH_CONVERTER, PROPERTY_STRING) or kind in OF_ATTRIBUTE:
        name = names.get(_number(body), "")
        value = None if kind in OF_ATTRIBUTE else _text(body, 2)
        if kind == PROPERTY_STRING:
            value = strings.get(_number(body[2:]))
        element.attributes[name] = value
        element.within = name
        if name in CONTENT.values():
            element.texts.append(value)


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the records: kind and fields."""
    if not data.startswith(HEADER):
        raise ValueError("no compiled XAML")
    stream = io.BytesIO(data)
    stream.seek(len(HEADER) + VERSIONS)
    while kind := stream.read(1):
        if kind[0] in SIZED:
            begun = stream.tell()
            length = _encoded(stream) - (stream.tell() - begun)
        elif kind[0] in LENGTHS:
            length = LENGTHS[kind[0]]
        else:
            raise ValueError(f"a record of kind {kind[0]:#x} in compiled XAML")
        body = stream.read(max(0, length))
        if length < 0 or len(body) < length:
            raise ValueError("compiled XAML that is cut off")
        yield kind[0], body


def _encoded(stream: io.BytesIO) -> int:
    """Return a number of seven bits a byte, the low ones first."""
    value = shift = 0
    while shift < 35:
        byte = stream.read(1)
        if not byte:
            break
        value |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return value
        shift += 7
    raise ValueError("a number that does not end in compiled XAML")


def _number(body: bytes) -> int:
    if len(body) < 2:
        raise ValueError("compiled XAML that is cut off")
    return int(struct.unpack_from("<h", body)[0])


def _text(body: bytes, at: int) -> str:
    stream = io.BytesIO(body)
    stream.seek(at)
    return stream.read(_encoded(stream)).decode("utf-8", "replace")
