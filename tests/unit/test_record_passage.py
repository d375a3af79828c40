"""How the record and the findings say what was done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from wpfagent.gate.request import Request
from wpfagent.testing.record.recorder import Passage


@pytest.mark.parametrize(
    ("action", "args", "said"),
    [
        ("menu", {"path": ["File", "Exit"]}, "menu 'File > Exit'"),
        ("menu", {"path": "File > Exit"}, "menu 'File > Exit'"),
        ("send_keys", {"keys": "Alt+F4"}, "send_keys 'Alt+F4'"),
        ("drag", {"by": [0, 40]}, "drag"),
        ("list_windows", {}, "list_windows"),
    ],
)
def test_an_action_without_an_element_is_told_with_what_it_was_given(
    action: str, args: Mapping[str, Any], said: str
) -> None:
    assert Passage(Request(action, args), 0.0).describe(None) == said
