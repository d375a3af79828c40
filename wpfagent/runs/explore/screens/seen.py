"""What an exploration remembers of what it has seen: one abstracted state, one control."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from wpfagent.safety.destructive import Reason

_NUMBERS = re.compile(r"\d+")
SAME_PAGE = 0.6
"""States have a page in common where this share of what can be done is the same."""


def element_of(key: str) -> str:
    """Return the element that a key (`click Main/Button.Save`) is about."""
    return key.split(" ", 1)[-1]


def family_of(key: str) -> str:
    """Return what keys have in common that differ by numbers alone: the days of a calendar, the stars of a rating."""
    return _NUMBERS.sub("0", key)


def plain(name: str) -> str:
    """Return a name as it is compared: without the marks of labels and of commands that ask for more."""
    return name.strip().rstrip(":：*….").strip().casefold()


@dataclass(slots=True)
class State:
    """One abstracted state.

    Args:
        id: its fingerprint.
        title: what a person would call it.
        number: in the order in which they were seen, from 1.
        step: the step after which it was seen first; 0 = the start.
        visits: how often it was come to.
        offered: what could be done in it: weights by key.
        tried: how often each was done in it.
        ways: where each led: counted by the state that followed, the latest last.
        picture: relative to the session's folder; None without one.
        headings: the texts that stood free when it was seen first.
        above: whether a dialog, a menu or a drop-down stands above what else is shown.
        shut: the elements that are disabled in it.
    """

    id: str
    title: str
    number: int
    step: int
    visits: int = 0
    offered: dict[str, float] = field(default_factory=dict)
    tried: Counter[str] = field(default_factory=Counter)
    ways: dict[str, Counter[str]] = field(default_factory=dict)
    picture: str | None = None
    headings: frozenset[str] = frozenset()
    above: bool = False
    shut: frozenset[str] = frozenset()

    @property
    def page(self) -> str:
        """The title of its page, window or dialog: an open menu is no page of its own."""
        return self.title.split(" > ", 1)[0]

    def shows(self, key: str) -> bool:
        """Return whether what a key is about is shown, be it disabled."""
        return key in self.offered or element_of(key) in self.shut

    def is_page_without(self, keys: Iterable[str]) -> bool:
        """Return whether it is a page on which none of this is shown, and not just a menu or dialog over one."""
        page = not self.above and any(k.startswith("click ") for k in self.offered)
        return page and not any(map(self.shows, keys))

    def shows_the_page_of(self, other: State) -> bool:
        """Return whether most of what can be done is the same: one page, with other things enabled."""
        mine, others = self.offered.keys(), other.offered.keys()
        return len(mine & others) >= SAME_PAGE * len(mine | others)


@dataclass(slots=True)
class Known:
    """One control: what is said about it, how often it was used, whether it was ever enabled or left alone.

    Args:
        key: as its place's.
        control_type: UIA's word.
        name: its name.
        automation_id: its AutomationId.
        window: the title of its window.
        parent: the key of its parent.
        told: what a command says about itself.
        texts: what the screen says about a field,
        label: and what it calls it.
        headings: the texts that stood free on the screen on which it was seen first.
        states: those in which it was seen.
        first: at which look it was seen first.
        enabled: whether it ever was.
        usable: whether it was ever offered.
        refused: why it was left alone for safety; None where it was not.
        used: how often it was used,
        confirmed: with an effect.
    """

    key: str
    control_type: str
    name: str
    automation_id: str
    window: str
    parent: str = ""
    told: str = ""
    texts: tuple[str, ...] = ()
    label: str = ""
    headings: frozenset[str] = frozenset()
    states: set[str] = field(default_factory=set)
    first: int = 0
    enabled: bool = False
    usable: bool = False
    refused: Reason | None = None
    used: int = 0
    confirmed: int = 0

    @property
    def group(self) -> str:
        """What the radio buttons of one group have in common; the key of any other control."""
        if self.control_type != "RadioButton":
            return self.key
        label = next((t for t in self.texts if t != self.name), "")
        return f"{self.parent}|{label}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        named = {"automation_id": self.automation_id, "name": self.name, "control_type": self.control_type}
        made = {k: v for k, v in named.items() if v} | {"window": self.window, "used": self.used}
        if self.refused is None:
            return made
        return made | {"left_as": "saving" if self.refused.saves else "destructive", "why": self.refused.what}
