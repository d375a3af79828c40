"""Combo boxes: an item is chosen in the list that drops down, and a cell hands over what was chosen in it."""

from __future__ import annotations

from typing import Any

from wpfagent.actions.base import Performed
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pressing, under_pointer
from wpfagent.actions.items.meant import tick_of
from wpfagent.actions.items.named_items import FILLED_S, no_item
from wpfagent.actions.values import in_place
from wpfagent.actions.values.committing import NOT_COMMITTED
from wpfagent.core import wait
from wpfagent.core.errors import ElementNotFound, StaleRef, Unsupported
from wpfagent.core.model import Control
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.locating import items, rows


def choose(doing: Doing, combo: Control, text: str, *, by_enter: bool = False) -> tuple[str, Control | None, str]:
    """Choose an item of a combo box, which is closed then; return the method, the tick that chooses it, its caption."""
    consenting.of_opening(doing, combo)
    was_open = combo.expanded == "expanded"
    if not was_open:
        doing.verb(combo, "expand")
    try:
        item = doing.until(lambda: _combo_item(doing, combo, text), wait.SETTLE_S).value
        if item is None and not items.captions(doing.desktop, combo, doing.left_s):  # it may be filled yet
            item = doing.until(lambda: _combo_item(doing, combo, text), FILLED_S).value
        if item is None:
            raise no_item(combo, text, items.captions(doing.desktop, combo, doing.left_s))
        consenting.of_control(doing, item)
        if (tick := tick_of(doing, item)) is not item:
            return _tick_on(doing, tick), tick, item.name
        if by_enter and (is_over := under_pointer.is_open(doing)) and (how := _click_on(doing, item)):
            return how.lstrip(", "), None, item.name  # it highlights what lies there: Enter takes that
        doing.verb(item, "select")
        if by_enter:
            how = _click_on(doing, item) if is_over or is_typed_into(doing, combo) else _enter(doing, combo)
            return f"SelectionItemPattern{how}", None, item.name
        return _take(doing, combo, item, text), None, item.name
    finally:
        _close(doing, combo)


def _tick_on(doing: Doing, tick: Control) -> str:
    """Switch on the tick that an item of an open list is chosen by, where it takes several; return the method."""
    if tick.toggle_state == "on":
        return "none"
    pressed = pressing.press(doing, tick)
    doing.until(lambda: is_on(doing.read(tick)), wait.SETTLE_S)
    return pressed.method


def is_on(now: Control) -> dict[str, Any] | None:
    """Tell that a tick is on; None where it is not."""
    return {"toggle_state": "on"} if now.toggle_state == "on" else None


def choose_in_editor(doing: Doing, cell: Control, text: str, opened: Control | None = None) -> Performed:
    """Choose in the combo box that a cell opens, and let the cell hand it over; a wrong text changes nothing."""
    combo = opened or in_place.open_choice(doing, cell)
    try:
        method, _, caption = choose(doing, combo, text)
    except ElementNotFound:
        in_place.give_up(doing, combo)
        raise
    if doing.pending is None and not in_place.hand_over(doing, combo):
        return Performed(method, unverifiable=NOT_COMMITTED, subject=cell)
    return Performed(method, check=shows(doing, text, caption) if opened is None else _is_called(text), subject=cell)


def _is_called(text: str) -> Any:
    """A cell of a template shows what was chosen in it by the texts in it alone."""
    return lambda now: {"selected": text} if text in (now.name, now.value) else None


def tells_nothing(doing: Doing, combo: Control) -> bool:
    """Whether a combo box that was chosen from says of no item that it is chosen: what else changes has to tell."""
    try:
        return not selected_text(doing, doing.read(combo))
    except StaleRef:
        return False


def is_typed_into(doing: Doing, combo: Control) -> bool:
    """Whether a combo box takes text as well: then its program may receive a choice when the box is left, as a text."""
    fields = doing.find_all(Conditions(control_type="Edit"), within=combo, limit=1)
    return any(c.enabled and not c.read_only for c in fields)


