"""What stands where in a JSON text; comments and trailing commas are allowed, as the clients allow them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from wpfagent.registration.text_invalid import TextInvalid, line_of

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

    kind: Literal["object", "array", "scalar"]
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
    def __init__(self, text: str) -> None:
        self.text = text
        self.comments = 0
        self._tokens = self._scan()
        self.token = next(self._tokens)

    def _scan(self) -> Iterator[Token]:
        """The tokens without comments."""
        text, at, before, needs_line = self.text, 0, 0, False
        while True:
            blank = _BLANK.match(text, at)
            at = blank.end() if blank else at
            if at == len(text):
                yield Token("end", at, at, before, needs_line)
                return
            found = _TOKEN.match(text, at)
            if found is None:
                raise TextInvalid(line_of(text, at), f"{_excerpt(text, at)} is not JSON")
            at = found.end()
            if found.lastgroup == "comment":
                self.comments += 1
            else:
                yield Token(found.lastgroup or "", found.start(), at, before, needs_line)
            before, needs_line = at, found[0].startswith("//")

    def wrong(self, expected: str) -> TextInvalid:
        seen = "the end of the file" if self.token.kind == "end" else _excerpt(self.text, self.token.start)
        return TextInvalid(line_of(self.text, self.token.start), f"{expected} is expected, not {seen}")

    def mark(self) -> str:
        return self.text[self.token.start] if self.token.kind == "mark" else ""

    def step(self) -> Token:
        token = self.token
        self.token = next(self._tokens)
        return token

    def value(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise TextInvalid(line_of(self.text, self.token.start), "it is nested too deeply")
        mark = self.mark()
        if mark == "{":
            return self.object(depth)
        if mark == "[":
            return self.array(depth)
        if self.token.kind not in ("string", "word"):
            raise self.wrong("a value")
        token = self.step()
        return Node("scalar", token.start, token.end)

    def object(self, depth: int) -> Node:
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
            member = Member(name, key.before, key.needs_line, key.start, self.value(depth + 1))
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
            node.items.append(self.value(depth + 1))
            if self.mark() == ",":
                self.step()
            elif self.mark() != "]":
                raise self.wrong(", or ]")
        node.end = self.step().end
        return node


def parse(text: str) -> Node:
    """Return the root object of the text.

    Raises:
        TextInvalid: the text is not JSON (comments and trailing commas are allowed), or no object.
    """
    parser = _Parser(text)
    root = parser.value(0)
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
