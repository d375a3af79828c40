"""Which properties of elements are fetched, each time with one call."""

from __future__ import annotations

from typing import Any

from wpfagent.desktops.uia import constants as uia
from wpfagent.desktops.uia.com import Automation

_PATTERNS = tuple(number for _, number in uia.AVAILABILITY)
TREE_PROPERTIES = (
    *(number for number in uia.ELEMENT_PROPERTIES if number != uia.ACCESS_KEY),
    *uia.STATE_PROPERTIES,
    *_PATTERNS,
)
"""What is read of every element of a tree. To tell an element's access key WPF asks every element that has one, with an
event: half of the time of a small window, and the share grows with the window. Single elements are read with theirs."""
DETAILS = (*TREE_PROPERTIES, uia.RANGE_STEP)
"""What is read of an element again whose access key is known."""
ALL_PROPERTIES = (*DETAILS, uia.ACCESS_KEY, uia.ACCELERATOR_KEY)
_OF_KINDS = set(_PATTERNS) - {number for _, number in uia.LIVELY}
BY_KIND_PROPERTIES = tuple(number for number in TREE_PROPERTIES if number not in _OF_KINDS)
"""What is read of every element of a tree where the patterns of its kind are known."""


class Requests:
    """The cache requests of this desktop, made once: with all names, or without those that are dear in long grids."""

    def __init__(self, automation: Automation, *, named: bool = True) -> None:
        def request(properties: tuple[int, ...], scope: int) -> Any:
            return automation.request(tuple(p for p in properties if named or p != uia.NAME), scope)

        self.named = named
        self.element = request(ALL_PROPERTIES, uia.ELEMENT)
        self.listed = request(TREE_PROPERTIES, uia.ELEMENT)
        self.again = request(DETAILS, uia.ELEMENT)
        self.subtree = request(TREE_PROPERTIES, uia.SUBTREE)
        self.with_children = request(ALL_PROPERTIES, uia.ELEMENT | uia.CHILDREN)
        self.by_kind = request(BY_KIND_PROPERTIES, uia.SUBTREE)
        self.sized = automation.request((uia.CONTROL_TYPE, uia.GRID_ROW_COUNT), uia.ELEMENT)
        self.shown = automation.request((uia.CONTROL_TYPE, uia.VALUE), uia.ELEMENT)
        self.chosen = automation.request((uia.SELECTION,), uia.ELEMENT, patterns=(uia.PATTERN_IDS["Selection"],))
        self.shape = automation.request((), uia.SUBTREE, full=False)
        self.placed = automation.request((uia.BOUNDING_RECT, uia.CONTROL_TYPE), uia.ELEMENT)
        self.unreal = request((uia.CONTROL_TYPE, uia.NAME, uia.CLASS_NAME, uia.IS_SELECTED, *_PATTERNS), uia.ELEMENT)
        """What is read of an item that may not be real yet: to be asked for more WPF throws an exception each time."""
        self.live = automation.request((), uia.ELEMENT)
