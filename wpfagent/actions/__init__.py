"""The one table of actions. Adding one to a module below touches that module and its tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions import (
    by_eye,
    choosing,
    clicking,
    dialogs,
    expanding,
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

_MODULES = (
    windows,
    placing,
    seeing,
    by_eye,
    waiting,
    why,
    clicking,
    texting,
    choosing,
    expanding,
    scrolling,
    menus,
    dialogs,
)
_TABLE = tuple(made for module in _MODULES for made in vars(module).values() if isinstance(made, Action))
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
