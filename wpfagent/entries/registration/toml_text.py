"""Edits one table of a TOML text and leaves every other character as it is.

A new table goes behind the last line, after one line end more, and that is what is taken out again. Whatever was edited
is read again and must differ in that table alone. Tables that somebody wrote in another form are edited by tomlkit,
which alone is not enough: comments behind a table count as its own there, and go with it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from wpfagent.core.text_invalid import TextInvalid, line_of

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def read(text: str, section: str, name: str) -> Any:
    """Return the table `name` of the table `section`; None when there is none."""
    return _section(text, _values(text), section).get(name)


def insert(text: str, section: str, name: str, entry: Mapping[str, Any]) -> tuple[str, bool]:
    """Return the text with the table added, and False: a section that was not there needs no line of its own."""
    values = _values(text)
    wanted = {**values, section: {**_section(text, values, section), name: dict(entry)}}
    eol = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{_key(section)}.{_key(name)}]", *(f"{_key(k)} = {_value(v)}" for k, v in entry.items())]
    made = text + (eol if text else "") + "".join(line + eol for line in lines)
    if _is(made, wanted):
        return made, False
    return _edited(text, section, name, entry, wanted), False


def update(text: str, section: str, name: str, changes: Mapping[str, Any]) -> str:
    """Return the text with these keys of the table changed; its other keys stay."""
    values = _values(text)
    entry = _section(text, values, section)[name]
    if not isinstance(entry, dict):
        raise TextInvalid(_line(text, name), f"{name!r} is no table")
    entry = {**entry, **changes}
    if entry == values[section][name]:
        return text
    wanted = {**values, section: {**values[section], name: entry}}
    lines: list[str] = _LINE.findall(text)
    for start, end in _blocks(lines, section, name):
        block = "".join(lines[start:end])
        made = "".join(lines[:start]) + _set(block, section, name, changes) + "".join(lines[end:])
        if _is(made, wanted):
            return made
    return _edited(text, section, name, changes, wanted)


def remove(text: str, section: str, name: str, *, drop_section: bool) -> str:
    """Return the text without the table.

    Args:
        text: the whole text.
        section: the table that holds it.
        name: its key.
        drop_section: of no meaning here: a section that we made has no line of its own.
    """
    del drop_section
    values = _values(text)
    held = _section(text, values, section)
    if name not in held:
        return text
    rest = {k: v for k, v in held.items() if k != name}
    wanted = {**values, section: rest}
    without = {k: v for k, v in wanted.items() if k != section or rest}
    cut = _cut(text, section, name)
    if _is(cut, wanted) or _is(cut, without):
        return cut
    import tomlkit

    document: Any = tomlkit.parse(text)
    del document[section][name]
    made = tomlkit.dumps(document)
    if _is(made, wanted) or _is(made, without):
        return made
    raise TextInvalid(_line(text, name), f"{section}.{name} cannot be told from what stands around it")


def is_empty(text: str) -> bool:
    """Return whether nothing is left that anybody could miss."""
    return not text.strip()


def _values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise TextInvalid(int(found[1]) if found else line_of(text, len(text)), reason) from error
    except RecursionError as error:
        raise TextInvalid(1, "it is nested too deeply") from error


def _is(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _section(text: str, values: Mapping[str, Any], section: str) -> dict[str, Any]:
    held = values.get(section, {})
    if not isinstance(held, dict):
        raise TextInvalid(_line(text, section), f"{section!r} is expected to be a table")
    return held


def _edited(text: str, section: str, name: str, changes: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The text with keys of the table set by tomlkit, which makes it where it is missing."""
    from tomlkit.exceptions import TOMLKitError

    try:
        made = _set(text, section, name, changes)
    except (TOMLKitError, ValueError, KeyError) as error:
        raise TextInvalid(_line(text, section), f"{section!r} cannot be added to: {error}") from error
    if not _is(made, wanted):
        raise TextInvalid(_line(text, section), f"{section!r} is written in a form that cannot be edited safely")
    return made


def _set(text: str, section: str, name: str, changes: Mapping[str, Any]) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    if name not in document[section]:
        document[section][name] = tomlkit.inline_table()
    for key, value in changes.items():
        document[section][name][key] = _item(value)
    return tomlkit.dumps(document)


def _cut(text: str, section: str, name: str) -> str:
    """The text without the lines of the table and of the tables in it."""
    lines: list[str] = _LINE.findall(text)
    for start, end in reversed(list(_blocks(lines, section, name))):
        before, after = "".join(lines[:start]), "".join(lines[end:])
        if not after or re.search(r"\n\r?\n\Z", before) or before in ("\n", "\r\n"):
            before = re.sub(r"\r?\n\Z", "", before)
        lines = _LINE.findall(before + after)
    return "".join(lines)


def _blocks(lines: list[str], section: str, name: str) -> Iterator[tuple[int, int]]:
    """Where the table's lines begin and end; comments and blank lines behind them belong to what follows."""
    start = end = -1
    for i, line in enumerate(lines):
        keys = _header(line)
        if keys is not None and _is_toml("".join(lines[:i])):  # else it is a line of a text or a list
            if start >= 0:
                yield start, end
            held = keys.get(section)
            start = i if isinstance(held, dict) and name in held else -1
        if line.strip() and not line.lstrip().startswith("#"):
            end = i + 1
    if start >= 0:
        yield start, end


def _header(line: str) -> dict[str, Any] | None:
    """The tables that a line like `[a.b]` opens; None when it is no such line."""
    if not line.lstrip().startswith("["):
        return None
    try:
        return tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None


def _key(key: str) -> str:
    import tomlkit

    return tomlkit.key(key).as_string()


def _value(value: Any) -> str:
    return str(_item(value).as_string())


def _item(value: Any) -> Any:
    """A value as tomlkit writes it; paths as literal strings, in which a backslash is a backslash."""
    import tomlkit

    if isinstance(value, str) and "\\" in value and "'" not in value and value.isprintable():
        return tomlkit.string(value, literal=True)
    return tomlkit.item(value)


def _line(text: str, word: str) -> int:
    """The first line on which the word stands."""
    return line_of(text, max(0, text.find(word)))
