"""What could be done: an element and an action, and what was seen while something was open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from wpfagent.core.model import Control
from wpfagent.runs.explore.screens.screen import Place
from wpfagent.runs.explore.screens.seen import plain
from wpfagent.safety.destructive import Reason
from wpfagent.safety.questions import DISMISSING, GOING_ON, NEGATIVE

Kind = Literal["command", "setter", "page", "opening", "closing"]
SETTERS = frozenset({"type_text", "set_value", "select_combo", "toggle"})
"""What enters something on a page: what its commands may take."""


ANSWERS = GOING_ON | DISMISSING | NEGATIVE
POKE = "poke "
"""How the keys begin of clicks that no element tells of: what is known to do something is a command as a button is."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A command of a menu as it was seen while the menu was open: it can be chosen by its path.

    Args:
        bar: the key of the menu in the menu bar.
        path: the captions, from the menu bar down.
        place: the item as it was seen.
    """

    bar: str
    path: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Shown:
    """What was seen while something was open, and can be chosen without opening it first.

    Args:
        items: the items of combo boxes, by the box's key.
        menu: the commands of menus, by their keys.
    """

    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    menu: Mapping[str, MenuEntry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that could be done.

    Args:
        key: names it from look to look: the action and the element.
        action: its name in the table.
        place: the element; None for what is done to the window.
        kind: `setter` changes a value, `command` runs something, `page` shows another part, `opening` and `closing`
            unfold lists, groups and windows.
        weight: how often it is chosen beside others.
        items: one of these stands for it when it is done: rows, items, cells.
        texts: the only text generators, where rules name some.
        values: texts to type as they stand.
        path: of a command of a menu: the captions.
        onto: the items that one of them may be dragged onto.
    """

    key: str
    action: str
    place: Place | None
    kind: Kind
    weight: float
    items: tuple[Place, ...] = ()
    texts: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    onto: tuple[Place, ...] = ()

    @property
    def control(self) -> Control | None:
        """The element."""
        return self.place.control if self.place is not None else None

    @property
    def is_by_hand(self) -> bool:
        """Whether its key names it for what mouse and keyboard do, not for its action: a mere attempt, mostly."""
        return not self.key.startswith(f"{self.action} ")

    @property
    def names_an_answer(self) -> bool:
        """Whether what is clicked says that it goes on, or leaves: a caption, whatever it is made of."""
        return self.key.startswith(POKE) and self.control is not None and plain(self.control.name) in ANSWERS

    @property
    def enters(self) -> bool:
        """Whether it enters something on a page, or opens the list of a field from which that is chosen."""
        is_list = self.control is not None and self.control.control_type == "ComboBox"
        return self.action in SETTERS or (self.action == "expand" and is_list)


@dataclass(frozen=True, slots=True)
class Offered:
    """What could be done on a screen.

    Args:
        candidates: what the elements tell of, sorted.
        left_out: the keys of what safety left out, with the reasons.
        by_hand: what nothing tells of, sorted: whether it does anything is not known.
    """

    candidates: tuple[Candidate, ...]
    left_out: Mapping[str, Reason]
    by_hand: tuple[Candidate, ...] = ()

    def with_proven(self, proven: Collection[str]) -> Offered:
        """Return it with what is known to do something among the candidates, though no element tells of it.

        Where nothing else can be done, all of it is tried.
        """
        known = [c for c in self.by_hand if c.key in proven or not self.candidates or c.names_an_answer]
        if not known:
            return self
        commands = [replace(c, kind="command", weight=1.0) if c.key.startswith(POKE) else c for c in known]
        found, keys = sorted((*self.candidates, *commands), key=lambda c: c.key), {c.key for c in known}
        return Offered(tuple(found), self.left_out, tuple(c for c in self.by_hand if c.key not in keys))


def offer(place: Place, action: str, kind: Kind, weight: float = 1.0, items: tuple[Place, ...] = ()) -> Candidate:
    """Return an action on an element, keyed by both."""
    return Candidate(f"{action} {place.key}", action, place, kind, weight, items)
