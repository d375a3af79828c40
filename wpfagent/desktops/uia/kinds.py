"""Which patterns elements have: read of each of them, or known of their kind.

To tell whether an element has a pattern its program is asked for that pattern: twenty questions an element are half of
what reading a tree costs. What an element can do may change (`constants.LIVELY`) and is always asked; whether it
scrolls or stands in a grid is a matter of its class, so that one answer serves all of a kind.
"""

from __future__ import annotations

import ctypes
import functools
from collections import Counter
from collections.abc import Callable, Sequence
from ctypes import byref
from itertools import repeat
from typing import Any

from wpfagent.core.errors import InvalidArgument
from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.com import Element, Variant
from wpfagent.desktops.uia.refs import RuntimeId

Patterns = tuple[str, ...]
Kind = tuple[int, str, Patterns]
"""Control type, class, and what it can do now."""
BY_KIND_TIMES = 9
"""After so many looks at a window that rely on kinds everything is read again."""
MANY_ASKED = 10
"""Where so many elements had to be asked after all, reading everything at once is as quick."""

TEXT_BOX = ("Text", "Value")
"""What a text box of Windows Forms can do; some tell no type of their own, and are called panes."""


def kind_of(type_id: int, patterns: Patterns) -> str:
    """Return the control type of an element that can do this."""
    kind = uia.CONTROL_TYPES.get(type_id, "Custom")
    return "Edit" if kind == "Pane" and all(name in patterns for name in TEXT_BOX) else kind


def of_type(client: Any, control_type: str) -> Any:
    """Return UI Automation's condition for a control type. Raises InvalidArgument: it has no such word."""
    if control_type not in uia.CONTROL_TYPE_IDS:
        known = ", ".join(uia.CONTROL_TYPE_IDS)
        raise InvalidArgument(f"UI Automation has no control type {control_type!r}.", hint=f"One of: {known}.")
    own = client.CreatePropertyCondition(uia.CONTROL_TYPE, uia.CONTROL_TYPE_IDS[control_type])
    if control_type != "Edit":
        return own
    can = [client.CreatePropertyCondition(uia.PATTERNS[name][1], True) for name in TEXT_BOX]
    untyped = functools.reduce(client.CreateAndCondition, (of_type(client, "Pane"), *can))
    return client.CreateOrCondition(own, untyped)


class PatternRow:
    """Reads which of some patterns a cached element has: all answers lie in one row of memory, looked at together.

    For one thread at a time.
    """

    def __init__(self, get_cached: Callable[..., int], pairs: Sequence[tuple[str, int]]) -> None:
        self._get = get_cached
        self._names = tuple(name for name, _ in pairs)
        self._numbers = tuple(number for _, number in pairs)
        size = ctypes.sizeof(Variant)
        row = (Variant * len(pairs))()
        self._slots = tuple(row)  # each shares the row's memory
        self._refs = tuple(map(byref, self._slots))
        self._row = (ctypes.c_char * (size * len(pairs))).from_buffer(row)
        self._answers = slice(Variant.data.offset, None, size)
        self._known: dict[bytes, Patterns] = {}

    def of(self, element: Element) -> Patterns:
        """Return the patterns that it has, in the order in which they are asked for."""
        failed = any(map(self._get, repeat(element), self._numbers, self._refs))
        if failed:  # S_OK is 0; one that fails says nothing
            return tuple(
                name
                for name, number, slot, ref in zip(self._names, self._numbers, self._slots, self._refs, strict=True)
                if self._get(element, number, ref) == 0 and slot.data & 0xFFFF
            )
        answers = self._row.raw[self._answers]
        found = self._known.get(answers)
        if found is None:
            found = tuple(name for name, answer in zip(self._names, answers, strict=True) if answer)
            self._known[answers] = found
        return found


class Kinds:
    """What is known of the kinds of elements of one process."""

    def __init__(self) -> None:
        self._known: dict[Kind, Patterns] = {}
        self._various: set[Kind] = set()
        self._left: Counter[int] = Counter()
        self._lively: dict[Patterns, Patterns] = {}
        self.item_names: dict[RuntimeId, str] = {}
        """The names of the items that combo boxes show, since everything was read."""
        self.long_lists: set[int] = set()
        """The windows that held a list with so many rows that only those in view were told."""
        self.asked = 0
        """How many elements the look under way had to ask because of their kind."""

    def may_tell(self, hwnd: int) -> bool:
        """Return whether the next look at a window may rely on what is known."""
        self.asked = 0
        if self._left[hwnd] <= 0:
            self.item_names.clear()
            return False
        return True

    def note(self, hwnd: int, *, by_kind: bool) -> None:
        """Take note of how a look at a window went: it relied on kinds, or read everything."""
        if self.asked > MANY_ASKED:
            self._left[hwnd] = 0
        else:
            self._left[hwnd] = self._left[hwnd] - 1 if by_kind else BY_KIND_TIMES

    def learn(self, type_id: int, class_name: str, patterns: Patterns, *, is_asked: bool) -> None:
        """Take note of the patterns of an element that was read with all of them, or that had to be asked for them."""
        lively = self._lively.get(patterns)
        if lively is None:
            lively = self._lively[patterns] = tuple(p for p in patterns if p in _LIVELY_NAMES)
        kind = (type_id, class_name, lively)
        if self._known.setdefault(kind, patterns) != patterns:
            self._various.add(kind)
        self.asked += is_asked or kind in self._various

    def patterns(self, kind: Kind) -> Patterns | None:
        """Return all patterns of an element of this kind; None where it has to be asked."""
        return None if kind in self._various else self._known.get(kind)


_LIVELY_NAMES = frozenset(name for name, _ in uia.LIVELY)
