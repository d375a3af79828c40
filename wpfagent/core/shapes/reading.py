"""Reading data by the shape of a dataclass: strict, without unknown keys, every fault with the path to its place.

A whole number is no truth value and a text is no number; a list is how JSON writes a tuple. What no field may hold is
refused before anything else: numbers that JSON cannot carry, NUL characters, what is nested without end.
"""

from __future__ import annotations

import dataclasses
import datetime
import math
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.nearest import nearest
from wpfagent.core.shapes.problem import Path, Problem, show
from wpfagent.core.shapes.shape import Key, Shape, is_shaped, members, shape_of

T = TypeVar("T")
DEEPEST = 64
"""Levels of lists and objects: no file of ours has ten, and recursion ends long before Python's own limit."""
LARGEST = 2**63 - 1
"""The largest whole number: what every reader of JSON, and Windows, can carry."""
_EXPECTS: Mapping[Any, str] = {
    str: "A text is expected.",
    int: "A whole number is expected.",
    float: "A number is expected.",
    bool: "true or false is expected.",
}


def read(cls: type[T], data: Any, *, what: str, error: type[WpfAgentError], own: bool = False) -> T:
    """Return the instance made from JSON-like data.

    Args:
        cls: a dataclass.
        data: what was read.
        what: how messages call the whole: `click`, `profiles.json`.
        error: what is raised, with the first fault and the number of the others.
        own: the data was written by this package: its texts may hold whatever a program showed.
    """
    found = check(cls, data, own=own)
    if isinstance(found, list):
        raise found[0].error(error, what, more=len(found) - 1)
    return found


def check(cls: type[T], data: Any, *, own: bool = False) -> T | list[Problem]:
    """Return the instance made from JSON-like data, or what is wrong with the data, the deepest place first."""
    faults: list[Problem] = []
    given = _plain(data, (), faults, own=own)
    made = _object(shape_of(typing.cast("Any", cls)), given, (), faults) if not faults else None
    if faults:
        return sorted(faults, key=lambda p: -len(p.path))
    return typing.cast("T", made)


# -- what no field may hold -------------------------------------------------------------------------------------------


def _plain(data: Any, path: Path, faults: list[Problem], *, own: bool, around: tuple[int, ...] = ()) -> Any:
    """The data as JSON has it: tuples as lists, dates as texts; instances of dataclasses stay."""
    if len(path) > DEEPEST or id(data) in around:
        if not any(p.path == path[:1] for p in faults):
            faults.append(Problem(path[:1], f"It is nested more than {DEEPEST} deep.", "Does it hold itself?"))
        return None
    if isinstance(data, str):
        if "\0" in data and not own:
            faults.append(Problem(path, "It holds a NUL character.", "Texts hold none."))
        return str(data)
    if isinstance(data, bool) or data is None:
        return data
    if isinstance(data, int) and abs(data) > LARGEST:
        faults.append(Problem(path, "The number is too large.", f"{LARGEST} at most."))
    elif isinstance(data, float) and not math.isfinite(data):
        faults.append(Problem(path, f"It cannot be {data}.", "A finite number is expected."))
    elif isinstance(data, Mapping):
        around = (*around, id(data))
        return {_key(k): _plain(v, (*path, _key(k)), faults, own=own, around=around) for k, v in data.items()}
    elif isinstance(data, list | tuple):
        around = (*around, id(data))
        return [_plain(v, (*path, i), faults, own=own, around=around) for i, v in enumerate(data)]
    elif isinstance(data, datetime.date | datetime.time):
        return str(data)
    return data


def _key(name: Any) -> str:
    """A key as JSON writes it: YAML reads `1:`, `on:` and `~:` as a number, a truth value and null."""
    if isinstance(name, bool) or name is None:
        return {True: "true", False: "false", None: "null"}[name]
    return str(name)


# -- by the shape -----------------------------------------------------------------------------------------------------


def _object(shape: Shape, data: Any, path: Path, faults: list[Problem]) -> Any:
    if isinstance(data, shape.cls):
        return data
    if isinstance(data, str) and (of_text := shape.of_text) is not None:
        return _instance(partial(of_text, data), path, faults)
    if not isinstance(data, dict):
        faults.append(_cannot_be(data, path, [shape.cls]))
        return None
    before = len(faults)
    unknown = [k for k in data if k not in shape.keys]
    for name in unknown:
        near = nearest(name, shape.keys) or list(shape.keys)
        hint = f"Nearest: {', '.join(near)}." if near else "It takes no keys."
        faults.append(Problem((*path, name), f"Unknown key {name!r}.", hint, unknown=True))
    values: dict[str, Any] = {}
    for name, key in shape.keys.items():
        if name in data:
            values[name] = _value(key.kind, data[name], (*path, name), faults, key)
        elif key.required and not unknown:  # what is missing beside an unknown key is that key, misspelt
            faults.append(Problem((*path, name), "It is missing.", _needed(key)))
    if len(faults) > before:
        return None
    return _instance(lambda: shape.make({n: _made(shape.keys[n], v) for n, v in values.items()}), path, faults)


