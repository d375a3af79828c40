"""What a program shows only while the pointer rests on something: buttons of a card, the check box of an item."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wpfagent.actions.doing import Doing
from wpfagent.actions.input import pointing
from wpfagent.core.errors import NotReached
from wpfagent.core.model import Control

T = TypeVar("T")
SHOWN_S = 0.3
"""How long a program may take to show what it shows only under the pointer."""


def shown(doing: Doing, holder: Control, probe: Callable[[], T | None]) -> T | None:
    """Rest the pointer on an element and return what `probe` finds then; None where that is nothing, or not allowed."""
    if doing.policy.input == "never" or doing.left_s < SHOWN_S:
        return None
    try:
        pointing.aim(doing, holder, button=None)
    except NotReached:
        return None
    return doing.until(probe, SHOWN_S).value or None


def is_open(doing: Doing) -> bool:
    """Return whether the pointer rests on what is dropped down: an open list, a menu."""
    return any(w.popup and w.rect.contains(*doing.desktop.pointer()) for w in doing.windows())
