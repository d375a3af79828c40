"""What is made anew faster than it can be aimed at."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wpfagent.actions.input import pressing
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
