"""Items of lists and trees: pages as long as they open something new, else ways to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from wpfagent.runs.explore.screens.screen import Place, Screen
from wpfagent.runs.explore.screens.seen import element_of

SOME_ITEMS, SOME_PAGES = 2, 5
"""After so many items (of a tree) in a row that opened nothing new the others are ways to fill in."""
CHOICES = frozenset({"ListItem", "TreeItem", "TabItem", "DataItem"})
"""What stands in a list to be chosen."""
CHOOSING, UNFOLDING = ("select_item ", "click "), "expand "


@dataclass(slots=True)
class Listed:
    """What is known of lists, by their keys.

    Args:
        of: the list in which each element stands; '' outside one.
        used: what was chosen (`expand`: unfolded) of each.
        opening: those of which an item opened another page.
        showing: those of which an item showed something new to do.
        barren: how many items of each (`expand`: unfolded ones) in a row, each once, showed nothing to do but more of
            its items.
    """

    of: dict[str, str] = field(default_factory=dict)
    used: dict[str, set[str]] = field(default_factory=dict)
    opening: set[str] = field(default_factory=set)
    showing: set[str] = field(default_factory=set)
    barren: Counter[str] = field(default_factory=Counter)

    def see(self, screen: Screen) -> None:
        """Take note of a screen."""
        self.of.update({p.key: _list_of(p, screen) for p in screen.places if p.key})

    def note(self, key: str, fresh: Collection[str], *, opened: bool) -> None:
        """Take note of what an item led to.

        Args:
            key: what was done.
            fresh: what could be done then that had never been offered before.
            opened: whether another page came.
        """
        group = self.of.get(element_of(key))
        if not group or not key.startswith((*CHOOSING, UNFOLDING)):
            return
        counted = _counted(group, key)
        used = self.used.setdefault(counted, set())
        if any(self.of.get(element_of(k)) != group for k in fresh):
            self.barren[counted] = 0
            self.showing.add(counted)
        elif key not in used:  # who goes back to a page that is known learns nothing about the others
            self.barren[counted] += 1
        used.add(key)
        if opened and counted == group:
            self.opening.add(group)

    def may_open(self, key: str, *, is_page: bool) -> bool | None:
        """Return whether an item may open something that is not known; None where a key is about none."""
        action, _, element = key.partition(" ")
        group = self.of.get(element, "")
        if action == "expand" and group:
            return self.barren[_counted(group, key)] < SOME_PAGES
        if action != "select_item" and not (action == "click" and group):
            return None
        few = len(self.used.get(group or element, ())) < (SOME_PAGES if is_page else SOME_ITEMS)
        return few or (group in self.opening and self.barren[group] < SOME_PAGES)

    def leads_on(self, key: str) -> bool:
        """Return whether an item stands beside others that showed something new to do, the latest ones too."""
        group = self.of.get(element_of(key), "")
        counted = _counted(group, key)
        return counted in self.showing and self.barren[counted] < SOME_ITEMS


def _counted(group: str, key: str) -> str:
    return f"{group} expand" if key.startswith(UNFOLDING) else group


def _list_of(place: Place, screen: Screen) -> str:
    """The list, or the radio buttons side by side, of which a place is one choice; '' for anything else."""
    if place.control.control_type == "RadioButton" and not place.in_row:
        return f"{screen.places[place.parent].key if place.parent >= 0 else ''}|radio"
    return place.group if place.control.control_type in CHOICES and not place.in_row else ""
