"""`${name}` in a scenario's values.

A value that is nothing but `${name}` becomes the variable's value, a number staying a number; inside a longer text it
becomes text. `$${` is a literal `${`. `${secret:NAME}` stays: only `type_text` may use it, and nobody writes it down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from wpfagent.core.selector import nearest
from wpfagent.core.yaml_text import Path, Source, invalid

_REFERENCE = re.compile(r"\$\$\{|\$\{([^}]*)\}")
_WHOLE = re.compile(r"\$\{([^}]*)\}\Z")
SECRET = re.compile(r"\$\{secret:(\w+)\}\Z")


def substitute(value: Any, variables: Mapping[str, Any], source: Source, path: Path = ()) -> Any:
    """Return the value with every reference filled in.

    Args:
        value: JSON-like data.
        variables: the values.
        source: the file that it stands in, for messages.
        path: where the value stands.

    Raises:
        FileInvalid: a variable is not known; the nearest are named.
    """
    if isinstance(value, Mapping):
        return {k: substitute(v, variables, source, (*path, k)) for k, v in value.items()}
    if isinstance(value, list):
        return [substitute(v, variables, source, (*path, i)) for i, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    whole = _WHOLE.match(value)
    if whole and not whole[1].startswith("secret:"):
        return _value(whole[1], variables, source, path)

    def text(match: re.Match[str]) -> str:
        if match[1] is None:
            return "${"
        return match[0] if match[1].startswith("secret:") else as_text(_value(match[1], variables, source, path))

    return _REFERENCE.sub(text, value)


def references(value: Any) -> Iterator[str]:
    """Yield the names that the texts of a value refer to, those of secrets left out."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)
    elif isinstance(value, str):
        yield from (m[1] for m in _REFERENCE.finditer(value) if m[1] is not None and not m[1].startswith("secret:"))


def is_reference(value: Any) -> bool:
    """Return whether a value is nothing but one `${name}`."""
    return isinstance(value, str) and _WHOLE.match(value) is not None


def as_text(value: Any) -> str:
    """Return a variable's value as it stands in a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _value(name: str, variables: Mapping[str, Any], source: Source, path: Path) -> Any:
    if name in variables:
        return variables[name]
    near = nearest(name, variables) or list(variables)
    raise invalid(
        source.path,
        source.line(path),
        f"unknown variable ${{{name}}}",
        hint=f"Nearest: {', '.join(near)}." if near else "The file has no `variables`; `$${` writes a literal `${`.",
    )
