"""Choices that are no combo boxes and lists: what a button drops down, and stars in a row."""

from __future__ import annotations

from wpfagent.actions import consenting, pressing
from wpfagent.actions.base import Performed
from wpfagent.actions.doing import Doing
from wpfagent.actions.meant import tick_of
from wpfagent.actions.named_items import no_item
from wpfagent.core import wait
from wpfagent.core.captions import ITEMS, is_telling, is_type_name
from wpfagent.core.errors import ElementNotFound, StaleRef
from wpfagent.core.model import Control
from wpfagent.desktops import items
from wpfagent.desktops.base import Budget, Conditions

CHOSEN = frozenset({"Button", "CheckBox", "MenuItem", "RadioButton"}) | ITEMS
"""What is chosen by a press."""
DROPPED_S = 1.0
"""How long a pop-up may take to show below the button that was pressed."""
STARS = range(3, 11)
"""So many signs in a row are a rating."""
MOST_STARS = 60
LEVEL = 4
"""So many pixels may lie between what stands in one line."""


def choose(doing: Doing, button: Control, text: str) -> Performed:
    """Choose in the pop-up that a button drops down, which is closed then.

    Raises:
        ElementNotFound: it dropped nothing down, or nothing of that name.
    """
    known = {w.hwnd for w in doing.windows()} if button.toggle_state != "on" else set()
    if button.toggle_state != "on":
        pressing.press(doing, button)
    try:
        return _choose(doing, button, text, known)
    finally:
        _close(doing, button)


def _choose(doing: Doing, button: Control, text: str, known: set[int]) -> Performed:
    item = doing.until(lambda: _item(doing, text, known), DROPPED_S).value
    if item is None:
        raise no_item(button, text, [])
    consenting.of_control(doing, item)
    tick = tick_of(doing, item)
    if tick.toggle_state == "on":
        return Performed("none", unneeded={"toggle_state": "on"})
    pressed = pressing.press(doing, tick) if tick.can("Toggle") else pressing.press_item(doing, item)
    shown = doing.until(lambda: _is_on(doing, tick), wait.SETTLE_S).value if tick.can("Toggle") else None
    return Performed(pressed.method, confirmed={"toggle_state": ["off", "on"]} if shown else None, item=item)


def _item(doing: Doing, text: str, known: set[int]) -> Control | None:
    """Return what is called so in a window that has come, or in any pop-up where the button was down already."""
    windows = tuple(w for w in doing.windows() if w.hwnd not in known and w.popup)
    if not windows:
        return None
    for found in doing.desktop.find(Conditions(name=text), windows=windows, limit=MOST_STARS, timeout_s=doing.left_s):
        named = items.item_named_by(doing.desktop, found, doing.left_s) if found.control_type == "Text" else found
        if named is not None and named.control_type in CHOSEN:
            return named
    return None


def _is_on(doing: Doing, tick: Control) -> bool:
    return doing.read(tick).toggle_state == "on"


def _close(doing: Doing, button: Control) -> None:
    try:
        if doing.read(button).toggle_state == "on":
            pressing.press(doing, button)
    except (ElementNotFound, StaleRef):
        pass  # choosing closed it, and what it stood in


def rate(doing: Doing, holder: Control, value: str) -> Performed | None:
    """Press the sign of a rating that stands for a number: the third of five stars; None where there are none."""
    sign = _sign_of(doing, holder, value)
    return Performed(pressing.press(doing, sign).method) if sign is not None else None


def _is_sign(control: Control) -> bool:
    """Whether this is a button without words, or an item with none that only the mouse presses."""
    if control.control_type in ITEMS:
        return not control.patterns and (is_type_name(control.name) or not is_telling(control.name))
    return control.control_type == "Button" and not is_telling(control.name)


def _sign_of(doing: Doing, holder: Control, value: str) -> Control | None:
    if holder.can("Value", "RangeValue") or holder.control_type != "List" or not value.strip().isdigit():
        return None
    inside = doing.snapshot(Budget(MOST_STARS), within=holder)
    signs = [(c.bounding_rect, c) for c in inside if c.visible and _is_sign(c)]
    placed = sorted((rect.x, rect, c) for rect, c in signs if rect is not None)
    number = int(value)
    is_row = len(placed) in STARS and all(
        abs(rect.y - placed[0][1].y) <= LEVEL and rect[2:] == placed[0][1][2:] for _, rect, _ in placed
    )
    return placed[number - 1][2] if is_row and 1 <= number <= len(placed) else None
