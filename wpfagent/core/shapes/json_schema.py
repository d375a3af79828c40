"""The JSON Schema of a dataclass: what `reading` accepts, said to editors and clients."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from wpfagent.core.shapes.shape import Key, is_shaped, members, shape_of

DEFS = "#/$defs/"
_NAMES: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def json_schema(cls: type) -> dict[str, Any]:
    """Return the JSON Schema of a dataclass, with those of the dataclasses in it below `$defs`."""
    definitions: dict[str, dict[str, Any]] = {}
    made = _object(cls, definitions)
    return {"$defs": dict(sorted(definitions.items())), **made} if definitions else made


def _object(cls: type, definitions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    shape = shape_of(cls)
    made: dict[str, Any] = {"additionalProperties": False}
    if shape.doc:
        made["description"] = shape.doc
    made["properties"] = {name: _key(key, definitions) for name, key in shape.keys.items()}
    if needed := [name for name, key in shape.keys.items() if key.required]:
        made["required"] = needed
    return {**made, "type": "object"}


def _key(key: Key, definitions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    kinds = [_kind(k, key, definitions) for k in members(key.kind)]
    made: dict[str, Any] = dict(kinds[0]) if len(kinds) == 1 else {"anyOf": kinds}
    if key.default is not ...:
        made["default"] = list(key.default) if isinstance(key.default, tuple) else key.default
    if key.doc:
        made["description"] = key.doc
    if key.examples:
        made["examples"] = list(key.examples)
    return dict(sorted(made.items()))


def _kind(kind: Any, key: Key, definitions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    origin, of = typing.get_origin(kind) or kind, typing.get_args(kind)
    if kind in _NAMES:
        bounds = {"minimum": key.least, "maximum": key.most} if kind in (int, float) else {}
        return {**{k: v for k, v in bounds.items() if v is not None}, "type": _NAMES[kind]}
    if is_shaped(kind):
        named = _reference(kind, definitions)
        return named if shape_of(kind).of_text is None else {"anyOf": [named, {"type": "string"}]}
    if len(members(kind)) > 1:
        return {"anyOf": [_kind(k, key, definitions) for k in members(kind)]}
    if origin is Literal:
        return {"const": of[0], "type": "string"} if len(of) == 1 else {"enum": list(of), "type": "string"}
    if origin in (tuple, list, Sequence):
        return _list(of[0], key, definitions)
    if origin in (dict, Mapping):
        values = _kind(of[1], key, definitions) if of else {}
        return {"additionalProperties": values or True, "type": "object"}
    return {}


def _list(item: Any, key: Key, definitions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    size = {"maxItems": key.length, "minItems": key.length} if key.length is not None else {}
    made = {"items": _kind(item, key, definitions), **size, "type": "array"}
    if is_shaped(item) and shape_of(item).one_is_list:
        return {"anyOf": [made["items"], made]}
    return made


def _reference(cls: type, definitions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    if cls.__name__ not in definitions:
        definitions[cls.__name__] = {}  # one that holds itself comes here again
        definitions[cls.__name__] = _object(cls, definitions)
    return {"$ref": f"{DEFS}{cls.__name__}"}
