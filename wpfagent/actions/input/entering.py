"""Enter in a field that a text was put into: a search, a scanned number, a command."""

from __future__ import annotations

from typing import Any

from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard
from wpfagent.core.model import Control, Snapshot


def press_enter(doing: Doing, field: Control, method: str, entered: str = "") -> Performed:
    """Press Enter in a field; what that did shows by itself, or by the field that gave its text away.

    Args:
        doing: the action's context.
        field: what takes the key.
        method: how the text came into it; `none` where it stood there already.
        entered: the text that stands in it now, where it can be read.
    """
    keyboard.ensure_focus(doing, field)
    stood = bool(entered) and doing.read(field).value == entered
    keyboard.press(doing, [("Enter",)], control=field)

    def emptied(after: Snapshot) -> dict[str, Any] | None:
        return next(({"emptied": True} for c in after.controls if c.ref == field.ref and c.value == ""), None)

    way = "keyboard" if method in ("keyboard", "none") else f"{method}, keyboard"
    return Performed(way, subject=field, trace=emptied if stood else None)
