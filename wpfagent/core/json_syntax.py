"""What stands where in a JSON text; comments and trailing commas are allowed, as the clients allow them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from wpfagent.core.text_invalid import TextInvalid, line_of

DEEPEST = 200
_TOKEN = re.compile(
    r"""
      (?P<comment>  //[^\r\n]* | /\*.*?\*/ )
    | (?P<string>   "[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*" )
    | (?P<mark>     [{}\[\],:] )
    | (?P<word>     (?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-]) )
    """,
    re.VERBOSE | re.DOTALL,
)
_BLANK = re.compile(r"[ \t\r\n]*")


def _refused(word: str) -> None:
    raise ValueError(word)


_STRICT = json.JSONDecoder(parse_constant=_refused)


class Token(NamedTuple):
    """A token and where it stands; `kind` is `comment`, `string`, `mark`, `word` or `end`."""

    kind: str
    start: int
    end: int
    before: int
    """Where the token or comment before it ends; blank space only lies between."""
    needs_line: bool
    """Whether that is a comment which a new line has to end."""


@dataclass(slots=True)
class Node:
    """A value of the text: objects know their members, arrays their items."""

    kind: Literal["object", "array", "scalar", "skimmed"]
    start: int
    end: int = 0
    members: list[Member] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    commented: bool = False
    """Whether a comment stands in it, at any depth."""

    def find(self, key: str) -> Member | None:
        """Return the member with this key; the last one counts, as for every JSON parser."""
        return next((m for m in reversed(self.members) if m.key == key), None)


@dataclass(slots=True)
class Member:
    """A key with its value. `before` is where what stands before it ends; `comma` where the comma behind it stands."""

    key: str
    before: int
    needs_line: bool
    start: int
    value: Node
    comma: int | None = None


class _Parser:
    """Reads a text once, from left to right; `token` is what comes next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.comments = 0
        self._at = self._before = 0
        self._needs_line = False
        self.token = self._scan()

    def _scan(self) -> Token:
        """The next token that is no comment."""
        text = self.text
        while True:
            blank = _BLANK.match(text, self._at)
            start = blank.end() if blank else self._at
            if start == len(text):
                return Token("end", start, start, self._before, self._needs_line)
            found = _TOKEN.match(text, start)
            if found is None:
                raise TextInvalid(line_of(text, start), f"{_excerpt(text, start)} is not JSON")
            token = Token(found.lastgroup or "", start, found.end(), self._before, self._needs_line)
            self._at = self._before = token.end
            self._needs_line = found[0].startswith("//")
            if token.kind != "comment":
                return token
            self.comments += 1

    def wrong(self, expected: str) -> TextInvalid:
        seen = "the end of the file" if self.token.kind == "end" else _excerpt(self.text, self.token.start)
        return TextInvalid(line_of(self.text, self.token.start), f"{expected} is expected, not {seen}")

    def mark(self) -> str:
        return self.text[self.token.start] if self.token.kind == "mark" else ""

    def step(self) -> Token:
        token, self.token = self.token, self._scan()
        return token

    def skim(self) -> Node | None:
        """A value that nobody looks into, where it is strict JSON: the standard library is faster by far."""
        start = self.token.start
        try:
            end = _STRICT.raw_decode(self.text, start)[1]
        except (ValueError, RecursionError):
            return None
        self._at = self._before = end
        self._needs_line = False
        self.token = self._scan()
        return Node("skimmed", start, end)

    def value(self, depth: int, path: Sequence[str] | None) -> Node:
        if depth > DEEPEST:
            raise TextInvalid(line_of(self.text, self.token.start), "it is nested too deeply")
        mark = self.mark()
        if mark == "{":
            return self.object(depth, path)
        if mark == "[":
            return self.array(depth)
        if self.token.kind not in ("string", "word"):
            raise self.wrong("a value")
        token = self.step()
        return Node("scalar", token.start, token.end)

    def object(self, depth: int, path: Sequence[str] | None) -> Node:
        comments = self.comments
        node = Node("object", self.step().start)
        while self.mark() != "}":
            if self.token.kind != "string":
                raise self.wrong("a key in quotation marks or }")
            key = self.step()
            if self.mark() != ":":
                raise self.wrong(":")
            self.step()
            name = json.loads(self.text[key.start : key.end])
            inside = path is None or path[0] == name
            value = None if inside or not self.mark() else self.skim()
            value = value or self.value(depth + 1, path[1:] or None if path else None)
            member = Member(name, key.before, key.needs_line, key.start, value)
            node.members.append(member)
            if self.mark() == ",":
                member.comma = self.step().start
            elif self.mark() != "}":
                raise self.wrong(", or }")
        node.commented = self.comments > comments
        node.end = self.step().end
        return node

    def array(self, depth: int) -> Node:
        node = Node("array", self.step().start)
        while self.mark() != "]":
            node.items.append(self.value(depth + 1, None))
            if self.mark() == ",":
                self.step()
            elif self.mark() != "]":
                raise self.wrong(", or ]")
        node.end = self.step().end
        return node


def parse(text: str, *path: str) -> Node:
    """Return the root object of the text.

    Args:
        text: the whole text.
        path: the keys that lead to what the caller looks at; other values may be `skimmed`. Without it all is read.

    Raises:
        TextInvalid: the text is not JSON (comments and trailing commas are allowed), or no object.
    """
    parser = _Parser(text)
    root = parser.value(0, path or None)
    if parser.token.kind != "end":
        raise parser.wrong("the end of the file")
    if root.kind != "object":
        raise TextInvalid(line_of(text, root.start), "an object { } is expected, not a list or a single value")
    root.commented = parser.comments > 0
    return root


def plain(text: str, node: Node) -> Any:
    """Return the value of a node as Python has it."""
    if node.kind == "object":
        return {m.key: plain(text, m.value) for m in node.members}
    if node.kind == "array":
        return [plain(text, i) for i in node.items]
    return json.loads(text[node.start : node.end])


def _excerpt(text: str, at: int) -> str:
    return repr(re.split(r"[\r\n]", text[at : at + 30])[0])
