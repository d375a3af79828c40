"""A click as a user does it, by the cheapest way that has all its effects: handlers, commands, focus.

| the control                                  | way                                                          |
|----------------------------------------------|--------------------------------------------------------------|
| has Invoke, and is no item, cell or field    | InvokePattern; the mouse at headers and below layers, where  |
|                                              | only a tool tip can say what it does, and where its click    |
|                                              | selects the grid's row or makes its cell the current one     |
| Toggle or Select is the click (`frameworks`) | the pattern                                                  |
| the tick of an item                          | Toggle, where that notifies (`frameworks`)                   |
| check box, radio button, toggle button       | Space, where it takes the focus; else the mouse              |
| an item made anew time and again meanwhile   | SelectionItemPattern                                         |
| anything else                                | the mouse                                                    |
| `input: never`, or it has no rectangle       | the bare pattern, which sets the state and may run no handler |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wpfagent.actions import actionability
from wpfagent.actions.consent import consenting
from wpfagent.actions.doing import Doing
from wpfagent.actions.evidence import layers
from wpfagent.actions.frameworks import framework_of
from wpfagent.actions.input import keyboard, pointing, tips, wheeling
from wpfagent.actions.items import revealing
from wpfagent.core import wait
from wpfagent.core.errors import (
    ElementNotVisible,
    ElementObscured,
    RefusedOutsideTarget,
    StaleRef,
    Unsupported,
    WpfAgentError,
)
from wpfagent.core.model import ROW_TYPES, Control, Rect
from wpfagent.core.pixels import pixels_of
from wpfagent.desktops.base import Verb
from wpfagent.desktops.locating.composites import is_cell
from wpfagent.desktops.locating.items import SURFACES, ancestors
from wpfagent.desktops.locating.locate import window_of

NOT_INVOKED = frozenset({"Custom", "DataItem", "Document", "Edit", "ListItem", "TabItem", "TreeItem"})
"""Invoke of an item is its double click, of a cell and a field the start of editing."""
BY_SPACE = frozenset({"Button", "CheckBox", "RadioButton"})
IN_CELLS, CELL_DEPTH = frozenset({"Button", "Hyperlink", "SplitButton"}), 3
"""What may stand in a grid's cell, and how deep."""
LINK_X, EDGE = 8, 4
"""So many pixels from its left edge a cell has the words of its link, where no picture shows them; its border's."""
SHOWN_S = 1.0
"""How long a row may take to be scrolled into view."""
NOT_IMPLEMENTED = "0x80004001"
"""The answer of a pattern that a control of the program's own tells, and has nothing behind."""
TOO_OFTEN = 2
"""An item made anew so often while it was aimed at is chosen by its pattern: its list is too fast to aim at."""
WITH_TICK = frozenset({"CheckBox", "DataItem", "ListItem", "TreeItem"})
"""What may be an item with a check box of its own: its click selects it."""


@dataclass(frozen=True, slots=True)
class Press:
    """How a control was pressed.

    Args:
        method: by a pattern, the keyboard or the mouse.
        sets_own_state: only its state was set, its handlers may not have run.
        told: what tells that it is selected, where it had not been before.
    """

    method: str
    sets_own_state: bool = False
    told: Mapping[str, Any] | None = None


def is_invoked(control: Control) -> bool:
    """Return whether InvokePattern is this control's click."""
    return control.can("Invoke") and control.control_type not in NOT_INVOKED


def is_empty(doing: Doing, control: Control, error: Unsupported) -> bool:
    """Return whether a pattern failed since a control of the program's own has nothing behind it: nothing was done.

    Windows Forms runs the program's handler inside of the call, and that may answer the same after it did something.
    """
    return error.details.get("hresult") == NOT_IMPLEMENTED and doing.framework(control) == "WPF"


def has_tick(control: Control) -> bool:
    """Return whether this is an item with a check box of its own, which a click on the item does not tick."""
    return control.control_type in WITH_TICK and control.can("Toggle") and control.can("SelectionItem")


