"""Regular expressions from outside: a caller's, a file's, a profile's; none of them can stop us.

They run on the `regex` package, which speaks Python's syntax and takes a time limit for each search. RE2 would be
linear by construction; it has no look-ahead, which titles and redaction rules use, and its words are ASCII. Our own
patterns stay with `re`: they are read and tested.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from wpfagent.core.errors import InvalidArgument

LIMIT_S = 0.25
"""How long one search may take, in seconds of this process's time; an ordinary one takes microseconds."""
LONGEST = 2_000
"""Characters of a pattern."""
LARGEST = 10_000
"""Characters that a pattern says at least, its repetitions written out, as the engine keeps them."""
_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(?P<least>\d+)(?:,\d*)?\}|.", re.DOTALL)
_FOREIGN = re.compile(r"\(\?(?:R\b|&|P>|\d|[-+]\d)|\{[eids](?:,[eids])*\}|\{[eids\d+,<=> ]*[eids] ?[<>=][^{}]*\}|\\L<")
"""What `regex` knows and Python does not: recursion, fuzzy matching, named lists."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern whose searches end in time.

    Args:
        pattern: as it was given.
        key: what it was given as, for messages.
    """

    pattern: str
    key: str
    _compiled: Any = field(repr=False)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match. Raises InvalidArgument when looking for it takes too long."""
        found: re.Match[str] | None = self._timed(text, lambda: self._compiled.search(text, timeout=LIMIT_S))
        return found

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """Return the text with every match replaced. Raises InvalidArgument when that takes too long."""
        made: str = self._timed(text, lambda: self._compiled.sub(replacement, text, timeout=LIMIT_S))
        return made

    def finditer(self, text: str) -> list[re.Match[str]]:
        """Return every match. Raises InvalidArgument when looking for them takes too long."""
        found: list[re.Match[str]] = self._timed(text, lambda: list(self._compiled.finditer(text, timeout=LIMIT_S)))
        return found

    def _timed(self, text: str, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (TimeoutError, MemoryError) as error:
            raise InvalidArgument(
                f"{self.key} {self.pattern!r} took longer than {LIMIT_S:g} s on a text of {len(text)} characters.",
                hint="Repetitions inside repetitions, as in (a+)+, are slow: say it without, or look for plain text.",
            ) from error


@lru_cache(maxsize=256)
def compile_re(pattern: str, key: str) -> Pattern:
    """Return a compiled pattern.

    Raises:
        InvalidArgument: it does not parse, is too long, or uses what Python's own expressions do not know.
    """
    if len(pattern) > LONGEST:
        raise InvalidArgument(f"{key} has {len(pattern)} characters; {LONGEST} are the most.")
    if found := _FOREIGN.search(pattern):
        raise InvalidArgument(
            f"{key} {pattern!r}: {found[0]!r} is not supported here.",
            hint="Python's own syntax counts: no recursion, no fuzzy matching. Write the alternatives out with |.",
        )
    if _size(pattern) > LARGEST:
        raise InvalidArgument(
            f"{key} {pattern[:100]!r} repeats too much: written out, it has more than {LARGEST} characters.",
            hint="Repeat less: .* and a+ have no such limit.",
        )
    import regex  # not before the first pattern: importing the package stays light

    try:
        return Pattern(pattern, key, regex.compile(pattern))
    except (regex.error, RecursionError, OverflowError, ValueError, IndexError, KeyError) as error:
        raise InvalidArgument(f"{key} {pattern!r} is no regular expression: {error}.") from error


def _size(pattern: str) -> int:
    """How many characters a pattern has when its repetitions are written out, those in groups multiplied."""
    open_groups = [[0]]
    for part in _PART.finditer(pattern):
        items = open_groups[-1]
        if part["least"] is not None:
            items[-1] *= max(1, int(part["least"]))
        elif part[0] == "(":
            open_groups.append([0])
        elif part[0] == ")" and len(open_groups) > 1:
            inside = sum(open_groups.pop())
            open_groups[-1].append(inside)
        else:
            items.append(1)
    return sum(map(sum, open_groups))
