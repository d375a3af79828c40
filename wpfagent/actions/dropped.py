"""Choices beside combo boxes that drop down and lists: what a button drops down, a list always open, stars."""

from __future__ import annotations

from collections.abc import Collection

from wpfagent.actions.base import Performed
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.input import keyboard, pointing, pressing
from wpfagent.actions.items import revealing
from wpfagent.actions.items.meant import tick_of
from wpfagent.actions.items.named_items import no_item
from wpfagent.core import wait
from wpfagent.core.captions import ITEMS, is_telling, is_type_name
from wpfagent.core.errors import ElementNotFound, StaleRef, Unsupported
from wpfagent.core.model import Control, Rect
from wpfagent.desktops.base import Budget, Conditions
from wpfagent.desktops.locating import items
from wpfagent.desktops.locating.composites import opens_more

CHOSEN = frozenset({"Button", "CheckBox", "MenuItem", "RadioButton"}) | ITEMS
"""What is chosen by a press."""
DROPPED_S = 1.0
"""How long a pop-up may take to show below the button that was pressed."""
STARS = range(3, 11)
"""So many signs in a row are a rating."""
TOUCHING = 2
MOST_STARS = 60
MOST_BUTTONS = 300
LEVEL = 4
"""So many pixels may lie between what stands in one line."""


def opener_at(doing: Doing, control: Control) -> Control:
    """Return the small button without words at the end of a button or field, which drops choices down; else itself.

    At a field it is one that stays down: others clear it, or open a dialog.
    """
    rect, is_field = control.bounding_rect, control.control_type == "Edit"
    is_plain = control.control_type == "Button" and not (opens_more(control) or control.can("ExpandCollapse"))
    if rect is None or not (is_field or (is_plain and is_telling(control.name))):
        return control
    others = doing.find_all(Conditions(control_type="Button"), limit=MOST_BUTTONS)
    line = [c for c in others if c.visible and c.hwnd == control.hwnd]
    signs = (c for c in line if not is_telling(c.name) and (opens_more(c) or not is_field))
    return next((c for c in signs if _continues(rect, c, line)), control)


def _continues(whole: Rect, sign: Control, line: Collection[Control]) -> bool:
    """Whether two look like one button: they touch, and the second stays down or is narrow, as no picture in a bar.

    So is a square one with a picture only that is the last: in a bar of pictures each touches the next.
    """
    if (arrow := sign.bounding_rect) is None or not _touches(whole, arrow):
        return False
    is_last = not any(c.bounding_rect is not None and _touches(arrow, c.bounding_rect) for c in line)
    is_square = arrow.width == arrow.height and is_last and not sign.name
    return opens_more(sign) or arrow.width < arrow.height or is_square


def _touches(left: Rect, right: Rect) -> bool:
    is_level = abs(right.y - left.y) <= LEVEL and abs(right.bottom - left.bottom) <= LEVEL
    return is_level and abs(right.x - left.right) <= TOUCHING


def drops_down(doing: Doing, control: Control) -> bool:
    """Whether this drops choices down in a pop-up that is no part of it: what has an arrow beside it, an empty list.

    So are boxes made that take several choices: all that UI Automation knows of a list in WPF are its items.
    """
    rect = control.bounding_rect
    if control.can("ExpandCollapse") or control.control_type != "List" or rect is None:
        return control.control_type in ("Button", "Edit") and opener_at(doing, control) is not control
    inside = doing.snapshot(Budget(MOST_BUTTONS), within=control)
    places = (c.bounding_rect for c in inside if c.control_type in ITEMS and c.visible)
    return not any(place is not None and rect.contains(*place.center) for place in places)


def shown_by(doing: Doing, known: Collection[int]) -> list[Control]:
    """Return what can be chosen in the pop-ups that have come: entries of a menu, items of a list, buttons; else texts.

    A text may have a handler of its own, which nothing tells; that of a tool tip has none.
    """
    windows = tuple(w for w in doing.windows() if w.hwnd not in known and w.popup)
    shown = doing.desktop.snapshot(windows, budget=Budget(items.READ), timeout_s=doing.left_s) if windows else ()
    tips = {c.hwnd for c in shown if c.control_type == "ToolTip"}
    called = [c for c in shown if c.name and not is_type_name(c.name) and c.hwnd not in tips]
    chosen = [c for c in called if c.control_type in CHOSEN]
    return chosen or [c for c in called if c.control_type == "Text" and c.visible]