def press(doing: Doing, control: Control) -> Press:
    """Press a control as a click does; what was judged is what is pressed.

    Raises:
        StaleRef: its caption is no longer the one that was judged.
        RefusedMode: only the mouse could do it, and the profile says `input: never`.
    """
    if is_invoked(control) and not has_tick(control):
        row = _row_to_choose(doing, control)
        by_mouse = row is not None and doing.policy.input != "never" and not doing.by_pointer
        by_mouse = by_mouse or _may_be_covered(doing, control) or _acts_itself(doing, control)
        if by_mouse or _is_to_be_rested_on(doing, control):
            pointing.click(doing, control, at=_at_link(doing, control))
            return Press("mouse")
        consenting.of_press(doing, control, doing.read(control))
        if row is not None and row.can("SelectionItem"):
            doing.verb(row, "select")
        try:
            doing.verb(control, "invoke")
        except Unsupported as error:
            if doing.policy.input == "never" or not is_empty(doing, control, error):
                raise
            pointing.click(doing, control)
            return Press("mouse")
        return Press("InvokePattern")
    verb = _state_verb(control)
    no_place = control.bounding_rect is None  # Win32's tabs tell none on some systems
    covered = verb is not None and _may_be_covered(doing, control)
    if verb is not None and not covered and (doing.policy.input == "never" or no_place or _is_click(doing, control)):
        consenting.of_press(doing, control, doing.read(control))
        doing.verb(control, verb)
        method = "TogglePattern" if verb == "toggle" else "SelectionItemPattern"
        return Press(method, sets_own_state=not _is_click(doing, control))
    if verb is not None and not covered and _takes_space(doing, control):
        consenting.of_press(doing, control, doing.read(control))
        doing.goes_out()
        doing.desktop.press_keys(("Space",))
        return Press("keyboard")
    if doing.renewals >= TOO_OFTEN and verb == "select" and control.control_type in ROW_TYPES:
        return _select(doing, control)
    pointing.click(doing, control)
    return Press("mouse")


def press_tick(doing: Doing, control: Control) -> Press:
    """Press what is toggled; an item beside whose box was clicked is ticked by Space, where its framework does so.

    Only where the keys go to it now: the click may have closed a menu, and nothing else.
    """
    pressed = press(doing, control)
    by_space = pressed.method == "mouse" and has_tick(control)
    if not by_space or not framework_of(doing.framework(control)).items_ticked_by_space:
        return pressed
    focused, now = doing.desktop.focused(doing.app.pid, timeout_s=doing.left_s), doing.read(control)
    place = (now.control_type, now.bounding_rect)
    if focused is None or (focused.control_type, focused.bounding_rect) != place:
        return pressed
    if now.toggle_state == control.toggle_state:
        keyboard.check_foreground(doing)
        doing.desktop.press_keys(("Space",))
    return pressed


def _is_to_be_rested_on(doing: Doing, control: Control) -> bool:
    """Whether only a tool tip can say what a control does, and the mouse reaches it."""
    if doing.policy.input == "never" or not control.visible or not tips.is_unknown(doing, control):
        return False
    try:
        point = actionability.input_point(control, window_of(control, doing.windows()), doing.desktop.screen_rect())
        pointing.between(doing, control, point)
    except (ElementNotVisible, ElementObscured, RefusedOutsideTarget):
        return False
    return True


def _may_be_covered(doing: Doing, control: Control) -> bool:
    """Whether only the mouse tells if a click reaches this control: Invoke presses it through what lies over it."""
    rect = control.bounding_rect
    if doing.before is None or doing.policy.input == "never" or not control.visible or rect is None:
        return False
    if rect.intersection(doing.desktop.screen_rect()).is_empty:
        return False  # the mouse does not get there, and nothing that shows lies over it
    return bool(doing.over and control.ref not in doing.over) or layers.may_cover(doing.before, control) is not None


def _acts_itself(doing: Doing, control: Control) -> bool:
    """Whether Invoke does what a click leads to, as a column's header sorts its grid, and tells the program less."""
    if not control.visible or doing.policy.input == "never":
        return False
    is_cell_press = control.can("GridItem") and framework_of(doing.framework(control)).cells_know_no_press
    return control.control_type == "Header" or is_cell_press


