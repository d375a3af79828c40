"""Edits one entry of a JSON text, comments and trailing commas included, and leaves every other character as it is.

`insert` and `remove` are exact inverses: new text goes directly behind the last token or comment that stands there, so
that whatever blank space follows stays where it was. A library that keeps comments (json-five) needs 12 s for a
megabyte, and one client's file holds several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.core.json_syntax import Member, Node, parse, plain
from wpfagent.core.text_invalid import TextInvalid, line_of

NEW_FILE = "{}\n"
_COMMENT = re.compile(r"[ \t]*(//[^\r\n]*|/\*.*?\*/)", re.DOTALL)


def read(text: str, section: str, name: str) -> Any:
    """Return the entry `name` of the object `section`; None when there is none."""
    if not text.strip():
        return None
    holder = _section(text, parse(text, section, name), section)
    member = holder.value.find(name) if holder else None
    return plain(text, member.value) if member else None


def insert(text: str, section: str, name: str, entry: Mapping[str, Any]) -> tuple[str, bool]:
    """Return the text with the entry added, and whether `section` had to be made for it."""
    if not text.strip():
        text = NEW_FILE
    root = parse(text, section, name)
    holder = _section(text, root, section)
    if holder is None:
        return _add(text, root, root, section, {name: entry}), True
    return _add(text, root, holder.value, name, entry), False


def update(text: str, section: str, name: str, changes: Mapping[str, Any]) -> str:
    """Return the text with these keys of the entry changed; its other keys stay."""
    for key, wanted in changes.items():
        root = parse(text, section, name)
        holder = _section(text, root, section)
        entry = holder.value.find(name) if holder else None
        if entry is None or entry.value.kind != "object":
            raise TextInvalid(line_of(text, entry.start if entry else 0), f"{name!r} is no object")
        member = entry.value.find(key)
        if member is None:
            text = _add(text, root, entry.value, key, wanted)
        elif plain(text, member.value) != wanted:
            value, style = member.value, _Style.of(text, root)
            several = "\n" in text[value.start : value.end]
            made = style.dump(wanted, _line_indent(text, value.start), several=several)
            text = text[: value.start] + made + text[value.end :]
    return text


def remove(text: str, section: str, name: str, *, drop_section: bool) -> str:
    """Return the text without the entry.

    Args:
        text: the whole text.
        section: the object that holds the entry.
        name: its key.
        drop_section: also take out `section` when nothing is left in it.
    """
    while (holder := _section(text, parse(text, section, name), section)) and (member := holder.value.find(name)):
        text = _cut(text, holder.value, member)
    if drop_section and holder and not holder.value.members and not holder.value.commented:
        text = _cut(text, parse(text, section), holder)
    return text


def is_empty(text: str) -> bool:
    """Return whether nothing is left that anybody could miss."""
    if not text.strip():
        return True
    root = parse(text, "")  # no matter what its members hold
    return not root.members and not root.commented


def _section(text: str, root: Node, section: str) -> Member | None:
    holder = root.find(section)
    if holder and holder.value.kind != "object":
        raise TextInvalid(line_of(text, holder.start), f"{section!r} is expected to be an object {{ }}")
    return holder


# -- adding and cutting -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Style:
    """How the text is laid out: its line end, one step of indentation, the blank behind its colons."""

    eol: str
    unit: str
    space: str
    lines: bool
    """Whether the root's members stand on lines of their own."""

    @classmethod
    def of(cls, text: str, root: Node) -> _Style:
        newline = re.search(r"\r\n|\n|\r", text)
        eol = newline[0] if newline else "\n"
        if not root.members:
            return cls(eol, "  ", " ", lines=True)
        first = root.members[0]
        gap = text[first.before : first.start]
        own, outer = re.split(r"[\r\n]", gap)[-1], _line_indent(text, root.start)
        unit = own.removeprefix(outer) if own.startswith(outer) and own != outer else "  "
        lines = bool(re.search(r"[\r\n]", text[root.start : first.start]))
        return cls(eol, unit, " " if text[first.value.start - 1] in " \t\r\n" else "", lines=lines)

    def dump(self, value: Any, indent: str, *, several: bool) -> str:
        """Return the value as text, on one line or on several of which the later ones are indented."""
        if not several:
            return json.dumps(value, ensure_ascii=False, separators=("," + self.space, ":" + self.space))
        made = json.dumps(value, ensure_ascii=False, indent=self.unit, separators=(",", ": "))
        return made.replace("\n", self.eol + indent)


def _add(text: str, root: Node, holder: Node, key: str, value: Any) -> str:
    """The text with a last member more in `holder`."""
    style = _Style.of(text, root)
    last = holder.members[-1] if holder.members else None
    anchor = holder.start + 1 if last is None else last.value.end if last.comma is None else last.comma + 1
    place, needs_line = _behind_comments(text, anchor)
    between = text[last.before : last.start] if last else ""
    several = needs_line or (bool(re.search(r"[\r\n]", text[holder.start : last.start])) if last else style.lines)
    outer = _line_indent(text, holder.start)
    own_line = bool(re.search(r"[\r\n]", between))
    indent = re.split(r"[\r\n]", between)[-1] if own_line else outer + style.unit
    blank = style.eol + indent if several else (style.space if last else "")
    body = blank + json.dumps(key, ensure_ascii=False) + ":" + (" " if several else style.space)
    body += style.dump(value, indent, several=several)
    if last is None:
        return text[:place] + body + (style.eol + outer if several else "") + text[place:]
    if last.comma is not None:
        return text[:place] + body + "," + text[place:]
    return text[:anchor] + "," + text[anchor:place] + body + text[place:]


def _cut(text: str, holder: Node, member: Member) -> str:
    """The text without this member: what `_add` put in, comma and line included."""
    at = holder.members.index(member)
    head, tail = text[: member.before], text[member.value.end :]
    gap = text[member.before : member.start]
    newline = re.match(r"\r\n|\n|\r", gap)
    if member.comma is not None:
        tail = text[member.value.end : member.comma] + text[member.comma + 1 :]
    elif at and (comma := holder.members[at - 1].comma) is not None:
        head = text[:comma] + text[comma + 1 : member.before]
    elif newline:
        tail = tail.removeprefix(newline[0] + _line_indent(text, holder.start))
    if member.needs_line and not re.match(r"[ \t]*[\r\n]", tail):
        return head + gap + tail
    return head + tail


def _behind_comments(text: str, at: int) -> tuple[int, bool]:
    """Where the comments that follow on the same line end, and whether a new line must begin there."""
    while found := _COMMENT.match(text, at):
        at = found.end()
        if found[1].startswith("//"):
            return at, True
        if re.search(r"[\r\n]", found[1]):
            break
    return at, False


def _line_indent(text: str, at: int) -> str:
    """The blank space at the start of the line on which `at` lies."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = re.compile(r"[ \t]*").match(text, start)
    return found[0] if found else ""
