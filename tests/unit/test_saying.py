"""What is said of an element that is about to be used."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from wpfagent.actions.consent.saying import of_field
from wpfagent.core.model import Control, Snapshot

FIELD = Control("field", control_type="Edit", depth=1)


def _said(*before: Control) -> list[str]:
    return of_field(cast("Any", SimpleNamespace(known=Snapshot((*before, FIELD)))), FIELD)


def test_the_caption_of_a_button_before_a_field_is_not_said_of_the_field() -> None:
    window = Control("window", control_type="Window")
    button = Control("button", name="Delete", control_type="Button", depth=1)
    assert _said(window, button, Control("words", name="🗑", control_type="Text", depth=2)) == []
    assert _said(window, Control("words", name="Delete order no.", control_type="Text", depth=1)) == [
        "Delete order no."
    ]
    label = Control("label", name="Delete order no.", control_type="Text", depth=1)
    assert _said(window, label, Control("inner", name=label.name, control_type="Text", depth=2)) == [label.name]