def _take(doing: Doing, combo: Control, item: Control, text: str) -> str:
    """Take the selected item of an open list, where selecting it there only moves the highlight.

    Elsewhere nothing is pressed after a Select: it chose, and a key would choose something else.
    """
    method = "SelectionItemPattern"
    if doing.pending is not None or not framework_of(doing.framework(combo)).select_highlights:
        return method
    if doing.until(lambda: _is_taken(doing, combo, text), wait.SETTLE_S).ok:
        return method
    if item.can("Invoke"):
        doing.verb(item, "invoke")
        if doing.until(lambda: _is_taken(doing, combo, text), wait.SETTLE_S).ok:
            return f"{method}, InvokePattern"
    refs = [c.ref for c in _items(doing, combo)]
    if doing.policy.input != "never" and item.ref in refs:
        doing.bring_to_front(combo)
        keyboard.press(doing, [("Home",), *[("Down",)] * refs.index(item.ref)], control=combo, at_once=True)
        if how := _enter(doing, combo):
            doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s))
        return method + how
    return method


def _click_on(doing: Doing, item: Control) -> str:
    """Click an item where its open list shows; return how it was taken, "" where the mouse does not reach it."""
    rect = doing.read(item).bounding_rect
    if rect is None or doing.pending is not None or doing.policy.input == "never":
        return ""
    if not any(w.popup and w.rect.contains(*rect.center) for w in doing.windows()):
        return ""
    doing.give_way()
    keyboard.check_foreground(doing)
    doing.desktop.mouse_click(*rect.center)  # the item was judged, and the list lies over all else
    return ", mouse"


def _enter(doing: Doing, combo: Control) -> str:
    """Press Enter in the open list of a combo box that has the focus; return how it was taken, "" where it was not."""
    if doing.pending is not None or doing.policy.input == "never":
        return ""
    takes_keys = framework_of(doing.framework(combo)).open_list_takes_keys or keyboard.has_focus(doing, combo)
    if doing.read(combo).expanded != "expanded" or not takes_keys:
        return ""
    doing.give_way()
    keyboard.check_foreground(doing)
    doing.desktop.press_keys(("Enter",))  # the open list takes it: no button does, and the item was judged
    return ", keyboard"


def _is_taken(doing: Doing, combo: Control, text: str) -> bool:
    """Whether the combo box shows the text, or its list is closed: then there is nothing to press Enter on."""
    try:
        now = doing.read(combo)
        return now.expanded != "expanded" or selected_text(doing, now) == text
    except StaleRef:
        return True


def _combo_item(doing: Doing, combo: Control, text: str) -> Control | None:
    return items.find_named(doing.desktop, combo, text, lambda: doing.left_s)


def _items(doing: Doing, container: Control) -> list[Control]:
    return doing.find_all(Conditions(control_types=rows.ITEM_TYPES), within=container)


def with_focus(doing: Doing, combo: Control) -> Control:
    """Give a combo box the focus; a list that opened without it is closed before, as a click would do no more."""
    if combo.expanded == "expanded" and not keyboard.has_focus(doing, combo):
        _close(doing, combo)
    keyboard.ensure_focus(doing, combo)
    return doing.read(combo)


def _close(doing: Doing, combo: Control) -> None:
    try:
        if doing.read(combo).expanded == "expanded":
            doing.verb(combo, "collapse")
    except (StaleRef, Unsupported):
        pass  # choosing closed its window or made it anew


def selected_text(doing: Doing, combo: Control) -> str | None:
    """Return what a combo box shows as chosen; None where it tells nothing."""
    if combo.value is not None:
        return combo.value
    return next((c.text for c in _items(doing, combo) if c.selected), None)


def shows(doing: Doing, *texts: str) -> Any:
    """Any of these texts of one item says that it is chosen: a box shows of an item of several what it is called."""
    return lambda now: {"selected": texts[0]} if selected_text(doing, now) in texts else None
