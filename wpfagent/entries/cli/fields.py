"""The flags of `do`, made from the table of actions: names, help, and the values behind the texts."""

from __future__ import annotations

import codecs
import dataclasses
import json
import re
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.actions.base import Action
from wpfagent.actions.expect import EXPECTATIONS
from wpfagent.core.errors import FileInvalid, InvalidArgument
from wpfagent.core.json_text import parse_json
from wpfagent.core.selector import Selector

SHORT_NAMES = {"item_text": "item"}
"""Arguments whose flag is shorter than their name; the full name works too."""
HELP_COLUMN = 25
FROM_FILE = "@"
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PAIR = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
"""The form of a mapping with one key that survives every shell."""


def action_lines() -> list[str]:
    """Return a line of help for every action of the table."""
    return [f"  {a.name:<18}{a.summary}" for a in ACTIONS.values()]


def flag_of(name: str) -> str:
    """Return the flag of an argument: `item_text` is `--item`, `by` is `--by`."""
    return "--" + SHORT_NAMES.get(name, name).replace("_", "-")


def with_short_names(argv: list[str]) -> list[str]:
    """Return the arguments with full names of shortened flags replaced."""
    names = {"--" + full.replace("_", "-"): flag_of(full) for full in SHORT_NAMES}
    return [names[head] + word[len(head) :] if (head := word.split("=", 1)[0]) in names else word for word in argv]


def option_lines(action: Action[Any]) -> str:
    """Return the section of a usage text that documents an action's own arguments; '' when it has none."""
    lines = []
    hints = action.hints()
    for f in action.fields():
        doc = f.metadata["doc"]
        if choices := f.metadata.get("choices"):
            doc += f": {', '.join(choices)}"
        if f.default is dataclasses.MISSING:
            doc += " (needed)"
        elif f.default is not None and not isinstance(f.default, bool):
            doc += f" (else {f.default})"
        if dict in kinds_of(hints[f.name]):
            doc += "; as JSON, key=value or '@file.json'"
        if kinds_of(hints[f.name]) == {bool}:
            flag = flag_of(f.name)
            lines.append(_line(f"--no-{f.name}", f"not: {doc}") if f.default is True else _line(flag, doc))
            if f.default is True:
                lines.append(_line(flag, f"{doc} (this is the default)"))
        else:
            lines.append(_line(f"{flag_of(f.name)}={_placeholder(f.name, hints[f.name])}", doc))
    return "Argument options:\n" + "".join(lines) if lines else ""


def _line(flag: str, doc: str) -> str:
    return f"  {flag:<{HELP_COLUMN - 4}}  {doc}\n"


def args_of(action: Action[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the action's own arguments that the options give. Raises InvalidArgument for what is no number or JSON."""
    made: dict[str, Any] = {}
    hints = action.hints()
    for f in action.fields():
        flag = flag_of(f.name)
        if kinds_of(hints[f.name]) == {bool}:
            if options.get(f"--no-{f.name}"):
                made[f.name] = False
            elif options.get(flag):
                made[f.name] = True
        elif options.get(flag) is not None:
            made[f.name] = _value(flag, options[flag], kinds_of(hints[f.name]))
    return made


def kinds_of(hint: Any) -> set[Any]:
    """Return the plain types that an argument may have: str, int, float, bool, dict, list."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return {k for a in typing.get_args(hint) if a is not type(None) for k in kinds_of(a)}
    if origin is typing.Literal:
        return {type(v) for v in typing.get_args(hint)}
    if hint is Selector:
        return {dict, str}
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return {dict}
    if isinstance(kind, type) and kind is not str and hasattr(kind, "__getitem__"):
        return {list}
    return {kind}


def _value(flag: str, text: str, kinds: set[Any]) -> Any:
    if text[:1] in ("{", "[", FROM_FILE) and kinds & {dict, list}:
        return read_json(flag, text)
    if dict in kinds and (pair := _PAIR.fullmatch(text)) is not None:
        return {pair[1]: plain_value(pair[1], pair[2])}
    if str in kinds and not kinds & {int, float}:
        return text
    if kinds & {int, float}:
        number = _number(text, kinds)
        if number is not None:
            return number
        if str in kinds:
            return text
        raise InvalidArgument(f"{flag} cannot be {text!r}.", hint="A number is expected.")
    if list in kinds:
        return [_number(part.strip(), {int, float}) or 0 if _is_number(part) else part for part in text.split(",")]
    return read_json(flag, text)


def plain_value(key: str, text: str) -> Any:
    """Return the value of `key=text`: what an expectation of this name takes; else true, false or the text."""
    kinds = EXPECTATIONS[key][0] if key in EXPECTATIONS else (str, bool)
    if bool in kinds and text in ("true", "false"):
        return text == "true"
    return int(text) if str not in kinds and text.isdecimal() else text


def _is_number(text: str) -> bool:
    return _number(text.strip(), {int, float}) is not None


def _number(text: str, kinds: set[Any]) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text) if float in kinds else None
    except ValueError:
        return None


def read_json(flag: str, text: str) -> Any:
    """Return the JSON value of an option, written out or as `@file`. Raises InvalidArgument, FileInvalid."""
    if text.startswith(FROM_FILE):
        text = content_of(text[1:])
    try:
        return parse_json(text)
    except json.JSONDecodeError as error:
        raise InvalidArgument(
            f"{flag} is no valid JSON: {error.msg} at character {error.pos + 1}.",
            hint=f'For example {flag} \'{{"automation_id": "SaveButton"}}\'; mind the quotes of your shell, '
            "or write it into a file and name that as '@file.json'.",
        ) from error


def content_of(path: str) -> str:
    """Return what a file holds, in UTF-8 or, as Windows PowerShell writes it, UTF-16. Raises FileInvalid."""
    try:
        held = Path(path).read_bytes()
        return held.decode("utf-16" if held.startswith(UTF16_MARKS) else "utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileInvalid(f"{path} cannot be read: {error}.", hint="It is JSON in UTF-8.") from error


def _placeholder(name: str, hint: Any) -> str:
    kinds = kinds_of(hint)
    if kinds <= {int, float}:
        return "N"
    if kinds == {dict}:
        return "JSON"
    return "TEXT" if name in ("text", "item_text", "value") else name.upper().replace("_", "-")


def selector_of(options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the selector that the selector options name; None without any."""
    keys = {
        "automation_id": "--id",
        "name": "--name",
        "control_type": "--type",
        "name_re": "--name-re",
        "class_name": "--class",
        "label": "--label",
        "ref": "--ref",
    }
    made: dict[str, Any] = {k: options[flag] for k, flag in keys.items() if options.get(flag) is not None}
    if (index := options.get("--index")) is not None:
        made["index"] = _value("--index", index, {int})
    if (row := options.get("--row")) is not None:
        header, equals, text = row.partition("=")
        made["row"] = {header: text} if equals and not row.startswith("{") else _value("--row", row, {int, str, dict})
    if (column := options.get("--column")) is not None:
        made["column"] = _value("--column", column, {int, str})
    if (within := options.get("--within-id")) is not None:
        made["within"] = {"automation_id": within}
    return made or None
