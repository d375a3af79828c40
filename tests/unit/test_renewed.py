"""What is made anew faster than it can be aimed at."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wpfagent.actions.consent import renewed
from wpfagent.actions.input import pressing
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Rect

ITEM = Control("e1", name="Pump", control_type="ListItem", bounding_rect=Rect(0, 0, 90, 20), runtime_id=(1,))


@pytest.mark.parametrize(("renewals", "method"), [(0, "mouse"), (pressing.TOO_OFTEN, "SelectionItemPattern")])
def test_an_item_that_is_made_anew_faster_than_it_is_aimed_at_is_chosen_by_its_pattern(
    monkeypatch: pytest.MonkeyPatch, renewals: int, method: str
) -> None:
    monkeypatch.setattr(pressing.pointing, "click", lambda *_: None)
    monkeypatch.setattr(pressing, "_select", lambda *_: pressing.Press("SelectionItemPattern"))
    doing = SimpleNamespace(before=None, policy=SimpleNamespace(input="allow"), renewals=renewals)
    item = replace(ITEM, patterns=("SelectionItem",))
    assert pressing.press(cast(Any, doing), item).method == method


def test_an_item_is_looked_for_until_its_list_that_was_cleared_is_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    filled = replace(ITEM, ref="e2", runtime_id=(2,))
    looks = iter([None, None, filled])
    monkeypatch.setattr(renewed, "_in_place_of", lambda *_: next(looks))
    doing = SimpleNamespace(sent=False, control=ITEM, renewals=0)
    doing.until = lambda probe, _: SimpleNamespace(value=next(filter(None, iter(probe, "never"))))

    def act() -> str:
        if doing.control is ITEM:
            raise StaleRef("gone")
        return str(doing.control.ref)

    assert renewed.perform(cast(Any, doing), act, lambda *_: None) == "e2"