def _instance(make: Callable[[], Any], path: Path, faults: list[Problem]) -> Any:
    try:
        return make()
    except WpfAgentError as error:
        within = tuple(error.details.get("path", ()))
        faults.append(Problem((*path, *within), error.message, error.hint))
        return None


def _needed(key: Key) -> str:
    return f"It is needed: {key.doc.rstrip('.')}." if key.doc else "It is needed."


def _made(key: Key, value: Any) -> Any:
    return key.make(value) if key.make is not None and value is not None else value


def _value(kind: Any, data: Any, path: Path, faults: list[Problem], key: Key) -> Any:
    kinds = members(kind)
    fitting = [k for k in kinds if _fits(k, data)]
    if not fitting:
        faults.append(_cannot_be(data, path, kinds))
        return None
    tried: list[Problem] = []
    for one in fitting:
        tried = []
        made = _member(one, data, path, tried, key)
        if not tried:
            return made
    faults += tried
    return None


def _fits(kind: Any, data: Any) -> bool:
    """Whether a value is of this kind as far as its outside shows."""
    origin = typing.get_origin(kind)
    if kind is Any:
        return True
    if kind is None or kind is type(None):
        return data is None
    if origin is Literal:
        return any(data == a and type(data) is type(a) for a in typing.get_args(kind))
    if kind in (int, float):
        return isinstance(data, int if kind is int else int | float) and not isinstance(data, bool)
    if is_shaped(kind):
        return isinstance(data, dict | kind) or (isinstance(data, str) and shape_of(kind).of_text is not None)
    if (origin or kind) in (tuple, list, Sequence):
        return isinstance(data, list) or (isinstance(data, dict) and _one_is_list(kind))
    if (origin or kind) in (dict, Mapping):
        return isinstance(data, dict)
    return isinstance(data, kind)


def _one_is_list(kind: Any) -> bool:
    item = typing.get_args(kind)[0]
    return is_shaped(item) and shape_of(item).one_is_list


def _member(kind: Any, data: Any, path: Path, faults: list[Problem], key: Key) -> Any:
    origin = typing.get_origin(kind) or kind
    if is_shaped(kind):
        return _object(shape_of(kind), data, path, faults)
    if origin in (tuple, list, Sequence):
        if isinstance(data, list):
            return _list(kind, data, path, faults, key)
        return (_value(typing.get_args(kind)[0], data, path, faults, key),)
    if origin in (dict, Mapping):
        of = typing.get_args(kind)
        return {k: _value(of[1], v, (*path, k), faults, _ANY) for k, v in data.items()} if of else data
    if kind in (int, float):
        if (hint := _outside(key, data)) is not None:
            faults.append(Problem(path, f"It cannot be {show(data)}.", hint))
        return kind(data)
    return data


_ANY = Key(Any)


def _list(kind: Any, data: list[Any], path: Path, faults: list[Problem], key: Key) -> Any:
    if key.length is not None and len(data) != key.length:
        faults.append(Problem(path, f"It cannot be {show(data)}.", f"{key.length} entries are expected."))
        return None
    item = typing.get_args(kind)[0]
    inner = dataclasses.replace(key, length=None)
    made = [_value(item, v, (*path, i), faults, inner) for i, v in enumerate(data)]
    return tuple(made) if (typing.get_origin(kind) or kind) is tuple else made


def _outside(key: Key, number: float) -> str | None:
    """What would be right where a number lies outside its key's bounds; None where it does not."""
    if key.least is not None and key.most is not None:
        return None if key.least <= number <= key.most else f"{key.least:.15g} to {key.most:.15g}."
    if key.least is not None and number < key.least:
        return f"{key.least:.15g} or more."
    if key.most is not None and number > key.most:
        return f"{key.most:.15g} or less."
    return None


def _cannot_be(data: Any, path: Path, kinds: Sequence[Any]) -> Problem:
    expected = [_expectation(k) for k in kinds if k is not type(None)]
    hint = " Or: ".join(dict.fromkeys(expected))
    words = [str(w) for k in kinds if typing.get_origin(k) is Literal for w in typing.get_args(k)]
    if isinstance(data, str) and words and (near := nearest(data, words, 1)):
        hint = f"{hint} Nearest: {near[0]}."
    return Problem(path, f"It cannot be {show(data)}.", hint, wants_text=str in kinds)


def _expectation(kind: Any) -> str:
    origin = typing.get_origin(kind) or kind
    if origin is Literal:
        return f"One of: {', '.join(str(a) for a in typing.get_args(kind))}."
    if origin in (tuple, list, Sequence):
        return "A list is expected."
    return _EXPECTS.get(kind, "An object is expected.")