def _at_link(doing: Doing, control: Control) -> dict[str, float] | None:
    """Return where a grid's cell is pressed of which only the words are a link: they stand at any of its sides."""
    rect = control.bounding_rect
    if control.control_type != "Hyperlink" or not control.can("GridItem") or rect is None or rect.width < 2 * LINK_X:
        return None
    return {"dx": _middle_of_words(doing, rect) or LINK_X, "dy": rect.height / 2}


def _middle_of_words(doing: Doing, cell: Rect) -> float:
    """Return how far from a cell's left edge the middle of what is written in it lies; 0 where nothing shows."""
    from PIL import Image, ImageChops

    try:
        inside = Rect(cell.x + EDGE, cell.y + EDGE, cell.width - 2 * EDGE, cell.height - 2 * EDGE)
        picture = pixels_of(doing.desktop.capture(rect=inside)).image()
    except WpfAgentError:
        return 0.0
    plain = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    words = ImageChops.difference(picture, plain).getbbox()
    return EDGE + (words[0] + words[2]) / 2 if words else 0.0


def _row_to_choose(doing: Doing, control: Control) -> Control | None:
    """Return the row in a cell of which a control stands, where it is not selected yet: a click selects it first.

    Its handler may ask for the selected row, and Invoke would give it another one.

    Source: dotnet/wpf, DataGridCell.OnAnyMouseLeftButtonDown, which handles what a button in the cell has handled, too.
    """
    if control.control_type not in IN_CELLS:
        return None
    for above in ancestors(doing.desktop, control, CELL_DEPTH, doing.left_s):
        if is_cell(above):
            row = doing.desktop.parent(above, timeout_s=doing.left_s)
            return row if row is not None and row.selected is False and not above.selected else None
        if above.control_type not in SURFACES:
            return None
    return None


def press_item(doing: Doing, control: Control) -> Press:
    """Choose an item by a click; by its pattern where it cannot be shown, or where the click chose nothing.

    A row of a Win32 list view takes a click on its first text only.
    """
    if not _can_be_shown(doing, control):
        return _select(doing, control)
    pressed = _click(doing, control) if has_tick(control) else press(doing, control)
    if pressed.method != "mouse" or not control.can("SelectionItem"):
        return pressed
    if control.can("GridItem") and _went_by(doing, control):
        pointing.click(doing, control)
    notifies = framework_of(doing.framework(control)).select_notifies
    if notifies and not _is_chosen(doing, control):
        if doing.scrolled:  # the focus that came with the click may have scrolled it away
            pointing.click(doing, control)
        return pressed if doing.scrolled and _is_chosen(doing, control) else _select(doing, control)
    return pressed


def _went_by(doing: Doing, cell: Control) -> bool:
    """Whether a grid did only at the press what it had put off: it scrolled the cell away, and another one was hit."""
    doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=cell.hwnd)
    now = doing.read(cell)
    return now.selected is False and now.bounding_rect != cell.bounding_rect


def _is_chosen(doing: Doing, item: Control) -> bool:
    doing.desktop.wait_idle(doing.app.pid, min(1.0, doing.left_s), hwnd=item.hwnd)
    return doing.read(item).selected is not False


def press_row(doing: Doing, head: Control, mode: str = "only") -> Press:
    """Choose a whole row of a grid by a click on its header, or its first cell; one that is scrolled away is shown.

    Invoke of a header only selects the row, and another stays the current one.

    Raises:
        Unsupported: it should be taken out of the selection, or one that is not on the screen added to it.
    """
    adds = mode == "add"
    if mode == "remove" or (adds and not head.visible):  # to show it would end the selection
        raise Unsupported(
            f"The row of {head.describe()} is not " + ("on the screen." if adds else "known to be selected."),
            hint="Scroll there with the wheel (scroll), and use click with modifiers: Ctrl.",
        )
    if doing.policy.input == "never" and head.control_type == "Header" and not adds:
        consenting.of_press(doing, head, doing.read(head))
        doing.verb(head, "invoke")
        return Press("InvokePattern", sets_own_state=True)
    if not head.visible and (row := doing.desktop.parent(head, timeout_s=doing.left_s)) is not None:
        cells = (c for c in doing.desktop.children(row, limit=2, timeout_s=doing.left_s) if c.can("GridItem"))
        if (cell := next(cells, None)) is not None:
            wheeling.turn_to(doing, cell)
        head = doing.until(lambda: _if_shown(doing, head), SHOWN_S).value or head
    was_selected = _is_selected(doing, head)
    pointing.click(doing, head, modifiers=("Ctrl",) if adds else ())
    is_new = not was_selected and doing.until(lambda: _is_selected(doing, head), wait.SETTLE_S).ok
    return Press("mouse", told={"selected": True} if is_new else None)


