"""YAML and JSON texts as data that knows its lines.

YAML as its version 1.2 reads it: only `true` and `false` are booleans (`state: on` is a text), dates are texts, and a
key may stand only once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from wpfagent.core.errors import FileInvalid
from wpfagent.core.json_text import DEEPEST, DIGITS, LARGEST, parse_json

Path = tuple[str | int, ...]


MOST = 200_000
"""Values of a file, those that aliases repeat counted again."""
LONGEST_KEY = 1_000
_UNREADABLE = yaml.reader.Reader.NON_PRINTABLE
_LINE_BREAKS = re.compile("[\n\u0085\u2028\u2029\ufeff]")
"""What YAML takes for the end of a line, or leaves out, where it stands as it is: such a text gets escapes."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's data and the line of each of its values."""

    path: str
    data: Any
    lines: Mapping[Path, int] = field(default_factory=dict, repr=False)

    def line(self, path: Path) -> int:
        """Return the line of a value, or of what is nearest around it; 0 when no line is known."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)

    def where(self, path: Path = ()) -> str:
        """Return `file:line`."""
        line = self.line(path)
        return f"{self.path}:{line}" if line else self.path


class _Loader(yaml.SafeLoader):
    """Plain scalars by YAML 1.2's core schema, within bounds of depth and number."""

    depth = 0
    nodes = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Compose a node; count it, and how deep it stands. An alias stands for all that it names."""
        self.depth += 1
        if self.depth > DEEPEST:
            mark = parent.start_mark if parent is not None else None
            raise yaml.MarkedYAMLError(None, None, f"values inside values deeper than {DEEPEST}", mark)
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - PyYAML's own attribute


for _tag, _pattern, _first in (
    ("null", r"(?:~|null|Null|NULL|)\Z", ["~", "n", "N", ""]),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", list("tTfF")),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)\Z", list("-+0123456789")),
    ("float", r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?\Z", list("-+.0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


class _Dumper(yaml.SafeDumper):
    """Quotes what any reader of YAML, 1.1 or 1.2, would take for something else than a text."""


for _first_letter, _resolvers in _Loader.yaml_implicit_resolvers.items():
    for _kind, _form in _resolvers:
        _Dumper.add_implicit_resolver(_kind, re.compile(_form), [_first_letter])


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if _LINE_BREAKS.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def write_value(value: Any) -> str:
    """Return JSON-like data as YAML on one line, which `parse_source` reads back as it was."""
    made: str = yaml.dump(
        value, Dumper=_Dumper, default_flow_style=True, allow_unicode=True, width=10**9, sort_keys=False
    )
    return made.removesuffix("\n").removesuffix("\n...")


def read_source(path: str) -> Source:
    """Return a file's data.

    Raises:
        FileInvalid: it cannot be read or does not parse; the message is `file:line: reason`.
    """
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise FileInvalid(f"{path}: {error.strerror}.", hint="Is the path right?", details={"path": path}) from error
    except UnicodeDecodeError as error:
        raise invalid(path, 1, f"not UTF-8 at byte {error.start}", hint="Save it as UTF-8.") from error
    return parse_source(text, path)


def parse_source(text: str, path: str) -> Source:
    """Return a text's data; `.json` files are read as JSON, all others as YAML. Raises FileInvalid."""
    is_json = path.lower().endswith(".json")
    data: Any = None
    if is_json:
        try:
            data = parse_json(text)
        except json.JSONDecodeError as error:
            raise invalid(path, error.lineno, f"no valid JSON: {error.msg}") from error
        text = text.expandtabs()  # YAML reads the lines, and it takes no tabs
    if len(text) > LARGEST:
        raise invalid(path, 1, f"{len(text)} characters, and {LARGEST} are the most")
    if (found := _UNREADABLE.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        raise invalid(path, line, f"the character U+{ord(found[0]):04X} cannot stand in a file")
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        lines: dict[Path, int] = {}
        read = _value(loader, node, (), lines, path) if node is not None else None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = " ".join(filter(None, (error.problem, error.context)))
        raise invalid(path, mark.line + 1 if mark else 1, f"no valid YAML: {reason}") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise invalid(path, 1, f"no valid YAML: {type(error).__name__}: {error}") from error
    finally:
        loader.dispose()
    return Source(path, data if is_json else read, lines)


def invalid(path: str, line: int, reason: str, *, hint: str = "") -> FileInvalid:
    """Return the error that names file, line and reason."""
    details = {"path": path, "line": line, "reason": reason}
    return FileInvalid(f"{path}:{line}: {reason}." if line else f"{path}: {reason}.", hint=hint, details=details)


def _value(loader: _Loader, node: yaml.Node, path: Path, lines: dict[Path, int], file: str) -> Any:
    loader.nodes += 1
    if loader.nodes > MOST or len(path) > DEEPEST:  # aliases of aliases, or one of itself
        raise invalid(file, node.start_mark.line + 1, f"more than {MOST} values, or deeper than {DEEPEST}: aliases?")
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        made: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode) or len(key_node.value) > LONGEST_KEY:
                raise invalid(file, line, "a key must be a short text")
            key = str(loader.construct_object(key_node, deep=True))
            if key in made:
                raise invalid(file, line, f"the key {key!r} stands here twice")
            lines[(*path, key)] = line
            made[key] = _value(loader, value_node, (*path, key), lines, file)
        return made
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, item, (*path, i), lines, file) for i, item in enumerate(node.value)]
    if len(node.value) > DIGITS and node.tag.endswith((":int", ":float")):
        raise invalid(file, node.start_mark.line + 1, f"a number of more than {DIGITS} digits")
    return loader.construct_object(node, deep=True)
