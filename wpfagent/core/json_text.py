"""JSON from outside, read within bounds: size, depth, the digits of numbers, each key once, valid Unicode."""

from __future__ import annotations

import json
import re
from typing import Any

LARGEST = 20_000_000
"""Characters of a text."""
DEEPEST = 60
"""Brackets inside brackets."""
DIGITS = 300
"""Digits of a number."""
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_LONG_NUMBER = re.compile(rf"\d{{{DIGITS + 1},}}")
_SURROGATES = re.compile("[\ud800-\udfff]+")


def parse_json(text: str) -> Any:
    """Return what a JSON text says; lone surrogates in it become the replacement character.

    Raises:
        json.JSONDecodeError: it is no JSON, has a key twice, or is beyond the bounds.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST:
        raise json.JSONDecodeError(f"{len(text)} characters, and {LARGEST} are the most", "", 0)
    bare = _STRINGS.sub("", text)
    if _depth(bare) > DEEPEST:
        raise json.JSONDecodeError(f"brackets inside brackets deeper than {DEEPEST}", "", 0)
    if _LONG_NUMBER.search(bare):
        raise json.JSONDecodeError(f"a number of more than {DIGITS} digits", "", 0)
    return valid(json.loads(text, object_pairs_hook=_once))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once: of two, a reader sees the first, and the last would count."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise json.JSONDecodeError(f"the key {twice[:100]!r} stands twice in one object", "", 0)
    return made


def valid(value: Any) -> Any:
    """Return a JSON-like value whose texts are all valid Unicode."""
    if isinstance(value, str):
        return valid_text(value)
    if isinstance(value, dict):
        return {valid_text(str(k)): valid(v) for k, v in value.items()}
    return [valid(v) for v in value] if isinstance(value, list) else value


def valid_text(text: str) -> str:
    """Return a text as valid Unicode: half of a pair, as a cut emoji leaves it, becomes the replacement character."""
    if text.isascii() or _SURROGATES.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _depth(bare: str) -> int:
    """How deep brackets stand in a JSON text without its strings."""
    depth = deepest = 0
    for sign in bare:
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest
