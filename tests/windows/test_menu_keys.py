"""Keys in open menus: what they would press is judged, also where the focus does not tell which item that is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from product import Driven

from wpfagent.core.errors import RefusedDestructive


@pytest.mark.parametrize("keys", ["Alt Down Up Enter", "Alt Down Up Space", "Alt Down X", "Alt Space C", "F10 Space C"])
def test_no_key_in_a_menu_ends_a_windows_forms_program(stranger: Callable[..., Driven], keys: str) -> None:
    """Its menus never have the focus."""
    driven = stranger("forms", "--rows", "20")
    with pytest.raises(RefusedDestructive):
        driven.app.send_keys(keys)
    assert driven.truth.is_running
