"""Whose answer a message is owed that cannot be read: its id, found without reading it as JSON."""

from __future__ import annotations

import re

_TOKENS = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"(?P<key>\s*:\s*(?P<number>-?\d{1,18}(?![\d.eE]))?)?|[\[{]|[\]}]', re.DOTALL
)


def id_of(line: str) -> int | str | None:
    """Return the id of a message that does not parse: the value of `id` in its outermost object."""
    depth, is_id = 0, False
    for token in _TOKENS.finditer(line):
        if token["text"] is None:
            depth += 1 if token[0] in "[{" else -1
        elif is_id:
            return token["text"] if token["key"] is None else None
        elif depth == 1 and token["text"] == "id" and token["key"] is not None:
            if token["number"] is not None:
                return int(token["number"])
            is_id = True
            continue
        is_id = False
    return None
