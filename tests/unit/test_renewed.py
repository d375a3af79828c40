"""What is made anew while it is aimed at is found again at once."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wpfagent.actions.input import pointing, pressing
from wpfagent.actions.items import revealing
from wpfagent.core.errors import StaleRef
from wpfagent.core.model import Control, Rect
from wpfagent.core.selector import Selector

OLD = Control("e1", name="Pump", control_type="ListItem", bounding_rect=Rect(0, 0, 90, 20), runtime_id=(1,))
NEW = replace(OLD, ref="e2", runtime_id=(2,))


def test_what_was_made_anew_is_not_scrolled_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def scrolled(*_: Any) -> Control:
        raise AssertionError("it waits for what was taken away to show")

    monkeypatch.setattr(revealing, "reveal", scrolled)
    doing = SimpleNamespace(
        control=OLD, selector=Selector(name="Pump"), before=None,
        policy=SimpleNamespace(check_mode=lambda *_: None), give_way=lambda: None,
        desktop=SimpleNamespace(clock=SimpleNamespace(now=lambda: 0.0)),
        bring_to_front=lambda _: None, retry=lambda attempt: attempt(),
        read=lambda _: replace(OLD, visible=False, bounding_rect=Rect(0, 0, 0, 0)),
        enabled_now=lambda *_, **__: SimpleNamespace(control=NEW),
    )  # fmt: skip
    with pytest.raises(StaleRef):
        pointing.aim(cast(Any, doing), OLD)


@pytest.mark.parametrize(("renewals", "method"), [(0, "mouse"), (pressing.TOO_OFTEN, "SelectionItemPattern")])
def test_an_item_that_is_made_anew_faster_than_it_is_aimed_at_is_chosen_by_its_pattern(
    monkeypatch: pytest.MonkeyPatch, renewals: int, method: str
) -> None:
    monkeypatch.setattr(pressing.pointing, "click", lambda *_: None)
    monkeypatch.setattr(pressing, "_select", lambda *_: pressing.Press("SelectionItemPattern"))
    doing = SimpleNamespace(before=None, policy=SimpleNamespace(input="allow"), renewals=renewals)
    item = replace(OLD, patterns=("SelectionItem",))
    assert pressing.press(cast(Any, doing), item).method == method