def _is_selected(doing: Doing, head: Control) -> bool:
    """Whether a row's header or cell tells by the older accessibility that it is selected."""
    if doing.pending is not None or not framework_of(doing.framework(head)).current_cell_shows:
        return False
    try:
        doing.verb(head, "make_current", "ask")
    except (StaleRef, Unsupported):
        return False
    return True


def _if_shown(doing: Doing, control: Control) -> Control | None:
    now = doing.read(control)
    return now if now.visible else None


def _click(doing: Doing, item: Control) -> Press:
    if doing.policy.input == "never":
        return _select(doing, item)
    pointing.click(doing, item)
    return Press("mouse")


def _select(doing: Doing, control: Control) -> Press:
    consenting.of_press(doing, control, doing.read(control))
    doing.verb(control, "select")
    notifies = framework_of(doing.framework(control)).select_notifies
    return Press("SelectionItemPattern", sets_own_state=not notifies)


def _can_be_shown(doing: Doing, control: Control) -> bool:
    """Whether an item lies in its window, or can be scrolled there."""
    window = window_of(control, doing.windows())
    screen = doing.desktop.screen_rect()
    if not control.can("SelectionItem") or is_invoked(control):
        return True
    for now in (control, None):
        try:
            actionability.input_point(now or revealing.reveal(doing, doing.read(control)), window, screen)
        except ElementNotVisible:
            continue
        return True
    return False


def open_drop_down(doing: Doing, control: Control) -> Press:
    """Open the drop-down of a button whose Expand is a press, by the mouse at its arrow."""
    if doing.policy.input == "never":
        raise Unsupported(
            f"Expanding {control.describe()} by its pattern presses it, and the profile says input: never.",
            hint="Use click to press it, or allow input.",
        )
    rect = control.bounding_rect
    width = rect.width if rect is not None else 0
    pointing.click(doing, control, at={"dx": max(0, width - 6), "dy": rect.height // 2 if rect is not None else 0})
    return Press("mouse")


def expands_by_press(doing: Doing, control: Control) -> bool:
    """Return whether ExpandCollapsePattern.Expand of this control presses it."""
    is_button = control.control_type in ("Button", "SplitButton") and control.can("Invoke")
    return is_button and framework_of(doing.framework(control)).expand_presses


def _state_verb(control: Control) -> Verb | None:
    if control.can("Toggle"):
        return "toggle"
    return "select" if control.can("SelectionItem") else None


def _is_click(doing: Doing, control: Control) -> bool:
    if has_tick(control):
        return control.control_type in framework_of(doing.framework(control)).tick_notifies
    is_item = control.control_type not in BY_SPACE
    return not is_item and framework_of(doing.framework(control)).toggle_clicks


def _takes_space(doing: Doing, control: Control) -> bool:
    """Whether Space presses this control, which has the focus then."""
    if control.control_type not in BY_SPACE or not control.focusable or not control.visible:
        return False
    pressed = framework_of(doing.framework(control)).pressed_by_space
    if pressed and control.class_name not in pressed:
        return False
    parent = doing.desktop.parent(control, timeout_s=doing.left_s) if control.control_type == "CheckBox" else None
    if parent is not None and parent.can("GridItem"):
        return False  # the cell takes the key
    keyboard.check_allowed(doing)
    return keyboard.take_focus(doing, control) and doing.read(control).focused
