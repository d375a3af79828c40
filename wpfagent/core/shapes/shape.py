"""The shape of a dataclass as data: its keys with their types, defaults, bounds and docs."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from functools import cache
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an object.

    Args:
        kind: its type, as a type hint.
        doc: what it means.
        default: what holds without it, where a schema can show that; `...` otherwise.
        required: whether it must be given.
        least: the smallest number that is accepted.
        most: the largest number that is accepted.
        length: how many entries its list has.
        examples: values for a schema.
        make: turns the value that was read into the field's own.
    """

    kind: Any
    doc: str | None = None
    default: Any = ...
    required: bool = False
    least: float | None = None
    most: float | None = None
    length: int | None = None
    examples: tuple[str, ...] = ()
    make: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """What an object may hold.

    Args:
        cls: the class whose instance is made of it.
        keys: its keys by name.
        make: makes the instance from the values of the keys that were given.
        doc: what it is, in one sentence.
        one_is_list: whether one of them may stand where a list of them is expected.
        of_text: makes the instance from a text that may stand for it.
    """

    cls: type
    keys: Mapping[str, Key]
    make: Callable[[Mapping[str, Any]], Any]
    doc: str | None = None
    one_is_list: bool = False
    of_text: Callable[[str], Any] | None = None


def key(default: Any = MISSING, **details: Any) -> Any:
    """Return a dataclass field with details of its key.

    Args:
        default: of the field; none: it is required.
        **details: those of `Key`, `choices` (the texts that are accepted) and `hidden` (no key of the data).
    """
    if default is MISSING:
        return dataclasses.field(metadata=details)
    return dataclasses.field(default=default, metadata=details)


@cache
def shape_of(cls: type) -> Shape:
    """Return the shape of a dataclass; its own `shape()` where it has keys that are no fields."""
    own = getattr(cls, "shape", None)
    if own is not None:
        return typing.cast("Shape", own())
    hints, docs = typing.get_type_hints(cls), _argument_docs(cls)
    fields = [f for f in dataclasses.fields(cls) if not f.metadata.get("hidden")]
    keys = {f.name: _key_of(f, hints[f.name], docs.get(f.name)) for f in fields}
    return Shape(cls, keys, lambda values: cls(**values), first_line(cls), of_text=getattr(cls, "of_text", None))


def is_shaped(kind: Any) -> bool:
    """Return whether a type is one that is read key by key."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def members(kind: Any) -> tuple[Any, ...]:
    """Return the members of a union; the type alone where it is none."""
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        return typing.get_args(kind)
    return (kind,)


def _key_of(field: dataclasses.Field[Any], hint: Any, doc: str | None) -> Key:
    given = field.metadata
    kind = given.get("kind", hint)
    if choices := given.get("choices"):
        kind = Literal[tuple(choices)] if field.default is not None else Literal[tuple(choices)] | None
    return Key(
        kind,
        given.get("doc") or doc,
        ... if field.default is MISSING else field.default,
        field.default is MISSING and field.default_factory is MISSING,
        given.get("least"),
        given.get("most"),
        given.get("length"),
        tuple(given.get("examples", ())),
        given.get("make"),
    )


def _argument_docs(cls: type) -> dict[str, str]:
    """The `Args:` of a class's docstring, by field."""
    _, _, text = (cls.__doc__ or "").partition("Args:")
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if match := re.match(r"\s{4,8}(\w+): (.*)", line):
            name = match[1]
            found[name] = match[2].strip()
        elif name and line.strip():
            found[name] += " " + line.strip()
    return found


def first_line(cls: type) -> str | None:
    """Return the first line of a class's docstring; None for the one that dataclasses make."""
    text = (cls.__doc__ or "").strip()
    return None if text.startswith(f"{cls.__name__}(") else text.split("\n", 1)[0] or None
