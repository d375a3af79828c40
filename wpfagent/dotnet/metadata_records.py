"""What a NetTrace stream says about its kinds of events, and the values of an event's fields by it."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

DEEPEST = 8
"""Objects within objects; the runtime's counters have one level."""
MOST_FIELDS = 256
OBJECT, STRING, GUID = 1, 18, 17
_PLAIN = {
    3: struct.Struct("<i"), 4: struct.Struct("<H"), 5: struct.Struct("<b"), 6: struct.Struct("<B"),
    7: struct.Struct("<h"), 8: struct.Struct("<H"), 9: struct.Struct("<i"), 10: struct.Struct("<I"),
    11: struct.Struct("<q"), 12: struct.Struct("<Q"), 13: struct.Struct("<f"), 14: struct.Struct("<d"),
    16: struct.Struct("<q"), GUID: struct.Struct("<16s"),
}  # fmt: skip
"""By the code of `System.TypeCode`, with 17 for a GUID."""


class Field(NamedTuple):
    """One field of an event: its type's code, its name, and an object's own fields."""

    code: int
    name: str
    fields: tuple[Field, ...] = ()


class EventKind(NamedTuple):
    """A kind of event: who sends it, its number and name there, and its fields ((): not described)."""

    provider: str
    id: int
    name: str = ""
    version: int = 0
    fields: tuple[Field, ...] = ()


def kind_of(payload: bytes) -> tuple[int, EventKind]:
    """Return a metadata record's number in the stream, and the kind of event that it describes.

    Raises:
        ValueError, struct.error: the record makes no sense.
    """
    (number,) = struct.unpack_from("<i", payload)
    provider, at = text(payload, 4)
    (event,) = struct.unpack_from("<i", payload, at)
    name, at = text(payload, at + 4)
    _, version, _ = struct.unpack_from("<qii", payload, at)
    try:
        fields, _ = _fields(payload, at + 16, DEEPEST)
    except (ValueError, struct.error):
        fields = ()  # a newer description; provider and number are what the readers go by
    return number & 0x7FFFFFFF, EventKind(provider, event, name, version, fields)


def text(payload: bytes, at: int) -> tuple[str, int]:
    """Return the UTF-16 string that ends with a NUL, and where the next field begins; raises ValueError without one."""
    end = payload.find(b"\0\0", at)
    while end >= 0 and (end - at) & 1:
        end = payload.find(b"\0\0", end + 1)
    if end < 0:
        raise ValueError("a string does not end")
    return payload[at:end].decode("utf-16-le", "replace"), end + 2


def values(payload: bytes, fields: tuple[Field, ...]) -> dict[str, Any]:
    """Return the fields' values by name, objects as dictionaries.

    Raises:
        ValueError, struct.error: the payload is shorter than its description, or has a type that is not known.
    """
    return _values(payload, 0, fields)[0]


def _values(payload: bytes, at: int, fields: tuple[Field, ...]) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    for field in fields:
        if field.code == STRING:
            found[field.name], at = text(payload, at)
        elif field.code == OBJECT:
            found[field.name], at = _values(payload, at, field.fields)
        elif field.code in _PLAIN:
            plain = _PLAIN[field.code]
            (found[field.name],) = plain.unpack_from(payload, at)
            at += plain.size
        else:
            raise ValueError(f"type {field.code} of field {field.name!r} is not known")
    return found, at


def _fields(payload: bytes, at: int, deep: int) -> tuple[tuple[Field, ...], int]:
    (count,) = struct.unpack_from("<i", payload, at)
    if not 0 <= count <= MOST_FIELDS or not deep:
        raise ValueError("an event cannot have these fields")
    at += 4
    found: list[Field] = []
    for _ in range(count):
        (code,) = struct.unpack_from("<i", payload, at)
        at += 4
        inner: tuple[Field, ...] = ()
        if code == OBJECT:
            inner, at = _fields(payload, at, deep - 1)
        name, at = text(payload, at)
        found.append(Field(code, name, inner))
    return tuple(found), at
