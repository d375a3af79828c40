"""What lies at the point: the element, its twin, an empty layer, or something in the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from wpfagent.actions.actionability import check_hit
from wpfagent.core.errors import ElementObscured
from wpfagent.core.model import Control, Rect

PLACE = Rect(10, 10, 80, 20)
ITEM = Control("e1", name="Osaka", control_type="ListItem", bounding_rect=PLACE, hwnd=1, pid=7)
TEXT = Control("e3", name="Osaka", control_type="Text", bounding_rect=PLACE, hwnd=2, pid=7)


class OnePoint:
    """A desktop of which only what lies at one point is asked, what is around that, and what the element holds."""

    def __init__(self, *chain: Control, inside: tuple[Control, ...] = ()) -> None:
        self._chain, self._inside = chain, inside

    def snapshot(self, _windows: object, **_: Any) -> tuple[Control, ...]:
        return self._inside

    def at_point(self, _x: int, _y: int, **_: Any) -> Control:
        return self._chain[0]

    def parent(self, control: Control, **_: Any) -> Control | None:
        refs = [c.ref for c in self._chain]
        at = refs.index(control.ref) + 1 if control.ref in refs else len(refs)
        return self._chain[at] if at < len(refs) else None

    def windows(self, _pid: int) -> list[Any]:
        return []


def hit(*chain: Control, item: Control = ITEM, inside: tuple[Control, ...] = ()) -> tuple[Control, ...]:
    return check_hit(item, PLACE.center, cast(Any, OnePoint(*chain, inside=inside)), 7, 1.0)


def test_a_part_that_tells_of_another_parent_is_not_in_the_way_of_what_holds_it() -> None:
    text, window = replace(TEXT, hwnd=1), Control("e9", control_type="Window", hwnd=1, pid=7)
    assert hit(text, window, inside=(ITEM, text)) == (text,)
    with pytest.raises(ElementObscured):
        hit(text, window, inside=(ITEM,))


@pytest.mark.parametrize("kind", ["ListItem", "MenuItem"])
def test_an_item_of_an_open_drop_down_or_submenu_is_not_covered_by_its_own_twin(kind: str) -> None:
    item = replace(ITEM, control_type=kind)
    twin = replace(item, ref="e2", hwnd=2)
    assert hit(TEXT, twin, item=item) == (TEXT, twin)


@pytest.mark.parametrize("other", [{"name": "Oslo"}, {"bounding_rect": Rect(10, 20, 80, 20)}, {"control_type": "Edit"}])
def test_another_item_and_one_elsewhere_are_in_the_way(other: dict[str, Any]) -> None:
    with pytest.raises(ElementObscured):
        hit(TEXT, replace(ITEM, ref="e2", hwnd=2, **other))


def test_a_list_of_nothing_lets_the_mouse_through_and_one_to_choose_from_does_not() -> None:
    layer = Control("e4", control_type="List", hwnd=1, pid=7, patterns=("ItemContainer",), focusable=True)
    assert hit(layer) == ()
    with pytest.raises(ElementObscured):
        hit(replace(layer, patterns=("ItemContainer", "Selection")))
