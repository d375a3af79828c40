"""What lies over other elements: a drawer, a flyout or a dialog inside of its window, found where a click met it.

No click reaches what lies behind it, and no peer tells so before. What is hidden is not offered, and does not count as
tried. Where something hidden was never done, what hides it is used, or what opened it is pressed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from wpfagent.runs.explore.screens.screen import Place, Screen

MOST_TURNS = 6
"""So often what hides something is used, or its opener pressed, before it is left to itself."""


@dataclass(slots=True)
class Covers:
    """What was met.

    Args:
        known: the keys of what was found to lie over something.
        openers: what was done right before each element was there, by its key.
        turns: how often each was used to be rid of it.
    """

    known: set[str] = field(default_factory=set)
    openers: dict[str, str] = field(default_factory=dict)
    turns: Counter[str] = field(default_factory=Counter)
    _shown: frozenset[str] = frozenset()

    def look(self, screen: Screen, last: str) -> None:
        """Take note of what is there since the last act."""
        shown = frozenset(p.key for p in screen.places if p.key and not p.in_row)
        if last:
            self.openers.update(dict.fromkeys(shown - self._shown, last))
        self._shown = shown

    def note(self, screen: Screen, place: Place, by_ref: str) -> bool:
        """Take note of what a click met instead of an element; return whether that element is hidden from now on."""
        at = {p.control.ref: i for i, p in enumerate(screen.places)}
        if by_ref not in at:
            return False
        around = {i for i, _ in _upwards(screen, at.get(place.control.ref, -1))}
        layer = [p for i, p in _upwards(screen, at[by_ref]) if i not in around and p.key]
        if not layer:
            return False
        self.known.add(layer[-1].key)
        return place.key in self.hidden(screen)

    def hidden(self, screen: Screen) -> frozenset[str]:
        """Return the keys of what lies behind what is known to cover it, as things stand."""
        return frozenset(p.key for cover in self._on(screen) for p in _behind(screen, cover))

    def here(self, screen: Screen) -> str:
        """Return the key of what covers something here; '' where nothing does."""
        return next((screen.places[i].key for i in self._on(screen)), "")

    def inside(self, screen: Screen) -> frozenset[str]:
        """Return the keys of what stands in what covers something here."""
        covers = set(self._on(screen))
        placed = ((p.key, {above for above, _ in _upwards(screen, i)}) for i, p in enumerate(screen.places))
        return frozenset(key for key, around in placed if key and around & covers)

    def _on(self, screen: Screen) -> list[int]:
        if not self.known:
            return []
        return [i for i, p in enumerate(screen.places) if p.key in self.known and p.control.visible]


def _upwards(screen: Screen, index: int) -> Iterator[tuple[int, Place]]:
    """Yield an element and those around it, outwards."""
    while index >= 0:
        yield index, screen.places[index]
        index = screen.places[index].parent


def _behind(screen: Screen, cover: int) -> Iterator[Place]:
    """Yield what stands before an element in its window, and does not hold it, with its middle behind it."""
    layer = screen.places[cover]
    rect = layer.control.bounding_rect
    around = {i for i, _ in _upwards(screen, cover)}
    for index, place in enumerate(screen.places[:cover] if rect is not None else ()):
        own = place.control.bounding_rect
        is_there = own is not None and rect is not None and rect.contains(*own.center)
        if is_there and index not in around and place.key and place.control.hwnd == layer.control.hwnd:
            yield place
