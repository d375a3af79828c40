"""The one table of actions. Adding one touches its module, this list and its tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions import (
    choosing,
    clicking,
    dialogs,
    menus,
    placing,
    scrolling,
    seeing,
    texting,
    waiting,
    why,
    windows,
)
from wpfagent.actions.base import Action
from wpfagent.actions.registered import Registered
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import nearest

_TABLE: tuple[Action[Any], ...] = (
    windows.list_windows,
    windows.resolve_target,
    windows.focus_window,
    windows.wait_window,
    windows.close_window,
    placing.move_window,
    placing.resize_window,
    placing.window_state,
    seeing.list_controls,
    seeing.read_text,
    seeing.get_state,
    seeing.read_table,
    seeing.ui_diff,
    seeing.screenshot,
    waiting.wait_for,
    waiting.wait_focus,
    why.why,
    clicking.click,
    clicking.hover,
    clicking.drag,
    clicking.click_xy,
    texting.type_text,
    texting.send_keys,
    texting.set_value,
    choosing.select_combo,
    choosing.select_item,
    choosing.toggle,
    choosing.expand,
    choosing.collapse,
    scrolling.scroll,
    scrolling.scroll_into_view,
    menus.menu,
    menus.context_menu,
    dialogs.file_dialog,
)
OWN: Mapping[str, Action[Any]] = {a.name: a for a in _TABLE}
"""The actions of this package."""
ACTIONS: Mapping[str, Action[Any]] = Registered(OWN)
"""These, and behind them those that other packages register."""


def get_action(name: str) -> Action[Any]:
    """Return an action by its name. Raises InvalidArgument with the nearest names."""
    found = ACTIONS.get(name) if isinstance(name, str) else None
    if found is None:
        near = nearest(str(name), ACTIONS) or list(ACTIONS)
        raise InvalidArgument(f"Unknown action {name!r}.", hint=f"Nearest: {', '.join(near)}.")
    return found
