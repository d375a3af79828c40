"""What only mouse and keyboard do, and no pattern tells of: whether it does anything is known when it was tried.

A text that is a link, a chart that is drawn, a menu by the right button, the wheel, Enter in a field, items that can be
dragged or chosen beside others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from wpfagent.runs.explore.screens.in_lists import each_by_name
from wpfagent.runs.explore.screens.offer import Candidate
from wpfagent.runs.explore.screens.screen import ROW_CONTAINERS, ROWS, Place, Screen

DRAWN = frozenset({"Custom", "Pane", "Image", "Group"})
"""What a program draws itself is mostly one of these to UI Automation."""
BARE = DRAWN | {"Text"}
ASKED = DRAWN | {"Button", "TabItem", "Hyperlink", "SplitButton"}
"""What may have a menu of its own."""
TURNED = ROW_CONTAINERS | {"Slider", "Spinner", "Document"}
"""What the wheel turns, beside what scrolls."""
TYPED = frozenset({"Edit", "ComboBox"})
"""What scrolls by itself as it is typed into."""
PLAIN = frozenset({"Window", "Pane", "Custom", "Group", "StatusBar", "ToolBar"})
"""A text right in one of these stands for itself; one in a button, or in a tab, is its caption."""
ACTING = ("Invoke", "Toggle", "ExpandCollapse", "SelectionItem", "Value", "RangeValue")
LARGE = 60
"""What is smaller, in pixels, has one place to click."""
OFTEN = 0.5
"""What stands in so large a share of the rows is no data of theirs."""
MOST_OTHERS = 2
"""Onto the items of so many other lists those of one are dragged."""
HOW: Mapping[str, Mapping[str, Any]] = {
    "double": {"double": True},
    "context": {"button": "right"},
    "ask": {"button": "right"},
    "also": {"modifiers": "Ctrl"},
    "enter": {"enter": True, "input": True},
    "typed": {"input": True},
}
"""What candidates are called that mouse and keyboard alone can do, and how."""
TURNS: Mapping[str, Mapping[str, Any]] = {
    "down": {"direction": "down", "notches": 3},
    "up": {"direction": "up", "notches": 3},
    "zoom": {"direction": "up", "notches": 2, "modifiers": "Ctrl"},
}
"""The ways to turn the wheel."""
SPOTS: Mapping[str, Mapping[str, float]] = {
    "middle": {"x": 0.5, "y": 0.5},
    "upper left": {"x": 0.25, "y": 0.25},
    "lower right": {"x": 0.75, "y": 0.75},
    "bottom": {"x": 0.5, "y": 0.9},
}
"""Where something large is clicked."""
DRAGS: Mapping[str, tuple[int, int]] = {"right": (40, 0), "left": (-40, 0), "down": (0, 40), "up": (0, -40)}
"""How far a thumb is dragged, in physical pixels."""
TEXT, ASKING, CARDS = 0.3, 0.5, 0.15
"""How much rarer a text is clicked, a menu asked for, and an item dragged of what nothing is chosen from, as cards."""


def by_hand(screen: Screen, containers: Mapping[int, Sequence[Place]]) -> Iterator[Candidate]:
    """Yield what mouse and keyboard may do.

    Args:
        screen: what is shown.
        containers: the items of lists and trees, by the index of the one that holds them.
    """
    around = {p.parent for p in screen.places}
    for index in screen.usable:
        place = screen.places[index]
        control = place.control
        if place.part or place.in_row or not control.enabled or not control.visible:
            continue
        if control.control_type in ("Edit", "Document"):
            yield from _of_field(place)
        if control.control_type in TURNED or (control.can("Scroll") and control.control_type not in TYPED):
            yield Candidate(f"wheel {_named(screen, place)}", "scroll", place, "opening", 1.0)
        if index not in around:
            yield from _of_leaf(screen, place)
        if control.control_type in ASKED and not screen.opened:
            yield Candidate(f"ask {_named(screen, place)}", "click", place, "opening", ASKING)
    yield from _of_captions(screen, around)
    yield from _of_lists(screen, containers)


def _of_captions(screen: Screen, around: Collection[int]) -> Iterator[Candidate]:
    """What most rows of a list say alike, or with a sign, is no data: one candidate for all rows that say it."""
    rows: Counter[int] = Counter()
    said: defaultdict[tuple[int, str], list[Place]] = defaultdict(list)
    for index in screen.usable:
        place = screen.places[index]
        control, above = place.control, screen.places[place.parent].control if place.parent >= 0 else place.control
        rows[place.container] += control.control_type in ROWS
        is_leaf = place.in_row and index not in around and control.control_type in ("Text", "Image")
        if is_leaf and control.text and control.visible and not above.can("Invoke", "Toggle"):
            said[place.container, control.text].append(place)
    for (container, text), places in said.items():
        if len(places) >= max(2, rows[container] * OFTEN) or not any(map(str.isalnum, text)):
            whole = screen.places[container]
            yield Candidate(f"poke {whole.key}>Text:{text}", "click", whole, "opening", TEXT, tuple(places))


def _of_field(place: Place) -> Iterator[Candidate]:
    control = place.control
    if control.read_only or control.is_password or not control.focusable:
        return
    how = "enter" if control.control_type == "Edit" else "typed"
    yield Candidate(f"{how} {place.key}", "type_text", place, "setter", 1.0)


def _of_leaf(screen: Screen, place: Place) -> Iterator[Candidate]:
    """What has nothing in it and does nothing by a pattern may be clicked; what is large, at several places."""
    control = place.control
    kind, above = control.control_type, screen.places[place.parent].control if place.parent >= 0 else control
    if kind not in BARE or control.can(*ACTING) or above.can("Invoke", "Toggle"):  # the picture of a button is that
        return
    if kind == "Text":
        if control.text and place.parent >= 0 and screen.places[place.parent].control.control_type in PLAIN:
            yield Candidate(f"poke {_named(screen, place)}", "click", place, "opening", TEXT)
        return
    key = _named(screen, place)
    yield Candidate(f"poke {key}", "click", place, "opening", 1.0)
    if is_large(place):
        yield Candidate(f"draw {key}", "drag", place, "opening", 1.0)
        if not control.can("Scroll"):
            yield Candidate(f"wheel {key}", "scroll", place, "opening", 0.5)


def _of_lists(screen: Screen, containers: Mapping[int, Sequence[Place]]) -> Iterator[Candidate]:
    """Items are chosen beside others, where any can be, and dragged onto others of their list and of the next ones."""
    onto = {index: tuple(p for p in items if p.control.visible) for index, items in containers.items()}
    for index in screen.usable:
        place = screen.places[index]
        if place.control.control_type in ROW_CONTAINERS and not place.part and index not in onto:
            onto[index] = (place,)  # an empty one takes what is dropped anywhere
    for container, items in sorted(containers.items()):
        whole, movable = screen.places[container], tuple(p for p in items if p.control.enabled and p.control.visible)
        if not movable:
            continue
        is_choice = any(p.control.can("SelectionItem") for p in movable)
        weight = 1.0 if is_choice else CARDS
        if not any(p.control.can(*ACTING) for p in movable):
            each = each_by_name(movable)
            for one in each:
                yield Candidate(f"poke {whole.key}>{one.control.name}", "click", one, "opening", ASKING)
            if not each:
                yield Candidate(f"poke {whole.key}", "click", whole, "opening", ASKING, movable)
        if len(movable) > 1 and is_choice:
            yield Candidate(f"also {whole.key}", "click", whole, "opening", 1.0, movable)
        if len(onto[container]) > 1:
            yield Candidate(f"move {whole.key}", "drag", whole, "opening", weight, movable, onto=onto[container])
        others = [(screen.places[other], places) for other, places in sorted(onto.items()) if other != container]
        for other, places in [o for o in others if o[0].control.hwnd == whole.control.hwnd and o[1]][:MOST_OTHERS]:
            key = f"move {whole.key} onto {other.key}"
            yield Candidate(key, "drag", whole, "opening", weight, movable, onto=places)


def is_large(place: Place) -> bool:
    """Return whether an element has several places to click."""
    box = place.control.bounding_rect
    return box is not None and min(box.width, box.height) >= LARGE


def _named(screen: Screen, place: Place) -> str:
    """Texts and pictures have no key of their own: what they stand in, and what they show."""
    if place.key:
        return place.key
    above = screen.places[place.parent].key if place.parent >= 0 else ""
    return f"{above}>{place.control.control_type}:{place.control.text}"
