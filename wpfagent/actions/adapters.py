"""Pydantic adapters made from dataclasses: strict, without unknown keys, errors as ours with the path to the key.

`read(cls, data)` gives an instance of the core's own dataclass; `json_schema(cls)` its JSON Schema. The models behind
are made from the dataclass's fields on first use and never seen outside.
"""

from __future__ import annotations

import dataclasses
import json
import operator
import re
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Annotated, Any, Literal, TypeVar

import pydantic
from pydantic import BeforeValidator, ConfigDict, Field, Strict, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from wpfagent.actions.expect import EXPECTATIONS, Expectation
from wpfagent.actions.problems import Problem, problems_of
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.selector import CONTROL_TYPES, Selector, nearest
from wpfagent.desktops.target import TargetSpec

T = TypeVar("T")

_PARSED: Mapping[type, Any] = {
    Selector: Selector.parse,
    TargetSpec: TargetSpec.parse,
    Expectation: Expectation.parse,
}
"""Classes whose own `parse` has the last word: their JSON form is not their fields one by one."""


class _Border(pydantic.BaseModel):
    """The base of the derived models. Validating gives the core's instance, not the model."""

    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)

    @model_validator(mode="wrap")
    @classmethod
    def _make(cls, data: Any, handler: Any) -> Any:
        if isinstance(data, dict):
            known = [f.alias or name for name, f in cls.model_fields.items()]
            for key in data:
                if key not in known:
                    raise PydanticCustomError(
                        "unknown_key", "{key}", {"key": key, "near": nearest(key, known) or known}
                    )
        model = handler(data)
        if not isinstance(model, cls):
            return model  # a model that refers to itself comes here twice
        values = {name: getattr(model, name) for name in model.model_fields_set}
        try:
            return _core_of(cls)(values)
        except WpfAgentError as error:
            raise PydanticCustomError("core", "{message}", {"message": error.message, "hint": error.hint}) from error


def _core_of(model: type[_Border]) -> Any:
    core = model.__wpfagent_core__  # type: ignore[attr-defined]
    parse = _PARSED.get(core)
    return parse if parse is not None else lambda values: core(**values)


@cache
def model_of(cls: type) -> type[_Border]:
    """Return the model that is derived from a dataclass."""
    if cls is Expectation:
        fields = _expectation_fields()
    else:
        hints = typing.get_type_hints(cls)
        docs = _argument_docs(cls)
        fields = {
            f.name: _field(cls, f, hints[f.name], docs) for f in dataclasses.fields(cls) if not f.metadata.get("hidden")
        }
    made = pydantic.create_model(cls.__name__, __base__=_Border, __doc__=_first_line(cls), **fields)
    made.__wpfagent_core__ = cls  # type: ignore[attr-defined]
    return made


def _field(cls: type, f: dataclasses.Field[Any], hint: Any, docs: Mapping[str, str]) -> Any:
    choices = f.metadata.get("choices")
    if (cls, f.name) == (Selector, "within"):
        kind: Any = typing.Optional["Selector"]
    elif (cls, f.name) == (Selector, "row"):
        kind = int | dict[str, str | int] | None
    elif (cls, f.name) == (Selector, "bounding_rect"):
        kind = Annotated[list[int], Field(min_length=4, max_length=4)] | None
    elif choices:
        kind = Literal[tuple(choices)] if f.default is not None else Literal[tuple(choices)] | None
    else:
        kind = _rewritten(hint)
    extra: dict[str, Any] | None = None
    if (cls, f.name) == (Selector, "control_type"):
        extra = {"examples": list(CONTROL_TYPES)}
    doc = f.metadata.get("doc") or docs.get(f.name)
    if f.default is not dataclasses.MISSING:
        return kind, Field(f.default, description=doc, json_schema_extra=extra)
    if f.default_factory is not dataclasses.MISSING:
        return kind, Field(default_factory=f.default_factory, description=doc)
    return kind, Field(description=doc)


def _expectation_fields() -> dict[str, Any]:
    fields: dict[str, Any] = {
        "selector": (
            model_of(Selector) | None,
            Field(None, description="the element; without it the step's"),
        )
    }
    for key, (kinds, _judge, doc) in EXPECTATIONS.items():
        allowed: list[Any] = [dict[str, Any] if kind is Mapping else kind for kind in kinds]
        fields[key] = (_union([*allowed, type(None)]), Field(None, description=doc))
    return fields


def _rewritten(hint: Any) -> Any:
    """The same type with every dataclass in it replaced by its model; one thing counts as a list of expectations."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return model_of(hint)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _union([_rewritten(a) for a in args])
    if origin is tuple and args[1:] == (Ellipsis,):
        item = _rewritten(args[0])
        items: Any = Annotated[tuple.__class_getitem__((item, ...)), Strict(False)]  # a list is how JSON writes it
        return Annotated[items, BeforeValidator(_as_list)] if args[0] is Expectation else items
    if origin is Mapping or hint is Mapping:
        value = _rewritten(args[1]) if args else Any
        return dict.__class_getitem__((str, value))
    if origin is Sequence:
        item = _rewritten(args[0])
        return list.__class_getitem__(item)
    return hint


def _union(kinds: Sequence[Any]) -> Any:
    return reduce(operator.or_, kinds)


def _as_list(given: Any) -> Any:
    return [given] if isinstance(given, dict) else given


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


def _first_line(cls: type) -> str | None:
    text = (cls.__doc__ or "").strip()
    return None if text.startswith(f"{cls.__name__}(") else text.split("\n", 1)[0] or None


@cache
def _adapter(cls: type) -> TypeAdapter[Any]:
    return TypeAdapter(model_of(cls))


def check(cls: type[T], data: Any) -> T | list[Problem]:
    """Return the instance made from JSON-like data, or what is wrong with the data."""
    try:
        return typing.cast("T", _adapter(typing.cast("Any", cls)).validate_json(json.dumps(data, default=str)))
    except ValidationError as error:
        return problems_of(error, data)


def read(cls: type[T], data: Any, *, what: str, error: type[WpfAgentError]) -> T:
    """Return the instance made from JSON-like data.

    Args:
        cls: a dataclass of the core.
        data: what was read.
        what: how messages call the whole: `click`, `profiles.json`.
        error: what is raised.
    """
    found = check(cls, data)
    if isinstance(found, list):
        raise found[0].error(error, what, more=len(found) - 1)
    return found


def json_schema(cls: type) -> dict[str, Any]:
    """Return the JSON Schema of a dataclass, as pydantic makes it."""
    return _adapter(cls).json_schema()