def choose(doing: Doing, button: Control, text: str) -> Performed:
    """Choose in the pop-up that a button, or a list that shows nothing of itself, drops down; it is closed then.

    Raises:
        ElementNotFound: it dropped nothing down, or nothing of that name.
    """
    button = opener_at(doing, button)
    is_open = button.toggle_state == "on" or (button.control_type == "List" and bool(_item(doing, text, ())))
    known = set() if is_open else {w.hwnd for w in doing.windows()}
    if not is_open:
        consenting.of_control(doing, button)
        _open(doing, button)
    try:
        return _choose(doing, button, text, known)
    finally:
        close(doing, button, known)


def _choose(doing: Doing, button: Control, text: str, known: set[int]) -> Performed:
    item = doing.until(lambda: _item(doing, text, known), DROPPED_S).value
    if item is None:
        raise no_item(button, text, [c.name for c in shown_by(doing, known)])
    consenting.of_control(doing, item)
    tick = tick_of(doing, item)
    if tick.toggle_state == "on":
        return Performed("none", unneeded={"toggle_state": "on"})
    pressed = pressing.press(doing, tick) if tick.can("Toggle") else pressing.press_item(doing, item)
    shown = doing.until(lambda: _is_on(doing, tick), wait.SETTLE_S).value if tick.can("Toggle") else None
    return Performed(pressed.method, confirmed={"toggle_state": ["off", "on"]} if shown else None, item=item)


def _item(doing: Doing, text: str, known: Collection[int]) -> Control | None:
    """Return what is called so in a window that has come, or in any pop-up where the button was down already."""
    windows = tuple(w for w in doing.windows() if w.hwnd not in known and w.popup)
    if not windows:
        return None
    for found in doing.desktop.find(Conditions(name=text), windows=windows, limit=MOST_STARS, timeout_s=doing.left_s):
        named = items.item_named_by(doing.desktop, found, doing.left_s) if found.control_type == "Text" else found
        if named is not None and named.control_type in CHOSEN:
            return named
    return next((c for c in shown_by(doing, known) if c.name == text and c.control_type == "Text"), None)


def _is_on(doing: Doing, tick: Control) -> bool:
    return doing.read(tick).toggle_state == "on"


def _open(doing: Doing, opener: Control) -> None:
    if opener.control_type == "List":
        pressing.open_drop_down(doing, opener)
    else:
        pressing.press(doing, opener)


def close(doing: Doing, button: Control, known: Collection[int]) -> None:
    """Let an opener up that stays down; a click may open anew what it closes by being one beside the pop-up."""

    def stays() -> bool:
        return any(w.popup and w.hwnd not in known for w in doing.windows_now())

    try:
        if doing.read(button).toggle_state == "on":
            doing.verb(button, "toggle")
        elif button.control_type != "List":
            return
        if known and not doing.until(lambda: not stays(), wait.SETTLE_S).ok:
            _open(doing, button)
    except (ElementNotFound, StaleRef):
        pass  # choosing closed it, and what it stood in


def press_shown(doing: Doing, combo: Control, text: str) -> str:
    """Click the item of a combo box whose list is always open; return the method. Raises Unsupported."""
    if (item := items.find_named(doing.desktop, combo, text, lambda: doing.left_s)) is not None:
        return pressing.press_item(doing, item).method
    shown = revealing.reveal(doing, doing.read(combo))
    rect, point = shown.bounding_rect, doing.desktop.place_of_choice(shown, text, timeout_s=doing.left_s)
    if rect is None or point is None:
        raise Unsupported(
            f"{combo.describe()} does not expand.",
            hint="A list: select_item. A button that drops choices down: menu. get_state shows its patterns.",
        )
    keyboard.check_allowed(doing)
    consenting.of_item_text(doing, combo, text)
    doing.bring_to_front(shown)
    pointing.click(doing, shown, at={"dx": point[0] - rect.x, "dy": point[1] - rect.y})
    return "mouse"


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
