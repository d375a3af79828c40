"""What is wrong with data that came in: pydantic's errors in the words that the rest of the package uses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.selector import nearest

Path = tuple[str | int, ...]
_EXPECTS = {
    "string_type": "A text is expected.",
    "int_type": "A whole number is expected.",
    "int_from_float": "A whole number is expected.",
    "float_type": "A number is expected.",
    "bool_type": "true or false is expected.",
    "tuple_type": "A list is expected.",
    "list_type": "A list is expected.",
    "dict_type": "An object is expected.",
    "mapping_type": "An object is expected.",
    "model_type": "An object is expected.",
    "model_attributes_type": "An object is expected.",
    "too_short": "It has too few entries.",
    "too_long": "It has too many entries.",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: where, what, and what would be right. `wants_text` says that only a text is accepted there."""

    path: Path
    message: str
    hint: str = ""
    wants_text: bool = field(default=False, compare=False)

    def error(self, kind: type[WpfAgentError], what: str, *, more: int = 0) -> WpfAgentError:
        """Return it as an error of this kind."""
        at = f"{what}: {show_path(self.path)}" if self.path else what
        others = f" ({more} more like this.)" if more > 0 else ""
        return kind(f"{at}: {self.message}{others}", hint=self.hint, details={"path": list(self.path)})


def show_path(path: Path) -> str:
    """Return a path as people write it: `profiles[0].launch.exe`."""
    text = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)
    return text.removeprefix(".")


def problems_of(error: ValidationError, data: Any) -> list[Problem]:
    """Return the faults, the deepest place first, each place once."""
    found: dict[Path, list[dict[str, Any]]] = {}
    for item in error.errors(include_url=False):
        path = _within(item["loc"], data)
        found.setdefault(path, []).append(dict(item))
    made = [_problem(path, items, data) for path, items in found.items()]
    return sorted(made, key=lambda p: -len(p.path))


def _within(loc: Sequence[Any], data: Any) -> Path:
    """The part of a location that is in the data (pydantic also names the members of unions)."""
    path: list[str | int] = []
    for part in loc:
        if (isinstance(data, Mapping) and part in data) or (
            isinstance(data, list) and isinstance(part, int) and part < len(data)
        ):
            path.append(part)
            data = data[part]
        elif isinstance(data, Mapping) and part == loc[-1] and isinstance(part, str) and "[" not in part:
            path.append(part)
    return tuple(path)


def _problem(path: Path, items: Sequence[Mapping[str, Any]], data: Any) -> Problem:
    best = next((i for i in items if i["type"] in ("unknown_key", "core")), items[0])
    kind, context = best["type"], best.get("ctx", {})
    if kind == "unknown_key":
        key = context["key"]
        return Problem((*path, key), f"Unknown key {key!r}.", f"Nearest: {', '.join(context['near'])}.")
    if kind == "core":
        return Problem(path, context["message"], context["hint"])
    if kind == "missing":
        return Problem(path, "It is missing.", "It is needed.")
    seen = _at(path, data)
    expects = [_expectation(i) for i in items]
    hint = " ".join(dict.fromkeys(e for e in expects if e))
    if len(items) > 1:
        hint = " Or: ".join(dict.fromkeys(e for e in expects if e))  # one for each member of a union
    if kind == "literal_error" and isinstance(seen, str):
        near = nearest(seen, _allowed(best), 1)
        hint = f"{hint} Nearest: {near[0]}." if near else hint
    texts = any(i["type"] == "string_type" for i in items)
    return Problem(path, f"It cannot be {_shown(seen)}.", hint, wants_text=texts)


def _expectation(item: Mapping[str, Any]) -> str:
    if item["type"] == "literal_error":
        return f"One of: {', '.join(_allowed(item))}."
    return _EXPECTS.get(item["type"], f"{item['msg']}.")


def _allowed(item: Mapping[str, Any]) -> list[str]:
    return [w.strip(" '") for w in str(item["ctx"]["expected"]).replace(" or ", ", ").split(",")]


def _at(path: Path, data: Any) -> Any:
    for part in path:
        if isinstance(data, Mapping):
            data = data.get(str(part))
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:77] + "..."
