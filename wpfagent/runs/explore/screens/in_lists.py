"""What could be done in lists, grids and trees: their items, and the cells of their rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from wpfagent.runs.explore.screens.offer import Candidate, offer
from wpfagent.runs.explore.screens.screen import FEW_ITEMS, Place, Screen
from wpfagent.runs.explore.screens.seen import family_of

RARELY = 0.15
"""How often what the mouse alone can do with an item is done: its context menu, opening it."""
CELL = 0.3
"""The same of typing into the cells of a column, which is a field by itself."""


def of_item(place: Place) -> Iterator[Candidate]:
    """Yield choosing an item and unfolding it."""
    control = place.control
    pages = control.control_type in ("TabItem", "TreeItem")
    if control.can("SelectionItem") and not control.selected:
        action = "click" if control.control_type == "RadioButton" else "select_item"
        yield offer(place, action, "page" if pages else "setter")
    if control.can("ExpandCollapse") and control.expanded in ("collapsed", "expanded"):
        yield unfold(place)


def unfold(place: Place) -> Candidate:
    """Return unfolding what is folded; folding it again is seldom of use."""
    if place.control.expanded == "collapsed":
        return offer(place, "expand", "opening", 0.8)
    return offer(place, "collapse", "closing", 0.1)


def of_items(screen: Screen, container: int, found: Sequence[Place]) -> Iterator[Candidate]:
    """Few list items each for themselves; of many, and of rows, one candidate for all."""
    items = tuple(p for p in found if p.control.enabled)
    whole = screen.places[container]
    if not items:
        return
    few = len(items) <= FEW_ITEMS and all(p.control.control_type == "ListItem" for p in items)
    if few and all(p.control.name for p in items):
        for item in items:
            yield from of_item(item)
    elif any(p.control.can("SelectionItem") for p in items):
        yield offer(whole, "select_item", "setter", 1.0, items)
    for column, cells in _columns(screen, container).items():
        yield Candidate(f"type_text {whole.key} {column}", "type_text", whole, "setter", CELL, tuple(cells))


def each_by_name(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return what stands in a few rows, each known by its name; () where they are many, or say much the same.

    What names its row beside what it does (`Remind Row 1`) says the same in each.
    """
    names = {family_of(p.control.name) for p in places}
    if (
        not 1 < len(names) == len(places) <= FEW_ITEMS
        or "" in names
        or set.intersection(*(set(n.split()) for n in names))
    ):
        return ()
    return tuple(p._replace(key=f"{p.key}:{p.control.name}") for p in places)


def by_mouse(whole: Place, items: Sequence[Place]) -> Iterator[Candidate]:
    """Yield asking for the menu of an item, and opening it."""
    if usable := tuple(p for p in items if p.control.enabled):
        yield Candidate(f"context {whole.key}", "click", whole, "opening", RARELY, usable)
        yield Candidate(f"double {whole.key}", "click", whole, "opening", RARELY, usable)


def _columns(screen: Screen, container: int) -> dict[int, list[Place]]:
    """Return the cells of a grid that take a text, by their place in their row: each column is a field by itself."""
    passed: Counter[int] = Counter()
    found: defaultdict[int, list[Place]] = defaultdict(list)
    for place in screen.places:
        cell = place.control
        if place.container != container or cell.control_type != "Custom":
            continue
        passed[place.parent] += 1
        is_tick = cell.text.casefold() in ("true", "false")  # the check box in it is used
        if cell.can("Value") and cell.read_only is False and cell.enabled and not is_tick:
            found[passed[place.parent]].append(place)
    return found
